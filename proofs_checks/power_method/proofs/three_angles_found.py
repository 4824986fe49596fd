"""POW-N8.three: the three angles exist, by contraction, and no others are near them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs_checks.lemmas.contraction_of_three import GROUPS
from proofs_checks.power_method.proofs.three_angles import (
    ANGLES,
    FACTOR,
    FAR,
    NEAR,
    ONE,
    OTHER,
    PAIRS,
    UNITS,
    ball,
    order,
    step,
)
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, boxes, have, intro, leaf, lemma, obtain, rule, witness
from verify.verdict import Verdict

STEPS: dict[str, Any] = {
    name: f"fn(s in number, t in number, z in number: {step(('s', 't', 'z'), g)})"
    for g, name in enumerate(("f", "g", "h"))
}
NUMBERS: dict[str, Any] = {
    **dict(zip(("a0", "b0", "c0"), ANGLES, strict=True)),
    **dict(zip(("u", "v", "w"), UNITS, strict=True)),
    "q": FACTOR,
}


def contracts(r: str) -> Tree:
    """The steps bring any two triples of the ball of radius r nearer to each other, by FACTOR."""
    rest = Fraction(FAR) - Fraction(r)
    inside = [
        (
            ball(point, FAR),
            both(
                *[
                    leaf(f"1: abs({s} - ({c})) <= {r}*{u}", *([f"{rest * Fraction(u)}:"] if rest else []))
                    for s, c, u in zip(point, ANGLES, UNITS, strict=True)
                ]
            ),
        )
        for point in (ONE, OTHER)
    ]
    sides: Steps = []
    for g, group in enumerate(GROUPS):
        for one, other in ((ONE, OTHER), (OTHER, ONE)):
            swapped: dict[str, Any] = dict(zip((*ONE, *OTHER), (*one, *other), strict=True))
            sides.append(
                (
                    f"{step(one, g)} - {step(other, g)} <= {FACTOR}*k1*{UNITS[g]}",
                    lemma(f"LEM-three-angles.closer.{group}", k="k1", **swapped),
                )
            )
    back = [
        (f"abs({t} - {s}) <= k1*{u}", leaf(f"1: abs({s} - {t}) <= k1*{u}"))
        for s, t, u in zip(ONE, OTHER, UNITS, strict=True)
    ]
    goals = [
        rule(
            "absolute at most",
            leaf(f"1: {step(ONE, g)} - {step(OTHER, g)} <= {FACTOR}*k1*{UNITS[g]}"),
            leaf(f"1: {step(OTHER, g)} - {step(ONE, g)} <= {FACTOR}*k1*{UNITS[g]}"),
            e=f"{step(ONE, g)} - {step(OTHER, g)}",
            b=f"{FACTOR}*k1*{UNITS[g]}",
        )
        for g in range(3)
    ]
    return intro([*ONE, *OTHER, "k1", "", "", "", ""], have([*inside, *back, *sides], both(*goals)))


_ANY = ("y1", "y2", "y3")
_EXISTS = f"exists {', '.join(f'{s} in number' for s in _ANY)}: {ball(_ANY, NEAR)} and {{}}".format
_FOUND = _EXISTS(" and ".join(f"{step(_ANY, g)} == {_ANY[g]}" for g in range(3)))
SHOWN = _EXISTS(" and ".join(f"across({', '.join(order(_ANY, g))}) == 0" for g in range(3)))

formal(
    "LEM-three-angles",
    title="Three angles near stated ones at which no cluster is pulled across its tokens",
    statement=model(
        PAIRS,
        {"groups": list(GROUPS), "letters": ["e: vector"], "given": ["dot(e, e) == 1"], "show": [SHOWN]},
    ),
    proof=have(
        [
            (
                _FOUND,
                lemma(
                    "LEM-contraction.of-three",
                    *[KNOWN] * 4,
                    contracts(NEAR),
                    *[KNOWN] * 4,
                    both(*[boxes()] * 3),
                    r=NEAR,
                    least="2/5",
                    **STEPS,
                    **NUMBERS,
                ),
            )
        ],
        obtain(
            _FOUND,
            "a1,b1,c1",
            witness(
                "a1",
                witness(
                    "b1",
                    witness(
                        "c1", both(KNOWN, KNOWN, KNOWN, *[leaf(f"eq 20: {step(ONE, g)} == {ONE[g]}") for g in range(3)])
                    ),
                ),
            ),
        ),
    ),
    expected=Verdict.CERTIFIED,
)

_P, _R = ("p1", "p2", "p3"), ("r1", "r2", "r3")
_RESTING = [f"across({', '.join(order(point, g))}) == 0" for point in (_P, _R) for g in range(3)]

_POINTS: dict[str, Any] = dict(zip(("a1", "b1", "c1", "a2", "b2", "c2"), (*_P, *_R), strict=True))

formal(
    "LEM-three-angles.one",
    title="Only three angles near the stated ones are such that no cluster is pulled across its tokens",
    statement=model(
        PAIRS,
        {
            "letters": [f"{', '.join((*_P, *_R))}: number"],
            "given": [ball(_P, FAR), ball(_R, FAR), *_RESTING],
            "show": [" and ".join(f"{s} == {t}" for s, t in zip(_P, _R, strict=True))],
        },
    ),
    proof=lemma(
        "LEM-contraction.of-three.one",
        *[KNOWN] * 3,
        contracts(FAR),
        *[KNOWN] * 5,
        *[leaf(f"eq 1/20: {fact}") for fact in _RESTING],
        r=FAR,
        **STEPS,
        **NUMBERS,
        **_POINTS,
    ),
    expected=Verdict.CERTIFIED,
)
