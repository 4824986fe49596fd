"""Several heads (2.7), and dimension one, where nothing moves."""

from __future__ import annotations

from proofs_checks.perspective.proofs.attention import MATRICES
from proofs_checks.perspective.proofs.models import EAST, LOG2, SLOPE
from verify.formal import Variant, formal
from verify.tactics.build import intro, leaf

HEADS = {
    "tokens": 2,
    "heads": 2,
    "dim": 2,
    "letters": {
        "beta": LOG2,
        "c": 3,
        **MATRICES,
        "V": [[1, 1], [0, 2]],
        **{name: [[[1, k], [0, 1]], [[2, 0], [k, 1]]] for k, name in enumerate("PSTU")},
        "x": [EAST, SLOPE],
    },
}

formal(
    "PER-2.7",
    statement={
        "letters": ["beta, c: number; Q, K, V: matrix; P[head], S[head], T[head], U[head]: matrix; x[token]: vector"],
        "where": [
            "H := sum(h in heads: 1)",
            "tangent(base, pull) := pull - dot(base, pull)*base",
            "e(i, j) := exp(beta*dot(Q(x[i]), K(x[j])))",
            "one(i) := tangent(x[i], sum(j: e(i, j)/sum(k: e(i, k))*V(x[j])))",
            "equal(i) := tangent(x[i], sum(h in heads, j: e(i, j)/sum(k: e(i, k))*(V(x[j])/H)))",
            "a(h, i, j) := exp(beta*dot(P[h](x[i]), S[h](x[j])))",
            "first(i) := tangent(x[i], sum(h in heads, j: a(h, i, j)/sum(k: a(h, i, k))*T[h](x[j])))",
            "second(i) := tangent(x[i], sum(h in heads, j: a(h, i, j)/sum(k: a(h, i, k))*U[h](x[j])))",
            "both_of(i) := tangent(x[i], sum(h in heads, j: a(h, i, j)/sum(k: a(h, i, k))"
            "*(T[h](x[j]) + c*U[h](x[j]))))",
        ],
        "show": ["forall i: equal(i) == one(i)", "forall i: both_of(i) == first(i) + c*second(i)"],
    },
    proof=[intro("p", leaf()), intro("p", leaf())],
    instance=HEADS,
    twin=Variant("heads that are not divided", {"(V(x[j])/H)": "V(x[j])"}, HEADS),
)

formal(
    "PER-4.d1",
    statement={
        "letters": ["beta: number; x[token], y[token]: number"],
        "where": [
            "e(i, j) := exp(beta*x[i]*x[j])",
            "tangent(base, pull) := pull - base*pull*base",
            "pulled(i) := sum(j: e(i, j)*x[j])/sum(k: e(i, k))",
            "drawn(i) := sum(j: e(i, j)*x[j])/sum(k: 1)",
            "sa(i) := tangent(x[i], pulled(i))",
            "usa(i) := tangent(x[i], drawn(i))",
        ],
        "given": ["forall i: x[i]^2 == 1"],
        "show": ["forall i: tangent(x[i], y[i]) == 0", "forall i: sa(i) == 0", "forall i: usa(i) == 0"],
    },
    proof=[
        intro("p", leaf("eq -y[p]: x[p]^2 == 1")),
        intro("p", leaf("eq -pulled(p): x[p]^2 == 1")),
        intro("p", leaf("eq -drawn(p): x[p]^2 == 1")),
    ],
    instance={"tokens": 3, "letters": {"beta": LOG2, "x": [1, -1, 1], "y": [1, 2, 3]}},
    twin=Variant(
        "without the projection",
        {":= pull - base*pull*base": ":= pull"},
        {"tokens": 3, "letters": {"beta": LOG2, "x": [1, -1, 1], "y": [1, 2, 3]}},
    ),
)
