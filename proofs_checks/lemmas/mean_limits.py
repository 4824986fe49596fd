"""Unit vectors that are drawn to their mean, which is not zero at the start: each has a limit, any two are parallel."""

from __future__ import annotations

from proofs_checks.lemmas.mean_flow import MEAN, PLACES, SPEED
from proofs_checks.lemmas.mean_length import AWAY, GROWS
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, obtain, rule, unfold, witness

_ONE = "exists K in number: K > 0 and always(abs(f) <= K*exp(-(time/K)))"
_C = "(n*K + 1)"
_FAST = f"{_C}*exp(-1/(2*K)*time)"
_SPEED = "norm(rate(x[p]))"
LIMITS = "forall i: exists z in vector: exponentially_small(norm(x[i] - z))"
_FACTS = [
    (" and ".join(PLACES), lemma("LEM-mean-flow.places")),
    (" and ".join(GROWS), lemma("LEM-mean-flow.grows")),
    ("exponentially_small(f)", lemma("LEM-mean-flow.small")),
]
_SLOW = have(
    ["abs(f) <= K*exp(-(time/K))", ("f <= abs(f)", rule("absolute above", e="f")), "d(p) <= n/2*f"],
    rule(
        "below the square",
        leaf("1: n > 0; K > 0; exp(-1/(2*K)*time) > 0", "1: exp(-1/(2*K)*time) > 0"),
        leaf(
            "1: d(p) <= n/2*f",
            "1/2: n > 0; f <= abs(f)",
            "1/2: n > 0; abs(f) <= K*exp(-(time/K))",
            "1: n > 0; n > 0; K > 0; K > 0; exp(-(time/K)) > 0",
            "3/2: n > 0; K > 0; exp(-(time/K)) > 0",
            "1: exp(-(time/K)) > 0",
            use=[SPEED, "forall i: dot(x[i], x[i]) == 1"],
        ),
        a=_SPEED,
        b=_FAST,
    ),
)
_FOUND = f"exists z in vector: always(norm(x[p] - z) <= {_C}/(1/(2*K))*exp(-(1/(2*K))*time))"
_ENDS = obtain(
    _FOUND,
    "z",
    witness(
        "z",
        unfold(
            "goal",
            witness(
                f"{_C}*2*K",
                witness(
                    "1/(2*K)",
                    both(
                        leaf("2: n > 0; K > 0; K > 0", "2: K > 0"),
                        leaf("1/2: 1/K > 0"),
                        enter(
                            "every",
                            have(
                                [
                                    (
                                        "abs(norm(x[p] - z)) <= norm(x[p] - z)",
                                        rule(
                                            "absolute at most",
                                            leaf(),
                                            leaf("2: norm(x[p] - z) >= 0"),
                                            e="norm(x[p] - z)",
                                            b="norm(x[p] - z)",
                                        ),
                                    )
                                ],
                                leaf(
                                    "1: abs(norm(x[p] - z)) <= norm(x[p] - z)",
                                    f"1: norm(x[p] - z) <= {_C}/(1/(2*K))*exp(-(1/(2*K))*time)",
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-mean-flow.limits",
    title="Unit vectors that are drawn to their mean converge exponentially",
    statement=model(MEAN, AWAY, {"show": [LIMITS]}),
    proof=have(
        [*_FACTS, (_ONE, lemma("LEM-small.one", z="f"))],
        obtain(
            _ONE,
            "K",
            intro(
                "p",
                have(
                    [
                        (
                            _FOUND,
                            lemma(
                                "LEM-small-speed", leaf("1/2: 1/K > 0"), enter("ae", _SLOW), y="x[p]", c=_C, k="1/(2*K)"
                            ),
                        )
                    ],
                    _ENDS,
                ),
            ),
        ),
    ),
)

PARALLEL = "forall i, k: exponentially_small(1 - dot(x[i], x[k])^2)"
_GAP = "1 - dot(x[p], x[g])^2"
_BEHIND = "dot(M - h(g)*x[g] + (M - h(p)*x[p]), M - h(g)*x[g] + (M - h(p)*x[p]))"
_UNIT = ["forall i: dot(x[i], x[i]) == 1"]
_CLOSE = have(
    [
        "d(p) <= n/2*f",
        "d(g) <= n/2*f",
        "f >= 0",
        (f"{_GAP} >= 0", leaf("1/4: sq norm(x[p] - x[g]); sq norm(x[p] + x[g])", use=_UNIT)),
        ("d(g) >= 0", KNOWN),
        (
            f"q*({_GAP}) <= 2*d(p) + 3*d(g)",
            leaf(
                f"1: {_BEHIND} >= 0",
                "1: sq h(p) - h(g)*dot(x[p], x[g])",
                "1: d(g) >= 0; sq dot(x[p], x[g])",
                use=_UNIT,
            ),
        ),
        (
            f"{_GAP} <= 5*n/(2*start(q))*f",
            leaf(
                f"1: q*({_GAP}) <= 2*d(p) + 3*d(g)",
                f"1: {_GAP} >= 0; q >= start(q)",
                "2: d(p) <= n/2*f",
                "3: d(g) <= n/2*f",
                times=["start(q)"],
            ),
        ),
    ],
    rule(
        "absolute at most",
        leaf(f"1: {_GAP} <= 5*n/(2*start(q))*f"),
        leaf(f"1: {_GAP} >= 0", "5/2: n > 0; 1/start(q) > 0; f >= 0"),
        e=_GAP,
        b="5*n/(2*start(q))*f",
    ),
)

formal(
    "LEM-mean-flow.parallel",
    title="Unit vectors that are drawn to their mean become parallel, exponentially fast",
    statement=model(MEAN, AWAY, {"show": [PARALLEL]}),
    proof=have(
        _FACTS,
        intro(
            "p,g",
            lemma(
                "LEM-small.below",
                KNOWN,
                leaf("5/2: n > 0; 1/start(q) > 0"),
                enter("every", _CLOSE),
                z=_GAP,
                r="f",
                c="5*n/(2*start(q))",
            ),
        ),
    ),
)
