"""Arcs of the circle that grow: half as much as the next point is away, to the side on which it lies.

A point is given by its coordinates, an arc by the angle of its middle and half its length.
"""

from __future__ import annotations

from proofs_checks.lemmas.angle_widths import POLAR
from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, cases, have, leaf, lemma, obtain, rule

ALONG = "{0}*cos({2}) + {1}*sin({2})".format
ACROSS = "{1}*cos({2}) - {0}*sin({2})".format
_UNIT = "x^2 + y^2 == 1"
_HERE, _SIDE = ALONG("x", "y", "p"), ACROSS("x", "y", "p")


def _wider(sign: str) -> Tree:
    """The arc whose middle is turned by h and that is longer by h to either side."""
    middle = f"p {sign} h"
    turned = f"cos({middle}) == cos(p)*cos(h) {'-' if sign == '+' else '+'} sin(p)*sin(h)"
    crossed = f"sin({middle}) == sin(p)*cos(h) {sign} cos(p)*sin(h)"
    difference = [
        (turned, rule("cosine of a difference", a="p", b="h")),
        (crossed, rule("sine of a difference", a="p", b="h")),
    ]
    both_known = [(f"{turned} and {crossed}", lemma("LEM-sum-of-angles", u="p", v="h"))]
    s, t = f"({_SIDE})", "sin(h)" if sign == "+" else "(-sin(h))"
    added = f"({_HERE})*cos(h) + {s}*{t} >= cos(w + h)"
    return have(
        [
            *(difference if sign == "-" else both_known),
            (
                added,
                lemma(
                    "LEM-angles-add",
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    leaf(f"eq cos(p)^2 + sin(p)^2: {_UNIT}"),
                    leaf(),
                    KNOWN,
                    leaf(),
                    u="w",
                    v="h",
                    c=_HERE,
                    s=_SIDE,
                    d="cos(h)",
                    t=t,
                ),
            ),
        ],
        leaf(f"1: {added}", use=[turned, crossed]),
    )


_ARC = ["0 <= w", "0 <= h"]
_ANGLES = "p, w, h, x, y: number"

formal(
    "LEM-arc-wider",
    title="What is in an arc is in one that is turned, and longer by as much to either side",
    statement={
        "letters": [_ANGLES],
        "given": [*_ARC, "w + h <= pi", _UNIT, f"{_HERE} >= cos(w)"],
        "show": [f"{ALONG('x', 'y', f'(p {sign} h)')} >= cos(w + h)" for sign in "+-"],
    },
    proof=[_wider("+"), _wider("-")],
)

_COSINE_SUM = "cos({0} + h) == cos({0})*cos(h) - sin({0})*sin(h)"
_SINE_SUM = "sin({0} + h) == sin({0})*cos(h) + cos({0})*sin(h)"
_SUMS = f"{_COSINE_SUM} and {_SINE_SUM}"
_REACHED = [f"{ALONG('x', 'y', f'(p {sign} h)')} >= cos(w + h)" for sign in "+-"]
_AWAY = POLAR(_HERE, _SIDE)


