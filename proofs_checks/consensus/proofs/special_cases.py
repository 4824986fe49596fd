"""Special cases of the setting: the sphere (Remark 2.1), and one head with P = I (Remark 3.3)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.corollaries import ALL_OF_3_2
from proofs_checks.consensus.proofs.instances import LOGITS, ON_SPHERE, TOP, diagonal, full
from proofs_checks.consensus.proofs.models import FULL, HEADS, HEMISPHERE, SOLUTION
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule, witness

_SAME = "forall a in vector: W(a) == a"
_FORCE = "force(y, {0})".format
SPHERE: dict[str, Any] = {
    **FULL,
    "letters": ["W: operator; P[head], U[head]: measurable matrix; root: number; x, t: vector; y[token]: vector"],
    "where": [*FULL["where"][:2], "force(X, i) := sum(h in heads, j: att(h, X, i, j)*U[h](X[j]))"],
    "given": [_SAME],
    "show": [
        "x/sqrt(dot(x, W(x))) == x/norm(x)",
        "t/sqrt(dot(x, W(x))) - dot(x, W(t))/sqrt(dot(x, W(x)))^3*x == t/norm(x) - dot(x, t)/norm(x)^3*x",
        "(dot(x, W(x)) == 1 => dot(x, x) == 1) and (dot(x, x) == 1 => dot(x, W(x)) == 1)",
        f"almost_always(forall i: six(y, i) == {_FORCE('i')} - dot(y[i], {_FORCE('i')})*y[i])",
    ],
}
_VALUES = {
    "W": diagonal(1, 1, 1, 1),
    "P": LOGITS,
    "U": LOGITS,
    "root": 2,
    "x": [0, 3, 0, 4],
    "t": [1, 1, 0, 0],
    "y": [TOP, ON_SPHERE],
}

formal(
    "CON-R2.1",
    statement=SPHERE,
    proof=[
        leaf(use=[_SAME]),
        leaf(use=[_SAME]),
        {
            "both": [
                intro("", leaf("eq 1: dot(x, W(x)) == 1", use=[_SAME])),
                intro("", leaf("eq 1: dot(x, x) == 1", use=[_SAME])),
            ]
        },
        enter("ae", intro("p", leaf(use=[_SAME]))),
    ],
    instance={"tokens": 2, "heads": 2, "dim": 4, "letters": _VALUES},
    twin=Variant(
        "another metric",
        {"W(a) == a": "W(a) == 4*a"},
        {"tokens": 2, "heads": 2, "dim": 4, "letters": {**_VALUES, "W": diagonal(4, 4, 4, 4)}},
    ),
)

# One head and P = I, constant in time: bounded by 1, and what Theorem 3.2 says of it.
_IDENTITY = "forall h in heads, a in vector: P[h](a) == a"
_ODDS = "exp(dot(x[i], x[{0}]))".format

formal(
    "CON-R3.3",
    statement=model(
        {**FULL, "letters": ["W: operator; P[head]: matrix; v: vector; root: number; x[token]: vector"]},
        SOLUTION,
        HEMISPHERE,
        {
            "given": [_IDENTITY],
            "show": [
                "forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= 1*norm(a)*norm(b)",
                f"forall h in heads, i, j: att(h, x, i, j) == {_ODDS('j')}/(root*sum(k: {_ODDS('k')}))",
                ALL_OF_3_2,
            ],
        },
    ),
    proof=[
        intro(
            "h1,p,q",
            have(
                [("dot(p, q) <= norm(p)*norm(q)", rule("Cauchy-Schwarz", u="p", w="q"))],
                leaf("1: dot(p, q) <= norm(p)*norm(q)", use=[_IDENTITY]),
            ),
        ),
        intro("h1,p,q", leaf(use=[_IDENTITY])),
        lemma("CON-T3.2", KNOWN, KNOWN, KNOWN, KNOWN, KNOWN, enter("ae", KNOWN), K="1"),
    ],
    instance=full(P=[diagonal(1, 1, 1, 1)] * 2, x=[[1, 0, 0, 0]] * 3),
    twin=Variant(
        "P = 2I",
        {"P[h](a) == a": "P[h](a) == 2*a"},
        full(P=[diagonal(2, 2, 2, 2)] * 2, x=[[1, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0]]),
    ),
)

# Remark 4.3: P is one constant matrix Q. It is bounded, and the sum over the heads is its single term.
_ODDS_OF_Q = "exp(dot(x[i], Q(x[{0}])))".format
_OF_Q = leaf("1: dot(a1, Q(b1)) <= K*norm(a1)*norm(b1)", use=["forall h in heads, a in vector: P[h](a) == Q(a)"])
_BOUNDED = (
    "exists K in number: K > 0 and (forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K*norm(a)*norm(b))"
)

formal(
    "CON-R4.3",
    statement=model(
        {
            **HEADS,
            "letters": ["P[head]: matrix; Q: matrix; root: number; f: token; x[token]: vector"],
            "given": HEADS["given"][:2],
        },
        {
            "given": ["sum(h in heads: 1) == 1", "forall h in heads, a in vector: P[h](a) == Q(a)"],
            "show": [
                _BOUNDED,
                f"forall i: force(x, i) == sum(j in upto(i):"
                f" {_ODDS_OF_Q('j')}/(root*sum(k in upto(i): {_ODDS_OF_Q('k')}))*x[j])",
            ],
        },
    ),
    proof=[
        rule(
            "some bound",
            witness("K", both(KNOWN, intro("h1,a1,b1", have(["dot(a1, Q(b1)) <= K*norm(a1)*norm(b1)"], _OF_Q)))),
            U="Q",
            C=_BOUNDED,
        ),
        intro("p", leaf(use=["sum(h in heads: 1) == 1", "forall h in heads, a in vector: P[h](a) == Q(a)"])),
    ],
    instance={
        "tokens": 2,
        "heads": 1,
        "dim": 4,
        "letters": {"P": LOGITS[:1], "Q": LOGITS[0], "root": 2, "f": 0, "x": [TOP, ON_SPHERE]},
    },
    twin=Variant(
        "two heads",
        {"sum(h in heads: 1) == 1": "sum(h in heads: 1) == 2"},
        {
            "tokens": 2,
            "heads": 2,
            "dim": 4,
            "letters": {"P": LOGITS[:1] * 2, "Q": LOGITS[0], "root": 2, "f": 0, "x": [TOP, ON_SPHERE]},
        },
    ),
)
