"""Sums of which facts bound every member but one."""

from collections.abc import Iterator
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.facts import Part
from attnverify.verify.kernel.term_matching import is_number
from attnverify.verify.kernel.terms import Letter, Term, binder, make, number, opened, range_sort, substituted
from attnverify.verify.search.build import KNOWN, have, leaf, rule
from attnverify.verify.search.inequalities import Small
from attnverify.verify.search.terms_of import Names, known_parts, subterms

ZERO = number(0)


def all_but_one(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """sum(j: e[j] - b[j]) <= max(0, e[k] - b[k]) where e[j] <= b[j] for every token j but k.

    The members max(0, e[j] - b[j]) are 0 at every other token, so that their sum is the member at k.
    """
    for _, part in known_parts(context):
        k = _exception(part)
        if k is None or k not in context.scope.names.values():
            continue
        for total in [t for t in subterms([goal], ("sum",)) if not t.loose and t.args[0].op == "over"]:
            if range_sort(total.args[0])[:2] == k.sort[:2] and is_number(total):
                yield from _about(total, part, k, context)


def _exception(part: Part) -> Letter | None:
    """The token that a fact about all others excepts."""
    if len(part.variables) != 1 or len(part.conditions) != 1 or part.formula.op not in ("<", "<="):
        return None
    (x,), (condition,) = part.variables, part.conditions
    if condition.op == "not" and condition.args[0].op == "==":
        condition = make("!=", *condition.args[0].args)
    if condition.op != "!=" or x not in condition.args:
        return None
    other = condition.args[1] if condition.args[0] is x else condition.args[0]
    return other if isinstance(other, Letter) and other is not x else None


def _about(total: Term, part: Part, k: Letter, context: Context) -> Iterator[tuple[Term, Any]]:
    x, inner = Names(context).new(range_sort(total.args[0]))
    low, high = (substituted(side, {part.variables[0]: x}) for side in part.formula.args)
    member = opened(total, x)
    text = Names(inner).text
    if member is low:
        bound, steps = high, []
    elif member is make("exp", low):
        bound = make("exp", high)
        order = make("<=", low, high)
        weak = KNOWN if part.formula.op == "<=" else leaf(f"1: {text(make('<', low, high))}")
        raised = rule("exp monotone", KNOWN, a=text(low), b=text(high))
        steps = [(text(order), weak), (text(make("<=", member, bound)), raised)]
    else:
        return
    gap = make("sub", member, bound)
    above = make("max2", ZERO, gap)
    own, said = text(gap), text(above)
    nothing = rule(
        "antisymmetry",
        rule("maximum below", KNOWN, leaf(f"1: {text(make('<=', member, bound))}"), a="0", b=own, c="0"),
        rule("maximum above first", a="0", b=own),
        a=said,
        b="0",
    )
    scope = total.args[0]
    outer = Names(context).text
    at_k = substituted(above, {x: k})
    every = binder("sum", scope, x, above)
    single = rule(
        "single term", have(steps, nothing), e=outer(binder("fn", scope, x, above)), y=k.name, new={"x": x.name}
    )
    one = make("==", every, at_k)
    larger = binder("sum", scope, x, make("sub", above, gap))
    positive = make("<=", ZERO, larger)
    bigger = (f"{own} <= {said}", rule("maximum above second", a="0", b=own))
    sums = rule(
        "positive sum",
        have([bigger], leaf(f"1: {bigger[0]}")),
        e=outer(binder("fn", scope, x, make("sub", above, gap))),
        new={"x": x.name},
    )
    claim = make("<=", binder("sum", scope, x, gap), at_k)
    facts = [(outer(one), single), (outer(positive), sums)]
    yield claim, have(facts, leaf(f"1: {outer(positive)}", f"eq 1: {outer(one)}"))
