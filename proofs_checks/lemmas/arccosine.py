"""Every number from -1 to 1 is the cosine of one angle from 0 to pi; points of the circle have angles."""

from __future__ import annotations

from proofs_checks.lemmas.angles import RIGHT
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    cases,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    witness,
)

_STOPPED = "min(time, pi)"
_FOUND = "exists a in number: 0 <= a and a <= pi and cos(a) == c"
_BETWEEN = [
    (f"0 <= {_STOPPED}", rule("minimum above", KNOWN, KNOWN, a="time", b="pi", c="0")),
    (f"{_STOPPED} <= pi", rule("minimum below second", a="time", b="pi")),
]
_AT_START = enter(
    "start",
    have(
        [
            (f"0 <= {_STOPPED}", rule("minimum above", leaf(), leaf("1: pi > 0"), a="time", b="pi", c="0")),
            (f"{_STOPPED} <= time", rule("minimum below first", a="time", b="pi")),
            (f"{_STOPPED} == 0", rule("antisymmetry", leaf(f"1: {_STOPPED} <= time"), KNOWN, a=_STOPPED, b="0")),
        ],
        leaf("1: c < 1", use=[f"{_STOPPED} == 0"]),
    ),
)
_NEVER = enter(
    "every",
    split(
        f"cos({_STOPPED}) == c or cos({_STOPPED}) != c",
        have(
            [*_BETWEEN, (_FOUND, witness(_STOPPED, both(KNOWN, KNOWN, KNOWN)))],
            rule("contradiction", P=_FOUND, C=f"cos({_STOPPED}) != c"),
        ),
        KNOWN,
    ),
)
_AT_PI = have(
    [
        ("pi <= min(time, pi)", rule("minimum above", leaf("eq -1: time == pi"), leaf(), a="time", b="pi", c="pi")),
        (f"{_STOPPED} <= pi", rule("minimum below second", a="time", b="pi")),
        (f"{_STOPPED} == pi", rule("antisymmetry", KNOWN, KNOWN, a=_STOPPED, b="pi")),
        (f"cos({_STOPPED}) == -1", leaf(use=[f"{_STOPPED} == pi", "cos(pi) == -1"])),
    ],
    have(
        [("-1 - c > 0", leaf(f"1: cos({_STOPPED}) > c", f"eq 1: cos({_STOPPED}) == -1"))],
        lemma("LEM-two-signs", leaf("1: -1 <= c"), leaf("1: -1 - c > 0"), a="1 + c"),
    ),
)
_NONE = have(
    [
        (RIGHT, lemma("LEM-right-angle")),
        ("always(time >= 0)", rule("time passes")),
        (
            "c < 1",
            cases(
                "c - 1",
                have(
                    [
                        ("c == 1", rule("antisymmetry", KNOWN, leaf("1: c - 1 >= 0"), a="c", b="1")),
                        (_FOUND, witness("0", both(KNOWN, leaf("1: pi > 0"), leaf("eq -1: c == 1")))),
                    ],
                    rule("contradiction", P=_FOUND, C="c < 1"),
                ),
                leaf("1: c - 1 < 0"),
            ),
        ),
        (
            f"always(cos({_STOPPED}) > c)",
            lemma("LEM-no-crossing", _AT_START, _NEVER, z=f"cos({_STOPPED})", l="c"),
        ),
    ],
    absurd(lemma("LEM-reached", KNOWN, enter("every", intro("", _AT_PI)), T="pi", C="1 <= 0")),
)

formal(
    "LEM-arccosine",
    title="Every number from -1 to 1 is the cosine of an angle from 0 to pi",
    statement={"letters": ["c: number"], "given": ["-1 <= c", "c <= 1"], "show": [_FOUND]},
    proof=split(f"({_FOUND}) or not ({_FOUND})", KNOWN, _NONE),
)


def _same_size(a: str, b: str) -> Tree:
    """Two nonnegative numbers with the same square."""
    square = "sin(t)^2 == s^2"
    return rule(
        "antisymmetry",
        rule("below the square", KNOWN, leaf(f"eq 1: {square}"), a=a, b=b),
        rule("below the square", KNOWN, leaf(f"eq -1: {square}"), a=b, b=a),
        a=a,
        b=b,
    )


