"""What a linearisation is: the Jacobian or its parts, the spectrum, and what the spectrum says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp
from flint import arb_poly, ctx, fmpq

from ..numbers import Array
from ..tables import Shown, Table
from .slopes import vanishes
from .spectra import Mode
from .spectral_verdicts import (
    PRECISIONS,
    Side,
    Stability,
    Time,
    Verdict,
    approximate_eigenvalues,
    decided,
    irreducible,
    judged,
    recursion_side,
    side_of,
)
from .symbolic import Signs, ball


@dataclass(frozen=True)
class Part:
    """An invariant subspace: the matrix on it, how often it occurs, and which perturbations it is made of."""

    matrix: Array
    multiplicity: Any
    perturbation: str


@dataclass(frozen=True)
class Enclosed:
    """parts : balls that contain the matrices of all parts at every state within `radius`.  exists : whether an
    equilibrium is known to be among these states."""

    parts: tuple[Array, ...]
    exists: bool
    radius: float = 0.0


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
    signs: Signs = field(default_factory=Signs)
    enclosed: Callable[[int], Enclosed] | None = None

    def table(self) -> Table:
        """The parts, one a row: their size, how often they occur, their eigenvalues and the perturbations."""
        rows = tuple(row for part in self.parts for row in self._rows(part))
        words = f"the derivative of a {'map' if self.time == 'discrete' else 'flow'}, by {self.route}"
        still = "at an equilibrium" if vanishes(self.residual) else f"at a state that moves by {self.residual}"
        notes = [f"c_{k} = {sp.factor(length)} > 0" for k, length in enumerate(self.signs.lengths, start=1)]
        notes += [f"assumed: {relation}" for relation in self.assumptions]
        notes += ["whether what is given by assuming can hold is not known"] * (self.signs.possible is None)
        if vanishes(self.residual):
            verdict = self.verdict
            notes.append(verdict.stability.value + (f": {verdict.reason[:300]}" if verdict.reason else ""))
        return Table(f"{words}, {still}", ("part", "times", "eigenvalues", "perturbations"), rows, tuple(notes))

    def _rows(self, part: Part) -> Iterator[tuple[str, str, str, str]]:
        size = f"{len(part.matrix)} x {len(part.matrix)}"
        if part.matrix.dtype.kind == "f":
            values = approximate_eigenvalues(part.matrix)
            texts = [f"{value:.5g}" for value in values[:6]] + ["..."] * (len(values) > 6)
            yield size, str(part.multiplicity), ", ".join(texts), part.perturbation
            return
        for factor, count in _factors(part.matrix):
            yield size, str(_product(count, part.multiplicity)), _formula(factor, self.signs), part.perturbation

    @property
    def assumptions(self) -> tuple[Any, ...]:
        """The inequalities that an exact result rests on, given or inferred."""
        return self.signs.assumptions()

    @property
    def jacobian(self) -> Array:
        """The Jacobian in one piece. Raises ValueError where it was split: its size may be a symbol."""
        if len(self.parts) > 1 or self.parts[0].multiplicity != 1:
            raise ValueError("the Jacobian was split by symmetry; its parts are in `parts`")
        return self.parts[0].matrix

    @cached_property
    def modes(self) -> tuple[Mode, ...]:
        """The spectrum of an exact result in formulas, each eigenvalue or pair of them with its multiplicity.

        Raises ValueError for floats, and for an irreducible factor of degree above 2, which has no such formula.
        """
        found: list[Mode] = []
        for part in self.parts:
            if part.matrix.dtype.kind == "f":
                raise ValueError("formulas need an exact state (fractions or SymPy); `eigenvalues` has the numbers")
            for factor, count in _factors(part.matrix):
                if len(factor) > 3:
                    raise ValueError(f"a factor of degree {len(factor) - 1} of the characteristic polynomial: {factor}")
                trace = -factor[1]
                determinant = factor[2] if len(factor) == 3 else None
                found.append(Mode(trace, determinant, _product(count, part.multiplicity), part.perturbation))
        return tuple(found)

    @cached_property
    def eigenvalues(self) -> list[tuple[Any, Any]]:
        """(eigenvalue, multiplicity): complex floats by falling modulus or real part, or exact SymPy roots.

        Floats in parts of floats; of an exact part the roots of its characteristic polynomial, unsorted.
        """
        found: list[tuple[Any, Any]] = []
        for part in self.parts:
            if part.matrix.dtype.kind == "f":
                found += [(value, part.multiplicity) for value in approximate_eigenvalues(part.matrix)]
            else:
                for factor, count in _factors(part.matrix):
                    times = _product(count, part.multiplicity)
                    found += [(root, _product(n, times)) for root, n in _roots(factor).items()]
        if self.route == "exact":
            return found
        return sorted(found, key=lambda pair: -abs(pair[0]) if self.time == "discrete" else -pair[0].real)

    def split(self, places: Sequence[slice]) -> Linearisation:
        """The diagonal blocks of a Jacobian that must be block lower triangular, as parts."""
        whole, parts = self.jacobian, []
        for i, place in enumerate(places):
            if not all(vanishes(entry) for entry in whole[place, place.stop :].flat):
                raise ValueError(f"token {i} depends on a later token; causal dynamics do not look ahead")
            parts.append(Part(whole[place, place], 1, f"token {i}"))
        return replace(self, parts=tuple(parts))

    @property
    def stability(self) -> Stability:
        """What the spectrum says about the equilibrium: see `verdict`, which has the reason where it is undecided.

        "stable" and "unstable" are proved of the function as it was evaluated, its floats being the binary numbers they
        are; after "differences" they rest on the estimate of their error. "marginal": none outside, one exactly on the
        boundary. Raises ValueError away from an equilibrium.
        """
        return self.verdict.stability

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict with its reason."""
        if not vanishes(self.residual):
            raise ValueError(f"the state is no equilibrium: it moves by {self.residual}")
        if self.enclosed is None:
            try:
                return _exact_verdict(self.parts, self.signs, self.time)
            except (NotImplementedError, sp.polys.polyerrors.BasePolynomialError) as error:
                return Verdict(Stability.UNDECIDED, f"SymPy cannot factor the characteristic polynomial: {error}")
        enclosed, reached = self.enclosed, []

        def parts(bits: int) -> Sequence[Array]:
            reached.append(enclosed(bits))
            found = reached[-1].parts
            # Of causal dynamics the whole matrix is enclosed: its zeros are seen there.
            if len(found) == 1:
                return found
            return [M for M, of in zip(found, self.parts, strict=True) if of.multiplicity != 0]

        try:
            found = decided(parts, self.time)
        except Exception as error:  # a user's function may fail on balls around the state
            return Verdict(Stability.UNDECIDED, f"f cannot be enclosed around the state: {error}; give an exact state")
        if found.stability in (Stability.STABLE, Stability.MARGINAL) and not reached[-1].exists:
            reason = f"whether an equilibrium is near is not known: it moves by {self.residual}"
            found = Verdict(Stability.UNDECIDED, reason)
        if found.stability is not Stability.UNDECIDED:
            return found
        if self.route == "differences":
            way = "write f with + - * / @ and exp, sqrt, cos, sin of stability.numbers, so that it is done by series"
        elif reached[-1].radius:
            way = "give the state and the matrices exactly, as fractions or SymPy numbers"
        else:
            way = "give the state as fractions or SymPy numbers"
        return Verdict(Stability.UNDECIDED, f"{found.reason}; to decide it {way}")

    def lemma(self, title: str = "The spectrum is inside") -> str:
        """A file for `attnverify decide`: what is assumed gives that every eigenvalue lies inside the unit circle, or
        left of the imaginary axis.

        By Schur's conditions for pairs. Symbols are letters, e^u is a positive letter. Raises ValueError as `modes`
        does, and for different symbols of one name.
        """
        slacks = list(dict.fromkeys(slack for mode in self.modes for slack in _slacks(mode, self.time)))
        slacks = [slack for slack in slacks if not (slack.is_number and slack.is_positive)]
        assumed = [relation.lhs for relation in self.assumptions]
        symbols = sorted(set().union(*(e.free_symbols for e in (*slacks, *assumed))), key=str)
        letters = {x.name: "positive" if x.is_positive else "real" for x in symbols}
        if len(letters) < len(symbols):
            raise ValueError(
                f"two symbols have one name, of {', '.join(map(str, symbols))}; allowed is one of each name"
            )
        powers: dict[Any, Any] = {}

        def power(e: Any) -> Any:
            factor, rest = e.args[0].as_coeff_Mul()
            if rest not in powers:
                name = "e_" + "".join(x if x.isalnum() else "_" for x in str(rest))
                while name in letters:
                    name += "_"
                letters[name], powers[rest] = "positive", sp.Symbol(name, positive=True)
            return powers[rest] ** factor

        def text(e: Any) -> str:
            return str(e.replace(lambda x: isinstance(x, sp.exp), power)).replace("**", "^")

        show = [f"{text(slack)} > 0" for slack in slacks]
        given = [f"{text(e)} > 0" for e in assumed]
        lines = [f'title = "{title}"', "given = [" + ", ".join(f'"{line}"' for line in given) + "]"]
        lines += ["show = [" + ", ".join(f'"{line}"' for line in show) + "]", "[letters]"]
        return "\n".join(lines + [f'{name} = "{word}"' for name, word in sorted(letters.items())]) + "\n"


