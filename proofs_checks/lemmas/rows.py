"""Weights of several heads: what every head sums to over the tokens, all heads together sum to."""

from verify.formal import formal
from verify.tactics.build import enter, have, leaf, rule

_BY_HEADS = "sum(h in heads: sum(j: a[h, j])) == sum(h in heads: r)"

formal(
    "LEM-rows",
    title="Row sums of several heads together",
    statement={
        "letters": ["a[head, token]: measurable number; r: number"],
        "given": ["almost_always(forall h in heads: sum(j: a[h, j]) == r)"],
        "show": ["almost_always(sum(j: sum(h in heads: a[h, j])) == sum(h in heads: r))"],
    },
    proof=enter(
        "ae",
        have(
            [(_BY_HEADS, rule("equal sums, heads", e="fn(h in heads: sum(j: a[h, j]))", f="fn(h in heads: r)"))],
            leaf(f"eq 1: {_BY_HEADS}"),
        ),
    ),
)
