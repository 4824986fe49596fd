"""The language of hypotheses, witnesses and certificates: text in, a small tree out; nothing is ever executed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

MAX_CHARACTERS = 400_000
MAX_TOKENS = 100_000
MAX_DIGITS = 2_000
MAX_DEPTH = 50

COMPARISONS = ("==", "!=", "<=", ">=", "<", ">")
# Name of each function and how many arguments it takes; -1 is any positive number.
FUNCTIONS = {
    "sqrt": 1, "exp": 1, "log": 1, "tanh": 1, "Abs": 1, "Max": -1, "Min": -1,
    "transpose": 1, "det": 1, "trace": 1, "rank": 1, "rows": 1, "cols": 1,
    "identity": 1, "ones": 1, "diag": -1, "dot": 2, "integer": 1,
}  # fmt: skip

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d*)?|\.\d+)|([A-Za-z][A-Za-z0-9_]*)|(\*\*|[=!<>]=|[-+*/@<>()\[\],]))")


class GrammarError(ValueError):
    """A text or value outside the language, or undefined at the values; the message is one line."""


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a parsed text.

    kind : "number", "name", "negative", "sum", "product", "power", "call", "list", "index" or "compare".
    args : the parts.
    name : of the variable or function.
    operators : between the parts of a sum, product or comparison; one fewer than the parts.
    value : of a number.
    """

    kind: str
    args: tuple[Node, ...] = ()
    name: str = ""
    operators: tuple[str, ...] = ()
    value: Fraction = Fraction(0)


def parse(text: str) -> Node:
    """The tree of `text`: a relation, or a scalar or matrix expression.

    Raises GrammarError for anything outside the language, and for texts beyond the limits on length, number size and
    nesting, before any arithmetic is done.

    >>> parse("x + 1 <= 2").kind
    'compare'
    >>> parse("x.__class__")
    Traceback (most recent call last):
    ...
    attnverify.verify.referee.syntax.GrammarError: unexpected '.' at position 1 of 'x.__class__'
    """
    if not isinstance(text, str):
        raise GrammarError(f"expected a text, got {type(text).__name__}")
    if len(text) > MAX_CHARACTERS:
        raise GrammarError(f"text of {len(text)} characters; at most {MAX_CHARACTERS} are read")
    return _tree(text)


@lru_cache(maxsize=1024)
def _tree(text: str) -> Node:
    # Hypotheses are short and repeat themselves from claim to claim; certificates are long and do not.
    return _parsed(text) if len(text) <= 200 else _Parser(text).relation()


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Node:
    return _Parser(text).relation()


def names(text: str) -> frozenset[str]:
    """The variables that occur in `text`.

    >>> sorted(names("det(M) > exp(a) + 1"))
    ['M', 'a']
    """
    found: set[str] = set()
    stack = [parse(text)]
    while stack:
        node = stack.pop()
        if node.kind == "name":
            found.add(node.name)
        stack.extend(node.args)
    return frozenset(found)


