"""Lemma 15 repaired: what a semidefinite P says about polygonal points.

With logits l_ij = x_i^T P x_j and E_ij = e^(l_ij), the softmax mean of a row of logits exceeds its plain mean by
sum_(j<k) (E_j - E_k)(l_j - l_k)/(N sum E) >= 0, since exp increases. The identity is bilinear in (E, l), and a
monomial E_a l_b meets at most two tokens; three groups of tokens with symbolic sizes show every index pattern, so it
holds for all N. At a polygonal state the softmax mean is x_i^T P sum_j A_ij x_j = 0; summed over i, N xbar^T P xbar
<= 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.oja import polygonal_setting as setting
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


def _excess() -> dict[str, tuple[Any, Any]]:
    """Softmax mean minus plain mean of a row with three different logits, n_a tokens each."""
    n = np.array(sp.symbols("n_1 n_2 n_3", positive=True), dtype=object)
    E = np.array(sp.symbols("E_1 E_2 E_3", positive=True), dtype=object)
    logits = np.array(sp.symbols("l_1 l_2 l_3", real=True), dtype=object)
    N, Z = sum(n), sum(n * E)
    weights = st.normalise_rows(E[np.newaxis, :], counts=n)[0]
    pairs = sum(n[a] * n[b] * (E[a] - E[b]) * (logits[a] - logits[b]) for a, b in combinations(range(3), 2))
    return {"softmax mean - mean": (weights @ logits - sum(n * logits) / N, pairs / (N * Z))}


def _sum_of_rows() -> dict[str, tuple[Any, Any]]:
    """sum_ij x_i^T P x_j = N^2 xbar^T P xbar = (N^2/2) xbar^T (P + P^T) xbar; three groups of tokens."""
    n = np.array(sp.symbols("n_1 n_2 n_3", positive=True), dtype=object)
    X = np.array([sp.symbols(f"x_{i}1 x_{i}2", real=True) for i in range(3)], dtype=object)
    P, N = setting.generic("P", 2), sum(n)
    mean = n @ X / N
    total = n @ ((X @ P) @ X.T) @ n
    return {
        "sum of all logits": (total, N**2 * (mean @ P @ mean)),
        "only the symmetric part of P": (mean @ P @ mean, mean @ (P + P.T) @ mean / 2),
    }


@illustration(
    "POW-N6.attention",
    title="No polygonal equilibria of the attention map for definite P",
    statement=(
        r"At a polygonal state of the attention map, $\sum_jA_{ij}x_j = 0$ for all i, all logits $x_i^TPx_j$ vanish,"
        r" whatever P is, the weights are uniform and $\sum_jx_j = 0$. Hence there is no polygonal state if $P + P^T"
        r" \succ 0$."
    ),
    source=Source(PAPER, "Lemma 15 (extension)"),
    kind="equilibrium",
    role="extension",
)
def none_if_definite(sign: int = 1) -> Iterator[Evidence]:
    """c : the smallest eigenvalue of P + P^T, times `sign`. mean_i : plain mean of the logits of token i, at most 0."""
    s = symbols()
    scope = "all N >= 1, all d >= 2, every P with P + P^T positive semidefinite (first part) or definite (second part)"
    rise, run, c = sp.symbols("rise run c", real=True)
    form, mean, others, diagonal = sp.symbols("form mean_i others diagonal", real=True)
    yield conjunction(
        {
            "the excess of the softmax mean over the mean": decide.identity(_excess(), scope=scope),
            "it is not negative: E_a - E_b = rise*(l_a - l_b) with rise > 0": decide.inequality(
                (rise * run) * run >= 0, [rise > 0], scope=scope
            ),
            "the rows add up to the form of P at the mean token": decide.identity(_sum_of_rows(), scope=scope),
            # N form = mean_i + others, all rows' means at most 0, form >= 0: every mean is 0 and so is every excess.
            "every row's mean vanishes": decide.inequality(
                [mean >= 0, mean <= 0],
                [sp.Eq(s.N * form, mean + others), mean <= 0, others <= 0, sign * form >= 0, c > 0, s.N >= 1],
                scope=scope,
            ),
            # Rows without excess have equal logits, hence logits 0 and a uniform row; x_i^T P x_i = 0 is one of them.
            "x_i^T P x_i = 0 contradicts definiteness": decide.inequality(
                sign * diagonal > 0, [2 * sign * diagonal >= c, c > 0, s.N >= 1], scope=scope
            ),
        },
        scope=scope,
    )


def _silent(coupling: int) -> dict[str, tuple[Any, Any]]:
    """dA at tokens in the kernel of a symmetric P, any perturbation: coordinates 1, 2 in the kernel, 3 outside.

    `coupling` joins the kernel to the rest: then P is indefinite and the tokens are no longer in its kernel.
    """
    zero = sp.Integer(0)
    X = np.array([[*sp.symbols(f"x_{i}1 x_{i}2", real=True), zero] for i in range(3)], dtype=object)
    P = np.array(
        [[zero] * 3, [zero, zero, sp.Integer(coupling)], [zero, sp.Integer(coupling), symbols().c]], dtype=object
    )
    A, D = setting.generic("A"), setting.generic("D")
    dA = st.linearisation.weights_derivative(X, D, A, P)
    return {"derivative of the attention": (sp.Matrix(dA), sp.zeros(3, 3))}


def _trial(rng: Any, coupling: int) -> decide.Trial:
    """A square in the kernel of P: the characteristic polynomials of the attention map and the Oja map."""
    d = int(rng.integers(3, 6))
    basis, instance = st.sampling.orthogonal(rng, d), st.sampling.symmetric_instance(rng, d)
    state = st.square(basis[0], basis[1], int(rng.integers(1, 3)))
    X, alpha = state.expand(), st.sampling.rational(rng, 0, 3)
    if alpha == 0:
        return decide.Trial(None, {})
    P = sum(st.sampling.rational(rng, 0, 3) * np.outer(row, row) for row in basis[2:])
    P = P + coupling * (np.outer(basis[0], basis[2]) + np.outer(basis[2], basis[0]))
    V, N = instance.V, len(X)
    found = st.linearisation.tangent_jacobian(
        st.linearisation.attention_derivative(X, st.uniform_weights(N), P, V, alpha), X
    )
    expected = st.linearisation.tangent_jacobian(st.linearisation.oja_derivative(X, V, alpha), X)
    same = st.linearisation.characteristic_polynomial(found) == st.linearisation.characteristic_polynomial(expected)
    values = {"alpha": str(alpha), "N": N, "c": 1, "J": setting.exact(found), "K": setting.exact(expected)}
    return decide.Trial(same and st.linearisation.unstable_directions(state, V) > 0, values, ["J != K"])


@illustration(
    "POW-L15.repaired",
    title="Polygonal points of the attention map with semidefinite P are those of the Oja map",
    statement=(
        r"If $P + P^T \succ 0$ the attention map has no polygonal state. If $P = P^T \succeq 0$, every polygonal"
        r" state has $\sum_jx_j = 0$ and $Px_j = 0$ for all j, and the Jacobian there is that of the Oja map; so, for"
        r" every $\alpha > 0$ and symmetric V with $\lambda_1 > 0$, a polygonal state whose tokens are not all $\pm u$"
        r" is unstable, that is not Lyapunov stable (for the number of eigenvalues above 1 see POW-N6)."
    ),
    source=Source(PAPER, "Lemma 15", reconstructed=True),
    kind="stability",
    repairs="POW-L15",
)
def repaired_lemma(coupling: int = 0, seed: int = 0) -> Iterator[Evidence]:
    s = symbols()
    scope = "all N >= 2, all d >= 2, every symmetric positive semidefinite P, every V of Assumption 1, all alpha > 0"
    yield decide.identity(
        _silent(coupling),
        given=[sp.Gt(s.alpha, 0, evaluate=False), s.N >= 2],
        scope=scope + "; x^T P x = 0 means P x = 0 for such a P",
    )
    yield decide.exact_instances(
        lambda rng: _trial(rng, coupling),
        scope="squares in the kernel of a random P, N = 4 or 8, d = 3..5, random V and alpha",
        method="FLINT: exact characteristic polynomials",
        examples=8,
        seed=seed,
        hypotheses=["alpha > 0", "N >= 2"],
    )
