"""Evaluating the language of certificates at exact values: rationals stay exact, the rest is enclosed."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from attnverify.verify.referee import matrices
from attnverify.verify.referee.budget import Budget, digits, numbers
from attnverify.verify.referee.intervals import Interval, Number, UndecidedError, elementary, ends, largest, sign
from attnverify.verify.referee.matrices import Array
from attnverify.verify.referee.syntax import GrammarError, Node, names, parse
from attnverify.verify.referee.work import read, spend

__all__ = ["GrammarError", "Value", "evaluate", "holds", "names", "parse", "value"]

MAX_EXPONENT = 10_000
MAX_BITS = 60_000
PRECISIONS = (64, 256, 1024)

Value = Fraction | Interval | Array


def value(given: object, where: str = "the value") -> Value:
    """One given value made exact: an int, a Fraction, a text without variables such as "3/4", or nested lists of those.

    Raises GrammarError for a float (its decimals are not what was meant) and for anything else.
    """
    if isinstance(given, (Fraction, Interval)):
        return given
    if isinstance(given, int) and not isinstance(given, bool):
        return Fraction(given)
    if isinstance(given, (list, tuple)):
        return matrices.checked([value(entry, where) for entry in given])
    if isinstance(given, str):
        try:
            return evaluate(given, {})
        except GrammarError as error:
            raise GrammarError(f"{where} is {given[:80]!r}: {error}") from error
    kind = type(given).__name__
    raise GrammarError(f"{where} is {given!r}, a {kind}; allowed are int, Fraction, texts like '3/4', lists of those")


def evaluate(text: str, values: Mapping[str, Any], bits: int = 64) -> Value:
    """The value of an expression: a Fraction when every operation is rational, otherwise an enclosing Interval.

    Raises GrammarError when the text is outside the language, a variable has no value, or the expression is not
    defined there (division by zero, log of 0, shapes that do not match). An enclosure too wide to go on comes back as
    GrammarError as well; `holds` raises the precision instead.

    >>> evaluate("1 - x**2/3", {"x": "1/2"})
    Fraction(11, 12)
    >>> evaluate("[[1, 2], [3, 4]] @ v", {"v": [1, "1/2"]})
    (Fraction(2, 1), Fraction(5, 1))
    """
    try:
        return _Evaluation(values, bits).of(read(text))
    except UndecidedError as error:
        raise GrammarError(f"{text[:80]!r} cannot be enclosed with {bits} bits: {error}") from error


def holds(relation: str, values: Mapping[str, Any]) -> bool | None:
    """Whether a relation holds at the values; None when no precision up to the limit decides it.

    A comparison of arrays means every entry; a scalar beside an array is compared with every entry. A chain means the
    conjunction. Raises GrammarError as `evaluate` does, and for a text that is not a relation.

    >>> holds("0 < x < 1", {"x": "1/3"}), holds("exp(1) > 19/7", {}), holds("sqrt(2)*sqrt(2) == 2", {})
    (True, True, None)
    """
    node = read(relation)
    if node.kind == "call" and node.name == "integer":
        try:
            exact = _Evaluation(values, PRECISIONS[0]).scalar(node.args[0])
        except UndecidedError:
            return None
        return exact.denominator == 1 if isinstance(exact, Fraction) else None
    if node.kind != "compare":
        raise GrammarError(f"{relation[:80]!r} is not a relation; allowed are == != < <= > >= and integer(x)")
    for bits in PRECISIONS:
        evaluation = _Evaluation(values, bits)
        try:
            sides = [evaluation.of(part) for part in node.args]
        except UndecidedError:
            continue
        found = [_compare(op, *pair) for op, pair in zip(node.operators, pairwise(sides), strict=True)]
        if False in found:
            return False
        if None not in found:
            return True
    return None


def _compare(operator: str, left: Value, right: Value) -> bool | None:
    if operator == "!=":
        equal = _compare("==", left, right)
        return None if equal is None else not equal
    if isinstance(left, tuple) or isinstance(right, tuple):
        return _compare_entries(operator, left, right)
    try:
        order = sign(left - right)
    except UndecidedError:
        low, high = ends(left - right)
        # A closed enclosure that touches zero still decides one direction.
        if (operator == "<=" and high == 0) or (operator == ">=" and low == 0):
            return True
        if (operator == "<" and low == 0) or (operator == ">" and high == 0):
            return False
        return None
    return {"==": order == 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]


def _compare_entries(operator: str, left: Value, right: Value) -> bool | None:
    if isinstance(left, tuple) and isinstance(right, tuple):
        if matrices.shape(left) != matrices.shape(right):
            raise GrammarError(f"shapes {matrices.shape(left)} and {matrices.shape(right)} do not match")
        found = [_compare(operator, x, y) for x, y in zip(left, right, strict=True)]
    elif isinstance(left, tuple):
        found = [_compare(operator, x, right) for x in left]
    else:
        found = [_compare(operator, left, y) for y in right] if isinstance(right, tuple) else []
    return False if False in found else None if None in found else True


def _bounded(x: Number) -> Number:
    if isinstance(x, Fraction) and x.numerator.bit_length() + x.denominator.bit_length() > MAX_BITS:
        raise GrammarError(f"a number of more than {MAX_BITS} binary digits arises")
    return x


class _Evaluation:
    """One pass over a tree at given values and precision."""

    def __init__(self, values: Mapping[str, Any], bits: int) -> None:
        self.values = values
        self.bits = bits
        self.budget = Budget()
        self.read: dict[str, Value] = {}

    def of(self, node: Node) -> Value:
        if node.kind == "compare":
            raise GrammarError("a relation is not a number")
        spend(4)
        step: Callable[[Node], Value] = getattr(self, f"_{node.kind}")
        return step(node)

    def scalar(self, node: Node) -> Number:
        found = self.of(node)
        if isinstance(found, tuple):
            raise GrammarError(f"a number is needed, got an array of shape {matrices.shape(found)}")
        return found

    def array(self, node: Node, what: str) -> Array:
        found = self.of(node)
        if not isinstance(found, tuple):
            raise GrammarError(f"{what} needs a matrix or vector, got a number")
        return found

    def whole(self, node: Node, what: str, most: int) -> int:
        found = self.scalar(node)
        if not isinstance(found, Fraction) or found.denominator != 1:
            raise GrammarError(f"{what} must be an integer")
        if abs(found) > most:
            raise GrammarError(f"{what} is beyond the limit {most}")
        return int(found)

    def _number(self, node: Node) -> Value:
        return node.value

    def _name(self, node: Node) -> Value:
        name = node.name
        if name not in self.values:
            known = ", ".join(map(str, list(self.values)[:20])) or "none"
            raise GrammarError(f"no value for {name!r}; given are: {known}")
        if name not in self.read:
            self.read[name] = value(self.values[name], name)
        return self.read[name]

    def _negative(self, node: Node) -> Value:
        found = self.of(node.args[0])
        return matrices.negated(found) if isinstance(found, tuple) else -found

    def _sum(self, node: Node) -> Value:
        total = self.of(node.args[0])
        for operator, part in zip(node.operators, node.args[1:], strict=True):
            term = self.of(part)
            if isinstance(total, tuple) and isinstance(term, tuple):
                self.budget.spend(numbers(total), max(digits(total), digits(term)))
                total = matrices.plus(total, term) if operator == "+" else matrices.minus(total, term)
            elif isinstance(total, tuple) or isinstance(term, tuple):
                raise GrammarError("a number and an array cannot be added")
            else:
                self.budget.spend(1, max(digits(total), digits(term)))
                total = _bounded(total + term if operator == "+" else total - term)
        return total

    def _product(self, node: Node) -> Value:
        total = self.of(node.args[0])
        for operator, part in zip(node.operators, node.args[1:], strict=True):
            total = self._times(operator, total, self.of(part))
        return total

    def _times(self, operator: str, left: Value, right: Value) -> Value:
        if operator == "@":
            if not (isinstance(left, tuple) and isinstance(right, tuple)):
                raise GrammarError("@ needs a matrix or vector on both sides")
            columns = len(right[0]) if isinstance(right[0], tuple) else 1
            self.budget.spend(numbers(left) * columns, digits(left) + digits(right))
            return matrices.product(left, right)
        if isinstance(right, tuple):
            if operator == "/" or isinstance(left, tuple):
                raise GrammarError("arrays are multiplied with @ and cannot be divided by")
            self.budget.spend(numbers(right), digits(left) + digits(right))
            return matrices.scaled(right, left)
        if operator == "/":
            if right == 0:
                raise GrammarError("division by zero")
            right = Fraction(1) / right
        self.budget.spend(numbers(left) if isinstance(left, tuple) else 1, digits(left) + digits(right))
        return matrices.scaled(left, right) if isinstance(left, tuple) else _bounded(left * right)

    def _power(self, node: Node) -> Value:
        base, exponent = self.scalar(node.args[0]), self.whole(node.args[1], "an exponent", MAX_EXPONENT)
        if exponent < 0 and base == 0:
            raise GrammarError("division by zero")
        low, high = ends(base)
        size = max(abs(end.numerator).bit_length() + end.denominator.bit_length() for end in (low, high))
        if size * abs(exponent) > 20 * MAX_BITS or (isinstance(base, Fraction) and size * abs(exponent) > MAX_BITS):
            raise GrammarError(f"a power with exponent {exponent} has too many digits")
        spend(size * abs(exponent) >> 7)
        return base**exponent

    def _list(self, node: Node) -> Value:
        return matrices.checked([self.of(part) for part in node.args])

    def _index(self, node: Node) -> Value:
        array = self.array(node.args[0], "an index")
        at = self.whole(node.args[1], "an index", matrices.MAX_SIDE)
        if not 0 <= at < len(array):
            raise GrammarError(f"index {at} is outside 0..{len(array) - 1}")
        return array[at]

    def _call(self, node: Node) -> Value:
        name = node.name
        if name in ("sqrt", "exp", "log", "tanh", "Abs"):
            return self._elementary(name, node.args[0])
        if name in ("Max", "Min"):
            turn = Fraction(1 if name == "Max" else -1)
            return turn * largest([turn * self.scalar(part) for part in node.args], self.bits)
        if name in ("identity", "ones"):
            size = self.whole(node.args[0], f"the size of {name}", matrices.MAX_SIDE)
            if size < 1:
                raise GrammarError(f"the size of {name} is {size}; at least 1 is needed")
            return matrices.identity(size) if name == "identity" else (Fraction(1),) * size
        if name == "integer":
            raise GrammarError("integer(x) is a relation of its own, not a number")
        return self._array_call(name, node)

    def _elementary(self, name: str, argument: Node) -> Number:
        self.budget.spend(self.bits)
        inverse = {"exp": "log", "log": "exp"}.get(name)
        if inverse and argument.kind == "call" and argument.name == inverse:
            inner = self.scalar(argument.args[0])
            elementary(inverse, inner, self.bits)  # raises outside the domain
            return inner
        return elementary(name, self.scalar(argument), self.bits)

    def _array_call(self, name: str, node: Node) -> Value:
        if name == "diag":
            parts = [self.of(part) for part in node.args]
            entries = parts[0] if len(parts) == 1 and isinstance(parts[0], tuple) else tuple(parts)
            if any(isinstance(entry, tuple) for entry in entries):
                raise GrammarError("diag takes numbers or one vector")
            return matrices.diagonal(matrices.checked(entries))  # type: ignore[arg-type]
        first = self.array(node.args[0], name)
        shortest = min(matrices.shape(first))
        # Eliminating multiplies: a minor has about as many digits as its rows together.
        elimination = name in ("det", "rank") and not isinstance(first[0], Interval)
        self.budget.spend(numbers(first) * shortest, digits(first) * (shortest if elimination else 1))
        if name == "dot":
            second = self.array(node.args[1], name)
            if matrices.is_matrix(first) or matrices.is_matrix(second):
                raise GrammarError("dot takes two vectors")
            return matrices.product(first, second)
        if name == "rows":
            return Fraction(len(first))
        if name == "cols":
            return Fraction(len(matrices.matrix(first, name)[0]))
        if name == "transpose":
            return matrices.transpose(matrices.matrix(first, name))
        if name == "rank":
            return Fraction(matrices.rank(matrices.matrix(first, name)))
        rows = matrices.square(first, name)
        return matrices.trace(rows) if name == "trace" else matrices.determinant(rows)
