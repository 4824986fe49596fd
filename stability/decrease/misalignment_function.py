"""The misalignment E of tokens with the first one, equation (9) of "Consensus is all you get" (ICML 2025)."""

from __future__ import annotations

import numpy as np

from attnverify.stability.models.maps import normalise
from attnverify.stability.numbers import Array


def misalignment(Y: Array) -> Array:
    """E = 1 - (1/N) sum_i cos(y_i, y_1) = (1/2N) sum_i |y_i/|y_i| - y_1/|y_1||^2 : (...), for Y : (..., N, d).

    Computed by the second form, which does not cancel near consensus. Zero exactly when all tokens have the direction
    of the first. Raises ZeroDivisionError or ValueError when a token is zero.
    """
    directions = normalise(Y)
    gaps = directions - directions[..., :1, :]
    return np.asarray(np.sum(gaps * gaps, axis=(-1, -2)) / (2 * Y.shape[-2]))
