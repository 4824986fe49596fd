"""Terms as they are written: what a general fact says of a goal, letter by letter, and what may stand for a letter."""

from __future__ import annotations

from .derivatives import vector_space
from .moments import operation
from .terms import Letter, Sort, Term, applied, final_sort


def is_index(term: Term) -> bool:
    return isinstance(term, Letter) and term.sort[0] == "index"


def stands(sort: Sort, value: Term) -> bool:
    """Whether `value` may stand for a letter of `sort` that a fact quantifies over."""
    if value.loose:
        return False
    if sort[0] == "index":
        return isinstance(value, Letter) and value.sort[:2] == sort[:2] and sort[2] in ("", value.sort[2])
    if sort[0] == "vector":
        return bool(vector_space(value) == sort[1])
    if sort[0] == "size":
        return _is_size(value)
    if sort[0] == "number":
        return is_number(value)
    return isinstance(value, Letter) and value.sort == sort


def _is_size(value: Term) -> bool:
    if value.op == "num":
        return bool(value.args[0].denominator == 1 and value.args[0] >= 0)
    if value.op in ("add", "mul"):
        return all(_is_size(part) for part in value.args)
    return isinstance(value, Letter) and value.sort[0] == "size"


def is_number(value: Term) -> bool:
    """Whether a closed term is a number."""
    head, arguments = applied(value)
    if isinstance(head, Letter):
        sort = final_sort(head, len(arguments))
        return sort is not None and sort[0] in ("number", "size")
    return operation(value).kind in ("number", "either") and vector_space(value) is None


def match_terms(
    pattern: Term, target: Term, variables: frozenset[Letter], found: dict[Letter, Term]
) -> dict[Letter, Term] | None:
    """The assignment of `variables` that makes `pattern` the term `target`, letter by letter; None if there is none."""
    if pattern in variables:
        assert isinstance(pattern, Letter)
        if target.loose or found.get(pattern, target) is not target:
            return None
        return {**found, pattern: target}
    if pattern is target:
        return found
    if pattern.op != target.op or len(pattern.args) != len(target.args) or isinstance(pattern, Letter):
        return None
    result = found
    for p, t in zip(pattern.args, target.args, strict=True):
        if isinstance(p, Term) and isinstance(t, Term):
            inside = match_terms(p, t, variables, result)
            if inside is None:
                return None
            result = inside
        elif p != t:
            return None
    return result
