"""Self-attention without projection onto the sphere: rescaled tokens, differences, and the limit of large beta.

    x_i' = sum_j A_ij V x_j                     free
    z_i = exp(-tV) x_i:  z_i' = sum_j A_ij V (z_j - z_i)     rescaled, the same weights A
    x_i' = sum_j A_ij V (x_j - x_i)             differences (9.4), and its singular limit (9.5), (9.6):
    x_i' = the mean of V (x_j - x_i) over the j with the largest x_i^T P x_j

Source: arXiv 2312.10794, Sections 9.2 and 9.4, Table 1.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from attnverify.stability.models.maps import logits, softmax
from attnverify.stability.models.sphere_flow import SphereFlow, require_beta, require_tokens
from attnverify.stability.numbers import Array, sign

TableCase = Literal["polytope", "hyperplanes", "polytope and subspace", "repulsive"]
_CLOSE = 1e-9


def free_velocity(X: Array, beta: Any, P: Array | None = None, V: Array | None = None) -> Array:
    """sum_j A_ij V x_j : (..., N, d) for tokens X of that shape. Raises ValueError for other shapes."""
    return SphereFlow(beta, P=P, V=V).drive(X, X)


def difference_velocity(X: Array, beta: Any, P: Array | None = None, V: Array | None = None) -> Array:
    """sum_j A_ij V (x_j - x_i) : (..., N, d), equation (9.4)."""
    own = X if V is None else X @ np.swapaxes(V, -1, -2)
    return np.asarray(free_velocity(X, beta, P, V) - own)


def rescaled_velocity(Z: Array, grown: Array, beta: Any, P: Array | None = None, V: Array | None = None) -> Array:
    """z_i' : (..., N, d) for rescaled tokens Z at the time t. grown : exp(tV), (d, d), else ValueError, as for a beta
    that is not finite.

    Logits are shifted by their row maxima, so that large times do not overflow before exp(tV) does.
    """
    require_beta(beta)
    d = require_tokens(Z)
    if grown.shape != (d, d):
        raise ValueError(f"grown has shape {grown.shape}; with tokens in R^{d}, ({d}, {d}) is needed")
    X = Z @ grown.T
    A = softmax(beta * logits(X, P))
    apart = A @ Z - Z
    return np.asarray(apart if V is None else apart @ V.T)


def singular_velocity(X: Array, P: Array | None = None, V: Array | None = None) -> Array:
    """Equation (9.5) for tokens X : (N, d), one system: the mean over the nearest in the sense of the logits.

    Ties count as they are: exactly, for floats too. Raises ValueError for other shapes, and where balls or symbols do
    not decide which logit is the largest.
    """
    d = require_tokens(X)
    if X.ndim != 2:
        raise ValueError(f"tokens have shape {X.shape}; one system (N, d) is needed")
    L = logits(X, P)
    value = np.eye(d, dtype=int) if V is None else V
    moved = []
    for i in range(len(X)):
        leaders = _largest(L[i])
        moved.append(sum((X[j] - X[i] for j in leaders), 0 * X[i]) @ value.T / len(leaders))
    return np.stack(moved)


def table_case(P: Array, V: Array) -> TableCase | None:
    """Which row of Table 1 the matrices V, P = Q^T K : (d, d) of floats belong to; None for none of them.

    "polytope": V = I, P positive definite.  "hyperplanes": the eigenvalue of V of largest real part is real, positive,
    simple, with phi^T P phi > 0.  "polytope and subspace": V = lam I on an invariant subspace, lam > 0, with smaller
    eigenvalues on an invariant complement, P positive definite.  "repulsive": V = -I, P = I.
    Equal means up to 1e-9 of the size. Raises ValueError for other shapes and values that are not finite.
    """
    if V.ndim != 2 or V.shape != P.shape or len(V) != V.shape[1] or len(V) == 0:
        raise ValueError(f"V has shape {V.shape} and P {P.shape}; both (d, d) with d >= 1 are needed")
    if not (np.all(np.isfinite(V)) and np.all(np.isfinite(P))):
        raise ValueError("V or P contains a value that is not finite; allowed are finite numbers")
    identity, size = np.eye(len(V)), float(np.linalg.norm(V, 2))
    definite = bool(np.linalg.eigvalsh(P + P.T)[0] > _CLOSE * np.linalg.norm(P, 2))
    if np.allclose(V, identity, rtol=0, atol=_CLOSE) and definite:
        return "polytope"
    if np.allclose(V, -identity, rtol=0, atol=_CLOSE) and np.allclose(P, identity, rtol=0, atol=_CLOSE):
        return "repulsive"
    values, vectors = np.linalg.eig(V)
    top = int(np.argmax(values.real))
    if not values[top].real > _CLOSE * size:
        return None
    same = np.abs(values - values[top]) <= _CLOSE * size
    if np.count_nonzero(same) == 1:
        phi = vectors[:, top].real
        below = np.delete(values.real, top)
        alone = abs(values[top].imag) <= _CLOSE * size and bool(np.all(below < values[top].real - _CLOSE * size))
        return "hyperplanes" if alone and phi @ P @ phi > 0 else None
    whole = np.linalg.matrix_rank(V - values[top].real * identity, tol=_CLOSE * size) == len(V) - np.count_nonzero(same)
    less = bool(np.all(np.abs(values[~same]) < values[top].real - _CLOSE * size))
    return "polytope and subspace" if whole and less and definite else None


def _largest(row: Array) -> list[int]:
    best = [0]
    for j in range(1, len(row)):
        above = sign(row[j] - row[best[0]])
        if above is None:
            raise ValueError(f"which of the logits {row[j]} and {row[best[0]]} is larger is not decided")
        best = [j] if above > 0 else [*best, j] if above == 0 else best
    return best
