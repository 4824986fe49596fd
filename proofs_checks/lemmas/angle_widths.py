"""Sums of angles, and how far from 0 an angle is by its cosine."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, have, leaf, lemma, obtain, rule

_SUM = "cos(u + v) == cos(u)*cos(v) - sin(u)*sin(v)"
_ADDED = have(
    [
        ("cos(-v) == cos(v) and sin(-v) == -sin(v)", lemma("LEM-minus-angle", a="v")),
        ("cos(u + v) == cos(u)*cos(-v) + sin(u)*sin(-v)", rule("cosine of a difference", a="u", b="-v")),
    ],
    leaf("eq 1: cos(u + v) == cos(u)*cos(-v) + sin(u)*sin(-v)", use=["cos(-v) == cos(v)", "sin(-v) == -sin(v)"]),
)
formal(
    "LEM-sum-of-angles",
    title="The cosine and the sine of a sum",
    statement={
        "letters": ["u, v: number"],
        "show": [_SUM, "sin(u + v) == sin(u)*cos(v) + cos(u)*sin(v)"],
    },
    proof=[
        _ADDED,
        have(
            [
                ("cos(-v) == cos(v) and sin(-v) == -sin(v)", lemma("LEM-minus-angle", a="v")),
                ("sin(u + v) == sin(u)*cos(-v) - cos(u)*sin(-v)", rule("sine of a difference", a="u", b="-v")),
            ],
            leaf(
                "eq 1: sin(u + v) == sin(u)*cos(-v) - cos(u)*sin(-v)", use=["cos(-v) == cos(v)", "sin(-v) == -sin(v)"]
            ),
        ),
    ],
)

_EVEN = ("cos(abs(a)) == cos(a)", lemma("LEM-absolute-angle"))

_NARROW = [
    _EVEN,
    ("-a <= pi", leaf("1: -pi <= a")),
    ("abs(a) <= pi", rule("absolute at most", e="a", b="pi")),
    (
        "abs(a) <= u",
        lemma(
            "LEM-cosine-reflects",
            KNOWN,
            KNOWN,
            leaf("1: cos(u) <= cos(a)", "eq -1: cos(abs(a)) == cos(a)"),
            a="abs(a)",
            b="u",
        ),
    ),
]

formal(
    "LEM-narrow",
    title="An angle whose cosine is at least that of another one is not farther from 0",
    statement={
        "letters": ["a, u: number"],
        "given": ["-pi <= a", "a <= pi", "0 <= u", "cos(u) <= cos(a)"],
        "show": ["-u <= a", "a <= u"],
    },
    proof=[
        have(
            [*_NARROW, ("-a <= abs(a)", rule("absolute above minus", e="a"))], leaf("1: -a <= abs(a)", "1: abs(a) <= u")
        ),
        have([*_NARROW, ("a <= abs(a)", rule("absolute above", e="a"))], leaf("1: a <= abs(a)", "1: abs(a) <= u")),
    ],
)

formal(
    "LEM-within",
    title="An angle that is not farther from 0 than another one has at least its cosine",
    statement={
        "letters": ["a, u: number"],
        "given": ["-u <= a", "a <= u", "u <= pi"],
        "show": ["cos(a) >= cos(u)"],
    },
    proof=have(
        [
            _EVEN,
            ("abs(a) <= u", rule("absolute at most", KNOWN, leaf("1: -u <= a"), e="a", b="u")),
            ("cos(u) <= cos(abs(a))", lemma("LEM-cosine-falls.weakly", leaf(), KNOWN, KNOWN, a="abs(a)", b="u")),
        ],
        leaf("1: cos(u) <= cos(abs(a))", "eq 1: cos(abs(a)) == cos(a)"),
    ),
)

POLAR = "exists t1 in number: -pi < t1 and t1 <= pi and cos(t1) == {0} and sin(t1) == {1}".format
_WIDTHS = ["0 <= u", "0 <= v", "u + v <= pi"]
_TOGETHER = have(
    [
        ("cos(u) <= cos(a)", leaf("1: c >= cos(u)", "eq -1: cos(a) == c")),
        ("cos(v) <= cos(b)", leaf("1: d >= cos(v)", "eq -1: cos(b) == d")),
        ("-u <= a and a <= u", lemma("LEM-narrow", leaf("1: -pi < a"), a="a", u="u")),
        ("-v <= b and b <= v", lemma("LEM-narrow", leaf("1: -pi < b"), a="b", u="v")),
        (
            "cos(a - b) >= cos(u + v)",
            lemma("LEM-within", leaf("1: -u <= a", "1: b <= v"), leaf("1: a <= u", "1: -v <= b"), a="a - b", u="u + v"),
        ),
        ("cos(a - b) == cos(a)*cos(b) + sin(a)*sin(b)", rule("cosine of a difference")),
    ],
    leaf(
        "1: cos(a - b) >= cos(u + v)",
        "eq 1: cos(a - b) == cos(a)*cos(b) + sin(a)*sin(b)",
        use=["cos(a) == c", "sin(a) == s", "cos(b) == d", "sin(b) == t"],
    ),
)

formal(
    "LEM-angles-add",
    title="The angle between two points is at most the sum of their angles with a third one",
    statement={
        "letters": ["u, v, c, s, d, t: number"],
        "given": [*_WIDTHS, "c^2 + s^2 == 1", "d^2 + t^2 == 1", "c >= cos(u)", "d >= cos(v)"],
        "show": ["c*d + s*t >= cos(u + v)"],
    },
    proof=have(
        [(POLAR("c", "s"), lemma("LEM-polar")), (POLAR("d", "t"), lemma("LEM-polar", c="d", s="t"))],
        obtain(POLAR("c", "s"), "a", obtain(POLAR("d", "t"), "b", _TOGETHER)),
    ),
)
