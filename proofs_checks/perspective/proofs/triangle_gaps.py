"""Three tokens on the circle, beta < -2/3: where no gap is large, the largest gap does not grow.

For beta < 0 the pull sin(s) exp(beta cos(s)) of two neighbours rises with their gap s up to an angle `top`, which is
above that of the regular triangle where beta < -2/3. So a largest gap is drawn together.
"""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, lemma, rule, split

PULL = "sin({0})*exp(beta*cos({0}))".format
RISES = "cos(top) - beta*(1 - cos(top)^2) >= 0"
_SLOPE = "cos(t) - beta*(1 - cos(t)^2) >= 0"
_MORE = "2*beta*(cos(t) - cos(s))"


_UNDER_ONE = rule("below the square", KNOWN, leaf("1: sq sin(t)"), a="cos(t)", b="1")

_SQUARES = f"sin(s)^2 <= sin(t)^2*exp({_MORE})"
formal(
    "LEM-gap-pull",
    title="For beta < 0 the pull of two neighbours rises with their gap, up to an angle",
    statement={
        "letters": ["beta, top, s, t: number"],
        "given": ["beta < 0", "top <= pi", "cos(top) < 1", RISES, "0 <= s", "s <= t", "t <= top"],
        "show": [f"{PULL('s')} <= {PULL('t')}"],
    },
    proof=have(
        [
            ("cos(t) <= 1", _UNDER_ONE),
            ("t <= pi", leaf("1: t <= top", "1: top <= pi")),
            ("0 <= t", leaf("1: 0 <= s", "1: s <= t")),
            ("cos(t) <= cos(s)", lemma("LEM-cosine-falls.weakly", a="s", b="t")),
            ("cos(top) <= cos(t)", lemma("LEM-cosine-falls.weakly", a="t", b="top")),
            ("sin(t) >= 0", lemma("LEM-sine-nonnegative", a="t")),
            (
                _SLOPE,
                leaf(
                    f"1: cos(t) <= 1; {RISES}",
                    "1: cos(top) <= cos(t)",
                    "1: -beta > 0; cos(top) <= cos(t); cos(t) <= 1; cos(top) < 1",
                    times=["1 - cos(top)"],
                ),
            ),
            (f"1 + {_MORE} <= exp({_MORE})", rule("exp tangent", a=_MORE)),
            (
                _SQUARES,
                leaf(
                    f"2: cos(t) <= cos(s); {_SLOPE}",
                    "1: cos(t) <= cos(s); cos(t) <= cos(s)",
                    f"1: 1 + {_MORE} <= exp({_MORE}); sq sin(t)",
                ),
            ),
        ],
        rule("below the square", a=PULL("s"), b=PULL("t")),
    ),
)

GAPS = ("u", "v", "w")
BETWEEN = {"u": ("b", "v", "a", "w"), "v": ("c", "w", "b", "u"), "w": ("a", "u", "c", "v")}
MOVES = {
    x: f"rate({x}) == {p}*({PULL(y)} - {PULL(x)}) + {q}*({PULL(z)} - {PULL(x)})" for x, (p, y, q, z) in BETWEEN.items()
}
NARROW = "u < top and v < top and w < top"
_MOST = "max(max(u, v), w)"
_EACH = f"forall s in number, t in number: 0 <= s and s <= t and t <= top => {PULL('s')} <= {PULL('t')}"
_BELOW_MOST: Steps = [
    ("u <= max(u, v)", rule("maximum above first", a="u", b="v")),
    ("v <= max(u, v)", rule("maximum above second", a="u", b="v")),
    (f"max(u, v) <= {_MOST}", rule("maximum above first", a="max(u, v)", b="w")),
    (f"w <= {_MOST}", rule("maximum above second", a="max(u, v)", b="w")),
    (f"u <= {_MOST}", leaf("1: u <= max(u, v)", f"1: max(u, v) <= {_MOST}")),
    (f"v <= {_MOST}", leaf("1: v <= max(u, v)", f"1: max(u, v) <= {_MOST}")),
]


