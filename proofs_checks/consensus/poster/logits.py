"""The poster's definitions of P and of the normaliser Z, compared with the map (1) on an exact example.

n = 3, l = 2, w = 2, one head, tokens e_1, e_2 of S^3; K^T Q = log(2) M with M = K'^T Q' not symmetric, so that the
weights of (1), exp(y_j^T K^T Q y_i)/Z_i, are rational.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(w)", "w >= 1")
INSTANCE = {"n": 3, "l": 2, "w": 2}
# K and Q up to the factor log 2 in their product; O_ij = exp(y_j^T K^T Q y_i); r = sqrt(n+1).
DATA = (
    "integer(n)",
    "n >= 1",
    "cols(Y) == n + 1",
    "r > 0",
    "r**2 == n + 1",
    "dot(Y[0], Y[0]) == 1",
    "dot(Y[1], Y[1]) == 1",
    "L == Y@transpose(Q)@K@transpose(Y)",
)
STATE = {
    "n": 3,
    "r": 2,
    "Y": [[1, 0, 0, 0], [0, 1, 0, 0]],
    "Q": [[1, 0, 0, 0], [0, 0, 1, 1]],
    "K": [[0, 1, 0, 0], [1, 0, 0, 2]],
    "L": [[0, 1], [0, 0]],
    "O": [[1, 2], [1, 1]],
}
SOFTMAX = tuple(f"O[{i}][{j}] == 2**L[{i}][{j}]" for i in range(2) for j in range(2))


@illustration(
    "CON-P.a",
    title="Transposition of P on the poster",
    statement=(
        r"With $P_\eta = K_\eta^TQ_\eta$ (transformer page of the poster) the weights $\alpha_{ij} = \exp(y_i^TP_\eta"
        r" y_j)/Z_i$ are those of the map (1), $\exp(y_j^TK_\eta^TQ_\eta y_i)/Z_i$."
    ),
    source=Source(PAPER, "poster, self-attention page"),
    kind="typo-check",
)
def printed_product(factors: str = "transpose(K)@Q") -> Iterator[Evidence]:
    yield decide.refutation(
        STATE,
        [f"dot(Y[0], {factors}@Y[1]) - dot(Y[0], {factors}@Y[0]) != L[0][1] - L[0][0]"],
        hypotheses=(*DATA, *SOFTMAX),
        scope="n = 3, l = 2, w = 2: the ratio of the two weights of the first token differs from that in (1)",
        method="exact logits, in multiples of log 2",
    )


@illustration(
    "CON-P.a.repaired",
    title="The transposition that agrees with the map",
    statement=(
        r"With $P_\eta = Q_\eta^TK_\eta$ (table of the poster, and the paper) the weights $\alpha_{ij} ="
        r" \exp(y_i^TP_\eta y_j)/Z_i$ are those of the map (1), $\exp(y_j^TK_\eta^TQ_\eta y_i)/Z_i$."
    ),
    source=Source(PAPER, "poster, table"),
    kind="typo-check",
    repairs="CON-P.a",
)
def matching_product(swapped: bool = False) -> Iterator[Evidence]:
    """The logits are sums over (a, b, c) of y_a Q_ca K_cb z_b; `st.models.logits` itself for n = 2, w = 2."""
    y_a, z_b, Q_ca, K_cb, Q_cb, K_ca = sp.symbols("y_a z_b Q_ca K_cb Q_cb K_ca", real=True)
    entry = K_ca * Q_cb if swapped else Q_ca * K_cb
    yield decide.identity(
        {"term (a, b, c)": (y_a * entry * z_b, z_b * K_cb * Q_ca * y_a)}, scope="all n, l, w >= 1, every token pair"
    )
    Y, Q, K = generic.array("y", 2, 3), generic.array("Q", 2, 3), generic.array("K", 2, 3)
    L = st.models.logits(Y, K.T @ Q if swapped else Q.T @ K)
    pairs = {f"({i}, {j})": (L[i, j], Y[j] @ K.T @ Q @ Y[i]) for i in range(2) for j in range(2)}
    yield decide.identity(pairs, scope="n = 2, w = 2, l = 2", covers=False)


@illustration(
    "CON-P.b",
    title="The summation index of the normaliser",
    statement=(
        r"Read with the summation index j, $Z_i = \sqrt{n+1}\sum_j\exp(y_i^TPy_j)$, the weights of every row add up to"
        r" $\sum_j\alpha_{ij} = 1/\sqrt{n+1}$."
    ),
    reading="the sum runs over j, the free index of Z_i is i",
    source=Source(PAPER, "poster, definition of Z", reconstructed=True),
    kind="typo-check",
)
def second_index(first: bool = False) -> Iterator[Evidence]:
    """Induction over the terms of row i with partial sums S_k, the sum R of the row and C_j of column j."""
    r, R, C_j, S_k, e = sp.symbols("r R C_j S_k e", positive=True)
    Z = r * (C_j if first else R)
    scope = "all n, l >= 1, any positive odds"
    yield conjunction(
        {
            "one more term": decide.identity({"sum": (S_k / (r * R) + e / Z, (S_k + e) / (r * R))}, scope=scope),
            "all terms": decide.identity({"row": (R / (r * R), 1 / r)}, scope=scope),
        },
        scope=scope,
    )
    odds = np.array([[sp.Symbol(f"e_{i}_{j}", positive=True) for j in range(3)] for i in range(3)])
    weights = odds / (r * odds.sum(axis=0 if first else 1)[:, np.newaxis])
    rows = {f"row {i}": (weights[i].sum(), 1 / r) for i in range(3)}
    yield decide.identity(rows, scope="l = 3, symbolic odds", covers=False)


@illustration(
    "CON-P.b.R1",
    title="The summation index of the normaliser as printed",
    statement=(
        r"With the summation index i as printed, that is $Z$ the sum over the first index of"
        r" $\sqrt{n+1}\exp(y_i^TPy_j)$ for the column that carries its name, the weights of every row add up to"
        r" $1/\sqrt{n+1}$."
    ),
    reading="R1: the sum runs over i, Z belongs to the column of the same name as the row",
    source=Source(PAPER, "poster, definition of Z", reconstructed=True),
    kind="typo-check",
    no_repair="CON-P.b is the reading under which rows are normalised",
)
def first_index(first: bool = True) -> Iterator[Evidence]:
    total = "(O[0][0] + O[1][0])" if first else "(O[0][0] + O[0][1])"
    yield decide.refutation(
        STATE,
        [f"(O[0][0] + O[0][1])/(r*{total}) != 1/r"],
        hypotheses=(*DATA, *SOFTMAX),
        scope="n = 3, l = 2, w = 2, row 1",
        method="exact weights",
    )
