"""Lemma 10: the derivative of the attention weights, and the Jacobian of the attention map under the three readings.

A perturbation d moves every token; a single block (i, h) is what d with one nonzero member gives at token i.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.inverse_norms import WEIGHTED, first_unit
from proofs_checks.power_method.proofs.models import ATTENTION, SPHERES, Part
from verify.formal import Variant, formal, model
from verify.tactics.build import Steps, have, intro, leaf

MATRICES: Part = {"letters": ["V, P: matrix", "alpha: number"]}
MOVED: Part = {"letters": ["x[token], d[token]: vector"]}
WEIGHT: Part = {
    "where": [*ATTENTION["where"], "A(i, j) := weight(x, i, j)", "mean(i) := sum(l: A(i, l)*x[l])"],
}
DIRECTIONS = [[1, 0], [0, 2], [1, -1]]
VALUES = {
    "V": [[1, 2], [0, -1]],
    "P": [["log(2)", "log(3)"], ["0", "-log(2)"]],
    "alpha": "1/4",
    "x": [[1, 0], [0, 1], [-1, 0]],
    "d": DIRECTIONS,
}
OF_WEIGHTS = {name: value for name, value in VALUES.items() if name not in ("V", "alpha")}


def plane(letters: Part) -> Part:
    """Three tokens in the plane."""
    return {"tokens": 3, "dim": 2, "letters": letters}


SLOPE = "D(entry, x, d, i)"
OWN = "dot(d[i], P(x[m])) - sum(l: A(i, l)*dot(d[i], P(x[l])))"
OTHERS = "dot(x[i], P(d[m])) - sum(h: A(i, h)*dot(x[i], P(d[h])))"
ENTRY_VALUES = plane({**OF_WEIGHTS, "b": [1, 2], "m": 1})
formal(
    "POW-L10.datt",
    statement=model(
        {"letters": ["P: matrix"]},
        MOVED,
        WEIGHT,
        {
            "letters": ["b: vector", "m: token"],
            "maps": [
                f"entry(X, i) = weight(X, i, m)*b on {SPHERES}",
                f"total(X, i) = sum(l: weight(X, i, l))*b on {SPHERES}",
            ],
            "show": [
                f"forall i: {SLOPE} == A(i, m)*({OWN} + {OTHERS})*b",
                "forall i: D(total, x, d, i) == 0",
            ],
        },
    ),
    proof=[intro("t", leaf()), intro("t", leaf())],
    instance=ENTRY_VALUES,
    twin=Variant("without the move of the token itself", {f"({OWN} + {OTHERS})": f"({OTHERS})"}, ENTRY_VALUES),
)

MEAN_MOVED = "(D(weighted, x, d, i) - sum(l: A(i, l)*d[l]))"
COVARIANCE = "sum(l: A(i, l)*dot(d[i], P(x[l]))*x[l]) - dot(d[i], P(mean(i)))*mean(i)"
FROM_OTHERS = "sum(l: A(i, l)*dot(x[i], P(d[l]))*(x[l] - mean(i)))"
formal(
    "POW-L10.lin",
    statement=model(
        {"letters": ["P: matrix"]},
        MOVED,
        WEIGHT,
        {
            "maps": [f"weighted(X, i) = sum(l: weight(X, i, l)*X[l]) on {SPHERES}"],
            "show": [f"forall i: {MEAN_MOVED} == {COVARIANCE} + {FROM_OTHERS}"],
        },
    ),
    proof=intro("t", leaf()),
    instance=plane(OF_WEIGHTS),
    twin=Variant("the outer product of the means added", {"x[l]) - dot(d[i]": "x[l]) + dot(d[i]"}, plane(OF_WEIGHTS)),
)

BEFORE: Part = {
    "where": ["y(i) := x[i] + alpha*V(mean(i))", "f(i) := y(i)/norm(y(i))"],
    "maps": [f"inside(X, i) = X[i] + alpha*{WEIGHTED} on {SPHERES}"],
    "given": ["forall i: norm(y(i)) > 0"],
}
"""What is normalised, as a map of its own."""

DY = "D(inside, x, d, i)"
formal(
    "POW-L10.jac",
    statement=model(
        MATRICES,
        MOVED,
        WEIGHT,
        {"maps": ATTENTION["maps"]},
        BEFORE,
        {
            "show": [
                f"forall i: D(attention, x, d, i) == 1/norm(y(i))*{DY} - dot(y(i), {DY})*(1/norm(y(i)))^3*y(i)",
                f"forall i: D(attention, x, d, i) == 1/norm(y(i))*({DY} - dot(f(i), {DY})*f(i))",
            ]
        },
    ),
    proof=[intro("t", have(["norm(y(t)) > 0"], leaf())), intro("t", have(["norm(y(t)) > 0"], leaf()))],
    instance=plane(VALUES),
    twin=Variant("I + f f^T", {f"- dot(f(i), {DY})*f(i)": f"+ dot(f(i), {DY})*f(i)"}, plane(VALUES)),
)

UNIT = "forall i: dot(x[i], x[i]) == 1"
SAME_LENGTH: Steps = [
    "norm(y(t)) > 0",
    (
        "1 + 2*alpha*dot(x[t], V(mean(t))) + alpha^2*dot(V(mean(t)), V(mean(t))) > 0",
        leaf("1: norm(y(t)) > 0; norm(y(t)) > 0", use=[UNIT]),
    ),
]
formal(
    "POW-L10.jac.R2",
    statement=model(
        MATRICES,
        MOVED,
        WEIGHT,
        {"maps": [*ATTENTION["maps"], first_unit("unit_first", WEIGHTED)]},
        BEFORE,
        {
            "given": [UNIT],
            "show": [
                "forall i: dot(x[i], d[i]) == 0 => D(unit_first, x, d, i) == D(attention, x, d, i)",
                "forall i: D(unit_first, x, d, i) - D(attention, x, d, i) == dot(x[i], d[i])/norm(y(i))^3*y(i)",
            ],
        },
    ),
    proof=[
        intro("t,", have(SAME_LENGTH, leaf(use=["dot(x[t], d[t]) == 0", UNIT]))),
        intro("t", have(SAME_LENGTH, leaf(use=[UNIT]))),
    ],
    instance=plane(VALUES),
    twin=Variant("the square of |y|", {"norm(y(i))^3*y(i)": "norm(y(i))^2*y(i)"}, plane(VALUES)),
)
