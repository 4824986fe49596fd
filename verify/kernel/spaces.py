"""Words and definitions hold in any vector space: space letters are resolved from the arguments."""

from __future__ import annotations

from collections.abc import Mapping

from .derivatives import vector_space
from .scopes import Definition
from .terms import Letter, Sort, Term, applied, last, make, substituted


def unified(pattern: Sort, got: Sort, spaces: dict[str, str]) -> Sort | None:
    """`pattern` with its space letters resolved so that `got` may fit; None if there is no such way."""
    if pattern[0] == "fn":
        if got[0] != "fn":
            return None
        first, second = unified(pattern[1], got[1], spaces), unified(pattern[2], got[2], spaces)
        return ("fn", first, second) if first is not None and second is not None else None
    for part, actual in zip(pattern[1:], got[1:], strict=False):  # an operator names the one space of a matrix once
        if isinstance(part, str) and part[:1] == "?" and spaces.setdefault(part, actual) != actual:
            return None
    return resolved(pattern, spaces)


def resolved(sort: Sort, spaces: Mapping[str, str]) -> Sort:
    return tuple(resolved(part, spaces) if isinstance(part, tuple) else spaces.get(part, part) for part in sort)


def generic(sort: Sort) -> Sort:
    """A sort of a definition, in which the space E stands for any space."""
    return tuple(
        generic(part) if isinstance(part, tuple) else f"?{part}" if part in ("E", "F") else part for part in sort
    )


def instance_of(definition: Definition, arguments: tuple[Term, ...]) -> Term:
    """The formula that a defined predicate abbreviates at `arguments`, in their space."""
    pairs = list(zip(definition.letters, arguments, strict=True))
    space = next((found for letter, term in pairs if (found := _space_of(letter.sort, term)) is not None), "E")
    return substituted(_in_space(definition.formula, space), dict(pairs))


def _space_of(sort: Sort, term: Term) -> str | None:
    """The space of an argument of sort `sort`, where it is a vector or an operator."""
    if sort[0] == "vector":
        return vector_space(term)
    if sort[0] not in ("operator", "matrix"):
        return None
    head, _ = applied(term)
    return str(last(head.sort if isinstance(head, Letter) else sort)[1])


def _in_space(term: Term, space: str) -> Term:
    """A formula of a definition with its binders over the space E turned to `space`."""
    if not term.args:
        return term
    if term.op == "over":
        return make("over", resolved(term.args[0], {"E": space}))
    if term.op in ("zero", "dim"):
        return make(term.op, space)
    return make(term.op, *(_in_space(part, space) if isinstance(part, Term) else part for part in term.args))
