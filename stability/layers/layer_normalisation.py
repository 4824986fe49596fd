"""Standard layer normalisation N(x) = sigma(x)^-1 (x - mu(x) 1) * gamma + beta, token by token, for every number type.

mu(x) is the mean of the d entries of a token and sigma(x) their standard deviation.

Source: "Consensus is all you get" (ICML 2025), Remark 2.2.
"""

from __future__ import annotations

import numpy as np

from attnverify.stability.numbers import Array, sign, sqrt


def centred(X: Array) -> Array:
    """x - mu(x) 1 for every token: (..., d). The orthogonal projection onto the hyperplane 1^T z = 0."""
    return np.asarray(X - np.sum(X, axis=-1, keepdims=True) / X.shape[-1])


def token_variance(X: Array, *, sample: bool = False) -> Array:
    """sigma(x)^2 for every token: (...), the sum of squares about the mean divided by d, or by d - 1 if `sample`.

    Raises ValueError for `sample` in dimension 1.
    """
    d = X.shape[-1]
    if sample and d == 1:
        raise ValueError("the sample variance divides by d - 1 = 0; allowed are tokens with d >= 2 entries")
    Z = centred(X)
    return np.asarray(np.sum(Z * Z, axis=-1) / (d - 1 if sample else d))


def layer_norm(X: Array, gamma: Array, beta: Array, *, sample: bool = False) -> Array:
    """sigma^-1 (x - mu 1) * gamma + beta for every token: X : (..., d), gamma, beta : (d,). Returns (..., d).

    sample : the convention for sigma, see `token_variance`.
    Raises ZeroDivisionError for a token with equal entries (sigma = 0) or with an entry that is not a number, and
    ValueError where sigma is not of the exact type or the shapes do not fit.

    >>> layer_norm(np.array([1.0, -1.0]), np.array([2.0, 2.0]), np.array([0.0, 1.0])).tolist()
    [2.0, -1.0]
    """
    d = X.shape[-1]
    for name, vector in (("gamma", gamma), ("beta", beta)):
        if vector.shape != (d,):
            raise ValueError(f"{name} has shape {vector.shape}; with tokens in R^{d}, allowed is ({d},)")
    variance = token_variance(X, sample=sample)[..., np.newaxis]
    undefined = not np.all(variance > 0) if variance.dtype.kind == "f" else any(sign(v) == 0 for v in variance.flat)
    if undefined:
        raise ZeroDivisionError("layer_norm is undefined: sigma(x) of some token is zero or not a number")
    return np.asarray(centred(X) / sqrt(variance) * gamma + beta)