def _toward(sign: str) -> Tree:
    """The middle is turned to the side on which the point lies."""
    turned = f"a {'-' if sign == '+' else '+'} h"
    middle = f"p {sign} h"
    near = f"cos({turned}) >= cos(w + h)"
    sums = [
        ("cos(a - h) == cos(a)*cos(h) + sin(a)*sin(h)", rule("cosine of a difference", a="a", b="h")),
        ("cos(p - h) == cos(p)*cos(h) + sin(p)*sin(h)", rule("cosine of a difference", a="p", b="h")),
        ("sin(p - h) == sin(p)*cos(h) - cos(p)*sin(h)", rule("sine of a difference", a="p", b="h")),
        (_SUMS.format("a"), lemma("LEM-sum-of-angles", u="a", v="h")),
        (_SUMS.format("p"), lemma("LEM-sum-of-angles", u="p", v="h")),
    ]
    equation = "cos(a - h) == cos(a)*cos(h) + sin(a)*sin(h)" if sign == "+" else _COSINE_SUM.format("a")
    used = (
        [_COSINE_SUM.format("p"), _SINE_SUM.format("p")]
        if sign == "+"
        else [f"cos({middle}) == cos(p)*cos(h) + sin(p)*sin(h)", f"sin({middle}) == sin(p)*cos(h) - cos(p)*sin(h)"]
    )
    low, high = (
        (leaf("1: a >= 0", "1: 0 <= w"), leaf("1: a <= w + 2*h"))
        if sign == "+"
        else (leaf("1: -(w + 2*h) <= a"), leaf("1: a < 0", "1: 0 <= w"))
    )
    return have(
        [(near, lemma("LEM-within", low, high, leaf("1: w + 2*h <= pi", "1: 0 <= h"), a=turned, u="w + h")), *sums],
        leaf(
            f"1: {near}",
            f"eq 1: {equation}",
            use=[f"cos(a) == {_HERE}", f"sin(a) == {_SIDE}", *used],
        ),
    )


formal(
    "LEM-arc-reaches",
    title="An arc reaches a point that is twice as far away as it is turned and widened, to one side or the other",
    statement={
        "letters": [_ANGLES],
        "given": [*_ARC, "w + 2*h <= pi", _UNIT, f"{_HERE} >= cos(w + 2*h)"],
        "show": [" or ".join(_REACHED)],
    },
    proof=have(
        [(_AWAY, lemma("LEM-polar", leaf(f"eq cos(p)^2 + sin(p)^2: {_UNIT}"), c=_HERE, s=_SIDE))],
        obtain(
            _AWAY,
            "a",
            have(
                [
                    (
                        "-(w + 2*h) <= a and a <= w + 2*h",
                        lemma(
                            "LEM-narrow",
                            leaf("1: -pi < a"),
                            KNOWN,
                            leaf("1: 0 <= w", "2: 0 <= h"),
                            leaf(f"1: {_HERE} >= cos(w + 2*h)", f"eq -1: cos(a) == {_HERE}"),
                            u="w + 2*h",
                        ),
                    )
                ],
                cases("a", {"left": _toward("+")}, {"right": _toward("-")}),
            ),
        ),
    ),
)

_FIRST, _FIRST_SIDE = ALONG("X", "Y", "p"), ACROSS("X", "Y", "p")
_PRODUCT = "X*x + Y*y"
_TURN = f"({_FIRST})*({_PRODUCT}) + ({_FIRST_SIDE})*(Y*x - X*y) >= cos(w + 2*h)"

formal(
    "LEM-arc-next",
    title="An arc that is turned and widened reaches a point near one of its own",
    statement={
        "letters": [_ANGLES, "X, Y: number"],
        "given": [
            *_ARC,
            "w + 2*h <= pi",
            _UNIT,
            "X^2 + Y^2 == 1",
            f"{_FIRST} >= cos(w)",
            f"{_PRODUCT} >= cos(2*h)",
        ],
        "show": [" or ".join(_REACHED)],
    },
    proof=have(
        [
            (
                _TURN,
                lemma(
                    "LEM-angles-add",
                    KNOWN,
                    leaf("2: 0 <= h"),
                    KNOWN,
                    leaf("eq cos(p)^2 + sin(p)^2: X^2 + Y^2 == 1"),
                    leaf(f"eq 1: {_UNIT}", "eq x^2 + y^2: X^2 + Y^2 == 1"),
                    KNOWN,
                    KNOWN,
                    u="w",
                    v="2*h",
                    c=_FIRST,
                    s=_FIRST_SIDE,
                    d=_PRODUCT,
                    t="Y*x - X*y",
                ),
            ),
            (f"{_HERE} >= cos(w + 2*h)", leaf(f"1: {_TURN}", f"eq {_HERE}: X^2 + Y^2 == 1")),
        ],
        lemma("LEM-arc-reaches"),
    ),
)
