"""A statement judged at an instance: which of its formulas are true there, and whether that refutes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from attnverify.verify.kernel.evaluation import Evaluator, evaluated
from attnverify.verify.kernel.instances import read_instance
from attnverify.verify.kernel.operations import Truth
from attnverify.verify.kernel.statements import Statement
from attnverify.verify.kernel.terms import Rejected, Term, conjuncts, steps
from attnverify.verify.kernel.values import MAX_WORK, Undecided, meter

# How many products of the evaluator cost as much as one step of the walk.
_PER_STEP = 20


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
        given = [
            (text, _truth(evaluator, term)) for text, term in zip(statement.given_texts, statement.given, strict=True)
        ]
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


def unsolved(statement: Statement, data: Mapping[str, Any]) -> tuple[str, ...]:
    """What is to be shown of solutions that the instance is not seen to have: `solves` in an antecedent is not true."""
    assumed = [
        (text, part)
        for text, term in zip(statement.show_texts, statement.show, strict=True)
        for part in _antecedents(term)
        if part.loose == 0 and _speaks_of_solutions(part)
    ]
    if not assumed:
        return ()
    meter.start()
    instance = read_instance(statement, data, evaluated)
    evaluator = Evaluator(instance, instance.values)
    return tuple(dict.fromkeys(text for text, part in assumed if _truth(evaluator, part) is not True))


def _antecedents(term: Term) -> Iterator[Term]:
    """The parts of what a formula assumes, where it is an implication, or made of such."""
    if term.op == "implies":
        yield from conjuncts(term.args[0])
        yield from _antecedents(term.args[1])
    elif term.op == "and":
        for part in term.args:
            yield from _antecedents(part)
    elif term.op == "forall":
        yield from _antecedents(term.args[1])


def _speaks_of_solutions(term: Term) -> bool:
    return (term.op == "timed" and term.args[0] == "solves") or any(
        isinstance(part, Term) and _speaks_of_solutions(part) for part in term.args
    )


def refutes(statement: Statement, data: Mapping[str, Any]) -> bool:
    """Whether everything given is true at the instance and something to be shown is false. Raises Rejected as above."""
    return judge_instance(statement, data).refutes


def _truth(evaluator: Evaluator, term: Term) -> Truth:
    try:
        return evaluator.truth(term)
    except Undecided:  # the work is spent
        return None
