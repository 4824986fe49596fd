"""The discrete maps: multi-agent Oja and self-attention, written once over every number type.

A state is the array of tokens X : (..., N, d), tokens are rows. Leading axes are a batch. A state with many equal
tokens may be given by representatives X : (m, d) and their multiplicities `counts` : (m,), which may be symbols: a sum
over tokens is then the sum over representatives weighted by `counts`, so that a statement about all N is one about m.

Source: arXiv 2605.25619, equations (8) (self-attention), (9) (Oja), (3) = (21) (several heads).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ..blas_threads import small_products
from ..fast.blocks import WHOLE, attended, require_in_range
from ..numbers import Array, exp
from ..tables import counted
from .ellipsoid import onto_ellipsoid


def logits(X: Array, P: Array | None, Y: Array | None = None) -> Array:
    """x_i^T P y_j for all tokens i of X and j of Y, by default X itself.

    X : (..., M, d), Y : (..., N, d).  P : (d, d), (H, d, d) for several heads, or (..., H, d, d) with one set of heads
    per system; None for the identity.
    Returns (..., M, N), or (..., H, M, N).  Raises ValueError when the shapes do not fit.
    """
    Y = X if Y is None else Y
    if P is not None:
        require_square("P", P, X.shape[-1])
        if P.ndim > 2:
            X, Y = X[..., np.newaxis, :, :], Y[..., np.newaxis, :, :]
        X = X @ P
    return np.asarray(X @ np.swapaxes(Y, -1, -2))


def softmax(L: Array, *, counts: Array | None = None, causal: bool = False) -> Array:
    """Row-stochastic weights exp(L_ij) / sum_l exp(L_il); the only place with an exponential.

    L : (..., N, N).  counts : (N,) multiplicities of the tokens; A_ij is then the total weight on the n_j copies.
    causal : only j <= i; then every token stands for itself.  Raises ValueError for causal weights with counts.
    """
    if L.dtype.kind != "f":
        return normalise_rows(exp(L), counts=counts, causal=causal)
    if causal:
        L = np.where(np.tri(L.shape[-1], dtype=bool), L, -np.inf)
    odds = L - np.max(L, axis=-1, keepdims=True)
    np.exp(odds, out=odds)
    if counts is not None:
        return normalise_rows(odds, counts=counts, causal=causal)
    odds /= np.sum(odds, axis=-1, keepdims=True)
    return np.asarray(odds)


def normalise_rows(odds: Array, *, counts: Array | None = None, causal: bool = False) -> Array:
    """Attention weights from the positive numbers exp(logit), which may be rational where the logits are not.

    odds : (..., N, N), positive.  counts, causal : as in `softmax`.
    """
    if counts is not None:
        if causal:
            raise ValueError("causal attention with counts: copies of a token at different places see different pasts")
        odds = odds * counts
    if causal:
        odds = odds * np.tri(odds.shape[-1], dtype=int)
    return np.asarray(odds / np.sum(odds, axis=-1, keepdims=True))


def row_weights(L: Array, weights: str, *, masses: Array | None = None) -> Array:
    """`softmax` of the logits L : (..., M, N), or the weights exp(L_ij)/N that are not normalised.

    weights : "softmax" or "exponential".  masses : (N,) in the place of 1/N each.
    Raises ValueError for other weights, OverflowError for exponentials beyond the floating-point range.
    """
    if weights == "softmax":
        return softmax(L, counts=masses)
    if weights != "exponential":
        raise ValueError(f"weights is {weights!r}; allowed are 'softmax' and 'exponential'")
    if L.dtype.kind == "f":
        require_in_range(float(np.max(L)), L.shape[-1], float(np.finfo(L.dtype).max))
    return np.asarray(exp(L) / L.shape[-1] if masses is None else exp(L) * masses)


def attention_weights(X: Array, P: Array, *, counts: Array | None = None, causal: bool = False) -> Array:
    """A(X) : (..., N, N), or (..., H, N, N) for P : (H, d, d)."""
    return softmax(logits(X, P), counts=counts, causal=causal)


def attention_step(X: Array, A: Array, V: Array, alpha: Any) -> Array:
    """y_i = x_i + alpha sum_h V_h sum_j A^h_ij x_j: algebraic in tokens and weights.

    X : (..., N, d).  A : (..., N, N) with V : (d, d), or (..., H, N, N) with V : (H, d, d) or (..., H, d, d).
    alpha : step size, or (...), one per system.  Returns (..., N, d), before normalisation.
    """
    return np.asarray(X + step_size(alpha, X) * mixed_values(X, A, V))


def mixed_values(X: Array, A: Array, V: Array) -> Array:
    """s_i = sum_h V_h sum_j A^h_ij x_j : (..., N, d). Linear in X for fixed weights."""
    require_square("V", V, X.shape[-1])
    if V.ndim > 2:
        if A.ndim < 3 or (A.shape[-3] != V.shape[-3] and 1 not in (A.shape[-3], V.shape[-3])):
            heads = A.shape[-3] if A.ndim > 2 else 1
            raise ValueError(f"V has {counted(V.shape[-3], 'head')} and the weights have {heads}; allowed is the same")
        return np.asarray(np.sum((A @ X[..., np.newaxis, :, :]) @ np.swapaxes(V, -1, -2), axis=-3))
    return np.asarray((A @ X) @ V.T)


def in_blocks(X: Array, P: Array) -> bool:
    """Whether `attended_values` takes the tokens in blocks: floats, and many weights."""
    rows = X.size // (X.shape[-1] or 1)
    return X.dtype.kind == "f" and rows * X.shape[-2] * (P.shape[-3] if P.ndim > 2 else 1) > WHOLE


def attended_values(X: Array, P: Array, V: Array, *, counts: Array | None = None, causal: bool = False) -> Array:
    """`mixed_values` with the weights A(X) : (..., N, d), for floats with memory O(N d + block^2).

    P, V : (d, d), or both (..., H, d, d).
    """
    if not in_blocks(X, P) or (causal and counts is not None):
        return mixed_values(X, attention_weights(X, P, counts=counts, causal=causal), V)
    require_square("P", P, X.shape[-1])
    require_square("V", V, X.shape[-1])
    rows = X[..., np.newaxis, :, :] if P.ndim > 2 else X
    many = None if counts is None else counts.astype(X.dtype)
    values = attended(rows @ P, rows, counts=many, causal=causal) @ np.swapaxes(V, -1, -2)
    return np.asarray(np.sum(values, axis=-3) if P.ndim > 2 else values)


def oja_step(X: Array, V: Array, alpha: Any, *, counts: Array | None = None) -> Array:
    """y_i = x_i + (alpha/N) V sum_j x_j, before normalisation. X : (..., N, d), counts : (N,) or None."""
    return np.asarray(X + step_size(alpha, X) * (token_mean(X, counts=counts) @ np.swapaxes(V, -1, -2)))


def token_mean(X: Array, *, counts: Array | None = None) -> Array:
    """(1/N) sum_j x_j : (..., 1, d), with N = sum of counts when multiplicities are given."""
    if counts is None:
        return np.asarray(np.sum(X, axis=-2, keepdims=True) / X.shape[-2])
    return np.asarray(np.sum(counts[:, np.newaxis] * X, axis=-2, keepdims=True) / np.sum(counts))


def uniform_weights(N: int, *, counts: Array | None = None) -> Array:
    """The weights of the Oja map, exactly: 1/N : (N, N), or n_j / sum of counts : (m, m) for m representatives."""
    size = N if counts is None else len(counts)
    return normalise_rows(np.full((size, size), Fraction(1), dtype=object), counts=counts)


def normalise(Y: Array) -> Array:
    """y_i / |y_i| : (..., N, d). Raises ZeroDivisionError or ValueError where some y_i = 0 (exact types)."""
    return onto_ellipsoid(Y)


def oja_map(X: Array, V: Array, alpha: Any, *, counts: Array | None = None) -> Array:
    """One layer of the discrete multi-agent Oja flow, equation (9): normalised `oja_step`."""
    return normalise(oja_step(X, V, alpha, counts=counts))


def attention_map(
    X: Array, P: Array, V: Array, alpha: Any, *, counts: Array | None = None, causal: bool = False
) -> Array:
    """One layer of self-attention with skip connection and l2 normalisation, equation (8) or, for several heads, (3).

    X : (..., N, d).  P, V : (d, d), or both (H, d, d); both (..., H, d, d) with the batch axes of X where every system
    has its own.  alpha : step size, or (...) alike.
    """
    if min(P.ndim, 3) != min(V.ndim, 3):
        raise ValueError(f"P has shape {P.shape} and V {V.shape}; allowed are both (d, d) or both (..., H, d, d)")
    step = step_size(alpha, X)
    with small_products(*X.shape[-2:]):
        return normalise(X + step * attended_values(X, P, V, counts=counts, causal=causal))


def step_size(value: Any, X: Array) -> Any:
    """A step size in the numbers of the tokens X, as in `per_system`.

    Raises ValueError for a complex number, and for what are no tokens.
    """
    if X.ndim < 2 or not X.shape[-1] or not X.shape[-2]:
        raise ValueError(f"tokens have shape {X.shape}; allowed is (..., N, d) with N, d >= 1")
    if isinstance(value, complex):
        raise ValueError(f"the step size is {value}, complex; allowed are real numbers")
    return float(value) if isinstance(value, Fraction) and X.dtype.kind == "f" else per_system(value)


def per_system(value: Any) -> Any:
    """A scalar as it is, an array (...) of one value per system as (..., 1, 1), to be multiplied with tokens."""
    return value[..., np.newaxis, np.newaxis] if isinstance(value, np.ndarray) and value.ndim else value


def require_square(name: str, matrix: Array, d: int) -> None:
    """Raise ValueError unless the matrix is (..., d, d)."""
    if matrix.ndim < 2 or matrix.shape[-2:] != (d, d):
        raise ValueError(
            f"{name} has shape {matrix.shape}; with tokens in R^{d}, allowed are ({d}, {d}) and (..., H, {d}, {d})"
        )
