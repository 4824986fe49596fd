"""The exact spectrum of a rational matrix: every eigenvalue enclosed, with its algebraic and geometric multiplicity.

The matrix is scaled to an integer one. Its characteristic polynomial splits into square-free factors, whose roots are
isolated one by one; a rational root is an integer there and is recognised exactly, and so is a complex pair whose sum
and product are rational.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from flint import acb, arb, ctx, fmpq, fmpq_mat, fmpz, fmpz_mat, fmpz_poly

from attnverify.stability.log_numbers import integer_matrix, rational_matrix
from attnverify.stability.numbers import Array
from attnverify.stability.tables import Shown, Table

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
    transposed = scaled.transpose()
    normal = scaled * transposed == transposed * scaled
    return ValueSpectrum(F, D, factors, tuple(_sorted(found)), scaled == transposed, normal)


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
        a, b = acb(one.value), acb(other.value)
        for left, right in ((b.real, a.real), (abs(a.imag), abs(b.imag)), (b.imag, a.imag)):
            if left < right:
                return -1
            if left > right:
                return 1
        return 0

    return sorted(eigenvalues, key=cmp_to_key(compare))
