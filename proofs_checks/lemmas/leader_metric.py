"""Tokens on an ellipsoid, each drawn by earlier ones only (U = I): their projections come to that of the first token.

The largest square |q_i - q_f|^2 of the projections q_i = y_i/(v^T y_i) decays, because the first token draws every
other one at least at the rate kappa.
"""

from __future__ import annotations

from proofs_checks.lemmas.heights import ABOVE_LEAST, LEAST, LEAST_AT_START, least_never_falls
from proofs_checks.lemmas.leader import empty_before
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, enter, have, intro, leaf, lemma, rule, split

METRIC_LEADER = {
    "letters": ["W: operator; v: vector; y[token]: moving vector; a[token, token]: measurable number"],
    "given": [
        "positive_definite(W)",
        "always(forall i: dot(y[i], W(y[i])) == 1)",
        "almost_always(forall i: rate(y[i]) == sum(j in before(i): a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i])))",
        "almost_always(forall i: forall j in before(i): a[i, j] >= 0)",
        "at_start(forall i: dot(v, y[i]) > 0)",
    ],
}
FLOW = "forall i: rate(y[i]) == sum(j in before(i): a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i]))"
UNIT = "forall i: dot(y[i], W(y[i])) == 1"
ABOVE = f"always(forall i: dot(v, y[i]) >= start({LEAST}))"
_PULL = "a[x, j]*(dot(v, y[j]) - dot(v, y[x])*dot(y[x], W(y[j])))"
_DRAWN_UP = rule(
    "positive sum, before",
    have(
        [
            ("dot(y[x] - y[q], W(y[x] - y[q])) >= 0", rule("nonnegative form", W="W", u="y[x] - y[q]")),
            "dot(v, y[x]) <= dot(v, y[q])",
            "a[x, q] >= 0",
        ],
        leaf(
            "1: a[x, q] >= 0; dot(v, y[x]) <= dot(v, y[q])",
            "1/2: a[x, q] >= 0; dot(v, y[x]) > 0; dot(y[x] - y[q], W(y[x] - y[q])) >= 0",
            use=[UNIT],
        ),
    ),
    i="x",
    new={"x": "q"},
    e=f"fn(j: {_PULL})",
)

formal(
    "LEM-metric-leader.heights",
    title="On an ellipsoid the heights of tokens that see earlier ones stay above the lowest one at the start",
    statement=model(METRIC_LEADER, {"show": [f"start({LEAST}) > 0", ABOVE]}),
    proof=[
        enter("start", LEAST_AT_START),
        have(
            [
                (f"start({LEAST}) > 0", enter("start", LEAST_AT_START)),
                *least_never_falls(f"sum(j in before(x): {_PULL})", _DRAWN_UP, FLOW),
            ],
            ABOVE_LEAST,
        ),
    ],
)

_Q = "y[{0}]/dot(v, y[{0}])".format
SQUARE = f"dot({_Q('{0}')} - {_Q('f')}, {_Q('{0}')} - {_Q('f')})".format
LARGEST = f"max(i: {SQUARE('i')})"
_NO_VECTOR = "sum(j in before(f): a[f, j]*y[j]) == 0"
_NO_NUMBER = "sum(j in before(f): a[f, j]*dot(y[f], W(y[j]))) == 0"
STILL = "rate(y[f]) == 0"
_REST = have(
    [
        (_NO_VECTOR, empty_before("equal vector sums", "a[f, j]*y[j]", "0*y[j]")),
        (_NO_NUMBER, empty_before("equal sums", "a[f, j]*dot(y[f], W(y[j]))", "0")),
    ],
    leaf(use=[FLOW, _NO_VECTOR, _NO_NUMBER]),
)
_SHARE = "a[x, {0}]*dot(v, y[{0}])/dot(v, y[x])".format
_GAP = f"2*{SQUARE('x')} - 2*dot({_Q('{0}')} - {_Q('f')}, {_Q('x')} - {_Q('f')})".format
_TERM = f"{_SHARE('{0}')}*({_GAP('{0}')})".format
_DRAWN = f"sum(j in before(x): {_TERM('j')})"
_ALL_HEIGHTS = "always(forall i: dot(v, y[i]) > 0)"


