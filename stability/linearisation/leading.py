"""Spectra of the Jacobian of the attention map in floats without a dense eigenvalue problem of all tokens.

Leading eigenvalues need products J v only, which cost O(N^2 d + N d^2). Under causal attention the Jacobian is block
lower triangular at every state, and N small problems give the whole spectrum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from attnverify.stability.linearisation.assembly import attention_blocks, attention_jacobian
from attnverify.stability.models.maps import attention_step, attention_weights
from attnverify.stability.numbers import Array

# Up to this size the dense problem is cheaper than the iteration.
_DENSE = 64
# A basis larger than the usual one costs less than the restarts that it saves.
_BASIS = 80


def jacobian_product(X: Array, P: Array, V: Array, alpha: float, *, causal: bool = False) -> Callable[[Array], Array]:
    """D -> df along D, both (N, d) floats: the Jacobian of the normalised attention map at X times a perturbation.

    X : (N, d).  P, V : (d, d), or (H, d, d) alike. What does not depend on D is computed once.
    Raises ZeroDivisionError where some y_i is zero.
    """
    A = attention_weights(X, P, causal=causal)
    Y = attention_step(X, A, V, alpha)
    norms = np.sqrt(np.sum(Y * Y, axis=-1, keepdims=True))
    if not np.all(norms > 0):
        raise ZeroDivisionError("the map is undefined: some y_i is zero or not a number")
    F, inverse = Y / norms, 1 / norms
    heads = [(A, P, V)] if P.ndim == 2 else list(zip(A, P, V, strict=True))
    fixed = [(a, (X @ p.T).T.copy(), X @ p, alpha * v.T) for a, p, v in heads]

    def product(D: Array) -> Array:
        moved = D
        transposed = D.T.copy()
        for weights, keys, queries, values in fixed:
            slopes = D @ keys + queries @ transposed
            slopes *= weights
            slopes -= weights * np.sum(slopes, axis=-1, keepdims=True)
            moved = moved + (weights @ D + slopes @ X) @ values
        return np.asarray((moved - F * np.sum(F * moved, axis=-1, keepdims=True)) * inverse)

    return product


def leading_eigenvalues(X: Array, P: Array, V: Array, alpha: float, k: int = 6, *, causal: bool = False) -> Array:
    """The k eigenvalues of largest modulus of the Jacobian at X, matrix-free (Arnoldi): (k,), largest first.

    At a fixed point its eigenvalues are those on the tangent spaces, and N zeros. Floats, accurate to about the
    condition of the eigenvalue times 1e-13; of a defective one, less.
    X : (N, d).  P, V : (d, d), or (H, d, d) alike.
    Raises ValueError unless 1 <= k <= N d, and RuntimeError where the iteration does not converge.
    """
    size = X.size
    if not 1 <= k <= size:
        raise ValueError(f"k is {k}; with {X.shape[0]} tokens in R^{X.shape[1]}, allowed are 1 to {size}")
    if causal:
        return causal_spectrum(X, P, V, alpha)[:k]
    if size <= _DENSE or k > size // 4:
        return _falling(np.linalg.eigvals(attention_jacobian(X, P, V, alpha).reshape(size, size)))[:k]
    from scipy.sparse.linalg import ArpackError, LinearOperator, eigs

    product = jacobian_product(X, P, V, alpha)

    def flat(v: Array) -> Array:
        return product(v.reshape(X.shape)).reshape(-1)

    operator: Any = LinearOperator((size, size), matvec=flat, dtype=float)
    start, basis = np.random.default_rng(0).standard_normal(size), min(size, max(_BASIS, 4 * k))
    try:
        found = eigs(operator, k=k, which="LM", v0=start, ncv=basis, tol=1e-13, return_eigenvectors=False)
    except ArpackError as error:
        raise RuntimeError(f"the {k} leading eigenvalues were not found: {error}") from error
    return _falling(np.asarray(found))


def causal_spectrum(X: Array, P: Array, V: Array, alpha: float) -> Array:
    """All N d eigenvalues of the Jacobian under causal attention at any state X : (N, d), by falling modulus.

    They are those of the N diagonal blocks. P, V : (d, d), or (H, d, d) alike.
    """
    return _falling(np.linalg.eigvals(attention_blocks(X, P, V, alpha, causal=True)).reshape(-1))


def _falling(values: Array) -> Array:
    return np.asarray(values[np.argsort(-np.abs(values), kind="stable")])
