"""A token whose predecessors are near the first one: how fast its cosine with the first one rises."""

from __future__ import annotations

from proofs_checks.lemmas.leader import FLOW, LEADER, SIGNS, UNIT
from verify.formal import formal, model
from verify.tactics.build import Steps, Tree, enter, have, intro, leaf, lemma, rule

OFF = "norm(y[{0}] - y[f])".format
DELTA = "({0} + {0}^2/2)".format
NEAR = f"forall j in before(g): {DELTA(OFF('j'))} <= q"
C = "dot(y[f], y[g])"
_A = "sum(j in before(g): a[g, j])"
_TERM = f"a[g, {{0}}]*(dot(y[f], y[{{0}}]) - {C}*dot(y[g], y[{{0}}]))".format
_SUM = f"sum(j in before(g): {_TERM('j')})"
_RATE = f"rate({C}) == {_SUM}"
_P = "dot(y[g], y[p] - y[f])"
STANDS = "almost_always(rate(y[f]) == 0) and always(y[f] == start(y[f]))"
_FIRST = {"letters": ["f, g: token"], "given": ["forall i: f <= i"]}
_FACTS = [(STANDS, lemma("LEM-leader.first"))]
_MOVES = (_RATE, leaf(use=["rate(y[f]) == 0", FLOW]))


def _within(sign: str, c: str, u: str, w: str, by: str) -> Steps:
    """By Cauchy and Schwarz."""
    return [
        (f"dot({sign}{u}, {w}) <= norm({sign}{u})*norm({w})", rule("Cauchy-Schwarz", u=f"{sign}{u}", w=w)),
        (f"{sign}{c} <= {by}", leaf(f"1: dot({sign}{u}, {w}) <= norm({sign}{u})*norm({w})", use=[UNIT])),
    ]


_PULL = have(
    [
        "a[g, p] >= 0",
        f"{DELTA(OFF('p'))} <= q",
        *_within("", _P, "y[g]", "(y[p] - y[f])", OFF("p")),
        *_within("-", _P, "y[g]", "(y[p] - y[f])", OFF("p")),
        *_within("", C, "y[f]", "y[g]", "1"),
        *_within("-", C, "y[f]", "y[g]", "1"),
        (
            f"dot(y[f], y[p]) - {C}*dot(y[g], y[p]) >= 1 - {C}^2 - {DELTA(OFF('p'))}",
            leaf(
                f"1/2: {C} <= 1; -{_P} <= {OFF('p')}",
                f"1/2: -{C} <= 1; {_P} <= {OFF('p')}",
                use=[UNIT],
            ),
        ),
        (
            f"dot(y[f], y[p]) - {C}*dot(y[g], y[p]) >= 1 - {C}^2 - q",
            leaf(
                f"1: dot(y[f], y[p]) - {C}*dot(y[g], y[p]) >= 1 - {C}^2 - {DELTA(OFF('p'))}",
                f"1: {DELTA(OFF('p'))} <= q",
            ),
        ),
    ],
    leaf(f"1: a[g, p] >= 0; dot(y[f], y[p]) - {C}*dot(y[g], y[p]) >= 1 - {C}^2 - q"),
)
_REST = f"sum(j in before(g): {_TERM('j')} - a[g, j]*(1 - {C}^2 - q))"

formal(
    "LEM-cascade.rate",
    title="Where all earlier tokens are near the first one, the cosine of a token with it rises",
    statement=model(
        LEADER,
        SIGNS,
        _FIRST,
        {
            "letters": ["q: measurable number"],
            "show": [f"almost_always(({NEAR}) => rate({C}) >= {_A}*(1 - {C}^2 - q))"],
        },
    ),
    proof=have(
        _FACTS,
        enter(
            "ae",
            intro(
                "",
                have(
                    [
                        _MOVES,
                        (
                            f"{_REST} >= 0",
                            rule(
                                "positive sum, before",
                                _PULL,
                                i="g",
                                new={"x": "p"},
                                e=f"fn(j: {_TERM('j')} - a[g, j]*(1 - {C}^2 - q))",
                            ),
                        ),
                    ],
                    leaf(f"1: {_REST} >= 0", f"eq -1: {_RATE}"),
                ),
            ),
        ),
    ),
)

_COUNT = "sum(j in before(g): 1)"
_U = f"(y[f] - {C}*y[g])"


def _slow(sign: str) -> tuple[str, Tree]:
    """The rate is at most the sum of the weights, up or down."""
    part = f"sum(j in before(g): S - {sign}{_TERM('j')}) >= 0"
    return (
        part,
        rule(
            "positive sum, before",
            have(
                [
                    "a[g, p] >= 0",
                    "a[g, p] <= S",
                    (
                        f"norm({_U}) <= 1",
                        rule("below the square", leaf("1:"), leaf(f"1: sq {C}", use=[UNIT]), a=f"norm({_U})", b="1"),
                    ),
                    (
                        f"dot({sign}{_U}, y[p]) <= norm({sign}{_U})*norm(y[p])",
                        rule("Cauchy-Schwarz", u=f"{sign}{_U}", w="y[p]"),
                    ),
                    (
                        f"dot({sign}{_U}, y[p]) <= 1",
                        leaf(
                            f"1: dot({sign}{_U}, y[p]) <= norm({sign}{_U})*norm(y[p])",
                            f"1: norm({_U}) <= 1",
                            use=[UNIT],
                        ),
                    ),
                ],
                leaf(f"1: a[g, p] >= 0; dot({sign}{_U}, y[p]) <= 1", "1: a[g, p] <= S"),
            ),
            i="g",
            new={"x": "p"},
            e=f"fn(j: S - {sign}{_TERM('j')})",
        ),
    )


formal(
    "LEM-cascade.speed",
    title="The cosine of a token with the first one moves no faster than the weights allow",
    statement=model(
        LEADER,
        SIGNS,
        _FIRST,
        {
            "letters": ["S: number"],
            "given": ["almost_always(forall j in before(g): a[g, j] <= S)"],
            "show": [f"almost_always(abs(rate({C})) <= S*{_COUNT})"],
        },
    ),
    proof=have(
        _FACTS,
        enter(
            "ae",
            have(
                [_MOVES, _slow(""), _slow("-")],
                rule(
                    "absolute at most",
                    leaf(f"1: {_slow('')[0]}", f"eq 1: {_RATE}"),
                    leaf(f"1: {_slow('-')[0]}", f"eq -1: {_RATE}"),
                    e=f"rate({C})",
                    b=f"S*{_COUNT}",
                ),
            ),
        ),
    ),
)
