"""Tokens in a closed hemisphere of the ellipsoid: they stay there, and rise from it as soon as one token is inside.

With the heights c_i = dot(v, y[i]), the products g_ij and the sum s of each row of weights, (exp(s t) c_i)' is
exp(s t) sum_j a_ij (c_j + (1 - g_ij) c_i), of which no term is negative while no height is.
"""

from __future__ import annotations

from typing import Any

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, lemma, rule

_LEAST = "min(k: dot(v, y[k]))"
_H = "dot(v, y[{0}])".format
_G = "dot(y[{0}], W(y[{1}]))".format
_UNIT = "forall i: dot(y[i], W(y[i])) == 1"
_FLOW = "forall i: rate(y[i]) == sum(j: a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i]))"
DRAWN: dict[str, Any] = {
    "letters": ["y[token]: moving vector; W: operator; a[token, token]: measurable number; v: vector; s: number"],
    "given": [
        "positive_definite(W)",
        f"always({_UNIT})",
        f"almost_always({_FLOW})",
        "almost_always(forall i, j: a[i, j] >= 0)",
        "almost_always(forall i: sum(j: a[i, j]) == s)",
        f"at_start(forall i: {_H('i')} >= 0)",
    ],
}


def _cosine(i: str, j: str) -> Steps:
    """The W-product of two tokens is between -1 and 1."""
    made: Steps = []
    for sign, bound in (("-", f"{_G(i, j)} <= 1"), ("+", f"-{_G(i, j)} <= 1")):
        apart = f"y[{i}] {sign} y[{j}]"
        form = f"dot({apart}, W({apart})) >= 0"
        made += [(form, rule("nonnegative form", W="W", u=apart)), (bound, leaf(f"1/2: {form}", use=[_UNIT]))]
    return made


def _rate(i: str) -> str:
    return f"rate({_H(i)}) == sum(j: a[{i}, j]*({_H('j')} - {_G(i, 'j')}*{_H(i)}))"


def _moves(i: str) -> Steps:
    """The rate of a height, and the row of its weights."""
    return [(_rate(i), leaf(use=[_FLOW])), f"sum(j: a[{i}, j]) == s"]


def _positive(rest: str, close: Tree) -> tuple[str, Tree]:
    """A sum over the tokens none of whose terms is negative; `close` proves it of token q."""
    return (f"sum(j: {rest}) >= 0", rule("positive sum", close, e=f"fn(j: {rest})", new={"x": "q"}))


_FALLS = f"a[x, j]*({_H('j')} - {_H('x')}) - a[x, j]*(1 + {_G('x', 'j')})*{_H('x')}"
_LOW = (
    f"{_LEAST} == {_H('x')}",
    rule(
        "antisymmetry",
        rule("above the least", e=f"fn(k: {_H('k')})", y="x"),
        rule("least", KNOWN, e=f"fn(k: {_H('k')})", b=_H("x"), new={"x": "q"}),
        a=_LEAST,
        b=_H("x"),
    ),
)
_LEAST_RISES = intro(
    ["", "x", ""],
    have(
        [
            _LOW,
            *_moves("x"),
            (f"-{_H('x')} > 0", leaf(f"1: {_LEAST} < 0", f"eq -1: {_LEAST} == {_H('x')}")),
            _positive(
                _FALLS,
                have(
                    ["a[x, q] >= 0", f"{_H('x')} <= {_H('q')}", *_cosine("x", "q")],
                    leaf(
                        f"1: a[x, q] >= 0; {_H('x')} <= {_H('q')}",
                        f"1: a[x, q] >= 0; -{_G('x', 'q')} <= 1; -{_H('x')} > 0",
                    ),
                ),
            ),
        ],
        leaf(
            f"eq -1: {_rate('x')}",
            f"1: sum(j: {_FALLS}) >= 0",
            f"eq -2*{_H('x')}: sum(j: a[x, j]) == s",
            f"eq 2*s: {_LEAST} == {_H('x')}",
        ),
    ),
)
formal(
    "LEM-closed-side.stays",
    title="Tokens that draw each other and start in a closed hemisphere stay there",
    statement={**DRAWN, "show": [f"always(forall i: {_H('i')} >= 0)"]},
    proof=have(
        [
            (
                f"almost_always({_LEAST} < 0 => rate({_LEAST}) >= 2*s*{_LEAST})",
                lemma(
                    "LEM-least", enter("ae", _LEAST_RISES), w=f"fn(k: {_H('k')})", b=f"2*s*{_LEAST}", C=f"{_LEAST} < 0"
                ),
            ),
            (
                f"always({_LEAST} >= 0)",
                lemma(
                    "LEM-linear-bound",
                    enter("start", rule("least", KNOWN, e=f"fn(k: {_H('k')})", b="0", new={"x": "q"})),
                    KNOWN,
                    z=_LEAST,
                    k="2*s",
                ),
            ),
        ],
        enter(
            "every",
            intro(
                "p",
                have(
                    [(f"{_LEAST} <= {_H('p')}", rule("above the least", e=f"fn(k: {_H('k')})", y="p"))],
                    leaf(f"1: {_LEAST} <= {_H('p')}", f"1: {_LEAST} >= 0"),
                ),
            ),
        ),
    ),
)

