"""Square roots of what is a sum of squares, said to be one before anything else is done with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.deciding.terms_of import Names, subterms
from verify.kernel.contexts import Context
from verify.kernel.terms import Term, make, number
from verify.tactics.build import have

if TYPE_CHECKING:
    from verify.deciding.proving import Prover

ZERO = number(0)


def by_radicands(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal where the numbers under its roots are said not to be negative; None where all are already."""
    small, steps, facts, normaliser = prover.small(), [], [], context.normaliser()
    for root in [t for t in subterms([goal], ("sqrt",)) if not t.loose]:
        claim = make("<=", ZERO, root.args[0])
        signed = all(a.key[0] != "sqrt" for m in normaliser.scalar(root) for a, _ in m)
        proof = None if signed or claim in context.facts else small(claim, context, True)
        if proof is not None:
            steps.append((Names(context).text(claim), proof))
            facts.append(claim)
    found = prover.prove(goal, context.having(facts), depth + 1) if facts else None
    return None if found is None else have(steps, found)
