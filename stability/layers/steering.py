"""Rank-one steering of a layer: what it does to the layer matrix, to its spectrum and to each token, with bounds.

Adding rho u t^T to the output matrix O, with t^T V_cat = w^T, adds rho u w^T to the layer matrix F = O V_cat, and adds
alpha rho g_i u to token i, g_i = sum_h t_h . (W_h sum_j A^h_ij x_j). Bounds, for unit u and w, tau = w^T u > 0 and
m an upper bound of the spectral norm of F:

- w = u and rho > 2 m: exactly one eigenvalue of F + rho u u^T lies in |z - rho| <= m; it is real, the others satisfy
  |z| <= m, and the sine of the angle of its eigenvector with u is at most m / (rho - m).
- rho tau^2 >= 7 m: exactly one eigenvalue lies in |z - rho tau| <= 4 m / tau; it is real and has the largest modulus,
  and the sine is at most m / (rho tau - 4 m / tau).

The proofs are those of the claims POW-S2, POW-S2.R2 and POW-S4.repaired.

Source: arXiv 2605.25619, Section 2.3 (the construction); the bounds are proved in this project.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from stability.numbers import Array


@dataclass(frozen=True)
class EigenpairBound:
    """The one eigenvalue of F + rho u w^T in the interval centre +- radius, and the sine of its eigenvector with u."""

    centre: Any
    radius: Any
    sine: Any


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
        raise ValueError(f"V_cat has {V_cat.shape[0]} rows and A {A.shape[0]} heads; the heads must divide the rows")
    rows = np.split(t[:, np.newaxis] * V_cat, A.shape[0], axis=0)
    return np.asarray(sum(A[h] @ X @ np.sum(rows[h], axis=0) for h in range(A.shape[0])))


def eigenpair_bound(norm: Any, rho: Any, overlap: Any = 1, *, same: bool = True) -> EigenpairBound | None:
    """The bounds of the module's docstring, or None where their condition on rho does not hold.

    norm : m >= |F|.  rho > 0.  overlap : tau = w^T u in (0, 1] for unit vectors.  same : w = u (then overlap is 1).
    Raises ValueError for values outside these ranges.

    >>> eigenpair_bound(1, 10).sine
    0.1111111111111111
    """
    if norm < 0 or rho <= 0 or not 0 < overlap <= 1:
        raise ValueError(f"norm {norm}, rho {rho}, overlap {overlap}; allowed are norm >= 0, rho > 0, 0 < overlap <= 1")
    if same:
        if overlap != 1:
            raise ValueError(f"overlap is {overlap}; it is 1 when w = u")
        return EigenpairBound(rho, norm, norm / (rho - norm)) if rho > 2 * norm else None
    if rho * overlap**2 < 7 * norm:
        return None
    radius = 4 * norm / overlap
    return EigenpairBound(rho * overlap, radius, norm / (rho * overlap - radius))


def alignment_bound(unsteered: Any, push: Any) -> Any:
    """Upper bound of the sine of the angle with u of y + push u, where |y| <= unsteered < |push|.

    push : alpha rho g_i.  Raises ValueError where the bound says nothing.
    """
    if not abs(push) > unsteered:
        raise ValueError(f"push {push} does not exceed the unsteered norm {unsteered}; the bound says nothing there")
    return unsteered / abs(push)


def _scalar(entry: Any) -> Any:
    return Fraction(int(entry.p), int(entry.q)) if isinstance(entry, sp.Rational) else entry
