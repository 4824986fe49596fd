"""When the misalignment (9) decreases along the auto-regressive model with U = I, and when it does not."""

from proofs_checks.consensus.proofs.instances import diagonal, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_2 import WEIGHT, WEIGHTS, weighted
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, define, enter, have, intro, leaf, lemma, rule, split, unfold

# on the sphere the cosine is the product; the slope of E along the field is that of 1 - (1/l) sum_i y_1^T y_i
_SLOPE = "-sum(i: dot(auto(x, f), x[i]) + dot(x[f], auto(x, i)))/sum(i: 1)"
STATE = {
    "letters": ["x[token]: vector"],
    "given": ["forall i: dot(x[i], x[i]) == 1"],
}

formal(
    "CON-E9.e",
    statement=model(HEADS, STATE, BOUNDED_P, {"show": [f"almost_always({_SLOPE} <= 0)"]}),
    refuted={
        "instance": {
            "tokens": 3,
            "heads": 1,
            "dim": 4,
            "letters": {
                "P": [diagonal(-5, -5, -5, -5)],
                "root": 2,
                "f": 0,
                "K": 5,
                "x": [[1, 0, 0, 0], ["-99/101", "20/101", 0, 0], ["3/5", "4/5", 0, 0]],
            },
        }
    },
)

_C = "dot(y[f], y[{0}])".format
_E = f"1 - sum(i: {_C('i')}/(norm(y[f])*norm(y[i])))/sum(i: 1)"
_FLAT = f"1 - sum(i: {_C('i')})/sum(i: 1)"
_LARGEST = f"max(i: 1 - {_C('i')})"
_TWO = "f < g and (forall j in before(g): j <= f) and (forall i: i <= g)"
_COSINE = f"almost_always(rate({_C('g')}) == {WEIGHT('g', 'f')}*(1 - {_C('g')}^2))"
_STANDS = "almost_always(rate(y[f]) == 0) and always(y[f] == start(y[f]))"
FLOW = f"forall i: rate(y[i]) == sum(j in before(i): {WEIGHT('i', 'j')}*(y[j] - dot(y[i], y[j])*y[i]))"
_UNIT = "forall i: dot(y[i], y[i]) == 1"
_RISES = f"rate({_C('{0}')}) >= 0".format
_AHEAD = f"forall i: {_C('i')} > 0"

_LENGTHS = (
    "always(forall i: norm(y[i]) > 0)",
    enter("every", intro("p", have(["dot(y[p], y[p]) == 1"], leaf(use=[_UNIT])))),
)
_ON_SPHERE = (
    f"always({_E} == {_FLAT})",
    enter(
        "every",
        have(
            [
                (
                    "forall i: norm(y[i]) == 1",
                    intro(
                        "p",
                        rule(
                            "antisymmetry",
                            rule("below the square", leaf(), leaf(use=[_UNIT]), a="norm(y[p])", b="1"),
                            rule("below the square", leaf(), leaf(use=[_UNIT]), a="1", b="norm(y[p])"),
                            a="norm(y[p])",
                            b="1",
                        ),
                    ),
                )
            ],
            leaf(use=["forall i: norm(y[i]) == 1"]),
        ),
    ),
)
_EITHER = split(
    "x <= f or f < x",
    rule("same token", KNOWN, KNOWN, leaf(use=["rate(y[f]) == 0"]), i="f", j="x", P=f"fn(j: {_RISES('j')})"),
    split(
        "x < g or g <= x",
        have(["x <= f"], rule("tokens in order", i="f", j="x", C=_RISES("x"))),
        rule(
            "same token",
            KNOWN,
            KNOWN,
            leaf(
                f"1/4: {WEIGHT('g', 'f')} > 0; dot(y[f] - y[g], y[f] - y[g]) >= 0; dot(y[f] + y[g], y[f] + y[g]) >= 0",
                f"eq -1: {_COSINE[len('almost_always(') : -1]}",
                use=[_UNIT],
            ),
            i="g",
            j="x",
            P=f"fn(j: {_RISES('j')})",
        ),
    ),
)

