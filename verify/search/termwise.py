"""A relation between sums over tokens, term by term; numbers outside are spread over tokens by weights or a count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..kernel.contexts import Context
from ..kernel.facts import membership
from ..kernel.term_matching import is_number
from ..kernel.terms import TOKEN, Letter, Sort, Term, binder, make, number, opened, over, range_sort, substituted
from .build import equal_sums, have, intro, leaf, rule, sum_rule
from .enriching import widened
from .norms import addends
from .restating import defined
from .terms_of import Names, added, count, known_parts, without

if TYPE_CHECKING:
    from .proving import Prover

ZERO, ONE = number(0), number(1)
_SHARE = 0.4


def by_terms(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The relation at one new token, and its sum over all; None where the sides are no sums over one sort."""
    both = [(side, c, t) for side in (True, False) for c, t in addends(goal.args[0 if side else 1]) if t is not ZERO]
    # what is subtracted stands on the other side
    placed = [(side == (c > 0), t if abs(c) == 1 else make("mul", number(abs(c)), t)) for side, c, t in both]
    sums = {total.args[0] for _, t in placed if (total := _sum_of(t)) is not None}
    if len(sums) != 1 or goal.op not in ("<", "<=", "=="):
        return None
    (scope,) = sums
    sort, whole = range_sort(scope), all(_sum_of(t) is not None for _, t in placed)
    if scope.op != "over" and not (whole and goal.op != "<"):
        return None
    steps = [] if whole else _as_weights(prover, context)
    context = widened(context, steps)
    x, inner = Names(context).new(sort)
    inner = inner.having(membership(x, scope))
    for unit in _units(sort, x, context, goal):
        sides: tuple[list[Term], list[Term]] = ([], [])
        for is_left, t in placed:
            sides[not is_left].append(_at(t, x, unit, context) or ZERO)
        claim = make(goal.op, *(added(t for t in side if t is not ZERO) for side in sides))
        with prover.effort.within(_SHARE * prover.effort.left):
            found = prover.prove(claim, inner, depth + 1)
        if found is not None:
            last = _summed(prover, goal, claim, found, x, context, inner, scope)
            return None if last is None else have(steps, last)
        if whole:
            return None
    return None


def _as_weights(prover: Prover, context: Context) -> list[tuple[str, Any]]:
    """That the members of a defined family, as those of a softmax, are positive and add up to 1."""
    steps: list[tuple[str, Any]] = []
    for _, part in known_parts(context):
        family = defined(part.formula, part.variables) if not part.conditions else None
        if family is None or part.variables[0].sort != TOKEN:
            continue
        x, inner = Names(context).new(TOKEN)
        member = make("ap", family, x)
        whole = make("==", binder("sum", over(TOKEN), x, member), ONE)
        small = prover.small
        sign, total = small(make("<", ZERO, member), inner), small(whole, context)
        if sign is not None and total is not None:
            every = binder("forall", over(TOKEN), x, make("<", ZERO, member))
            text = Names(context).text
            steps += [(text(every), intro([x.name], sign)), (text(whole), total)]
    return steps


def _sum_of(term: Term) -> Term | None:
    """The one sum over tokens that is a factor of the term."""
    if term.op == "sum" and term.args[0].op in ("over", "before", "upto") and is_number(term):
        return term
    if term.op == "div":
        return _sum_of(term.args[0])
    found = [total for part in term.args if (total := _sum_of(part)) is not None] if term.op == "mul" else []
    return found[0] if len(found) == 1 else None


def _at(term: Term, x: Letter, unit: Term | None, context: Context) -> Term | None:
    """What a term of a side is at the token x: the member of its sum, or its share."""
    if _sum_of(term) is not None:
        return _member(term, x)
    share = _uncounted(term, context)
    if share is not None:
        return share
    return None if unit is None else unit if term is ONE else make("mul", unit, term)


def _member(term: Term, x: Letter) -> Term:
    if term.op == "sum":
        return opened(term, x)
    if term.op == "div":
        return make("div", _member(term.args[0], x), term.args[1])
    return make("mul", *(part if _sum_of(part) is None else _member(part, x) for part in term.args))


def _uncounted(term: Term, context: Context) -> Term | None:
    """The term without one factor that is the number of tokens."""
    for n in map(count, context.facts):
        found = None if n is None else without(term, n)
        if found is not None:
            return found
    return None


def _units(sort: Sort, x: Letter, context: Context, goal: Term) -> Iterator[Term | None]:
    """Numbers of the token x that add up to 1: weights that facts say, the mean of two of them, and nothing.

    Of two rows of which the goal speaks, the mean is first.
    """
    found: list[Term] = []
    for _, part in known_parts(context):
        f = part.formula
        if f.op != "==" or part.conditions or f.args[0].op != "sum" or f.args[1] is not ONE:
            continue
        total = f.args[0]
        if total.args[0].op != "over" or range_sort(total.args[0]) != sort or not is_number(total):
            continue
        found += [opened(t, x) for t in _for_tokens(total, part.variables, context)]
    found.sort(key=lambda t: not t.letters - {x} <= goal.letters)
    means = [make("div", make("add", found[0], found[1]), number(2))] if len(found) > 1 else []
    rows = len(found) > 1 and all(t.op == "ap" and t.letters - {x} <= goal.letters for t in found[:2])
    first = rows and found[0].args[0] is not found[1].args[0] and found[0].letters != found[1].letters
    yield from [*means, *found[:4]] if first else [*found[:4], *means]
    yield None


def _for_tokens(total: Term, variables: tuple[Letter, ...], context: Context) -> Iterator[Term]:
    """A general sum at the tokens that have a name."""
    if not variables:
        yield total
    elif len(variables) == 1:
        for meaning in context.scope.names.values():
            if isinstance(meaning, Letter) and meaning.sort[:2] == variables[0].sort[:2]:
                yield substituted(total, {variables[0]: meaning})


def _summed(
    prover: Prover, goal: Term, claim: Term, found: Any, x: Letter, context: Context, inner: Context, scope: Term
) -> Any:
    """The proof of the goal from one of the claim about x."""
    text, own = Names(context).text, Names(inner).text
    body = make("sub", claim.args[1], claim.args[0])
    if goal.op == "==":
        said, step = equal_sums(x, body, have([(own(claim), found)], leaf(f"eq 1: {own(claim)}")), text, scope)
        fact = make("==", ZERO, binder("sum", scope, x, body))
    else:
        proof = have([(own(claim), found)], leaf(f"1: {own(claim)}"))
        fact, step = sum_rule(x, body, proof, text, scope)
        if goal.op == "<":
            fact = make("<", *fact.args)
            step = rule("strictly " + step["rule"], *step["premises"], new=step["new"], **step["with"])
        said = text(fact)
    last = prover.combine(goal, context.having([fact]), squares=False, degree=1)
    return None if last is None else have([(said, step)], last)
