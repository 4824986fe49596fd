"""Weights of softmax by what is true of all weights: positive, with sum one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.deciding.restating import defined
from verify.deciding.terms_of import Names
from verify.kernel.contexts import Context
from verify.kernel.facts import parts
from verify.kernel.terms import Term, binder, make, number, over
from verify.tactics.build import have, intro

if TYPE_CHECKING:
    from verify.deciding.proving import Prover

ZERO = number(0)


def by_weights(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal about any positive weights in the place of those that an equation defines; None where that fails."""
    for fact in context.facts:
        for part in parts(fact):
            family = defined(part.formula, part.variables) if not part.conditions else None
            if family is None or family not in goal.letters:
                continue
            rest = [f for f in context.facts if f is not fact]
            scores = part.formula.args[1].letters
            if any(x in t.letters for x in scores for t in (goal, *rest)):
                continue  # something more is said of the scores
            x, inner = Names(context).new(part.variables[0].sort)
            member, small, text = make("ap", family, x), prover.small(), Names(context).text
            above, total = make("<", ZERO, member), make("==", binder("sum", over(x.sort), x, member), number(1))
            proofs = small(above, inner), small(total, context)
            if None in proofs:
                continue
            positive = binder("forall", over(x.sort), x, above)
            found = prover.prove(
                goal, Context(context.scope, (*rest, positive, total), context.moment, context.work), depth + 1
            )
            if found is not None:
                return have([(text(positive), intro([x.name], proofs[0])), (text(total), proofs[1])], found)
    return None
