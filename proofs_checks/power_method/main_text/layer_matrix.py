"""Section 2 and Appendix A: F as output matrix times stacked value matrices, in both conventions, and its
spectrum.

Valid for all H, d_h, d, N: an entry of a product of matrices is a sum over index paths, and both sides run over
the same paths; each path is one product of entries. A row r of V_cat belongs to exactly one head, so a sum over
heads has one term of the pattern "h owns r" and H - 1 of the other, which vanish.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.examples import equal
from proofs_checks.power_method import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all H, d_h, d, N >= 1 (H d_h = d is not needed), all weights"
SIZES = ("integer(H)", "H >= 1")
LAYOUTS = ((2, 1, 2), (2, 2, 4), (3, 1, 3), (2, 3, 2))


def symbolic(name: str, rows: int, columns: int) -> Any:
    """A matrix with one symbol per entry : (rows, columns)."""
    return np.array([[sp.Symbol(f"{name}_{i}{j}") for j in range(columns)] for i in range(rows)], dtype=object)


def _weights(rng: Any) -> tuple[int, Any, Any]:
    d, heads, size = int(rng.integers(2, 6)), int(rng.integers(1, 5)), int(rng.integers(1, 4))
    return (
        heads,
        st.as_array(rng.integers(-4, 5, (d, heads * size))),
        st.as_array(rng.integers(-4, 5, (heads * size, d))),
    )


@illustration(
    "POW-EQ2",
    title="Layer matrix as output matrix times stacked values",
    statement=(
        r"Let $\tilde V_h$ have the value matrix of head h in its own rows and zeros elsewhere. Then"
        r" $\sum_h\tilde V_h = V_{cat}$, and with $V_h = O\tilde V_h$ the layer matrix is $F = \sum_hV_h ="
        " OV_{cat}$."
    ),
    source=Source(PAPER, "Section 2 and Appendix A", reconstructed=True),
    kind="identity",
)
def layer_matrix(owners: Any = 1, seed: int = 0) -> Iterator[Evidence]:
    H = sp.Symbol("H", integer=True, positive=True)
    out, V = sp.symbols("O_ir V_rj", real=True)
    owned = sp.sympify(owners, locals={"H": H})
    total = owned * V + (H - owned) * 0
    yield conjunction(
        {
            "an entry of the sum of the padded matrices": decide.identity(
                {"owner and H - 1 others": (total, V)}, given=[H >= 1, sp.Ne(V, 0)], scope=SCOPE
            ),
            "a path of O times that sum": decide.identity(
                {"O_ir V_rj": (out * total, out * V)}, given=[H >= 1], scope=SCOPE
            ),
        },
        scope=SCOPE,
        method="SymPy: path by path",
    )
    pairs = {}
    for heads, size, d in LAYOUTS:
        output, V_cat = symbolic("O", d, heads * size), symbolic("V", heads * size, d)
        summed = np.sum(st.layers.head_matrices(output, V_cat, heads), axis=0)
        pairs[f"H = {heads}, d_h = {size}, d = {d}"] = (
            sp.Matrix(summed),
            sp.Matrix(st.layers.layer_matrix(output, V_cat)),
        )
    yield decide.identity(pairs, scope="explicit layouts (H, d_h, d) with symbolic entries", covers=False)

    def trial(rng: Any) -> Any:
        heads, W_V, W_O = _weights(rng)
        output, V_cat = st.layers.from_row_convention(W_V, W_O)
        return equal(np.sum(st.layers.head_matrices(output, V_cat, heads), axis=0), output @ V_cat)

    yield decide.exact_instances(
        trial, scope="integer weights, H <= 4, d_h <= 3, d <= 5", method="Fractions: exact products", seed=seed
    )


@illustration(
    "POW-EQ2.conv",
    title="The column convention is the transposed row convention",
    statement=(
        r"The attention output for tokens as rows, $[A^1XW_V^1, \dots, A^HXW_V^H]W_O$, is the transpose of"
        r" $\sum_hO\tilde V_hX^T(A^h)^T$ with $O = W_O^T$ and value blocks $(W_V^h)^T$, and $F = (W_VW_O)^T$."
        " The rows of A sum to one in the row convention, so the columns of its transpose do in the other."
    ),
    source=Source(PAPER, "Section 2 and Appendix A", reconstructed=True),
    kind="identity",
)
def conventions(transposed: bool = True, seed: int = 0) -> Iterator[Evidence]:
    A, X, W, W_ra, W_ar = sp.symbols("A_ij X_jb W_br W_ra W_ar", real=True)
    O_ar = W_ra if transposed else W_ar
    pairs = {
        "a path i-j-b-r-a through the head that owns r": (A * X * W * W_ra, O_ar * W * X * A),
        "a path through another head": (A * X * 0 * W_ra, O_ar * 0 * X * A),
        "a path of F_ab = (W_V W_O)_ba": (O_ar * W, W * W_ra),
    }
    yield decide.identity(pairs, given=[A > 0], scope=SCOPE)

    def both(heads: int, X: Any, A: Any, W_V: Any, W_O: Any) -> tuple[Any, Any]:
        output, V_cat = st.layers.from_row_convention(W_V, W_O if transposed else W_O.T)
        return st.layers.row_layer(X, A, W_V, W_O), st.models.mixed_values(
            X, A, st.layers.head_matrices(output, V_cat, heads)
        )

    left, right = both(
        2,
        symbolic("X", 2, 2),
        np.stack([symbolic("A", 2, 2), symbolic("B", 2, 2)]),
        symbolic("W", 2, 2),
        symbolic("U", 2, 2),
    )
    yield decide.identity(
        {"H = 2, N = 2, d = 2": (sp.Matrix(left), sp.Matrix(right))}, scope="H = N = d = 2, symbolic", covers=False
    )

    def trial(rng: Any) -> Any:
        heads, W_V, W_O = _weights(rng)
        if not transposed and W_O.shape[0] != W_O.shape[1]:
            return decide.Trial(None, {})
        X = st.as_array(rng.integers(-3, 4, (4, W_V.shape[0])))
        return equal(*both(heads, X, st.as_array(rng.integers(1, 7, (heads, 4, 4))), W_V, W_O))

    yield decide.exact_instances(
        trial, scope="integer weights, N = 4, H <= 4, d_h <= 3, d <= 5", method="Fractions: exact products", seed=seed
    )


@illustration(
    "POW-EQ2.spec",
    title="The spectrum does not depend on the convention",
    statement=(
        r"$M = W_VW_O = F^T$ has the same eigenvalues as F with the same multiplicities (since $\det B = \det"
        r" B^T$), and $Fv = \lambda v$ if and only if $v^TM = \lambda v^T$: right and left eigenvectors are"
        " exchanged."
    ),
    source=Source(PAPER, "Appendix A"),
    kind="spectrum",
)
def spectrum(row: int = 1, seed: int = 0) -> Iterator[Evidence]:
    M, v = sp.Matrix(2, 2, sp.symbols("M_aa M_ab M_ba M_bb", real=True)), sp.Symbol("v_b", real=True)
    # F_ab = M_ba; a term of v^T M, and of M v in the false twin
    term = v * M[row, 1 - row]
    yield decide.identity(
        {"a term of F v and of the product of v with M": (M[1, 0] * v, term)}, scope=f"{SCOPE}; by det B = det B^T"
    )
    z = sp.Symbol("z")
    pairs = {}
    for d in (2, 3):
        # at d = 3 V_cat is taken triangular, which an orthogonal change of the heads' coordinates achieves
        entries = np.triu(symbolic("W", d, d)) if d == 3 else symbolic("W", d, d)
        W_V, W_O = sp.Matrix(entries), sp.Matrix(symbolic("U", d, d))
        product, F = W_V * W_O, (W_V * W_O).T
        left = (z * sp.eye(d) - F).det(method="berkowitz")
        pairs[f"char. polynomial of F and of W_V W_O, d = {d}"] = (
            left,
            (z * sp.eye(d) - product).det(method="berkowitz"),
        )
        cyclic = (z * sp.eye(d) - W_O * W_V).det(method="berkowitz")
        pairs[f"and of the cyclic product W_O W_V, d = {d}"] = (left, cyclic)
    yield decide.identity(pairs, scope="d = 2, 3 with symbolic entries; cyclic product included", covers=False)

    def trial(rng: Any) -> Any:
        _, W_V, W_O = _weights(rng)
        F = (W_V @ W_O).T
        holds = st.linearisation.characteristic_polynomial(F) == st.linearisation.characteristic_polynomial(W_V @ W_O)
        return decide.Trial(holds, {"L": F.tolist(), "R": (W_V @ W_O).tolist()}, ["trace(L) != trace(R)"])

    yield decide.exact_instances(
        trial, scope="integer weights, d <= 5", method="FLINT: exact characteristic polynomials", seed=seed
    )
