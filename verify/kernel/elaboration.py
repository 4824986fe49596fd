"""From syntax trees to typed terms: names are resolved, sorts and levels checked, definitions expanded.

A name has one role. Whatever is not well typed is rejected before any proof is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import vocabulary as words
from .calls import Calls
from .moments import level, reads_over_time
from .parsing import Tree
from .scopes import Macro, Scope, fits, said
from .showing import show
from .terms import (
    CONSTANT,
    FORMULA,
    NUMBER,
    SIZE,
    TOKEN,
    Letter,
    Rejected,
    Sort,
    Term,
    abstract,
    apply,
    fresh,
    make,
    number,
    over,
    range_sort,
)


class Elaborator(Calls):
    """Reads trees in one scope; `bound` are the names of binders that are open at the moment."""

    def __init__(self, scope: Scope, bound: Mapping[str, tuple[Term, Sort]] | None = None, depth: int = 0) -> None:
        self.scope, self.bound, self.depth = scope, dict(bound or {}), depth

    # checking against a sort
    def check(self, tree: Tree, want: Sort) -> Term:
        """The term of `tree`, which must be of the sort `want`."""
        if want[0] == "fn" and tree[0] == "bind" and tree[1] == "fn":
            return self._function(tree[2], tree[3], want)
        if want[0] == "vector" and tree == ("num", 0):
            return make("zero", want[1])
        term, got = self.infer(tree)
        if not fits(got, want):
            raise Rejected(f"{show(tree)} is {said(got)}, wanted {said(want)}")
        return term

    def formula(self, tree: Tree) -> Term:
        """The formula of `tree`."""
        return self.check(tree, FORMULA)

    def _function(self, binds: tuple[Any, ...], body: Tree, want: Sort) -> Term:
        (name, said_range), rest = binds[0], binds[1:]
        if said_range is not None and self._range(said_range) is not over(want[1]):
            raise Rejected(f"the letter {name} runs over another range than {said(want[1])}")
        inner, letter = self._bind(name, want[1])
        if not rest:
            result = inner.check(body, want[2])
        elif want[2][0] == "fn":
            result = inner._function(rest, body, want[2])
        else:
            raise Rejected(f"fn binds {len(binds)} letters, wanted {said(want)}")
        return make("fn", over(want[1]), abstract(result, letter))

    def _bind(self, name: str, sort: Sort) -> tuple[Elaborator, Letter]:
        self.scope.unused(name)
        if name in self.bound:
            raise Rejected(f"{name!r} is bound twice")
        letter = fresh(name, sort)
        return Elaborator(self.scope, {**self.bound, name: (letter, sort)}, self.depth), letter

    # inferring
    def infer(self, tree: Tree) -> tuple[Term, Sort]:
        """The term of `tree` and its sort."""
        kind = tree[0]
        if kind == "num":
            return number(tree[1]), SIZE if tree[1].denominator == 1 else NUMBER
        if kind == "name":
            return self._name(tree[1])
        if kind in ("and", "or", "=>"):
            return make("implies" if kind == "=>" else kind, self.formula(tree[1]), self.formula(tree[2])), FORMULA
        if kind == "iff":
            p, q = self.formula(tree[1]), self.formula(tree[2])
            return make("and", make("implies", p, q), make("implies", q, p)), FORMULA
        if kind == "not":
            return make("not", self.formula(tree[1])), FORMULA
        if kind in ("==", "!=", "<", "<=", ">", ">="):
            return self._relation(kind, tree[1], tree[2]), FORMULA
        if kind in ("+", "-", "*", "/", "^", "neg"):
            return self._arithmetic(tree)
        if kind == "index":
            term, sort = self.infer(tree[1])
            return self._indexed(term, sort, tree[2], tree)
        if kind == "bind":
            return self._binder(tree)
        return self._call(tree)

    def _name(self, name: str) -> tuple[Term, Sort]:
        if name in self.bound:
            return self.bound[name]
        if name == "time":
            return make("time"), NUMBER
        if name == "pi":
            return make("pi"), NUMBER
        meaning = self.scope.names.get(name)
        if isinstance(meaning, Letter):
            return meaning, meaning.sort
        if isinstance(meaning, Macro):
            raise Rejected(f"{name} takes {len(meaning.parameters)} arguments")
        if isinstance(meaning, tuple):
            return meaning  # a map, flow, state or definition with its sort
        raise Rejected(f"{name!r} is a word of the language" if name in words.RESERVED else f"{name!r} is not declared")

    def _relation(self, kind: str, left: Tree, right: Tree) -> Term:
        if right == ("num", 0) and left != ("num", 0):
            a, sort = self.infer(left)
            b, other = (make("zero", sort[1]), sort) if sort[0] == "vector" else self.infer(right)
        elif left == ("num", 0):
            b, other = self.infer(right)
            a, sort = (make("zero", other[1]), other) if other[0] == "vector" else self.infer(left)
        else:
            (a, sort), (b, other) = self.infer(left), self.infer(right)
        indices = sort[0] == "index" and (sort == other or sort[:2] == other[:2] == TOKEN[:2])
        vectors = sort[0] == "vector" and sort == other and kind in ("==", "!=")
        if not (indices or vectors or (fits(sort, NUMBER) and fits(other, NUMBER))):
            raise Rejected(f"{said(sort)} {kind} {said(other)}: {show((kind, left, right))}")
        return _related(kind, a, b)

    def _arithmetic(self, tree: Tree) -> tuple[Term, Sort]:
        kind = tree[0]
        if kind == "neg":
            a, sort = self.infer(tree[1])
            if not (fits(sort, NUMBER) or sort[0] == "vector"):
                raise Rejected(f"- {show(tree[1])}, which is {said(sort)}")
            return make("neg", a), NUMBER if sort == SIZE else sort
        if kind == "^":
            return self._power(tree[1], tree[2])
        (a, left), (b, right) = self.infer(tree[1]), self.infer(tree[2])
        if kind in ("+", "-"):
            if tree[1] == ("num", 0) and right[0] == "vector":
                a, left = make("zero", right[1]), right
            if tree[2] == ("num", 0) and left[0] == "vector":
                b, right = make("zero", left[1]), left
            if left[0] == "vector" and left == right:
                return make({"+": "add", "-": "sub"}[kind], a, b), left
            if fits(left, NUMBER) and fits(right, NUMBER):
                whole = kind == "+" and left == right == SIZE
                return make({"+": "add", "-": "sub"}[kind], a, b), SIZE if whole else NUMBER
        elif kind == "*" and fits(left, NUMBER) and (fits(right, NUMBER) or right[0] == "vector"):
            sort = right if right[0] == "vector" else SIZE if left == right == SIZE else NUMBER
            return make("mul", a, b), sort
        elif kind == "/" and fits(right, NUMBER) and (fits(left, NUMBER) or left[0] == "vector"):
            return make("div", a, b), left if left[0] == "vector" else NUMBER
        raise Rejected(f"{said(left)} {kind} {said(right)}: {show(tree)}")

    def _power(self, base: Tree, exponent: Tree) -> tuple[Term, Sort]:
        a, sort = self.infer(base)
        if not fits(sort, NUMBER):
            raise Rejected(f"a power of {said(sort)}: {show(base)}")
        negative = exponent[0] == "neg"
        literal = exponent[1] if negative else exponent
        if literal[0] == "num" and literal[1].denominator == 1:
            power = int(literal[1])
            if power > 64:
                raise Rejected(f"the exponent {power}; allowed are whole numbers up to 64")
            raised = make("pow", a, power)
            return (make("div", number(1), raised), NUMBER) if negative else (raised, sort)
        size, size_sort = self.infer(literal)
        if size_sort != SIZE or negative:
            raise Rejected(f"the exponent {show(exponent)} is no size")
        return make("sizepow", a, size), sort

    def _indexed(self, term: Term, sort: Sort, arguments: tuple[Tree, ...], tree: Tree) -> tuple[Term, Sort]:
        for argument in arguments:
            if sort[0] != "fn":
                raise Rejected(f"too many indices: {show(tree)}")
            value = self.check(argument, sort[1])
            moving = level(value) != CONSTANT or any(letter.momentary for letter in value.letters)
            if moving and reads_over_time(term):
                raise Rejected(f"a function that reads its argument over time, at what moves: {show(tree)}")
            term, sort = apply(term, value), sort[2]
        return term, sort

    def _binder(self, tree: Tree) -> tuple[Term, Sort]:
        _, kind, binds, body = tree
        (name, said_range), rest = binds[0], binds[1:]
        scope = self._range(said_range) if said_range is not None else over(TOKEN)
        sort = range_sort(scope)
        if kind == "fn":
            if scope.op != "over":
                raise Rejected(f"a function of a part of what it may be applied to: {show(tree)}")
            inner, letter = self._bind(name, sort)
            result, result_sort = inner.infer(("bind", kind, rest, body) if rest else body)
            return make("fn", scope, abstract(result, letter)), ("fn", sort, result_sort)
        if kind not in ("forall", "exists"):
            if not (sort[0] == "index" or scope.op == "span"):
                raise Rejected(f"{kind} over infinitely many: {show(tree)}")
            if kind in ("max", "min", "diam") and scope.op in ("before", "span"):
                raise Rejected(f"{kind} over a range that may be empty: {show(tree)}")
        inner, letter = self._bind(name, sort)
        nested = ("bind", kind, rest, body) if rest else body
        if kind in ("forall", "exists"):
            return make(kind, scope, abstract(inner.formula(nested), letter)), FORMULA
        result, result_sort = inner.infer(nested)
        if kind == "diam":
            if result_sort[0] != "vector":
                raise Rejected(f"diam of {said(result_sort)}: {show(tree)}")
            return make(kind, scope, abstract(result, letter)), NUMBER
        if not (fits(result_sort, NUMBER) or (kind == "sum" and result_sort[0] == "vector")):
            raise Rejected(f"{kind} of {said(result_sort)}: {show(tree)}")
        return make(kind, scope, abstract(result, letter)), result_sort

    def _range(self, tree: Tree) -> Term:
        if tree[0] == "sort":
            if len(tree[1]) == 1 and tree[1][0] in self.bound:
                raise Rejected(f"{tree[1][0]!r} is no range")
            return over(self.scope.sort(tree[1]))
        if tree[0] == "span":
            ends = [self.check(part, SIZE) for part in tree[1:]]
            if any(level(end) != CONSTANT for end in ends):
                raise Rejected(f"a range that moves: {show(tree[1])}..{show(tree[2])}")
            return make("span", *ends)
        return make(tree[0], self.check(tree[1], TOKEN))

    # words
    def _call(self, tree: Tree) -> tuple[Term, Sort]:
        head, arguments = tree[1], tree[2]
        name = head[1] if head[0] == "name" else ""
        if name and name not in self.bound and name not in self.scope.names:
            return self._word(name, arguments, tree)
        if isinstance(self.scope.names.get(name), Macro):  # which is no name of a bound letter
            return self._expanded(self.scope.names[name], arguments)
        term, sort = self.infer(head)
        if sort[0] in ("operator", "matrix"):
            if len(arguments) != 1:
                raise Rejected(f"{show(head)} is applied to one vector: {show(tree)}")
            return make("lin", term, self.check(arguments[0], ("vector", sort[1]))), ("vector", sort[-1])
        if sort[0] in ("map", "flow") and len(arguments) == 2:
            return self._word("value", (head, *arguments), tree)
        if sort[0] == "fn":
            return self._indexed(term, sort, arguments, tree)
        raise Rejected(f"{show(head)} is {said(sort)} and cannot be applied: {show(tree)}")

    def _expanded(self, macro: Macro, arguments: tuple[Tree, ...]) -> tuple[Term, Sort]:
        if len(arguments) != len(macro.parameters):
            raise Rejected(f"{macro.name} takes {len(macro.parameters)} arguments")
        if self.depth > 50:
            raise Rejected(f"definitions nested too deeply at {macro.name}")
        bound = {name: self.infer(argument) for name, argument in zip(macro.parameters, arguments, strict=True)}
        return Elaborator(macro.scope, bound, self.depth + 1).infer(macro.body)


def _related(kind: str, a: Term, b: Term) -> Term:
    return make({">": "<", ">=": "<="}[kind], b, a) if kind in (">", ">=") else make(kind, a, b)
