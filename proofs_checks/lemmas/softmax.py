"""Bounds of softmax rows with bounded logits."""

from verify.formal import formal
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, rule

_ROW = "sum(k: exp(l[k]))"
_LOW, _HIGH = "sum(k: exp(M) - exp(l[k])) >= 0", "sum(k: exp(l[k]) - exp(-M)) >= 0"

formal(
    "LEM-softmax",
    title="Softmax weights of bounded logits",
    statement={
        "letters": ["l[token]: measurable number; M: measurable number; N: number"],
        "given": ["almost_always(forall j: -M <= l[j] <= M)", "N == sum(j: 1)"],
        "show": [f"almost_always(forall j: exp(-2*M)/N <= exp(l[j])/{_ROW} <= exp(2*M)/N)"],
    },
    proof=enter(
        "ae",
        intro(
            "x",
            have(
                [
                    ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
                    ("exp(-M) <= exp(l[x])", rule("exp monotone", a="-M", b="l[x]")),
                    ("exp(l[x]) <= exp(M)", rule("exp monotone", a="l[x]", b="M")),
                    (
                        _LOW,
                        rule(
                            "positive sum",
                            have(
                                [("exp(l[q]) <= exp(M)", rule("exp monotone", a="l[q]", b="M"))],
                                leaf("1: exp(l[q]) <= exp(M)"),
                            ),
                            new={"x": "q"},
                            e="fn(k: exp(M) - exp(l[k]))",
                        ),
                    ),
                    (
                        _HIGH,
                        rule(
                            "positive sum",
                            have(
                                [("exp(-M) <= exp(l[q])", rule("exp monotone", a="-M", b="l[q]"))],
                                leaf("1: exp(-M) <= exp(l[q])"),
                            ),
                            new={"x": "q"},
                            e="fn(k: exp(l[k]) - exp(-M))",
                        ),
                    ),
                ],
                both(
                    leaf(
                        f"1: exp(-M) <= exp(l[x]); 1/{_ROW} > 0",
                        f"1: exp(-2*M) > 0; 1/N > 0; 1/{_ROW} > 0; {_LOW}",
                        use=["N == sum(j: 1)"],
                    ),
                    leaf(
                        f"1: exp(l[x]) <= exp(M); 1/{_ROW} > 0",
                        f"1: exp(2*M) > 0; 1/N > 0; 1/{_ROW} > 0; {_HIGH}",
                        use=["N == sum(j: 1)"],
                    ),
                ),
            ),
        ),
    ),
)

_EARLY = "sum(k in upto(i): exp(l[k]))"
_BELOW = "sum(k in upto(i): exp(M) - exp(l[k])) >= 0"

formal(
    "LEM-softmax.row",
    title="Softmax weights of bounded logits in a causal row",
    statement={
        "letters": ["l[token]: measurable number; i: token; M: number"],
        "given": ["almost_always(forall j in upto(i): -M <= l[j] <= M)"],
        "show": [
            f"almost_always(forall j in upto(i): exp(-2*M)/sum(k in upto(i): 1) <= exp(l[j])/{_EARLY} <= 1)",
        ],
    },
    proof=enter(
        "ae",
        intro(
            "x",
            have(
                [
                    ("exp(-M) <= exp(l[x])", rule("exp monotone", a="-M", b="l[x]")),
                    (
                        _BELOW,
                        rule(
                            "positive sum, upto",
                            have(
                                [("exp(l[q]) <= exp(M)", rule("exp monotone", a="l[q]", b="M"))],
                                leaf("1: exp(l[q]) <= exp(M)"),
                            ),
                            new={"x": "q"},
                            e="fn(k: exp(M) - exp(l[k]))",
                        ),
                    ),
                    (
                        f"{_EARLY} >= exp(l[x])",
                        rule(
                            "term of a positive sum, upto", KNOWN, leaf(), y="x", new={"x": "q"}, e="fn(k: exp(l[k]))"
                        ),
                    ),
                ],
                both(
                    leaf(
                        f"1: exp(-M) <= exp(l[x]); 1/{_EARLY} > 0",
                        f"1: exp(-2*M) > 0; 1/sum(k in upto(i): 1) > 0; 1/{_EARLY} > 0; {_BELOW}",
                    ),
                    leaf(f"1: 1/{_EARLY} > 0; {_EARLY} >= exp(l[x])"),
                ),
            ),
        ),
    ),
)
