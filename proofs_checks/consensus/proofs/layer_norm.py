"""Remark 2.2: the displayed equalities for layer normalisation, and what of them is false as printed.

A token is the family of its n + 1 entries; `entries` is n + 1. The standard deviation divides by n + 1, if not said
otherwise.
"""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, leaf, rule

ENTRIES: dict[str, Any] = {
    "where": [
        "entries := sum(d in direction: 1)",
        "mean(X) := sum(d in direction: X[d])/entries",
        "spread(X) := sum(d in direction: (X[d] - mean(X))^2)",
        "sigma(X) := sqrt(spread(X)/entries)",
    ],
}
NORM: dict[str, Any] = {"where": ["N(X, d) := (X[d] - mean(X))/sigma(X)*gamma[d] + beta[d]"]}
ANY_SCALE: dict[str, Any] = {"letters": ["x[direction], gamma[direction], beta[direction]: number"]}
DISTANCE = "sum(d in direction: (N(x, d) - beta[d])^2)"
_WEIGHTED = "sum(d in direction: (x[d] - mean(x))^2*gamma[d]^2)"


def instance(letters: dict[str, Any], directions: int = 4) -> dict[str, Any]:
    """One token of R^4."""
    return {"directions": directions, "dim": directions, "letters": letters}


STATE = {"x": [4, 2, 2, 4], "gamma": [1, 2, 1, 1], "beta": [1, 0, 2, 5]}

formal(
    "CON-R2.2.a",
    statement=model(
        ENTRIES, ANY_SCALE, NORM, {"given": ["sigma(x) != 0"], "show": [f"{DISTANCE} == {_WEIGHTED}/sigma(x)^2"]}
    ),
    proof=leaf(),
    instance=instance(STATE),
    twin=Variant("sigma^-1 instead of sigma^-2", {"/sigma(x)^2": "/sigma(x)"}, instance({**STATE, "x": [6, 2, 2, 6]})),
)
formal(
    "CON-R2.2.b",
    statement=model(
        ENTRIES,
        ANY_SCALE,
        NORM,
        {"given": ["spread(x) > 0"], "show": [f"{DISTANCE} == entries/spread(x)*{_WEIGHTED}"]},
    ),
    proof=leaf(),
    instance=instance(STATE),
    twin=Variant(
        "the standard deviation divides by n",
        {"sqrt(spread(X)/entries)": "sqrt(spread(X)/(entries - 1))"},
        instance(STATE),
    ),
)

_SAMPLE = {
    "where": ["entries := sum(d in direction: 1)", *ENTRIES["where"][1:3], "sigma(X) := sqrt(spread(X)/(entries - 1))"]
}

formal(
    "CON-R2.2.b.R1",
    statement=model(
        _SAMPLE,
        ANY_SCALE,
        NORM,
        {"given": ["spread(x) > 0", "entries > 1"], "show": [f"{DISTANCE} == entries/spread(x)*{_WEIGHTED}"]},
    ),
    refuted={"instance": instance(STATE)},
)

ONE_SCALE: dict[str, Any] = {
    "letters": ["x[direction], beta[direction]: number; g: number"],
    "where": ["N(X, d) := g*((X[d] - mean(X))/sigma(X)) + beta[d]"],
    "given": ["spread(x) > 0"],
}
_ONE = {"x": [4, 2, 2, 4], "beta": [1, 0, 2, 5], "g": 2}

formal(
    "CON-R2.2.c",
    statement=model(ENTRIES, ONE_SCALE, {"given": ["g != 0"], "show": [f"sqrt({DISTANCE}) == entries*g^2"]}),
    refuted={"instance": instance(_ONE)},
)
_RADIUS = "(sqrt(entries)*abs(g))"
_ON = f"{DISTANCE} == {_RADIUS}^2"
_SQUARE = have([("abs(g)^2 == g^2", rule("absolute square", e="g"))], leaf("eq -entries: abs(g)^2 == g^2"))
_ABOVE = rule(
    "strictly below the square",
    KNOWN,
    have(
        [("abs(g)^2 == g^2", rule("absolute square", e="g")), ("g^2 > 0", leaf())],
        leaf("1: g^2 > 0; entries > 0", "eq -entries: abs(g)^2 == g^2"),
    ),
    a="0",
    b=_RADIUS,
)

for _id, _more in (("CON-R2.2.c.repaired", ()), ("CON-R2.2.d", (f"{_RADIUS} > 0",))):
    formal(
        _id,
        statement=model(ENTRIES, ONE_SCALE, {"given": ["g != 0"] if _more else [], "show": [*_more, _ON]}),
        proof=[_ABOVE, _SQUARE] if _more else _SQUARE,
        instance=instance(_ONE),
        twin=Variant("the square of the scale in the radius", {"abs(g))^2": "g^2)^2"}, instance(_ONE)),
    )
