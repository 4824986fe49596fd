"""What normal forms start from: letters, members of families, and the named equations that rewrite them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from verify.kernel.atoms import Atom, Poly, atom, frozen
from verify.kernel.knowledge import Knowledge
from verify.kernel.polynomials import ONE, Work, single
from verify.kernel.terms import MOVING, Letter, Rejected, Term, fresh

Vector = dict[Atom, Poly]


class Members(ABC):
    """What all of arithmetic shares: the knowledge of a context, its moment, and the work that may still be done."""

    knowledge: Knowledge
    named: bool
    groups: tuple[str, ...]
    at_start: bool
    norms: tuple[Term, ...]
    work: Work
    earlier: list[tuple[Letter, Letter]]
    _depth: int

    @abstractmethod
    def scalar(self, term: Term) -> Poly:
        """The normal form of a number."""

    @abstractmethod
    def vector(self, term: Term) -> Vector:
        """The normal form of a vector."""

    @abstractmethod
    def timeless(self) -> Members:
        """The same arithmetic with what is known whatever the time is."""

    def _letter(self, letter: Letter, key: tuple[Any, ...]) -> Poly:
        if letter.sort[0] not in ("number", "size"):
            raise Rejected(f"{letter.name} is no number")
        return self._atomic(atom("l", self._now(letter), *key))

    def _now(self, letter: Letter) -> Letter:
        return initial_letter(letter) if self.at_start and letter.level == MOVING else letter

    def _family(self, term: Term) -> Poly:
        return self._atomic(atom(*self._member(term)))

    def _member(self, term: Term) -> tuple[Any, ...]:
        """The key of a member of a family: the letter with its arguments."""
        arguments: list[Any] = []
        while term.op == "ap":
            arguments.append(self._argument(term.args[1]))
            term = term.args[0]
        if not isinstance(term, Letter):
            raise Rejected("a function is applied that is neither a letter nor written out")
        return ("l", self._now(term), *reversed(arguments))

    def _argument(self, term: Term) -> Any:
        if isinstance(term, Letter) and term.sort[0] == "index":
            return term
        if isinstance(term, Letter) and term.sort[0] in ("fn", "vector", "operator", "matrix"):
            return self._now(term) if term.sort[0] == "vector" else term
        if term.op in ("fn", "map", "flow", "cases"):
            return term
        try:
            return frozen(self.scalar(term))
        except Rejected:
            return tuple(sorted(((a, frozen(p)) for a, p in self.vector(term).items()), key=lambda x: x[0].number))

    def _atomic(self, a: Atom) -> Poly:
        """The atom as a polynomial, rewritten where a named equation says so."""
        rewritten = self.knowledge.rewrite(a) if self.named else None
        if rewritten is None:
            return single(a)
        found: Poly = self._descend(lambda: self.scalar(rewritten))
        return found

    def _descend(self, act: Callable[[], Any]) -> Any:
        self._depth += 1
        if self._depth > 60:
            raise Rejected("the named equations rewrite in a circle")
        try:
            return act()
        finally:
            self._depth -= 1

    def _vector_atom(self, a: Atom) -> Vector:
        rewritten = self.knowledge.rewrite(a) if self.named else None
        if rewritten is None:
            return {a: ONE}
        return self._descend(lambda: self.vector(rewritten))  # type: ignore[no-any-return]


initials: dict[Letter, Letter] = {}


def initial_letter(letter: Letter) -> Letter:
    """The initial value of a moving letter."""
    if letter not in initials:
        initials[letter] = fresh(f"start({letter.name})", letter.sort)
    return initials[letter]
