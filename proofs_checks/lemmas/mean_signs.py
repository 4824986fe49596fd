"""Unit vectors drawn to their mean: from a moment on each keeps its side, and their signs sum to a constant."""

from __future__ import annotations

from proofs_checks.lemmas.cut import CUT
from proofs_checks.lemmas.limit_sums import sides
from proofs_checks.lemmas.limits import soon
from proofs_checks.lemmas.mean_flow import MEAN, PLACES, SPEED
from proofs_checks.lemmas.mean_length import AWAY, DRIFTING, FACTS, GROWS
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, obtain, rule, split, witness

SIDES = {"where": ["l := start(q)/2", f"c(i) := {CUT(z='h(i)', l='l')}", "r := norm(M)", "total := sum(i: c(i))"]}
CLEAR = "always(time >= T => (forall i: h(i)*h(i) >= l*l))"

_FAST = have(
    [
        "0 <= d(p) and d(p) <= 1",
        ("sum(j: 1 - d(j)) >= 0", rule("positive sum", leaf("1: d(z1) <= 1"), e="fn(j: 1 - d(j))", new={"x": "z1"})),
        (
            "dot(rate(M), rate(M)) <= 1",
            leaf("1/2: 2*dot(rate(M), rate(M)) <= f", "1: 1/n > 0; sum(j: 1 - d(j)) >= 0"),
        ),
    ],
    rule(
        "absolute at most",
        leaf(
            "1: d(p) <= 1",
            "1/2: dot(rate(M) - x[p], rate(M) - x[p]) >= 0",
            "1/2: dot(rate(M), rate(M)) <= 1",
            use=[SPEED, "forall i: dot(x[i], x[i]) == 1"],
        ),
        leaf(
            "1: d(p) >= 0",
            "1/2: dot(rate(M) + x[p], rate(M) + x[p]) >= 0",
            "1/2: dot(rate(M), rate(M)) <= 1",
            "1:",
            use=[SPEED, "forall i: dot(x[i], x[i]) == 1"],
        ),
        e="rate(h(p))",
        b="2",
    ),
)


def _one_side(sign: str) -> tuple[str, Tree]:
    """The sum of the rates, or its opposite, is at most 2 n."""
    side = f"{sign}(rate(c(z1)))" if sign else "rate(c(z1))"
    return (
        f"sum(j: 2 - ({sign}rate(c(j)))) >= 0",
        rule(
            "positive sum",
            have(
                ["abs(rate(c(z1))) <= 2", *sides("rate(c(z1))")],
                leaf("1: abs(rate(c(z1))) <= 2", f"1: {side} <= abs(rate(c(z1)))"),
            ),
            e=f"fn(j: 2 - ({sign}rate(c(j))))",
            new={"x": "z1"},
        ),
    )


_TOTAL = have(
    [_one_side(""), _one_side("-")],
    rule(
        "absolute at most",
        leaf(f"1: {_one_side('')[0]}"),
        leaf(f"1: {_one_side('-')[0]}"),
        e="rate(total)",
        b="2*n",
    ),
)
_REST = "forall i: rate(c(i)) == 0"
_RESTS = intro(
    "",
    have([(_REST, intro("p", have(["h(p)*h(p) >= l*l", "rate(c(p)) == 0"], KNOWN)))], leaf(use=[_REST])),
)
_CONSTANT = "exists s in number: always(time >= T => total == s)"

formal(
    "LEM-mean-flow.constant",
    title="Unit vectors that are drawn to their mean: signs that are kept have a constant sum",
    statement=model(MEAN, AWAY, SIDES, {"letters": ["T: number"], "given": [CLEAR], "show": [_CONSTANT]}),
    proof=have(
        [
            *FACTS[:2],
            (" and ".join(GROWS), lemma("LEM-mean-flow.grows")),
            ("l > 0", leaf("1/2: start(q) > 0")),
            ("forall i: almost_always(abs(rate(h(i))) <= 2)", intro("p", enter("ae", _FAST))),
            (
                "forall i: almost_always(abs(rate(c(i))) <= 2 and (h(i)*h(i) >= l*l => rate(c(i)) == 0))",
                intro("p", lemma("LEM-cut", z="h(p)", l="l", L="2")),
            ),
        ],
        rule(
            "some element",
            lemma(
                "LEM-late-constant",
                enter("start", leaf(use=["forall i: dot(x[i], x[i]) == 1"])),
                enter("ae", _TOTAL),
                enter("ae", _RESTS),
                z="total",
                v="start(x[k1])",
                L="2*n",
                T="T",
            ),
            C=_CONSTANT,
            new={"x": "k1"},
        ),
    ),
)

