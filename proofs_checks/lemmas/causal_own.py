"""The cascade when the leading eigenvalue may be zero: the own weights, bounded from below, make the tangents decay.

The height of a token falls at most at the rate s rho times the sum of the tangents of the earlier ones, which are
exponentially small; so it stays above a positive number, and the tangent is forced as in LEM-forced.
"""

from __future__ import annotations

from proofs_checks.lemmas.causal import (
    CASCADE,
    CAUSAL_WEIGHTS,
    FLOW,
    GAP,
    HEIGHTS,
    HEMISPHERE,
    ROWS,
    SIZE,
    TANGENT,
    UNIT,
    slope,
)
from proofs_checks.lemmas.causal_limit import SMALL
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, both, enter, have, leaf, lemma, obtain, rule, witness

OWN = {"letters": ["delta: number"], "given": ["delta > 0", "almost_always(forall i: a[i, i] >= delta)"]}
_H = "dot(v, y[{0}])".format
_PULL = f"a[p, {{0}}]*{_H('{0}')}/{_H('p')}".format
_SPHERE = [UNIT, "dot(v, v) == 1"]
_SUM = f"sum(j in before(p): {SIZE('j')})"
_SMALL_SUM = (f"exponentially_small({_SUM})", lemma("LEM-small.sum", r=f"fn(j: {SIZE('j')})", i="p"))
_POSITIVE_SUM = (
    f"always({_SUM} >= 0)",
    enter("every", rule("positive sum, before", leaf(), i="p", new={"x": "q"}, e=f"fn(j: {SIZE('j')})")),
)
_WEIGHT: Steps = [
    "a[p, q] > 0",
    (
        "sum(j in upto(p): a[p, j]) >= a[p, q]",
        rule("term of a positive sum, upto", KNOWN, KNOWN, e="fn(j: a[p, j])", i="p", y="q"),
    ),
    ("a[p, q] <= s", leaf("1: sum(j in upto(p): a[p, j]) >= a[p, q]", f"eq 1: {ROWS('p')}")),
    f"{_H('q')} > 0",
    (f"{_H('q')} <= 1", leaf("1/2: dot(y[q] - v, y[q] - v) >= 0", use=_SPHERE)),
]
# what an earlier token does to the height of token p
_LIFTED = f"a[p, j]*(lam*{_H('j')} - {_H('p')}*dot(y[p], U(y[j]))) + s*rho*{_H('p')}*{SIZE('j')}"
_MIXED = f"dot({TANGENT('p')}, U({TANGENT('q')})) <= rho*{SIZE('p')}*{SIZE('q')}"
_FLAT = f"{_H('p')}*{SIZE('p')} <= 1"
_LIFT = have(
    [
        *_WEIGHT,
        (f"dot(v, {TANGENT('q')}) == 0", leaf(use=["dot(v, v) == 1"])),
        _MIXED,
    ],
    leaf(
        f"1: a[p, q] > 0; {_H('q')} > 0; {_H('p')} > 0; {_H('p')} > 0; {_MIXED}",
        f"1: a[p, q] > 0; {_H('q')} > 0; lam >= 0; 1 - {_H('p')}^2 >= 0",
        f"1: a[p, q] > 0; {_H('q')} > 0; rho >= 0; {_H('p')} > 0; {SIZE('q')} >= 0; {_FLAT}",
        f"1: a[p, q] > 0; rho >= 0; {_H('p')} > 0; {SIZE('q')} >= 0; {_H('q')} <= 1",
        f"1: a[p, q] <= s; rho >= 0; {_H('p')} > 0; {SIZE('q')} >= 0",
        use=["U(v) == lam*v", "dot(v, v) == 1"],
    ),
)
_SLOW = (
    f"almost_always(rate({_H('p')}) >= -(s*rho*{_SUM}*{_H('p')}))",
    enter(
        "ae",
        have(
            [
                f"{_H('p')} > 0",
                "a[p, p] > 0",
                (
                    f"1 - {_H('p')}^2 >= 0",
                    leaf(f"1: {_H('p')} > 0; {_H('p')} > 0; {SIZE('p')} >= 0; {SIZE('p')} >= 0", use=_SPHERE),
                ),
                (
                    _FLAT,
                    rule(
                        "below the square",
                        leaf(),
                        leaf(f"1: {_H('p')} > 0; {_H('p')} > 0", use=_SPHERE),
                        a=f"{_H('p')}*{SIZE('p')}",
                        b="1",
                    ),
                ),
                (f"dot(v, {TANGENT('p')}) == 0", leaf(use=["dot(v, v) == 1"])),
                f"dot({TANGENT('p')}, U({TANGENT('p')})) <= (lam - g)*dot({TANGENT('p')}, {TANGENT('p')})",
                (
                    f"sum(j in before(p): {_LIFTED}) >= 0",
                    rule("positive sum, before", _LIFT, i="p", new={"x": "q"}, e=f"fn(j: {_LIFTED})"),
                ),
            ],
            leaf(
                f"1: sum(j in before(p): {_LIFTED}) >= 0",
                f"1: a[p, p] > 0; {_H('p')} > 0; {_H('p')} > 0; {_H('p')} > 0;"
                f" dot({TANGENT('p')}, U({TANGENT('p')})) <= (lam - g)*dot({TANGENT('p')}, {TANGENT('p')})",
                f"1: a[p, p] > 0; {_H('p')} > 0; g > 0; 1 - {_H('p')}^2 >= 0",
                use=[FLOW, "U(v) == lam*v", *_SPHERE],
            ),
        ),
    ),
)
_EXPONENT = "-(s*rho*K^2*exp(-(time/K)))"
_GROWN = f"{_H('p')}*exp({_EXPONENT})"
_BOUND = f"exists K in number: K > 0 and always(abs({_SUM}) <= K*exp(-(time/K)))"
_KEPT = f"exists m in number: m > 0 and always({_H('p')} >= m)"
_STAYS = have(
    [
        (
            f"always({_GROWN} >= start({_GROWN}))",
            rule(
                "monotone",
                have(
                    [
                        f"abs({_SUM}) <= K*exp(-(time/K))",
                        (f"{_SUM} <= abs({_SUM})", rule("absolute above", e=_SUM)),
                        f"{_H('p')} > 0",
                    ],
                    leaf(
                        f"1: rate({_H('p')}) >= -(s*rho*{_SUM}*{_H('p')}); exp({_EXPONENT}) > 0",
                        f"1: s > 0; rho >= 0; {_H('p')} > 0; exp({_EXPONENT}) > 0; {_SUM} <= abs({_SUM})",
                        f"1: s > 0; rho >= 0; {_H('p')} > 0; exp({_EXPONENT}) > 0; abs({_SUM}) <= K*exp(-(time/K))",
                    ),
                ),
                z=_GROWN,
            ),
        ),
        (f"start({_GROWN}) > 0", enter("start", leaf(f"1: {_H('p')} > 0; exp({_EXPONENT}) > 0"))),
    ],
    witness(
        f"start({_GROWN})",
        both(
            KNOWN,
            enter(
                "every",
                have(
                    [
                        f"{_H('p')} > 0",
                        (
                            f"exp({_EXPONENT}) <= exp(0)",
                            rule(
                                "exp monotone",
                                leaf("1: s > 0; rho >= 0; K > 0; K > 0; exp(-(time/K)) > 0"),
                                a=_EXPONENT,
                                b="0",
                            ),
                        ),
                    ],
                    leaf(f"1: {_GROWN} >= start({_GROWN})", f"1: {_H('p')} > 0; exp({_EXPONENT}) <= exp(0)"),
                ),
            ),
        ),
    ),
)
_FORCES = f"sum(j in before(p): s/m*{SIZE('j')} - {_PULL('j')}*{SIZE('j')}) >= 0"
_HELD = f"sum(j in before(p): {_PULL('j')}) >= 0"
_SLOPE = have(
    [
        f"{_H('p')} > 0",
        f"{_H('p')} >= m",
        f"rate({SIZE('p')}) <= {slope('p')}",
        "a[p, p] >= delta",
        (
            _FORCES,
            rule(
                "positive sum, before",
                have(
                    _WEIGHT,
                    leaf(
                        f"1: a[p, q] <= s; 1/m > 0; {SIZE('q')} >= 0",
                        f"1: a[p, q] > 0; {_H('q')} <= 1; 1/{_H('p')} > 0; {SIZE('q')} >= 0",
                        f"1: a[p, q] > 0; {_H('p')} >= m; 1/m > 0; 1/{_H('p')} > 0; {SIZE('q')} >= 0",
                    ),
                ),
                i="p",
                new={"x": "q"},
                e=f"fn(j: s/m*{SIZE('j')} - {_PULL('j')}*{SIZE('j')})",
            ),
        ),
        (
            _HELD,
            rule(
                "positive sum, before",
                have(["a[p, q] > 0", f"{_H('q')} > 0"], leaf(f"1: a[p, q] > 0; {_H('q')} > 0; 1/{_H('p')} > 0")),
                i="p",
                new={"x": "q"},
                e=f"fn(j: {_PULL('j')})",
            ),
        ),
        f"{_SUM} >= 0",
    ],
    leaf(
        f"1: rate({SIZE('p')}) <= {slope('p')}",
        f"1: rho >= 0; {_FORCES}",
        f"1: lam >= 0; {_HELD}; {SIZE('p')} >= 0",
        f"1: g > 0; a[p, p] >= delta; {SIZE('p')} >= 0",
        f"1: rho >= 0; s > 0; 1/m > 0; {_SUM} >= 0; {SIZE('p')} >= 0",
    ),
)

