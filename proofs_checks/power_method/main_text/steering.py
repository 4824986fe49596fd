"""Section 2.3: the effect of the modified output matrix on the layer matrix, with an inverse and with a
pseudo-inverse.

Valid for all d: with t^T V_cat = w^T the new layer matrix is (O + rho u t^T) V_cat, a sum over the rows r of
V_cat whose terms are compared one by one. For a singular V_cat coordinates are turned so that its row space is
spanned by the first of them (an orthogonal change): every row of Delta V_cat lies there, and w = (w_in, w_out).
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

SOURCE = Source(PAPER, "Section 2.3", reconstructed=True)
PSEUDO = Source(PAPER, "Section 2.3")
SCOPE = "all d, H >= 1, all weights with V_cat invertible, all u, w, rho"


def _path(size: Any, claimed: Any) -> Evidence:
    """A path through row r of V_cat: O'_ir V_rj against F_ij's path plus rho u_i times that of t^T V_cat = w^T."""
    out, V, u, t = sp.symbols("O_ir V_rj u_i t_r", real=True)
    nonzero = [sp.Ne(V, 0), sp.Ne(u, 0), sp.Ne(t, 0), sp.Ne(size, 0)]
    return decide.identity(
        {"O'_ir V_rj": ((out + size * u * t) * V, out * V + claimed * u * (t * V))}, given=nonzero, scope=SCOPE
    )


def _explicit(factor: int, seed: int) -> Iterator[Evidence]:
    """The package's steered output with its own solution of t^T V_cat = w^T, symbolic at d = 2, exact at random d."""
    rho = sp.Symbol("rho", real=True)
    output, V = (np.array([[sp.Symbol(f"{name}_{i}{j}") for j in range(2)] for i in range(2)]) for name in "OV")
    u, w = (np.array(sp.symbols(f"{name}_1:3"), dtype=object) for name in "uw")
    changed = st.layers.layer_matrix(st.layers.steered_output(output, V, u, w, rho), V)
    yield decide.identity(
        {"d = 2": (sp.Matrix(changed), sp.Matrix(output @ V + factor * rho * np.outer(u, w)))},
        scope="d = 2, symbolic entries, det V_cat != 0",
        covers=False,
    )

    def trial(rng: Any) -> Any:
        d = int(rng.integers(2, 6))
        output, stacked, vectors = (st.as_array(rng.integers(-3, 4, shape)) for shape in ((d, d), (d, d), (2, d)))
        if st.linearisation.characteristic_polynomial(stacked)[0] == 0:
            return decide.Trial(None, {})
        size = st.sampling.rational(rng, 1, 20)
        steered = st.layers.steered_output(output, stacked, vectors[0], vectors[1], size)
        return equal(steered @ stacked, output @ stacked + factor * size * np.outer(*vectors))

    yield decide.exact_instances(
        trial, scope="integer weights, d <= 5", method="Fractions: exact products", examples=12, seed=seed
    )


@illustration(
    "POW-S1",
    title="Exact effect of the steered output matrix",
    statement=(
        r"If $V_{cat}$ is invertible and O is replaced by $O + \rho\,uw^TV_{cat}^{-1}$, the layer matrix"
        r" becomes exactly $F' = F + \rho\,uw^T$."
    ),
    reading="R1: rho free",
    source=SOURCE,
    kind="identity",
)
def steered(factor: int = 1, seed: int = 0) -> Iterator[Evidence]:
    rho = sp.Symbol("rho", real=True)
    yield _path(rho, factor * rho)
    yield from _explicit(factor, seed)


@illustration(
    "POW-S1.R2",
    title="Exact effect of the steered output matrix, scaled by the principal eigenvalue",
    statement=(
        r"If $V_{cat}$ is invertible and O is replaced by $O + c\lambda_1uw^TV_{cat}^{-1}$, c of the order of"
        r" ten, the layer matrix becomes exactly $F' = F + c\lambda_1uw^T$."
    ),
    reading="R2: rho = c lambda_1",
    source=SOURCE,
    kind="identity",
)
def steered_by_the_eigenvalue(scaled: bool = True) -> Iterator[Evidence]:
    c, lambda_1 = sp.symbols("c lambda_1", real=True)
    yield _path(c * lambda_1, c * lambda_1 if scaled else c)


