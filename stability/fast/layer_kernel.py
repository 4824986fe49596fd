"""The compiled kernel of the attention map for many small systems: one system in each lane of the vector unit.

Needs numba, the extra `kernels`; `Dynamics.step` is the same without.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from attnverify.stability.fast.vectors import OPTIONS, exp_double

_LANES = 64


@njit(**OPTIONS)
def layers(X: Any, P: Any, V: Any, steps: Any) -> None:
    """Replace X : (B, d, N), unit tokens as columns, by its image under `steps` layers. P, V : (d, d), V times alpha.

    The squares of the weights must be far from the ends of the floating-point range: |P| < 300.
    """
    B, d, N = X.shape
    x, y = np.zeros((d, N, _LANES)), np.zeros((d, N, _LANES))
    query, mean = np.zeros((d, _LANES)), np.zeros((d, _LANES))
    e, total = np.zeros(_LANES), np.zeros(_LANES)
    for first in range(0, B, _LANES):
        used = min(_LANES, B - first)
        for k in range(d):
            for i in range(N):
                for lane in range(_LANES):
                    x[k, i, lane] = X[first + min(lane, used - 1), k, i]
        for _ in range(steps):
            for i in range(N):
                _one_token(x, y, P, V, i, query, mean, e, total)
            x, y = y, x
        for k in range(d):
            for i in range(N):
                for lane in range(used):
                    X[first + lane, k, i] = x[k, i, lane]


@njit(**OPTIONS)
def _one_token(x: Any, y: Any, P: Any, V: Any, i: int, query: Any, mean: Any, e: Any, total: Any) -> None:
    """The next token i of every lane."""
    d, N = x.shape[0], x.shape[1]
    for k in range(d):
        q = query[k]
        q[:] = 0.0
        mean[k, :] = 0.0
        for r in range(d):
            own, entry = x[r, i], P[r, k]
            for lane in range(_LANES):
                q[lane] += entry * own[lane]
    total[:] = 0.0
    for j in range(N):
        e[:] = 0.0
        for k in range(d):
            q, other = query[k], x[k, j]
            for lane in range(_LANES):
                e[lane] += q[lane] * other[lane]
        for lane in range(_LANES):
            e[lane] = exp_double(e[lane])
        for lane in range(_LANES):
            total[lane] += e[lane]
        for k in range(d):
            m, other = mean[k], x[k, j]
            for lane in range(_LANES):
                m[lane] += e[lane] * other[lane]
    e[:] = 0.0
    for k in range(d):
        to, own = y[k, i], x[k, i]
        # The direction does not change by the factor `total`.
        for lane in range(_LANES):
            to[lane] = total[lane] * own[lane]
        for r in range(d):
            m, entry = mean[r], V[k, r]
            for lane in range(_LANES):
                to[lane] += entry * m[lane]
        for lane in range(_LANES):
            e[lane] += to[lane] * to[lane]
    for lane in range(_LANES):
        e[lane] = 1.0 / np.sqrt(e[lane])
    for k in range(d):
        to = y[k, i]
        for lane in range(_LANES):
            to[lane] *= e[lane]
