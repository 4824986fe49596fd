"""Every consensus of the attention map, for any number of tokens and heads, full or causal attention.

At a consensus every head averages equal tokens, so only V (the sum of the heads) matters. The tangent eigenvalues are
(1 + alpha lambda_j)/c and 1/c (N - 1 times) with c = 1 + alpha lambda_k; under causal attention (1 + alpha
lambda_j/i)/c for i = 1, ..., N. They are convex in 1/i, so i = 1 and i = N decide.

Equations between eigenvalues that no precision decides, decided through their polynomials.

The eigenvalues are roots of the square-free factors of an integer characteristic polynomial. That a sum or a product of
two of them is a given rational number means that two polynomials have a common root, and which root is seen from the
isolating balls.
"""

from __future__ import annotations

from typing import Any

from flint import acb, fmpq, fmpq_poly, fmpz

from ..linearisation import exact_spectrum
from ..linearisation.exact_spectrum import Eigenvalue, ValueSpectrum, real_part
from ..linearisation.spectral_verdicts import Side, compare_moduli
from ..numbers import sign
from ..states.equilibrium import Nature, nature_of
from .equilibrium_record import EquilibriumRecord, SpectralValue, verdict_for

Number = Any
LISTED = 2_000
FLIP_UNDECIDED = "whether another eigenvalue flips is not decided"


class TooCloseError(ArithmeticError):
    """Two eigenvalues that the known digits cannot compare; more digits may."""


def consensus_record(
    spectrum: ValueSpectrum, k: int, N: int, alpha: fmpq, *, causal: bool = False
) -> EquilibriumRecord:
    """The consensus on the eigenvectors of the real eigenvalue number k.  alpha : positive.  N : at least 1."""
    e = spectrum.eigenvalues[k]
    c = 1 + alpha * e.value
    nature = nature_of([c])
    if not nature.is_equilibrium:
        return EquilibriumRecord("consensus", k, (N,), nature, verdict=verdict_for(nature, []))
    places = _places(N, spectrum) if causal else [1]
    listed, sides = [], []
    for j, other in enumerate(spectrum.eigenvalues):
        multiplicity = other.multiplicity - (j == k)
        if not multiplicity:
            continue
        for i in places:
            name = f"along v_{j + 1}" + (f", token {i}" if causal else ", all tokens together")
            value = fmpq(1) if j == k and i == 1 else (1 + alpha / i * other.value) / c
            listed.append(SpectralValue(value, multiplicity, name))
            sides.append(_side(spectrum, k, j, alpha / i, alpha, e, other))
    if N > 1 and not causal:
        listed.append(SpectralValue(1 / c, (N - 1) * (spectrum.d - 1), "differences of tokens"))
        sides.append(compare_moduli(fmpq(1), c))
    note = "" if e.geometric == 1 else f"every unit vector of the {e.geometric}-dimensional eigenspace"
    if causal and len(places) < N:
        note = f"{note}; " * bool(note) + "listed for the first and the last token; the others lie between"
    verdict = verdict_for(nature, sides)
    try:
        flip = consensus_flip(spectrum, k) if nature is Nature.FIXED else None
    except TooCloseError:
        flip, note = None, f"{note}; " * bool(note) + FLIP_UNDECIDED
    return EquilibriumRecord("consensus", k, (N,), nature, tuple(listed), verdict, flip=flip, note=note)


def consensus_flip(spectrum: ValueSpectrum, k: int) -> Number | None:
    """The smallest step size at which another eigenvalue meets the unit circle at the consensus on v_k; None if none.

    Real eigenvalues lambda_j < lambda_k reach -1 at 2/(-lambda_j - lambda_k), complex ones the circle at
    2 (lambda_k - Re lambda_j)/(|lambda_j|^2 - lambda_k^2); for others the state is no fixed point there.
    Raises TooCloseError where the digits of the spectrum do not tell whether there is one.
    """
    own = spectrum.eigenvalues[k]
    found = [bound for e in spectrum.eigenvalues if e is not own and (bound := _bound(spectrum, own, e)) is not None]
    return min(found, key=float, default=None)


