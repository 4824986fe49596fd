"""Expressions of a user's statement made scalar: matrices are written out by entries, and everything stays bounded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import prod
from typing import Any

from verify.referee.syntax import GrammarError, Node

MAX_SYMBOLS = 20_000
_NUMERIC = ("sqrt", "exp", "log", "tanh", "Abs", "Max", "Min")

Entry = Any  # a Node, or rows of them


def entry_name(name: str, i: int, j: int) -> str:
    """The scalar that stands for the entries (i, j) and (j, i) of the symmetric matrix `name`."""
    return f"{name}_{min(i, j)}_{max(i, j)}"


class Scalars:
    """Writes expressions out by entries.

    sides : name -> side of the matrix of that name, 0 for a number.

    Raises GrammarError for names that are not declared, shapes that do not match, and whatever grows too large.
    """

    def __init__(self, sides: Mapping[str, int]) -> None:
        self.sides = sides
        self._weights: dict[int, int] = {}
        self._kept: list[Node] = []  # an id stays taken while its node lives

    def number(self, node: Node) -> Node:
        """The expression, which must be a number, as a tree of numbers, names, arithmetic and elementary functions."""
        found = self._of(node)
        if not isinstance(found, Node):
            raise GrammarError("a number is needed, got an array; index it, as in P[0][1]")
        return found

    def _new(self, kind: str, args: Sequence[Node] = (), **more: Any) -> Node:
        weight = 1 + sum(self._weights[id(arg)] for arg in args)
        if weight > MAX_SYMBOLS:
            raise GrammarError(f"written out by entries, it has more than {MAX_SYMBOLS} symbols")
        node = Node(kind, tuple(args), **more)
        self._weights[id(node)] = weight
        self._kept.append(node)
        return node

    def _of(self, node: Node) -> Entry:
        if node.kind == "number":
            return self._new("number", value=node.value)
        if node.kind == "name":
            return self._name(node.name)
        if node.kind == "list":
            return self._shaped([self._of(part) for part in node.args])
        if node.kind == "call":
            return self._call(node)
        if node.kind == "power":
            return self._new("power", (self.number(node.args[0]), self._new("number", value=_exponent(node.args[1]))))
        if node.kind == "index":
            return self._index(node)
        if node.kind == "negative":
            return _each(lambda x: self._new("negative", (x,)), self._of(node.args[0]))
        parts = [self._of(part) for part in node.args]
        if "@" not in node.operators and all(isinstance(part, Node) for part in parts):
            return self._new(node.kind, parts, operators=node.operators)
        total = parts[0]
        for operator, part in zip(node.operators, parts[1:], strict=True):
            total = self._combined(operator, total, part)
        return total

    def _name(self, name: str) -> Entry:
        if name not in self.sides:
            raise GrammarError(f"{name!r} is not declared; variables are {', '.join(self.sides)}")
        side = range(self.sides[name])
        if not side:
            return self._new("name", name=name)
        return [[self._new("name", name=entry_name(name, i, j)) for j in side] for i in side]

    def _combined(self, operator: str, left: Entry, right: Entry) -> Entry:
        if operator in "+-":
            if _shape(left) != _shape(right):
                raise GrammarError(f"shapes {_shape(left)} and {_shape(right)} do not match at {operator!r}")
            return _each(lambda x, y: self._new("sum", (x, y), operators=(operator,)), left, right)
        if operator == "@":
            return self._product(left, right)
        if isinstance(left, Node) and isinstance(right, Node):
            return self._times(left, right, operator)
        if isinstance(right, Node):
            return _each(lambda x: self._times(x, right, operator), left)
        if isinstance(left, Node) and operator == "*":
            return _each(lambda x: self._times(left, x), right)
        raise GrammarError("arrays are multiplied with @ and cannot be divided by")

    def _times(self, left: Node, right: Node, operator: str = "*") -> Node:
        return self._new("product", (left, right), operators=(operator,))

    def _total(self, terms: Sequence[Node]) -> Node:
        return terms[0] if len(terms) == 1 else self._new("sum", terms, operators=("+",) * (len(terms) - 1))

    def _dot(self, left: Sequence[Node], right: Sequence[Node]) -> Node:
        return self._total([self._times(x, y) for x, y in zip(left, right, strict=True)])

    def _product(self, left: Entry, right: Entry) -> Entry:
        if not _shape(left) or not _shape(right) or _shape(left)[-1] != _shape(right)[0]:
            raise GrammarError(f"shapes {_shape(left)} and {_shape(right)} do not match at '@'")
        columns = [list(column) for column in zip(*right, strict=True)] if len(_shape(right)) == 2 else [right]
        rows = left if len(_shape(left)) == 2 else [left]
        table = [[self._dot(row, column) for column in columns] for row in rows]
        if len(_shape(right)) == 1:
            table = [row[0] for row in table]  # type: ignore[misc]
        return table if len(_shape(left)) == 2 else table[0]

    def _index(self, node: Node) -> Entry:
        array, at = self._of(node.args[0]), _exponent(node.args[1])
        if isinstance(array, Node):
            raise GrammarError("only matrices and vectors have entries")
        if at.denominator != 1 or not 0 <= at < len(array):
            raise GrammarError(f"index {at} is outside 0..{len(array) - 1}")
        return array[int(at)]

    def _call(self, node: Node) -> Entry:
        if node.name in _NUMERIC:
            return self._new("call", [self.number(part) for part in node.args], name=node.name)
        parts = [self._of(part) for part in node.args]
        shape = _shape(parts[0])
        if node.name == "dot" and len(shape) == 1 and shape == _shape(parts[1]):
            return self._dot(parts[0], parts[1])
        if node.name == "transpose" and len(shape) == 2:
            return [list(column) for column in zip(*parts[0], strict=True)]
        if node.name in ("trace", "det") and len(shape) == 2 and shape[0] == shape[1]:
            if node.name == "trace":
                return self._total([parts[0][i][i] for i in range(shape[0])])
            return self._determinant(parts[0])
        raise GrammarError(
            f"{node.name} of shape {shape} has no place in a statement; allowed are {', '.join(_NUMERIC)}, and "
            "dot, transpose, trace and det of arrays that fit"
        )

    def _determinant(self, rows: Sequence[Sequence[Node]]) -> Node:
        if len(rows) > 4:
            raise GrammarError("det of a matrix with more than 4 rows")
        terms = []
        for order in permutations(range(len(rows))):
            product = rows[0][order[0]]
            for i in range(1, len(rows)):
                product = self._times(product, rows[i][order[i]])
            sign = prod(1 if order[i] < order[j] else -1 for j in range(len(rows)) for i in range(j))
            terms.append(product if sign > 0 else self._new("negative", (product,)))
        return self._total(terms)

    def _shaped(self, parts: list[Entry]) -> Entry:
        if len({_shape(part) for part in parts}) != 1 or len(_shape(parts[0])) > 1:
            raise GrammarError("the rows of a matrix are numbers, or vectors of one length")
        return parts


def _each(apply: Callable[..., Node], *arrays: Entry) -> Entry:
    if isinstance(arrays[0], Node):
        return apply(*arrays)
    return [_each(apply, *entries) for entries in zip(*arrays, strict=True)]


def _shape(array: Entry) -> tuple[int, ...]:
    return () if isinstance(array, Node) else (len(array), *_shape(array[0]))


def _exponent(node: Node) -> Fraction:
    inner = node.args[0] if node.kind == "negative" else node
    if inner.kind != "number":
        raise GrammarError("an exponent or an index is a literal number; write other powers with exp and log")
    return -inner.value if node.kind == "negative" else inner.value
