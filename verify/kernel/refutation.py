"""A statement judged at an instance: which of its formulas are true there, and whether that refutes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .evaluation import Evaluator, evaluated
from .instances import read_instance
from .operations import Truth
from .statements import Statement
from .terms import Rejected, Term, conjuncts, contains, steps
from .values import MAX_WORK, Undecided, meter
from .vocabulary import TIME_FORMULAS

# How many products of the evaluator cost as much as one step of the walk.
_PER_STEP = 20
_OF_TIME = frozenset(("timed", *TIME_FORMULAS))


@dataclass(frozen=True)
class Report:
    """The truth of every formula of a statement at an instance, beside its text; None is undecided."""

    given: tuple[tuple[str, Truth], ...]
    show: tuple[tuple[str, Truth], ...]

    @property
    def satisfies(self) -> bool:
        """Whether everything given holds, so that the statement says something about the instance."""
        return all(truth is True for _, truth in self.given)

    @property
    def refutes(self) -> bool:
        """Whether everything given holds and something to be shown is false."""
        return self.satisfies and any(truth is False for _, truth in self.show)


def judge_instance(
    statement: Statement, data: Mapping[str, Any], showing: int = MAX_WORK, whole: bool = True
) -> Report:
    """The statement at the instance `data` (see `instances.read_instance`).

    Raises Rejected for data that do not fit the statement. The work is bounded, and by `showing` for what is to be
    shown; what is beyond it is undecided.

    whole : whether what is to be shown is evaluated beyond the first of it that is false.
    """
    meter.start()
    withheld = 0
    try:
        instance = read_instance(statement, data, evaluated)
        evaluator = Evaluator(instance, instance.values)
        pairs = zip(statement.given_texts, statement.given, strict=True)
        given = [(text, _truth(evaluator, term)) for text, term in pairs]
        withheld = max(0, meter.left - showing)
        meter.left -= withheld
        show: list[tuple[str, Truth]] = []
        for text, term in zip(statement.show_texts, statement.show, strict=True):
            show.append((text, _truth(evaluator, term)))
            if show[-1][1] is False and not whole:
                break
    except RecursionError as error:
        raise Rejected("instance: nested too deeply") from error
    finally:
        steps.spend((MAX_WORK - meter.left - withheld) // _PER_STEP)
    return Report(tuple(given), tuple(show))


def unmet(statement: Statement, instances: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """What is to be shown under assumptions about motions that do not hold together at any of the instances.

    An instance counts where everything given is true at it; one that does not fit the letters does not.
    """
    chains = [
        (text, chain)
        for text, term in zip(statement.show_texts, statement.show, strict=True)
        for chain in _antecedents(term)
        if any(contains(part, _OF_TIME) for part in chain)
    ]
    evaluators = list(_satisfied_at(statement, instances)) if chains else []

    def met(chain: Sequence[Term]) -> bool:
        return any(all(_truth(evaluator, part) is True for part in chain) for evaluator in evaluators)

    return tuple(dict.fromkeys(text for text, chain in chains if not met(chain)))


def _satisfied_at(statement: Statement, instances: Sequence[Mapping[str, Any]]) -> Iterator[Evaluator]:
    meter.start()
    for data in instances:
        try:
            instance = read_instance(statement, data, evaluated)
        except Rejected:
            continue
        evaluator = Evaluator(instance, instance.values)
        if all(_truth(evaluator, term) is True for term in statement.given):
            yield evaluator


def _antecedents(term: Term, before: tuple[Term, ...] = ()) -> Iterator[tuple[Term, ...]]:
    """The parts of what is assumed on the way to each conclusion of a formula, without those of bound letters."""
    if term.op == "implies":
        parts = tuple(part for part in conjuncts(term.args[0]) if part.loose == 0)
        yield from _antecedents(term.args[1], (*before, *parts))
    elif term.op == "and":
        for part in term.args:
            yield from _antecedents(part, before)
    elif term.op == "forall":
        yield from _antecedents(term.args[1], before)
    else:
        yield before


def refutes(statement: Statement, data: Mapping[str, Any]) -> bool:
    """Whether everything given is true at the instance and something to be shown is false. Raises Rejected as above."""
    return judge_instance(statement, data).refutes


def _truth(evaluator: Evaluator, term: Term) -> Truth:
    try:
        return evaluator.truth(term)
    except Undecided:  # the work is spent
        return None
