"""The exact spectrum of a rational matrix: every eigenvalue enclosed, with its algebraic and geometric multiplicity.

The matrix is scaled to an integer one. Its characteristic polynomial splits into square-free factors, whose roots are
isolated one by one; a rational root is an integer there and is recognised exactly, and so is a complex pair whose sum
and product are rational.

The lines of the real eigenvectors of V, on which consensus and bipartite states lie, with the logit of a token on
itself there.

A rational eigenvalue has a rational eigenvector direction w, and a = w^T P w / w^T w is exact. Otherwise the direction
is enclosed: for generic u and w the bordered system

    [[V - lambda, u], [w^T, 0]] (v, s) = (0, 1)

has a regular matrix where the eigenspace is a line, and its solution, enclosed for all lambda of the ball, is an
eigenvector at the true one: there s u lies in the range of V - lambda only for s = 0. It is found by refinement with an
approximate inverse C in floats, whose quality |I - C B| < 1 is proved: then B is regular, and an approximate solution z
is off by at most |C (b - B z)|/(1 - |I - C B|).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

import numpy as np
from flint import acb, arb, arb_mat, ctx, fmpq, fmpq_mat, fmpz, fmpz_mat, fmpz_poly

from ..float_balls import FloatBalls
from ..log_numbers import LogNumber, ball_matrix, integer_matrix, quadratic_form, rational_matrix
from ..numbers import Array
from ..tables import Shown, Table

Number = Any  # fmpq (exact), arb or acb (enclosures)


@dataclass(frozen=True)
class Eigenvalue:
    """One distinct eigenvalue.

    value : fmpq where it is rational, arb where it is real, acb otherwise.
    multiplicity, geometric : algebraic multiplicity, dimension of the eigenspace.
    pair : (sum, product) of the eigenvalue and its conjugate where these are known rationals, for a complex one.
    factor, root : its square-free factor, and its place among the roots of that.
    """

    value: Number
    multiplicity: int
    geometric: int
    pair: tuple[fmpq, fmpq] | None
    factor: int
    root: int

    @property
    def is_real(self) -> bool:
        """Whether it is real, which is always decided."""
        return not isinstance(self.value, acb)

    @property
    def exact(self) -> Fraction | None:
        """The eigenvalue as a fraction; None where it is not rational."""
        return Fraction(int(self.value.p), int(self.value.q)) if isinstance(self.value, fmpq) else None


@dataclass(frozen=True)
class SquareFree:
    """A monic integer polynomial without repeated roots: a factor of the characteristic polynomial of the scaled
    matrix, `multiplicity` times. roots : isolating balls, scaled like the matrix."""

    polynomial: fmpz_poly
    multiplicity: int
    roots: tuple[Number, ...]


@dataclass(frozen=True, repr=False)
class ValueSpectrum(Shown):
    """The spectrum of the (d, d) rational `matrix`; eigenvalues by falling real part.

    denominator : D, such that D * matrix is an integer matrix, with characteristic polynomial prod factors.
    """

    matrix: Array
    denominator: int
    factors: tuple[SquareFree, ...]
    eigenvalues: tuple[Eigenvalue, ...]
    symmetric: bool
    normal: bool

    def table(self) -> Table:
        """The eigenvalues, one a row, with algebraic and geometric multiplicity."""
        rows = tuple((str(e.value), str(e.multiplicity), str(e.geometric)) for e in self.eigenvalues)
        return Table(f"the spectrum of a {self.d} x {self.d} matrix", ("eigenvalue", "times", "eigenspace"), rows)

    @property
    def d(self) -> int:
        """The dimension."""
        return int(self.matrix.shape[0])

    @property
    def defective(self) -> bool:
        """Whether some eigenspace is smaller than the multiplicity: then no basis of eigenvectors exists."""
        return any(e.geometric < e.multiplicity for e in self.eigenvalues)

    @property
    def singular(self) -> bool:
        """Whether 0 is an eigenvalue."""
        return any(e.exact == 0 for e in self.eigenvalues)

    @property
    def principal(self) -> Eigenvalue | None:
        """The real eigenvalue that is simple and larger than all other real parts; None where there is none."""
        for e in self.eigenvalues:
            others = [other for other in self.eigenvalues if other is not e]
            if e.is_real and e.multiplicity == 1 and all(real_part(o.value) < e.value for o in others):
                return e
        return None


def real_part(value: Number) -> Number:
    """The real part of an enclosed or exact number."""
    return value.real if isinstance(value, acb) else value


def spectrum(matrix: Any, bits: int = 128) -> ValueSpectrum:
    """The spectrum of a square matrix of rationals and floats, the floats taken as the binary numbers they are.

    bits : precision of the enclosures.  Raises ValueError for a matrix that is not square, or not finite and rational.

    >>> [(str(e.value), e.multiplicity) for e in spectrum([[2, 0], [0, -1]]).eigenvalues]
    [('2', 1), ('-1', 1)]
    """
    F = rational_matrix(matrix, "V")
    scaled, D = integer_matrix(F)
    # Enough digits to tell whether the largest possible root is an integer.
    size = max(abs(entry).bit_length() for entry in scaled.entries())
    with ctx.workprec(bits + size):
        _, squarefree = scaled.charpoly().factor_squarefree()
        factors = tuple(
            SquareFree(polynomial, int(power), tuple(_exact_root(polynomial, root) for root in _roots(polynomial)))
            for polynomial, power in _split(squarefree)
        )
        found = [
            _eigenvalue(scaled, D, factor, number, place)
            for number, factor in enumerate(factors)
            for place in range(len(factor.roots))
        ]
        found = _sorted(found)
    transposed = scaled.transpose()
    normal = scaled * transposed == transposed * scaled
    return ValueSpectrum(F, D, factors, tuple(found), scaled == transposed, normal)


def _roots(polynomial: fmpz_poly) -> list[Number]:
    found: Any = polynomial.complex_roots()  # pairs of a root and its multiplicity, which is 1
    return [root.real if root.imag == 0 else root for root, _ in found]


def _split(squarefree: list[tuple[fmpz_poly, int]]) -> list[tuple[fmpz_poly, int]]:
    """Repeated factors are split further into irreducible ones, whose roots all have one geometric multiplicity."""
    parts = []
    for polynomial, power in squarefree:
        pieces = [(piece, power) for piece, _ in polynomial.factor()[1]] if power > 1 else [(polynomial, power)]
        parts.extend(pieces)
    return parts


def _exact_root(polynomial: fmpz_poly, root: Number) -> Number:
    """An integer root as fmpq: the roots of a monic integer polynomial are algebraic integers."""
    if isinstance(root, arb):
        whole = root.unique_fmpz()
        if whole is not None and polynomial(whole) == 0:
            return fmpq(whole)
    return root


def _eigenvalue(scaled: fmpz_mat, D: int, factor: SquareFree, number: int, place: int) -> Eigenvalue:
    root = factor.roots[place]
    value = root / fmpq(D) if isinstance(root, fmpq) else root / D
    pair = _rational_pair(factor.polynomial, root)
    geometric = _geometric(scaled, factor.polynomial) if factor.multiplicity > 1 else 1
    rational_pair = (fmpq(pair[0], D), fmpq(pair[1], D * D)) if pair else None
    return Eigenvalue(value, factor.multiplicity, geometric, rational_pair, number, place)


def _rational_pair(polynomial: fmpz_poly, root: Number) -> tuple[fmpz, fmpz] | None:
    if not isinstance(root, acb):
        return None
    total, product = (2 * root.real).unique_fmpz(), (root.real**2 + root.imag**2).unique_fmpz()
    if total is None or product is None or (polynomial % fmpz_poly([product, -total, 1])).degree() >= 0:
        return None
    return total, product


def _geometric(scaled: fmpz_mat, irreducible: fmpz_poly) -> int:
    """Dimension of the eigenspace of each root of an irreducible factor."""
    d = scaled.nrows()
    A = fmpq_mat(scaled)
    identity = fmpq_mat([[int(i == j) for j in range(d)] for i in range(d)])
    value = fmpq_mat(d, d)
    for k in range(irreducible.degree(), -1, -1):
        value = value * A + fmpq(irreducible[k]) * identity
    return (d - int(value.rank())) // int(irreducible.degree())


def _sorted(eigenvalues: list[Eigenvalue]) -> list[Eigenvalue]:
    """By falling real part, then by the size of the imaginary part, conjugates together."""

    def compare(one: Eigenvalue, other: Eigenvalue) -> int:
        a, b = acb(one.value).imag, acb(other.value).imag
        for left, right in ((real_part(other.value), real_part(one.value)), (abs(a), abs(b)), (b, a)):
            if left < right:
                return -1
            if left > right:
                return 1
        return 0

    return sorted(eigenvalues, key=cmp_to_key(compare))


# Elimination in balls is as fast below.
_SMALL = 24


@dataclass(frozen=True)
class Eigenline:
    """The eigenspace of one real eigenvalue of V, and what the logit matrices do on it.

    direction : (d,) of fmpq or arb, an eigenvector that need not be normalised.
    logits : a_h = v^T P_h v for the unit eigenvector v, per head: LogNumber where exact, else arb; None where it
        is not the same for all v of a larger eigenspace, or was not enclosed.
    """

    eigenvalue: Eigenvalue
    direction: tuple[Number, ...] | None
    logits: tuple[LogNumber | arb, ...] | None

    def odds(self) -> tuple[Number, ...] | None:
        """E_h = e^(2 a_h) per head, exact where rational."""
        if self.logits is None:
            return None
        return tuple(_odds(a) for a in self.logits)


class Eigenlines:
    """The lines of all real eigenvalues of one matrix, with what they share computed once.

    P : logit matrices of the heads, (d, d) arrays of LogNumber.  bits : precision of the enclosures.
    """

    def __init__(self, spectrum: ValueSpectrum, P: Sequence[Array], bits: int = 128) -> None:
        self.spectrum, self.P, self.bits = spectrum, P, bits
        F = spectrum.matrix
        with ctx.workprec(bits):
            self._matrix = ball_matrix(F)
            self._logits = [ball_matrix(p) for p in P]
        # Any vectors will do unless they lie in a hyperplane: an unlucky draw is noticed, never believed.
        self._border = np.random.default_rng(0).standard_normal((2, len(F)))
        d = len(F)
        self._floats = FloatBalls.exact(np.zeros((d + 1, d + 1)))
        whole = FloatBalls.of(np.array(self._matrix.tolist(), dtype=object))
        self._floats.mid[:d, :d], self._floats.rad[:d, :d] = whole.mid, whole.rad
        self._floats.mid[:d, d], self._floats.mid[d, :d] = self._border

    def line(self, eigenvalue: Eigenvalue) -> Eigenline:
        """The line of one real eigenvalue of the matrix."""
        with ctx.workprec(self.bits):
            if isinstance(eigenvalue.value, fmpq):
                basis = _kernel(self.spectrum.matrix, eigenvalue.value)
                if len(basis) > 1:
                    return Eigenline(eigenvalue, None, _common_logits(basis, self.P))
                return Eigenline(eigenvalue, tuple(basis[0]), tuple(quadratic_form(p, basis[0]) for p in self.P))
            if eigenvalue.geometric > 1:
                constants = [_isotropic(p) for p in self.P]
                known = None if None in constants else tuple(c for c in constants if c is not None)
                return Eigenline(eigenvalue, None, known)
            column = self._enclosed(eigenvalue.value)
            if column is None:
                return Eigenline(eigenvalue, None, None)
            square = (column.transpose() * column)[0, 0]
            forms = tuple((column.transpose() * p * column)[0, 0] / square for p in self._logits)
            return Eigenline(eigenvalue, tuple(row[0] for row in column.tolist()), forms)

    def _enclosed(self, value: arb) -> arb_mat | None:
        """The solution of the bordered system for all numbers in the ball, without its last entry."""
        d = self.spectrum.d
        if d < _SMALL:
            return self._solved(value)
        shift = np.zeros(d + 1)
        shift[:d] = 1.0
        B = self._floats - FloatBalls.of(value) * np.diag(shift)
        if not np.all(np.isfinite(B.mid)):
            return None
        try:
            C = np.linalg.inv(B.mid)
        except np.linalg.LinAlgError:
            return None
        with np.errstate(all="ignore"):
            apart = np.eye(d + 1) - FloatBalls.exact(C) @ B
            q = float(np.max(np.sum(apart.size, axis=1))) * (1 + (d + 4) * 2.0**-50)
        if not q < 0.5:
            return self._solved(value)
        z, s = arb_mat(d, 1, [arb(float(x)) for x in C[:d, d]]), arb(float(C[d, d]))
        best: tuple[arb_mat, arb] | None = None
        while True:  # every turn gains the factor q, until the digits of the system are used up
            bound, correction, unit = self._corrected(C, z, s, value)
            error = (arb(bound) * unit / (1 - arb(q))).upper()
            if best is not None and not 4 * error < best[1]:
                return arb_mat(d, 1, [entry + arb(0, best[1]) for entry in best[0].entries()])
            if not error.is_finite():
                return self._solved(value)
            best = z, error
            z = (z + arb_mat(d, 1, [arb(float(x)) * unit for x in correction[:d]])).mid()
            s = (s + arb(float(correction[d])) * unit).mid()

    def _corrected(self, C: Array, z: arb_mat, s: arb, value: arb) -> tuple[float, Array, arb]:
        """C (b - B z) in floats: a bound of its largest entry, its middle, and their unit, a power of two."""
        u, w = self._border
        parts = zip(z.entries(), (self._matrix * z).entries(), u, strict=True)
        rest = [value * x - y - arb(float(side)) * s for x, y, side in parts]
        rest.append(1 - (arb_mat(1, len(w), [arb(float(x)) for x in w]) * z)[0, 0])
        unit = max((_power(x) for x in rest), key=lambda power: power.man_exp()[1])
        scaled = FloatBalls.of(np.array([[x / unit] for x in rest], dtype=object))
        moved = FloatBalls.exact(C) @ scaled
        return float(np.max(moved.size)), moved.mid[:, 0], unit

    def _solved(self, value: arb) -> arb_mat | None:
        """The same by elimination in balls, where floats cannot tell the system from a singular one."""
        d = self.spectrum.d
        u, w = self._border
        rows = [[*row, arb(float(u[i]))] for i, row in enumerate(self._matrix.tolist())]
        for i in range(d):
            rows[i][i] = rows[i][i] - value
        rows.append([*(arb(float(x)) for x in w), arb(0)])
        try:
            solution = arb_mat(rows).solve(arb_mat([[0]] * d + [[1]]))
        except ZeroDivisionError:
            return None
        return arb_mat([[solution[i, 0]] for i in range(d)])


def _power(x: arb) -> arb:
    """A power of two near the size of x, 2^-10^6 where that is zero."""
    mantissa, exponent = x.abs_upper().man_exp()
    power: arb = arb(2) ** (int(exponent) + int(mantissa).bit_length() if mantissa else -(10**6))
    return power


def unit_direction(line: Eigenline) -> Array:
    """The unit eigenvector as balls at the working precision : (d,). The line must have a direction."""
    assert line.direction is not None
    v = np.array([arb(entry) for entry in line.direction], dtype=object)
    return np.asarray(v / np.sum(v * v).sqrt())


def _odds(a: LogNumber | arb) -> Number:
    return a.scaled(fmpq(2)).exponential() if isinstance(a, LogNumber) else (2 * a).exp()


def _kernel(F: Array, value: fmpq) -> list[list[fmpq]]:
    """A rational basis of the null space of F - value."""
    d = len(F)
    reduced, rank = fmpq_mat([[F[i, j] - (value if i == j else 0) for j in range(d)] for i in range(d)]).rref()
    rows = reduced.tolist()
    pivots = [next(j for j in range(d) if rows[i][j] != 0) for i in range(rank)]
    basis = []
    for free in (j for j in range(d) if j not in pivots):
        vector = [fmpq(int(j == free)) for j in range(d)]
        for i, pivot in enumerate(pivots):
            vector[pivot] = -rows[i][free]
        basis.append(vector)
    return basis


def _common_logits(basis: list[list[fmpq]], P: Sequence[Array]) -> tuple[LogNumber, ...] | None:
    """The forms v^T P_h v / v^T v where they are constant on the span of `basis`; None otherwise."""
    found = []
    for p in P:
        constant = quadratic_form(p, basis[0])
        for i, first in enumerate(basis):
            for second in basis[i:]:
                total = [x + y for x, y in zip(first, second, strict=True)]
                if quadratic_form(p, total) != constant:
                    return None
        found.append(constant)
    return tuple(found)


def _isotropic(p: Array) -> LogNumber | None:
    """beta where the symmetric part of p is beta times the identity."""
    zero = LogNumber()
    for i, j in np.ndindex(*p.shape):
        if (i != j and p[i, j] + p[j, i] != zero) or p[i, i] != p[0, 0]:
            return None
    entry: LogNumber = p[0, 0]
    return entry
