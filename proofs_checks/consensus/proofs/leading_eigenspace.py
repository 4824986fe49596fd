"""A multiple largest eigenvalue (CON-H.8.repaired): the tokens come to the direction in which the first one leans.

Q projects on the eigenspace of lambda, v is the direction of Q y_1(0), and lambda - g bounds U across the eigenspace.
The tangent of the first token stays across it, and so it decays; the later ones follow the first.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.first_two import OF_FIRST
from proofs_checks.consensus.proofs.instances import ON_SPHERE, TOP, causal, diagonal
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION, HEMISPHERE
from proofs_checks.consensus.proofs.theorem_4_5 import STILL, weighted
from proofs_checks.lemmas.causal import HEIGHTS, OFF_BY_SIZE, SIZE, UNIT
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule, take

_SETTING = {
    "letters": ["Q: operator; f: token; g, K: number"],
    "given": [
        "forall i: f <= i",
        "lam > 0",
        "forall b in vector: U(Q(b)) == lam*Q(b)",
        "forall b in vector: dot(b, U(b)) <= lam*dot(b, b)",
        "g > 0",
        "forall b in vector: Q(b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b)",
        "Q(v) == v",
        "at_start(Q(y[f]) == dot(v, y[f])*v)",
        "almost_always(forall a in vector, b in vector: dot(a, P(b)) <= K*norm(a)*norm(b))",
    ],
}
_P = "(y[f]/dot(v, y[f]) - v)"
_SLOPE = "rate(y[f]) == (U(y[f]) - dot(y[f], U(y[f]))*y[f])/root"
_EIGEN = ["U(v) == lam*v", "dot(v, v) == 1", UNIT]
_STILL = f"dot(Q(z), {_P})"
_ORTHOGONAL = (
    f"forall z in vector: always({_STILL} == 0)",
    intro(
        "z",
        have(
            [
                "U(Q(z)) == lam*Q(z)",
                (f"start({_STILL}) == 0", enter("start", leaf(use=["Q(y[f]) == dot(v, y[f])*v", "Q(v) == v"]))),
                (
                    f"almost_always(rate({_STILL}) == 0)",
                    enter("ae", leaf(use=[_SLOPE, "U(Q(z)) == lam*Q(z)", *_EIGEN])),
                ),
                (
                    f"always({_STILL} >= start({_STILL}))",
                    rule("monotone", leaf(f"eq -1: rate({_STILL}) == 0"), z=_STILL),
                ),
                (
                    f"always(-{_STILL} >= start(-{_STILL}))",
                    rule("monotone", leaf(f"eq 1: rate({_STILL}) == 0"), z=f"-{_STILL}"),
                ),
            ],
            enter(
                "every",
                rule(
                    "antisymmetry",
                    leaf(f"1: -{_STILL} >= start(-{_STILL})", f"eq 1: start({_STILL}) == 0"),
                    leaf(f"1: {_STILL} >= start({_STILL})", f"eq -1: start({_STILL}) == 0"),
                    a=_STILL,
                    b="0",
                ),
            ),
        ),
    ),
)
_BELOW = f"dot({_P}, U({_P})) <= (lam - g)*dot({_P}, {_P})"
_NOTHING = (
    f"Q({_P}) == 0",
    rule(
        "equal vectors",
        have(
            [
                (f"forall z in vector: {_STILL} == 0", intro("z", KNOWN)),
                (f"dot(Q(Q({_P})), {_P}) == 0", take(f"forall z in vector: {_STILL} == 0", [f"Q({_P})"], KNOWN)),
            ],
            leaf(f"eq 1: dot(Q(Q({_P})), {_P}) == 0"),
        ),
        u=f"Q({_P})",
        w="0",
    ),
)
_DECAYS = have(
    [
        (
            f"almost_always(rate({SIZE('f')}) <= -(g/root*{SIZE('f')}))",
            lemma(
                "LEM-norm",
                enter(
                    "ae", intro("", have([_NOTHING, _BELOW], leaf(f"1: 1/root > 0; {_BELOW}", use=[_SLOPE, *_EIGEN])))
                ),
                enter("ae", intro("", leaf(f"eq g/root: {SIZE('f')} == 0"))),
                p=_P,
                b=f"-(g/root*{SIZE('f')})",
            ),
        ),
        (f"decays({SIZE('f')}, g/root)", lemma("LEM-comparison", z=SIZE("f"), k="g/root")),
    ],
    lemma("LEM-small.decays", KNOWN, leaf("1: g > 0; 1/root > 0"), enter("every", leaf()), z=SIZE("f"), k="g/root"),
)
_FLOOR = (
    "always(dot(v, y[f]) >= start(dot(v, y[f])))",
    rule(
        "monotone",
        have(
            ["dot(y[f], U(y[f])) <= lam*dot(y[f], y[f])"],
            leaf("1: dot(y[f], U(y[f])) <= lam*dot(y[f], y[f]); dot(v, y[f]) > 0; 1/root > 0", use=[_SLOPE, *_EIGEN]),
        ),
        z="dot(v, y[f])",
    ),
)
_LOGIT = "dot(y[p], P(y[q]))"
_M = "abs(K)"
ROW = (
    "forall i: almost_always(forall j in upto(i): exp(-2*abs(K))/sum(k in upto(i): 1)"
    " <= e(y, i, j)/sum(k in upto(i): e(y, i, k)) <= 1)",
    intro(
        "p",
        lemma(
            "LEM-softmax.row",
            enter(
                "ae",
                intro(
                    "q",
                    have(
                        [
                            ("K <= abs(K)", rule("absolute above", e="K")),
                            f"{_LOGIT} <= K*norm(y[p])*norm(y[q])",
                            "dot(-y[p], P(y[q])) <= K*norm(-y[p])*norm(y[q])",
                        ],
                        both(
                            leaf("1: dot(-y[p], P(y[q])) <= K*norm(-y[p])*norm(y[q])", "1: K <= abs(K)", use=[UNIT]),
                            leaf(f"1: {_LOGIT} <= K*norm(y[p])*norm(y[q])", "1: K <= abs(K)", use=[UNIT]),
                        ),
                    ),
                ),
            ),
            l="fn(j: dot(y[p], P(y[j])))",
            i="p",
            M=_M,
        ),
    ),
)
_DELTA = "exp(-2*abs(K))/sum(k in upto({0}): 1)/root".format
_SHARE = "exp(-2*abs(K))/sum(k in upto(p): 1) <= e(y, p, f)/sum(k in upto(p): e(y, p, k))"
_ENOUGH = (
    f"almost_always(forall i: f < i => att(y, i, f) >= {_DELTA('i')})",
    enter(
        "ae",
        intro(
            ["p", ""],
            have(
                [f"{_SHARE} <= 1"],
                leaf(f"1: {_SHARE}; 1/root > 0"),
            ),
        ),
    ),
)
_MIXED = "forall b in vector, c in vector: dot(v, b) == 0 and dot(v, c) == 0 => dot(b, U(c)) <= R*norm(b)*norm(c)"
_TOP = "forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= lam*dot(b, b)"
_ALL = f"forall i: exponentially_small({SIZE('i')})"
_FOLLOW = rule(
    "some bound",
    have(
        [
            (_MIXED, intro(["b1", "c1", ""], KNOWN)),
            (_TOP, intro(["b1", ""], KNOWN)),
            (f"forall i: {_DELTA('i')} > 0", intro("p", leaf())),
            ("1/root > 0", leaf()),
        ],
        lemma(
            "LEM-causal.led",
            s="1/root",
            a="fn(i, j: att(y, i, j))",
            rho="R",
            delta=f"fn(i: {_DELTA('i')})",
            beta="start(dot(v, y[f]))",
        ),
    ),
    U="U",
    new={"K": "R"},
    C=_ALL,
)
_FACTS = [
    (f"almost_always({_SLOPE})", KNOWN),
    _ORTHOGONAL,
    _FLOOR,
    ROW,
    _ENOUGH,
    ("start(dot(v, y[f])) > 0", enter("start", KNOWN)),
]
_VALUES: dict[str, Any] = {"f": 0, "g": 1, "K": 4, "U": diagonal(2, 2, 1, 0), "Q": diagonal(1, 1, 0, 0)}

formal(
    "CON-H.8.repaired",
    title="A multiple largest eigenvalue: consensus in the leading eigenspace",
    source=Source(PAPER, "Theorem 4.5, hypothesis that the largest eigenvalue is simple"),
    kind="convergence",
    repairs="CON-H.8",
    sentence=(
        r"Let Q be the projection on the eigenspace of the largest eigenvalue $\lambda > 0$ of U, g > 0 the distance of"
        r" the other eigenvalues from $\lambda$, P bounded, $Qy_1(0) \ne 0$ and v its direction. From every state with"
        r" $v^Ty_i(0) > 0$ for all i the tokens converge exponentially to (v, ..., v): the consensus points of the"
        r" eigenspace attract."
    ),
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        HEMISPHERE,
        _SETTING,
        {"show": ["forall i: exponentially_small(norm(y[i] - v))"]},
    ),
    proof=have(
        [(HEIGHTS, lemma("CON-T4.5.e")), (OF_FIRST, lemma("CON-T4.5.b.rates"))],
        weighted(
            have(
                [*_FACTS, (f"exponentially_small({SIZE('f')})", _DECAYS), (_ALL, _FOLLOW)],
                intro("p", OFF_BY_SIZE),
            )
        ),
    ),
    instance=causal(**_VALUES),
    twin=Variant(
        "no token needs to move",
        STILL,
        causal(**_VALUES, y=[TOP, ON_SPHERE, TOP]),
    ),
)
