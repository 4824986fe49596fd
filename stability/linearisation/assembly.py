"""The Jacobian of an attention layer as one array, assembled from its closed form in one product per token.

With z_ik = x_k - m_i, m_i = sum_j A_ij x_j and q_i = P^T x_i, the mixed values s_i = sum_h V_h m_i^h have

    ds_i/dx_k = sum_h A^h_ik V_h (I + z^h_ik q_i^h T) + delta_ik V_h T_i^h,   T_i = sum_j A_ij z_ij (P x_j)^T,

so that every row of blocks has rank 2 in each head, apart from its diagonal block. What follows the mixing is a matrix
per token: (I - f_i f_i^T)/|y_i| for the normalised map, the tangent projection for the flow.

The functions take floats, exact numbers, balls, and `FloatBalls` alike: they use arithmetic and products only.

Source: arXiv 2605.25619, Lemma 10, with the inverse norm exact; the flow: "Consensus is all you get", equation (6).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from attnverify.stability.float_balls import FloatBalls, stacked_last
from attnverify.stability.linearisation.derivatives import attention_derivative
from attnverify.stability.models.maps import attention_step, attention_weights
from attnverify.stability.numbers import Array, sqrt

# Up to this size the dense problem is cheaper than the iteration, whose basis is larger than usual: fewer restarts.
_DENSE, _BASIS = 64, 80


def attention_jacobian(
    X: Array, P: Array, V: Array, alpha: Any, *, causal: bool = False, out: Array | None = None
) -> Array:
    """The ambient Jacobian df_i/dx_k of the normalised attention map at any state: (..., N, d, N, d).

    X : (..., N, d).  P, V : (d, d), or (H, d, d) alike.  alpha : step size.  Reshaped to (N d, N d) it is
    `ambient_jacobian` of `attention_derivative`, at a fraction of the cost.
    out : floats of the shape of the result, to be overwritten: writing fresh memory costs more than the arithmetic.
    Raises ZeroDivisionError where some y_i is zero (exact types).
    """
    A, Q = _layer(X, P, V, alpha, causal)
    J: Array = mixing_jacobian(X, A, P, V, alpha, Q, out=out)
    return J


def attention_blocks(X: Array, P: Array, V: Array, alpha: Any, *, causal: bool = False) -> Array:
    """The diagonal blocks df_i/dx_i alone: (..., N, d, d), without the rest of the Jacobian.

    Under causal attention the Jacobian is block lower triangular, and their eigenvalues are all of its spectrum, at any
    state. Arguments as in `attention_jacobian`.
    """
    A, Q = _layer(X, P, V, alpha, causal)
    blocks = Q
    for weights, logits, values in _heads(X, A, P, V):
        mean = weights @ X
        own = np.diagonal(weights, axis1=-2, axis2=-1)[..., np.newaxis, np.newaxis]
        outer = (X - mean)[..., :, np.newaxis] * (X @ logits)[..., np.newaxis, :]
        moved = own * (_identity(X) + outer) + _spread(X, weights, mean, logits)
        blocks = blocks + alpha * (Q @ (values @ moved))
    return np.asarray(blocks)


def causal_spectrum(X: Array, P: Array, V: Array, alpha: float) -> Array:
    """All N d eigenvalues of the Jacobian under causal attention at any state X : (N, d), by falling modulus.

    They are those of the N diagonal blocks. P, V : (d, d), or (H, d, d) alike.
    """
    return _falling(np.linalg.eigvals(attention_blocks(X, P, V, alpha, causal=True)).reshape(-1))


def leading_eigenvalues(X: Array, P: Array, V: Array, alpha: float, k: int = 6, *, causal: bool = False) -> Array:
    """The k eigenvalues of largest modulus of the Jacobian at X, matrix-free (Arnoldi): (k,), largest first.

    At a fixed point its eigenvalues are those on the tangent spaces, and N zeros. Floats, accurate to about the
    condition of the eigenvalue times 1e-13; of a defective one, less. A product costs O(N^2 d + N d^2).
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

    derivative = attention_derivative(X, attention_weights(X, P), P, V, alpha)
    operator: Any = LinearOperator(
        (size, size), matvec=lambda v: derivative(v.reshape(X.shape)).reshape(-1), dtype=float
    )
    start, basis = np.random.default_rng(0).standard_normal(size), min(size, max(_BASIS, 4 * k))
    try:
        found = eigs(operator, k=k, which="LM", v0=start, ncv=basis, tol=1e-13, return_eigenvectors=False)
    except ArpackError as error:
        raise RuntimeError(f"the {k} leading eigenvalues were not found: {error}") from error
    return _falling(np.asarray(found))