_ENDS = "(c(p) == l and h(p) >= l) or (c(p) == -l and h(p) <= -l)"
_ALL_ENDS = f"forall i: always(h(i)*h(i) >= l*l => {_ENDS.replace('(p)', '(i)')})"
_WITHIN = [
    ("h(p) <= r", rule("below the square", leaf(), leaf("1: d(p) >= 0"), a="h(p)", b="r")),
    ("-h(p) <= r", rule("below the square", leaf(), leaf("1: d(p) >= 0"), a="-h(p)", b="r")),
]


def _compared(sign: str) -> tuple[str, Tree]:
    """r (e r - h) is at most d, the squared speed, and at least -d, where e is the sign of h."""
    other = "" if sign == "-" else "-"
    each = f"d(p) {sign} r*(c(p)/l*r - h(p)) >= 0"
    up, down = (
        ("1: h(p) >= l; h(p) <= r", "1: l > 0; h(p) <= r") if sign == "-" else ("1: r >= 0; h(p) <= r", "1: d(p) >= 0"),
        ("1: r >= 0; -h(p) <= r", "1: d(p) >= 0")
        if sign == "-"
        else ("1: h(p) <= -l; -h(p) <= r", "1: l > 0; -h(p) <= r"),
    )
    first = have([("c(p)/l == 1", leaf("eq 1/l: c(p) == l"))], leaf(*up, f"eq {other}r*r: c(p)/l == 1"))
    second = have([("c(p)/l == -1", leaf("eq 1/l: c(p) == -l"))], leaf(*down, f"eq {other}r*r: c(p)/l == -1"))
    ends = have(
        ["0 <= d(p)", "h(p)*h(p) >= l*l", *_WITHIN, _ENDS],
        split(_ENDS, first, second),
    )
    return (
        f"sum(j: d(j) {sign} r*(c(j)/l*r - h(j))) >= 0",
        rule("positive sum", have([(each, ends)], KNOWN), e=f"fn(j: d(j) {sign} r*(c(j)/l*r - h(j)))", new={"x": "p"}),
    )


NEAR = "always(time >= T => q*(s - n*r) <= n/2*f and q*(n*r - s) <= n/2*f)"
_AT = have(
    [
        "total == s",
        ("forall i: h(i)*h(i) >= l*l", intro("p", KNOWN)),
        _compared("-"),
        _compared("+"),
        "n*q == sum(j: h(j))",
    ],
    both(
        leaf(f"1: {_compared('-')[0]}", "eq -q/l: total == s", "eq -r: n*q == sum(j: h(j))"),
        leaf(f"1: {_compared('+')[0]}", "eq q/l: total == s", "eq r: n*q == sum(j: h(j))"),
    ),
)

formal(
    "LEM-mean-flow.signs",
    title="Unit vectors that are drawn to their mean: its length is near the sum of the signs",
    statement=model(
        MEAN, AWAY, SIDES, {"letters": ["T: number"], "given": [CLEAR], "show": [f"exists s in number: {NEAR}"]}
    ),
    proof=have(
        [
            (" and ".join(PLACES), lemma("LEM-mean-flow.places")),
            (" and ".join(GROWS), lemma("LEM-mean-flow.grows")),
            ("l > 0", leaf("1/2: start(q) > 0")),
            (_CONSTANT, lemma("LEM-mean-flow.constant")),
            (_ALL_ENDS, intro("p", lemma("LEM-cut.ends", z="h(p)", l="l"))),
        ],
        obtain(_CONSTANT, "s", witness("s/l", enter("every", intro("", _AT)))),
    ),
)

formal(
    "LEM-mean-flow.clear",
    title="Unit vectors that are drawn to their mean: from a moment on each is on one side of it",
    statement=model(DRIFTING, AWAY, SIDES, {"given": ["tends(f, 0)"], "show": [f"exists T in number: {CLEAR}"]}),
    proof=have(
        [
            (" and ".join(PLACES), lemma("LEM-mean-flow.places")),
            (" and ".join(GROWS), lemma("LEM-mean-flow.grows")),
            ("start(q) <= 1", enter("start", leaf("1: q <= 1"))),
        ],
        soon(
            "f",
            "0",
            "start(q)/n",
            "T",
            leaf("1: start(q) > 0; 1/n > 0"),
            witness(
                "T",
                enter(
                    "every",
                    intro(
                        ["", "p"],
                        have(
                            [
                                "abs(f - (0)) < start(q)/n",
                                ("f - (0) <= abs(f - (0))", rule("absolute above", e="f - (0)")),
                                (
                                    "n/2*f <= start(q)/2",
                                    leaf(
                                        "1/2: n > 0; abs(f - (0)) < start(q)/n", "1/2: n > 0; f - (0) <= abs(f - (0))"
                                    ),
                                ),
                                "d(p) <= n/2*f",
                            ],
                            leaf(
                                "1: q >= start(q)",
                                "1: d(p) <= n/2*f",
                                "1: n/2*f <= start(q)/2",
                                "1/4: start(q) > 0; start(q) <= 1",
                                "1/4: start(q) > 0",
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
