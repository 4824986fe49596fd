"""From SymPy to the referee's texts: exact or refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.printing.str import StrPrinter

Relation = Any  # a SymPy relation; SymPy is untyped
Expr = Any
_UNWRITTEN = ("prime", "composite", "irrational", "transcendental", "noninteger")


@dataclass(frozen=True)
class Signed:
    """An expression and its sign: "positive", "nonnegative", "zero" or, from `!=`, "nonzero"."""

    expr: Expr
    sign: str

    def negated(self) -> Signed:
        """What holds where this one fails."""
        if self.sign == "zero":
            return Signed(self.expr, "nonzero")
        if self.sign == "nonzero":
            return Signed(self.expr, "zero")
        return Signed(-self.expr, "nonnegative" if self.sign == "positive" else "positive")

    def relation(self) -> str:
        """The text of the relation, for the referee."""
        symbol = {"positive": ">", "nonnegative": ">=", "zero": "==", "nonzero": "!="}[self.sign]
        return f"{text(self.expr)} {symbol} 0"

    def data(self) -> dict[str, str]:
        """The entry of a certificate."""
        return {"expr": text(self.expr), "sign": self.sign}


class _Printer(StrPrinter):  # type: ignore[misc]
    """SymPy's own notation, except where it is outside the referee's language or means something else there."""

    def _print_Exp1(self, expr: Expr) -> str:
        return "exp(1)"  # "E" would be a variable

    def _print_Pow(self, expr: Expr, rational: bool = False) -> str:
        base, exponent = expr.as_base_exp()
        if exponent.is_Rational and exponent.q == 2 and abs(exponent.p) != 1:
            return f"sqrt({self._print(base)})**{exponent.p}"
        return str(super()._print_Pow(expr, rational))


_PRINTER = _Printer({"full_prec": False})


def refuse_floats(expr: Expr) -> None:
    """Raise ValueError naming a float in `expr`: its decimals are not what was meant."""
    floats = expr.atoms(sp.Float)
    if floats:
        raise ValueError(f"{min(map(str, floats))} is a float; give an exact number, such as Rational(1, 10)")


def refuse_undefined(expr: Expr) -> None:
    """Raise ValueError where `expr` is no number, or where the order of its factors matters: matrices go by entries."""
    if expr.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise ValueError(f"{expr} is not a real expression")
    if expr.is_commutative is False:
        raise ValueError(f"{expr} does not commute; write matrices out by entries")


def text(expr: Expr) -> str:
    """The expression in the referee's language.

    Raises ValueError naming a float (its decimals are not what was meant), an infinite or complex constant, or symbols
    that do not commute.

    >>> x = sp.Symbol("x")
    >>> text(x**2/3 - sp.Rational(1, 7))
    'x**2/3 - 1/7'
    """
    expr = sp.sympify(expr)
    refuse_floats(expr)
    refuse_undefined(expr)
    if expr.has(sp.I):
        raise ValueError(f"{expr} is not a real expression")
    constants = expr.atoms(sp.NumberSymbol) - {sp.E}
    if constants:
        raise ValueError(f"{min(map(str, constants))} has no place in the referee's language; introduce a variable")
    return str(_PRINTER.doprint(expr))


def relation_text(relation: Relation) -> str:
    """A SymPy relation in the referee's language; texts pass unchanged.

    >>> a, b = sp.symbols("a b")
    >>> relation_text(a**2 <= b)
    'a**2 <= b'
    """
    if isinstance(relation, str):
        return relation
    if not isinstance(relation, sp.core.relational.Relational):
        raise ValueError(f"{relation!r} is not a relation; allowed are == != < <= > >= between expressions")
    return f"{text(relation.lhs)} {relation.rel_op} {text(relation.rhs)}"


def signed(relation: Relation) -> list[Signed]:
    """The relation as sign conditions whose conjunction it is; Abs(u) < v gives two.

    Raises ValueError for anything but a SymPy relation, also for True and False: in Python == compares the form.

    >>> x, y = sp.symbols("x y")
    >>> [part.relation() for part in signed(sp.Abs(x) < y)]
    ['-x + y > 0', 'x + y > 0']
    """
    if relation is sp.true:
        return []
    if relation is sp.false:
        return [Signed(sp.Integer(-1), "nonnegative")]
    if isinstance(relation, sp.And):
        return [part for item in relation.args for part in signed(item)]
    if isinstance(relation, bool):
        raise ValueError(f"a relation is {relation}, the answer of Python's == or !=; write Eq or Ne")
    if not isinstance(relation, sp.core.relational.Relational):
        raise ValueError(f"{relation!r} is not a relation; allowed are == != < <= > >= between expressions")
    if isinstance(relation, (sp.Eq, sp.Ne)):
        return [Signed(relation.lhs - relation.rhs, "zero" if isinstance(relation, sp.Eq) else "nonzero")]
    small, large = (relation.lts, relation.gts)
    sign = "positive" if isinstance(relation, (sp.StrictLessThan, sp.StrictGreaterThan)) else "nonnegative"
    if isinstance(small, sp.Abs):
        return [Signed(large - small.args[0], sign), Signed(large + small.args[0], sign)]
    return [Signed(large - small, sign)]


def conditions(given: Iterable[Relation] | Relation) -> list[Signed]:
    """All sign conditions of one relation or several."""
    if isinstance(given, Sequence):
        items: Sequence[Relation] = given
    else:
        items = [given] if isinstance(given, (sp.Basic, bool)) else list(given)
    return [part for item in items for part in signed(item)]


def variables(expressions: Iterable[Expr]) -> list[str]:
    """The names of the free symbols, sorted.

    Raises ValueError when two different symbols share a name, and for a name that the referee would read otherwise.
    """
    found: dict[str, Any] = {}
    for expr in expressions:
        for symbol in sp.sympify(expr).free_symbols:
            if found.setdefault(symbol.name, symbol) != symbol:
                raise ValueError(f"two different symbols are called {symbol.name!r} (their assumptions differ)")
            if not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", symbol.name):
                raise ValueError(f"a symbol is called {symbol.name!r}; letters, digits and _ are allowed")
    return sorted(found)


def assumed(expressions: Iterable[Expr]) -> list[Signed]:
    """The sign conditions that SymPy's assumptions on the free symbols stand for (positive, nonpositive, nonzero)."""
    symbols = sorted({s for expr in expressions for s in sp.sympify(expr).free_symbols}, key=lambda s: s.name)
    found = []
    for symbol in symbols:
        if symbol.is_positive:
            found.append(Signed(symbol, "positive"))
        elif symbol.is_negative:
            found.append(Signed(-symbol, "positive"))
        elif symbol.is_zero:
            found.append(Signed(symbol, "zero"))
        elif symbol.is_nonpositive:
            found.append(Signed(-symbol, "nonnegative"))
        elif symbol.is_nonnegative:
            found.append(Signed(symbol, "nonnegative"))
        elif symbol.is_nonzero and symbol.is_real:
            found.append(Signed(symbol, "nonzero"))
    return found


