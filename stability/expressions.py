"""One more number type: an expression that writes itself down, so that a map prints its own definition.

Arrays hold one entry per vector and per operator (d = 1), and two representatives stand for all tokens: the token `i`,
counted 0 times, and a summed token, whose count is `SUMMED`. A sum over representatives is then a sum over tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

TOKEN = "\x01"  # the summed token of an expression whose sum is still open
_NAMES = "jklmnopqrst"


@dataclass(frozen=True)
class Expression:
    """A printed number, vector, row x^T P, operator or count.

    kind : "number", "vector", "row" (text with the hole @ for what it is multiplied by), "operator" (text with the hole
        _ for its argument; a form has the hole @ as well) or "count".
    text : in the statement language of `verify`.
    sums : the binders of sums that are still open: TOKEN, or a text such as "h in heads".
    """

    kind: str
    text: str
    sums: tuple[str, ...] = ()
    adds: bool = False

    def closed(self) -> Expression:
        """The same with its open sums written out; addition ends their scope."""
        kind, text = ("number", "1") if self.kind == "count" else (self.kind, self.text)
        for binder in self.sums:
            if binder == TOKEN:
                binder = next(name for name in _NAMES if f"{name}:" not in text and f"[{name}]" not in text)
                text = text.replace(TOKEN, binder)
            text = f"sum({binder}: {text})"
        return Expression(kind, text, adds=self.adds and not self.sums)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, (int, Fraction)):
            return self.closed() if other == 0 else NotImplemented
        if not isinstance(other, Expression):
            return NotImplemented
        left, right = self.closed(), other.closed()
        return Expression(left.kind, f"{left.text} + {right.text}", adds=True)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, (int, Fraction)):
            return 0 if other == 0 else NotImplemented
        return _product(self, other) if isinstance(other, Expression) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if not isinstance(other, Expression):
            return NotImplemented
        below = other.closed()
        if self.kind == "vector" and below.text == f"sqrt(dot({self.text}, {self.text}))":
            return Expression("vector", f"unit({self.text})", self.sums)
        above = Expression("number", "1", self.sums) if self.kind == "count" else self
        return Expression(above.kind, f"{_factor(above)}/{_factor(below)}", above.sums)

    def __rtruediv__(self, other: Any) -> Any:
        return 0 if isinstance(other, (int, Fraction)) and other == 0 else NotImplemented

    def exp(self) -> Expression:
        """The exponential."""
        return Expression("number", f"exp({self.text})", self.sums)

    def sqrt(self) -> Expression:
        """The square root."""
        return Expression("number", f"sqrt({self.closed().text})")


SUMMED = Expression("count", "1", (TOKEN,))


def _product(a: Expression, b: Expression) -> Expression:
    sums = (*a.sums, *b.sums)
    kinds = {a.kind, b.kind}
    if "count" in kinds:
        value = b if a.kind == "count" else a
        return Expression(value.kind, value.text, sums, value.adds)
    if "operator" in kinds:
        operator, vector = (a, b) if a.kind == "operator" else (b, a)
        kind = "row" if "@" in operator.text else "vector"
        return Expression(kind, operator.text.replace("_", vector.text), sums)
    if "row" in kinds:
        row, vector = (a, b) if a.kind == "row" else (b, a)
        return Expression("number", row.text.replace("@", vector.text), sums)
    if kinds == {"vector"}:
        return Expression("number", f"dot({a.text}, {b.text})", sums)
    number, value = (b, a) if a.kind == "vector" else (a, b)
    return Expression(value.kind, f"{_factor(number)}*{_factor(value)}", sums)


def _factor(term: Expression) -> str:
    return f"({term.text})" if term.adds else term.text
