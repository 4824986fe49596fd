"""The second token of a causal flow: its cosine with the first solves c' = a (1 - c^2), and tends to 1."""

from proofs_checks.lemmas.leader import FLOW, LEADER, UNIT
from verify.formal import formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule

SECOND = {
    "letters": ["f, g: token"],
    "given": ["forall i: f <= i", "f < g", "forall j in before(g): j <= f"],
}
_C = "dot(y[f], y[g])"
COSINE = "rate(dot(y[f], y[g])) == a[g, f]*(1 - dot(y[f], y[g])^2)"
_TERM = "a[g, k]*(dot(y[f], y[k]) - dot(y[f], y[g])*dot(y[g], y[k]))"
_FAR = "dot(y[g] - y[f], y[g] - y[f]) >= 0"
_HALF = f"(1 - {_C})/(1 + {_C})"

formal(
    "LEM-leader.cosine",
    title="The rate of the cosine of the second token with the first one",
    statement=model(LEADER, SECOND, {"show": [f"almost_always({COSINE})"]}),
    proof=have(
        [("almost_always(rate(y[f]) == 0) and always(y[f] == start(y[f]))", lemma("LEM-leader.first"))],
        enter(
            "ae",
            have(
                [
                    (
                        f"sum(k in before(g): {_TERM}) == sum(k in upto(f): {_TERM})",
                        rule("one more token", i="f", j="g", e=f"fn(k: {_TERM})"),
                    ),
                    (
                        f"sum(k in before(f): {_TERM}) == sum(k in before(f): 0)",
                        rule(
                            "equal sums, before",
                            rule("tokens in order", i="q", j="f", C=f"{_TERM} == 0".replace("k]", "q]")),
                            i="f",
                            new={"x": "q"},
                            e=f"fn(k: {_TERM})",
                            f="fn(k: 0)",
                        ),
                    ),
                ],
                leaf(
                    f"eq 1: sum(k in before(g): {_TERM}) == sum(k in upto(f): {_TERM})",
                    f"eq 1: sum(k in before(f): {_TERM}) == sum(k in before(f): 0)",
                    use=["rate(y[f]) == 0", FLOW, UNIT],
                ),
            ),
        ),
    ),
)

formal(
    "LEM-leader.second",
    title="The second token converges to the first one, from everywhere but its antipode",
    statement=model(
        LEADER,
        SECOND,
        {
            "letters": ["delta: number"],
            "given": ["delta > 0", "almost_always(a[g, f] >= delta)", "at_start(y[g] != -y[f])"],
            "show": [
                f"almost_always({COSINE})",
                f"always({_C} > -1)",
                f"decays({_HALF}, 2*delta)",
                "exponentially_small(norm(y[g] - y[f]))",
            ],
        },
    ),
    proof=[
        lemma("LEM-leader.cosine"),
        have(
            [
                (
                    f"always(1 + {_C} > 0)",
                    lemma(
                        "LEM-positive",
                        enter(
                            "start",
                            have(
                                [("dot(y[g] + y[f], y[g] + y[f]) > 0", rule("positive square", u="y[g] + y[f]"))],
                                leaf("1/2: dot(y[g] + y[f], y[g] + y[f]) > 0", use=[UNIT]),
                            ),
                        ),
                        enter(
                            "ae",
                            intro(
                                "",
                                leaf(
                                    f"1/2: a[g, f] >= delta; 1 + {_C} > 0; {_FAR}",
                                    f"1/2: delta > 0; 1 + {_C} > 0; {_FAR}",
                                    f"eq -1: {COSINE}",
                                    use=[UNIT],
                                ),
                            ),
                        ),
                        z=f"1 + {_C}",
                        k="0",
                    ),
                )
            ],
            enter("every", leaf(f"1: 1 + {_C} > 0")),
        ),
        have(
            [(f"always(1 + {_C} > 0)", enter("every", leaf(f"1: {_C} > -1")))],
            lemma(
                "LEM-comparison",
                enter(
                    "ae",
                    leaf(
                        f"1: a[g, f] >= delta; {_FAR}; 1/(1 + {_C}) > 0",
                        f"eq -2/(1 + {_C})^2: {COSINE}",
                        use=[UNIT],
                    ),
                ),
                z=_HALF,
                k="2*delta",
            ),
        ),
        have(
            [
                (f"always(1 + {_C} > 0)", enter("every", leaf(f"1: {_C} > -1"))),
                (
                    f"always({_HALF} >= 0)",
                    enter("every", leaf(f"1/2: {_FAR}; 1/(1 + {_C}) > 0", use=[UNIT])),
                ),
                (
                    f"exponentially_small({_HALF})",
                    lemma("LEM-small.decays", KNOWN, leaf("2: delta > 0"), z=_HALF, k="2*delta"),
                ),
                (
                    "exponentially_small(norm(y[g] - y[f])*norm(y[g] - y[f]))",
                    lemma(
                        "LEM-small.below",
                        KNOWN,
                        KNOWN,
                        enter(
                            "every",
                            rule(
                                "absolute at most",
                                leaf(f"1/2: {_FAR}; {_FAR}; 1/(1 + {_C}) > 0", use=[UNIT]),
                                leaf(f"1: {_FAR}", f"2: {_FAR}; 1/(1 + {_C}) > 0", use=[UNIT]),
                                e="norm(y[g] - y[f])*norm(y[g] - y[f])",
                                b=f"4*({_HALF})",
                            ),
                        ),
                        z="norm(y[g] - y[f])*norm(y[g] - y[f])",
                        r=_HALF,
                        c="4",
                    ),
                ),
            ],
            lemma("LEM-small.root", r="norm(y[g] - y[f])"),
        ),
    ],
)
