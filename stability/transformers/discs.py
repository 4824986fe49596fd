"""Discs that certainly hold the eigenvalues of a product of two floating-point matrices, from one floating-point eig.

For F = W_o W_v and any X with approximate inverse R: F is similar to (R X)^-1 (R F X). With R X = I - D, |D| < 1 in the
maximum norm, (R X)^-1 = I + G, and row i of G has norm at most |D_i| / (1 - |D|). Gershgorin's theorem for B + G B,
B = R F X, gives the centres and radii. Products are those of floating-point balls, so that every rounding error is
bounded; complex ones are written as real ones, the real above the imaginary part.

Where X is too ill-conditioned, as for defective matrices, there are no discs: that is an answer, not an error.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnverify.stability.blas_threads import one_blas_thread
from attnverify.stability.float_balls import UNIT, FloatBalls
from attnverify.stability.numbers import Array, ComplexArray

# What a few rounded operations on numbers from 0 on may take away, and what underflow may.
_SLACK, _TINY = 1 + 64 * UNIT, 1e-280


@dataclass(frozen=True)
class Discs:
    """Every eigenvalue lies in a disc; a connected group of k discs holds exactly k eigenvalues.

    centres : (d,), complex, exactly real for what was computed as real.  radii : (d,).  vectors : (d, d), columns
    approximate eigenvectors.
    """

    centres: ComplexArray
    radii: Array
    vectors: ComplexArray

    def isolated(self, i: int) -> bool:
        """Whether disc i meets no other: then it holds exactly one eigenvalue."""
        return len(self._meeting(self.centres[i], self.radii[i])) == 1

    def conjugate(self, i: int) -> int | None:
        """The index of the one disc, isolated, that holds the conjugate of the eigenvalue in the isolated disc i."""
        near = self._meeting(np.conj(self.centres[i]), self.radii[i])
        return int(near[0]) if len(near) == 1 and self.isolated(int(near[0])) else None

    def certainly_real(self, i: int) -> bool:
        """Whether disc i holds exactly one eigenvalue, and a real one: the spectrum is its own mirror image."""
        return bool(self.centres[i].imag == 0) and self.isolated(i)

    def certainly_complex(self, i: int) -> bool:
        """Whether no number in disc i is real."""
        return bool(abs(self.centres[i].imag) > self.radii[i])

    def _meeting(self, centre: complex, radius: float) -> Array:
        """The places of the discs that may meet this one."""
        return np.flatnonzero(np.abs(self.centres - centre) <= (self.radii + radius) * _SLACK + _TINY)


def eigenvalue_discs(W_o: Array, W_v: Array) -> Discs | None:
    """Discs for the eigenvalues of the exact product W_o W_v of real matrices (d, d); None where none were found.

    Raises ValueError for matrices that are not finite and square, of type float64.
    """
    for name, matrix in (("W_o", W_o), ("W_v", W_v)):
        if matrix.dtype != np.float64 or matrix.shape != (len(W_o), len(W_o)) or not np.all(np.isfinite(matrix)):
            raise ValueError(
                f"{name} has shape {matrix.shape} and type {matrix.dtype}; finite float64 (d, d) is needed"
            )
    with np.errstate(over="ignore", invalid="ignore"):
        F = FloatBalls.exact(W_o) @ W_v
        if not np.all(np.isfinite(F.rad)):
            return None
        with one_blas_thread():
            values, X = np.linalg.eig(F.mid)
            try:
                R = np.linalg.inv(X)
            except np.linalg.LinAlgError:
                return None
        d, columns = len(W_o), np.concatenate([X.real, X.imag])
        left = FloatBalls.exact(np.block([[R.real, -R.imag], [R.imag, R.real]]))
        moved = F @ np.concatenate([X.real, X.imag], axis=1)
        B = left @ FloatBalls(*(np.concatenate(np.split(part, 2, axis=1)) for part in (moved.mid, moved.rad)))
        off = _moduli(B)
        size = float(np.max(_row_sums(off)))
        deviation = _row_sums(_moduli(left @ columns - np.eye(2 * d, d)))
        largest = float(np.max(deviation))
        if not (largest < 1 and np.isfinite(size)):
            return None
        centres = np.diag(B.mid[:d]) + 1j * np.diag(B.mid[d:])
        np.fill_diagonal(off, np.diag(B.rad[:d]) + np.diag(B.rad[d:]))
        real = np.asarray(values).imag == 0
        radii = _row_sums(off) + deviation / (1 - largest) * size * _SLACK + np.where(real, np.abs(centres.imag), 0)
        return Discs(np.where(real, centres.real, centres), radii * _SLACK + _TINY, X)


def _moduli(Z: FloatBalls) -> Array:
    """Bounds of the moduli of complex numbers, (2 d, d) with the real parts above the imaginary ones: (d, d)."""
    real, imaginary = np.split(Z.mid, 2)
    return np.asarray((np.hypot(real, imaginary) + sum(np.split(Z.rad, 2))) * _SLACK + _TINY)


def _row_sums(M: Array) -> Array:
    """At least the row sums, for matrices without negative entries."""
    return np.asarray(np.sum(M, axis=1) * (1 + 4 * (M.shape[1] + 4) * UNIT) * _SLACK)
