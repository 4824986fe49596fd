"""How a term depends on time: constant, locally absolutely continuous, merely measurable, or random."""

from __future__ import annotations

from verify.kernel.terms import CONSTANT, MEASURABLE, MOVING, Letter, Term
from verify.kernel.vocabulary import CLOSING

_CACHE_LIMIT = 200_000
_cache: dict[int, tuple[Term, int]] = {}  # with the term, which lives as long as its number is looked up


def level(term: Term) -> int:
    """The highest level in `term`; operators of time close what is inside them, a rate is measurable.

    A defined predicate is closed by its definition: what it is applied to is checked when it is written.
    """
    if isinstance(term, Letter):
        return term.level
    if term.op == "time":
        return MOVING
    if term.op in CLOSING:
        return CONSTANT
    if term.op == "rate":
        return MEASURABLE
    if not term.args:
        return CONSTANT
    found = _cache.get(id(term))
    if found is not None:
        return found[1]
    result = max((level(part) for part in term.args if isinstance(part, Term)), default=CONSTANT)
    if len(_cache) > _CACHE_LIMIT:
        _cache.clear()
    _cache[id(term)] = (term, result)
    return result


def moves(term: Term) -> bool:
    """Whether a term depends on time, though it may be random too."""
    if isinstance(term, Letter):
        return term.level in (MOVING, MEASURABLE)
    if term.op in CLOSING:
        return False
    return term.op in ("time", "rate") or any(moves(part) for part in term.args if isinstance(part, Term))
