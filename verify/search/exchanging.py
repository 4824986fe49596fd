"""Sums said otherwise: in another order, as squares, with tokens exchanged, without the members that facts bound."""

from collections.abc import Iterable, Iterator
from typing import Any

from ..kernel.contexts import Context
from ..kernel.facts import Part
from ..kernel.term_matching import is_number
from ..kernel.terms import Letter, Rejected, Term, binder, make, number, opened, over, range_sort, substituted
from .build import KNOWN, have, leaf, rule
from .reading import term_of
from .terms_of import Names, Small, factors, known_parts, multiplied, subterms

_MOST = 6


def exchanged(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """A double sum in the other order, so that the inner sum may be one that an equation says; and by symmetry."""
    for total in _double(goal, context)[:_MOST]:
        x, inner = Names(context).new(range_sort(total.args[0]))
        once = opened(total, x)
        y, innermost = Names(inner).new(range_sort(once.args[0]))
        body = opened(once, y)
        other = binder("sum", once.args[0], y, binder("sum", total.args[0], x, body))
        yield make("==", total, other), leaf()
        for changed, fact, rest in _mirrored(body, x, y, innermost):
            text = Names(innermost).text
            step: Any = leaf(f"eq {text(rest)}: {text(fact)}")
            names = [Names(inner).text(binder("fn", once.args[0], y, b)) for b in (body, changed)]
            step = rule(_equal_sums(y), step, e=names[0], f=names[1], new={"x": y.name})
            sums = [binder("sum", once.args[0], y, b) for b in (body, changed)]
            names = [Names(context).text(binder("fn", total.args[0], x, s)) for s in sums]
            step = rule(_equal_sums(x), step, e=names[0], f=names[1], new={"x": x.name})
            yield make("==", total, binder("sum", total.args[0], x, sums[1])), step


def squares(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """A double sum of products of something of one token with the same of the other is a square."""
    found: list[Term] = []
    for total in _double(goal, context)[:_MOST]:
        x, inner = Names(context).new(range_sort(total.args[0]))
        once = opened(total, x)
        y, _ = Names(inner).new(range_sort(once.args[0]))
        own: list[Term] = []  # numbers of the first token, then a vector of it
        for f in factors(opened(once, y)):
            u = next((u for u in f.args if x in u.letters), None) if f.op == "dot" else None
            if u is not None and {u, substituted(u, {x: y})} == set(f.args):
                own.append(u)
            elif x in f.letters and y not in f.letters:
                own.insert(0, f)
        vectors = sum(not is_number(t) for t in own)
        root = binder("sum", over(x.sort), x, multiplied(own)) if own else None
        if root is not None and vectors < 2 and root not in found:
            found.append(root)
            yield make("<=", number(0), make("dot", root, root) if vectors else make("pow", root, 2)), KNOWN


def _equal_sums(x: Letter) -> str:
    return "equal sums" if x.sort[1] == "token" and not x.sort[2] else "equal sums, heads"


def _double(goal: Term, context: Context) -> list[Term]:
    """The closed double sums of numbers: as they are written, and in the normal form."""
    written = [t for t in subterms([goal], ("sum",)) if not t.loose and is_number(t)]
    found = [t for t in written if _is_double(t)]
    found += [t for t in sums_of(goal, context, 2) if _is_double(t)]
    for total in _with_averages(written, context):
        found += [t for t in sums_of(total, context, 2) if _is_double(t)]
    return list(dict.fromkeys(found))


def _is_double(total: Term) -> bool:
    if total.args[0].op != "over":
        return False
    inner = total.args[1]
    return bool(inner.op == "sum" and inner.args[0].op == "over")


def sums_of(said: Term, context: Context, depth: int) -> Iterator[Term]:
    """The sums over so many tokens in the normal form of a relation of numbers, or of a number."""
    for side in said.args if said.op in ("<", "<=", "==") else (said,):
        try:
            p = context.normaliser().scalar(side)
        except Rejected:
            continue
        atoms = {a for m in p for a, _ in m if a.key[0] == "S" and len(a.key[1]) == depth}
        yield from (t for a in sorted(atoms, key=lambda a: a.number) if (t := term_of(a)) is not None)


def _with_averages(sums: Iterable[Term], context: Context) -> Iterator[Term]:
    """Sums in which the square of an average is replaced by the average of the squares that a fact puts above it."""
    for _, part in known_parts(context):
        f = part.formula
        if f.op != "<=" or len(part.variables) != 1 or part.conditions or f.args[0].op != "pow":
            continue
        for total in sums:
            if total.args[0].op != "over" or range_sort(total.args[0])[:2] != part.variables[0].sort[:2]:
                continue
            x, _ = Names(context).new(range_sort(total.args[0]))
            low, high = (substituted(side, {part.variables[0]: x}) for side in f.args)
            all_ = factors(opened(total, x))
            if low in all_:
                product = multiplied(high if t is low else t for t in all_)
                yield binder("sum", over(x.sort), x, product)


def _mirrored(body: Term, x: Letter, y: Letter, context: Context) -> Iterator[tuple[Term, Term, Term]]:
    """The body with one number said by an equation about the two tokens, that equation, and the rest of the body."""
    all_ = factors(body)
    coefficient = multiplied(all_)
    if coefficient is not body and context.normaliser().scalar(coefficient) != context.normaliser().scalar(body):
        return
    for _, part in known_parts(context):
        if part.formula.op != "==" or len(part.variables) != 2 or part.conditions:
            continue
        for first, second in ((x, y), (y, x)):
            equation = substituted(part.formula, dict(zip(part.variables, (first, second), strict=True)))
            left = factors(equation.args[0]) if is_number(equation.args[0]) else []
            if left and all(t in all_ for t in left):
                others = list(all_)
                for t in left:
                    others.remove(t)
                rest = multiplied(others)
                yield make("mul", equation.args[1], rest), equation, rest


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
                yield from _but_one(total, part, k, context)


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


def _but_one(total: Term, part: Part, k: Letter, context: Context) -> Iterator[tuple[Term, Any]]:
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
    low = rule("maximum below", KNOWN, leaf(f"1: {text(make('<=', member, bound))}"), a="0", b=own, c="0")
    nothing = rule("antisymmetry", low, rule("maximum above first", a="0", b=own), a=said, b="0")
    scope = total.args[0]
    outer = Names(context).text
    at_k = substituted(above, {x: k})
    every = binder("sum", scope, x, above)
    family = outer(binder("fn", scope, x, above))
    single = rule("single term", have(steps, nothing), e=family, y=k.name, new={"x": x.name})
    one = make("==", every, at_k)
    larger = binder("sum", scope, x, make("sub", above, gap))
    positive = make("<=", ZERO, larger)
    bigger = (f"{own} <= {said}", rule("maximum above second", a="0", b=own))
    proof, rest = have([bigger], leaf(f"1: {bigger[0]}")), outer(binder("fn", scope, x, make("sub", above, gap)))
    sums = rule("positive sum", proof, e=rest, new={"x": x.name})
    claim = make("<=", binder("sum", scope, x, gap), at_k)
    facts = [(outer(one), single), (outer(positive), sums)]
    yield claim, have(facts, leaf(f"1: {outer(positive)}", f"eq 1: {outer(one)}"))