def _slacks(mode: Mode, time: Time) -> list[Any]:
    """Numbers that are all positive exactly where the real eigenvalue, or the pair, lies inside."""
    if mode.determinant is None:
        return [1 - mode.trace, 1 + mode.trace] if time == "discrete" else [-mode.trace]
    if time == "continuous":
        return [-mode.trace, mode.determinant]
    return [1 - mode.trace + mode.determinant, 1 + mode.trace + mode.determinant, 1 - mode.determinant]


def _product(a: Any, b: Any) -> Any:
    return sp.factor(a * b) if isinstance(b, sp.Basic) or isinstance(a, sp.Basic) else int(a) * int(b)


def _factors(matrix: Array) -> list[tuple[tuple[Any, ...], int]]:
    """Monic factors of the characteristic polynomial of an exact matrix, coefficients from the highest power on."""
    z = sp.Dummy("z")
    found: dict[tuple[Any, ...], int] = {}
    for block in irreducible(matrix):
        if len(block) == 1:
            parts = [((sp.Integer(1), -sp.sympify(block[0, 0])), 1)]
        else:
            tidy = Signs()
            encoded = sp.Matrix(np.frompyfunc(tidy.encoded, 1, 1)(block).tolist())
            coefficients = [tidy.short(c) for c in encoded.charpoly(z).all_coeffs()]
            radicals = {a for c in coefficients for a in c.atoms(sp.Pow) if a.is_number and not a.is_rational}
            cleared, _ = sp.fraction(sp.together(sp.Poly(coefficients, z).as_expr()))
            parts = []
            for factor, power in sp.factor_list(cleared, **({"extension": radicals} if radicals else {}))[1]:
                if factor.has(z):
                    first, *others = sp.Poly(factor, z).all_coeffs()
                    monic = (sp.Integer(1), *(tidy.decoded(tidy.short(c / first)) for c in others))
                    parts.append((monic, int(power)))
        for factor, power in parts:
            found[factor] = found.get(factor, 0) + power
    return list(found.items())


