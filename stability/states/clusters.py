"""Finding clustering equilibria of the attention map: Newton's method from many random starts, in floating point.

Unknowns are the m distinct tokens and the scalars nu_i; equations are s_i = nu_i x_i and |x_i|^2 = 1, for any d. What
is found is a candidate; `certify_clusters` proves that an equilibrium lies near it.

Clustering equilibria of the attention map: m distinct tokens with multiplicities, and their tangent Jacobian.

At an equilibrium s_i = V sum_j A_ij x_j = nu_i x_i with 1 + alpha nu_i > 0. Its Jacobian commutes with the exchange of
tokens of one cluster, so the tangent space splits for any cluster sizes: perturbations equal within each cluster give
the reduced matrix of size m(d-1), zero-sum perturbations within cluster i one block of size d-1, n_i - 1 times,

    W_i = Pi_i (I + alpha sum_h V_h C_i P_h^T) / (1 + alpha nu_i),   C_i = sum_j A_ij x_j x_j^T - xbar_i xbar_i^T,

where A_ij is the total weight on cluster j, xbar_i = sum_j A_ij x_j, and C_i, A have an index h with several heads.

Source: arXiv 2605.25619, Proposition 1 and Remarks 5 to 7; the Jacobian is derived in this project.

Certified clustering equilibria: existence by Krawczyk's operator, stability by enclosures, both in ball arithmetic.

Near a floating-point candidate z of F(z) = 0 the operator K(Z) = z - C F(z) + (I - C DF(Z))(Z - z), with C an
approximate inverse of DF(z), maps a box Z strictly into its own interior only if F has exactly one zero in Z.
Eigenvalues are never enclosed one by one: they may be multiple. |eigenvalue| < 1 is decided on the ball
characteristic polynomial by Schur's recursion.

Source: Krawczyk 1969, Moore 1977 (the test); Schur 1917 (the recursion).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, arb_mat, ctx

from ..linearisation.derivatives import attention_derivative, tangent_basis, tangent_jacobian, weights_derivative
from ..models.maps import attended_values, attention_weights, logits, mixed_values, normalise_rows
from ..numbers import Array, as_array, entrywise, is_zero
from .equilibrium import NotAnEquilibriumError, State

NEWTON_STEPS = 40
RESIDUAL = 1e-11
DISTINCT, NEAR = 1e-6, 1e-5


@dataclass(frozen=True)
class Candidate:
    """tokens : (m, d), nu : (m,), both floating point; counts : (m,)."""

    tokens: Array
    nu: Array
    counts: Array


def cluster_equations(X: Array, nu: Array, P: Array, V: Array, counts: Array) -> Array:
    """s_i - nu_i x_i and (1 - |x_i|^2)/2, which vanish together at clustering equilibria: (m(d+1),).

    X : (m, d).  nu : (m,).  Any number type.
    """
    S = attended_values(X, P, V, counts=counts)
    return np.concatenate([(S - nu[:, np.newaxis] * X).reshape(-1), (1 - np.sum(X * X, axis=-1)) / 2])


def cluster_equations_jacobian(X: Array, nu: Array, P: Array, V: Array, counts: Array) -> Array:
    """The derivative of `cluster_equations` by (X, nu): (m(d+1), m(d+1))."""
    A = attention_weights(X, P, counts=counts)
    m, d = X.shape
    columns = []
    for i, a in np.ndindex(m, d):
        D = np.asarray(X - X)
        D[i, a] = D[i, a] + 1
        moved = mixed_values(D, A, V) + mixed_values(X, weights_derivative(X, D, A, P), V)
        columns.append(np.concatenate([(moved - nu[:, np.newaxis] * D).reshape(-1), -np.sum(X * D, axis=-1)]))
    for i in range(m):
        E = np.asarray(X - X)
        E[i] = X[i]
        columns.append(np.concatenate([-E.reshape(-1), nu - nu]))
    return np.stack(columns, axis=1)


def equilibria(P: Array, V: Array, counts: Sequence[int], starts: int = 100, seed: int = 0) -> list[Candidate]:
    """Clustering equilibria with these cluster sizes, one of each class modulo X -> -X and equal clusters exchanged.

    P, V : (d, d), floating point.  counts : m cluster sizes.  Sorted by their tokens; the same for every run of a seed.
    Equilibria of all kinds are found, bipartite and polygonal ones included; states with two equal tokens are not.
    Raises ValueError for fewer than 2 clusters, an empty cluster and matrices that are not finite and square.
    """
    n = np.asarray(counts, dtype=float)
    if n.ndim != 1 or len(n) < 2 or not np.all((n >= 1) & (n == np.floor(n)) & (n < np.inf)):
        raise ValueError(f"counts is {list(counts)}; at least 2 clusters of at least 1 token are needed")
    for name, matrix in (("P", P), ("V", V)):
        if matrix.ndim != 2 or matrix.shape != V.shape or matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f"{name} has shape {matrix.shape}; square matrices of one size are needed")
        if not np.all(np.isfinite(matrix)):
            raise ValueError(f"{name} contains a value that is not finite; allowed are finite numbers")
    rng = np.random.default_rng(seed)
    found: list[Candidate] = []
    for _ in range(starts):
        X = rng.standard_normal((len(n), V.shape[0]))
        with np.errstate(over="ignore", invalid="ignore"):
            candidate = _newton(X / np.linalg.norm(X, axis=1, keepdims=True), P, V, n)
        if candidate is not None and not any(same_state(candidate, known) for known in found):
            found.append(candidate)
    return sorted(found, key=lambda candidate: candidate.tokens.round(8).reshape(-1).tolist())


def _newton(X: Array, P: Array, V: Array, counts: Array) -> Candidate | None:
    m, d = X.shape
    nu = np.sum(X * attended_values(X, P, V, counts=counts), axis=-1)
    for _ in range(NEWTON_STEPS):
        value = cluster_equations(X, nu, P, V, counts)
        if not np.all(np.isfinite(value)):
            return None
        if np.max(np.abs(value)) < RESIDUAL:
            break
        try:
            step = np.linalg.solve(cluster_equations_jacobian(X, nu, P, V, counts), -value)
        except np.linalg.LinAlgError:
            return None
        step *= min(1.0, 0.5 / float(np.max(np.abs(step))))  # far from a solution a full step leaves the sphere
        X, nu = X + step[: m * d].reshape(m, d), nu + step[m * d :]
    else:
        return None
    apart = [np.max(np.abs(X[i] - X[j])) > DISTINCT for i in range(m) for j in range(i)]
    return Candidate(X, nu, counts) if all(apart) else None


def same_state(one: Candidate, other: Candidate) -> bool:
    """Whether two states agree up to the order of their clusters and the sign of all tokens."""
    if len(one.tokens) != len(other.tokens):
        return False
    for sign in (1, -1):
        distance = np.max(np.abs(sign * one.tokens[:, np.newaxis] - other.tokens), axis=-1)
        match = distance.argmin(axis=1)
        paired = len(set(match.tolist())) == len(match) and np.all(distance.min(axis=1) < NEAR)
        if paired and np.all(one.counts == other.counts[match]):
            return True
    return False


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
            raise NotAnEquilibriumError(f"cluster {i}: s_i - nu_i x_i = {list(map(str, residual))}; 0 is needed")
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


PRECISION = 128
REFINEMENTS = 4


@dataclass(frozen=True)
class ClusterEnclosure:
    """Balls that contain exactly one clustering equilibrium: tokens (m, d), nu (m,), total weights (m, m)."""

    state: State
    nu: Array
    weights: Array
    radius: Any


def certify_clusters(candidate: Candidate, P: Any, V: Any, radius: str = "1e-25") -> ClusterEnclosure | None:
    """An enclosure of a clustering equilibrium near the candidate, or None when Krawczyk's test does not decide.

    P, V : (d, d), arrays of arb that contain the intended matrices, with radii well below `radius`.
    radius : of the box around the refined candidate, as a decimal text.
    """
    with ctx.workprec(PRECISION):
        return _krawczyk(candidate, P, V, arb(radius))


def certified_stable(enclosure: ClusterEnclosure, P: Any, V: Any, alpha: Any) -> bool | None:
    """True when every tangent eigenvalue at the enclosed equilibrium is inside the unit disc, for the step size alpha.

    False when some 1 + alpha nu_i is negative (no equilibrium) or some eigenvalue lies outside; None when undecided.
    """
    with ctx.workprec(PRECISION):
        factors = [1 + alpha * value for value in enclosure.nu]
        if any(factor < 0 for factor in factors):
            return False
        if not all(factor > 0 for factor in factors):
            return None
        jacobian = enclosed_jacobian(enclosure, P, V, alpha)
        blocks = [jacobian.reduced]
        blocks += [W for W, count in zip(jacobian.within, jacobian.counts, strict=True) if count > 1]
        found = [schur_stable(characteristic_coefficients(block)) for block in blocks]
        return False if False in found else None if None in found else True


def enclosed_jacobian(enclosure: ClusterEnclosure, P: Any, V: Any, alpha: Any) -> ClusterJacobian:
    """The cluster Jacobian at the enclosed equilibrium, entries as balls."""
    return cluster_jacobian(enclosure.state, enclosure.weights, P, V, alpha, enclosure.nu)


def characteristic_coefficients(matrix: Array) -> list[arb]:
    """Coefficients of det(z I - matrix), the constant one first, as balls."""
    polynomial = arb_mat(matrix.tolist()).charpoly()
    return [polynomial[k] for k in range(matrix.shape[0] + 1)]


def schur_stable(coefficients: list[arb]) -> bool | None:
    """Whether all roots of sum_k coefficients[k] z^k lie in |z| < 1; None when the balls do not decide.

    Schur: with n > 0 the roots of p lie inside iff |p_0| < |p_n| and those of (p_n p - p_0 p*)/z do, p* being p
    reversed.

    >>> schur_stable([arb("0.5"), arb(0), arb(1)]), schur_stable([arb(2), arb(1)])
    (True, False)
    """
    p = list(coefficients)
    while len(p) > 1:
        if abs(p[0]) > abs(p[-1]):
            return False
        if not abs(p[0]) < abs(p[-1]):
            return None
        p = [p[-1] * p[k] - p[0] * p[len(p) - 1 - k] for k in range(1, len(p))]
    return True


def _krawczyk(candidate: Candidate, P: Any, V: Any, radius: arb) -> ClusterEnclosure | None:
    m, d = candidate.tokens.shape
    counts = np.array([int(count) for count in candidate.counts], dtype=object)

    def split(z: Array) -> tuple[Array, Array]:
        return z[: m * d].reshape(m, d), z[m * d :]

    def value(z: Array) -> Array:
        return np.array(cluster_equations(*split(z), P, V, counts), dtype=object)

    def derivative(z: Array) -> arb_mat:
        return arb_mat(cluster_equations_jacobian(*split(z), P, V, counts).tolist())

    flat = np.concatenate([candidate.tokens.reshape(-1), candidate.nu])
    z = np.array([arb(float(entry)) for entry in flat], dtype=object)
    try:
        for _ in range(REFINEMENTS):
            z = entrywise(arb.mid, z - _vector(derivative(z).inv() * _column(value(z))))
        C = arb_mat([[entry.mid() for entry in row] for row in derivative(z).inv().tolist()])
    except ZeroDivisionError:
        return None
    box = np.array([arb(entry, radius) for entry in z], dtype=object)
    size = len(z)
    identity = arb_mat([[arb(int(i == j)) for j in range(size)] for i in range(size)])
    spread = _column(np.array([arb(0, radius)] * size, dtype=object))
    image = z - _vector(C * _column(value(z))) + _vector((identity - C * derivative(box)) * spread)
    if not all(outer.contains_interior(inner) for outer, inner in zip(box, image, strict=True)):
        return None
    X, nu = split(image)
    if any(all((X[i, a] - X[j, a]).contains(0) for a in range(d)) for i in range(m) for j in range(i)):
        return None
    weights = attention_weights(X, P, counts=counts)
    return ClusterEnclosure(State(X, counts), nu, weights, max((entry.rad() for entry in image), key=float))


def _column(z: Array) -> arb_mat:
    return arb_mat([[entry] for entry in z])


def _vector(column: arb_mat) -> Array:
    return np.array([row[0] for row in column.tolist()], dtype=object)
