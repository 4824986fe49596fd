"""Linearisation: the exact derivative of the normalised maps, on all of R^d (ambient) and on the tangent spaces.

Along a perturbation D of the tokens, with f_i = y_i/|y_i|,

    df_i = (I - f_i f_i^T) dy_i / |y_i|,      dy_i = d_i + alpha sum_h V_h sum_j (A^h_ij d_j + dA^h_ij x_j),
    dA_ij = A_ij (dl_ij - sum_m A_im dl_im),  dl_ij = d_i^T P x_j + x_i^T P d_j.

On tangent D (d_i orthogonal to x_i) this is the intrinsic Jacobian, which decides stability; on all D it is the ambient
derivative of the normalised map, whose radial part depends on how the map is continued off the spheres.

Source: arXiv 2605.25619, Lemmas 2 and 10 (with the inverse norm exact instead of truncated).

The Jacobian of an attention layer as one array, assembled from its closed form in one product per token.

With z_ik = x_k - m_i, m_i = sum_j A_ij x_j and q_i = P^T x_i, the mixed values s_i = sum_h V_h m_i^h have

    ds_i/dx_k = sum_h A^h_ik V_h (I + z^h_ik q_i^h T) + delta_ik V_h T_i^h,   T_i = sum_j A_ij z_ij (P x_j)^T,

so that every row of blocks has rank 2 in each head, apart from its diagonal block. What follows the mixing is a matrix
per token: (I - f_i f_i^T)/|y_i| for the normalised map, the tangent projection for the flow.

The functions take floats, exact numbers, balls, and `FloatBalls` alike: they use arithmetic and products only.

Source: arXiv 2605.25619, Lemma 10, with the inverse norm exact; the flow: "Consensus is all you get", equation (6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from flint import arb

from ..float_balls import FloatBalls, stacked_last
from ..models.maps import attention_step, attention_weights, mixed_values, oja_step
from ..numbers import Array, sqrt

Derivative = Callable[[Array], Array]


def weights_derivative(X: Array, D: Array, A: Array, P: Array) -> Array:
    """dA along D for full or causal attention A = A(X).

    X, D : (..., N, d).  A, P : (..., N, N) and (d, d), or (..., H, N, N) and (H, d, d).
    With multiplicities, all copies of a representative move together.
    """
    if P.ndim == 3:
        X, D = X[..., np.newaxis, :, :], D[..., np.newaxis, :, :]
    dlogits = (D @ P) @ np.swapaxes(X, -1, -2) + (X @ P) @ np.swapaxes(D, -1, -2)
    return np.asarray(A * (dlogits - np.sum(A * dlogits, axis=-1, keepdims=True)))


def attention_derivative(
    X: Array, A: Array, P: Array, V: Array, alpha: Any, *, norms: Array | None = None
) -> Derivative:
    """D -> df for the attention map at X, where A = A(X) are its weights.

    norms : (..., N), the values |y_i| where they are known in closed form; computed otherwise.
    """
    Y = attention_step(X, A, V, alpha)

    def derivative(D: Array) -> Array:
        moved = mixed_values(D, A, V) + mixed_values(X, weights_derivative(X, D, A, P), V)
        return normalised_derivative(Y, D + alpha * moved, norms=norms)

    return derivative


def oja_derivative(X: Array, V: Array, alpha: Any, *, norms: Array | None = None) -> Derivative:
    """D -> df for the Oja map at X. norms : (..., N) as in `attention_derivative`."""
    Y = oja_step(X, V, alpha)
    return lambda D: normalised_derivative(Y, oja_step(D, V, alpha), norms=norms)


def normalised_derivative(Y: Array, dY: Array, *, norms: Array | None = None) -> Array:
    """The derivative of y/|y| along dy, row by row: (dy - f (f.dy)) / |y|."""
    size = sqrt(np.sum(Y * Y, axis=-1)) if norms is None else norms
    size = size[..., np.newaxis]
    F = Y / size
    return np.asarray((dY - F * np.sum(F * dY, axis=-1, keepdims=True)) / size)


def tangent_basis(x: Array) -> Array:
    """Orthonormal basis of the tangent space at the unit vector x, as rows: (d-1, d), rational for rational x.

    The last d-1 rows of the Householder reflection that exchanges x and e_1, or for floats and balls -e_1 where that
    does not cancel. Entries of x must have a decided value, or be balls.
    """
    d, rounded = len(x), x.dtype.kind == "f" or isinstance(x[0], arb)
    identity = np.eye(d) if x.dtype.kind == "f" else np.eye(d, dtype=int).astype(object)
    w = x + identity[0] if rounded and float(x[0]) > 0 else x - identity[0]
    square = np.sum(w * w)
    if square == 0:
        return np.asarray(identity[1:])
    return np.asarray((identity - 2 * np.outer(w, w) / square)[1:])


def tangent_jacobian(derivative: Derivative, X: Array, F: Array | None = None) -> Array:
    """The intrinsic Jacobian as an (N(d-1), N(d-1)) matrix in orthonormal tangent bases.

    X : (N, d) the state, F : (N, d) its image, which defaults to X (a fixed point).
    """
    source = [tangent_basis(x) for x in X]
    target = source if F is None else [tangent_basis(f) for f in F]
    columns = []
    for i, basis in enumerate(source):
        for direction in basis:
            D = _zeros_like(X)
            D[i] = direction
            image = derivative(D)
            columns.append(np.concatenate([rows @ image[m] for m, rows in enumerate(target)]))
    return np.stack(columns, axis=1)


def ambient_jacobian(derivative: Derivative, X: Array) -> Array:
    """The derivative on all of R^(Nd) as an (Nd, Nd) matrix, token by token."""
    columns = []
    for i, a in np.ndindex(*X.shape):
        D = _zeros_like(X)
        D[i, a] = D[i, a] + 1
        columns.append(derivative(D).reshape(-1))
    return np.stack(columns, axis=1)


def _zeros_like(X: Array) -> Array:
    return np.asarray(X - X)


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
    product = lambda v: derivative(v.reshape(X.shape)).reshape(-1)  # noqa: E731
    operator: Any = LinearOperator((size, size), matvec=product, dtype=float)
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
    if isinstance(X, np.ndarray) and X.dtype.kind == "f" and X.shape[-2] > X.shape[-1]:
        # Of many tokens by their second moments, one product for all i.
        outer = (X[..., :, np.newaxis] * X[..., np.newaxis, :]).reshape(*X.shape[:-1], -1)
        moments = (weights @ outer).reshape(*X.shape, -1) - mean[..., :, np.newaxis] * mean[..., np.newaxis, :]
        return moments @ logits.swapaxes(-1, -2)[..., np.newaxis, :, :]
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
