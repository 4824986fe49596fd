"""Clustering equilibria of the attention map: m distinct tokens with multiplicities, and their tangent Jacobian.

At an equilibrium s_i = V sum_j A_ij x_j = nu_i x_i with 1 + alpha nu_i > 0. Its Jacobian commutes with the exchange of
tokens of one cluster, so the tangent space splits for any cluster sizes: perturbations equal within each cluster give
the reduced matrix of size m(d-1), zero-sum perturbations within cluster i one block of size d-1, n_i - 1 times,

    W_i = Pi_i (I + alpha sum_h V_h C_i P_h^T) / (1 + alpha nu_i),   C_i = sum_j A_ij x_j x_j^T - xbar_i xbar_i^T,

where A_ij is the total weight on cluster j, xbar_i = sum_j A_ij x_j, and C_i, A have an index h with several heads.

Source: arXiv 2605.25619, Proposition 1 and Remarks 5 to 7; the Jacobian is derived in this project.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from attnverify.stability.linearisation.derivatives import attention_derivative, tangent_basis, tangent_jacobian
from attnverify.stability.models.maps import logits, mixed_values, normalise_rows
from attnverify.stability.numbers import Array, as_array, is_zero
from attnverify.stability.states.equilibrium import NotAnEquilibriumError, State


@dataclass(frozen=True)
class ClusterJacobian:
    """The tangent Jacobian at a clustering equilibrium, in orthonormal tangent bases.

    reduced : (m(d-1), m(d-1)), all copies of a token moving together.
    within : m matrices (d-1, d-1), differences of the tokens of one cluster.
    counts : (m,); the block of cluster i occurs counts[i] - 1 times.
    """

    reduced: Array
    within: tuple[Array, ...]
    counts: Array


def power_weights(state: State, M: Any, base: Fraction) -> Array:
    """The total attention weights for P = log(base) M, exactly: (m, m), rational.

    M : (d, d), rational.  base : positive and rational. Only the differences of the logits within a row matter; they
    must be whole multiples of log(base).  Raises ValueError naming the two clusters otherwise.
    """
    if not base > 0:
        raise ValueError(f"base is {base}; a positive rational is needed")
    L = logits(state.tokens, as_array(M, "M"))
    odds = np.empty(L.shape, dtype=object)
    for i, j in np.ndindex(*L.shape):
        exponent = L[i, j] - L[i, 0]
        if exponent.denominator != 1:
            raise ValueError(f"M: the logits of cluster {i} on {j} and on 0 differ by {exponent}; allowed are integers")
        odds[i, j] = Fraction(base) ** int(exponent)
    return normalise_rows(odds, counts=state.counts)


def cluster_scalars(state: State, A: Array, V: Any) -> Array:
    """nu : (m,) with s_i = nu_i x_i, exactly.

    state : distinct unit tokens (m, d) with multiplicities.  A : (m, m) total weights.  V : (d, d).
    Raises ValueError for a token that is not a unit vector or occurs twice, and NotAnEquilibriumError naming the
    cluster and the residual where s_i is not parallel to x_i.
    """
    X = state.tokens
    if X.ndim != 2 or X.shape[1] < 2:
        raise ValueError(f"tokens has shape {X.shape}; allowed is (m, d) with d at least 2")
    for i, x in enumerate(X):
        if is_zero(np.sum(x * x) - 1) is not True:
            raise ValueError(f"tokens[{i}] has the squared norm {np.sum(x * x)}; a unit vector is needed, exactly")
        for j in range(i):
            if all(is_zero(entry) is not False for entry in x - X[j]):
                raise ValueError(f"tokens[{i}] is not known to differ from tokens[{j}]; the clusters must be distinct")
    S = mixed_values(X, A, as_array(V, "V"))
    nu = np.sum(X * S, axis=-1)
    for i, residual in enumerate(S - nu[:, np.newaxis] * X):
        if not all(is_zero(entry) is True for entry in residual):
            raise NotAnEquilibriumError(
                f"cluster {i}: s_i - nu_i x_i = {[str(entry) for entry in residual]}; 0 is needed"
            )
    return np.asarray(nu)


def cluster_jacobian(state: State, A: Array, P: Array, V: Array, alpha: Any, nu: Array) -> ClusterJacobian:
    """The tangent Jacobian at tokens with s_i = nu_i x_i, over any number type.

    A : (m, m) total weights and P, V : (d, d); or (H, m, m) and (H, d, d) for several heads.
    nu : (m,), with 1 + alpha nu_i > 0 for all i.
    """
    X = state.tokens
    norms = 1 + alpha * nu
    reduced = tangent_jacobian(attention_derivative(X, A, P, V, alpha, norms=norms), X)
    heads = [(A, P, V)] if V.ndim == 2 else list(zip(A, P, V, strict=True))
    within = []
    for i, basis in enumerate(map(tangent_basis, X)):
        moved = basis.T
        for weights, logit_matrix, values in heads:
            mean = weights[i] @ X
            covariance = (X.T * weights[i]) @ X - np.outer(mean, mean)
            moved = moved + alpha * (values @ covariance @ logit_matrix.T @ basis.T)
        within.append(np.asarray(basis @ moved / norms[i]))
    return ClusterJacobian(reduced, tuple(within), state.counts)