def _less(x: str, y: str) -> tuple[str, Tree]:
    """The pull over a gap y is at most that over the largest gap x."""
    others = [z for z in GAPS if z != y]
    steps: Steps = [
        (f"0 <= {y}", leaf(*(f"1: {z} <= top" for z in others), "2: top <= pi", "eq -1: u + v + w == 2*pi")),
        (f"{y} <= {x}", leaf(f"1: {y} <= {_MOST}", f"eq 1: {_MOST} == {x}")),
    ]
    return f"{PULL(y)} <= {PULL(x)}", have(steps, KNOWN)


def _largest(x: str, *why: tuple[str, Tree]) -> Tree:
    """The largest gap does not grow."""
    p, y, q, z = BETWEEN[x]
    return have(
        [
            *why,
            (f"rate({_MOST} - {x}) == 0", rule("rate on a level", z=f"{_MOST} - {x}", m="0")),
            *((f"{g} <= top", leaf(f"1: {g} <= {_MOST}", f"1: -{_MOST} > -top")) for g in GAPS),
            _less(x, y),
            _less(x, z),
        ],
        leaf(
            f"1: {p} >= 0; {PULL(y)} <= {PULL(x)}",
            f"1: {q} >= 0; {PULL(z)} <= {PULL(x)}",
            f"eq 1: {MOVES[x]}",
            f"eq 1: rate({_MOST} - {x}) == 0",
        ),
    )


def _one_is(first: Tree, second: Tree, third: Tree) -> Tree:
    """The largest is one of the gaps."""
    pair = "max(u, v) == u or max(u, v) == v"
    whole = f"{_MOST} == max(u, v) or {_MOST} == w"
    steps: Steps = [
        (pair, rule("maximum is one", a="u", b="v")),
        (whole, rule("maximum is one", a="max(u, v)", b="w")),
    ]
    return have(steps, split(whole, split(pair, first, second), third))


_IS_U = (f"{_MOST} == u", leaf(f"eq 1: {_MOST} == max(u, v)", "eq 1: max(u, v) == u"))
_IS_V = (f"{_MOST} == v", leaf(f"eq 1: {_MOST} == max(u, v)", "eq 1: max(u, v) == v"))
_FALLS = have(_BELOW_MOST, _one_is(_largest("u", _IS_U), _largest("v", _IS_V), _largest("w")))
_STARTS = enter(
    "start",
    _one_is(
        have([_IS_U], leaf(f"eq 1: {_MOST} == u", "1: u < top")),
        have([_IS_V], leaf(f"eq 1: {_MOST} == v", "1: v < top")),
        leaf(f"eq 1: {_MOST} == w", "1: w < top"),
    ),
)

formal(
    "LEM-three-gaps",
    title="Three gaps on the circle, beta < 0: where none is large, none becomes large",
    statement={
        "letters": ["beta, top: number; u, v, w: moving number; a, b, c: measurable number"],
        "given": [
            "beta < 0",
            "top <= pi",
            "cos(top) < 1",
            RISES,
            "always(u + v + w == 2*pi)",
            "almost_always(a >= 0 and b >= 0 and c >= 0)",
            *(f"almost_always({MOVES[x]})" for x in GAPS),
            f"at_start({NARROW})",
        ],
        "show": [f"always({NARROW})"],
    },
    proof=have(
        [
            (_EACH, intro(["s", "t", ""], lemma("LEM-gap-pull"))),
            (f"start(-{_MOST}) > -top", _STARTS),
            (
                f"always(-{_MOST} >= start(-{_MOST}))",
                lemma(
                    "LEM-barrier",
                    enter("start", KNOWN),
                    KNOWN,
                    enter("ae", intro("", _FALLS)),
                    z=f"-{_MOST}",
                    m=f"start(-{_MOST})",
                    l="-top",
                ),
            ),
        ],
        enter(
            "every",
            have(
                _BELOW_MOST,
                both(
                    *(
                        leaf(f"1: {x} <= {_MOST}", f"1: -{_MOST} >= start(-{_MOST})", f"1: start(-{_MOST}) > -top")
                        for x in GAPS
                    )
                ),
            ),
        ),
    ),
)
