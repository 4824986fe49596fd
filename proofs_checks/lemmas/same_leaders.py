"""Two unit vectors drawn by the same earlier tokens: how fast they part, and that they do where those are opposite."""

from __future__ import annotations

from typing import Any

from verify.formal import formal
from verify.tactics.build import Steps, Tree, both, enter, have, intro, leaf, rule

SQUARE, _N = "dot(u - w, u - w)", "norm(u - w)"
_DRAWN = "rate({0}) == sum(j in before(g): {1}[j]*(y[j] - dot({0}, y[j])*{0}))".format
ALL, _APART = "sum(j in before(g): a[j])", "sum(j in before(g): abs(a[j] - b[j]))"
NEAR = "forall j in before(g): norm(y[j] + u) <= s and norm(y[j] + w) <= s"
_UNITS = ["forall i: dot(y[i], y[i]) == 1", "dot(u, u) == 1", "dot(w, w) == 1"]
_MEET = "(dot(u, y[{0}]) + dot(w, y[{0}]))".format
_ASIDE = "(dot(u, y[{0}]) - dot(u, w)*dot(w, y[{0}]))".format
_TERM = f"(2*(a[{{0}}] - b[{{0}}])*{_ASIDE('{0}')} - a[{{0}}]*{_MEET('{0}')}*{SQUARE})".format
_RATE = f"rate({SQUARE}) == sum(j in before(g): {_TERM('j')})"
_MOVES = (_RATE, leaf(use=[_DRAWN("u", "a"), _DRAWN("w", "b"), "dot(u, u) == 1", "dot(w, w) == 1"]))
_OFF = "(y[p] - dot(w, y[p])*w)"
_SIGNED = {
    "": ("a[p] - b[p] <= abs(a[p] - b[p])", rule("absolute above", e="a[p] - b[p]")),
    "-": ("-(a[p] - b[p]) <= abs(a[p] - b[p])", rule("absolute above minus", e="a[p] - b[p]")),
}


def _aside(bound: str, short: Tree) -> Steps:
    """What one earlier token does across w: at most `bound` times the distance of u and w."""
    made: Steps = [*_SIGNED.values(), (f"norm{_OFF} <= {bound}", short)]
    for sign in _SIGNED:
        along = f"dot({sign}(u - w), {_OFF}) <= norm({sign}(u - w))*norm{_OFF}"
        made += [
            (along, rule("Cauchy-Schwarz", u=f"{sign}(u - w)", w=_OFF)),
            (
                f"{sign}{_ASIDE('p')} <= {_N}*{bound}",
                leaf(f"1: {along}", f"1: {_N} >= 0; norm{_OFF} <= {bound}", use=_UNITS),
            ),
        ]
    return made


def _bounded(sign: str, bound: str, pull: str, steps: Steps, pulled: str) -> Tree:
    """The rate of the square of the distance from one side; `pulled` compares the cosines with `pull`, term by term."""
    other = "" if sign else "-"
    rest = f"{sign}{_TERM('j')} + 2*{bound}*abs(a[j] - b[j])*{_N} - ({pull})*a[j]*{SQUARE}"
    terms = rule(
        "positive sum, before",
        have(
            ["a[p] >= 0", *steps],
            leaf(
                f"1: {_SIGNED[''][0]}; {sign}{_ASIDE('p')} <= {_N}*{bound}",
                f"1: {_SIGNED['-'][0]}; {other}{_ASIDE('p')} <= {_N}*{bound}",
                f"1: a[p] >= 0; {SQUARE} >= 0; {pulled}",
            ),
        ),
        i="g",
        new={"x": "p"},
        e=f"fn(j: {rest})",
    )
    return have(
        [_MOVES, (f"sum(j in before(g): {rest}) >= 0", terms)],
        leaf(
            f"1: sum(j in before(g): {rest}) >= 0",
            f"eq {other}1: {_RATE}",
            f"2: {_N} >= 0; {_APART} <= L*{_N}{'; s >= 0' if bound == 's' else ''}",
        ),
    )


_UNIT = _aside(
    "1", rule("below the square", leaf("1:"), leaf("1: sq dot(w, y[p])", use=_UNITS), a=f"norm{_OFF}", b="1")
)
_CLOSE = [f"norm(y[p] + {z}) <= s" for z in "uw"]
_PULLED = f"-{_MEET('p')} >= 2 - s"
_SHORT: Steps = [
    *_CLOSE,
    (
        _PULLED,
        leaf(
            *(f"1/2: {close}; s >= 0" for close in _CLOSE),
            *(f"1/2: norm(y[p] + {z}) >= 0; norm(y[p] + {z}) <= s" for z in "uw"),
            "1: s >= 0; s <= 1",
            use=_UNITS,
        ),
    ),
    *_aside(
        "s",
        rule(
            "below the square",
            leaf("1: s >= 0"),
            leaf(
                f"1: {_CLOSE[1]}; s >= 0",
                f"1: norm(y[p] + w) >= 0; {_CLOSE[1]}",
                "1: sq 1 + dot(w, y[p])",
                use=_UNITS,
            ),
            a=f"norm{_OFF}",
            b="s",
        ),
    ),
]

TWO_LED: dict[str, Any] = {
    "letters": ["y[token], u, w: moving vector; a[token], b[token]: measurable number; g: token; L: number"],
    "given": [
        "always(forall i: dot(y[i], y[i]) == 1)",
        "always(dot(u, u) == 1)",
        "always(dot(w, w) == 1)",
        f"almost_always({_DRAWN('u', 'a')})",
        f"almost_always({_DRAWN('w', 'b')})",
        "almost_always(forall j in before(g): a[j] >= 0)",
        f"almost_always({_APART} <= L*{_N})",
    ],
}
SLOWEST, FASTEST = (f"{sign}rate({SQUARE}) >= -(2*({ALL} + L)*{SQUARE})" for sign in ("", "-"))
PARTING = f"almost_always({SLOWEST}) and almost_always({FASTEST})"
OPPOSED = f"almost_always(0 <= s and s <= 1 and ({NEAR}) => rate({SQUARE}) >= ((2 - s)*{ALL} - 2*L*s)*{SQUARE})"


def _within(sign: str, side: str, apart: str) -> Tree:
    """The rate from one side, whatever the earlier tokens are."""
    cosines = f"2 {side} {_MEET('p')} >= 0"
    return enter("ae", _bounded(sign, "1", "-2", [(cosines, leaf(f"1/2: {apart} >= 0", use=_UNITS)), *_UNIT], cosines))


formal(
    "LEM-same-leaders",
    title="How fast two tokens behind the same earlier ones part, or come together",
    statement={**TWO_LED, "show": [PARTING]},
    proof=both(
        _within("", "-", "dot(u - y[p], u - y[p]) + dot(w - y[p], w - y[p])"),
        _within("-", "+", "dot(u + y[p], u + y[p]) + dot(w + y[p], w + y[p])"),
    ),
)

formal(
    "LEM-same-leaders.opposed",
    title="Two tokens behind the same earlier ones part where those are nearly opposite to both",
    statement={**TWO_LED, "letters": [*TWO_LED["letters"], "s: measurable number"], "show": [OPPOSED]},
    proof=enter("ae", intro("", _bounded("", "s", "2 - s", _SHORT, _PULLED))),
)
