"""Perturbations from consensus (CON-Y.b): what is near at first, |y_i - y_j| < sqrt(2), comes together exponentially.

For U = I and bounded P, y under full attention in any metric, z in the auto-regressive model on the sphere. A common
perturbation stays: every common point is an equilibrium of both.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.heights import WEIGHT, WEIGHTED
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, ON_SPHERE, state
from proofs_checks.consensus.proofs.models import FULL, SOLUTION
from proofs_checks.consensus.proofs.theorem_3_2 import ABOVE, LIMIT, SMALL
from proofs_checks.consensus.proofs.theorem_4_2_repaired import TO_FIRST
from proofs_checks.lemmas.near_together import apart
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, unfold

_LATER: dict[str, Any] = {
    "letters": ["z[token]: moving vector; f: token"],
    "where": [
        "back(h, X, i, j) := e(h, X, i, j)/(root*sum(k in upto(i): e(h, X, i, k)))",
        "pull(X, i) := sum(h in heads, j in upto(i): back(h, X, i, j)*X[j])",
    ],
    "flows": ["auto(X, i) = pull(X, i) - dot(X[i], pull(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": [
        "forall i: f <= i",
        "solves(auto, z)",
        "at_start(forall i: dot(y[i] - y[f], W(y[i] - y[f])) < 2)",
        "at_start(forall i: dot(z[i] - z[f], z[i] - z[f]) < 2)",
    ],
}
_V, _U = "W(start(y[f]))", "start(z[f])"
_ON, _UNIT = "forall i: dot(y[i], W(y[i])) == 1", "forall i: dot(z[i], z[i]) == 1"
_FIRST = f"at_start(forall i: dot({_V}, y[i]) > 0)"
_SECOND = f"at_start(forall i: dot({_U}, z[i]) > 0)"
_BOTH = f"({ABOVE.replace('dot(v, y', f'dot({_V}, y')}) and ({SMALL})"
_FOLLOWS = TO_FIRST.replace("y[", "z[")
_ALL = f"always(forall i: dot({_U}, z[i]) > 0) and ({_FOLLOWS}) and (forall i, j: tends(norm(z[i] - z[j]), 0))"
_PAIRS = f"forall i, j: {apart('i', 'j')} <= {{0}}".format
_STAY = f"forall r in number: r < 2 and at_start({_PAIRS('r')}) => always({_PAIRS('2*r')})"
_NEAR = f"{apart('{0}', '{1}')} <= 2*r*exp(-(4*0)*time)".format
_KEPT = have(
    [(f"always(forall i, j: {_NEAR('i', 'j')})", lemma("LEM-near-together", a=f"fn(i, j: {WEIGHT})", d="0"))],
    enter("every", intro("p,q", have([_NEAR("p", "q")], leaf(f"1: {_NEAR('p', 'q')}")))),
)


def _values(z: list[Any]) -> dict[str, Any]:
    return state({"K": 6, "y": [ON_ELLIPSE] * 3, "z": z, "f": 0, "x": ON_ELLIPSE}, without="v")


formal(
    "CON-Y.b",
    statement=model(
        {**FULL, "letters": ["W: operator; P[head]: measurable matrix; root: number; x: vector"]},
        SOLUTION,
        _LATER,
        LIMIT,
        {
            "show": [
                SMALL,
                _STAY,
                _FOLLOWS,
                "dot(x, W(x)) == 1 => almost_always(forall i: six(fn(k: x), i) == 0)",
                "dot(x, x) == 1 => almost_always(forall i: auto(fn(k: x), i) == 0)",
            ]
        },
    ),
    proof=[
        unfold(
            "solves(six, y)",
            have(
                [
                    (
                        _FIRST,
                        enter(
                            "start",
                            intro("p", leaf("1/2: dot(y[p] - y[f], W(y[p] - y[f])) < 2", use=[_ON])),
                        ),
                    ),
                    (_BOTH, lemma("CON-T3.2.j.each", v=_V)),
                ],
                intro("p,q", KNOWN),
            ),
        ),
        have(
            [
                (WEIGHTED, lemma("CON-E6.weights", v="x")),
                (f"almost_always(forall i, j: {WEIGHT} >= 0)", enter("ae", intro("p,q", leaf()))),
            ],
            unfold("solves(six, y)", intro(["r", ""], _KEPT)),
        ),
        unfold(
            "solves(auto, z)",
            have(
                [
                    (
                        _SECOND,
                        enter("start", intro("p", leaf("1/2: dot(z[p] - z[f], z[p] - z[f]) < 2", use=[_UNIT]))),
                    ),
                    (_ALL, lemma("CON-T4.2.repaired", y="z", v=_U)),
                ],
                intro("p", KNOWN),
            ),
        ),
        intro("", enter("ae", intro("p", leaf(use=["dot(x, W(x)) == 1"])))),
        intro("", enter("ae", intro("p", leaf(use=["dot(x, x) == 1"])))),
    ],
    instance=_values([ON_SPHERE] * 3),
    twin=Variant(
        "any distance",
        {"at_start(forall i: dot(z[i] - z[f], z[i] - z[f]) < 2)": "at_start(forall i: dot(z[i], z[f]) > -2)"},
        _values([ON_SPHERE, ["-3/5", "-4/5", 0, 0], ON_SPHERE]),
    ),
)
