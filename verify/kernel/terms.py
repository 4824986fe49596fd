"""Terms without names: a bound letter is an index, a free letter is an object of its own. Equal terms are identical."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any
from weakref import WeakValueDictionary

Sort = tuple[Any, ...]

NUMBER: Sort = ("number",)
SIZE: Sort = ("size",)
FORMULA: Sort = ("formula",)
TOKEN: Sort = ("index", "token", "")
HEAD: Sort = ("index", "head", "")

CONSTANT, MOVING, MEASURABLE, RANDOM = range(4)
LEVELS = ("constant", "moving", "measurable", "random")

MAX_SIZE = 200_000
BINDERS = ("forall", "exists", "sum", "max", "min", "diam", "fn")


class Rejected(Exception):  # noqa: N818
    """What the kernel says of a statement, proof or instance that it does not accept; the message names the place."""


@contextmanager
def unless_rejected() -> Iterator[None]:
    """Go on behind this where something is rejected in it, but not where the work is spent."""
    try:
        yield
    except Rejected as error:
        if str(error).startswith("work"):
            raise


class Steps:
    """Counts what the kernel does, so that hostile data end soon, on every machine at the same place."""

    def __init__(self) -> None:
        self.done, self.limit = 0, 1 << 62

    def allow(self, more: int) -> None:
        """From here on at most `more` steps."""
        self.limit = self.done + more

    @property
    def spent(self) -> bool:
        """Whether no more are allowed."""
        return self.done > self.limit

    def spend(self, amount: int = 1) -> None:
        """Count `amount` steps; raises Rejected when no more are allowed."""
        self.done += amount
        if self.done > self.limit:
            raise Rejected("work: more steps than a claim may take")


steps = Steps()


class Term:
    """One node. `args` are terms, or plain data where the operation says so.

    loose : how many bound letters are used that no binder inside binds; 0 for a term with a meaning of its own.
    letters : the free letters that occur. size : how many nodes it has, written out.
    """

    __slots__ = ("__weakref__", "args", "letters", "loose", "op", "size")

    op: str
    args: tuple[Any, ...]
    loose: int
    letters: frozenset[Letter]
    size: int

    def __repr__(self) -> str:
        return f"({self.op} {' '.join(map(repr, self.args))})"


_serial = itertools.count()


class Letter(Term):
    """A free letter. The name is for readers; two letters are the same only if they are one object.

    momentary : introduced inside a moment of time, so that it may depend on that moment.
    """

    __slots__ = ("level", "momentary", "name", "serial", "sort")

    def __init__(self, name: str, sort: Sort, level: int = CONSTANT, momentary: bool = False) -> None:
        self.op, self.args, self.loose, self.letters, self.size = "letter", (), 0, frozenset((self,)), 1
        self.name, self.sort, self.level, self.momentary = name, sort, level, momentary
        self.serial = next(_serial)

    def __repr__(self) -> str:
        return self.name


_table: WeakValueDictionary[Any, Term] = WeakValueDictionary()
_NONE: frozenset[Letter] = frozenset()


def make(op: str, *args: Any) -> Term:
    """The term `op(*args)`: one object for equal arguments."""
    steps.spend()
    key = (op, *args)
    found = _table.get(key)
    if found is not None:
        return found
    term = Term()
    term.op, term.args = op, args
    parts = [a for a in args if isinstance(a, Term)]
    term.size = 1 + sum([part.size for part in parts])
    if term.size > MAX_SIZE:
        raise Rejected(f"work: a term of more than {MAX_SIZE} nodes")
    if op == "b":
        term.loose, term.letters = args[0] + 1, _NONE
    else:
        term.loose = 0
        for position, part in enumerate(args):
            if isinstance(part, Term):
                inside = part.loose - 1 if op in BINDERS and position == 1 else part.loose
                term.loose = max(term.loose, inside)
        term.letters = frozenset().union(*(p.letters for p in parts)) if parts else _NONE
    _table[key] = term
    return term


def number(value: int | Fraction) -> Term:
    """A rational number."""
    return make("num", Fraction(value))


def over(sort: Sort) -> Term:
    """The range of a binder that runs over a whole sort."""
    return make("over", sort)


def range_sort(scope: Term) -> Sort:
    """The sort of a letter bound over `scope`."""
    if scope.op in ("before", "upto"):
        return TOKEN
    return SIZE if scope.op == "span" else scope.args[0]


def final_sort(letter: Letter, arguments: int) -> Sort | None:
    """The sort of a letter applied to so many arguments; None where it takes fewer."""
    sort = letter.sort
    for _ in range(arguments):
        if sort[0] != "fn":
            return None
        sort = sort[2]
    return sort


def last(sort: Sort) -> Sort:
    """What a function gives in the end."""
    while sort[0] == "fn":
        sort = sort[2]
    return sort


def applied(term: Term) -> tuple[Term, list[Term]]:
    """What is applied in `term`, and to what, in order."""
    arguments: list[Term] = []
    while term.op == "ap":
        arguments.append(term.args[1])
        term = term.args[0]
    return term, arguments[::-1]


def binder(kind: str, scope: Term, letter: Letter, body: Term) -> Term:
    """Bind `letter` in `body`."""
    return make(kind, scope, abstract(body, letter))


def abstract(term: Term, letter: Letter, depth: int = 0) -> Term:
    """`term` with `letter` turned into the bound letter `depth` binders out."""
    if letter not in term.letters:
        return term
    if term is letter:
        return make("b", depth)
    return rebuilt(term, lambda part, inner: abstract(part, letter, depth + inner))


def rebuilt(term: Term, change: Callable[[Term, int], Term]) -> Term:
    """`term` with every part changed; the second argument is 1 for the body of a binder."""
    if term.op in BINDERS:
        scope, body = term.args
        return make(term.op, change(scope, 0), change(body, 1))
    return build(term.op, *[change(part, 0) if isinstance(part, Term) else part for part in term.args])


def build(op: str, *args: Any) -> Term:
    """`make`, with written-out functions, maps, flows and sets applied."""
    if op == "ap":
        return apply(args[0], args[1])
    if op == "value" and args[0].op in ("map", "flow"):
        return apply(apply(args[0].args[0], args[1]), args[2])
    if op == "on" and args[0].op in ("map", "flow"):
        return apply(args[0].args[1], args[1])
    return make(op, *args)


def apply(function: Term, argument: Term) -> Term:
    """`function` at `argument`, reduced where the function is written out."""
    if function.op == "fn":
        return _opened(function.args[1], argument, 0)
    return make("ap", function, argument)


def opened(bound: Term, argument: Term) -> Term:
    """The body of a binder at `argument`, which has no loose bound letter."""
    if argument.loose:
        raise Rejected("a bound letter would leave its binder")
    return _opened(bound.args[1], argument, 0)


def _opened(term: Term, argument: Term, depth: int) -> Term:
    if term.loose <= depth:
        return term
    if term.op == "b":
        index = term.args[0]
        return _lifted(argument, depth, 0) if index == depth else make("b", index - 1)
    return rebuilt(term, lambda part, inner: _opened(part, argument, depth + inner))


def _lifted(term: Term, by: int, depth: int) -> Term:
    """`term`, moved under `by` more binders: its loose bound letters count them too."""
    if by == 0 or term.loose <= depth:
        return term
    if term.op == "b":
        return make("b", term.args[0] + by)
    return rebuilt(term, lambda part, inner: _lifted(part, by, depth + inner))


def substituted(term: Term, values: Mapping[Letter, Term]) -> Term:
    """`term` with letters replaced by terms without loose bound letters, all at once."""
    if term.letters.isdisjoint(values):
        return term
    if isinstance(term, Letter):
        return values.get(term, term)
    return rebuilt(term, lambda part, _: substituted(part, values))


def fresh(name: str, sort: Sort, level: int = CONSTANT, momentary: bool = False) -> Letter:
    """A letter that occurs nowhere yet."""
    return Letter(name, sort, level, momentary)


def conjuncts(term: Term) -> Iterable[Term]:
    """The parts of a conjunction, flattened."""
    if term.op == "and":
        for part in term.args:
            yield from conjuncts(part)
    else:
        yield term


def contains(term: Term, ops: frozenset[str]) -> bool:
    """Whether one of the operations occurs anywhere in `term`."""
    stack = [term]
    while stack:
        top = stack.pop()
        if top.op in ops:
            return True
        stack.extend(part for part in top.args if isinstance(part, Term))
    return False