def step_size_bound(V: ValueSpectrum | Any) -> tuple[Number | None, int | None, str]:
    """The supremum of the step sizes at which the principal consensus is stable, the eigenvalue that sets it, and why.

    V : the value matrix, (d, d), or its spectrum.
    None, with the reason, where every step size works, or where no step size does. Raises TooCloseError where the
    digits of the spectrum do not decide, ValueError for what is no rational square matrix.

    >>> step_size_bound([[1, 0], [0, -3]])
    (1, 1, '2 / (-lambda_2 - lambda_1)')
    """
    spectrum = V if isinstance(V, ValueSpectrum) else exact_spectrum.spectrum(V)
    principal = spectrum.principal
    if principal is None:
        _require_none_principal(spectrum)
        return None, None, "none: no simple real eigenvalue exceeds all other real parts"
    if not principal.value > 0:
        return None, None, "none for small steps: the principal eigenvalue is not positive"
    others = [(j, e) for j, e in enumerate(spectrum.eigenvalues) if e is not principal]
    bounds = [(j, _bound(spectrum, principal, e)) for j, e in others]
    found = [(j, bound) for j, bound in bounds if bound is not None]
    if not found:
        return None, None, "all: no other eigenvalue is larger in modulus"
    j, bound = min(found, key=lambda item: float(item[1]))
    if spectrum.eigenvalues[j].is_real:
        return bound, j, f"2 / (-lambda_{j + 1} - lambda_1)"
    return bound, j, f"2 (lambda_1 - Re lambda_{j + 1}) / (|lambda_{j + 1}|^2 - lambda_1^2)"


def _bound(spectrum: ValueSpectrum, own: Eigenvalue, e: Eigenvalue) -> Number | None:
    if e.is_real:
        excess = -e.value - own.value
        flips = _is_positive(excess, sum_is(spectrum, own, e, fmpq(0))) and _is_positive(own.value - e.value, False)
        return 2 / excess if flips else None
    square = e.pair[1] if e.pair else e.value.real**2 + e.value.imag**2
    real = e.pair[0] / 2 if e.pair else e.value.real
    excess, ahead = square - own.value * own.value, own.value - real
    if not _is_positive(excess, modulus_is(spectrum, e, own)) or not _is_positive(ahead, False):
        return None
    return 2 * ahead / excess


def _is_positive(number: Number, is_zero: bool) -> bool:
    """Whether the number, exact or enclosed, is positive. Raises TooCloseError where that is open."""
    found = 0 if is_zero else sign(number)
    if found is None:
        raise TooCloseError("two eigenvalues are too close to be compared with these digits")
    return found > 0


def _require_none_principal(spectrum: ValueSpectrum) -> None:
    """Raises TooCloseError unless every simple real eigenvalue certainly has another real part at or above it."""
    for e in spectrum.eigenvalues:
        if e.is_real and e.multiplicity == 1:
            leads = [
                sign(e.value - (other.pair[0] / 2 if other.pair else real_part(other.value)))
                for other in spectrum.eigenvalues
                if other is not e
            ]
            if all(lead in (1, None) for lead in leads):
                raise TooCloseError("the largest real parts are too close to be compared with these digits")


def _places(N: int, spectrum: ValueSpectrum) -> list[int]:
    return list(range(1, N + 1)) if N * spectrum.d <= LISTED else [1, N]


def _side(spectrum: ValueSpectrum, k: int, j: int, step: fmpq, alpha: fmpq, own: Eigenvalue, other: Eigenvalue) -> Side:
    """The side of (1 + step lambda_j)/(1 + alpha lambda_k), exactly where that can be."""
    c = 1 + alpha * own.value
    if step == alpha and (j == k or (other.is_real and sum_is(spectrum, own, other, -2 / alpha))):
        return Side.ON
    if other.pair and isinstance(c, fmpq):
        return compare_moduli(1 + step * other.pair[0] + step * step * other.pair[1], c * c)
    return compare_moduli(1 + step * other.value, c)


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
    others = (e for e in spectrum.eigenvalues if e is not z and e.factor == z.factor and not e.is_real)
    conjugate = next(e for e in others if e.value.overlaps(z.value.conjugate()))
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
