"""Tokens led by themselves and earlier ones, one after the other: their tangents are exponentially small.

Each follows the earlier ones; no sizes of boxes are needed, and the weights are at most A.
"""

from __future__ import annotations

from proofs_checks.lemmas.led import (
    FLOW,
    FORMS,
    HEIGHT,
    HEIGHTS,
    LED,
    LEFT_EQUATION,
    OF_P,
    RIGHT_EQUATION,
    SQUARE,
    TANGENT,
)
from verify.formal import formal, model
from verify.tactics.build import KNOWN, define, enter, have, intro, leaf, lemma, rule

# the same token by token, with no boxes: each follows the earlier ones, whose squares are exponentially small
STEADY = {
    "letters": ["eps, C, A: number"],
    "given": [
        "eps > 0",
        "C > 0",
        "A >= 0",
        "kappa > 0",
        "almost_always(forall i: forall j in before(i): sum(h in heads: a[h, i, j]*(lam[h] - eps*rho[h])) >= 0)",
        "almost_always(forall h in heads, i: forall j in upto(i): a[h, i, j] <= A)",
        f"always(forall i: {HEIGHT('i')} <= C and 1 <= C*{HEIGHT('i')}*(1 + {SQUARE('i')}))",
    ],
}
_R = "sum(h in heads: rho[h])"
_PULLED = f"sum(h in heads: a[h, p, {{0}}]*(2*lam[h]*{OF_P('x')} - 2*dot(px, G(U[h]({TANGENT('{0}')})))))".format
_LOOSE = f"a[h, p, q]*(2*eps*rho[h]*{OF_P('x')} - 2*dot(px, G(U[h](pq)))) + A*rho[h]*{OF_P('q')}/eps"
_SLACK = "sum(h in heads: a[h, p, q]*(lam[h] - eps*rho[h])) >= 0"
_FACTOR = f"{HEIGHT('q')}/{HEIGHT('p')} <= C^2*(1 + {OF_P('x')})"
_EACH_HEAD = have(
    [
        "a[h1, p, q] >= 0",
        "a[h1, p, q] <= A",
        "rho[h1] >= 0",
        ("dot(w, eps*px) == 0", leaf("eq eps: dot(w, px) == 0")),
        "2*dot(eps*px, G(U[h1](pq))) <= rho[h1]*(dot(eps*px, G(eps*px)) + dot(pq, G(pq)))",
        (
            f"2*dot(px, G(U[h1](pq))) <= rho[h1]*(eps*{OF_P('x')} + {OF_P('q')}/eps)",
            leaf(
                "1: 1/eps > 0; 2*dot(eps*px, G(U[h1](pq))) <= rho[h1]*(dot(eps*px, G(eps*px)) + dot(pq, G(pq)))",
            ),
        ),
    ],
    leaf(
        f"1: a[h1, p, q] >= 0; 2*dot(px, G(U[h1](pq))) <= rho[h1]*(eps*{OF_P('x')} + {OF_P('q')}/eps)",
        f"1: a[h1, p, q] >= 0; rho[h1] >= 0; eps > 0; {OF_P('x')} >= 0",
        f"1: a[h1, p, q] <= A; rho[h1] >= 0; 1/eps > 0; {OF_P('q')} >= 0",
    ),
)
_FOLLOWED = define(
    [f"pq := {TANGENT('q')}"],
    have(
        [
            f"{HEIGHT('q')} > 0",
            f"{HEIGHT('q')} <= C",
            ("dot(w, pq) == 0", leaf("eq -1: dot(w, v) == 1")),
            (f"{OF_P('q')} >= 0", rule("nonnegative form", W="G", u="pq")),
            _SLACK,
            (
                f"sum(h in heads: {_LOOSE}) >= 0",
                rule("positive sum, heads", _EACH_HEAD, e=f"fn(h in heads: {_LOOSE})", new={"x": "h1"}),
            ),
            (
                f"{_PULLED('q')} >= -A*{_R}*{OF_P('q')}/eps",
                leaf(f"1: sum(h in heads: {_LOOSE}) >= 0", f"2: {_SLACK}; {OF_P('x')} >= 0"),
            ),
            (
                _FACTOR,
                leaf(
                    f"1: 1/{HEIGHT('p')} > 0; {HEIGHT('q')} <= C",
                    f"1: C > 0; 1/{HEIGHT('p')} > 0; 1 <= C*{HEIGHT('p')}*(1 + {OF_P('x')})",
                ),
            ),
        ],
        leaf(
            f"1: {_PULLED('q')} >= -A*{_R}*{OF_P('q')}/eps; {HEIGHT('q')} > 0; 1/{HEIGHT('p')} > 0",
            f"1: A >= 0; {_R} >= 0; 1/eps > 0; {OF_P('q')} >= 0; {_FACTOR}",
        ),
    ),
)
_FOLLOWING = f"{_PULLED('j')}*{HEIGHT('j')}/{HEIGHT('p')} + A*{_R}*C^2/eps*(1 + {OF_P('x')})*{SQUARE('j')}"
_OWN_P = f"sum(h in heads: a[h, p, p]*(lam[h]*{OF_P('x')} - dot(px, G(U[h](px))))) >= kappa*{OF_P('x')}"
_SUM = f"sum(j in before(p): {SQUARE('j')})"
_SLOPE = define(
    [f"px := {TANGENT('p')}"],
    have(
        [
            f"{HEIGHT('p')} > 0",
            f"1 <= C*{HEIGHT('p')}*(1 + {OF_P('x')})",
            ("dot(w, px) == 0", leaf("eq -1: dot(w, v) == 1")),
            (f"{OF_P('x')} >= 0", rule("nonnegative form", W="G", u="px")),
            (f"{_R} >= 0", rule("positive sum, heads", have(["rho[x] >= 0"], leaf("1: rho[x] >= 0")), e="rho")),
            (
                f"sum(j in before(p): {_FOLLOWING}) >= 0",
                rule("positive sum, before", _FOLLOWED, i="p", new={"x": "q"}, e=f"fn(j: {_FOLLOWING})"),
            ),
            _OWN_P,
        ],
        leaf(
            f"1: sum(j in before(p): {_FOLLOWING}) >= 0",
            f"2: {_OWN_P}",
            use=[FLOW, LEFT_EQUATION, RIGHT_EQUATION, "dot(w, v) == 1"],
        ),
    ),
)
_SMALL = f"fn(i: exponentially_small({SQUARE('i')}))"
_POSITIVE = (
    f"forall i: always({SQUARE('i')} >= 0)",
    intro("p", enter("every", rule("nonnegative form", W="G", u=TANGENT("p")))),
)