_MEAN_BELOW = have(
    [
        (
            f"sum(i: max(j: 1 - {_C('j')}) - (1 - {_C('i')})) >= 0",
            rule(
                "positive sum",
                have(
                    [
                        (
                            f"1 - {_C('x')} <= max(j: 1 - {_C('j')})",
                            rule("below the greatest", e=f"fn(j: 1 - {_C('j')})", y="x"),
                        )
                    ],
                    leaf(f"1: 1 - {_C('x')} <= max(j: 1 - {_C('j')})"),
                ),
                e=f"fn(i: max(j: 1 - {_C('j')}) - (1 - {_C('i')}))",
            ),
        )
    ],
    define(
        ["N := sum(k: 1)"],
        leaf(f"1: 1/N > 0; sum(i: max(j: 1 - {_C('j')}) - (1 - {_C('i')})) >= 0", f"eq 1: {_E} == {_FLAT}"),
    ),
)
_PULL = f"{WEIGHT('p', 'j')}*({_C('j')} - dot(y[p], y[j])*{_C('p')})"
_SUM = f"sum(j in before(p): {_PULL})"
_GREATEST = lemma(
    "LEM-greatest",
    enter(
        "ae",
        intro(
            ["", "p", ""],
            have(
                [
                    f"{_C('p')} > 0",
                    (
                        f"{_SUM} >= 0",
                        rule(
                            "positive sum, before",
                            have(
                                [f"1 - {_C('q')} <= 1 - {_C('p')}"],
                                leaf(
                                    f"1: {WEIGHT('p', 'q')} > 0; 1 - {_C('q')} <= 1 - {_C('p')}",
                                    f"1/2: {WEIGHT('p', 'q')} > 0; {_C('p')} > 0; dot(y[p] - y[q], y[p] - y[q]) >= 0",
                                    use=[_UNIT],
                                ),
                            ),
                            e=f"fn(j: {_PULL})",
                            i="p",
                            new={"x": "q"},
                        ),
                    ),
                ],
                leaf(f"1: {_SUM} >= 0", use=["rate(y[f]) == 0", FLOW]),
            ),
        ),
    ),
    w=f"fn(j: 1 - {_C('j')})",
    b="0",
    C=_AHEAD,
)

formal(
    "CON-E9.e.repaired",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        {
            "show": [
                f"forall g: {_TWO} => almost_always(rate({_E}) <= 0)",
                f"always({_E} <= {_LARGEST})",
                f"almost_always(({_AHEAD}) => rate({_LARGEST}) <= 0)",
            ]
        },
    ),
    proof=[
        unfold(
            "solves(auto, y)",
            intro(
                ["g", ""],
                have(
                    [
                        (_STANDS, lemma("CON-T4.2.a")),
                        (_COSINE, weighted(lemma("LEM-leader.cosine", a=WEIGHTS))),
                        _LENGTHS,
                        _ON_SPHERE,
                    ],
                    lemma(
                        "LEM-same-rate",
                        KNOWN,
                        enter(
                            "ae",
                            have(
                                [
                                    (
                                        f"sum(i: rate({_C('i')})) >= 0",
                                        rule("positive sum", _EITHER, e=f"fn(i: rate({_C('i')}))"),
                                    )
                                ],
                                define(["N := sum(k: 1)"], leaf(f"1: sum(i: rate({_C('i')})) >= 0; 1/N > 0")),
                            ),
                        ),
                        a=_E,
                        b=_FLAT,
                    ),
                ),
            ),
        ),
        unfold("solves(auto, y)", have([_LENGTHS, _ON_SPHERE], enter("every", _MEAN_BELOW))),
        have([(_STANDS, lemma("CON-T4.2.a"))], weighted(_GREATEST)),
    ],
    instance=heads(),
    twin=Variant("the misalignment grows", {f"rate({_E}) <= 0": f"rate({_E}) < 0"}, heads(2)),
)