def _lower(q: str) -> Steps:
    """An earlier token, whose projection is no farther from that of the first one, draws x back."""
    return [
        f"a[x, {q}] >= 0",
        f"dot(v, y[{q}]) > 0",
        f"{SQUARE(q)} <= {SQUARE('x')}",
        (
            f"{_GAP(q)} >= 0",
            leaf(f"1: {SQUARE(q)} <= {SQUARE('x')}", f"1: dot({_Q('x')} - {_Q(q)}, {_Q('x')} - {_Q(q)}) >= 0"),
        ),
    ]


_RATE = f"rate({SQUARE('x')}) == -{_DRAWN}"
_LATER = have(
    [
        *_lower("f"),
        (
            f"{_DRAWN} >= {_TERM('f')}",
            rule(
                "term of a positive sum, before",
                KNOWN,
                have(_lower("q"), leaf(f"1: a[x, q] >= 0; dot(v, y[q]) > 0; 1/dot(v, y[x]) > 0; {_GAP('q')} >= 0")),
                i="x",
                e=f"fn(j: {_TERM('j')})",
                y="f",
                new={"x": "q"},
            ),
        ),
        f"{_SHARE('f')} >= kappa",
    ],
    leaf(f"1: {_DRAWN} >= {_TERM('f')}", f"2: {_SHARE('f')} >= kappa; {SQUARE('x')} >= 0", f"eq 1: {_RATE}"),
)
_SAME = have(
    [
        (f"{SQUARE('x')} == 0", rule("same token", i="f", j="x", P=f"fn(i: {SQUARE('i')} == 0)")),
        (
            f"{_DRAWN} >= 0",
            rule(
                "positive sum, before",
                have(_lower("q"), leaf(f"1: a[x, q] >= 0; dot(v, y[q]) > 0; 1/dot(v, y[x]) > 0; {_GAP('q')} >= 0")),
                i="x",
                new={"x": "q"},
                e=f"fn(j: {_TERM('j')})",
            ),
        ),
    ],
    leaf(f"1: {_DRAWN} >= 0", f"eq 1: {_RATE}", f"eq 2*kappa: {SQUARE('x')} == 0"),
)
_FLOW_OF_X = "rate(y[x]) == sum(j in before(x): a[x, j]*(y[j] - dot(y[x], W(y[j]))*y[x]))"
_WIDEST = have(
    [
        "dot(v, y[x]) > 0",
        "dot(v, y[f]) > 0",
        (STILL, _REST),
        _FLOW_OF_X,
        (_RATE, leaf(use=[_FLOW_OF_X, STILL])),
        (
            f"rate({SQUARE('x')}) <= -(2*kappa*{SQUARE('x')})",
            split("f < x or x <= f", _LATER, _SAME),
        ),
        (f"{LARGEST} <= {SQUARE('x')}", rule("greatest", e=f"fn(i: {SQUARE('i')})", b=SQUARE("x"), new={"x": "q"})),
        (f"{LARGEST} >= {SQUARE('x')}", rule("below the greatest", e=f"fn(i: {SQUARE('i')})", y="x")),
        (f"{LARGEST} == {SQUARE('x')}", rule("antisymmetry", a=LARGEST, b=SQUARE("x"))),
    ],
    leaf(f"1: rate({SQUARE('x')}) <= -(2*kappa*{SQUARE('x')})", f"eq 2*kappa: {LARGEST} == {SQUARE('x')}"),
)

formal(
    "LEM-metric-leader.decay",
    title="On an ellipsoid the projected tokens converge to the first one, at an explicit rate",
    statement=model(
        METRIC_LEADER,
        {
            "letters": ["f: token; kappa: number"],
            "given": [
                "forall i: f <= i",
                "almost_always(forall i: f < i => a[i, f]*dot(v, y[f])/dot(v, y[i]) >= kappa)",
            ],
            "show": [f"almost_always({STILL})", f"decays({LARGEST}, 2*kappa)"],
        },
    ),
    proof=[
        enter("ae", _REST),
        have(
            [
                (f"(start({LEAST}) > 0) and ({ABOVE})", lemma("LEM-metric-leader.heights")),
                (
                    _ALL_HEIGHTS,
                    enter("every", intro("p", leaf(f"1: dot(v, y[p]) >= start({LEAST})", f"1: start({LEAST}) > 0"))),
                ),
            ],
            lemma(
                "LEM-comparison",
                lemma(
                    "LEM-greatest.always",
                    enter("ae", intro(["x", ""], _WIDEST)),
                    w=f"fn(i: {SQUARE('i')})",
                    b=f"-(2*kappa*{LARGEST})",
                ),
                z=LARGEST,
                k="2*kappa",
            ),
        ),
    ],
)
