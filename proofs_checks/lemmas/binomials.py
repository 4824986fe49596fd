"""Binomial coefficients: the first columns."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import Tree, have, leaf, rule


def _step(n: str, k: str) -> tuple[str, Tree]:
    return (f"binomial({n} + 1, {k} + 1) == binomial({n}, {k}) + binomial({n}, {k} + 1)", rule("Pascal", n=n, k=k))


formal(
    "LEM-binomial.columns",
    title="The first columns of Pascal's triangle",
    statement={
        "show": ["forall s in size: binomial(s, 1) == s", "forall s in size: binomial(s, 2) == s*(s - 1)/2"],
    },
    proof=[
        rule(
            "induction",
            rule("chosen from nothing", k="0"),
            have(
                [_step("n", "0"), ("binomial(n, 0) == 1", rule("nothing chosen"))],
                leaf(
                    "eq 1: binomial(n + 1, 0 + 1) == binomial(n, 0) + binomial(n, 0 + 1)",
                    "eq 1: binomial(n, 0) == 1",
                    "eq 1: binomial(n, 1) == n",
                ),
            ),
            P="fn(n in size: binomial(n, 1) == n)",
        ),
        rule(
            "induction",
            have(
                [("binomial(0, 1 + 1) == 0", rule("chosen from nothing", k="1"))], leaf("eq 1: binomial(0, 1 + 1) == 0")
            ),
            have(
                [_step("n", "1"), "binomial(n, 1) == n"],
                leaf(
                    "eq 1: binomial(n + 1, 1 + 1) == binomial(n, 1) + binomial(n, 1 + 1)",
                    "eq 1: binomial(n, 1) == n",
                    "eq 1: binomial(n, 2) == n*(n - 1)/2",
                ),
            ),
            P="fn(n in size: binomial(n, 2) == n*(n - 1)/2)",
        ),
    ],
)
