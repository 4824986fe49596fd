"""Whether two formulas or terms are one by the normal form."""

from __future__ import annotations

from .derivatives import vector_space
from .moments import operation
from .normal import Normaliser, Vector
from .polynomials import add
from .term_matching import is_index, is_number
from .terms import BINDERS, Letter, Rejected, Term, apply, fresh, opened, range_sort, unless_rejected


def same(a: Term, b: Term, normaliser: Normaliser) -> bool:
    """Whether two formulas or terms are one by the normal form: sides of relations, arguments of predicates, bodies."""
    if a is b:
        return True
    if a.loose or b.loose:
        raise Rejected("a bound letter outside its binder")
    if a.op == b.op and a.op in ("<", "<=", "==", "!="):
        return _same_relation(a, b, normaliser)
    number, other = is_number(a), is_number(b)
    space = None if number else vector_space(a)
    if number and other:
        with unless_rejected():
            return normaliser.is_zero(add(normaliser.scalar(a), normaliser.scalar(b), -1))
        return False
    if space is not None and vector_space(b) == space:
        with unless_rejected():
            return _vanishes(normaliser, normaliser.vector_sum(normaliser.vector(a), normaliser.vector(b), -1))
        return False
    if a.op != b.op or len(a.args) != len(b.args) or isinstance(a, Letter):
        return _same_eta(a, b, normaliser)
    if a.op in BINDERS:
        if not same(a.args[0], b.args[0], normaliser):
            return False
        sort = range_sort(a.args[0])
        countable = sort[0] in ("index", "size")
        x = fresh("x", sort, momentary=not countable)
        inner = normaliser if countable else normaliser.timeless()
        return same(opened(a, x), opened(b, x), inner)
    inside = normaliser if operation(a).kind in ("connective", "range") else normaliser.timeless()
    for p, q in zip(a.args, b.args, strict=True):
        if isinstance(p, Term) and isinstance(q, Term):
            if not same(p, q, inside):
                return False
        elif p != q:
            return False
    return True


def _same_eta(a: Term, b: Term, normaliser: Normaliser) -> bool:
    """A function and another way of writing it: compared at a new letter."""
    for f, g in ((a, b), (b, a)):
        if f.op == "fn" and (isinstance(g, Letter) or g.op in ("ap", "cases")):
            x = fresh("x", range_sort(f.args[0]))
            return same(opened(f, x), apply(g, x), normaliser)
    return False


def _same_relation(a: Term, b: Term, normaliser: Normaliser) -> bool:
    if is_index(a.args[0]) or is_index(b.args[0]):
        return False  # with the same sides they would be one object
    space = vector_space(a.args[0])
    if space != vector_space(b.args[0]):
        return False
    with unless_rejected():
        if space is not None:
            left = normaliser.vector_sum(normaliser.vector(a.args[0]), normaliser.vector(a.args[1]), -1)
            right = normaliser.vector_sum(normaliser.vector(b.args[0]), normaliser.vector(b.args[1]), -1)
            return _vanishes(normaliser, normaliser.vector_sum(left, right, -1))
        first = add(normaliser.scalar(a.args[1]), normaliser.scalar(a.args[0]), -1)
        second = add(normaliser.scalar(b.args[1]), normaliser.scalar(b.args[0]), -1)
        return normaliser.is_zero(add(first, second, -1))
    return False


def _vanishes(normaliser: Normaliser, difference: Vector) -> bool:
    return all(map(normaliser.is_zero, difference.values()))
