"""Exact entries of a logit matrix: rationals, and rational multiples of logarithms of positive rationals.

The exponential of such a number is often rational, and then every attention weight is. Logarithms are kept by prime,
log(9/2) = 2 log 3 - log 2, so that equal numbers have equal parts: logarithms of different primes are linearly
independent over the rationals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp
from flint import arb, arb_mat, fmpq, fmpz, fmpz_mat

from .numbers import Array, exact, like_array, plain

MAX_POWER = 200
MAX_FACTORED = 10**24


@dataclass(frozen=True)
class LogNumber:
    """rational + sum over primes p of logs[p] * log(p), exactly."""

    rational: fmpq = field(default_factory=fmpq)
    logs: Mapping[int, fmpq] = field(default_factory=dict)

    def __add__(self, other: LogNumber) -> LogNumber:
        logs = dict(self.logs)
        for prime, factor in other.logs.items():
            logs[prime] = logs.get(prime, fmpq(0)) + factor
        return LogNumber(self.rational + other.rational, {prime: c for prime, c in logs.items() if c != 0})

    def scaled(self, factor: fmpq) -> LogNumber:
        """factor times the number."""
        logs = {prime: c * factor for prime, c in self.logs.items()} if factor != 0 else {}
        return LogNumber(self.rational * factor, logs)

    def ball(self) -> arb:
        """An enclosure at the working precision."""
        total = arb(self.rational)
        for prime, factor in self.logs.items():
            total += factor * arb(prime).log()
        return total

    def exponential(self) -> fmpq | arb:
        """e to this number: the exact rational where it is one of reasonable size, otherwise a ball."""
        whole = all(c.q == 1 and abs(c.p) <= MAX_POWER for c in self.logs.values())
        if self.rational != 0 or not whole:
            return self.ball().exp()
        product = fmpq(1)
        for prime, factor in self.logs.items():
            product *= fmpq(prime) ** int(factor.p)
        return product


def log_of(value: Fraction) -> LogNumber:
    """log(value), exactly. Raises ValueError unless value is positive and small enough to be factored."""
    if value <= 0:
        raise ValueError(f"log({value}): the logarithm of a positive rational is needed")
    if max(value.numerator, value.denominator) > MAX_FACTORED:
        raise ValueError(f"log({value}): numerator and denominator may be at most {MAX_FACTORED}")
    powers = sp.factorint(value.numerator)
    powers.update({prime: -power for prime, power in sp.factorint(value.denominator).items()})
    return LogNumber(fmpq(0), {int(prime): fmpq(int(power)) for prime, power in powers.items() if prime != 1})


def exact_rational(entry: Any, name: str) -> fmpq:
    """The entry as a rational; a float is the binary number it is. Raises ValueError naming what it is instead."""
    entry = exact(plain(entry))
    if isinstance(entry, LogNumber) and not entry.logs:
        return entry.rational
    if isinstance(entry, fmpq):
        return entry
    if isinstance(entry, sp.Rational):
        return fmpq(int(entry.p), int(entry.q))
    if isinstance(entry, bool | np.bool_) or not isinstance(entry, int | float | Fraction | np.integer | np.floating):
        raise ValueError(f"{name}: {_shown(entry)}; an exact rational number or a float is needed")
    try:
        top, bottom = entry.as_integer_ratio() if hasattr(entry, "as_integer_ratio") else (int(entry), 1)
    except (OverflowError, ValueError) as error:
        raise ValueError(f"{name}: {entry} is not finite; allowed are finite numbers") from error
    return fmpq(fmpz(int(top)), fmpz(int(bottom)))


def log_number(entry: Any, name: str) -> LogNumber:
    """The entry as a LogNumber: itself, a number, or a SymPy sum of rational multiples of logarithms of rationals."""
    if isinstance(entry, LogNumber):
        return entry
    if isinstance(entry, sp.Expr) and not isinstance(entry, sp.Rational):
        total = LogNumber()
        for term in sp.Add.make_args(entry):
            factor, rest = term.as_coeff_Mul()
            if isinstance(rest, sp.log) and rest.args[0].is_Rational and factor.is_Rational:
                inner = Fraction(int(rest.args[0].p), int(rest.args[0].q))
                total += log_of(inner).scaled(fmpq(int(factor.p), int(factor.q)))
            else:
                total += LogNumber(exact_rational(term, name))
        return total
    return LogNumber(exact_rational(entry, name))


def rational_matrix(entries: Any, name: str) -> Array:
    """A (d, d) object array of fmpq. Raises ValueError for a shape that is not square and entries not rational."""
    return _square(entries, name, exact_rational)


def log_matrix(entries: Any, name: str) -> Array:
    """A (d, d) object array of LogNumber. Raises ValueError as `rational_matrix` does."""
    return _square(entries, name, log_number)


def quadratic_form(P: Array, w: Sequence[fmpq]) -> LogNumber:
    """w^T P w / w^T w, exactly.  P : (d, d) of LogNumber.  w : d rationals, not all zero."""
    square = sum((c * c for c in w), fmpq(0))
    total = LogNumber()
    for i, j in np.ndindex(*P.shape):
        if w[i] != 0 and w[j] != 0:
            entry: Any = P[i, j]
            total += entry.scaled(w[i] * w[j] / square)
    return total


def ball_matrix(P: Array) -> arb_mat:
    """The matrix as balls at the working precision."""
    return arb_mat([[entry.ball() if isinstance(entry, LogNumber) else arb(entry) for entry in row] for row in P])


def integer_matrix(F: Array) -> tuple[fmpz_mat, int]:
    """The integer matrix D F and the least common denominator D of the rational matrix F."""
    D = fmpz(1)
    for entry in F.reshape(-1):
        D = D * entry.q // D.gcd(entry.q)
    return fmpz_mat([[(entry * D).p for entry in row] for row in F]), int(D)


def _square(entries: Any, name: str, convert: Any) -> Array:
    entries = like_array(entries, name)
    rows = [list(row) for row in entries] if np.ndim(entries) == 2 else None
    if not rows or any(len(row) != len(rows) for row in rows):
        raise ValueError(f"{name} has shape {np.shape(entries)}; a square matrix is needed")
    found = np.empty((len(rows), len(rows)), dtype=object)
    for i, row in enumerate(rows):
        for j, entry in enumerate(row):
            found[i, j] = convert(entry, f"{name}[{i}][{j}]")
    return found


def _shown(entry: Any) -> str:
    return "a sum with logarithms" if isinstance(entry, LogNumber) else f"{str(entry)[:40]!r}"
