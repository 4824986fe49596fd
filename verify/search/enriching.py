"""Known inequalities about what occurs in a goal, each with its proof, to be stated before a combination."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.term_matching import is_number
from attnverify.verify.kernel.terms import (
    TOKEN,
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
from attnverify.verify.search import curves, exchanging, inside, instances, norms, wholes
from attnverify.verify.search.build import KNOWN, both, for_every, have, intro, leaf, member_rule, ranged, rule
from attnverify.verify.search.terms_of import Names, Small, count, known_parts, subterms

Steps = list[tuple[str, Any]]


def widened(context: Context, steps: Steps) -> Context:
    """The context in which the facts of `steps` are known."""
    for text, _ in steps:
        context = context.having(conjuncts(Names(context).formula(text)))
    return context


def enriched(goal: Term, context: Context, kinds: Sequence[str], small: Small) -> Steps:
    """Facts of the given kinds, in an order in which later ones may use earlier ones."""
    steps: Steps = []
    for kind in kinds:
        here = widened(context, steps)
        for fact, proof in _BY_KIND[kind](goal, here, small):
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
                    name, sides = (
                        ("maximum below", (term, side)) if term.op == "max2" else ("minimum above", (side, term))
                    )
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
    tokens = sorted(
        {x for t in (goal, *context.facts) for x in t.letters if x.sort[0] == "index"}, key=lambda x: x.serial
    )
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
    """Nonnegative numbers are at most their sum, where an equation says what that is."""
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
        step = rule(
            "term of a positive sum", KNOWN, e=own(binder("fn", over(TOKEN), y, one)), y=x.name, new={"x": y.name}
        )
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


_BY_KIND: dict[str, Callable[[Term, Context, Small], Iterator[tuple[Term, Any]]]] = {
    "divisor": _divisors,
    "whole": wholes.wholes,
    "count": _counted,
    "bound": _bounds,
    "instance": instances.instances,
    "apart": exchanging.all_but_one,
    "abs": _absolutes,
    "extremum": _extrema,
    "norm": norms.norms,
    "length": norms.lengths,
    "product": norms.products,
    "above one": _above_one,
    "pair": inside.products,
    "positive": inside.positive,
    "exp": curves.exponentials,
    "log": curves.logarithms,
    "tanh": curves.hyperbolic,
    "circle": curves.circle,
    "circle inside": curves.inside_sums,
    "weight": _weights,
    "member": _members,
    "root": inside.roots,
    "inside": inside.absolutes,
    "tangent": curves.tangents,
    "order": inside.ordered,
    "image": norms.images,
    "bounded": inside.bounded,
    "diagonal": inside.diagonals,
    "average": inside.averages,
    "swap": exchanging.exchanged,
    "square": exchanging.squares,
    "abs again": _absolutes,
    "divisor again": _divisors,
}
_ALWAYS = ("swap", "instance", "square")
KINDS = tuple(_BY_KIND)
