"""Declarations of letters and of definitions that are expanded where they are used."""

from __future__ import annotations

from .elaboration import Elaborator
from .parsing import Reader, Tree
from .scopes import Macro, Scope, said
from .terms import CONSTANT, FORMULA, RANDOM, Letter, Rejected, Sort, fresh, last
from .vocabulary import LEVEL_NAMES


def declare_letters(text: str, scope: Scope) -> list[Letter]:
    """`x[token]: moving vector; a, b: number` declared in `scope`."""
    reader = Reader(text)
    made = []
    while reader.peek():
        names = [_declared_name(reader, scope)]
        while reader.take(","):
            names.append(_declared_name(reader, scope))
        reader.next(":")
        word = reader.peek()
        lev = CONSTANT
        if word in LEVEL_NAMES:
            lev = LEVEL_NAMES.index(reader.next())
        result = sort_of(reader, scope)
        if lev != CONSTANT and last(result)[0] in ("index", "size"):
            raise Rejected(f"{names[0][0]}: indices and sizes are constant")
        if lev == RANDOM and last(result)[0] not in ("number", "vector", "formula"):
            raise Rejected(f"{names[0][0]}: only numbers and vectors are random")
        for name, indices in names:
            sort = result
            for index in reversed(indices):
                sort = ("fn", index, sort)
            for argument in _arguments(sort):
                if argument[0] not in ("index", "size", "number", "vector") and last(argument)[0] != "vector":
                    raise Rejected(f"{name} is a function of {said(argument)}; allowed are numbers, vectors and states")
            if last(sort)[0] == "index" and not of_indices(sort):
                raise Rejected(f"{name}: an index depends on indices only, so that no range moves")
            letter = fresh(name, sort, lev)
            scope.declare(name, letter)
            made.append(letter)
        if not reader.take(";"):
            reader.end()
    return made


def sort_of(reader: Reader, scope: Scope) -> Sort:
    """A sort, or a function `sort -> sort`."""
    words = reader.sort()
    sort: Sort = FORMULA if words == ("formula",) else scope.sort(words)
    if reader.take("->"):
        return ("fn", sort, sort_of(reader, scope))
    return sort


def _arguments(sort: Sort) -> list[Sort]:
    return [sort[1], *_arguments(sort[2])] if sort[0] == "fn" else []


def of_indices(sort: Sort) -> bool:
    """Whether something depends on indices only."""
    return sort[0] != "fn" or (sort[1][0] == "index" and of_indices(sort[2]))


def _declared_name(reader: Reader, scope: Scope) -> tuple[str, list[Sort]]:
    name, indices = reader.name(), []
    opening = reader.peek()
    if opening in ("[", "("):
        reader.next()
        while True:
            index = scope.sort(reader.sort())
            if opening == "[" and index[0] not in ("index", "size"):
                raise Rejected(f"{name} is indexed by tokens, heads, directions or steps only")
            indices.append(index)
            if not reader.take(","):
                break
        reader.next("]" if opening == "[" else ")")
    return name, indices


def definition(text: str) -> tuple[str, list[str], Tree]:
    """The name, the parameters and the tree of `c(i) := e`."""
    reader = Reader(text)
    name, parameters = reader.name(), []
    if reader.take("("):
        parameters.append(reader.name())
        while reader.take(","):
            parameters.append(reader.name())
        reader.next(")")
    reader.next(":=")
    body = reader.expression()
    reader.end()
    return name, parameters, body


def define(text: str, scope: Scope) -> None:
    """`c(i) := e` as a definition that is expanded at every use."""
    name, parameters, body = definition(text)
    if len(set(parameters)) != len(parameters):
        raise Rejected("a parameter is named twice")
    for parameter in parameters:
        scope.unused(parameter)
    frozen = scope.extended()
    scope.declare(name, Macro(name, tuple(parameters), body, frozen) if parameters else Elaborator(frozen).infer(body))
