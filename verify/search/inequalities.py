"""Known inequalities about lengths, scalar products, exponentials and logarithms, with their proofs."""

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.derivatives import vector_space
from attnverify.verify.kernel.facts import parts
from attnverify.verify.kernel.term_matching import is_number
from attnverify.verify.kernel.terms import Letter, Term, binder, make, number, opened, over, range_sort, substituted
from attnverify.verify.search.build import intro, leaf, rule
from attnverify.verify.search.places import Place
from attnverify.verify.search.reading import term_of
from attnverify.verify.search.terms_of import Names, known_parts, subterms

Small = Callable[..., Any]


def lengths(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """Cauchy-Schwarz for vectors whose lengths occur, the triangle inequality, lengths of weighted sums."""
    text = Names(context).text
    lengths = [t for t in subterms([goal, *context.facts], ("norm",)) if not t.loose]
    vectors: list[Term] = []
    for fact in context.facts if lengths else ():
        if fact.op == "==" and fact.args[0].op == "dot" and fact.args[0].args[0] is fact.args[0].args[1]:
            vectors.append(fact.args[0].args[0])
    for term in lengths:
        u = term.args[0]
        vectors.append(u)
        if u.op in ("add", "sub"):
            a, b = u.args[0], u.args[1] if u.op == "add" else make("neg", u.args[1])
            claim = make("<=", term, make("add", make("norm", a), make("norm", b)))
            yield claim, rule("triangle", u=text(a), w=text(b))
        if u.op == "sum" and u.args[0].op == "over":
            x, inner = Names(context).new(range_sort(u.args[0]))
            body = opened(u, x)
            c, v = (body.args[0], body.args[1]) if body.op == "mul" else (number(1), body)
            sign = small(make("<=", number(0), c), inner)
            if sign is not None:
                total = binder("sum", u.args[0], x, make("mul", c, make("norm", v)))
                name = "norm of a weighted sum" + ("" if x.sort[1] == "token" else ", heads")
                e, w = (Names(inner).text(binder("fn", u.args[0], x, value)) for value in (c, v))
                yield make("<=", term, total), rule(name, sign, e=e, u=w, new={"x": x.name})
    for a, b in itertools.combinations(vectors[:4], 2):
        if vector_space(a) == vector_space(b):
            yield from cauchy(a, b, text)
    for a, b, c in itertools.permutations(vectors[:4], 3):
        for first, second in ((b, c), (b, make("neg", c))):
            claim = make("<=", make("norm", make("add", first, second)), make("add", make("norm", b), make("norm", c)))
            if vector_space(a) == vector_space(b) == vector_space(c) and context.known(
                make("==", a, make("add", first, second))
            ):
                yield claim, rule("triangle", u=text(first), w=text(second))


def cauchy(a: Term, b: Term, text: Any) -> Iterator[tuple[Term, Any]]:
    """Cauchy-Schwarz for two vectors, with both signs."""
    both_ = make("mul", make("norm", a), make("norm", b))
    yield make("<=", make("dot", a, b), both_), rule("Cauchy-Schwarz", u=text(a), w=text(b))
    other = make("neg", a)
    yield make("<=", make("neg", make("dot", a, b)), both_), rule("Cauchy-Schwarz", u=text(other), w=text(b))


def products(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """Scalar products of unit vectors are at most 1; the square of one is at most the product of the squares."""
    units: list[tuple[Term, tuple[Letter, ...]]] = []
    for _, part in known_parts(context):
        f = part.formula
        if f.op != "==" or part.conditions or f.args[0].op != "dot" or f.args[1] is not number(1):
            continue
        if f.args[0].args[0] is f.args[0].args[1] and all(x.sort[0] == "index" for x in part.variables):
            units.append((f.args[0].args[0], part.variables))
    members: list[Term] = [u for u, letters in units if not letters]
    tokens = sorted(
        {x for t in (goal, *context.facts) for x in t.letters if x.sort[0] == "index"}, key=lambda x: x.serial
    )
    for u, letters in units:
        if len(letters) == 1:
            members += [substituted(u, {letters[0]: t}) for t in tokens if t.sort[:2] == letters[0].sort[:2]]
    for u, letters in units:
        if len(letters) != 1:
            continue
        x, inner = Names(context).new(letters[0].sort)
        own = substituted(u, {letters[0]: x})
        for w in members[:4]:
            for sign in ("sub", "add"):
                between = make(sign, own, w)
                dot = make("dot", own, w) if sign == "sub" else make("neg", make("dot", own, w))
                use = [Names(inner).text(f) for f in context.facts if f.op in ("==", "forall") and _unit_fact(f)]
                square = Names(inner).text(make("<=", number(0), make("dot", between, between)))
                claim = binder("forall", over(x.sort), x, make("<=", dot, number(1)))
                yield claim, intro([x.name], leaf(f"1/2: {square}", use=use))
    pairs = {(t.args[0], t.args[1]) for t in subterms([goal], ("dot",)) if not t.loose and t.args[0] is not t.args[1]}
    text = Names(context).text
    for a, b in sorted(pairs, key=repr)[:3]:
        yield from cauchy(a, b, text)
    for u, v, w in _triples(members, pairs)[:1]:
        first, second = (make("sub", x, make("mul", make("dot", u, x), u)) for x in (v, w))
        yield from cauchy(first, second, text)


def _triples(units: Sequence[Term], pairs: Collection[tuple[Term, Term]]) -> list[tuple[Term, Term, Term]]:
    """A unit vector and two others, of each two of which the scalar product occurs."""
    known = {frozenset(pair) for pair in pairs}
    others = sorted({x for pair in pairs for x in pair}, key=repr)
    return [
        (u, v, w)
        for u in units
        for v, w in itertools.combinations([x for x in others if x is not u], 2)
        if {frozenset((u, v)), frozenset((u, w)), frozenset((v, w))} <= known
    ]


def _unit_fact(fact: Term) -> bool:
    return any(
        part.formula.op == "==" and part.formula.args[0].op == "dot" and part.formula.args[1] is number(1)
        for part in parts(fact)
    )


def exponentials(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """The order of exponentials whose arguments are ordered, and their tangents at 0."""
    text = Names(context).text
    found = subterms([goal], ("exp",))
    arguments = list(dict.fromkeys([*(t.args[0] for t in found if not t.loose), *_exponents(goal, context)]))
    arguments += [make("mul", number(2), t.args[0]) for t in subterms([goal], ("tanh",)) if not t.loose]
    arguments += [part for a in arguments if a.op == "add" for part in a.args]
    general: list[tuple[Letter, Context, Term]] = []
    for total in subterms([goal, *context.facts], ("sum", "max", "min")):
        if total.loose or total.args[0].op != "over":
            continue
        x, inner = Names(context).new(range_sort(total.args[0]))
        for t in subterms([opened(total, x)], ("exp",)):
            if not t.loose and x in t.letters:
                general.append((x, inner, t.args[0]))
    for a, b in itertools.permutations(arguments[:8], 2):
        for op, name in (("<", "exp strictly monotone"), ("<=", "exp monotone")):
            proof = small(make(op, a, b), context)
            if proof is not None:
                yield make(op, make("exp", a), make("exp", b)), rule(name, proof, a=text(a), b=text(b))
                break
    for a in arguments[:6]:
        zero = number(0)
        for u, w in ((a, zero), (zero, a)):
            proof = small(make("<=", u, w), context)
            if proof is not None:
                yield make("<=", make("exp", u), make("exp", w)), rule("exp monotone", proof, a=text(u), b=text(w))
    bounds = [*(t for t in subterms([goal], ("max", "min")) if not t.loose), *numbers_of_facts(context)]
    for x, inner, e in general[:3]:
        own = Names(inner).text
        for b in [*arguments[:4], *bounds[:6]]:
            for u, w in ((e, b), (b, e)):
                proof = small(make("<=", u, w), inner)
                if proof is not None:
                    claim = binder("forall", over(x.sort), x, make("<=", make("exp", u), make("exp", w)))
                    yield claim, intro([x.name], rule("exp monotone", proof, a=own(u), b=own(w)))
    for a in arguments[:4]:
        yield make("<=", make("add", number(1), a), make("exp", a)), rule("exp tangent", a=text(a))
        minus = make("neg", a)
        yield make("<=", make("add", number(1), minus), make("exp", minus)), rule("exp tangent", a=text(minus))


def _exponents(goal: Term, context: Context) -> list[Term]:
    """The exponents of the monomials of a goal whose divisors are cleared."""
    place = Place(context)
    difference = place.poly(make("sub", goal.args[1], goal.args[0]))
    found: list[Term] = []
    for m in place.cleared(difference)[0] if difference else {}:
        total: Term | None = None
        for a, k in m:
            inside = term_of(a) if a.key[0] == "exp" and not a.indices else None
            if inside is not None:
                part = inside.args[0] if k == 1 else make("mul", number(k), inside.args[0])
                total = part if total is None else make("add", total, part)
        if total is not None and total not in found:
            found.append(total)
    return found


def numbers_of_facts(context: Context) -> list[Term]:
    """Numbers without tokens that stand alone on a side of an inequality."""
    found: list[Term] = []
    for _, part in known_parts(context):
        if part.formula.op in ("<", "<="):
            for side in part.formula.args:
                if is_number(side) and not any(x in side.letters for x in part.variables) and side not in found:
                    found.append(side)
    return found


def logarithms(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    text = Names(context).text
    for term in subterms([goal, *context.facts], ("log",)):
        if term.loose:
            continue
        a = term.args[0]
        positive = small(make("<", number(0), a), context)
        if positive is not None:
            yield make("==", make("exp", term), a), rule("exp of log", positive, a=text(a))
            yield make("<=", term, make("sub", a, number(1))), rule("log tangent", positive, a=text(a))