_E = "exp(s*time)"
_PART = f"a[{{0}}, j]*({_H('j')} + (1 - {_G('{0}', 'j')})*{_H('{0}')})".format


def _own(i: str) -> Steps:
    """No token draws a height of token i down, after the factor exp(s t)."""
    return [
        *_moves(i),
        _positive(
            _PART(i),
            have(
                [f"a[{i}, q] >= 0", f"{_H(i)} >= 0", f"{_H('q')} >= 0", *_cosine(i, "q")],
                leaf(
                    f"1: a[{i}, q] >= 0; {_H('q')} >= 0",
                    f"1: a[{i}, q] >= 0; {_G(i, 'q')} <= 1; {_H(i)} >= 0",
                ),
            ),
        ),
    ]


_GROWN = f"{_H('l')}*{_E}"
_OVER = f"{_H('{0}')}*{_E} - delta*start({_H('l')})*time".format
_SUM, _TERM = f"sum(j: {_PART('p')})", _PART("p").replace("j]", "l]")
_PULLED_UP = have(
    [
        *_own("p"),
        (
            f"{_SUM} >= {_TERM}",
            rule(
                "term of a positive sum",
                have(
                    ["a[p, q] >= 0", f"{_H('p')} >= 0", f"{_H('q')} >= 0", *_cosine("p", "q")],
                    leaf(f"1: a[p, q] >= 0; {_H('q')} >= 0", f"1: a[p, q] >= 0; {_G('p', 'q')} <= 1; {_H('p')} >= 0"),
                ),
                e=f"fn(j: {_PART('p')})",
                y="l",
                new={"x": "q"},
            ),
        ),
        "a[p, l] >= delta",
        "a[p, l] >= 0",
        f"{_H('l')} >= 0",
        f"{_H('p')} >= 0",
        *_cosine("p", "l"),
    ],
    leaf(
        f"1: {_E} > 0; {_SUM} >= {_TERM}",
        f"1: {_E} > 0; a[p, l] >= 0; {_G('p', 'l')} <= 1; {_H('p')} >= 0",
        f"1: {_E} > 0; a[p, l] >= delta; {_H('l')} >= 0",
        f"1: delta >= 0; {_GROWN} >= start({_H('l')})",
        f"eq -{_E}: {_rate('p')}",
        f"eq {_E}*{_H('p')}: sum(j: a[p, j]) == s",
    ),
)

formal(
    "LEM-closed-side.rises",
    title="Tokens in a closed hemisphere rise from it at once if one of them is inside",
    statement={
        "letters": [*DRAWN["letters"], "l: token; delta: number"],
        "given": [*DRAWN["given"], "delta >= 0", "almost_always(forall i, j: a[i, j] >= delta)"],
        "show": [f"always(forall i: {_H('i')} >= delta*time*exp(-s*time)*start({_H('l')}))"],
    },
    proof=have(
        [
            (f"always(forall i: {_H('i')} >= 0)", lemma("LEM-closed-side.stays")),
            (
                f"always({_GROWN} >= start({_GROWN}))",
                rule(
                    "monotone",
                    have(
                        _own("l"),
                        leaf(
                            f"1: {_E} > 0; sum(j: {_PART('l')}) >= 0",
                            f"eq -{_E}: {_rate('l')}",
                            f"eq {_E}*{_H('l')}: sum(j: a[l, j]) == s",
                        ),
                    ),
                    z=_GROWN,
                ),
            ),
            (
                f"forall k: always({_OVER('k')} >= 0)",
                intro(
                    "p",
                    have(
                        [
                            (
                                f"always({_OVER('p')} >= start({_OVER('p')}))",
                                rule("monotone", _PULLED_UP, z=_OVER("p")),
                            ),
                            (f"start({_OVER('p')}) >= 0", enter("start", leaf(f"1: {_H('p')} >= 0"))),
                        ],
                        enter("every", leaf(f"1: {_OVER('p')} >= start({_OVER('p')})", f"1: start({_OVER('p')}) >= 0")),
                    ),
                ),
            ),
        ],
        enter(
            "every",
            intro(
                "q",
                have([f"{_OVER('q')} >= 0"], leaf(f"1: {_OVER('q')} >= 0; exp(-s*time) > 0")),
            ),
        ),
    ),
)