def _falling(values: Array) -> Array:
    return np.asarray(values[np.argsort(-np.abs(values), kind="stable")])


def _layer(X: Array, P: Array, V: Array, alpha: Any, causal: bool) -> tuple[Array, Array]:
    """The weights, and what normalising does to a change of the tokens: (I - f_i f_i^T)/|y_i|."""
    A = attention_weights(X, P, causal=causal)
    Y = attention_step(X, A, V, alpha)
    norms = sqrt(np.sum(Y * Y, axis=-1, keepdims=True))
    return A, radial_projection(Y / norms, 1 / norms)


def mixing_jacobian(
    X: Any, A: Any, P: Any, V: Any, alpha: Any, Q: Any, *, skip: bool = True, out: Array | None = None
) -> Any:
    """Q_i d(x_i + alpha s_i)/dx_k, or without the skip Q_i d(alpha s_i)/dx_k: (..., N, d, N, d).

    X : (..., N, d).  A : (..., N, N) or (..., H, N, N), its weights.  P, V : (d, d) or (..., H, d, d).
    Q : (..., N, d, d), a matrix per token.
    """
    diagonal = Q if skip else None
    left, right = [], []
    for weights, logits, values in _heads(X, A, P, V):
        mean = weights @ X
        values = Q @ (alpha * values)
        # (i, k, a): Q_i alpha V z_ik
        offsets = X[..., np.newaxis, :, :] - mean[..., :, np.newaxis, :]
        images = weights[..., np.newaxis] * (offsets @ values.swapaxes(-1, -2))
        flat = weights[..., :, np.newaxis, :]
        left += [flat + _zero(images.swapaxes(-1, -2)), images.swapaxes(-1, -2)]
        probes = (X @ logits)[..., :, np.newaxis, :]
        right += [values, probes + _zero(values)]
        spread = values @ _spread(X, weights, mean, logits)
        diagonal = spread if diagonal is None else diagonal + spread
    L, R = stacked_last(left), stacked_last(right).swapaxes(-1, -2)
    J = np.matmul(L, R, out=out) if out is not None else L @ R
    return with_diagonal(J, diagonal)


def radial_projection(F: Any, inverse: Any) -> Any:
    """(I - f_i f_i^T) inverse_i for unit vectors F : (..., N, d) and numbers (..., N, 1): (..., N, d, d)."""
    return (_identity(F) - F[..., :, np.newaxis] * F[..., np.newaxis, :]) * inverse[..., np.newaxis]


def _spread(X: Any, weights: Any, mean: Any, logits: Any) -> Any:
    """T_i = sum_j A_ij (x_j - m_i) (P x_j)^T : (..., N, d, d)."""
    offsets = X[..., np.newaxis, :, :] - mean[..., :, np.newaxis, :]
    return (weights[..., np.newaxis] * offsets).swapaxes(-1, -2) @ (X @ logits.swapaxes(-1, -2))[..., np.newaxis, :, :]


def _heads(X: Any, A: Any, P: Any, V: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Weights (..., N, N), P (..., d, d) and V (..., 1, d, d) of every head."""
    if len(A.shape) == len(X.shape):
        yield A, P, V[..., np.newaxis, :, :]
        return
    for h in range(A.shape[-3]):
        yield A[..., h, :, :], P[..., h, :, :], V[..., h, np.newaxis, :, :]


def _identity(X: Any) -> Array:
    """The identity in the number type of X; whole numbers where it is not floats."""
    floats = isinstance(X, FloatBalls) or X.dtype.kind == "f"
    return np.eye(X.shape[-1]) if floats else np.eye(X.shape[-1], dtype=int).astype(object)


def _zero(X: Any) -> Array:
    """Zeros that spread an array to the shape of X."""
    return np.zeros(X.shape, dtype=float if isinstance(X, FloatBalls) or X.dtype.kind == "f" else int)


def with_diagonal(J: Any, blocks: Any) -> Any:
    """J with `blocks` added to its diagonal blocks, in place."""
    for whole, part in [(J.mid, blocks.mid), (J.rad, blocks.rad)] if isinstance(J, FloatBalls) else [(J, blocks)]:
        for i in range(whole.shape[-2]):
            whole[..., i, :, i, :] += part[..., i, :, :]
    if isinstance(J, FloatBalls):
        # The additions were rounded.
        return J + 0.0
    return J