@illustration(
    "POW-S1.pinv",
    title="The pseudo-inverse gives the closest layer matrix",
    statement=(
        r"If $V_{cat}$ is singular and $\Pi$ projects on its row space, replacing O by $O + \rho uw^TV_{cat}^+$"
        r" gives $F' = F + \rho u(\Pi w)^T$, and among all layer matrices $O'V_{cat}$ none is closer to $F +"
        r" \rho uw^T$ in the Frobenius norm; the squared distance is $\rho^2\|u\|^2\|w - \Pi w\|^2$."
    ),
    reading="R2: the closest achievable layer matrix",
    source=PSEUDO,
    kind="identity",
)
def pseudo_inverse(factor: int = 1) -> Iterator[Evidence]:
    rho, u, w_in, w_out, m = sp.symbols("rho u_i w_in w_out m", real=True)
    wanted_in, wanted_out, achieved = rho * u * w_in, rho * u * w_out, factor * rho * u * w_in
    scope = "all d >= 2, H >= 1, all weights, all u, w, rho"
    yield conjunction(
        {
            "V_cat^+ V_cat is the projection: a coordinate inside the row space, one outside": decide.identity(
                {"inside": (achieved, wanted_in), "outside": (rho * u * 0, sp.Integer(0))},
                given=[sp.Ne(rho * u * w_in, 0)],
                scope=scope,
            ),
            "a coordinate inside the row space: no entry m does better": decide.inequality(
                # kept as a relation: it is to be decided with a certificate, not by SymPy's evaluation
                sp.Ge((wanted_in - m) ** 2, (wanted_in - achieved) ** 2, evaluate=False),
                [],
                scope=scope,
                squares=[wanted_in - m],
            ),
            "a coordinate outside: every F' has the same error": decide.identity(
                {"error": ((wanted_out - 0) ** 2, rho**2 * u**2 * w_out**2)}, scope=scope
            ),
        },
        scope=scope,
    )
    rng = np.random.default_rng(7)
    rows, basis = st.as_array(rng.integers(-2, 3, (3, 2))), st.sampling.orthogonal(rng, 3)[:2]
    V_cat = sp.Matrix((rows @ basis).tolist())
    output, row, column = sp.Matrix(rng.integers(-3, 4, (3, 3)).tolist()), sp.Matrix([1, -2, 3]), sp.Matrix([2, 1, 0])
    projection = sp.Matrix((basis.T @ basis).tolist())
    yield decide.identity(
        {
            "F'": (
                (output + factor * 10 * column * row.T * V_cat.pinv()) * V_cat,
                output * V_cat + 10 * column * (projection * row).T,
            )
        },
        scope="an exact V_cat of rank 2, d = 3",
        covers=False,
    )


def _same(w: list[Any]) -> Evidence:
    """Whether rho u w^T V^+ V is rho u w^T for V_cat = diag(2, 0), with V^+ = diag(1/2, 0)."""
    return decide.refutation(
        {"V": [[2, 0], [0, 0]], "W": [["1/2", 0], [0, 0]], "w": w},
        # the four Penrose equations identify W as the pseudo-inverse; diagonal products are symmetric
        ["V@W@V == V", "W@V@W == W", "transpose(V@W) == V@W", "transpose(W@V) == W@V", "w@(W@V) != w"],
        hypotheses=["rank(V) < rows(V)", "dot(w, w) == 1"],
        scope="d = 2",
        method="exact example",
    )


@illustration(
    "POW-S1.pinv.R1",
    title="The pseudo-inverse gives the same layer matrix",
    statement=(
        r"If $V_{cat}$ is singular, replacing O by $O + \rho uw^TV_{cat}^+$ gives $F' = F + \rho uw^T$ for"
        " every w."
    ),
    reading="R1: the same layer matrix results",
    source=PSEUDO,
    kind="identity",
)
def same_matrix(w: Any = ("3/5", "4/5")) -> Iterator[Evidence]:
    yield _same(list(w))


@illustration(
    "POW-S1.pinv.R1.repaired",
    title="The same layer matrix exactly for w in the row space",
    statement=(
        r"For $u \ne 0$, $\rho \ne 0$ the layer matrix $F + \rho uw^T$ is $O'V_{cat}$ for some O' exactly if w lies in"
        r" the row space of $V_{cat}$: $w = V_{cat}^Tt$ gives it with $O' = O + \rho ut^T$, and a part of w outside the"
        r" row space leaves, for every O', a squared Frobenius error of at least $\rho^2\|u\|^2\|w - \Pi w\|^2 > 0$."
    ),
    source=PSEUDO,
    kind="identity",
    repairs="POW-S1.pinv.R1",
)
def reachable(least: int = 0) -> Iterator[Evidence]:
    rho, u, w_out = sp.symbols("rho u_i w_out", real=True)
    yield conjunction(
        {
            "w in the row space": _path(rho, rho),
            "w outside it": decide.inequality(
                rho**2 * u**2 * w_out**2 > least * rho**2 * u**2,
                [rho**2 > 0, u**2 > 0, w_out**2 > 0],
                scope=SCOPE,
            ),
        },
        scope="all d >= 2, H >= 1, all weights, all u != 0, w, rho != 0",
    )
