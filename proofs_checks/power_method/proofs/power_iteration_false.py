"""Introduction: readings of "converges" and "dominant" under which the power iteration fails, at exact matrices.

The limit points of the iterates from a start are those of the even iterates, which `twice` makes, and of the odd ones.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import SPHERES, Part
from proofs_checks.power_method.proofs.power_iteration import ITERATION
from verify.formal import formal, model

FIRST: Part = {"letters": ["F: matrix; v, l: vector; lam: number"], "given": ITERATION["given"][:5]}
BY_MODULUS = ITERATION["given"][5]
BY_REAL_PART = "forall s in number, w in number: other_eigenvalue(F, v, s, w) => s < lam"
EVEN: Part = {
    "maps": [
        f"power(X, i) = unit(F(X[i])) on {SPHERES}",
        f"twice(X, i) = unit(F(unit(F(X[i])))) on {SPHERES}",
    ]
}


def reached(limits: str) -> Part:
    """What is said of the limit points of the iterates, and of the even iterates alone, from almost every start."""
    return {"show": [f"almost_all_reach({map_}, fn(X: forall i: {limits}))" for map_ in ("power", "twice")]}


def values(*diagonal: int) -> Part:
    """A diagonal matrix of the plane, whose first eigenvalue is the one spoken of."""
    a, b = diagonal
    return {"tokens": 1, "dim": 2, "letters": {"F": [[a, 0], [0, b]], "v": [1, 0], "l": [1, 0], "lam": a}}


formal(
    "POW-I1.R1",
    statement=model(
        FIRST,
        {
            "given": [BY_MODULUS],
            "show": "forall x in vector: dot(l, x) != 0 => dot(l, x)*dot(l, unit(F(x))) > 0",
        },
    ),
    refuted={"instance": values(-2, 1)},
)
formal(
    "POW-I1.R1re",
    statement=model(FIRST, EVEN, {"given": ["lam > 0", BY_REAL_PART]}, reached("X[i] == v or X[i] == -v")),
    refuted={"instance": values(1, -2)},
)
formal(
    "POW-I1.R2re",
    statement=model(FIRST, EVEN, {"given": ["lam > 0", BY_REAL_PART]}, reached("X[i] == dot(v, X[i])*v")),
    refuted={"instance": values(1, -2)},
)
