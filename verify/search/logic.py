"""Cases that logic gives: of what is claimed one part or else another, of what is given one part or another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.terms import Term, conjuncts, make
from attnverify.verify.search.build import KNOWN, rule
from attnverify.verify.search.terms_of import Names

if TYPE_CHECKING:
    from attnverify.verify.search.proving import Prover

_MOST = 3


def denied(formula: Term) -> Term:
    """What holds where the formula does not: a relation for a relation."""
    if formula.op in ("<", "<="):
        return make("<=" if formula.op == "<" else "<", *reversed(formula.args))
    if formula.op in ("==", "!="):
        return make("!=" if formula.op == "==" else "==", *formula.args)
    return formula.args[0] if formula.op == "not" else make("not", formula)


def _split(formula: Term, other: Term, holds: Any, fails: Any, names: Names) -> Any:
    """The cases of a formula and its negation, in the order in which the kernel knows that one of them holds."""
    turned = formula.op in ("!=", "not")
    parts = (other, formula) if turned else (formula, other)
    proofs = (fails, holds) if turned else (holds, fails)
    return {"split": names.text(make("or", *parts)), "first": proofs[0], "second": proofs[1]}


def by_alternatives(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """`P or Q or R`: R where P and Q fail; else one of them as it stands."""
    parts = list(_parts(goal, ()))
    found = _otherwise(prover, parts, context, depth)
    for place, part in parts if found is None else ():
        proof = prover.prove(part, context, depth + 1)
        if proof is not None:
            return _placed(place, proof)
    return found


def _parts(goal: Term, place: tuple[str, ...]) -> Any:
    if goal.op != "or":
        yield place, goal
        return
    for side, part in zip(("left", "right"), goal.args, strict=True):
        yield from _parts(part, (*place, side))


def _placed(place: tuple[str, ...], proof: Any) -> Any:
    for side in reversed(place):
        proof = {side: proof}
    return proof


def _otherwise(prover: Prover, parts: list[tuple[tuple[str, ...], Term]], context: Context, depth: int) -> Any:
    (place, first), rest = parts[0], parts[1:]
    if not rest:
        found = prover.prove(first, context, depth + 1)
        return None if found is None else _placed(place, found)
    found = _otherwise(prover, rest, context.having([denied(first)]), depth)
    return None if found is None else _split(first, denied(first), _placed(place, KNOWN), found, Names(context))


def negations(context: Context) -> list[tuple[str, Any]]:
    """What is known not to hold, as relations, each with its proof."""
    names, facts = Names(context), [part for fact in context.facts for part in conjuncts(fact)]
    steps = []
    for fact in facts:
        if fact.op == "not" and (said := denied(fact.args[0])).op != "not" and said not in facts:
            against = rule("contradiction", KNOWN, KNOWN, P=names.text(fact.args[0]), C=names.text(said))
            steps.append((names.text(said), _split(said, fact.args[0], KNOWN, against, names)))
            facts.append(said)
    return steps


def by_given_alternatives(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal in both cases of an alternative that is given."""
    facts = [part for fact in context.facts for part in conjuncts(fact)]
    for fact in [fact for fact in facts if fact.op == "or" and not any(part in facts for part in fact.args)][:_MOST]:
        proofs = []
        for part in fact.args:
            proofs.append(prover.prove(goal, context.having(conjuncts(part)), depth + 1))
            if proofs[-1] is None:
                break
        else:
            return {"split": Names(context).text(fact), "first": proofs[0], "second": proofs[1]}
    return None