formal(
    "LEM-led.small",
    title="Projected tokens converge exponentially to a common eigenvector",
    statement=model(LED, FORMS, STEADY, {"show": [f"forall i: exponentially_small({SQUARE('i')})"]}),
    proof=have(
        [(HEIGHTS, lemma("LEM-led.heights")), _POSITIVE],
        rule(
            "strong induction",
            have(
                [
                    (f"exponentially_small({_SUM})", lemma("LEM-small.sum", r=f"fn(j: {SQUARE('j')})", i="p")),
                    (
                        f"{_R} >= 0",
                        rule("positive sum, heads", have(["rho[x] >= 0"], leaf("1: rho[x] >= 0")), e="rho"),
                    ),
                    (
                        f"always({_SUM} >= 0)",
                        enter(
                            "every",
                            rule(
                                "positive sum, before",
                                rule("nonnegative form", W="G", u=TANGENT("q")),
                                i="p",
                                new={"x": "q"},
                                e=f"fn(j: {SQUARE('j')})",
                            ),
                        ),
                    ),
                ],
                lemma(
                    "LEM-forced",
                    KNOWN,
                    leaf("2: kappa > 0"),
                    leaf(f"1: A >= 0; {_R} >= 0; 1/eps > 0; C > 0; C > 0"),
                    KNOWN,
                    KNOWN,
                    enter("ae", _SLOPE),
                    r=SQUARE("p"),
                    m=_SUM,
                    k="2*kappa",
                    c=f"A*{_R}*C^2/eps",
                ),
            ),
            P=_SMALL,
            new={"x": "p"},
        ),
    ),
)
