"""Equation (9) over several prompts: their mean tends to 0 exactly if each of them does."""

from proofs_checks.consensus.proofs.alignment import COUNTED
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, define, enter, have, intro, leaf, lemma, rule

_N = "sum(k: 1)"
_MEAN = f"(sum(k: E[k])/{_N})"

# the prompts are numbered like tokens
PROMPTS = {"letters": ["E[token]: moving number"], "given": ["forall k: always(E[k] >= 0)"]}

formal(
    "CON-E9.f",
    statement=model(
        PROMPTS,
        {
            "show": [
                f"always(forall i: E[i] <= {_N}*{_MEAN})",
                f"always({_MEAN} <= max(k: E[k]))",
                f"tends({_MEAN}, 0) => (forall k: tends(E[k], 0))",
                f"(forall k: tends(E[k], 0)) => tends({_MEAN}, 0)",
            ]
        },
    ),
    proof=[
        enter("every", intro("p", rule("term of a positive sum", KNOWN, e="fn(k: E[k])", y="p"))),
        enter(
            "every",
            have(
                [
                    (
                        "sum(k: max(j: E[j]) - E[k]) >= 0",
                        rule(
                            "positive sum",
                            have(
                                [("E[x] <= max(j: E[j])", rule("below the greatest", e="fn(j: E[j])", y="x"))],
                                leaf("1: E[x] <= max(j: E[j])"),
                            ),
                            e="fn(k: max(j: E[j]) - E[k])",
                        ),
                    )
                ],
                define(COUNTED, leaf("1: 1/N > 0; sum(k: max(j: E[j]) - E[k]) >= 0")),
            ),
        ),
        intro(
            ["", "p"],
            lemma(
                "LEM-tends.below",
                KNOWN,
                leaf(),
                enter(
                    "every",
                    have(
                        [f"E[p] <= {_N}*{_MEAN}", "E[p] >= 0"],
                        rule(
                            "absolute at most",
                            KNOWN,
                            leaf("1: E[p] >= 0", f"1: E[p] <= {_N}*{_MEAN}", "1: E[p] >= 0"),
                            e="E[p]",
                            b=f"{_N}*{_MEAN}",
                        ),
                    ),
                ),
                z="E[p]",
                r=_MEAN,
                c=_N,
            ),
        ),
        intro(
            "",
            have(
                [("tends(sum(k: E[k]), 0)", lemma("LEM-tends.sum", z="E"))],
                lemma(
                    "LEM-tends.below",
                    KNOWN,
                    leaf(),
                    enter(
                        "every",
                        have(
                            [
                                ("sum(k: E[k]) >= 0", rule("positive sum", KNOWN, e="E")),
                                (f"{_MEAN} >= 0", define(COUNTED, leaf("1: 1/N > 0; sum(k: E[k]) >= 0"))),
                            ],
                            rule(
                                "absolute at most",
                                leaf(),
                                leaf(f"2: {_MEAN} >= 0"),
                                e=_MEAN,
                                b=f"1/{_N}*sum(k: E[k])",
                            ),
                        ),
                    ),
                    z=_MEAN,
                    r="sum(k: E[k])",
                    c=f"1/{_N}",
                ),
            ),
        ),
    ],
    instance={"tokens": 3, "letters": {"E": [0, 0, 0]}},
    twin=Variant(
        "with a quantity that may be negative",
        {"always(E[k] >= 0)": "always(E[k] >= -1)"},
        {"tokens": 2, "letters": {"E": [1, -1]}},
    ),
)
