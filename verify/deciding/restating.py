"""Other ways to say a relation: by definitions, without a common factor, or as what contradicts its negation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.deciding.columns import Place
from verify.deciding.combining import combine
from verify.deciding.enriching import KINDS, enriched, widened
from verify.deciding.terms_of import CURVED, Names, subterms
from verify.kernel.atoms import frozen
from verify.kernel.contexts import Context
from verify.kernel.facts import parts
from verify.kernel.polynomials import divided, single
from verify.kernel.term_matching import is_number
from verify.kernel.terms import NUMBER, Letter, Rejected, Term, binder, conjuncts, make, number, over, substituted
from verify.tactics.build import KNOWN, cases, have, intro, leaf, rule
from verify.tactics.reading import polynomial, term_of

if TYPE_CHECKING:
    from verify.deciding.proving import Prover

ZERO = number(0)


def by_definitions(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal with the members of a family, such as weights of softmax, replaced by what an equation says they are."""
    for fact in context.facts:
        for part in parts(fact):
            family = defined(part.formula, part.variables) if not part.conditions else None
            if family is None or family not in goal.letters:
                continue
            x, value = part.variables[0], part.formula.args[1]
            other = _replaced(goal, family, lambda t, x=x, value=value: substituted(value, {x: t}))
            if other is None or family in other.letters:
                continue
            found = prover.prove(other, context, depth + 1)
            if found is not None:
                text = Names(context).text
                step = leaf(f"eq 1: {text(other)}" if goal.op == "==" else f"1: {text(other)}", use=[text(fact)])
                return have([(text(other), found)], step)
    return None


def defined(formula: Term, variables: Any) -> Letter | None:
    """The family that an equation defines, member by member."""
    if formula.op != "==" or len(variables) != 1 or not is_number(formula.args[0]):
        return None
    left, right = formula.args
    head = left.args[0] if left.op == "ap" and left.args[1] is variables[0] else None
    return head if isinstance(head, Letter) and head not in right.letters else None


def _replaced(term: Term, family: Letter, value: Any) -> Term | None:
    """The term with every member of the family replaced; None where a member is no plain one."""
    if term.op == "ap" and term.args[0] is family:
        return value(term.args[1])  # type: ignore[no-any-return]
    if isinstance(term, Letter) or not any(isinstance(part, Term) for part in term.args):
        return None if term is family else term
    args = [_replaced(part, family, value) if isinstance(part, Term) else part for part in term.args]
    return None if any(part is None for part in args) else make(term.op, *args)


