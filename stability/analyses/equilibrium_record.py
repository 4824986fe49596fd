"""What an analysis says about one equilibrium: its spectrum, which eigenvalue binds, and whether it is stable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flint import acb, arb, ctx, fmpq

from ..linearisation.spectral_verdicts import Side, Stability, judged
from ..numbers import Array
from ..states.equilibrium import Nature

# More than any spectrum is enclosed with, so that a difference from 1 loses nothing.
_BITS = 4096
Number = Any  # fmpq (exact), arb or acb (enclosures)


@dataclass(frozen=True)
class SpectralValue:
    """A tangent eigenvalue, exact or enclosed, with its multiplicity and the tangent vectors it belongs to."""

    value: Number
    multiplicity: int
    perturbation: str


@dataclass(frozen=True)
class EquilibriumRecord:
    """One equilibrium, or a range of equilibria with the same verdict.

    kind : "consensus", "bipartite", "clustering", "polygonal" or "sign pattern".
    eigenvalue : place of the eigenvalue of V in the spectrum; None off the eigenvectors.
    split : the sizes of the groups; `last` is the last split of a range, which then all have the verdict, and the
        spectrum is that of the last one.
    nature : what one step does to the state; None when it was not found on an eigenvector.
    spectrum : of the map at a fixed point, of minus the map at a 2-cycle with the antipodal state; empty otherwise.
    verdict : None where there is nothing to judge.
    certified : whether nature and verdict are decided by exact or ball arithmetic.
    tokens : (m, d) representatives, for reading, where they are not on an eigenvector.
    images : how many mirror images of the state were found, itself included.
    flip : the smallest step size at which another eigenvalue reaches the circle, of a fixed point, a consensus or a
        bipartite state of one head, there of the real ones; None if none, and where it is not computed.
    """

    kind: str
    eigenvalue: int | None
    split: tuple[int, ...]
    nature: Nature | None
    spectrum: tuple[SpectralValue, ...] = ()
    verdict: Stability | None = None
    certified: bool = True
    flip: Number | None = None
    last: tuple[int, ...] | None = None
    note: str = ""
    tokens: Array | None = None
    images: int = 1

    @property
    def binding(self) -> SpectralValue | None:
        """The eigenvalue of largest modulus; of several with overlapping enclosures the one with the largest middle."""
        return max(self.spectrum, key=lambda item: float(abs(middle(item.value))), default=None)

    @property
    def margin(self) -> Number | None:
        """1 - the spectral radius, exact or enclosed; negative for an unstable point."""
        if not self.spectrum:
            return None
        with ctx.workprec(_BITS):
            moduli = [abs(item.value) for item in self.spectrum]
            if all(isinstance(modulus, fmpq) for modulus in moduli):
                return 1 - max(moduli)
            largest = arb(moduli[0])
            for modulus in moduli[1:]:
                largest = largest.max(arb(modulus))
            return 1 - largest


def middle(value: Number) -> complex:
    """A floating-point number near the value, for sorting and printing; real where the value may be."""
    if isinstance(value, fmpq):
        return complex(int(value.p) / int(value.q))
    if isinstance(value, acb):
        imaginary = 0.0 if value.imag.contains(0) else float(value.imag.mid())
        return complex(float(value.real.mid()), imaginary)
    return complex(float(arb(value).mid()))


def verdict_for(nature: Nature, sides: Sequence[Side]) -> Stability | None:
    """The verdict on a fixed point or 2-cycle; undecided where its nature is; None where there is nothing to judge."""
    if nature.is_equilibrium:
        return judged(sides)
    return Stability.UNDECIDED if nature is Nature.UNDECIDED else None
