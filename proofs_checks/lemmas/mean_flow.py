"""Unit vectors that are drawn to their mean M: the rate of |M|^2 is twice the mean of the squared speeds."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule

UNIT = "forall i: dot(x[i], x[i]) == 1"
SPEED = "forall i: rate(x[i]) == M - dot(x[i], M)*x[i]"
DRIFT = "rate(M) == M - sum(j: dot(x[j], M)*x[j])/n"
MEAN = {
    "letters": ["x[token], M: moving vector"],
    "where": [
        "n := sum(j: 1)",
        "q := dot(M, M)",
        "h(i) := dot(x[i], M)",
        "d(i) := q - h(i)^2",
        "f := 2/n*sum(i: d(i))",
        "V := M - sum(j: h(j)*x[j])/n",
    ],
    "given": [
        f"always({UNIT})",
        "always(M == sum(j: x[j])/n)",
        f"almost_always({SPEED})",
        f"almost_always({DRIFT})",
    ],
}
_MEAN = "M == sum(j: x[j])/n"

PLACES = [
    "always(n*q == sum(j: h(j)))",
    "always(q <= 1)",
    "always(forall i: 0 <= d(i) and d(i) <= n/2*f and d(i) <= 1)",
]
RATES = [
    "almost_always(rate(q) == f)",
    "almost_always(2*dot(rate(M), rate(M)) <= f)",
    "almost_always(abs(rate(f)) <= 12)",
]
_SPREAD = "sum(j: dot(x[j] - M, x[j] - M)) >= 0"
_OWN = "dot(M - h({0})*x[{0}], M - h({0})*x[{0}]) >= 0".format
_SUM = (
    "n*q == sum(j: h(j))",
    have(
        [("n*q == n*dot(M, sum(j: x[j])/n)", leaf(use=[_MEAN]))],
        leaf("eq 1: n*q == n*dot(M, sum(j: x[j])/n)"),
    ),
)
_SHORT = (
    "q <= 1",
    have(
        [_SUM, (_SPREAD, rule("positive sum", KNOWN, e="fn(j: dot(x[j] - M, x[j] - M))", new={"x": "z1"}))],
        leaf(f"1: 1/n > 0; {_SPREAD}", "eq 2/n: n*q == sum(j: h(j))", use=[UNIT]),
    ),
)
_PART = have(
    [
        _SHORT,
        (
            "sum(j: d(j)) >= d(p)",
            rule(
                "term of a positive sum",
                leaf(f"1: {_OWN('r')}", use=[UNIT]),
                e="fn(j: d(j))",
                y="p",
                new={"x": "r"},
            ),
        ),
    ],
    both(
        leaf(f"1: {_OWN('p')}", use=[UNIT]),
        leaf("1: sum(j: d(j)) >= d(p)"),
        leaf("1: q <= 1", "1: sq h(p)"),
    ),
)

formal(
    "LEM-mean-flow.places",
    title="The mean of unit vectors: its length, and its parts beside each of them",
    statement={**MEAN, "given": MEAN["given"][:2], "show": PLACES},
    proof=[enter("every", _SUM[1]), enter("every", _SHORT[1]), enter("every", intro("p", _PART))],
)

_SPEEDS = "sum(j: dot(M - h(j)*x[j] - V, M - h(j)*x[j] - V)) >= 0"
_SLOW = (
    "2*dot(V, V) <= f",
    have(
        [
            (
                _SPEEDS,
                rule(
                    "positive sum",
                    KNOWN,
                    e="fn(j: dot(M - h(j)*x[j] - V, M - h(j)*x[j] - V))",
                    new={"x": "p"},
                ),
            )
        ],
        leaf(f"2: 1/n > 0; {_SPEEDS}", use=[UNIT]),
    ),
)


formal(
    "LEM-mean-flow.rates",
    title="Unit vectors that are drawn to their mean: the rates of the mean and of its length",
    statement={**MEAN, "given": [MEAN["given"][0], MEAN["given"][3]], "show": RATES[:2]},
    proof=[
        enter("ae", leaf(use=[DRIFT])),
        enter("ae", have([_SLOW], leaf("1: 2*dot(V, V) <= f", use=[DRIFT]))),
    ],
)

_W = "dot(rate(M), rate(M))"
_KNOWN_PLACES = " and ".join(PLACES)
_KNOWN_RATES = " and ".join(RATES[:2])


def _bounded(sign: str, other: str) -> tuple[str, Tree]:
    """The rate of f, or its opposite, is at most 12: that of every part is at most 6."""
    total = f"sum(j: 6 {sign} rate(d(j))) >= 0"
    each = leaf(
        f"1: dot(M {sign} rate(M), M {sign} rate(M)) >= 0",
        f"1: sq h(p) {other} d(p)",
        f"1: dot(h(p)*x[p] {other} rate(M), h(p)*x[p] {other} rate(M)) >= 0",
        "3: q <= 1",
        f"2: {_W} <= 1",
        "1: d(p) >= 0",
        "1: d(p) >= 0; d(p) <= 1",
        "1:",
        use=[SPEED, UNIT],
    )
    return (
        f"{'' if sign == '-' else '-'}rate(f) <= 12",
        have(
            [
                (
                    total,
                    rule(
                        "positive sum",
                        have(["0 <= d(p) and d(p) <= 1"], each),
                        e=f"fn(j: 6 {sign} rate(d(j)))",
                        new={"x": "p"},
                    ),
                )
            ],
            leaf(f"2: 1/n > 0; {total}"),
        ),
    )


formal(
    "LEM-mean-flow.slow",
    title="Unit vectors that are drawn to their mean: the rate of its length has a bounded rate",
    statement={**MEAN, "show": [RATES[2]]},
    proof=have(
        [(_KNOWN_PLACES, lemma("LEM-mean-flow.places")), (_KNOWN_RATES, lemma("LEM-mean-flow.rates"))],
        enter(
            "ae",
            have(
                [
                    (
                        "sum(j: 1 - d(j)) >= 0",
                        rule("positive sum", leaf("1: d(p) <= 1"), e="fn(j: 1 - d(j))", new={"x": "p"}),
                    ),
                    (f"{_W} <= 1", leaf(f"1/2: 2*{_W} <= f", "1: 1/n > 0; sum(j: 1 - d(j)) >= 0")),
                    _bounded("-", "+"),
                    _bounded("+", "-"),
                ],
                rule("absolute at most", e="rate(f)", b="12"),
            ),
        ),
    ),
)