class _Parser:
    """Recursive descent over the tokens, with Python's precedences."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = self._tokens()
        self.at = 0
        self.depth = 0

    def fail(self, what: str) -> GrammarError:
        shown = self.text if len(self.text) <= 80 else self.text[:77] + "..."
        return GrammarError(f"{what} of {shown!r}")

    def _tokens(self) -> list[tuple[str, str, int]]:
        tokens = []
        position, end = 0, len(self.text.rstrip())
        while position < end:
            match = _TOKEN.match(self.text, position)
            if match is None:
                rest = self.text[position:].lstrip()
                raise self.fail(f"unexpected {rest[0]!r} at position {len(self.text) - len(rest)}")
            number, name, symbol = match.groups()
            if number and len(number) > MAX_DIGITS:
                raise self.fail(f"number of {len(number)} digits (at most {MAX_DIGITS}) at position {position}")
            if name and "__" in name:
                raise self.fail(f"name {name[:40]!r} (double underscores are not allowed) at position {position}")
            kind = "number" if number else "name" if name else "symbol"
            tokens.append((kind, number or name or symbol, match.start(match.lastindex or 0)))
            if len(tokens) > MAX_TOKENS:
                raise self.fail(f"more than {MAX_TOKENS} symbols in the text")
            position = match.end()
        tokens.append(("end", "the end", end))
        return tokens

    def peek(self) -> str:
        kind, token, _ = self.tokens[self.at]
        return token if kind == "symbol" else ""

    def take(self) -> str:
        token = self.tokens[self.at][1]
        self.at += 1
        return token

    def expect(self, symbol: str) -> None:
        if self.peek() != symbol:
            raise self.unexpected(f", expected {symbol!r}")
        self.at += 1

    def unexpected(self, hint: str = "") -> GrammarError:
        _, token, position = self.tokens[self.at]
        return self.fail(f"unexpected {token[:40]!r} at position {position}{hint},")

    def enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fail(f"nesting deeper than {MAX_DEPTH} levels")

    def relation(self) -> Node:
        parts, operators = [self.sum()], []
        while self.peek() in COMPARISONS:
            operators.append(self.take())
            parts.append(self.sum())
        if self.tokens[self.at][0] != "end":
            raise self.unexpected()
        return Node("compare", tuple(parts), operators=tuple(operators)) if operators else parts[0]

    def sum(self) -> Node:
        self.enter()
        parts, operators = [self.product()], []
        while self.peek() in ("+", "-"):
            operators.append(self.take())
            parts.append(self.product())
        self.depth -= 1
        return Node("sum", tuple(parts), operators=tuple(operators)) if operators else parts[0]

    def product(self) -> Node:
        parts, operators = [self.signed()], []
        while self.peek() in ("*", "/", "@"):
            operators.append(self.take())
            parts.append(self.signed())
        return Node("product", tuple(parts), operators=tuple(operators)) if operators else parts[0]

    def signed(self) -> Node:
        negative = False
        while self.peek() in ("+", "-"):
            negative ^= self.take() == "-"
        power = self.power()
        return Node("negative", (power,)) if negative else power

    def power(self) -> Node:
        base = self.indexed()
        if self.peek() != "**":
            return base
        self.at += 1
        self.enter()
        exponent = self.signed()
        self.depth -= 1
        return Node("power", (base, exponent))

    def indexed(self) -> Node:
        node = self.atom()
        steps = 0
        while self.peek() == "[":
            steps += 1
            if steps > 2:
                raise self.unexpected(" (a matrix has two indices)")
            self.at += 1
            node = Node("index", (node, self.sum()))
            self.expect("]")
        return node

    def atom(self) -> Node:
        kind, token, _ = self.tokens[self.at]
        if kind == "number":
            self.at += 1
            return Node("number", value=Fraction(token))
        if kind == "name":
            self.at += 1
            if token in FUNCTIONS or self.peek() == "(":
                return self.call(token)
            return Node("name", name=token)
        if self.peek() == "(":
            self.at += 1
            node = self.sum()
            self.expect(")")
            return node
        if self.peek() == "[":
            self.at += 1
            return Node("list", self.arguments("]"))
        raise self.unexpected()

    def call(self, name: str) -> Node:
        if name not in FUNCTIONS:
            raise self.fail(f"unknown function {name[:40]!r} (allowed are {', '.join(FUNCTIONS)}) in the text")
        self.expect("(")
        arguments = self.arguments(")")
        if FUNCTIONS[name] not in (-1, len(arguments)):
            raise self.fail(f"{name} takes {FUNCTIONS[name]} argument(s), got {len(arguments)}, in the text")
        return Node("call", arguments, name)

    def arguments(self, closing: str) -> tuple[Node, ...]:
        parts = [self.sum()]
        while self.peek() == ",":
            self.at += 1
            parts.append(self.sum())
        self.expect(closing)
        return tuple(parts)