formal(
    "LEM-causal.own",
    title="Tangents become exponentially small where every token sees itself enough",
    statement=model(CAUSAL_WEIGHTS, HEMISPHERE, GAP, OWN, {"given": ["lam >= 0", "g > 0", "s > 0"], "show": [SMALL]}),
    proof=have(
        [(HEIGHTS, lemma("LEM-causal.heights")), (CASCADE, lemma("LEM-causal.tangents"))],
        rule(
            "strong induction",
            have(
                [
                    _SMALL_SUM,
                    _POSITIVE_SUM,
                    _SLOW,
                    (_BOUND, lemma("LEM-small.one", z=_SUM)),
                    (_KEPT, obtain(_BOUND, "K", _STAYS)),
                ],
                obtain(
                    _KEPT,
                    "m",
                    lemma(
                        "LEM-forced",
                        enter("every", leaf()),
                        leaf("1: g > 0; delta > 0"),
                        leaf("1: rho >= 0; s > 0; 1/m > 0"),
                        KNOWN,
                        KNOWN,
                        enter("ae", _SLOPE),
                        r=SIZE("p"),
                        m=_SUM,
                        k="g*delta",
                        c="rho*s/m",
                    ),
                ),
            ),
            P=f"fn(i: exponentially_small({SIZE('i')}))",
            new={"x": "p"},
        ),
    ),
)
