"""Discs that certainly hold the eigenvalues of a product of two floating-point matrices, from one floating-point eig.

For F = W_o W_v and any X with approximate inverse R: F is similar to (R X)^-1 (R F X). With R X = I - D, |D| < 1 in the
maximum norm, (R X)^-1 = I + G, and row i of G has norm at most |D_i| / (1 - |D|). Gershgorin's theorem for B + G B,
B = R F X, gives the centres and radii; every rounding error is bounded: |fl(A B) - A B| <= gamma_n |A| |B|, gamma_n =
n u / (1 - n u), for any order of summation. Complex products are written as real ones, so that nothing is assumed of
how a library multiplies complex numbers.

Where X is too ill-conditioned, as for defective matrices, there are no discs: that is an answer, not an error.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnverify.stability.blas_threads import one_blas_thread
from attnverify.stability.numbers import Array, ComplexArray

_U = 2.0**-53
# Absolute errors below the normal range, far above n 2^-1074.
_TINY = 1e-280


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
        distances = _below(np.abs(self.centres - self.centres[i]))
        return int(np.sum(distances <= _above(self.radii + self.radii[i]))) == 1

    def conjugate(self, i: int) -> int | None:
        """The index of the one disc, isolated, that holds the conjugate of the eigenvalue in the isolated disc i."""
        distances = _below(np.abs(self.centres - np.conj(self.centres[i])))
        (near,) = np.nonzero(distances <= _above(self.radii + self.radii[i]))
        return int(near[0]) if len(near) == 1 and self.isolated(int(near[0])) else None

    def certainly_real(self, i: int) -> bool:
        """Whether disc i holds exactly one eigenvalue, and a real one: the spectrum is its own mirror image."""
        return bool(self.centres[i].imag == 0) and self.isolated(i)

    def certainly_complex(self, i: int) -> bool:
        """Whether no number in disc i is real."""
        return bool(abs(self.centres[i].imag) > self.radii[i])


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
        F, F_error = _product(W_o, W_v)
        if not np.all(np.isfinite(F_error)):
            return None
        with one_blas_thread():
            values, X = np.linalg.eig(F)
            try:
                R = np.linalg.inv(X)
            except np.linalg.LinAlgError:
                return None
        return _discs(F, F_error, np.asarray(values), _halves(X), _halves(R), X)


def _discs(
    F: Array, F_error: Array, values: Array, X: tuple[Array, Array], R: tuple[Array, Array], vectors: Array
) -> Discs | None:
    d = len(F)
    columns = np.concatenate(X, axis=1)  # F acts on real and imaginary parts side by side
    FX, FX_error = _product(F, columns)
    FX_error = _above(FX_error + _upper_product(F_error, np.abs(columns)))
    halves, errors = np.split(FX, 2, axis=1), np.split(FX_error, 2, axis=1)
    B, B_error = _complex_product(R, (halves[0], halves[1]))
    stacked = np.concatenate([np.abs(R[0]), np.abs(R[1])], axis=1)
    B_error = _above(B_error + 2 * _upper_product(stacked, np.concatenate(errors)))
    RX, RX_error = _complex_product(R, X)
    deviation = _row_sums(np.abs(RX - np.eye(d)), RX_error)
    largest = float(np.max(deviation))
    if not largest < 1 or not np.all(np.isfinite(B_error)):
        return None
    size = float(np.max(_row_sums(np.abs(B), B_error)))
    centres = np.diag(B).copy()
    off = np.abs(B)
    np.fill_diagonal(off, 0)
    radii = _row_sums(off, B_error) + _above(deviation / (1 - largest)) * size
    real = values.imag == 0
    radii = _above(radii + np.where(real, np.abs(centres.imag), 0))
    centres[real] = centres[real].real
    return Discs(centres, radii, vectors)


def _halves(Z: Array) -> tuple[Array, Array]:
    return np.ascontiguousarray(Z.real), np.ascontiguousarray(Z.imag)


def _product(A: Array, B: Array) -> tuple[Array, Array]:
    """fl(A B) and a bound of its error, entry by entry, for real matrices."""
    n = A.shape[1]
    return A @ B, _above(_gamma(n) * _upper_product(np.abs(A), np.abs(B)) + _TINY)


def _complex_product(A: tuple[Array, Array], B: tuple[Array, Array]) -> tuple[Array, Array]:
    """The product of complex matrices given by their halves, and a bound of its error, by real products."""
    left = np.concatenate([np.concatenate([A[0], -A[1]], axis=1), np.concatenate([A[1], A[0]], axis=1)])
    product, error = _product(left, np.concatenate(B))
    (real, imaginary), (first, second) = np.split(product, 2), np.split(error, 2)
    return real + 1j * imaginary, _above(first + second)


def _upper_product(A: Array, B: Array) -> Array:
    """At least A B, for matrices without negative entries."""
    return np.asarray((A @ B) * (1 + 4 * _gamma(A.shape[1])) + _TINY)


def _row_sums(M: Array, error: Array) -> Array:
    """At least the row sums of M + error, for matrices without negative entries."""
    return np.asarray(np.sum(M * (1 + 8 * _U) + error, axis=1) * (1 + 4 * _gamma(M.shape[1] + 4)) + _TINY)


def _gamma(n: int) -> float:
    """At least gamma_k = k u / (1 - k u) for k = n + 4, so that the few roundings around a product are covered."""
    return 1.01 * (n + 4) * _U


def _above(x: Array) -> Array:
    """At least what a few rounded sums and products of numbers from 0 on stand for."""
    return np.asarray(x * (1 + 16 * _U) + _TINY)


def _below(x: Array) -> Array:
    """At most the exact distance, for a computed one."""
    return np.asarray(x * (1 - 16 * _U))
