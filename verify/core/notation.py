r"""The notation in which the tables of words and schemas are written; derivations are not written in it.

    \x y:I t:R. e          a function            all x:I. P, ex x:I. P     quantifiers
    all e>0. P             all e:R. 0 < e => P   ex e>0. P                 ex e:R. 0 < e and P
    all t>=0. P            all t:R. 0 <= t => P
    f x y                  application           exp(a), near(X, S, e)     operations and words
    => or and not          logic; `and`, `or`, `=>` group to the right
    = < <=                 relations             + - * 1/2                 numbers and vectors; -a is (-1)*a
    0[V]                   the zero of a sort    dim[V]                    the dimension of a space
    every[I]               \x:I. true            card[I]                   sum(every[I], \x:I. 1)

Sorts: R N O W, St for I->V, Map for St->St, A->B, V-oE (linear maps), and variables: I J index sorts, V E F spaces,
Y numbers or a space, X numbers or an index sort, C sizes or an index sort, A B anything. A word takes the sorts of the
same names, or those in brackets: diffV[I V V](f, S, L).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .terms import State

Tree = tuple[Any, ...]
Sort = Any
_TOKEN = re.compile(r"\s*(\d+(?:/\d+)?|[A-Za-z_]\w*|->|-o|=>|<=|>=|[-+*=<>().,:\[\]\\])")
_ABBREVIATIONS = {"St": ("fn", "I", "V"), "Map": ("fn", ("fn", "I", "V"), ("fn", "I", "V"))}
INDEX, SPACE = frozenset("IJ"), frozenset("VEF")
VARIABLES = INDEX | SPACE | frozenset("YXCAB")


def entries(table: str) -> list[str]:
    """The entries of a table: an indented line belongs to the one before it."""
    joined = table.strip().replace("\n    ", " ")
    return [line for line in joined.split("\n") if line and line[0] != "#"]


class Reader:
    """Reads one formula; the texts are part of the program, so that a bad one is a fault of it (ValueError)."""

    def __init__(self, text: str) -> None:
        text = text.rstrip()
        self.tokens: list[str] = []
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise ValueError(f"{text[place:]!r}")
            self.tokens.append(match[1])
            place = match.end()
        self.tokens.append("")
        self.place = 0

    @property
    def now(self) -> str:
        return self.tokens[self.place]

    def take(self, *wanted: str) -> str:
        token = self.now
        if wanted and token not in wanted:
            raise ValueError(f"{token!r}, not {wanted} in {' '.join(self.tokens)}")
        self.place += 1
        return token

    def whole(self, part: Callable[[], Any]) -> Any:
        result = part()
        self.take("")
        return result

    def sort(self) -> Sort:
        if self.now == "(":
            self.take("(")
            left = self.sort()
            self.take(")")
        else:
            name = self.take()
            left = _ABBREVIATIONS.get(name, name)
        if self.now in ("->", "-o"):
            kind = {"->": "fn", "-o": "lin"}[self.take()]
            return (kind, left, self.sort())
        return left

    def sorts(self) -> list[Sort]:
        """Sorts up to a full stop."""
        result: list[Sort] = []
        while self.now != ".":
            result.append(self.sort())
        self.take(".")
        return result

    def letters(self) -> list[tuple[str, Sort]]:
        """x y:I t:R, up to a full stop or the end."""
        result: list[tuple[str, Sort]] = []
        names: list[str] = []
        while self.now not in (".", ""):
            names.append(self.take())
            if self.now == ":":
                self.take(":")
                sort = self.sort()
                result += [(name, sort) for name in names]
                names = []
        if names:
            raise ValueError(f"letters without a sort: {names}")
        return result

    def term(self, *words: str) -> Tree:
        """What `=>`, `or` and `and` join, from the loosest on; they group to the right."""
        word, *tighter = words or ("=>", "or", "and")
        left = self.term(*tighter) if tighter else self.statement()
        if self.now != word:
            return left
        self.take()
        return ("call", word, (left, self.term(word, *tighter)), None)

    def statement(self) -> Tree:
        if self.now == "not":
            self.take()
            return ("call", "not", (self.statement(),), None)
        left = self.sum()
        if self.now in ("=", "<", "<="):
            return ("call", self.take(), (left, self.sum()), None)
        return left

    def binder(self) -> Tree:
        kind = self.take("\\", "all", "ex")
        bound = None
        if self.tokens[self.place + 1] in (">", ">="):
            name, bound, _ = self.take(), self.take(), self.take("0")
            letters: list[tuple[str, Sort]] = [(name, "R")]
        else:
            letters = self.letters()
        self.take(".")
        result = self.term()
        for name, sort in reversed(letters):
            if bound:
                low = ("call", {">": "<", ">=": "<="}[bound], (("number", Fraction(0)), ("name", name)), None)
                result = ("call", "=>" if kind == "all" else "and", (low, result), None)
            result = ("bind", kind, name, sort, result)
        return result

    def sum(self) -> Tree:
        left = self.product()
        while self.now in ("+", "-"):
            minus = self.take() == "-"
            right = self.product()
            left = ("call", "+", (left, _negative(right) if minus else right), None)
        return left

    def product(self) -> Tree:
        left = self.factor()
        if self.now == "*":
            self.take()
            return ("call", "*", (left, self.product()), None)
        return left

    def factor(self) -> Tree:
        if self.now == "-":
            self.take()
            return _negative(self.factor())
        result = self.atom()
        while self.now == "(" or (self.now[:1].isalnum() and self.now not in ("and", "or")):
            result = ("apply", result, self.atom())
        return result

    def atom(self) -> Tree:
        if self.now == "(":
            self.take()
            result = self.term()
            self.take(")")
            return result
        if self.now == "\\" or (self.now in ("all", "ex") and self.tokens[self.place + 1] != "("):
            return self.binder()
        name = self.take()
        sorts = None
        if self.now == "[":
            self.take()
            sorts = []
            while self.now != "]":
                sorts.append(self.take())
            self.take()
        if name[0].isdigit():
            return ("zero", sorts[0]) if sorts else ("number", Fraction(name))
        if _is_call(name, self.now):
            arguments: list[Tree] = []
            if self.now == "(" and name not in ("every", "card", "dim"):
                self.take()
                while not arguments or self.now == ",":
                    if arguments:
                        self.take(",")
                    arguments.append(self.term())
                self.take(")")
            return ("call", name, tuple(arguments), sorts)
        return ("name", name)


def _negative(tree: Tree) -> Tree:
    if tree[0] == "number":
        return ("number", -tree[1])
    return ("call", "*", (("number", Fraction(-1)), tree), None)


def _is_call(name: str, after: str) -> bool:
    """Operations and words have names of two letters or more; letters of the tables have one, perhaps with a digit."""
    return len(name) > 2 or (name in ("ae", "ex", "pi", "as", "cc") and (after == "(" or name == "pi"))


def instance(sort: Sort, sorts: Mapping[str, Sort]) -> Sort:
    """The sort with what its variables stand for."""
    if isinstance(sort, tuple):
        return (sort[0], *(instance(s, sorts) for s in sort[1:]))
    return sorts[sort] if sort in VARIABLES else sort


def build(state: State, tree: Tree, sorts: Mapping[str, Sort], binders: tuple[tuple[str, Sort], ...] = ()) -> int:
    """The term that a tree says at these sorts, under binders of these letters, the innermost last."""
    kind = tree[0]
    if kind == "number":
        return state.number(tree[1])
    if kind == "zero":
        return state.null_of(sorts[tree[1]])
    if kind == "name":
        k = next(k for k, (name, _) in enumerate(reversed(binders)) if name == tree[1])
        return state.make("b", k, binders[-1 - k][1])
    if kind == "apply":
        return state.make("ap", *(build(state, part, sorts, binders) for part in tree[1:]))
    if kind == "bind":
        _, binder, name, wanted, body = tree
        sort = instance(wanted, sorts)
        made = state.make("lam", sort, build(state, body, sorts, (*binders, (name, sort))))
        return made if binder == "\\" else state.make(binder, made)
    _, name, arguments, given = tree
    parts = [build(state, x, sorts, binders) for x in arguments]
    if name in ("every", "card"):
        return state.every(sorts[given[0]]) if name == "every" else state.size(sorts[given[0]])
    if name == "dim":
        return state.make("dim", sorts[given[0]])
    parameters = state.parameters(name)
    if parameters is None:
        return state.make(name, *parts)
    return state.apply(state.make("word", name, *(sorts[p] for p in given or parameters)), *parts)
