"""Where a variable of a user's statement may lie: as relations for the deciders, and as exact values for a search."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from verify.referee.grammar import GrammarError, evaluate
from verify.statements.scalars import entry_name

MAX_SIDE = 4
KINDS = ("real", "positive", "negative", "integer")
ALLOWED = f"allowed are {', '.join(KINDS)}, an interval such as '(0, 1]', and 'psd n' with n from 1 to {MAX_SIDE}"
_INTERVAL = re.compile(r"\s*([\[(])([^,]{1,200}),([^,]{1,200})([\])])\s*")
_PSD = re.compile(r"\s*psd\s+(\d{1,3})\s*")
_SIZES = [Fraction(n, d) for n, d in ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (5, 2), (1, 10), (7, 1), (20, 1))]


class StatementError(ValueError):
    """A statement that cannot be read; the message is one line: what, where, which value, what is allowed."""


@dataclass(frozen=True, slots=True)
class Domain:
    """The values of one variable.

    kind : one of KINDS, "interval", or "psd" for a positive-semidefinite symmetric matrix.
    low, high, low_open, high_open : of an interval.
    size : the side of a matrix, 0 for a number.
    """

    kind: str
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)
    low_open: bool = False
    high_open: bool = False
    size: int = 0

    @property
    def bounded(self) -> bool:
        """Whether the values fill a bounded interval."""
        return self.kind == "interval"

    def scalars(self, name: str) -> list[str]:
        """The numbers of a value: itself, or the entries of the upper triangle of a matrix."""
        if not self.size:
            return [name]
        return [entry_name(name, i, j) for i in range(self.size) for j in range(i, self.size)]

    def says(self, name: str) -> str:
        """The domain in words.

        >>> Domain("psd", size=2).says("P"), Domain("interval", high=Fraction(1), low_open=True).says("x")
        ('positive-semidefinite 2 x 2 matrices P', 'x in (0, 1]')
        """
        if self.kind == "psd":
            return f"positive-semidefinite {self.size} x {self.size} matrices {name}"
        if self.kind == "interval":
            return f"{name} in {'(' if self.low_open else '['}{self.low}, {self.high}{')' if self.high_open else ']'}"
        return f"{self.kind} {name}"

    def relations(self, name: str) -> list[str]:
        """What holds of the values, as relations; none for a real number.

        A symmetric matrix is positive semidefinite exactly when all its principal minors are nonnegative.
        """
        if self.kind == "interval":
            below, above = "<" if self.low_open else "<=", "<" if self.high_open else "<="
            return [f"{self.low} {below} {name}", f"{name} {above} {self.high}"]
        if self.kind == "psd":
            chosen = [rows for k in range(1, self.size + 1) for rows in combinations(range(self.size), k)]
            return [f"det({self._minor(name, rows)}) >= 0" for rows in chosen]
        return {"positive": [f"{name} > 0"], "negative": [f"{name} < 0"]}.get(self.kind, [])

    def _minor(self, name: str, rows: tuple[int, ...]) -> str:
        return f"[{', '.join('[' + ', '.join(f'{name}[{i}][{j}]' for j in rows) + ']' for i in rows)}]"

    def draw(self, name: str, source: random.Random, wild: bool) -> dict[str, Fraction]:
        """Exact values of the scalars. `wild` draws from a wider range."""
        if self.kind != "psd":
            return {name: self._number(source, wild)}
        rows = self._matrix(source, wild)
        return {entry_name(name, i, j): rows[i][j] for i in range(self.size) for j in range(i, self.size)}

    def _number(self, source: random.Random, wild: bool) -> Fraction:
        if self.kind == "integer":
            return Fraction(source.randint(-40, 40) if wild else source.randint(-3, 6))
        if self.kind == "interval":
            return self._inside(source, wild)
        size = Fraction(source.randint(1, 60), source.randint(1, 12)) if wild else source.choice(_SIZES)
        if self.kind == "real":
            return size * source.choice((-1, 0, 1, 1, -1))
        return size if self.kind == "positive" else -size

    def _inside(self, source: random.Random, wild: bool) -> Fraction:
        steps = source.choice((16, 40, 1000)) if wild else 4
        first, last = int(self.low_open), steps - int(self.high_open)
        return self.low + (self.high - self.low) * Fraction(source.randint(first, last), steps)

    def _matrix(self, source: random.Random, wild: bool) -> list[list[Fraction]]:
        """A Gram matrix of small integer vectors, often singular."""
        reach, n = 4 if wild else 1, self.size
        rows = [[source.randint(-reach, reach) for _ in range(source.choice((1, n)))] for _ in range(n)]
        width = min(map(len, rows))
        return [[Fraction(sum(u * v for u, v in zip(x[:width], y[:width], strict=True))) for y in rows] for x in rows]


def read_domain(given: object, name: str) -> Domain:
    """The domain that a file gives to the variable `name`; raises StatementError.

    >>> read_domain("[-1/2, 1)", "x").says("x")
    'x in [-1/2, 1)'
    """
    where = f"variables.{name}"
    if not isinstance(given, str):
        raise StatementError(f"{where} is {str(given)[:60]!r}; {ALLOWED}")
    if given in KINDS:
        return Domain(given)
    matrix = _PSD.fullmatch(given)
    if matrix:
        if not 1 <= int(matrix[1]) <= MAX_SIDE:
            raise StatementError(f"{where} is {given[:60]!r}; {ALLOWED}")
        return Domain("psd", size=int(matrix[1]))
    interval = _INTERVAL.fullmatch(given)
    if interval is None:
        raise StatementError(f"{where} is {given[:60]!r}; {ALLOWED}")
    low, high = (read_rational(end.strip(), where) for end in (interval[2], interval[3]))
    if low >= high:
        raise StatementError(f"{where} is {given[:60]!r}; the lower end comes first, and the ends differ")
    return Domain("interval", low, high, interval[1] == "(", interval[4] == ")")


def read_rational(given: object, where: str) -> Fraction:
    """A rational number from an integer or a text such as "-3/4" or "0.25"; raises StatementError."""
    if isinstance(given, int) and not isinstance(given, bool) and given.bit_length() <= 400:
        return Fraction(given)
    if isinstance(given, str) and len(given) <= 200:
        try:
            found = evaluate(given, {})
        except GrammarError:
            found = None
        if isinstance(found, Fraction):
            return found
    raise StatementError(f"{where} is {str(given)[:60]!r}; an exact number such as 2, '-3/4' or 0.25 is needed")
