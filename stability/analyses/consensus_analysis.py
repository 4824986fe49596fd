"""Every consensus of the attention map, for any number of tokens and heads, full or causal attention.

At a consensus every head averages equal tokens, so only V (the sum of the heads) matters. The tangent eigenvalues are
(1 + alpha lambda_j)/c and 1/c (N - 1 times) with c = 1 + alpha lambda_k; under causal attention (1 + alpha
lambda_j/i)/c for i = 1, ..., N. They are convex in 1/i, so i = 1 and i = N decide.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from attnverify.stability.analyses.equilibrium_record import (
    EquilibriumRecord,
    SpectralValue,
    has_equilibrium,
    verdict_for,
)
from attnverify.stability.analyses.exact_relations import modulus_is, sum_is
from attnverify.stability.linearisation.exact_spectrum import Eigenvalue, ValueSpectrum, real_part
from attnverify.stability.linearisation.unit_disc import Side, compare_moduli
from attnverify.stability.numbers import sign
from attnverify.stability.states.equilibrium import Nature, nature_of

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
    try:
        flip = consensus_flip(spectrum, k) if nature is Nature.FIXED else None
    except TooCloseError:
        flip, note = None, f"{note}; " * bool(note) + FLIP_UNDECIDED
    return EquilibriumRecord("consensus", k, (N,), nature, tuple(listed), verdict, flip=flip, note=note)


def consensus_flip(spectrum: ValueSpectrum, k: int) -> Number | None:
    """The smallest step size at which another eigenvalue meets the unit circle at the consensus on v_k; None if none.

    Real eigenvalues reach -1 at 2/(-lambda_j - lambda_k), complex ones the circle at
    2 (lambda_k - Re lambda_j)/(|lambda_j|^2 - lambda_k^2). Raises TooCloseError where the digits of the spectrum do
    not tell whether there is one.
    """
    own = spectrum.eigenvalues[k]
    found = [bound for e in spectrum.eigenvalues if e is not own and (bound := _bound(spectrum, own, e)) is not None]
    return min(found, key=float, default=None)


def step_size_bound(spectrum: ValueSpectrum) -> tuple[Number | None, int | None, str]:
    """The supremum of the step sizes at which the principal consensus is stable, the eigenvalue that sets it, and why.

    None, with the reason, where every step size works, or where no step size does. Raises TooCloseError where the
    digits of the spectrum do not decide.
    """
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
        return 2 / excess if _is_positive(excess, sum_is(spectrum, own, e, fmpq(0))) else None
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