_NOT_STRAIGHT = cases(
    "t - pi",
    have(
        [
            (RIGHT, lemma("LEM-right-angle")),
            ("t == pi", rule("antisymmetry", KNOWN, leaf("1: t - pi >= 0"), a="t", b="pi")),
            ("sin(t) == 0", leaf(use=["t == pi", "sin(pi) == 0"])),
        ],
        absurd(lemma("LEM-two-signs", leaf("eq 1: sin(t) == 0", "eq -1: sin(t) == -s"), KNOWN, a="s")),
    ),
    leaf("1: t - pi < 0"),
)

_ANGLE = "exists t in number: -pi < t and t <= pi and cos(t) == c and sin(t) == s"
formal(
    "LEM-polar",
    title="A point of the circle has an angle",
    statement={"letters": ["c, s: number"], "given": ["c^2 + s^2 == 1"], "show": [_ANGLE]},
    proof=have(
        [
            ("c <= 1", rule("below the square", leaf("1:"), leaf("1: sq s", "eq 1: c^2 + s^2 == 1"), a="c", b="1")),
            ("-c <= 1", rule("below the square", leaf("1:"), leaf("1: sq s", "eq 1: c^2 + s^2 == 1"), a="-c", b="1")),
            (_FOUND, lemma("LEM-arccosine", leaf("1: -c <= 1"))),
        ],
        obtain(
            _FOUND,
            "t",
            have(
                [
                    ("sin(t)^2 == s^2", leaf("eq -1: c^2 + s^2 == 1", "eq -(cos(t) + c): cos(t) == c")),
                    ("sin(t) >= 0", lemma("LEM-sine-nonnegative", a="t")),
                ],
                cases(
                    "s",
                    witness(
                        "t",
                        both(
                            leaf("1: 0 <= t", "1: pi > 0"),
                            KNOWN,
                            KNOWN,
                            _same_size("sin(t)", "s"),
                        ),
                    ),
                    have(
                        [
                            ("cos(-t) == cos(t) and sin(-t) == -sin(t)", lemma("LEM-minus-angle", a="t")),
                            ("sin(t) == -s", _same_size("sin(t)", "-s")),
                        ],
                        witness(
                            "-t",
                            both(
                                _NOT_STRAIGHT,
                                leaf("1: 0 <= t", "1: pi > 0"),
                                leaf("eq 1: cos(-t) == cos(t)", "eq 1: cos(t) == c"),
                                leaf("eq 1: sin(-t) == -sin(t)", "eq -1: sin(t) == -s"),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

_C, _S = "dot(x, e)", "dot(x, f)"
_SPLIT = f"x == {_C}*e + {_S}*f"
_ON_CIRCLE = f"{_C}^2 + {_S}^2 == 1"
_ITS_ANGLE = f"exists t in number: -pi < t and t <= pi and cos(t) == {_C} and sin(t) == {_S}"
_AT = "exists t in number: -pi < t and t <= pi and x == cos(t)*e + sin(t)*f"

formal(
    "LEM-plane-angle",
    title="A unit vector of the plane of two orthonormal vectors has an angle",
    statement={
        "letters": ["e, f, x: vector"],
        "given": ["dot(e, e) == 1", "dot(f, f) == 1", "dot(e, f) == 0", _SPLIT, "dot(x, x) == 1"],
        "show": [_AT],
    },
    proof=have(
        [
            (f"dot(x, x) == dot(x, {_C}*e + {_S}*f)", lemma("LEM-same-dot", u="x", w=f"{_C}*e + {_S}*f", z="x")),
            (_ON_CIRCLE, leaf(f"eq -1: dot(x, x) == dot(x, {_C}*e + {_S}*f)", "eq 1: dot(x, x) == 1")),
            (_ITS_ANGLE, lemma("LEM-polar", c=_C, s=_S)),
        ],
        obtain(
            _ITS_ANGLE,
            "t",
            witness(
                "t",
                both(
                    KNOWN,
                    KNOWN,
                    rule(
                        "equal vectors",
                        leaf(
                            "eq 1: dot(x, x) == 1",
                            f"eq -2: {_ON_CIRCLE}",
                            f"eq -2*{_C}: cos(t) == {_C}",
                            f"eq -2*{_S}: sin(t) == {_S}",
                            use=["dot(e, e) == 1", "dot(f, f) == 1", "dot(e, f) == 0"],
                        ),
                        u="x",
                        w="cos(t)*e + sin(t)*f",
                    ),
                ),
            ),
        ),
    ),
)
