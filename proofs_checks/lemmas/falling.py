"""The largest misalignment of a hemisphere never grows: the lowest token is drawn up by all others."""

from proofs_checks.lemmas.weighted import WEIGHTED
from verify.formal import formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule

LARGEST = "max(k: 1 - dot(v, y[k]))"
_FLOW = "forall i: rate(y[i]) == sum(j: a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i]))"
_PULL = "a[x, j]*(dot(v, y[j]) - dot(v, y[x])*dot(y[x], W(y[j])))"
_GAP = "dot(y[x] - y[q], W(y[x] - y[q])) >= 0"
_HEIGHTS = (
    "start(min(k: dot(v, y[k]))) > 0 and always(forall i: dot(v, y[i]) >= start(min(k: dot(v, y[k]))))"
    " and always(forall i: dot(v, y[i]) > 0)"
)
_RISES = have(
    [
        (
            f"sum(j: {_PULL}) >= 0",
            rule(
                "positive sum",
                have(
                    [
                        (_GAP, rule("nonnegative form", W="W", u="y[x] - y[q]")),
                        "1 - dot(v, y[q]) <= 1 - dot(v, y[x])",
                        "dot(v, y[x]) > 0",
                        "a[x, q] >= 0",
                    ],
                    leaf(
                        "1: a[x, q] >= 0; 1 - dot(v, y[q]) <= 1 - dot(v, y[x])",
                        f"1/2: a[x, q] >= 0; dot(v, y[x]) > 0; {_GAP}",
                        use=["forall i: dot(y[i], W(y[i])) == 1"],
                    ),
                ),
                e=f"fn(j: {_PULL})",
                new={"x": "q"},
            ),
        )
    ],
    leaf(f"1: sum(j: {_PULL}) >= 0", use=[_FLOW]),
)

formal(
    "LEM-largest",
    title="The largest of 1 minus the heights does not rise",
    statement=model(
        WEIGHTED,
        {
            "given": ["almost_always(forall i, j: a[i, j] >= 0)"],
            "show": [f"almost_always(rate({LARGEST}) <= 0)"],
        },
    ),
    proof=have(
        [
            (_HEIGHTS, lemma("LEM-heights")),
            (
                f"almost_always(0 <= 1 => rate({LARGEST}) <= 0)",
                lemma(
                    "LEM-greatest",
                    enter("ae", intro(["", "x", ""], _RISES)),
                    w="fn(k: 1 - dot(v, y[k]))",
                    b="0",
                    C="0 <= 1",
                ),
            ),
        ],
        enter("ae", have(["0 <= 1"], KNOWN)),
    ),
)
