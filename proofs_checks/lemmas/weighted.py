"""Tokens on an ellipsoid drawn towards each other by weights that may change in any measurable way.

Every flow of attention with U = I is of this form, whatever its heads and logits are: the weights are what they are.
"""

from proofs_checks.lemmas.heights import ABOVE_LEAST, LEAST, LEAST_AT_START, least_never_falls
from verify.formal import formal, model
from verify.tactics.build import enter, have, intro, leaf, rule

WEIGHTED = {
    "letters": ["W: operator; v: vector; y[token]: moving vector; a[token, token]: measurable number"],
    "given": [
        "positive_definite(W)",
        "always(forall i: dot(y[i], W(y[i])) == 1)",
        "almost_always(forall i: rate(y[i]) == sum(j: a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i])))",
        "at_start(forall i: dot(v, y[i]) > 0)",
    ],
}
_PULL = "a[x, j]*(dot(v, y[j]) - dot(v, y[x])*dot(y[x], W(y[j])))"

_DRAWN_UP = rule(
    "positive sum",
    have(
        [
            ("dot(y[x] - y[q], W(y[x] - y[q])) >= 0", rule("nonnegative form", W="W", u="y[x] - y[q]")),
            "dot(v, y[x]) <= dot(v, y[q])",
        ],
        leaf(
            "1: a[x, q] >= 0; dot(v, y[x]) <= dot(v, y[q])",
            "1/2: a[x, q] >= 0; dot(v, y[x]) > 0; dot(y[x] - y[q], W(y[x] - y[q])) >= 0",
            use=["forall i: dot(y[i], W(y[i])) == 1"],
        ),
    ),
    new={"x": "q"},
    e=f"fn(j: {_PULL})",
)
_FLOW = "forall i: rate(y[i]) == sum(j: a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i]))"

formal(
    "LEM-heights",
    title="In a hemisphere no height falls below the least one at the start",
    statement=model(
        WEIGHTED,
        {
            "given": ["almost_always(forall i, j: a[i, j] >= 0)"],
            "show": [
                f"start({LEAST}) > 0",
                f"always(forall i: dot(v, y[i]) >= start({LEAST}))",
                "always(forall i: dot(v, y[i]) > 0)",
            ],
        },
    ),
    proof=[
        enter("start", LEAST_AT_START),
        have(least_never_falls(f"sum(j: {_PULL})", _DRAWN_UP, _FLOW), ABOVE_LEAST),
        enter("every", intro("x", leaf(f"1: dot(v, y[x]) >= start({LEAST})", f"1: start({LEAST}) > 0"))),
    ],
)