def _roots(factor: tuple[Any, ...]) -> dict[Any, int]:
    if len(factor) == 2:
        return {-factor[1]: 1}
    z = sp.Dummy("z")
    polynomial = sp.Poly(factor, z)
    found: dict[Any, int] = sp.roots(polynomial)
    if sum(found.values()) != polynomial.degree():
        found = {}
        for k in range(polynomial.degree()):
            root = sp.rootof(polynomial, k)
            found[root] = found.get(root, 0) + 1
    return found


def _formula(factor: tuple[Any, ...], signs: Signs) -> str:
    if len(factor) == 2:
        return signs.text(-factor[1])
    if len(factor) == 3:
        tau, delta = signs.text(-factor[1]), signs.text(factor[2])
        return f"both roots of z^2 - tau z + delta, tau = {tau}, delta = {delta}"
    return f"the {len(factor) - 1} roots of the polynomial with the coefficients {', '.join(map(str, factor))}"


def _exact_verdict(parts: Sequence[Part], signs: Signs, time: Time) -> Verdict:
    sides, open_ends, perhaps = [], [], []
    for part in parts:
        if all(sp.sympify(entry).is_Rational for entry in part.matrix.flat):
            rational = np.array([fmpq(int(x.p), int(x.q)) for x in map(sp.sympify, part.matrix.flat)], dtype=object)
            blocks = irreducible(rational.reshape(part.matrix.shape))
            found = [(side_of(block, time), "a polynomial with very large coefficients") for block in blocks]
        else:
            found = [_side_of_factor(factor, signs, time) for factor, _ in _factors(part.matrix)]
        present = signs(part.multiplicity)
        for side, reason in found:
            if present == 0:
                continue
            if present is None and side in (Side.OUTSIDE, Side.ON):
                perhaps.append((side, str(part.multiplicity)))
                continue
            sides.append(side)
            if side is Side.UNDECIDED:
                open_ends.append(reason)
    for side, reason in perhaps:  # not there, it says nothing; there, what is known already
        if not (side is Side.ON and Side.ON in sides):
            sides.append(Side.UNDECIDED)
            open_ends.append(reason)
    verdict = judged(sides)
    if verdict is not Stability.UNDECIDED:
        return Verdict(verdict)
    wanted = "; ".join(dict.fromkeys(open_ends))
    return Verdict(verdict, f"it rests on the sign of {wanted}; to decide it say it by assuming=[...]")


def _side_of_factor(factor: tuple[Any, ...], signs: Signs, time: Time) -> tuple[Side, str]:
    """Where the worst root of a monic polynomial lies, or what would decide it."""
    reason = f"the roots of the polynomial with the coefficients {', '.join(map(str, factor))}"
    if len(factor) <= 3:
        slacks = _slacks(Mode(-factor[1], factor[2] if len(factor) == 3 else None, 1, ""), time)
        found = [signs(slack) for slack in slacks]
        if -1 in found:
            return Side.OUTSIDE, ""
        if None not in found:
            return Side.ON if 0 in found else Side.INSIDE, ""
        reason = "; ".join(str(sp.factor(slack)) for slack, s in zip(slacks, found, strict=True) if s is None)
    if all(coefficient.is_number for coefficient in factor):
        for bits in PRECISIONS:
            with ctx.workprec(bits), suppress(ValueError):
                side = recursion_side(arb_poly([ball(coefficient) for coefficient in factor[::-1]]), time)
                if side is not Side.UNDECIDED:
                    return side, ""
    return Side.UNDECIDED, reason
