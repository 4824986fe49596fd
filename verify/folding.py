"""Terms as text with the names of a statement's own definitions, maps and states, which the kernel expands.

Nothing is decided here: a name that is missed leaves a longer formula, no other one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

from .kernel.elaboration import Elaborator
from .kernel.printing import text as written
from .kernel.scopes import Macro, Scope
from .kernel.terms import (
    BINDERS,
    CONSTANT,
    HEAD,
    MOVING,
    NUMBER,
    SIZE,
    TOKEN,
    Letter,
    Rejected,
    Sort,
    Term,
    binder,
    fresh,
    make,
    opened,
    range_sort,
)

# A definition of more letters than this keeps its expansion: the sorts of its letters are found by trying.
MAX_PARAMETERS = 4


@dataclass(frozen=True)
class _Pattern:
    """What a name stands for: the expansion with letters for the parameters."""

    name: str
    expansion: Term
    parameters: tuple[Letter, ...]
    letter: Letter


class Folder:
    """Writes terms; what it finds out about a definition it keeps."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int], tuple[Any, _Pattern | None]] = {}

    def text(self, term: Term, scope: Scope, *, apart: bool = False) -> str:
        """`term` as a formula of the language, with the names that `scope` defines.

        apart : whether bound letters have other names than all letters of `scope`, so that it can be read there.
        """
        patterns = sorted(self._patterns(scope), key=lambda pattern: -pattern.expansion.size)
        taken = [name for name, meaning in scope.names.items() if apart or not isinstance(meaning, Letter)]
        return written(_folded(term, patterns), taken)

    def _patterns(self, scope: Scope) -> Iterable[_Pattern]:
        for name, meaning in scope.names.items():
            if isinstance(meaning, Letter):
                continue
            key = (name, id(meaning))
            if key not in self._known:
                self._known[key] = (meaning, _pattern(name, meaning, scope))
            found = self._known[key][1]
            if found is not None:
                yield found


def _pattern(name: str, meaning: Any, scope: Scope) -> _Pattern | None:
    """What `name` expands to; None where that is not longer than the name, or its letters may be anything."""
    if not isinstance(meaning, Macro):
        return _Pattern(name, meaning[0], (), fresh(name, meaning[1]))
    if len(meaning.parameters) > MAX_PARAMETERS:
        return None
    vectors: list[Sort] = [("vector", space) for space in scope.spaces or ("",)]
    sorts = (TOKEN, HEAD, *(("fn", TOKEN, vector) for vector in vectors), NUMBER, *vectors, SIZE)
    for chosen in product(sorts, repeat=len(meaning.parameters)):
        letters = tuple(
            fresh(parameter, sort, CONSTANT if sort[0] in ("index", "size") else MOVING)
            for parameter, sort in zip(meaning.parameters, chosen, strict=True)
        )
        bound = {letter.name: (letter, letter.sort) for letter in letters}
        try:
            expansion, sort = Elaborator(meaning.scope, bound, 1).infer(meaning.body)
        except Rejected:
            continue
        if expansion.size < 3 or not expansion.letters.issuperset(letters):
            return None
        return _Pattern(name, expansion, letters, fresh(name, sort))
    return None


def _folded(term: Term, patterns: list[_Pattern]) -> Term:
    if isinstance(term, Letter) or not any(isinstance(part, Term) for part in term.args):
        return term
    for pattern in patterns:
        found: dict[Letter, Term] = {}
        if pattern.expansion.size <= term.size and _matches(pattern.expansion, term, pattern.parameters, found):
            if not pattern.parameters:
                return pattern.letter
            return make("def", pattern.name, *(_folded(found[letter], patterns) for letter in pattern.parameters))
    if term.op in BINDERS:
        scope = term.args[0]
        letter = fresh("x", range_sort(scope))
        return binder(term.op, _folded(scope, patterns), letter, _folded(opened(term, letter), patterns))
    return make(term.op, *(_folded(part, patterns) if isinstance(part, Term) else part for part in term.args))


def _matches(pattern: Term, term: Term, parameters: tuple[Letter, ...], found: dict[Letter, Term]) -> bool:
    if isinstance(pattern, Letter) and pattern in parameters:
        return not term.loose and found.setdefault(pattern, term) is term
    if pattern is term:
        return True
    if isinstance(pattern, Letter) or pattern.op != term.op or len(pattern.args) != len(term.args):
        return False
    return all(
        _matches(one, other, parameters, found) if isinstance(one, Term) and isinstance(other, Term) else one == other
        for one, other in zip(pattern.args, term.args, strict=True)
    )
