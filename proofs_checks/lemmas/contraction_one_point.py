"""A contraction of three numbers, in a weighted maximum norm, has at most one fixed point."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.contraction_of_three import CENTRE, CLOSER, STATEMENT, WEIGHTS, all_of, apart, at
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, lemma, obtain, rule, take

_ONE, _OTHER = ("a1", "b1", "c1"), ("a2", "b2", "c2")
_BETWEEN = [(f"{s} - {t}", w) for s, t, w in zip(_ONE, _OTHER, WEIGHTS, strict=True)]
_IN_BALL = [apart(point, CENTRE, "r") for point in (_ONE, _OTHER)]
_FIXED_POINTS = [f"{image} == {s}" for point in (_ONE, _OTHER) for image, s in zip(at(point), point, strict=True)]
_GAPS = apart(_ONE, _OTHER, "q^{}*(2*r)").format
_POWERS = "forall e in number: e > 0 => (exists s in size: forall n in size: n >= s => q^n < e)"


def _wide(first: str, second: str, centre: str, unit: str) -> Tree:
    """Two numbers of the ball are at most its diameter apart."""
    steps: Steps = []
    for s in (first, second):
        gap = f"{s} - {centre}"
        steps += [
            (f"{gap} <= abs({gap})", rule("absolute above", e=gap)),
            (f"-({gap}) <= abs({gap})", rule("absolute above minus", e=gap)),
        ]

    def side(up: str, down: str) -> Tree:
        return leaf(
            f"1: {up} - {centre} <= abs({up} - {centre})",
            f"1: -({down} - {centre}) <= abs({down} - {centre})",
            f"1: abs({up} - {centre}) <= r*{unit}",
            f"1: abs({down} - {centre}) <= r*{unit}",
        )

    return have(
        steps,
        rule(
            "absolute at most", side(first, second), side(second, first), e=f"{first} - {second}", b=f"q^0*(2*r)*{unit}"
        ),
    )


CLOSER_YET = have(
    [
        ("q^m >= 0", take("forall n in size: q^n >= 0", ["m"], KNOWN)),
        ("q^m*(2*r) >= 0", leaf("2: q^m >= 0; r >= 0")),
        (
            apart(at(_ONE), at(_OTHER), "q*(q^m*(2*r))"),
            take(CLOSER, [*_ONE, *_OTHER, "q^m*(2*r)"], KNOWN),
        ),
    ],
    both(
        *[
            leaf(f"1: abs({image} - {other}) <= q*(q^m*(2*r))*{w}", use=_FIXED_POINTS)
            for image, other, w in zip(at(_ONE), at(_OTHER), WEIGHTS, strict=True)
        ]
    ),
)


def _equal(s: str, t: str, unit: str, part: str) -> Tree:
    """Numbers whose distance is below every power of q are equal."""
    share = f"abs({s} - {t})/((2*r + 1)*{unit})"
    vanishes = take(
        _POWERS,
        ["d"],
        obtain(
            "exists s in size: forall n in size: n >= s => q^n < d",
            "m",
            have(
                [
                    "q^m < d",
                    (part.format("m"), take("forall n in size: " + part.format("n"), ["m"], KNOWN)),
                ],
                leaf(
                    f"1: {part.format('m')}",
                    f"2: q^m < d; r >= 0; {unit} > 0",
                    f"1: d > 0; {unit} > 0",
                    times=["2*r + 1", unit],
                ),
            ),
        ),
    )
    return have(
        [
            ("2*r + 1 > 0", leaf("2: r >= 0", "1:")),
            (f"{share} <= 0", lemma("LEM-not-positive", intro("d,", vanishes), a=share)),
            (f"abs({s} - {t}) <= 0", leaf(f"1: {share} <= 0; 2*r + 1 > 0; {unit} > 0")),
            (f"{s} - {t} <= abs({s} - {t})", rule("absolute above", e=f"{s} - {t}")),
            (f"-({s} - {t}) <= abs({s} - {t})", rule("absolute above minus", e=f"{s} - {t}")),
        ],
        rule(
            "antisymmetry",
            leaf(f"1: {s} - {t} <= abs({s} - {t})", f"1: abs({s} - {t}) <= 0"),
            leaf(f"1: -({s} - {t}) <= abs({s} - {t})", f"1: abs({s} - {t}) <= 0"),
            a=s,
            b=t,
        ),
    )


_ALL_GAPS = f"forall n in size: {_GAPS('n', 'n', 'n')}"
_PARTS = [f"abs({gap}) <= q^{{0}}*(2*r)*{unit}" for gap, unit in _BETWEEN]

_ZERO = "fn(x in number, y in number, z in number: 0)"
_TO_ZERO: dict[str, Any] = {
    "letters": {
        **dict.fromkeys(("f", "g", "h"), _ZERO),
        **dict.fromkeys((*CENTRE, *_ONE, *_OTHER, "q"), 0),
        **dict.fromkeys((*WEIGHTS, "r"), 1),
    }
}
"""All triples go to zero."""

formal(
    "LEM-contraction.of-three.one",
    title="A contraction of three numbers has at most one fixed point in a ball",
    statement={
        "letters": [*STATEMENT["letters"], f"{', '.join((*_ONE, *_OTHER))}: number"],
        "given": [*STATEMENT["given"], "u > 0", "v > 0", "w > 0", *_IN_BALL, *_FIXED_POINTS],
        "show": [all_of(*(f"{s} == {t}" for s, t in zip(_ONE, _OTHER, strict=True)))],
    },
    proof=have(
        [
            (
                "forall n in size: q^n >= 0",
                rule("induction", leaf("1:"), leaf("1: q^m >= 0; 0 <= q"), P="fn(n: q^n >= 0)", new={"n": "m"}),
            ),
            (_POWERS, lemma("LEM-powers-vanish")),
            (
                _ALL_GAPS,
                rule(
                    "induction",
                    both(*[_wide(s, t, c, w) for s, t, c, w in zip(_ONE, _OTHER, CENTRE, WEIGHTS, strict=True)]),
                    CLOSER_YET,
                    P=f"fn(n: {_GAPS('n', 'n', 'n')})",
                    new={"n": "m"},
                ),
            ),
            *[
                (
                    "forall n in size: " + part.format("n"),
                    intro("m", have([(_GAPS("m", "m", "m"), take(_ALL_GAPS, ["m"], KNOWN))], KNOWN)),
                )
                for part in _PARTS
            ],
        ],
        both(*[_equal(s, t, w, part) for s, t, w, part in zip(_ONE, _OTHER, WEIGHTS, _PARTS, strict=True)]),
    ),
    instance=_TO_ZERO,
    twin=Variant(
        "one of the two points need not be fixed",
        {"f(a2, b2, c2) == a2": "f(a1, b1, c1) == a1"},
        {"letters": {**_TO_ZERO["letters"], "a2": "1/2"}},
    ),
)
