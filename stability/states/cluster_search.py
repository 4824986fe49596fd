"""Finding clustering equilibria of the attention map: Newton's method from many random starts, in floating point.

Unknowns are the m distinct tokens and the scalars nu_i; equations are s_i = nu_i x_i and |x_i|^2 = 1, for any d. What
is found is a candidate; `certify_clusters` proves that an equilibrium lies near it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attnverify.stability.linearisation.derivatives import weights_derivative
from attnverify.stability.models.maps import attended_values, attention_weights, mixed_values
from attnverify.stability.numbers import Array

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
    if n.ndim != 1 or len(n) < 2 or np.any(n < 1):
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
