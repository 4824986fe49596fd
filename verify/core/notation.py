"""The notation in which the tables of words and schemas are written; docs/core.md, section 2, describes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

Tree = tuple[Any, ...]
Sort = Any
_TOKEN = re.compile(r"\d+(?:/\d+)?|[A-Za-z_]\w*|->|-o|=>|<=|>=|[-+*=<>().,:\[\]\\]")
_ABBREVIATIONS = {"St": ("fn", "I", "V"), "Map": ("fn", ("fn", "I", "V"), ("fn", "I", "V"))}
INDEX, SPACE = frozenset("IJ"), frozenset("VEF")
VARIABLES = INDEX | SPACE | frozenset("YXCAB")
_LEVELS = (("=>",), ("or",), ("and",), ("=", "<", "<="), ("+", "-"), ("*",))  # from the loosest on
_RELATIONS = 3
_BOUNDS = {">": "<", ">=": "<="}


def entries(table: str) -> list[str]:
    """The entries of a table: an indented line belongs to the one before it."""
    joined = table.strip().replace("\n    ", " ")
    return [line for line in joined.split("\n") if line and line[0] != "#"]


class Reader:
    """Reads one formula; the texts are part of the program, so that a bad one is a fault of it."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = [*_TOKEN.findall(text), "", ""]
        self.place, self.now = 0, self.tokens[0]
        if "".join(self.tokens) != "".join(text.split()):
            raise ValueError(text)

    def take(self, *wanted: str) -> str:
        token = self.now
        if wanted and token not in wanted:
            raise ValueError(f"{token!r}, not {wanted} in {' '.join(self.tokens)}")
        self.place += 1
        self.now = self.tokens[self.place]
        return token

    def until(self, end: str, part: Callable[[], Any]) -> list[Any]:
        result = []
        while self.now != end:
            if self.now in (".", ""):
                raise ValueError(f"no {end!r} in {' '.join(self.tokens)}")
            result.append(part())
        self.take(end)
        return result

    def inside(self, part: Callable[[], Any]) -> Any:
        """What stands in parentheses."""
        self.take("(")
        result = part()
        self.take(")")
        return result

    def sort(self) -> Sort:
        left = self.inside(self.sort) if self.now == "(" else self.take()
        left = _ABBREVIATIONS.get(left, left)
        if self.now in ("->", "-o"):
            kind = {"->": "fn", "-o": "lin"}[self.take()]
            return (kind, left, self.sort())
        return left

    def letters(self) -> list[tuple[str, Sort]]:
        """x y:I t:R, up to a full stop."""
        groups = self.until(".", lambda: (self.until(":", self.take), self.sort()))
        return [(name, sort) for names, sort in groups for name in names]

    def formula(self) -> Tree:
        """All that is left."""
        result = self.term()
        self.take("")
        return result

    def term(self, level: int = 0) -> Tree:
        """What operators of this level and tighter ones join; + and - group to the left, the others to the right."""
        if level == len(_LEVELS):
            return self.factor()
        left = self.term(level + 1)
        while self.now in _LEVELS[level]:
            op = self.take()
            right = self.term(level + (op in ("+", "-")))
            left = _call("+", left, _negative(right)) if op == "-" else _call(op, left, right)
        return left

    def factor(self) -> Tree:
        if self.now == "-":
            self.take()
            return _negative(self.factor())
        if self.now == "not":
            return _call(self.take(), self.term(_RELATIONS))
        result = self.atom()
        while self.now == "(" or (self.now[:1].isalnum() and self.now not in ("and", "or")):
            result = ("apply", result, self.atom())
        return result

    def binder(self) -> Tree:
        kind = self.take()
        if self.tokens[self.place + 1] not in _BOUNDS:
            return bound(kind, self.letters(), self.term())
        name, relation, _, _ = self.take(), self.take(), self.take("0"), self.take(".")
        low = _call(_BOUNDS[relation], ("number", Fraction(0)), ("name", name))
        return ("bind", kind, name, "R", _call("=>" if kind == "all" else "and", low, self.term()))

    def atom(self) -> Tree:
        if self.now == "(":
            result: Tree = self.inside(self.term)
            return result
        if self.now == "\\" or (self.now in ("all", "ex") and self.tokens[self.place + 1] != "("):
            return self.binder()
        name, sorts = self.take(), None
        if self.now == "[":
            self.take()
            sorts = self.until("]", self.take)
        if name[0].isdigit():
            return ("zero", sorts[0]) if sorts else ("number", Fraction(name))
        if not _is_call(name, self.now):
            return ("name", name)
        arguments: list[Tree] = []
        if self.now == "(" and name not in ("every", "card", "dim"):
            while self.take("(", ",", ")") != ")":
                arguments.append(self.term())
        return _call(name, *arguments, sorts=sorts)


def bound(kind: str, letters: Sequence[tuple[str, Sort]], body: Tree) -> Tree:
    for name, sort in reversed(letters):
        body = ("bind", kind, name, sort, body)
    return body


def _call(name: str, *arguments: Tree, sorts: list[str] | None = None) -> Tree:
    return ("call", name, arguments, sorts)


def _negative(tree: Tree) -> Tree:
    return ("number", -tree[1]) if tree[0] == "number" else _call("*", ("number", Fraction(-1)), tree)


def _is_call(name: str, after: str) -> bool:
    """Operations and words have names of two letters or more; letters of the tables have one, perhaps with a digit."""
    return len(name) > 2 or (name in ("ae", "ex", "pi", "as", "cc") and (after == "(" or name == "pi"))


def instance(sort: Sort, sorts: Mapping[str, Sort]) -> Sort:
    """The sort with what its variables stand for."""
    if isinstance(sort, tuple):
        return (sort[0], *(instance(s, sorts) for s in sort[1:]))
    return sorts[sort] if sort in VARIABLES else sort
