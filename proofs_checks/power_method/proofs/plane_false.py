"""Section 2.1.2, case 2: orders of the eigenvalues under which the plane of a complex pair attracts nothing.

`layer` is what map (3) does with each of equal tokens, `twice` two steps of the power iteration.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import SPHERES, Part
from proofs_checks.power_method.proofs.plane_models import PLANE, others
from verify.formal import formal, model

SKIP: Part = {"letters": ["alpha: number"], "given": ["alpha > 0"]}
LAYER: Part = {"maps": [f"layer(X, i) = unit(X[i] + alpha*F(X[i])) on {SPHERES}"]}
ITERATED: Part = {
    "maps": [f"power(X, i) = unit(F(X[i])) on {SPHERES}", f"twice(X, i) = unit(F(unit(F(X[i])))) on {SPHERES}"]
}


def reached(*maps: str) -> Part:
    """From almost every start all limit points of the orbits are in the plane."""
    return {"show": [f"almost_all_reach({name}, fn(X: forall i: X[i] == inside(X[i])))" for name in maps]}


def values(sigma: int, omega: int, other: int | str, onto: int = 0, **more: object) -> Part:
    """The pair on the first two axes and a real eigenvalue on the third; U is `onto` on the plane."""
    letters = {
        "F": [[sigma, omega, 0], [-omega, sigma, 0], [0, 0, other]],
        "U": [[onto, 0, 0], [0, onto, 0], [0, 0, other]],
        "a": [1, 0, 0],
        "b": [0, 1, 0],
        "la": [1, 0, 0],
        "lb": [0, 1, 0],
        "sigma": sigma,
        "omega": omega,
    }
    return {"tokens": 1, "dim": 3, "letters": {**letters, **more}}


formal(
    "POW-C2.inv.R1",
    statement=model(PLANE, SKIP, LAYER, others("F(outside(u))", "re^2 + im^2 < sigma^2 + omega^2"), reached("layer")),
    refuted={"instance": values(0, 1, "9/10", alpha=1)},
)
formal(
    "POW-C2.inv.R2",
    statement=model(
        PLANE, ITERATED, others("F(outside(u)) + (sigma - 1)*inside(u)", "re < sigma"), reached("power", "twice")
    ),
    refuted={"instance": values(1, 1, -3)},
)
formal(
    "POW-C2.inv.R3",
    statement=model(
        PLANE,
        SKIP,
        ITERATED,
        others(
            "F(outside(u)) - 1/alpha*inside(u)",
            "(1 + alpha*re)^2 + (alpha*im)^2 < (1 + alpha*sigma)^2 + (alpha*omega)^2",
        ),
        reached("power", "twice"),
    ),
    refuted={"instance": values(1, 1, -3, -2, alpha="1/2")},
)
