"""Equations between eigenvalues that no precision decides, decided through their polynomials.

The eigenvalues are roots of the square-free factors of an integer characteristic polynomial. That a sum or a product of
two of them is a given rational number means that two polynomials have a common root, and which root is seen from the
isolating balls.
"""

from __future__ import annotations

from typing import Any

from flint import acb, fmpq, fmpq_poly, fmpz

from attnverify.stability.linearisation.exact_spectrum import Eigenvalue, ValueSpectrum

Number = Any
MAX_DEGREE = 6


def sum_is(spectrum: ValueSpectrum, first: Eigenvalue, second: Eigenvalue, total: fmpq) -> bool:
    """Whether two real eigenvalues certainly add up to the rational `total`; they may be irrational."""
    if first.exact is not None or second.exact is not None:
        return bool(first.value + second.value == total)
    if not (first.value + second.value - total).contains(0):
        return False
    shift = total * spectrum.denominator
    common = _polynomial(spectrum, second).gcd(_polynomial(spectrum, first)(fmpq_poly([shift, -1])))
    root = _root(common, _scaled(spectrum, second))
    return root is not None and _is(root, spectrum, second) and _is(shift - root, spectrum, first)


def modulus_is(spectrum: ValueSpectrum, z: Eigenvalue, real: Eigenvalue) -> bool:
    """Whether the complex eigenvalue z certainly has the modulus of the real one.

    Decided where |z|^2 is a known rational, where the real eigenvalue is rational, and where both factors have degree
    MAX_DEGREE at most; False otherwise.
    """
    if z.pair:
        square = z.pair[1]
        if real.exact is not None:
            return bool(real.value * real.value == square)
        common = _polynomial(spectrum, real).gcd(fmpq_poly([-square * spectrum.denominator**2, 0, 1]))
        root = _root(common, _scaled(spectrum, real))
        return root is not None and _is(root, spectrum, real)
    if real.exact is None:
        return _is_square_of(spectrum, z, real)
    if real.value == 0:
        return False
    # |z|^2 = s means that conj(z) = s/z, so that z is a common root of f(x) and x^n f(s/x).
    square = real.value * real.value * fmpq(spectrum.denominator) ** 2
    f = _polynomial(spectrum, z)
    turned = fmpq_poly([f[f.degree() - k] * square ** (f.degree() - k) for k in range(f.degree() + 1)])
    root = _root(f.gcd(turned), _scaled(spectrum, z))
    if root is None or not _is(root, spectrum, z):
        return False
    conjugate = next(e for e in spectrum.eigenvalues if e.factor == z.factor and _are_conjugate(e, z))
    return _is(square / root, spectrum, conjugate)


def _is_square_of(spectrum: ValueSpectrum, z: Eigenvalue, real: Eigenvalue) -> bool:
    """|z|^2 = lambda^2: both are roots of one polynomial, and their balls meet the same one of its isolated roots."""
    f, g = _polynomial(spectrum, z), _polynomial(spectrum, real)
    if max(f.degree(), g.degree()) > MAX_DEGREE:
        return False
    products = _products(f) if z.factor == real.factor else _products(f) * _products(g)
    found: Any = (products // products.gcd(products.derivative())).complex_roots()
    places = []
    for ball in (_scaled(spectrum, z) * _scaled(spectrum, z).conjugate(), _scaled(spectrum, real) ** 2):
        places.append([place for place, (root, _) in enumerate(found) if root.overlaps(ball)])
    return len(places[0]) == 1 and places[0] == places[1]


def _products(f: fmpq_poly) -> fmpq_poly:
    """The monic polynomial of degree n^2 whose roots are the products of all pairs of roots of the monic f.

    Its power sums are the squares of those of f, and Newton's identities lead from coefficients to power sums and back.
    """
    n, top = f.degree(), f.degree() ** 2
    e = [f[n - k] if k <= n else fmpq(0) for k in range(top + 1)]
    sums = [fmpq(n)]
    for k in range(1, top + 1):
        sums.append(-k * e[k] - sum((e[i] * sums[k - i] for i in range(1, k)), fmpq(0)))
    c = [fmpq(1)]
    for k in range(1, top + 1):
        c.append(-sum((sums[i] ** 2 * c[k - i] for i in range(1, k + 1)), fmpq(0)) / k)
    return fmpq_poly(c[::-1])


def _are_conjugate(one: Eigenvalue, other: Eigenvalue) -> bool:
    return one is not other and not one.is_real and bool(one.value.overlaps(other.value.conjugate()))


def _polynomial(spectrum: ValueSpectrum, e: Eigenvalue) -> fmpq_poly:
    return fmpq_poly(spectrum.factors[e.factor].polynomial)


def _scaled(spectrum: ValueSpectrum, e: Eigenvalue) -> acb:
    return acb(e.value) * fmpz(spectrum.denominator)


def _root(common: fmpq_poly, near: acb) -> acb | None:
    """The only root of `common` whose enclosure meets the ball; None where there is none or more than one."""
    if common.degree() < 1:
        return None
    found: Any = common.complex_roots()
    roots = [root for root, _ in found if root.overlaps(near)]
    return roots[0] if len(roots) == 1 else None


def _is(root: Number, spectrum: ValueSpectrum, e: Eigenvalue) -> bool:
    """Whether `root`, a root of the eigenvalue's factor, can be no other root of it."""
    candidates = spectrum.factors[e.factor].roots
    meeting = [place for place, candidate in enumerate(candidates) if acb(candidate).overlaps(acb(root))]
    return meeting == [e.root]
