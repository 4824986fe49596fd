"""Sines and cosines of right, straight and other angles, from the cosines of acute ones."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, absurd, cases, enter, have, intro, leaf, lemma, rule

RIGHT = "sin(pi/2) == 1 and cos(pi) == -1 and sin(pi) == 0"
_GROWING = "sin(pi/2*time/(1 + time))"
_SIDE = "pi/2*time/(1 + time)"


def cosine_of_difference(a: str, b: str, difference: str) -> tuple[str, Tree]:
    """cos(a - b), where the difference is written as it simplifies."""
    said = f"cos({difference}) == cos({a})*cos({b}) + sin({a})*sin({b})"
    return said, rule("cosine of a difference", a=a, b=b)


def sine_of_difference(a: str, b: str, difference: str) -> tuple[str, Tree]:
    """sin(a - b), where the difference is written as it simplifies."""
    said = f"sin({difference}) == sin({a})*cos({b}) - cos({a})*sin({b})"
    return said, rule("sine of a difference", a=a, b=b)


_EIGHTH: list[tuple[str, Tree]] = [
    ("always(time >= 0)", rule("time passes")),
    (
        f"always({_GROWING} >= start({_GROWING}))",
        rule(
            "monotone",
            have(
                [
                    (f"-pi/2 < {_SIDE}", leaf("1/2: pi > 0", "1: pi > 0; time >= 0", times=["1 + time"])),
                    (f"{_SIDE} < pi/2", leaf("1/2: pi > 0", times=["1 + time"])),
                    (f"cos({_SIDE}) > 0", rule("acute angle", a=_SIDE)),
                ],
                leaf(f"1/2: cos({_SIDE}) > 0; pi > 0; 1/(1 + time) > 0; 1/(1 + time) > 0"),
            ),
            z=_GROWING,
        ),
    ),
    (
        "sin(pi/4) >= 0",
        lemma(
            "LEM-reached",
            leaf("1:"),
            enter(
                "every",
                intro("", leaf(f"1: {_GROWING} >= start({_GROWING})", use=["time == 1"])),
            ),
            T="1",
            C="sin(pi/4) >= 0",
        ),
    ),
]

_AT_RIGHT = [
    ("cos(pi/2) == 0", rule("quarter turn")),
    ("cos(pi/4) > 0", rule("acute angle", leaf("3/4: pi > 0"), leaf("1/4: pi > 0"), a="pi/4")),
    cosine_of_difference("pi/2", "pi/4", "pi/4"),
    (
        "1 + sin(pi/2) > 0",
        cases(
            "sin(pi/2)",
            leaf("1:", "1: sin(pi/2) >= 0"),
            absurd(
                lemma(
                    "LEM-two-signs",
                    leaf(
                        "1: sin(pi/4) >= 0; -sin(pi/2) > 0",
                        f"eq 1: {cosine_of_difference('pi/2', 'pi/4', 'pi/4')[0]}",
                        "eq cos(pi/4): cos(pi/2) == 0",
                    ),
                    leaf("1: cos(pi/4) > 0"),
                    a="-cos(pi/4)",
                )
            ),
        ),
    ),
    ("sin(pi/2) == 1", leaf("eq -cos(pi/2): cos(pi/2) == 0", times=["1 + sin(pi/2)"])),
]
_STRAIGHT = [
    cosine_of_difference("pi", "pi/2", "pi/2"),
    sine_of_difference("pi", "pi/2", "pi/2"),
]
_EQUATIONS = ["cos(pi/2) == 0", "sin(pi/2) == 1", *(said for said, _ in _STRAIGHT)]

formal(
    "LEM-right-angle",
    title="Sines and cosines of a right and of a straight angle",
    statement={"show": ["sin(pi/2) == 1", "cos(pi) == -1", "sin(pi) == 0"]},
    proof=[
        have([*_EIGHTH, *_AT_RIGHT], KNOWN),
        have([*_EIGHTH, *_AT_RIGHT, *_STRAIGHT], leaf(f"eq 1: {_STRAIGHT[1][0]}", use=_EQUATIONS[:2])),
        have([*_EIGHTH, *_AT_RIGHT, *_STRAIGHT], leaf(f"eq -1: {_STRAIGHT[0][0]}", use=_EQUATIONS[:2])),
    ],
)

formal(
    "LEM-minus-angle",
    title="The cosine is even, the sine is odd",
    statement={"letters": ["a: number"], "show": ["cos(-a) == cos(a)", "sin(-a) == -sin(a)"]},
    proof=[
        have([cosine_of_difference("0", "a", "-a")], KNOWN),
        have([sine_of_difference("0", "a", "-a")], KNOWN),
    ],
)

formal(
    "LEM-same-cosine",
    title="Equal angles have equal cosines",
    statement={"letters": ["a, b: number"], "given": ["a == b"], "show": ["cos(a) == cos(b)"]},
    proof=leaf(use=["a == b"]),
)

_SAME_SIDE = rule(
    "antisymmetry",
    rule("absolute at most", leaf(), KNOWN, e="a", b="a"),
    rule("absolute above", e="a"),
    a="abs(a)",
    b="a",
)
_OTHER_SIDE = rule(
    "antisymmetry",
    rule("absolute at most", KNOWN, leaf(), e="a", b="-a"),
    rule("absolute above minus", e="a"),
    a="abs(a)",
    b="-a",
)

formal(
    "LEM-absolute-angle",
    title="The cosine of an angle without its sign",
    statement={"letters": ["a: number"], "show": ["cos(abs(a)) == cos(a)"]},
    proof=cases(
        "a",
        have([("abs(a) == a", _SAME_SIDE)], lemma("LEM-same-cosine", a="abs(a)", b="a")),
        have(
            [
                ("abs(a) == -a", _OTHER_SIDE),
                ("cos(abs(a)) == cos(-a)", lemma("LEM-same-cosine", a="abs(a)", b="-a")),
                ("cos(-a) == cos(a) and sin(-a) == -sin(a)", lemma("LEM-minus-angle")),
            ],
            leaf("eq 1: cos(abs(a)) == cos(-a)", "eq 1: cos(-a) == cos(a)"),
        ),
    ),
)

formal(
    "LEM-sine-positive",
    title="The sine is positive between 0 and pi",
    statement={"letters": ["a: number"], "given": ["0 < a", "a < pi"], "show": ["sin(a) > 0"]},
    proof=have(
        [
            ("cos(pi/2) == 0", rule("quarter turn")),
            (RIGHT, lemma("LEM-right-angle")),
            ("cos(a - pi/2) > 0", rule("acute angle", leaf("1: 0 < a"), leaf("1: a < pi"), a="a - pi/2")),
            cosine_of_difference("a", "pi/2", "a - pi/2"),
        ],
        leaf(
            "1: cos(a - pi/2) > 0",
            f"eq 1: {cosine_of_difference('a', 'pi/2', 'a - pi/2')[0]}",
            use=["cos(pi/2) == 0", "sin(pi/2) == 1"],
        ),
    ),
)

formal(
    "LEM-sine-nonnegative",
    title="The sine is not negative from 0 to pi",
    statement={"letters": ["a: number"], "given": ["0 <= a", "a <= pi"], "show": ["sin(a) >= 0"]},
    proof=have(
        [(RIGHT, lemma("LEM-right-angle"))],
        cases(
            "-a",
            have([("a == 0", rule("antisymmetry", leaf("1: -a >= 0"), KNOWN, a="a", b="0"))], leaf(use=["a == 0"])),
            cases(
                "a - pi",
                have(
                    [("a == pi", rule("antisymmetry", KNOWN, leaf("1: a - pi >= 0"), a="a", b="pi"))],
                    leaf(use=["a == pi", "sin(pi) == 0"]),
                ),
                have(
                    [
                        ("0 < a", leaf("1: -a < 0")),
                        ("a < pi", leaf("1: a - pi < 0")),
                        ("sin(a) > 0", lemma("LEM-sine-positive")),
                    ],
                    leaf("1: sin(a) > 0"),
                ),
            ),
        ),
    ),
)
