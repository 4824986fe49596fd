"""Contexts that find a normal form once for all of them in which the questions asked on the way have the same answers.

For walks that pass many contexts with nearly the same facts. The kernel uses nothing of this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

from verify.kernel.atoms import Poly
from verify.kernel.contexts import TIMELESS, Context
from verify.kernel.knowledge import Knowledge
from verify.kernel.members import Vector
from verify.kernel.normal import Normaliser
from verify.kernel.proofs import Walker
from verify.kernel.terms import Term

_QUESTIONS = ("sign", "nonzero", "known_factors", "nonzero_atom", "atom_sign")
_OUTSIDE = ("outside",)
_MOST = 4
Questions = dict[tuple[Any, ...], tuple[Any, Any]]


class _Asked:
    """What is known, with every question written down in the innermost computation that is open."""

    def __init__(self, knowledge: Knowledge, normaliser: _Recalling) -> None:
        self._knowledge, self._normaliser = knowledge, normaliser

    def __getattr__(self, name: str) -> Any:
        return partial(self._ask, name) if name in _QUESTIONS else getattr(self._knowledge, name)

    def rewrite(self, a: Any) -> Term | None:
        """As in `Knowledge`, which nobody has to ask where no equation is named."""
        return self._knowledge.rewrite(a) if self._knowledge.named else None

    def _ask(self, name: str, about: Any) -> Any:
        answer = _answer(self._knowledge, name, about)
        if self._normaliser.open:
            key = frozenset(about.items()) if isinstance(about, dict) else about
            self._normaliser.open[-1][name, key, tuple(self._normaliser.earlier)] = about, answer
        return answer


class _Recalling(Normaliser):
    """Arithmetic that remembers, for every term, what was asked on the way to its normal form."""

    def __init__(self, knowledge: Knowledge, *more: Any) -> None:
        self.open: list[Questions] = []
        self._questions: dict[Any, Questions] = {}
        super().__init__(knowledge, *more)

    @property
    def knowledge(self) -> Any:
        """What is known here."""
        self.asked += 1
        return self._asked

    @knowledge.setter
    def knowledge(self, knowledge: Knowledge) -> None:
        self._known, self._asked = knowledge, _Asked(knowledge, self)

    def timeless(self) -> Normaliser:
        """As in `Normaliser`; what is found there depends on more than the questions."""
        self.asked += 1
        if self.open:
            self.open[-1][_OUTSIDE] = None, None
        if self._timeless is None:
            closed = self._known.closed()
            same = closed is self._known and not self.at_start
            self._timeless = self if same else Normaliser(closed, self.groups, self.work)
        return self._timeless

    def scalar(self, term: Term) -> Poly:
        """The normal form of a number."""
        found: Poly = self._recalled("number", term, self._scalars, super().scalar)
        return found

    def vector(self, term: Term) -> Vector:
        """The normal form of a vector."""
        found: Vector = self._recalled("vector", term, self._vectors, super().vector)
        return found

    def _recalled(self, kind: str, term: Term, own: dict[Term, Any], compute: Callable[[Term], Any]) -> Any:
        if self._known.named or self.norms:
            return compute(term)
        questions: Questions
        if term in own:
            value, questions = own[term], self._questions[term]
        else:
            kept = self.work.kept(f"{kind} in normal form {self.groups} {self.at_start}")
            lasting = not self.earlier and not self._nested()
            before = kept.get(term, ()) if lasting else ()
            found = next((old for old in before if self._same(old[1])), None)
            if found is not None:
                value, questions = found
            else:
                self.open.append({})
                try:
                    value = compute(term)
                finally:
                    questions = self.open.pop()
                if lasting and _OUTSIDE not in questions:
                    kept[term] = ((value, questions), *before[: _MOST - 1])
            if not self.earlier:
                own[term], self._questions[term] = value, questions
        self.asked += 1  # whatever it was: what rests on it is recalled here, with its questions
        if self.open:
            self.open[-1].update(questions)
        return value

    def _nested(self) -> bool:
        """Whether a condition of a condition is asked for: there answers are cut short."""
        return getattr(getattr(self._known.known, "__self__", None), "_depth", 0) > 1

    def _same(self, questions: Questions) -> bool:
        kept = self.earlier
        try:
            for (name, _, earlier), (about, answer) in questions.items():
                self.earlier = list(earlier)
                if _answer(self._known, name, about) != answer:
                    return False
        finally:
            self.earlier = kept
        return True


def _answer(knowledge: Knowledge, name: str, about: Any) -> Any:
    found = getattr(knowledge, name)(about)
    return tuple(found) if name == "known_factors" else found


class RecallingContext(Context):
    """A context whose arithmetic remembers."""

    arithmetic: ClassVar[type[Normaliser]] = _Recalling


class RecallingWalker(Walker):
    """A walk that reads a text once in every scope and at every moment."""

    def formula(self, text: Any, context: Context) -> Term:
        """A formula of a node."""
        return self._once("formula", text, context, super().formula)

    def number(self, text: Any, context: Context) -> Term:
        """A number of a node."""
        return self._once("number", text, context, super().number)

    def _once(self, kind: str, text: Any, context: Context, read: Callable[[Any, Context], Term]) -> Term:
        if not isinstance(text, str):
            return read(text, context)
        kept = self.work.kept("texts")
        key = kind, text, id(context.scope), context.moment
        if key not in kept:
            kept[key] = context.scope, read(text, context)  # with the scope, so that no other one gets its number
        found: Term = kept[key][1]
        return found


def knowing(context: Context, facts: Sequence[Term]) -> Context:
    """The same place and moment, where these facts are known and nothing else."""
    return RecallingContext(context.scope, facts, TIMELESS, context.work).at(context.moment).having(facts)