def by_generalising(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal for every number in the place of a compound argument of a function, where no letter of it is left."""
    arguments = [t.args[0] for t in subterms([goal], CURVED) if not t.loose]
    for e in dict.fromkeys(a for a in arguments if not isinstance(a, Letter) and a.letters):
        x, inner = Names(context).new(NUMBER)
        claim = _exchanged(goal, e, x)
        if any(y in claim.letters for y in e.letters) or claim is goal:
            continue
        found = prover.prove(claim, inner, depth + 1)
        if found is not None:
            general = binder("forall", over(NUMBER), x, claim)
            return have([(Names(context).text(general), intro([x.name], found))], KNOWN)
    return None


def _exchanged(term: Term, old: Term, new: Term) -> Term:
    """The term with every occurrence of `old` replaced."""
    if term is old:
        return new
    if isinstance(term, Letter) or not any(isinstance(part, Term) for part in term.args):
        return term
    return make(term.op, *(_exchanged(part, old, new) if isinstance(part, Term) else part for part in term.args))


def by_content(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal without a factor of known sign that all its terms share."""
    if goal.op not in ("<", "<="):
        return None
    try:
        place = Place(context)
        value = place.poly(make("sub", goal.args[1], goal.args[0]))
        if not value or len(value) < 2:
            return None
        below = set.intersection(*({a for a, k in m if k < 0 and a.key[0] != "exp"} for m in value))
        for a in sorted(below, key=lambda a: a.number):
            divisor = term_of(a)
            if divisor is None or place.normaliser.knowledge.atom_sign(a) != ">":
                continue
            rest = polynomial(frozen(place.normaliser.times(value, single(a, 1))))
            found = prover.prove(make(goal.op, ZERO, rest), context, depth + 1)
            return None if found is None else _times(goal, make("div", number(1), divisor), rest, found, place)
        shared = set.intersection(*({a for a, k in m if k > 0} for m in value))
        for a in sorted(shared, key=lambda a: a.number):
            sign, factor = place.normaliser.knowledge.atom_sign(a), term_of(a)
            wanted = (">", "<") if goal.op == "<" else (">", ">=", "<", "<=")
            power = 1
            if sign not in wanted and goal.op == "<=" and all(dict(m)[a] >= 2 for m in value):
                sign, power = ">=", 2
            if sign not in wanted or factor is None or a.key[0] in ("recip", "unit"):
                continue
            quotient = divided(value, single(a, power), context.work)
            if quotient is None:
                continue
            factor = factor if power == 1 else make("pow", factor, power)
            rest = polynomial(frozen(quotient))
            if sign in ("<", "<="):
                rest, factor = make("neg", rest), make("neg", factor)
            found = prover.prove(make(goal.op, ZERO, rest), context, depth + 1)
            if found is not None:
                return _times(goal, factor, rest, found, place)
    except (Rejected, KeyError, NotImplementedError):
        return None
    return None


def _times(goal: Term, factor: Term, rest: Term, found: Any, place: Place) -> Any:
    """The proof of a product's sign from those of its factors, the first of which is known."""
    said = [place.text(make(goal.op, ZERO, t)) for t in (factor, rest)]
    return have([(said[0], KNOWN), (said[1], found)], leaf(f"1: {said[0]}; {said[1]}"))


def by_square(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """A number whose square is at most 0."""
    if goal.op != "==" or goal.args[1] is not ZERO:
        return None
    value = goal.args[0]
    below = make("<=", make("mul", value, value), ZERO)
    steps = enriched(goal, context, KINDS, prover.small())
    found = prover.after(steps, below, context, depth, squares=False)
    return None if found is None else rule("square zero", found, a=Names(context).text(value))


def by_nonzero(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """An equation of numbers times a difference that is not zero."""
    if goal.op != "==":
        return None
    apart = make("sub", *goal.args)
    text = Names(context).text
    for relation in [part for fact in context.facts for part in conjuncts(fact) if part.op == "!="][:3]:
        if not is_number(relation.args[0]) or prover.late():
            continue
        factor = make("sub", *relation.args)
        other = make("==", make("mul", factor, apart), ZERO)
        steps = enriched(other, context, KINDS, prover.small())
        found = prover.after(steps, other, context, depth, squares=False)
        if found is not None:
            first = leaf(f"eq -1: {text(other)}", times=[text(make("sub", *reversed(relation.args)))])
            second = leaf(f"eq 1: {text(other)}", times=[text(factor)])
            step = {"split": text(relation), "first": first, "second": second}
            return have([(text(other), found)], step)
    return None


def by_unequal(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal on both sides of a number that something is not equal to; None where one of them resists."""
    for relation in [part for fact in context.facts for part in conjuncts(fact) if part.op == "!="][:2]:
        orders = [make("<", *relation.args), make("<", *reversed(relation.args))]
        if not is_number(relation.args[0]) or any(context.known(order) for order in orders):
            continue
        first = prover.prove(goal, context.having([orders[0]]), depth + 1)
        second = None if first is None else prover.prove(goal, context.having([orders[1]]), depth + 1)
        if second is not None:
            return {"split": Names(context).text(relation), "first": first, "second": second}
    return None


def by_contradiction(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """What is known contradicts itself, or the negation of the goal."""
    found = absurd(prover, goal, context)
    if found is not None or goal.op not in ("<", "<=") or not goal.letters:
        return found
    a, b = goal.args
    value = make("sub", b, a) if goal.op == "<=" else make("sub", a, b)
    against = make("<", value, ZERO) if goal.op == "<=" else make("<=", ZERO, value)
    found = absurd(prover, goal, context.having([against]))
    if found is None:
        return None
    return cases(Names(context).text(value), *((KNOWN, found) if goal.op == "<=" else (found, KNOWN)))


def absurd(prover: Prover, goal: Term, context: Context) -> Any:
    """The goal from something positive that, by what else is known, is at most 0."""
    steps = enriched(goal, context, KINDS, prover.small())
    inner = widened(context, steps)
    facts = [part for fact in (*reversed(context.facts), *inner.facts) for part in conjuncts(fact)]
    orders = dict.fromkeys(fact for fact in facts if _is_strict(fact))
    strict = [f.args[1] if f.args[0] is ZERO else make("sub", *reversed(f.args)) for f in orders][:6]
    text = Names(context).text
    products = [(make("mul", strict[0], other), (strict[0], other)) for other in strict[1:]]
    for positive, factors in [*((f, (f,)) for f in (*strict, number(1))), *products] if facts else ():
        if prover.late():
            return None
        if not all(inner.known(make("<", ZERO, f)) for f in factors):
            continue
        found = combine(make("<=", positive, ZERO), inner, prover.deadline, squares=False, degree=2)
        if found is None:
            continue
        signs = [text(make("<", ZERO, f)) for f in factors]
        above = (text(make("<", ZERO, positive)), leaf(f"1: {'; '.join(signs)}"))
        same = rule("antisymmetry", found, KNOWN, a=text(positive), b="0")
        refuted = rule("contradiction", same, KNOWN, P=text(make("==", positive, ZERO)), C=text(goal))
        return have([*steps, *((said, KNOWN) for said in signs), above], refuted)
    return None


def _is_strict(fact: Term) -> bool:
    return fact.op == "<" and is_number(fact.args[0])