def integral(expressions: Iterable[Expr]) -> list[str]:
    """The texts that say which free symbols are integers; proofs over the reals need none, witnesses all of them.

    Raises ValueError for an assumption that no text expresses: a witness could not be told from a stranger.
    """
    symbols = sorted({s for expr in expressions for s in sp.sympify(expr).free_symbols}, key=lambda s: s.name)
    for symbol in symbols:
        for kind in _UNWRITTEN:
            if getattr(symbol, f"is_{kind}"):
                raise ValueError(f"{symbol} is assumed to be {kind}, which a witness cannot be checked for")
        if symbol.is_real is False:
            raise ValueError(f"{symbol} is assumed not to be real; write real and imaginary part as variables")
    whole = [f"integer({symbol.name})" for symbol in symbols if symbol.is_integer]
    even = [f"integer({symbol.name}/2)" for symbol in symbols if symbol.is_even]
    return [*whole, *even, *(f"integer(({symbol.name} + 1)/2)" for symbol in symbols if symbol.is_odd)]


def exact(number: Any) -> Fraction:
    """A SymPy rational, int or Fraction as a Fraction; raises ValueError for anything else."""
    if isinstance(number, (int, Fraction)) and not isinstance(number, bool):
        return Fraction(number)
    if isinstance(number, sp.Rational):
        return Fraction(int(number.p), int(number.q))
    raise ValueError(f"{number!r} is not an exact rational number")


def plain(values: Mapping[Any, Any]) -> dict[str, Any]:
    """Witness values as JSON data: rationals as texts, integers as they are, matrices as nested lists."""
    return {str(name): _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, sp.MatrixBase):
        return [[_plain(entry) for entry in row] for row in value.tolist()]
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if isinstance(value, str):
        return value
    if isinstance(value, sp.Basic) and not isinstance(value, sp.Rational):
        return text(value)
    number = exact(value)
    return int(number) if number.denominator == 1 else str(number)
