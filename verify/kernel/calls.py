"""The words of the language that take arguments: functions, predicates, operators of time, defined predicates."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from . import vocabulary as words
from .moments import OPERATIONS, STATIC, level, moves, speaks_of_time
from .parsing import Tree
from .scopes import Definition, Scope, fits, said
from .showing import show
from .spaces import generic, resolved, unified
from .terms import CONSTANT, FORMULA, MEASURABLE, MOVING, NUMBER, RANDOM, SIZE, Rejected, Sort, Term, build, make


class Calls(ABC):
    """Reads calls of words in one scope; how terms are read is left to the elaborator."""

    scope: Scope

    @abstractmethod
    def check(self, tree: Tree, want: Sort) -> Term:
        """The term of `tree`, which must be of the sort `want`."""

    @abstractmethod
    def infer(self, tree: Tree) -> tuple[Term, Sort]:
        """The term of `tree` and its sort."""

    @abstractmethod
    def formula(self, tree: Tree) -> Term:
        """The formula of `tree`."""

    def _word(self, name: str, arguments: tuple[Tree, ...], tree: Tree) -> tuple[Term, Sort]:
        if name in ("max", "min"):
            if len(arguments) < 2:
                raise Rejected(f"{name} of at least two numbers, or {name}(i: ...): {show(tree)}")
            term = self.check(arguments[-1], NUMBER)
            for other in reversed(arguments[:-1]):
                term = make(f"{name}2", self.check(other, NUMBER), term)
            return term, NUMBER
        if name in words.FUNCTIONS:
            patterns, result = words.FUNCTIONS[name]
            terms, spaces = self._matched(name, patterns, arguments, tree)
            return build(name, *terms), resolved(result, spaces)
        if name in words.PREDICATES:
            terms, _ = self._matched(name, words.PREDICATES[name], arguments, tree)
            if name == "on":
                return build(name, *terms), FORMULA
            if name in words.LAWS:
                if any(moves(term) for term in terms) or (name == "normal" and level(terms[1]) != CONSTANT):
                    raise Rejected(f"{name} of something that moves: {show(tree)}")
            elif name == "one_solution":
                flow, state = terms
                if level(flow) > MEASURABLE or level(state) != CONSTANT:
                    raise Rejected(f"{name} moves where it must not: {show(tree)}")
                if any(letter.momentary for letter in (*flow.letters, *state.letters)):
                    raise Rejected(f"{name} of something chosen at a moment: {show(tree)}")
            elif OPERATIONS[name].time == STATIC and any(level(term) != CONSTANT for term in terms):
                raise Rejected(f"{name} of something that moves: {show(tree)}")
            return make(name, *terms), FORMULA
        if name in self.scope.definitions:
            return self._defined(self.scope.definitions[name], arguments, tree)
        if name == "dim":
            if len(arguments) != 1 or arguments[0][0] != "name":
                raise Rejected(f"dim of a space: {show(tree)}")
            return make("dim", self.scope.space((arguments[0][1],))), SIZE
        if len(arguments) != 1:
            raise Rejected(f"{name!r} is not declared, or takes one argument: {show(tree)}")
        if name in (*words.TIME_FORMULAS, "probability"):
            body = self.formula(arguments[0])
            _temporal(name, body)
            return make(name, body), NUMBER if name == "probability" else FORMULA
        if name in ("start", "rate"):
            term, sort = self.infer(arguments[0])
            if not (fits(sort, NUMBER) or sort[0] == "vector"):
                raise Rejected(f"{name} of {said(sort)}: {show(tree)}")
            _temporal(name, term)
            return make(name, term), NUMBER if sort == SIZE else sort
        raise Rejected(f"{name!r} is not declared")

    def _matched(
        self, name: str, patterns: tuple[Sort, ...], arguments: tuple[Tree, ...], tree: Tree
    ) -> tuple[list[Term], dict[str, str]]:
        """The arguments of a word, and what its space letters stand for."""
        if len(patterns) != len(arguments):
            raise Rejected(f"{name} takes {len(patterns)} arguments: {show(tree)}")
        spaces: dict[str, str] = {}
        later: list[int] = []
        terms: list[Any] = [None] * len(patterns)
        for position, (pattern, argument) in enumerate(zip(patterns, arguments, strict=True)):
            if argument == ("num", 0) or (argument[0] == "bind" and argument[1] == "fn"):
                later.append(position)
                continue
            term, got = self.infer(argument)
            if name in ("value", "on", "D", "almost_all_converge") and position == 0 and got[0] == "flow":
                got = ("map", got[1])
            wanted = unified(pattern, got, spaces)
            if wanted is None or not fits(got, wanted):
                raise Rejected(
                    f"{show(argument)} is {said(got)}, wanted {said(resolved(pattern, spaces))} in {show(tree)}"
                )
            terms[position] = term
        for position in later:
            wanted = resolved(patterns[position], {"?E": self._default(), "?F": self._default(), **spaces})
            terms[position] = self.check(arguments[position], wanted)
        return terms, {"?E": self._default(), "?F": self._default(), **spaces}

    def _default(self) -> str:
        return self.scope.spaces[0] if self.scope.spaces else ""

    def _defined(self, definition: Definition, arguments: tuple[Tree, ...], tree: Tree) -> tuple[Term, Sort]:
        patterns = tuple(generic(letter.sort) for letter in definition.letters)
        terms, _ = self._matched(definition.name, patterns, arguments, tree)
        for letter, term in zip(definition.letters, terms, strict=True):
            if level(term) > (MEASURABLE if letter.sort[0] == "flow" else letter.level):
                raise Rejected(f"{definition.name}: {show(tree)} moves where it must not")
        if definition.timed and any(letter.momentary for term in terms for letter in term.letters):
            raise Rejected(f"{definition.name} of something chosen at a moment: {show(tree)}")
        return make("timed" if definition.timed else "def", definition.name, *terms), FORMULA


def _temporal(name: str, body: Term) -> None:
    """What an operator of time, or `rate`, may be applied to."""
    if any(letter.momentary for letter in body.letters):
        raise Rejected(f"{name} of something chosen at a moment")
    if name == "probability":
        if speaks_of_time(body):
            raise Rejected(f"{name} of something that speaks of time")
    elif level(body) == RANDOM:
        raise Rejected(f"{name} of something random")
    elif name != "almost_always" and level(body) > MOVING:
        what = "a rate or something measurable in time"
        raise Rejected(
            f"{name} of {what}; almost_always is meant, or a moving letter" if name == "always" else f"{name} of {what}"
        )
