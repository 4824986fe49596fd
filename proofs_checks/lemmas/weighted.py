"""Tokens on an ellipsoid drawn towards each other by weights that may change in any measurable way.

Every flow of attention with U = I is of this form, whatever its heads and logits are: the weights are what they are.
"""

from verify.formal import formal, model
from verify.tactics.build import enter, have, intro, leaf, lemma, rule

WEIGHTED = {
    "letters": ["W: operator; v: vector; y[token]: moving vector; a[token, token]: measurable number"],
    "given": [
        "positive_definite(W)",
        "always(forall i: dot(y[i], W(y[i])) == 1)",
        "almost_always(forall i: rate(y[i]) == sum(j: a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i])))",
        "at_start(forall i: dot(v, y[i]) > 0)",
    ],
}
LEAST = "min(k: dot(v, y[k]))"
_PULL = "a[x, j]*(dot(v, y[j]) - dot(v, y[x])*dot(y[x], W(y[j])))"

formal(
    "LEM-heights",
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
        enter("start", rule("least, strict", e="fn(j: dot(v, y[j]))", b="0")),
        have(
            [
                (
                    f"almost_always({LEAST} > 0 and {LEAST} < start({LEAST}) => rate({LEAST}) >= 0)",
                    lemma(
                        "LEM-least",
                        enter(
                            "ae",
                            intro(
                                ["", "x", ""],
                                have(
                                    [
                                        (
                                            "dot(v, y[x]) > 0",
                                            have(
                                                [
                                                    (
                                                        f"{LEAST} <= dot(v, y[x])",
                                                        rule("above the least", e="fn(j: dot(v, y[j]))", y="x"),
                                                    )
                                                ],
                                                leaf(f"1: {LEAST} <= dot(v, y[x])", f"1: {LEAST} > 0"),
                                            ),
                                        ),
                                        (
                                            f"sum(j: {_PULL}) >= 0",
                                            rule(
                                                "positive sum",
                                                have(
                                                    [
                                                        (
                                                            "dot(y[x] - y[q], W(y[x] - y[q])) >= 0",
                                                            rule("nonnegative form", W="W", u="y[x] - y[q]"),
                                                        ),
                                                        "dot(v, y[x]) <= dot(v, y[q])",
                                                    ],
                                                    leaf(
                                                        "1: a[x, q] >= 0; dot(v, y[x]) <= dot(v, y[q])",
                                                        "1/2: a[x, q] >= 0; dot(v, y[x]) > 0;"
                                                        " dot(y[x] - y[q], W(y[x] - y[q])) >= 0",
                                                        use=["forall i: dot(y[i], W(y[i])) == 1"],
                                                    ),
                                                ),
                                                new={"x": "q"},
                                                e=f"fn(j: {_PULL})",
                                            ),
                                        ),
                                    ],
                                    leaf(
                                        f"1: sum(j: {_PULL}) >= 0",
                                        use=[
                                            "forall i: rate(y[i]) == sum(j: a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i]))"
                                        ],
                                    ),
                                ),
                            ),
                        ),
                        w="fn(j: dot(v, y[j]))",
                        b="0",
                        C=f"{LEAST} > 0 and {LEAST} < start({LEAST})",
                    ),
                ),
                (
                    f"always({LEAST} >= start({LEAST}))",
                    lemma("LEM-barrier", enter("start", leaf()), z=LEAST, m=f"start({LEAST})", l="0"),
                ),
            ],
            enter(
                "every",
                intro(
                    "x",
                    have(
                        [(f"{LEAST} <= dot(v, y[x])", rule("above the least", e="fn(j: dot(v, y[j]))", y="x"))],
                        leaf(f"1: {LEAST} <= dot(v, y[x])", f"1: {LEAST} >= start({LEAST})"),
                    ),
                ),
            ),
        ),
        enter("every", intro("x", leaf(f"1: dot(v, y[x]) >= start({LEAST})", f"1: start({LEAST}) > 0"))),
    ],
)

_RATE = f"N*delta*start({LEAST})/C"
_W = "dot(u, y[{0}]/dot(v, y[{0}]))".format
_WIDTH = f"max(j: {_W('j')}) - min(j: {_W('j')})"
_SHARE = f"delta*start({LEAST})/C"
_C = "dot(v, y[{0}])".format


def _terms(x: str, difference: str) -> str:
    """What pulls an extreme token `x`, above the guaranteed share; each term has one sign."""
    return f"(a[{x}, j]*{_C('j')}/{_C(x)} - {_SHARE})*({difference})"


