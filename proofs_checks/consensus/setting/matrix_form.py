"""Section 2.2: the matrix form (4) of the attention update, compared with the token form (1).

x : (n+1, l) has the tokens as columns, E_jk = exp(x_j^T K^T Q x_k), D is diagonal with 1/D_ii = sqrt(n+1) sum_l E_li.
Column i of a product with D is looked at entry by entry: the terms with an off-diagonal entry of D vanish.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.symbols import column
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "equation (4) and its multi-head form")
# r = sqrt(n+1); the logits are L log 2.
DATA = (
    "integer(n)",
    "n >= 1",
    "rows(x) == n + 1",
    "transpose(x)@M@x == L",
    "r > 0",
    "r**2 == n + 1",
    "transpose(E)@ones(cols(x)) == normaliser",
    "D@diag(r*normaliser) == identity(cols(x))",
)
# e_1 and e_2 on S^3 with K^T Q = log(2) M; M is not symmetric.
STATE = {
    "n": 3,
    "r": 2,
    "x": [[1, 0], [0, 1], [0, 0], [0, 0]],
    "M": [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 2]],
    "L": [[0, 1], [0, 0]],
    "E": [[1, 2], [1, 1]],
    "normaliser": [2, 3],
    "D": [["1/4", 0], [0, "1/6"]],
    "V": [[1, 0, 0, 0], [0, 1, 1, 0]],
}


@illustration(
    "CON-E4.a",
    title="The matrix form as printed",
    statement=(
        r"With $D_{ii} = (\sqrt{n+1}\sum_l\exp(x_l^TK^TQx_i))^{-1}$ and $z = VxD\exp(x^TK^TQx)$, column i of z is"
        r" $\sum_jVD_{ii}\exp(x_j^TK^TQx_i)x_j$, the summand of (1); likewise for several heads."
    ),
    source=SOURCE,
    kind="identity",
)
def printed_form(left: bool = True) -> Iterator[Evidence]:
    entries = [f"E[{j}][{i}] == 2**L[{j}][{i}]" for i in range(2) for j in range(2)]
    product = "V@x@D@E" if left else "V@x@E@D"
    token_form = " ".join(["V@(D[{i}][{i}]*(E[0][{i}]*transpose(x)[0]", "+ E[1][{i}]*transpose(x)[1]))"])
    yield decide.refutation(
        STATE,
        [f"{product} != transpose([{token_form.format(i=0)}, {token_form.format(i=1)}])"],
        hypotheses=[*DATA, *entries],
        scope="n = 3, l = 2, w = 2, one head, tokens e_1, e_2, logits in multiples of log 2",
        method="exact evaluation of both forms",
    )


@illustration(
    "CON-E4.a.repaired",
    title="The matrix form with the diagonal factor on the right",
    statement=(
        r"With $z = Vx\exp(x^TK^TQx)D$, column i of z is $\sum_jVD_{ii}\exp(x_j^TK^TQx_i)x_j$, the summand of (1);"
        " likewise for several heads, $z_\\eta = V_\\eta x\\exp(x^TK_\\eta^TQ_\\eta x)D_\\eta$."
    ),
    source=SOURCE,
    kind="identity",
    repairs="CON-E4.a",
)
def repaired_form(left: bool = False) -> Iterator[Evidence]:
    """(V x E D)_ai = sum over j, k of (V x)_aj E_jk D_ki: the terms k != i vanish, the term k = i is the summand j."""
    vx, e_i, e_k, d_i, d_j = sp.symbols("Vx_aj E_ji E_jk D_ii D_jj", real=True)
    scope = "all n, l, w, h >= 1, entry (a, i) and every term j of the sum, j != i; x, Q, K, V arbitrary"
    # With D on the left, (V x)_aj D_jj E_ji stands alone; on the right, E_ji D_ii and E_jk D_ki = 0.
    term = vx * d_j * e_i if left else vx * e_i * d_i + vx * e_k * 0
    yield decide.identity({"term j of column i": (term, d_i * e_i * vx)}, scope=scope)
    for tokens in (2, 3):
        x, Q, K, V = (generic.array(name, 2, size) for name, size in (("x", tokens), ("Q", 2), ("K", 2), ("V", 2)))
        E, D = column(_odds(x, Q, K)), sp.diag(*(sp.Symbol(f"D_{i}") for i in range(tokens)))
        Vx = column(V @ x)
        z = Vx * D * E if left else Vx * E * D
        tokenwise = [D[i, i] * sum((E[j, i] * Vx[:, j] for j in range(tokens)), sp.zeros(2, 1)) for i in range(tokens)]
        yield decide.identity(
            {"z": (z, sp.Matrix.hstack(*tokenwise))}, scope=f"n = 1, w = 2, l = {tokens}", covers=False
        )


def _odds(x: Any, Q: Any, K: Any) -> Any:
    """exp(x^T K^T Q x) entry by entry, as opaque positive functions of the logits: (l, l)."""
    return np.vectorize(sp.Function("odds"), otypes=[object])(x.T @ K.T @ Q @ x)


@illustration(
    "CON-E4.b",
    title="D normalises the columns",
    statement=(
        r"With $D_{ii} = (\sqrt{n+1}\sum_k\exp(x_k^TK^TQx_i))^{-1}$: $\sum_jD_{ii}\exp(x_j^TK^TQx_i) = 1/\sqrt{n+1}$"
        r" for every i: the column sums of $\exp(x^TK^TQx)D$."
    ),
    source=SOURCE,
    kind="identity",
)
def column_sums(rows: bool = False) -> Iterator[Evidence]:
    """Induction over the terms: with partial sums S_k of column i, S the whole, D_ii = 1/(r S), r = sqrt(n+1)."""
    r, S, S_k, S_j, e = sp.symbols("r S S_k S_j e", positive=True)
    scope = "all l >= 1, all n >= 1, any positive entries"
    own = 1 / (r * (S_j if rows else S))
    yield conjunction(
        {
            "no terms: 0": decide.identity({"sum": (0 * own, sp.Integer(0) / (r * S))}, scope=scope),
            "one more term": decide.identity({"sum": (S_k / (r * S) + own * e, (S_k + e) / (r * S))}, scope=scope),
            "all terms, S_l = S": decide.identity({"sum": (S / (r * S), 1 / r)}, scope=scope),
        },
        scope=scope,
    )
    x, Q, K = (generic.array(name, 2, size) for name, size in (("x", 3), ("Q", 2), ("K", 2)))
    E = _odds(x, Q, K)
    diagonal = 1 / (sp.sqrt(2) * E.sum(axis=0))
    sums = (E * (diagonal[:, np.newaxis] if rows else diagonal)).sum(axis=0)
    yield decide.identity(
        {f"column {i}": (sums[i], 1 / sp.sqrt(2)) for i in range(3)}, scope="n = 1, w = 2, l = 3", covers=False
    )
