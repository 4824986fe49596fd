"""Theorem 4.2 with the domain repaired: from any open hemisphere all tokens come to the first one, for bounded P."""

from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_2 import LOWER, UNIT, WEIGHTS, bounded, weighted
from proofs_checks.lemmas.heights import LEAST
from proofs_checks.lemmas.leader import SIZE
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule, split, unfold, witness

HEMISPHERE = {"letters": ["v: vector"], "given": ["at_start(forall i: dot(v, y[i]) > 0)"]}
_FOLLOW = f"forall i: f < i => exponentially_small({SIZE('i')})"
_HEIGHTS = (
    f"start({LEAST}) > 0 and always(forall i: dot(v, y[i]) >= start({LEAST})) and always(forall i: dot(v, y[i]) > 0)"
)
_APART = "norm(y[{0}] - y[{1}])".format
_BACK = enter(
    "every",
    rule(
        "below the square",
        leaf(f"1: norm(v) >= 0; {SIZE('p')} >= 0", f"1: {SIZE('p')} >= 0"),
        leaf(
            f"1: norm(v) + 1 >= dot(v, y[p]); norm(v) + 1 > 0; sq {SIZE('p')}",
            f"1: norm(v) + 1 >= dot(v, y[f]); dot(v, y[p]) > 0; sq {SIZE('p')}",
            "1: dot(v, y[p]) > 0; dot(v, y[f]) > 0; sq 1/dot(v, y[p]) - 1/dot(v, y[f])",
            use=[UNIT],
        ),
        a=f"abs({_APART('p', 'f')})",
        b=f"(norm(v) + 1)*{SIZE('p')}",
    ),
)
TO_FIRST = "forall i: exponentially_small(norm(y[i] - y[f]))"
_ITSELF = unfold("goal", witness("0", witness("1", both(leaf(), leaf(), enter("every", leaf())))))

formal(
    "CON-T4.2.repaired",
    sentence=(
        r"For the auto-regressive model with $U_\eta = I$, $W = I$ and bounded measurable P(t): if $v^Ty_i(0) > 0$ for"
        " all i and some v, then $v^Ty_i(t) > 0$ for all times and all tokens approach the first one exponentially, so"
        " that all distances $|y_i - y_j|$ tend to 0. (Stability of the set: CON-T4.2.f.)"
    ),
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        BOUNDED_P,
        HEMISPHERE,
        {
            "show": [
                "always(forall i: dot(v, y[i]) > 0)",
                TO_FIRST,
                "forall i, j: tends(norm(y[i] - y[j]), 0)",
            ]
        },
    ),
    proof=[
        weighted(have([(_HEIGHTS, lemma("LEM-leader.heights", a=WEIGHTS))], KNOWN)),
        weighted(
            bounded(
                have(
                    [
                        (_HEIGHTS, lemma("LEM-leader.heights", a=WEIGHTS)),
                        (
                            "always(forall i: dot(v, y[i]) <= norm(v) + 1)",
                            enter(
                                "every",
                                intro(
                                    "p",
                                    have(
                                        [
                                            (
                                                "dot(v, y[p]) <= norm(v)*norm(y[p])",
                                                rule("Cauchy-Schwarz", u="v", w="y[p]"),
                                            )
                                        ],
                                        leaf("1: dot(v, y[p]) <= norm(v)*norm(y[p])", "1:", use=[UNIT]),
                                    ),
                                ),
                            ),
                        ),
                        (
                            _FOLLOW,
                            lemma(
                                "LEM-leader.follow",
                                KNOWN,
                                KNOWN,
                                KNOWN,
                                KNOWN,
                                KNOWN,
                                intro("p", leaf()),
                                leaf(),
                                leaf("1: norm(v) >= 0", "1:"),
                                enter("ae", intro("p,q", KNOWN)),
                                a=WEIGHTS,
                                delta=f"fn(i: {LOWER('i')})",
                                s="sum(h in heads: 1)/root",
                                C="norm(v) + 1",
                            ),
                        ),
                    ],
                    intro(
                        "p",
                        split(
                            "f < p or p <= f",
                            lemma(
                                "LEM-small.below",
                                KNOWN,
                                leaf("1: norm(v) >= 0", "1:"),
                                _BACK,
                                z=_APART("p", "f"),
                                r=SIZE("p"),
                                c="norm(v) + 1",
                            ),
                            rule(
                                "same token",
                                KNOWN,
                                KNOWN,
                                _ITSELF,
                                i="f",
                                j="p",
                                P=f"fn(j: exponentially_small({_APART('j', 'f')}))",
                            ),
                        ),
                    ),
                )
            )
        ),
        intro(
            "p,q",
            have(
                [
                    (
                        f"exponentially_small({_APART('p', 'f')} + {_APART('q', 'f')})",
                        lemma("LEM-small.two", z=_APART("p", "f"), w=_APART("q", "f")),
                    )
                ],
                lemma(
                    "LEM-small.tends",
                    lemma(
                        "LEM-small.below",
                        KNOWN,
                        KNOWN,
                        enter(
                            "every",
                            have(
                                [
                                    (
                                        f"norm(y[p] - y[f] + (y[f] - y[q])) <= {_APART('p', 'f')} + norm(y[f] - y[q])",
                                        rule("triangle", u="y[p] - y[f]", w="y[f] - y[q]"),
                                    )
                                ],
                                leaf(f"1: norm(y[p] - y[f] + (y[f] - y[q])) <= {_APART('p', 'f')} + norm(y[f] - y[q])"),
                            ),
                        ),
                        z=_APART("p", "q"),
                        r=f"{_APART('p', 'f')} + {_APART('q', 'f')}",
                        c="1",
                    ),
                    z=_APART("p", "q"),
                ),
            ),
        ),
    ],
    instance=heads(K=6, v=[1, 0, 2, 0]),
    twin=Variant(
        "tokens outside a hemisphere",
        {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) != 0)"},
        heads(K=6, v=[1, 0, 2, 0], y=[TOP, OPPOSITE, TOP]),
    ),
)