def _sided(x: str, difference: str, extreme: str) -> object:
    return rule(
        "positive sum",
        have(
            [
                extreme,
                (
                    f"a[{x}, q]*{_C('q')}/{_C(x)} - {_SHARE} >= 0",
                    leaf(
                        f"1: a[{x}, q] >= delta; {_C('q')} > 0; 1/{_C(x)} > 0",
                        f"1: delta >= 0; {_C('q')} >= start({LEAST}); 1/{_C(x)} > 0",
                        f"1: delta >= 0; start({LEAST}) > 0; C >= {_C(x)}; 1/{_C(x)} > 0; 1/C > 0",
                    ),
                ),
            ],
            leaf(f"1: a[{x}, q]*{_C('q')}/{_C(x)} - {_SHARE} >= 0; {extreme}"),
        ),
        new={"x": "q"},
        e=f"fn(j: {_terms(x, difference)})",
    )


_TOP, _LOW = _terms("x", f"{_W('x')} - {_W('j')}"), _terms("y1", f"{_W('j')} - {_W('y1')}")

formal(
    "LEM-projected",
    statement=model(
        WEIGHTED,
        {
            "letters": ["delta, C, N: number"],
            "given": [
                "delta >= 0",
                "C > 0",
                "N == sum(j: 1)",
                "almost_always(forall i, j: a[i, j] >= delta)",
                "always(forall i: dot(v, y[i]) <= C)",
            ],
            "show": [f"decays(diam(i: y[i]/dot(v, y[i])), {_RATE})"],
        },
    ),
    proof=have(
        [
            (
                "almost_always(forall i, j: a[i, j] >= 0)",
                enter("ae", intro("i,j", leaf("1: a[i, j] >= delta", "1: delta >= 0"))),
            ),
            (
                f"start({LEAST}) > 0 and always(forall i: dot(v, y[i]) >= start({LEAST}))"
                " and always(forall i: dot(v, y[i]) > 0)",
                lemma("LEM-heights"),
            ),
            (
                f"forall u in vector: almost_always(rate({_WIDTH}) <= -({_RATE}*({_WIDTH})))",
                intro(
                    "u",
                    lemma(
                        "LEM-spread",
                        enter(
                            "ae",
                            intro(
                                ["x", "y1", ""],
                                have(
                                    [
                                        (
                                            f"sum(j: {_TOP}) >= 0",
                                            _sided("x", f"{_W('x')} - {_W('j')}", f"{_W('q')} <= {_W('x')}"),
                                        ),
                                        (
                                            f"sum(j: {_LOW}) >= 0",
                                            _sided("y1", f"{_W('j')} - {_W('y1')}", f"{_W('y1')} <= {_W('q')}"),
                                        ),
                                        (
                                            f"max(j: {_W('j')}) <= {_W('x')}",
                                            rule("greatest", e=f"fn(j: {_W('j')})", b=_W("x"), new={"x": "q"}),
                                        ),
                                        (
                                            f"min(j: {_W('j')}) >= {_W('y1')}",
                                            rule("least", e=f"fn(j: {_W('j')})", b=_W("y1"), new={"x": "q"}),
                                        ),
                                        (
                                            f"{_RATE} >= 0",
                                            leaf(
                                                f"1: sum(j: 1) >= 0; delta >= 0; start({LEAST}) > 0; 1/C > 0",
                                                use=["N == sum(j: 1)"],
                                            ),
                                        ),
                                    ],
                                    leaf(
                                        f"1: sum(j: {_TOP}) >= 0",
                                        f"1: sum(j: {_LOW}) >= 0",
                                        f"1: {_RATE} >= 0; max(j: {_W('j')}) <= {_W('x')}",
                                        f"1: {_RATE} >= 0; min(j: {_W('j')}) >= {_W('y1')}",
                                        use=[
                                            "forall i: rate(y[i]) == sum(j: a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i]))",
                                            "N == sum(j: 1)",
                                        ],
                                    ),
                                ),
                            ),
                        ),
                        w=f"fn(j: {_W('j')})",
                        b=f"-({_RATE}*({_WIDTH}))",
                    ),
                ),
            ),
        ],
        lemma(
            "LEM-diameter",
            intro("u", lemma("LEM-comparison", z=_WIDTH, k=_RATE)),
            q="fn(i: y[i]/dot(v, y[i]))",
            k=_RATE,
        ),
    ),
)
