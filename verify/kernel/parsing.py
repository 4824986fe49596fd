"""Text to syntax tree. Bounded in length, depth and the size of numbers; nothing is ever evaluated.

A tree is a tuple: ("num", q), ("name", x), ("index", head, args), ("call", head, args), ("neg", a), ("not", a),
(operator, a, b) for + - * / ^ == != < <= > >= and or => iff, and ("bind", kind, ((name, range), ...), body); a range is
None, ("sort", words), ("before", a), ("upto", a) or ("span", a, b).
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .terms import BINDERS, Rejected

Tree = tuple[Any, ...]

MAX_TEXT, MAX_DEPTH, MAX_DIGITS, MAX_TOKENS = 40_000, 100, 1_000, 8_000
_TOKEN = re.compile(
    r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_][A-Za-z_0-9]*)|(=>|==|!=|<=|>=|\.\.|:=|->|=|[-+*/^()\[\]<>,:;|]))", re.ASCII
)
_SHORT = 2_000  # such texts are kept, of which a claim and its twin have many in common
_RELATIONS = ("==", "!=", "<", "<=", ">", ">=")
_SORT_WORDS = ("number", "size", "token", "head", "direction", "vector", "operator", "matrix", "state", "step", "heads")
_FINITE = BINDERS[2:]


class Reader:
    """A text, token by token."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise Rejected(f"a formula is a text, got {str(text)[:40]!r}")
        if len(text) > MAX_TEXT:
            raise Rejected(f"a text of {len(text)} characters; allowed are {MAX_TEXT}")
        self.text, self.tokens, self.at, self.depth = text, _tokens(text), 0, 0

    def peek(self, ahead: int = 0) -> str:
        """The token `ahead` positions on; empty at the end."""
        position = self.at + ahead
        return self.tokens[position] if position < len(self.tokens) else ""

    def next(self, wanted: str = "") -> str:
        """Consume one token, which must be `wanted` where one is given."""
        found = self.peek()
        if not found or (wanted and found != wanted):
            raise self.error(f"expected {wanted!r}" if wanted else "unexpected end")
        self.at += 1
        return found

    def take(self, token: str) -> bool:
        """Consume `token` if it is next."""
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def error(self, what: str) -> Rejected:
        """A rejection that shows where the reader stands."""
        behind = " ".join(self.tokens[max(0, self.at - 6) : self.at])
        return Rejected(f"{what} at {self.peek()!r} after {behind!r}" if self.peek() else f"{what} after {behind!r}")

    def end(self) -> None:
        """Insist that everything was read."""
        if self.peek():
            raise self.error("cannot be read further")

    def name(self) -> str:
        """Consume a name."""
        found = self.next()
        if not (found[0].isalpha() or found[0] == "_"):
            self.at -= 1
            raise self.error("a name is needed")
        return found

    # formulas and terms, weakest binding first
    def expression(self) -> Tree:
        """A formula or a term."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Rejected(f"nested deeper than {MAX_DEPTH}")
        if self.peek() in ("forall", "exists"):
            kind = self.next()
            binds = self.binds()
            self.next(":")
            tree: Tree = ("bind", kind, binds, self.expression())
        else:
            tree = self._implication()
            if self.take("iff"):
                tree = ("iff", tree, self._implication())
            if self.peek() == "iff":
                raise self.error("iff does not chain; parentheses are needed")
        self.depth -= 1
        return tree

    def _implication(self) -> Tree:
        tree = self._disjunction()
        if not self.take("=>"):
            return tree
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Rejected(f"nested deeper than {MAX_DEPTH}")
        tree = ("=>", tree, self._implication())
        self.depth -= 1
        return tree

    def _disjunction(self) -> Tree:
        tree = self._conjunction()
        while self.take("or"):
            tree = ("or", tree, self._conjunction())
        return tree

    def _conjunction(self) -> Tree:
        tree = self._negation()
        while self.take("and"):
            tree = ("and", tree, self._negation())
        return tree

    def _negation(self) -> Tree:
        if self.take("not"):
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise Rejected(f"nested deeper than {MAX_DEPTH}")
            tree = ("not", self._negation())
            self.depth -= 1
            return tree
        if self.peek() in ("forall", "exists"):
            return self.expression()
        return self._relation()

    def _relation(self) -> Tree:
        left = self._sum()
        parts = []
        while self.peek() in _RELATIONS:
            operator = self.next()
            right = self._sum()
            parts.append((operator, left, right))
            left = right
        if not parts:
            return left
        tree = parts[0]
        for part in parts[1:]:
            tree = ("and", tree, part)
        return tree

    def _sum(self) -> Tree:
        tree = self._product()
        while self.peek() in ("+", "-"):
            tree = (self.next(), tree, self._product())
        return tree

    def _product(self) -> Tree:
        if self.take("-"):
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise Rejected(f"nested deeper than {MAX_DEPTH}")
            tree: Tree = ("neg", self._product())
            self.depth -= 1
            return tree
        tree = self._power()
        while self.peek() in ("*", "/"):
            tree = (self.next(), tree, self._power())
        return tree

    def _power(self) -> Tree:
        base = self._postfix()
        if not self.take("^"):
            return base
        if self.take("-"):
            return ("^", base, ("neg", self._postfix()))
        return ("^", base, self._postfix())

    def _postfix(self) -> Tree:
        tree = self._primary()
        while self.peek() in ("[", "("):
            kind, end = ("index", "]") if self.next() == "[" else ("call", ")")
            tree = (kind, tree, self._arguments(end))
        return tree

    def _primary(self) -> Tree:
        token = self.peek()
        if token == "(":
            self.next()
            tree = self.expression()
            self.next(")")
            return tree
        if token in _FINITE and self.peek(1) == "(" and self._binds_ahead():
            kind = self.next()
            self.next("(")
            binds = self.binds()
            self.next(":")
            body = self.expression()
            self.next(")")
            return ("bind", kind, binds, body)
        if token == "prod" and self.peek(1) == "(" and self._binds_ahead():
            raise self.error("no products over a range; write exp of a sum of logarithms")
        if token[:1].isdigit():
            self.next()
            return ("num", Fraction(token))
        return ("name", self.name())

    def _arguments(self, closing: str) -> tuple[Tree, ...]:
        if self.take(closing):
            return ()
        found = [self.expression()]
        while self.take(","):
            found.append(self.expression())
        self.next(closing)
        return tuple(found)

    def _binds_ahead(self) -> bool:
        """Whether the parenthesis after the next token opens with bound names and a colon."""
        depth, position = 0, self.at + 1
        while position < len(self.tokens):
            token = self.tokens[position]
            depth += (token in "([") - (token in ")]")
            if depth == 0:
                return False
            if depth == 1 and token == ":":
                return True
            position += 1
        return False

    def binds(self) -> tuple[tuple[str, Tree | None], ...]:
        """`i, j in range, ...`: every name with its range, which is that of the names before it that have none too.

        A range that mentions one of those is of none before it: in `i, j in before(i)` i is a token.
        """
        found: list[tuple[str, Tree | None]] = []
        while True:
            found.append((self.name(), None))
            if self.take("in"):
                start = self.at
                where, said, k = self.range(), self.tokens[start : self.at], len(found) - 1
                found[k] = (found[k][0], where)
                while k and found[k - 1][1] is None and found[k - 1][0] not in said:
                    k -= 1
                    found[k] = (found[k][0], where)
            if not self.take(","):
                return tuple(found)

    def range(self) -> Tree:
        """What a bound letter runs over."""
        if self.peek() in ("before", "upto"):
            word = self.next()
            self.next("(")
            tree = self.expression()
            self.next(")")
            return (word, tree)
        if self.peek() in _SORT_WORDS:
            return ("sort", self.sort())
        low = self._sum()
        if self.take(".."):
            return ("span", low, self._sum())
        if low[0] == "name":
            return ("sort", (low[1],))
        raise self.error("no range")

    def sort(self) -> tuple[str, ...]:
        """The words of a sort, such as ("vector", "E") or ("matrix", "E", "F")."""
        word = self.name()
        if word == "heads":
            return ("head",)
        if word in ("vector", "operator", "token", "direction", "state", "map", "flow") and _is_name(self.peek()):
            return (word, self.name())
        if word == "matrix" and _is_name(self.peek()):
            first = self.name()
            return (word, first, self.name()) if self.take("->") else (word, first, first)
        return (word,)


def _is_name(token: str) -> bool:
    return bool(token) and (token[0].isalpha() or token[0] == "_") and token not in ("and", "or", "iff", "in", "on")


def _tokens(text: str) -> list[str]:
    found, position = [], 0
    text = text.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise Rejected(f"cannot be read at {text[position : position + 20]!r}")
        token = match.group().strip()
        if token[0].isdigit() and len(token) > MAX_DIGITS:
            raise Rejected(f"a number of {len(token)} digits; allowed are {MAX_DIGITS}")
        found.append(token)
        if len(found) > MAX_TOKENS:
            raise Rejected(f"a text of more than {MAX_TOKENS} words")
        position = match.end()
    return found


def parse(text: str) -> Tree:
    """The syntax tree of a formula or term."""
    return _kept(text) if isinstance(text, str) and len(text) <= _SHORT else _parsed(text)


def _parsed(text: str) -> Tree:
    reader = Reader(text)
    tree = reader.expression()
    reader.end()
    return tree


_kept = lru_cache(1024)(_parsed)
