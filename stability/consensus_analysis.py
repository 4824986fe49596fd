"""Every consensus of the attention map, for any number of tokens and heads, full or causal attention.

At a consensus every head averages equal tokens, so only V (the sum of the heads) matters. The tangent eigenvalues are
(1 + alpha lambda_j)/c and 1/c (N - 1 times) with c = 1 + alpha lambda_k; under causal attention (1 + alpha
lambda_j/i)/c for i = 1, ..., N. They are convex in 1/i, so i = 1 and i = N decide.
"""

from __future__ import annotations

from typing import Any

from flint import acb, fmpq, fmpq_poly, fmpz

from stability.equilibrium_record import EquilibriumRecord, SpectralValue, has_equilibrium, nature_of, verdict_for
from stability.exact_spectrum import Eigenvalue, ValueSpectrum
from stability.unit_disc import Side, compare_moduli

Number = Any
LISTED = 2_000


def consensus_record(
    spectrum: ValueSpectrum, k: int, alpha: fmpq, N: int, *, causal: bool = False
) -> EquilibriumRecord:
    """The consensus on the eigenvectors of the real eigenvalue number k.  alpha : positive.  N : at least 1."""
    e = spectrum.eigenvalues[k]
    c = 1 + alpha * e.value
    nature = nature_of([c])
    if not has_equilibrium(nature):
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
    return EquilibriumRecord(
        "consensus", k, (N,), nature, tuple(listed), verdict, flip=consensus_flip(spectrum, k), note=note
    )


def consensus_flip(spectrum: ValueSpectrum, k: int) -> Number | None:
    """The smallest step size at which another eigenvalue meets the unit circle at the consensus on v_k; None if none.

    Real eigenvalues reach -1 at 2/(-lambda_j - lambda_k), complex ones the circle at
    2 (lambda_k - Re lambda_j)/(|lambda_j|^2 - lambda_k^2).
    """
    own = spectrum.eigenvalues[k]
    found = [bound for e in spectrum.eigenvalues if e is not own and (bound := _bound(own.value, e)) is not None]
    return min(found, key=float, default=None)


def step_size_bound(spectrum: ValueSpectrum) -> tuple[Number | None, int | None, str]:
    """The supremum of the step sizes at which the principal consensus is stable, the eigenvalue that sets it, and why.

    None, with the reason, where every step size works, or where no step size does.
    """
    principal = spectrum.principal
    if principal is None:
        return (
            None,
            None,
            "no real simple eigenvalue exceeds all other real parts: none is stable for small steps",
        )
    if not principal.value > 0:
        return None, None, "the principal eigenvalue is not positive: its consensus is unstable for small steps"
    bounds = [(j, _bound(principal.value, e)) for j, e in enumerate(spectrum.eigenvalues) if e is not principal]
    found = [(j, bound) for j, bound in bounds if bound is not None]
    if not found:
        return None, None, "every step size: no other eigenvalue is larger in modulus"
    j, bound = min(found, key=lambda item: float(item[1]))
    if spectrum.eigenvalues[j].is_real:
        return bound, j, f"2 / (-lambda_{j + 1} - lambda_1)"
    return bound, j, f"2 (lambda_1 - Re lambda_{j + 1}) / (|lambda_{j + 1}|^2 - lambda_1^2)"


def _bound(principal: Number, e: Eigenvalue) -> Number | None:
    if e.is_real:
        excess = -e.value - principal
        return 2 / excess if excess > 0 else None
    square = e.pair[1] if e.pair else e.value.real**2 + e.value.imag**2
    real = e.pair[0] / 2 if e.pair else e.value.real
    excess = square - principal * principal
    return 2 * (principal - real) / excess if excess > 0 and principal > real else None


def _places(N: int, spectrum: ValueSpectrum) -> list[int]:
    return list(range(1, N + 1)) if N * spectrum.d <= LISTED else [1, N]


def _side(spectrum: ValueSpectrum, k: int, j: int, step: fmpq, alpha: fmpq, own: Eigenvalue, other: Eigenvalue) -> Side:
    """The side of (1 + step lambda_j)/(1 + alpha lambda_k), exactly where that can be."""
    c = 1 + alpha * own.value
    if step == alpha and (j == k or (other.is_real and _opposite(spectrum, own, other, alpha))):
        return Side.ON
    if other.pair and isinstance(c, fmpq):
        return compare_moduli(1 + step * other.pair[0] + step * step * other.pair[1], c * c)
    return compare_moduli(1 + step * other.value, c)


def _opposite(spectrum: ValueSpectrum, own: Eigenvalue, other: Eigenvalue, alpha: fmpq) -> bool:
    """Whether 1 + alpha lambda_j = -(1 + alpha lambda_k) exactly, for real eigenvalues that may be irrational."""
    total = -2 / alpha
    if own.exact is not None or other.exact is not None:
        return bool(own.value + other.value == total)
    if not (own.value + other.value - total).contains(0):
        return False
    shift = total * spectrum.denominator
    first = fmpq_poly(spectrum.factors[other.factor].polynomial)
    second = fmpq_poly(spectrum.factors[own.factor].polynomial)
    common = first.gcd(second(fmpq_poly([shift, -1])))
    if common.degree() < 1:
        return False
    found: Any = fmpq_poly(common).complex_roots()
    roots = [root.real for root, _ in found if root.imag == 0]
    scaled_other = other.value * fmpz(spectrum.denominator)
    scaled_own = own.value * fmpz(spectrum.denominator)
    near = [root for root in roots if root.overlaps(scaled_other)]
    if len(near) != 1:
        return False
    return _only(near[0], scaled_other, spectrum, other) and _only(shift - near[0], scaled_own, spectrum, own)


def _only(root: Number, ball: Number, spectrum: ValueSpectrum, e: Eigenvalue) -> bool:
    """Whether `root`, a root of the eigenvalue's factor, can be no other root of it."""
    factor = spectrum.factors[e.factor]
    rest = [candidate for place, candidate in enumerate(factor.roots) if place != e.root]
    return bool(ball.overlaps(root)) and not any(acb(candidate).overlaps(acb(root)) for candidate in rest)
