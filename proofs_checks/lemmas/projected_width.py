"""The central projection of tokens on an ellipsoid narrows by the factor exp(-I), where weights let I grow.

The weights are at least delta, which may change with time.
"""

from proofs_checks.lemmas.heights import LEAST
from proofs_checks.lemmas.weighted import WEIGHTED
from verify.formal import formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, unfold

_RATE = f"N*delta*start({LEAST})/C"
_W = "dot(u, y[{0}]/dot(v, y[{0}]))".format
_WIDTH = f"max(j: {_W('j')}) - min(j: {_W('j')})"
_DIAM = "diam(i: y[i]/dot(v, y[i]))"
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

_NONNEGATIVE_WIDTH = rule(
    "some element",
    have(
        [
            (f"max(j: {_W('j')}) >= {_W('x')}", rule("below the greatest", e=f"fn(j: {_W('j')})", y="x")),
            (f"min(j: {_W('j')}) <= {_W('x')}", rule("above the least", e=f"fn(j: {_W('j')})", y="x")),
        ],
        leaf(f"1: max(j: {_W('j')}) >= {_W('x')}", f"1: min(j: {_W('j')}) <= {_W('x')}"),
    ),
    C=f"{_WIDTH} >= 0",
)
_GROWN = f"-(({_WIDTH})*exp(I))"
# the width in a fixed direction, times exp(I), does not grow
_NARROWS = have(
    [
        f"almost_always(rate({_WIDTH}) <= -({_RATE}*({_WIDTH})))",
        (f"always({_WIDTH} >= 0)", enter("every", _NONNEGATIVE_WIDTH)),
        (
            f"always({_GROWN} >= start({_GROWN}))",
            rule(
                "monotone",
                leaf(
                    f"1: rate({_WIDTH}) <= -({_RATE}*({_WIDTH})); exp(I) > 0",
                    f"1: rate(I) <= {_RATE}; {_WIDTH} >= 0; exp(I) > 0",
                ),
                z=_GROWN,
            ),
        ),
        (f"start({_GROWN}) == -start({_WIDTH})", enter("start", leaf(use=["I == 0"]))),
    ],
    enter(
        "every",
        leaf(
            f"1: {_GROWN} >= start({_GROWN})",
            f"eq -1: start({_GROWN}) == -start({_WIDTH})",
            times=["exp(I)"],
        ),
    ),
)

formal(
    "LEM-projected.falling",
    title="The diameter of the central projection falls with the integral of the weights",
    statement=model(
        WEIGHTED,
        {
            "letters": ["delta: measurable number; C, N: number; I: moving number"],
            "given": [
                "almost_always(delta >= 0)",
                "C > 0",
                "N == sum(j: 1)",
                "almost_always(forall i, j: a[i, j] >= delta)",
                "always(forall i: dot(v, y[i]) <= C)",
                "at_start(I == 0)",
                f"almost_always(rate(I) <= {_RATE})",
            ],
            "show": [f"always({_DIAM} <= start({_DIAM})*exp(-I))"],
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
        lemma("LEM-diameter.falling", intro("u", _NARROWS), q="fn(i: y[i]/dot(v, y[i]))"),
    ),
)

formal(
    "LEM-projected",
    title="The diameter of the central projection decays exponentially",
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
            "show": [f"decays({_DIAM}, {_RATE})"],
        },
    ),
    proof=unfold(
        "goal",
        lemma(
            "LEM-projected.falling",
            *4 * [KNOWN],
            enter("ae", KNOWN),
            KNOWN,
            KNOWN,
            KNOWN,
            KNOWN,
            enter("start", leaf()),
            enter("ae", leaf()),
            I=f"{_RATE}*time",
        ),
    ),
)
