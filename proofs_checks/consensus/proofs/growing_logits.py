"""Theorem 3.2 for unbounded, uniformly continuous P (CON-H.3): two tokens whose attraction dies out.

In R^4, one head: the pair (+-r, 1)/sqrt(1 + r^2), r = (1 + e^-t)/2, with odds e^t for the token itself. P(t) = p(t) M
with a bounded rate of p is uniformly continuous.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.models import HEMISPHERE
from proofs_checks.consensus.proofs.plane_motions import definite, euclid
from proofs_checks.consensus.proofs.unbounded_motions import FRAME, NAMES, stays_apart
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, rule, take

_PAIR = ["(r*e1 + e2)/sqrt(1 + r^2)", "(-r*e1 + e2)/sqrt(1 + r^2)"]
_WIDTH = f"norm({_PAIR[0]} - {_PAIR[1]})"
_POWER = "time*(1 + r^2)/(2*r^2)"
SCALED: dict[str, Any] = {
    "spaces": ["E"],
    "letters": [
        "W: operator; M: matrix; p: moving number; L: number; v: vector; root: number; y[token]: moving vector"
    ],
    "where": [
        "e(X, i, j) := exp(p*dot(X[i], M(X[j])))",
        "att(X, i, j) := e(X, i, j)/(root*sum(k: e(X, i, k)))",
        "force(X, i) := sum(j: att(X, i, j)*X[j])",
    ],
    "flows": ["six(X, i) = force(X, i) - dot(X[i], W(force(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)"],
    "given": [
        "positive_definite(W)",
        "root > 0",
        "root^2 == dim(E)",
        "almost_always(abs(rate(p)) <= L)",
        "solves(six, y)",
    ],
}
_SLOW = have(
    [
        ("1 + time <= exp(time)", rule("exp tangent", a="time")),
        ("time*u <= 1", leaf("1: 1 + time <= exp(time); u > 0", "1: u > 0")),
        ("1/r <= 2", leaf("1: u > 0; 1/r > 0")),
        ("1/r^2 <= 4", leaf("1: 1/r <= 2; 1/r > 0", "2: 1/r <= 2")),
        ("1/r^3 <= 8", leaf("1: 1/r^2 <= 4; 1/r > 0", "4: 1/r <= 2")),
        "time >= 0",
    ],
    rule(
        "absolute at most",
        leaf("1/2: 1/r^2 <= 4", "1/2: time*u <= 1; 1/r^3 > 0", "1/2: 1/r^3 <= 8", "1/2:"),
        leaf("15/2:", "1/2: 1/r^2 > 0", "1/2: time >= 0; u > 0; 1/r^3 > 0"),
        e=f"rate({_POWER})",
        b="7",
    ),
)

_N = "sqrt(1 + r^2)"
# own logit, that of the other token, and the weights
_OWN = [f"p*dot({y}, 1*dot(e1, {y})*e1)" for y in ("y1", "y2")]
_CROSS = [f"p*dot({y}, 1*dot(e1, {z})*e1)" for y, z in (("y1", "y2"), ("y2", "y1"))]


def _weights(k: int) -> tuple[str, str]:
    total = f"(2*(exp({_OWN[k]}) + exp({_CROSS[k]})))" if k == 0 else f"(2*(exp({_CROSS[k]}) + exp({_OWN[k]})))"
    return f"exp({_OWN[k]})/{total}", f"exp({_CROSS[k]})/{total}"


def _odds(k: int) -> list[tuple[str, Tree]]:
    """The weights of a token, from the difference of its logits."""
    own, cross = _OWN[k], _CROSS[k]
    grown = f"exp({own}) == exp({cross} + time)"
    gap = f"{own} == {cross} + time"
    return [
        (gap, leaf(use=FRAME)),
        (
            grown,
            rule(
                "antisymmetry",
                rule("exp monotone", leaf(f"eq 1: {gap}"), a=own, b=f"{cross} + time"),
                rule("exp monotone", leaf(f"eq -1: {gap}"), a=f"{cross} + time", b=own),
                a=f"exp({own})",
                b=f"exp({cross} + time)",
            ),
        ),
        *(
            (f"{weight} == {value}", leaf(f"eq {factor}/((exp({own}) + exp({cross}))*2*(1 + exp(time))): {grown}"))
            for weight, value, factor in zip(
                _weights(k), ("exp(time)/(2*(1 + exp(time)))", "1/(2*(1 + exp(time)))"), ("1", "-1"), strict=True
            )
        ),
    ]


def _moves(k: int) -> tuple[str, Tree, list[str]]:
    """The field at a token for weights of these values, as a general fact, and where it is taken."""
    y, sign = (("y1", ""), ("y2", "-"))[k]
    pull = "own*y1 + other*y2" if k == 0 else "other*y1 + own*y2"
    fact = (
        "forall own in number, other in number: own == exp(time)/(2*(1 + exp(time))) and other == 1/(2*(1 + exp(time)))"
        f" => {sign}(-u/2)/{_N}*e1 - r*(-u/2)/{_N}^3*({sign}r*e1 + e2)"
        f" == {pull} - dot({y}, {IDENTITY.format(pull)})*{y}"
    )
    values = ["own == exp(time)/(2*(1 + exp(time)))", "other == 1/(2*(1 + exp(time)))"]
    return fact, intro(["own", "other", ""], leaf(use=[*values, *FRAME])), list(_weights(k))


IDENTITY = "(" + " + ".join(f"1*dot({name}, {{0}})*{name}" for name in NAMES) + ")"


def _token(k: int) -> Tree:
    fact, proof, values = _moves(k)
    return have([*_odds(k), (fact, proof)], take(fact, values, KNOWN))


# The pair as a motion; every statement about it has a proof of its own that the tokens do not meet.
DIES_OUT: dict[str, Any] = {
    "frame": NAMES,
    "tokens": 2,
    "where": [
        "u := exp(-time)",
        "r := (1 + u)/2",
        f"y1 := {_PAIR[0]}",
        f"y2 := {_PAIR[1]}",
        f"p := {_POWER}",
    ],
    "letters": {
        "W": euclid(NAMES),
        "M": [["1", "e1", "e1"]],
        "p": _POWER,
        "L": "7",
        "v": "e2",
        "root": "2",
        "y": _PAIR,
    },
    "first": [["always(time >= 0)", rule("time passes")]],
    "given": [
        definite(NAMES),
        leaf(),
        leaf(),
        enter("ae", _SLOW),
        both(
            enter("every", both(leaf(use=FRAME), leaf(use=FRAME))),
            enter("ae", both(_token(0), _token(1))),
        ),
        enter("start", both(leaf(use=FRAME), leaf(use=FRAME))),
    ],
    "show": intro("", stays_apart(_WIDTH)),
}
TOGETHER = "forall i, j: tends(norm(y[i] - y[j]), 0)"

formal("CON-H.3", statement=model(SCALED, HEMISPHERE, {"show": [TOGETHER]}), refuted={"motion": DIES_OUT})
