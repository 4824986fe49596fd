"""Known inequalities about what stands inside sums and extrema, said for every token, with their proofs."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..kernel.contexts import Context
from ..kernel.term_matching import is_number
from ..kernel.terms import Letter, Term, binder, make, number, opened, range_sort, substituted
from .build import KNOWN, cases, for_every, have, intro, leaf, member_rule, ranged, rule
from .exchanging import sums_of
from .norms import says_unit
from .terms_of import Names, Small, factors, known_parts, multiplied, numbers_of_facts, subterms, under

Fact = tuple[Term, Any]
ZERO, ONE = number(0), number(1)


def absolutes(goal: Term, context: Context, small: Small) -> Iterator[Fact]:
    """|e| is at least e and -e, and |a + b| at most |a| + |b|."""
    for letters, inner, term in [*under([goal, *context.facts], context, ("abs",))][:6]:
        e, text = term.args[0], Names(inner).text
        yield for_every(letters, make("<=", e, term), rule("absolute above", e=text(e)))
        yield for_every(letters, make("<=", make("neg", e), term), rule("absolute above minus", e=text(e)))
        squares = make("==", make("pow", term, 2), make("pow", e, 2))
        yield for_every(letters, squares, rule("absolute square", e=text(e)))
        if e.op in ("add", "sub"):
            parts_ = [make("abs", part) for part in e.args]
            bound = make("add", *parts_)
            above = [(f"{text(p)} <= abs({text(p)})", rule("absolute above", e=text(p))) for p in e.args]
            below = [(f"-({text(p)}) <= abs({text(p)})", rule("absolute above minus", e=text(p))) for p in e.args]
            sides = [leaf(*(f"1: {said}" for said, _ in pair)) for pair in _signed(e, above, below)]
            proof = have([*above, *below], rule("absolute at most", *sides, e=text(e), b=text(bound)))
            yield for_every(letters, make("<=", term, bound), proof)


def _signed(e: Term, above: Sequence[Any], below: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """What bounds e above and below, part by part."""
    second = (above[1], below[1]) if e.op == "add" else (below[1], above[1])
    return [above[0], second[0]], [below[0], second[1]]


def ordered(goal: Term, context: Context, small: Small) -> Iterator[Fact]:
    """Exponentials inside sums: in the order that facts give their exponents, below 1 or above, and by pairs."""
    found = [*under([goal], context, ("exp",))]
    if found:
        yield from _by_facts(context)
    for letters, inner, term in found[:4]:
        text, e = Names(inner).text, term.args[0]
        if len(letters) == 2:
            for u, w in ((e, ZERO), (ZERO, e)):
                proof = small(make("<=", u, w), inner)
                if proof is not None:
                    claim = make("<=", make("exp", u), make("exp", w))
                    yield for_every(letters, claim, rule("exp monotone", proof, a=text(u), b=text(w)))
        elif e.op == "ap":
            yield _by_pairs(letters[0], inner, e)


def _by_facts(context: Context) -> Iterator[Fact]:
    for _, part in known_parts(context):
        formula = part.formula
        if len(part.variables) not in (1, 2) or part.conditions or formula.op not in ("<", "<="):
            continue
        if any(x.sort[0] != "index" for x in part.variables) or not is_number(formula.args[0]):
            continue
        if subterms([formula], ("exp",)):
            continue
        names, inner = Names(context).copies(part.variables)
        a, b = (substituted(side, names) for side in formula.args)
        text, order = Names(inner).text, KNOWN
        if a.op == "sub":  # what is subtracted goes to the other side, and the bound to this one
            order = leaf(f"1: {text(make(formula.op, a, b))}")
            a, b = make("sub", a.args[0], b), a.args[1]
        claim = make("<=", make("exp", a), make("exp", b))
        yield for_every([*names.values()], claim, rule("exp monotone", order, a=text(a), b=text(b)))


def _by_pairs(x: Letter, inner: Context, e: Term) -> Fact:
    """(exp(a) - exp(b)) (a - b) is not negative, for the exponents at two tokens."""
    y, innermost = Names(inner).new(x.sort)
    text = Names(innermost).text
    other = substituted(e, {x: y})
    claim = make("<=", ZERO, make("mul", make("sub", make("exp", e), make("exp", other)), make("sub", e, other)))
    sides = []
    for low, high in ((other, e), (e, other)):
        said = text(make("<=", make("exp", low), make("exp", high)))
        order = text(make("<=", low, high)) if low is other else text(make("<", low, high))
        step = rule("exp monotone", KNOWN, a=text(low), b=text(high))
        sides.append(have([(order, KNOWN), (said, step)], leaf(f"1: {said}; {order}")))
    return for_every([x, y], claim, cases(text(make("sub", e, other)), *sides))


def products(goal: Term, context: Context, small: Small) -> Iterator[Fact]:
    """Scalar products of unit vectors at two tokens lie between -1 and 1."""
    units = [f for f in context.facts if says_unit(f)]
    for letters, inner, term in [*under([goal], context, ("dot",))][:4] if units else ():
        a, b = term.args
        if len(letters) != 2 or a is b:
            continue
        text, use = Names(inner).text, list(map(Names(inner).text, units))
        for op, value in (("sub", term), ("add", make("neg", term))):
            w = make(op, a, b)
            claim = make("<=", value, ONE)
            proof = leaf(f"1/2: {text(make('<=', ZERO, make('dot', w, w)))}", use=use)
            if small(make("==", make("dot", a, a), ONE), inner) and small(make("==", make("dot", b, b), ONE), inner):
                yield for_every(letters, claim, proof)


def diagonals(goal: Term, context: Context, small: Small) -> Iterator[Fact]:
    """A sum of nonnegative numbers inside a sum is at least its member at the token of the outer one."""
    for letters, inner, total in [*under([goal], context, ("sum",))][:3]:
        (x, *more), sort = letters, range_sort(total.args[0]) if total.args[0].op == "over" else None
        if more or sort != x.sort or not is_number(total):
            continue
        y, innermost = Names(inner).new(x.sort)
        body = opened(total, y)
        proof = small(make("<=", ZERO, body), innermost)
        if proof is not None:
            yield for_every([x], *member_rule(y, body, proof, x, Names(innermost).text))


def bounded(goal: Term, context: Context, small: Small) -> Iterator[Fact]:
    """Sums, sines and cosines inside sums lie between the numbers that facts compare with."""
    for letters, inner, total in [*under([goal], context, ("sum",))][:2]:
        for b in numbers_of_facts(context)[:3] if is_number(total) else ():
            for u, w in ((total, b), (b, total)):
                proof = small(make("<=", u, w), inner)
                if proof is not None:
                    yield for_every(letters, make("<=", u, w), proof)
    for letters, inner, term in [*under([goal], context, ("sin", "cos"))][:2]:
        a, other = Names(inner).text(term.args[0]), "sin" if term.op == "cos" else "cos"
        circle = f"cos({a})^2 + sin({a})^2 == 1"
        for sign, low, high in (("-", term, ONE), ("+", number(-1), term)):
            step = leaf(f"1/2: sq 1 {sign} {term.op}({a})", f"1/2: sq {other}({a})", f"eq -1/2: {circle}")
            yield for_every(letters, make("<=", low, high), have([(circle, rule("circle", a=a))], step))


def positive(goal: Term, context: Context, small: Small) -> Iterator[Fact]:
    """An average of positive numbers is positive: it is at least the least of them."""
    written = [t for t in subterms([goal], ("sum",)) if not t.loose and t.args[0].op == "over" and is_number(t)]
    compared = [f.args[0] for f in context.facts if f.op == "<=" and f.args[0].op == "dot" and f.args[1].op == "mul"]
    written += [t for product in compared for t in sums_of(product, context, 1)]  # what Cauchy-Schwarz compares
    for total in list(dict.fromkeys(written))[:3]:
        if context.known(make("<", ZERO, total)):
            continue
        x, inner = Names(context).new(range_sort(total.args[0]))
        all_ = factors(opened(total, x))
        strict = [f for f in all_ if small(make("<", ZERO, f), inner) is not None]
        if not strict or len(strict) == len(all_):
            continue
        value = multiplied(strict)
        least = binder("min", total.args[0], x, value)
        family = Names(inner).text(binder("fn", total.args[0], x, value))
        above = binder("forall", total.args[0], x, make("<=", least, value))
        above_zero = small(make("<", ZERO, value), inner)
        by_least = rule(ranged("least, strict", x), above_zero, e=family, b="0", new={"x": x.name})
        facts = [make("<", ZERO, least), above]
        claim = make("<", ZERO, total)
        proof = small(claim, context.having(facts))
        if proof is not None:
            text = Names(context).text
            members = intro([x.name], rule(ranged("above the least", x), e=family, y=x.name))
            yield claim, have([(text(facts[0]), by_least), (text(above), members)], proof)


def averages(goal: Term, context: Context, small: Small) -> Iterator[Fact]:
    """The square of an average inside a sum is at most the average of the squares."""
    for letters, inner, term in [*under([goal], context, ("pow",))][:3]:
        base = term.args[0]
        if term.args[1] != 2 or base.op != "sum" or base.args[0].op != "over":
            continue
        y, innermost = Names(inner).new(range_sort(base.args[0]))
        all_ = factors(opened(base, y))
        weights = [f for f in all_ if small(make("<=", ZERO, f), innermost) is not None]
        rest = [f for f in all_ if f not in weights]
        if not weights or not rest:
            continue
        square = make("mul", multiplied(weights), make("pow", multiplied(rest), 2))
        claim = make("<=", term, binder("sum", base.args[0], y, square))
        proof = small(claim, inner, squares=True)
        if proof is not None:
            yield for_every(letters, claim, proof)
