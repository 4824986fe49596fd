"""Tokens on the sphere, each drawn by earlier ones only (U = I): in a hemisphere all follow the first one.

As with full attention the weights may change in any measurable way; what counts is that they stay above a constant.
"""

from proofs_checks.lemmas.heights import ABOVE_LEAST, LEAST, LEAST_AT_START, least_never_falls
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, rule

LEADER = {
    "letters": ["y[token]: moving vector; a[token, token]: measurable number"],
    "given": [
        "always(forall i: dot(y[i], y[i]) == 1)",
        "almost_always(forall i: rate(y[i]) == sum(j in before(i): a[i, j]*(y[j] - dot(y[i], y[j])*y[i])))",
    ],
}
SIGNS = {"given": ["almost_always(forall i: forall j in before(i): a[i, j] >= 0)"]}
HEMISPHERE = {"letters": ["v: vector"], "given": ["at_start(forall i: dot(v, y[i]) > 0)"]}
FLOW = "forall i: rate(y[i]) == sum(j in before(i): a[i, j]*(y[j] - dot(y[i], y[j])*y[i]))"
UNIT = "forall i: dot(y[i], y[i]) == 1"
_PULL = "a[x, j]*(dot(v, y[j]) - dot(v, y[x])*dot(y[x], y[j]))"
_DRAWN_UP = rule(
    "positive sum, before",
    have(
        ["dot(v, y[x]) <= dot(v, y[q])", "a[x, q] >= 0"],
        leaf(
            "1: a[x, q] >= 0; dot(v, y[x]) <= dot(v, y[q])",
            "1/2: a[x, q] >= 0; dot(v, y[x]) > 0; dot(y[x] - y[q], y[x] - y[q]) >= 0",
            use=[UNIT],
        ),
    ),
    i="x",
    new={"x": "q"},
    e=f"fn(j: {_PULL})",
)

formal(
    "LEM-leader.heights",
    title="In a hemisphere the heights of tokens that see earlier ones stay above the lowest one at the start",
    statement=model(
        LEADER,
        SIGNS,
        HEMISPHERE,
        {
            "show": [
                f"start({LEAST}) > 0 and always(forall i: dot(v, y[i]) >= start({LEAST}))"
                " and always(forall i: dot(v, y[i]) > 0)"
            ]
        },
    ),
    proof=have(
        [
            (f"start({LEAST}) > 0", enter("start", LEAST_AT_START)),
            *least_never_falls(f"sum(j in before(x): {_PULL})", _DRAWN_UP, FLOW),
            (f"always(forall i: dot(v, y[i]) >= start({LEAST}))", ABOVE_LEAST),
        ],
        both(
            KNOWN,
            KNOWN,
            enter("every", intro("x", leaf(f"1: dot(v, y[x]) >= start({LEAST})", f"1: start({LEAST}) > 0"))),
        ),
    ),
)

Q = "y[{0}]/dot(v, y[{0}])".format
TANGENT = f"({Q('{0}')} - {Q('f')})".format
SIZE = f"norm({Q('{0}')} - {Q('f')})".format
_A = "a[{0}, {1}]*dot(v, y[{1}])/dot(v, y[{0}])".format
_NO_VECTOR = "sum(j in before(f): a[f, j]*y[j]) == 0"
_NO_NUMBER = "sum(j in before(f): a[f, j]*dot(y[f], y[j])) == 0"


def empty_before(name: str, summand: str, zero: str) -> object:
    """Nothing comes before the first token, so a sum over what does is zero."""
    return rule(
        f"{name}, before",
        rule("tokens in order", i="q", j="f", C=f"{summand} == {zero}".replace("[j]", "[q]").replace(", j]", ", q]")),
        i="f",
        new={"x": "q"},
        e=f"fn(j: {summand})",
        f=f"fn(j: {zero})",
    )


_FIRST = have(
    [
        (_NO_VECTOR, empty_before("equal vector sums", "a[f, j]*y[j]", "0*y[j]")),
        (_NO_NUMBER, empty_before("equal sums", "a[f, j]*dot(y[f], y[j])", "0")),
    ],
    leaf(use=[FLOW, _NO_VECTOR, _NO_NUMBER]),
)

formal(
    "LEM-leader.first",
    title="The first token does not move under strictly causal weights",
    statement=model(
        LEADER,
        {
            "letters": ["f: token"],
            "given": ["forall i: f <= i"],
            "show": ["almost_always(rate(y[f]) == 0)", "always(y[f] == start(y[f]))"],
        },
    ),
    proof=[
        enter("ae", _FIRST),
        have(
            [
                (
                    "always(dot(start(y[f]), y[f]) >= start(dot(start(y[f]), y[f])))",
                    rule("monotone", leaf(use=["rate(y[f]) == 0"]), z="dot(start(y[f]), y[f])"),
                ),
                ("start(dot(y[f], y[f])) == 1", enter("start", leaf(use=[UNIT]))),
            ],
            enter(
                "every",
                rule(
                    "equal vectors",
                    leaf(
                        "2: dot(start(y[f]), y[f]) >= start(dot(start(y[f]), y[f]))",
                        "eq -1: start(dot(y[f], y[f])) == 1",
                        use=[UNIT],
                    ),
                    u="y[f]",
                    w="start(y[f])",
                ),
            ),
        ),
    ],
)
