"""The spectrum of a layer matrix: three readings of "principal", and the three cases of arXiv 2605.25619, Section 2.1.

Principal is the eigenvalue of largest real part (the paper's reading), of largest modulus, or of largest |1 + lambda|
(what the layer with its skip connection follows). Case 1: it is real and strictly dominant. Case 2: a complex pair,
strictly dominant. Case 3, a multiple eigenvalue, cannot be certified from floating-point numbers: what is not certain
is undecided.

Discs that certainly hold the eigenvalues of a product of two floating-point matrices, from one floating-point eig.

For F = W_o W_v and any X with approximate inverse R: F is similar to (R X)^-1 (R F X). With R X = I - D, |D| < 1 in the
maximum norm, (R X)^-1 = I + G, and row i of G has norm at most |D_i| / (1 - |D|). Gershgorin's theorem for B + G B,
B = R F X, gives the centres and radii. Products are those of floating-point balls, so that every rounding error is
bounded; complex ones are written as real ones, the real above the imaginary part.

Where X is too ill-conditioned, as for defective matrices, there are no discs: that is an answer, not an error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..blas_threads import one_blas_thread
from ..float_balls import UNIT, FloatBalls
from ..numbers import Array, ComplexArray
from .alignment import READINGS, eigen_directions
from .attention import FactoredAttention

# sqrt(1 - sum |lambda|^2 / |F|^2) of the product of two large matrices of independent entries: `random_radius`.
RANDOM_NON_NORMALITY = (2 / 3) ** 0.5
# Above this dimension only the leading eigenvalues are computed, unless discs are asked for.
LARGE = 1024
LEADING = 6


@dataclass(frozen=True)
class Principal:
    """The principal eigenvalue under one reading, in floating point.

    value : with imaginary part >= 0.  gap : how far the reading of all others, but its conjugate, stays below.
    """

    value: complex
    gap: float


@dataclass(frozen=True)
class LayerSpectrum:
    """What floating-point numbers say of one layer matrix F = W_o W_v.

    values : all eigenvalues, or the leading ones of each reading in large dimensions.  principal : reading ->
    eigenvalue. radius : largest modulus.  norm : Frobenius norm.  non_normality : sqrt(|F|^2 - sum |lambda|^2) / |F|,
    from 0 to 1; None where not all eigenvalues are known.  condition : of W_v.
    """

    values: ComplexArray
    principal: dict[str, Principal]
    radius: float
    norm: float
    non_normality: float | None
    condition: float


@dataclass(frozen=True)
class Verdict:
    """What is certain of the principal eigenvalue under one reading.

    case : "1 real", "2 complex" or "undecided".  value : centre of its disc.  radius : of the disc.  gap : a lower
    bound of the gap to all others; None if undecided.  why : what resisted, if undecided.
    """

    case: str
    value: complex
    radius: float
    gap: float | None
    why: str = ""


def layer_spectrum(attention: FactoredAttention) -> LayerSpectrum:
    """The spectrum of F in floating point: all of it up to dimension LARGE, the leading eigenvalues above."""
    F = np.asarray(attention.F, dtype=np.float64)
    complete = len(F) <= LARGE
    with one_blas_thread():
        values = np.linalg.eigvals(F) if complete else _leading(F)
        condition = float(np.linalg.cond(np.asarray(attention.W_v, dtype=np.float64)))
    norm = float(np.linalg.norm(F))
    departure = norm**2 - float(np.sum(np.abs(values) ** 2))
    return LayerSpectrum(
        values,
        {reading: _principal(values, key) for reading, key in READINGS.items()},
        float(np.max(np.abs(values))),
        norm,
        (float(np.sqrt(max(departure, 0))) / norm if norm > 0 else 0.0) if complete else None,
        condition,
    )


def random_radius(attention: FactoredAttention) -> float:
    """The spectral radius that F would have if the entries of W_o and W_v were independent: |W_o| |W_v| / d.

    For entries of variances s^2, t^2 the modulus of an eigenvalue of F is d s t U, U uniform on [0, 1], in the limit of
    large d: so sum |lambda|^2 = d (d s t)^2 / 3, while |F|^2 = d (d s t)^2.
    Source: F. Goetze, A. Tikhomirov, On the asymptotic spectrum of products of independent random matrices, 2010.
    """
    W_o, W_v = np.asarray(attention.W_o, dtype=np.float64), np.asarray(attention.W_v, dtype=np.float64)
    return float(np.linalg.norm(W_o) * np.linalg.norm(W_v)) / len(W_o)


def certified(attention: FactoredAttention) -> tuple[Discs | None, dict[str, Verdict]]:
    """The discs of the eigenvalues of F, and for each reading what is certain of the principal one."""
    W_o, W_v = (np.ascontiguousarray(matrix, dtype=np.float64) for matrix in (attention.W_o, attention.W_v))
    discs = eigenvalue_discs(W_o, W_v)
    if discs is None:
        nothing = Verdict("undecided", complex("nan"), float("inf"), None, "the eigenvectors are too nearly dependent")
        return None, dict.fromkeys(READINGS, nothing)
    return discs, {reading: verdict(discs, key) for reading, key in READINGS.items()}


def verdict(discs: Discs, key: Callable[[Array], Array]) -> Verdict:
    """What the discs say of the eigenvalue with the largest `key`, a function with Lipschitz constant 1."""
    heights = np.asarray(key(discs.centres), dtype=float)
    slack = discs.radii * (1 + 2.0**-40) + 2.0**-48 * np.abs(heights) + 2.0**-1000
    i = int(np.argmax(heights))
    mirrored = discs.conjugate(i)
    if discs.centres[i].imag < 0 and mirrored is not None:
        i = mirrored
    value, radius = complex(discs.centres[i]), float(discs.radii[i])

    def undecided(why: str) -> Verdict:
        return Verdict("undecided", value, radius, None, why)

    if not discs.isolated(i):
        return undecided("its disc meets another one")
    own = [i]
    if not discs.certainly_real(i):
        partner = discs.conjugate(i)
        if not discs.certainly_complex(i) or partner is None:
            return undecided("it may be real or complex")
        own.append(partner)
    others = np.append(np.delete(heights + slack, own), -np.inf)
    gap = float(heights[i] - slack[i]) - float(np.max(others))
    if not gap > 0:
        return undecided("another eigenvalue may be as large")
    return Verdict("1 real" if len(own) == 1 else "2 complex", value, radius, gap)


def leading_overlap(F: Array) -> float | None:
    """|v_1 . v_2| of the unit eigenvectors of the two eigenvalues of largest real part; None unless both are real."""
    found = eigen_directions(F, np.real)
    if found.copies[:2].tolist() != [1, 1]:
        return None
    return min(1.0, abs(float(found.first[:, 0] @ found.first[:, 1])))


def _principal(values: Array, key: Callable[[Array], Array]) -> Principal:
    heights = key(values)
    i = int(np.argmax(heights))
    value = complex(values[i].real, abs(values[i].imag))
    pair = np.zeros(len(values), dtype=bool)
    if value.imag:
        pair = np.isclose(values, value, rtol=1e-9, atol=0) | np.isclose(values, np.conj(value), rtol=1e-9, atol=0)
    pair[i] = True
    others = heights[~pair]
    return Principal(value, float(heights[i] - np.max(others)) if len(others) else float("inf"))


def _leading(F: Array) -> Array:
    """The leading eigenvalues of every reading, by ARPACK from a fixed start: accurate, not rigorous."""
    from scipy.sparse.linalg import ArpackNoConvergence, eigs

    start, shift = np.cos(np.arange(len(F)) + 0.5), np.eye(len(F), dtype=F.dtype)
    try:
        found = [eigs(F, LEADING, which=which, v0=start, return_eigenvectors=False) for which in ("LR", "LM")]
        found.append(eigs(F + shift, LEADING, which="LM", v0=start, return_eigenvectors=False) - 1)
    except ArpackNoConvergence:
        return np.linalg.eigvals(F)
    values = np.concatenate(found)
    distinct: list[complex] = []
    for value in values:
        if all(abs(value - other) > 1e-9 * (1 + abs(value)) for other in distinct):
            distinct.append(value)
    return np.array(distinct)


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
