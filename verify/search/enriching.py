"""Known inequalities about what occurs in a goal, each with its proof, to be stated before a combination."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ..kernel.contexts import Context
from ..kernel.facts import Part
from ..kernel.term_matching import is_number, match_terms
from ..kernel.terms import (
    SIZE,
    TOKEN,
    Letter,
    Term,
    binder,
    conjuncts,
    make,
    number,
    opened,
    over,
    range_sort,
    substituted,
)
from . import curves, exchanging, inside, norms
from .build import KNOWN, both, for_every, have, intro, leaf, member_rule, ranged, rule
from .places import Place
from .reading import term_of
from .terms_of import Names, Small, added, count, known_parts, subterms, tokens_of

_MOST_INSTANCES = 8
ZERO = number(0)


def instances(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """The instances of general facts about what functions and operators make of anything."""
    general = [part for _, part in known_parts(context) if _is_general(part)]
    ground = [fact for fact in context.facts if fact.op not in ("forall", "implies")]
    applied = [t for t in subterms([goal, *ground], ("ap", "lin")) if not t.loose]
    for part in general:
        choices = [_values(x, part, applied) for x in part.variables]
        for chosen in itertools.islice(itertools.product(*choices), _MOST_INSTANCES):
            names: dict[Letter, Term] = dict(zip(part.variables, chosen, strict=True))
            said = substituted(part.formula, names)
            if all(context.known(substituted(c, names)) for c in part.conditions) and context.known(said):
                yield said, KNOWN


def _is_general(part: Part) -> bool:
    sorts = {x.sort[0] for x in part.variables}
    return bool(sorts) and sorts <= {"number", "vector", "size"} and part.formula.op in ("<", "<=", "==")


def _values(x: Letter, part: Part, applied: Sequence[Term]) -> list[Term]:
    """What x has to be for a function in the fact to be applied as it is in the goal; differences of such vectors."""
    found: list[Term] = []
    for pattern in subterms([part.formula], ("ap", "lin")):
        for term in applied:
            same = pattern.args[0] is term.args[0] and x in pattern.args[1].letters
            match = match_terms(pattern.args[1], term.args[1], frozenset((x,)), {}) if same else None
            if match and match[x] not in found:
                found.append(match[x])
    if x.sort[0] == "vector":
        found += [make("sub", a, b) for a, b in itertools.combinations(found[:3], 2)]
    return found


_MOST = 4


def wholes(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """Sizes in order are at least 1 apart, and so are sums and differences of sizes."""
    text = Names(context).text
    for fact in [part for known in context.facts for part in conjuncts(known) if part.op == "<"]:
        less = _sizes_apart(fact, context)
        if less is not None:
            a, b = less.args
            step = rule("next size", KNOWN, m=text(a), n=text(b))
            before = [] if less == fact else [(text(less), leaf(f"1: {text(fact)}"))]
            yield make("<=", make("add", a, number(1)), b), have(before, step)


def _sizes_apart(fact: Term, context: Context) -> Term | None:
    """A strict order of whole numbers, with what is subtracted on the other side; None for other numbers."""
    if not any(x.sort == SIZE for x in fact.letters):
        return None
    above: list[Term] = []
    below: list[Term] = []
    for m, c in (Place(context).poly(make("sub", fact.args[1], fact.args[0])) or {}).items():
        body = term_of(m[0][0]) if len(m) == 1 and m[0][1] == 1 else None
        if c.denominator != 1 or (m and (body is None or not _is_size(body))):
            return None
        terms = [number(abs(c))] if body is None else [body] * min(abs(int(c)), _MOST)
        if body is not None and abs(c) > len(terms):
            return None
        (above if c > 0 else below).extend(terms)
    a, b = map(added, (below, above))
    return make("<", a, b)


def _is_size(term: Term) -> bool:
    if term.op == "num":
        return bool(term.args[0] >= 0 and term.args[0].denominator == 1)
    return term.sort == SIZE if isinstance(term, Letter) else term.op == "add" and all(map(_is_size, term.args))


Steps = list[tuple[str, Any]]


def widened(context: Context, steps: Steps) -> Context:
    """The context in which the facts of `steps` are known."""
    for text, _ in steps:
        context = context.having(conjuncts(Names(context).formula(text)))
    return context


def enriched(goal: Term, context: Context, small: Small) -> Steps:
    """Facts of all kinds, in an order in which later ones may use earlier ones."""
    steps: Steps = []
    for kind in _KINDS:
        here = widened(context, steps)
        for fact, proof in kind(goal, here, small):
            text = Names(here).text(fact)
            if all(text != said for said, _ in steps) and (kind in _ALWAYS or not here.known(fact)):
                steps.append((text, proof))
    return steps


def _bounds(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """|e| <= b gives -b <= e <= b, and norm(u) <= b gives dot(u, u) <= b^2, for whatever tokens it is said."""
    for _, part in known_parts(context):
        formula = part.formula
        if part.conditions or any(x.sort[0] != "index" for x in part.variables) or formula.op not in ("<", "<="):
            continue
        a, b = formula.args
        if a.op not in ("abs", "norm"):
            continue
        names, inner = Names(context).copies(part.variables)
        e, b, said = (substituted(t, names) for t in (a.args[0], b, formula))
        text = Names(inner).text
        if a.op == "abs":
            claims = [make(formula.op, make("neg", b), e), make(formula.op, e, b)]
            above = (f"{text(e)} <= abs({text(e)})", rule("absolute above", e=text(e)))
            below = (f"-({text(e)}) <= abs({text(e)})", rule("absolute above minus", e=text(e)))
            bounds = [leaf(f"1: {side[0]}", f"1: {text(said)}") for side in (below, above)]
            claim, proof = make("and", *claims), both(*bounds)
            square = make("<=", make("pow", e, 2), make("pow", b, 2))
            squared = small(square, inner.having([said, *claims]))
            if squared is not None:
                stated = list(zip(map(text, claims), bounds, strict=True))
                claim, proof = make("and", claim, square), have(stated, both(KNOWN, KNOWN, squared))
            proof = have([above, below], proof)
        else:
            claim = make("<=", make("dot", e, e), make("mul", b, b))
            found = small(claim, inner.having([said]))
            if found is None:
                continue
            proof = found
        yield for_every([*names.values()], claim, proof)


def _absolutes(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    text = Names(context).text
    for term in subterms([goal, *context.facts], ("abs", "max2", "min2")):
        if term.loose:
            continue
        if term.op == "abs":
            e = term.args[0]
            yield make("<=", e, term), rule("absolute above", e=text(e))
            yield make("<=", make("neg", e), term), rule("absolute above minus", e=text(e))
            yield make("==", make("pow", term, 2), make("pow", e, 2)), rule("absolute square", e=text(e))
        else:
            a, b = term.args
            name = "maximum above" if term.op == "max2" else "minimum below"
            for side, word in ((a, "first"), (b, "second")):
                sides = (side, term) if term.op == "max2" else (term, side)
                yield make("<=", *sides), rule(f"{name} {word}", a=text(a), b=text(b))
            for side, other in ((a, b), (b, a)):
                order = (other, side) if term.op == "max2" else (side, other)
                proof = small(make("<=", *order), context)
                if proof is not None:
                    name = "maximum below" if term.op == "max2" else "minimum above"
                    sides = (term, side) if term.op == "max2" else (side, term)
                    own = small(make("<=", side, side), context)
                    both_ = (own, proof) if side is a else (proof, own)
                    yield make("<=", *sides), rule(name, *both_, a=text(a), b=text(b), c=text(side))
                    break


def _extrema(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """Every member lies between the least and the greatest."""
    for term in subterms([goal, *context.facts], ("max", "min")):
        if term.loose or term.args[0].op != "over":
            continue
        x, inner = Names(context).new(range_sort(term.args[0]))
        at = opened(term, x)
        claim = make("<=", at, term) if term.op == "max" else make("<=", term, at)
        name = ranged("below the greatest" if term.op == "max" else "above the least", x)
        family = Names(inner).text(make("fn", *term.args))
        yield binder("forall", term.args[0], x, claim), intro([x.name], rule(name, e=family, y=x.name))


def _members(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """A member of a sum of nonnegative numbers is at most the sum, for the tokens that are there."""
    tokens = tokens_of(goal, context)
    written = [t for t in subterms([goal], ("sum",)) if not t.loose and is_number(t)]
    for total in dict.fromkeys([*written, *exchanging.sums_of(goal, context, 1)]):
        z, inner = Names(context).new(range_sort(total.args[0]))
        if total.args[0].op in ("before", "upto"):
            body = opened(total, z)
            proof = small(make("<=", number(0), body), inner)
            if proof is not None:
                part, whole = (binder("sum", r, z, body) for r in (make("upto", total.args[0].args[0]), over(z.sort)))
                text = Names(context).text
                e, i = text(binder("fn", over(z.sort), z, body)), text(total.args[0].args[0])
                for claim, name in (
                    (make("<=", part, whole), "part of a positive sum"),
                    (make("<=", number(0), total), f"positive sum, {total.args[0].op}"),
                ):
                    yield claim, rule(name, proof, e=e, i=i, new={"x": z.name})
        for y in tokens if total.args[0].op == "over" else ():
            if y.sort != z.sort or y.name not in context.scope.names:
                continue
            proof = small(make("<=", number(0), opened(total, z)), inner)
            if proof is None:
                break
            yield member_rule(z, opened(total, z), proof, y, Names(inner).text)


def _weights(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """Nonnegative numbers are at most their sum, where an equation says what that is, or it is multiplied."""
    products = [part for t in subterms([goal], ("pow", "mul")) for part in t.args if isinstance(part, Term)]
    for total in dict.fromkeys(t for t in products if t.op == "sum" and not t.loose and t.args[0].op == "over"):
        y, inner = Names(context).new(range_sort(total.args[0]))
        z, deeper = Names(inner).new(range_sort(total.args[0]))
        proof = small(make("<=", ZERO, opened(total, z)), deeper) if is_number(total) else None
        if proof is not None:
            yield for_every([y], *member_rule(z, opened(total, z), proof, y, Names(inner).text))
    for fact, part in known_parts(context):
        f = part.formula
        if f.op != "==" or part.conditions or f.args[0].op != "sum" or not is_number(f.args[0]):
            continue
        total = f.args[0]
        if total.args[0].op != "over" or any(x.sort[0] != "index" for x in part.variables):
            continue
        names, inner = Names(context).copies(part.variables)
        total, value = (substituted(t, names) for t in f.args)
        y, inner = Names(inner).new(range_sort(total.args[0]))
        z, deeper = Names(inner).new(range_sort(total.args[0]))
        proof = small(make("<=", number(0), opened(total, z)), deeper)
        if proof is None:
            continue
        own = Names(inner).text
        above, step = member_rule(z, opened(total, z), proof, y, own)
        tree = have([(own(above), step)], leaf(f"1: {own(above)}", use=[own(fact)]))
        yield for_every([*names.values(), y], make("<=", opened(total, y), value), tree)


def _divisors(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """The signs of divisors, the inner ones first."""
    zero = number(0)
    for divisor in dict.fromkeys(t.args[1] for t in subterms([goal], ("div",)) if not t.loose):
        sides = ((zero, divisor), (divisor, zero))
        if divisor.op != "num" and not any(context.known(make("<", *pair)) for pair in sides):
            for pair in sides:
                proof = small(make("<", *pair), context)
                if proof is not None:
                    yield make("<", *pair), proof
                    break


def _cofactors(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """A factor of a positive product has the sign of the other one."""
    text = Names(context).text
    orders = [part for fact in context.facts for part in conjuncts(fact) if part.op in ("<", "<=")]
    for product in subterms([f for f in orders if is_number(f.args[0])], ("mul",))[:_MOST]:
        for a, c in (product.args, product.args[::-1]):
            if product.loose or not context.known(make("<", ZERO, a)) or context.known(make("<", ZERO, c)):
                continue
            proof = small(make("<", ZERO, product), context)
            if proof is not None:
                said = text(make("<", ZERO, product))
                yield make("<", ZERO, c), have([(said, proof)], leaf(f"1: {said}", times=[text(a)]))


def _counted(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """There is at least one token."""
    for fact in context.facts:
        n = count(fact)
        if n is None:
            continue
        x, inner = Names(context).new(TOKEN)
        y, _ = Names(inner).new(TOKEN)
        own, one = Names(inner).text, number(1)
        said = own(make("<=", one, fact.args[1]))
        e = own(binder("fn", over(TOKEN), y, one))
        step = rule("term of a positive sum", KNOWN, e=e, y=x.name, new={"x": y.name})
        claim = make("<=", one, n)
        proof = have([(said, step)], leaf(f"1: {said}", use=[own(fact)]))
        yield claim, rule("some element", proof, C=Names(context).text(claim), new={"x": x.name})


def _above_one(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """The product of two numbers that are at least 1 is so, too."""
    one = number(1)
    large = [fact.args[1] for fact in context.facts if fact.op in ("<", "<=") and fact.args[0] is one]
    for a, b in combinations([x for x in large if is_number(x)][:4], 2):
        claim = make("<=", one, make("mul", a, b))
        proof = small(claim, context)
        if proof is not None:
            yield claim, proof


_KINDS: tuple[Callable[[Term, Context, Small], Iterator[tuple[Term, Any]]], ...] = (
    _divisors, wholes, _cofactors, _counted, _bounds, instances, exchanging.all_but_one, _absolutes, _extrema,
    norms.norms, norms.lengths, norms.products, _above_one, inside.products, inside.positive, curves.exponentials,
    curves.logarithms, curves.hyperbolic, curves.circle, curves.inside_sums, _weights, _members, inside.absolutes,
    curves.tangents, inside.ordered, norms.images, inside.bounded, inside.diagonals, inside.averages,
    exchanging.exchanged, exchanging.squares, _absolutes, _divisors,
)  # fmt: skip
_ALWAYS = (exchanging.exchanged, instances, exchanging.squares)
