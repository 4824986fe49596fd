"""Exponentials, logarithms and tanh as new variables with true facts about them, so that algebra can decide.

What follows from the facts for all values of the new variables holds for the functions. The converse is not claimed: a
counterexample of the algebraic problem refutes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

import sympy as sp

from verify.deciders.algebraic import Algebraic
from verify.deciders.translate import Signed, exact
from verify.kernel.elementary import exp_bounds, log_bounds

Expr = Any

_KINDS = (sp.exp, sp.log, sp.tanh)
_MAX_ATOMS = 8
_MAX_PAIRED = 5
_BITS = 24


@dataclass(frozen=True)
class Replaced:
    """The conditions without transcendental functions, and what is true of the variables that replace them.

    legend : new variable -> what it stands for, as text.
    """

    conditions: tuple[Signed, ...]
    facts: tuple[Signed, ...]
    legend: dict[str, str]


def is_transcendental(parts: Sequence[Signed]) -> bool:
    """Whether exp, log or tanh occurs."""
    return any(part.expr.has(*_KINDS, sp.E) for part in parts)


def replaced(parts: Sequence[Signed]) -> Replaced | None:
    """The conditions with every exp, log and tanh replaced, from the inside out; None when there are too many.

    The facts: exp is positive, above its tangents and above its Taylor polynomial of degree 3; log inverts it; tanh is
    (exp(2u) - 1)/(exp(2u) + 1), of the sign of u, smaller than 1, and between convergents of its continued fraction.
    """
    work = _Replacement(parts)
    while work.step():
        if len(work.legend) > _MAX_ATOMS:
            return None
    return Replaced(tuple(work.parts), tuple(dict.fromkeys([*work.facts, *work.pairs()])), work.legend)


class _Replacement:
    def __init__(self, parts: Sequence[Signed]) -> None:
        self.parts = list(parts)
        self.facts: list[Signed] = []
        self.legend: dict[str, str] = {}
        # Pairs (a, y) with y = exp(a).
        self.points: list[tuple[Expr, Expr]] = []
        self.meant: dict[Expr, Expr] = {}

    def step(self) -> bool:
        """Replace the innermost functions; False when there are none."""
        found = {atom for part in self.parts for atom in part.expr.atoms(*_KINDS)}
        found |= {sp.E for part in self.parts if part.expr.has(sp.E)}
        inner = [atom for atom in found if atom is sp.E or not atom.args[0].has(*_KINDS, sp.E)]
        if not inner:
            return False
        inner.sort(key=str)
        doubled = [sp.exp(2 * atom.args[0]) for atom in inner if isinstance(atom, sp.tanh)]
        exponentials = [atom for atom in inner if atom is sp.E or isinstance(atom, sp.exp)] + doubled
        new = self._exponentials(exponentials)
        for atom in inner:
            if isinstance(atom, sp.log):
                new[atom] = self._logarithm(atom)
            elif isinstance(atom, sp.tanh):
                new[atom] = self._tanh(atom, new[sp.exp(2 * atom.args[0])])
        self.parts = [Signed(part.expr.xreplace(new), part.sign) for part in self.parts]
        return True

    def pairs(self) -> list[Signed]:
        """Every exponential lies above its tangent at every other one."""
        points = list(dict.fromkeys(self.points))
        if len(points) > _MAX_PAIRED:
            return []
        return [Signed(sp.expand(y - z * (1 + a - b)), "nonnegative") for (a, y), (b, z) in permutations(points, 2)]

    def _exponentials(self, atoms: list[Expr]) -> dict[Expr, Expr]:
        taken = {symbol for part in self.parts for symbol in part.expr.free_symbols}
        algebraic = Algebraic([*atoms, *taken, *(sp.Symbol(name) for name in self.legend)])
        new = {atom: algebraic.of(atom) for atom in atoms}
        for symbol, stands_for in algebraic.where.items():
            exponent = sp.Integer(1) if stands_for is sp.E else stands_for.as_base_exp()[1]
            self._named(symbol, stands_for)
            self._exponential(exponent, symbol)
        for atom, value in new.items():
            exponent = sp.Integer(1) if atom is sp.E else atom.args[0]
            self._exponential(exponent, value)
        return new

    def _exponential(self, exponent: Expr, value: Expr) -> None:
        cube = 1 + exponent + exponent**2 / 2 + exponent**3 / 6
        self.facts.append(Signed(value, "positive"))
        self.facts += [Signed(value - 1 - exponent, "nonnegative"), Signed(sp.expand(value - cube), "nonnegative")]
        if exponent.is_Rational:
            self._between(value, exp_bounds(exact(exponent), _BITS))
        # The tangent of the exponential at this point, seen from 0, where it is 1.
        self.facts.append(Signed(sp.expand(1 - value * (1 - exponent)), "nonnegative"))
        self.points.append((exponent, value))

    def _logarithm(self, atom: Expr) -> Expr:
        symbol = self._fresh("log", atom)
        argument = atom.args[0]
        self._exponential(symbol, argument)
        if argument.is_Rational:
            self._between(symbol, log_bounds(exact(argument), _BITS))
        return symbol

    def _tanh(self, atom: Expr, square: Expr) -> Expr:
        symbol, u = self._fresh("tanh", atom), atom.args[0]
        self.facts += [
            Signed(sp.expand(symbol * (square + 1) - square + 1), "zero"),
            Signed(1 - symbol, "positive"),
            Signed(1 + symbol, "positive"),
            Signed(sp.expand(u * symbol - symbol**2), "nonnegative"),
            # Two convergents of the continued fraction, below and above.
            Signed(sp.expand(u * symbol * (3 + u**2) - 3 * u**2), "nonnegative"),
            Signed(sp.expand(u**2 * (15 + u**2) - u * symbol * (15 + 6 * u**2)), "nonnegative"),
        ]
        return symbol

    def _between(self, value: Expr, bounds: tuple[Fraction, Fraction]) -> None:
        low, high = (sp.Rational(end.numerator, end.denominator) for end in bounds)
        self.facts += [Signed(value - low, "nonnegative"), Signed(high - value, "nonnegative")]

    def _fresh(self, stem: str, atom: Expr) -> Expr:
        taken = {symbol.name for part in self.parts for symbol in part.expr.free_symbols} | set(self.legend)
        number = 0
        while f"{stem}{number}" in taken:
            number += 1
        symbol = sp.Symbol(f"{stem}{number}")
        self._named(symbol, atom)
        return symbol

    def _named(self, symbol: Expr, stands_for: Expr) -> None:
        shown = stands_for.xreplace(self.meant)
        self.meant[symbol] = shown
        self.legend[symbol.name] = str(shown)
