"""Spectral norms of the matrices P_h and V_h of every head, from their factors of rank d / H."""

from __future__ import annotations

import numpy as np

from attnverify.stability.blas_threads import one_blas_thread
from attnverify.stability.numbers import Array
from attnverify.stability.transformers.attention import FactoredAttention


def head_norms(attention: FactoredAttention) -> tuple[Array, Array]:
    """(|P_h|, |V_h|), each (H,)."""
    query, key, value, output = (
        W.reshape(attention.heads, -1, W.shape[1])
        for W in (attention.W_q, attention.W_k, attention.W_v, attention.W_o.T)
    )
    return attention.scale * _norms(query, key), _norms(output, value)


def _norms(left: Array, right: Array) -> Array:
    """|A^T B| for every pair of wide matrices A, B: that of R S^T, the triangular factors of A^T and B^T."""
    with one_blas_thread():
        factors = ([np.linalg.qr(A.T, mode="r") for A in side] for side in (left, right))
        return np.array([np.linalg.norm(R @ S.T, 2) for R, S in zip(*factors, strict=True)])
