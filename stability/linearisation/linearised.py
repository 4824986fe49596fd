"""What a linearisation is: the Jacobian or its parts, the spectrum, and what the spectrum says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
import sympy as sp

from stability.linearisation.manifolds import vanishes
from stability.linearisation.unit_disc import Stability
from stability.numbers import Array
from stability.tables import Shown, Table

Time = Literal["discrete", "continuous"]
_MARGIN = 1e-8


@dataclass(frozen=True)
class Part:
    """An invariant subspace: the matrix on it, how often it occurs, and which perturbations it is made of."""

    matrix: Array
    multiplicity: Any
    perturbation: str


@dataclass(frozen=True, repr=False)
class Linearisation(Shown):
    """The derivative at a state, in orthonormal tangent bases.

    parts : the whole Jacobian, or the parts that symmetry or a causal order splits it into.
    residual : how far the state is from an equilibrium, the largest entry; exact where the state is.
    route : "series", "differences" or "exact".
    """

    parts: tuple[Part, ...]
    residual: Any
    route: str
    time: Time

    def table(self) -> Table:
        """The parts, one a row: their size, how often they occur, their eigenvalues and the perturbations."""
        rows = tuple(
            (f"{len(part.matrix)} x {len(part.matrix)}", str(part.multiplicity), _shown(part), part.perturbation)
            for part in self.parts
        )
        words = f"the derivative of a {'map' if self.time == 'discrete' else 'flow'}, by {self.route}"
        still = "at an equilibrium" if vanishes(self.residual) else f"at a state that moves by {self.residual}"
        return Table(f"{words}, {still}", ("part", "times", "eigenvalues", "perturbations"), rows)

    @property
    def jacobian(self) -> Array:
        """The Jacobian in one piece. Raises ValueError where it was split: its size may be a symbol."""
        if len(self.parts) > 1 or self.parts[0].multiplicity != 1:
            raise ValueError("the Jacobian was split by symmetry; its parts are in `parts`")
        return self.parts[0].matrix

    @cached_property
    def eigenvalues(self) -> list[tuple[Any, Any]]:
        """(eigenvalue, multiplicity): complex floats by falling modulus or real part, or exact SymPy roots.

        Floats in parts of floats; of an exact part the roots of its characteristic polynomial, unsorted.
        """
        found = [pair for part in self.parts for pair in _eigenvalues(part)]
        if any(isinstance(value, sp.Basic) for value, _ in found):
            return found
        return sorted(found, key=lambda pair: -abs(pair[0]) if self.time == "discrete" else -pair[0].real)

    @property
    def stability(self) -> Stability:
        """What the spectrum of floats says, 1e-8 around the boundary being undecided: no proof.

        Raises ValueError for exact eigenvalues and away from an equilibrium.
        """
        if any(isinstance(value, sp.Basic) for value, _ in self.eigenvalues):
            raise ValueError("the eigenvalues are exact; decide them as such")
        if not vanishes(self.residual):
            raise ValueError(f"the state is no equilibrium: it moves by {self.residual}")
        worst = max(
            (abs(value) - 1 if self.time == "discrete" else value.real for value, count in self.eigenvalues if count),
            default=-1.0,
        )
        if abs(worst) <= _MARGIN:
            return Stability.UNDECIDED
        return Stability.STABLE if worst < 0 else Stability.UNSTABLE


def _eigenvalues(part: Part) -> Iterator[tuple[Any, Any]]:
    if part.matrix.dtype.kind == "f":
        for value in np.linalg.eigvals(part.matrix):
            yield complex(value), part.multiplicity
        return
    for value, count in sp.Matrix(part.matrix.tolist()).eigenvals().items():
        yield value, count * part.multiplicity


def _shown(part: Part, most: int = 6) -> str:
    """The first eigenvalues of a part, for reading."""
    values = [value for value, _ in _eigenvalues(part)]
    texts = [str(value) if isinstance(value, sp.Basic) else f"{value:.5g}" for value in values[:most]]
    return ", ".join(texts + ["..."] * (len(values) > most))
