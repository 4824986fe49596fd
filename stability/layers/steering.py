"""Rank-one steering of a layer: what it does to the layer matrix and to each token.

Adding rho u t^T to the output matrix O, with t^T V_cat = w^T, adds rho u w^T to the layer matrix F = O V_cat, and adds
alpha rho g_i u to token i, g_i = sum_h t_h . (W_h sum_j A^h_ij x_j). What the spectrum does is proved
as POW-S2, POW-S2.R2 and POW-S4.repaired.

Source: arXiv 2605.25619, Section 2.3.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from attnverify.stability.numbers import Array
from attnverify.stability.tables import counted


def output_row(V_cat: Array, w: Array) -> Array:
    """t : (m,) with t^T V_cat = w^T, exactly where V_cat is invertible; for floats the least-squares (pseudo-inverse)
    solution otherwise.

    V_cat : (m, d).  w : (d,).  Raises ValueError when an exact V_cat is not invertible.
    """
    if V_cat.ndim != 2 or w.shape != (V_cat.shape[1],):
        raise ValueError(f"V_cat has shape {V_cat.shape} and w {w.shape}; allowed are (m, d) and (d,)")
    if V_cat.dtype.kind == "f":
        return np.asarray(np.linalg.pinv(V_cat.T) @ w)
    matrix = sp.Matrix(V_cat.tolist())
    if matrix.rows != matrix.cols or matrix.det() == 0:
        raise ValueError("V_cat is not invertible; give floats for the pseudo-inverse solution")
    solution = matrix.T.LUsolve(sp.Matrix(w.tolist()))
    return np.array([_scalar(sp.cancel(entry)) for entry in solution], dtype=object)


def steered_output(output: Array, V_cat: Array, u: Array, w: Array, rho: Any) -> Array:
    """O + rho u t^T : (d, m), the output matrix of the steered layer."""
    return np.asarray(output + rho * np.outer(u, output_row(V_cat, w)))


def token_scalars(X: Array, A: Array, V_cat: Array, t: Array) -> Array:
    """g_i : (N,), the multiple of alpha rho u that steering adds to token i before normalisation.

    X : (N, d).  A : (H, N, N).  V_cat : (H d_h, d).  t : (H d_h,).  With equal attention in all heads, and at
    consensus, g_i = w^T sum_j A_ij x_j.
    """
    if V_cat.shape[0] % A.shape[0]:
        raise ValueError(
            f"V_cat has {V_cat.shape[0]} rows and A {counted(A.shape[0], 'head')}; the heads must divide the rows"
        )
    rows = np.split(t[:, np.newaxis] * V_cat, A.shape[0], axis=0)
    return np.asarray(sum(A[h] @ X @ np.sum(rows[h], axis=0) for h in range(A.shape[0])))


def _scalar(entry: Any) -> Any:
    return Fraction(int(entry.p), int(entry.q)) if isinstance(entry, sp.Rational) else entry
