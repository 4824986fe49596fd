"""Claims that are algebra of the maps: symmetry, weights, projectors, the scalars of equilibria, counts."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import SEVERAL_HEADS, instance
from proofs_checks.power_method.proofs.models import (
    ATTENTION,
    BASIS,
    CAUSAL,
    LAYER,
    OJA,
    P_VALUE,
    P,
    V,
    eigen,
    eigenvector,
    symmetric,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import have, intro, leaf, lemma, take

TOKENS = [[1, 0, 0], ["3/5", "4/5", 0], ["2/3", "2/3", "1/3"]]
STATE = {"letters": ["x[token]: vector"]}
LOWER = [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
FREE = {"V": symmetric(2, 1, -3), "alpha": "1/4"}
ODD = {"x": TOKENS, **FREE, "P": P_VALUE}

formal(
    "POW-L9.cons",
    statement=model(
        V, P, ATTENTION, {"letters": ["u: vector"], "show": "forall i, j: weight(fn(h: u), i, j) == 1/sum(k: 1)"}
    ),
    proof=intro("s,t", leaf()),
    instance=instance({**FREE, "P": P_VALUE, "u": [1, 2, 3]}, tokens=3),
    twin=Variant(
        "without the normalisation", {"== 1/sum(k: 1)": "== 1"}, instance({**FREE, "P": P_VALUE, "u": [1, 2, 3]}, 3)
    ),
)

formal(
    "POW-EQ89",
    statement=model(
        V,
        P,
        OJA,
        ATTENTION,
        STATE,
        {
            "given": ["forall u in vector: P(u) == 0"],
            "show": [
                "forall i, j: weight(x, i, j) == 1/sum(k: 1)",
                "forall i: value(attention, x, i) == value(oja, x, i)",
            ],
        },
    ),
    proof=[
        intro("s,t", leaf(use=["forall u in vector: P(u) == 0"])),
        intro("t", leaf(use=["forall u in vector: P(u) == 0"])),
    ],
    instance=instance({**ODD, "P": [[0, 0, 0]] * 3}, tokens=3),
    twin=Variant(
        "the identity for the logits",
        {"P(u) == 0": "P(u) == u"},
        instance({"x": [[1, 0], [0, 1]], "V": [[1, 0], [0, 0]], "alpha": 1, "P": [[1, 0], [0, 1]]}, tokens=2)
        | {"dim": 2},
    ),
)

formal(
    "POW-R1.sym",
    statement=model(
        V,
        P,
        {"letters": ["W[head], Q[head]: matrix"]},
        OJA,
        ATTENTION,
        CAUSAL,
        {
            "where": [
                "spread(X, h, i, j) := exp(dot(X[i], Q[h](X[j])))/sum(k: exp(dot(X[i], Q[h](X[k]))))",
                "early(X, h, i, j) := exp(dot(X[i], Q[h](X[j])))*mask[i, j]"
                "/sum(k: exp(dot(X[i], Q[h](X[k])))*mask[i, k])",
            ],
            "maps": [
                LAYER["maps"][0].replace("V[h]", "W[h]").replace("weight(", "spread("),
                LAYER["maps"][0].replace("layer", "late").replace("V[h]", "W[h]").replace("weight(", "early("),
            ],
        },
        STATE,
        {
            "given": [
                "forall i: norm(x[i] + alpha*V(sum(j: x[j])/sum(j: 1))) > 0",
                "forall i: norm(x[i] + alpha*V(sum(j: weight(x, i, j)*x[j]))) > 0",
                "forall i: norm(x[i] + sum(h in heads: alpha*W[h](sum(j: spread(x, h, i, j)*x[j])))) > 0",
                "forall i: norm(x[i] + alpha*V(sum(j: seen(x, i, j)*x[j]))) > 0",
                "forall i: norm(x[i] + sum(h in heads: alpha*W[h](sum(j: early(x, h, i, j)*x[j])))) > 0",
            ],
            "show": [
                "forall i: value(oja, fn(h: -x[h]), i) == -value(oja, x, i)",
                "forall i: value(attention, fn(h: -x[h]), i) == -value(attention, x, i)",
                "forall i: value(layer, fn(h: -x[h]), i) == -value(layer, x, i)",
                "forall i: value(causal, fn(h: -x[h]), i) == -value(causal, x, i)",
                "forall i: value(late, fn(h: -x[h]), i) == -value(late, x, i)",
            ],
        },
    ),
    proof=[intro("t", leaf()) for _ in range(5)],
    instance=instance({**ODD, "W": SEVERAL_HEADS["V"], "Q": SEVERAL_HEADS["P"], "mask": LOWER}, tokens=3, heads=2),
    twin=Variant(
        "even maps",
        {"== -value(oja, x, i)": "== value(oja, x, i)"},
        instance({**ODD, "W": SEVERAL_HEADS["V"], "Q": SEVERAL_HEADS["P"], "mask": LOWER}, tokens=3, heads=2),
    ),
)

formal(
    "POW-D1",
    statement={
        "letters": ["x, u, w: vector"],
        "where": ["Pi(y) := y - dot(x, y)*x"],
        "given": ["dot(x, x) == 1"],
        "show": ["Pi(x) == 0", "Pi(Pi(u)) == Pi(u)", "dot(Pi(u), w) == dot(u, Pi(w))"],
    },
    proof=[leaf(use=["dot(x, x) == 1"]) for _ in range(3)],
    instance=instance({"x": BASIS[0], "u": [1, 2, 3], "w": [0, 1, -1]}),
    twin=Variant(
        "a token of any length",
        {"dot(x, x) == 1": "dot(x, x) == 2"},
        instance({"x": [1, 1, 0], "u": [1, 2, 3], "w": [0, 1, -1]}),
    ),
)

EQUILIBRIUM = "forall i: V(sum(j: weight(x, i, j)*x[j])) == nu[i]*x[i]"
formal(
    "POW-R7.nu",
    statement=model(
        V,
        P,
        ATTENTION,
        STATE,
        {
            "letters": ["nu[token]: number"],
            "given": ["forall i: dot(x[i], x[i]) == 1", EQUILIBRIUM],
            "show": "forall i: nu[i] == dot(x[i], V(sum(j: weight(x, i, j)*x[j])))",
        },
    ),
    proof=intro(
        "t",
        take(
            EQUILIBRIUM,
            ["t"],
            have(
                [
                    (
                        "dot(x[t], V(sum(j: weight(x, t, j)*x[j]))) == dot(x[t], nu[t]*x[t])",
                        lemma("LEM-same-dot", u="V(sum(j: weight(x, t, j)*x[j]))", w="nu[t]*x[t]", z="x[t]"),
                    )
                ],
                leaf(
                    "eq -1: dot(x[t], V(sum(j: weight(x, t, j)*x[j]))) == dot(x[t], nu[t]*x[t])",
                    use=["forall i: dot(x[i], x[i]) == 1"],
                ),
            ),
        ),
    ),
    instance=instance({**FREE, "P": P_VALUE, "x": [BASIS[0]] * 3, "nu": [2, 2, 2]}, tokens=3),
    twin=Variant(
        "the mean without V",
        {"nu[i] == dot(x[i], V(sum(j: weight(x, i, j)*x[j])))": "nu[i] == dot(x[i], sum(j: weight(x, i, j)*x[j]))"},
        instance({**FREE, "P": P_VALUE, "x": [BASIS[0]] * 3, "nu": [2, 2, 2]}, tokens=3),
    ),
)

formal(
    "POW-L14.count",
    statement={
        "letters": ["N, p, q, d: number"],
        "given": ["p + q == N"],
        "show": [
            "(p - 1)*(d - 1) + (q - 1)*(d - 1) == (N - 2)*(d - 1)",
            "N + 2*(d - 1) + (N - 2)*(d - 1) == N*d",
        ],
    },
    proof=[leaf("eq d - 1: p + q == N"), leaf()],
    instance={"letters": {"N": 5, "p": 3, "q": 2, "d": 3}},
    twin=Variant(
        "one eigenvalue per direction",
        {"N + 2*(d - 1) +": "N + (d - 1) +"},
        {"letters": {"N": 5, "p": 3, "q": 2, "d": 3}},
    ),
)

LARGEST = "forall u in vector: dot(u + alpha*V(u), u + alpha*V(u)) <= c^2*dot(u, u)"
"""|1 + alpha lambda_j| <= |1 + alpha lam| for every j, as the bound of the symmetric matrix I + alpha V that it is."""
ONE_TOKEN = {"v": BASIS[0], "x": ["-4/5", "0", "3/5"]}
formal(
    "POW-2.1.amp.R3",
    statement=model(
        V,
        eigenvector(),
        {
            "letters": ["w, x: vector", "m: number"],
            "where": ["y := x + alpha*V(x)"],
            "given": ["V(w) == m*w", "dot(x, x) == 1", LARGEST],
            "show": [
                "dot(v, y) == c*dot(v, x)",
                "dot(w, y) == (1 + alpha*m)*dot(w, x)",
                "dot(v, y)^2 >= dot(v, x)^2*dot(y, y)",
            ],
        },
    ),
    proof=[
        leaf(use=eigen()),
        leaf(use=["V(w) == m*w"]),
        take(
            LARGEST,
            ["x"],
            leaf("1: dot(y, y) <= c^2*dot(x, x); sq dot(v, x)", use=[*eigen(), "dot(x, x) == 1"]),
        ),
    ],
    instance=instance({**FREE, **ONE_TOKEN, "lam": 2, "w": BASIS[1], "m": 1}),
    twin=Variant(
        "another eigenvector has the larger factor",
        {"<= c^2*dot(u, u)": "<= 4*c^2*dot(u, u)"},
        instance({**FREE, **ONE_TOKEN, "V": symmetric(1, 2, -3), "lam": 1, "w": BASIS[1], "m": 2}),
    ),
)
