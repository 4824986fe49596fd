"""Replacing exponentials, roots and opaque functions by symbols, so that identities become rational ones.

An identity that holds for all values of the new symbols (modulo the stated relations) holds for the functions they
stand for. The converse is not claimed.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm
from typing import Any

import sympy as sp

Expr = Any


class Algebraic:
    """A rewriting of a fixed family of expressions over common generators.

    exp(a + b) becomes a product of generators, with the smallest fractions of each exponent that occur; base**symbolic
    likewise; base**(p/q) becomes r**p with the relation r**q = base, valid because the identity then holds for every
    choice of root; tanh, sinh and cosh are written with exp; any other function is opaque.

    where : generator -> what it stands for. relations : (r**q, base).
    """

    def __init__(self, expressions: Iterable[Expr]) -> None:
        originals = [exponential(sp.sympify(expr)) for expr in expressions]
        self._taken = {symbol.name for expr in originals for symbol in expr.free_symbols}
        self._symbols: dict[Any, Any] = {}
        self._fractions: dict[Any, int] = {}
        self.where: dict[Any, Expr] = {}
        self.relations: list[tuple[Expr, Expr]] = []
        for expr in originals:
            for power in expr.atoms(sp.exp, sp.Pow):
                self._collect(*power.as_base_exp())

    def of(self, expr: Expr) -> Expr:
        """The rational function in the generators that `expr` becomes."""
        return self._of(exponential(sp.sympify(expr)))

    def _collect(self, base: Expr, exponent: Expr) -> None:
        if exponent.is_Rational and base is not sp.E:
            return
        for term, coefficient in _terms(exponent):
            key = (base, term)
            self._fractions[key] = lcm(self._fractions.get(key, 1), int(coefficient.q))

    def _of(self, expr: Expr) -> Expr:
        if expr.is_Symbol or expr.is_Rational:
            return expr
        if expr.is_Add or expr.is_Mul:
            return expr.func(*(self._of(part) for part in expr.args))
        if expr is sp.E or isinstance(expr, (sp.exp, sp.Pow)):
            base, exponent = (sp.E, sp.Integer(1)) if expr is sp.E else expr.as_base_exp()
            return self._power(base, exponent)
        return self._symbol(expr, "term", expr)

    def _power(self, base: Expr, exponent: Expr) -> Expr:
        if base is not sp.E and exponent.is_Integer:
            return self._of(base) ** exponent
        if base is not sp.E and exponent.is_Rational:
            return self._root(base, int(exponent.q)) ** int(exponent.p)
        product = sp.Integer(1)
        for term, coefficient in _terms(exponent):
            if term == 1 and base is not sp.E:
                product *= self._power(base, coefficient)
                continue
            fraction = self._fractions.get((base, term), int(coefficient.q))
            generator = self._symbol((base, term), "exp", sp.Pow(base, term / fraction))
            product *= generator ** (coefficient * fraction)
        return product

    def _root(self, base: Expr, degree: int) -> Expr:
        inner = self._of(base)
        if (inner, degree) not in self._symbols:
            symbol = self._symbol((inner, degree), "root", sp.Pow(base, sp.Rational(1, degree)))
            self.relations.append((symbol**degree, inner))
        return self._symbols[(inner, degree)]

    def _symbol(self, key: Any, stem: str, stands_for: Expr) -> Expr:
        if key not in self._symbols:
            number = len(self._symbols)
            while f"{stem}{number}" in self._taken:
                number += 1
            self._taken.add(f"{stem}{number}")
            self._symbols[key] = symbol = sp.Symbol(f"{stem}{number}")
            self.where[symbol] = stands_for
        return self._symbols[key]


def _terms(exponent: Expr) -> list[tuple[Expr, Expr]]:
    """The exponent as rational multiples of terms, in a fixed order."""
    found = sp.expand(exponent).as_coefficients_dict()
    return sorted(((term, coefficient) for term, coefficient in found.items()), key=lambda pair: str(pair[0]))


def exponential(expr: Expr) -> Expr:
    """The expression with its hyperbolic functions written with exp."""
    return (
        expr.rewrite([sp.tanh, sp.sinh, sp.cosh, sp.coth], sp.exp)
        if expr.has(sp.tanh, sp.sinh, sp.cosh, sp.coth)
        else expr
    )
