"""Known inequalities about lengths, scalar products and what operators make of vectors, with their proofs."""

import itertools
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import Any

from ..kernel.contexts import Context
from ..kernel.derivatives import vector_space
from ..kernel.facts import parts
from ..kernel.terms import Letter, Rejected, Term, binder, make, number, opened, over, range_sort, substituted
from .build import KNOWN, for_every, have, intro, leaf, norm_of_sum, rule
from .combination import basic_solution
from .terms_of import Names, Small, combined, known_parts, subterms, tokens_of


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
                said, step = norm_of_sum(x, c, v, sign, Names(inner).text)
                yield make("<=", term, said.args[1]), step
    for a, b in itertools.combinations(vectors[:4], 2):
        if vector_space(a) == vector_space(b):
            yield from cauchy(a, b, text)
    for a, b, c in itertools.permutations(vectors[:4], 3):
        for first, second in ((b, c), (b, make("neg", c))):
            whole = make("add", first, second)
            claim = make("<=", make("norm", whole), make("add", make("norm", b), make("norm", c)))
            one_space = vector_space(a) == vector_space(b) == vector_space(c)
            if one_space and context.known(make("==", a, whole)):
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
    tokens = tokens_of(goal, context)
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
                use = [Names(inner).text(f) for f in context.facts if f.op in ("==", "forall") and says_unit(f)]
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


def says_unit(fact: Term) -> bool:
    """Whether a fact says of vectors that they are unit vectors."""
    return any(
        part.formula.op == "==" and part.formula.args[0].op == "dot" and part.formula.args[1] is number(1)
        for part in parts(fact)
    )


ZERO, ONE = number(0), number(1)
Fact = tuple[Term, Any]


def norms(goal: Term, context: Context, small: Small) -> Iterator[Fact]:
    """Bounds of the lengths in the goal."""
    lengths = [t for t in subterms([goal], ("norm",)) if not t.loose]
    known = [t for t in subterms([goal, *context.facts], ("norm",)) if not t.loose]
    for term in lengths[:6]:
        u = term.args[0]
        others = [t.args[0] for t in known if t is not term and vector_space(t.args[0]) == vector_space(u)]
        others.sort(key=lambda w: -w.size)
        yield from _by_known(term, others, context)
        yield from _of_sums(term, context, small)
        if u.op == "sum":
            yield from _with_letters(u, context)
        if u.op == "mul":
            yield _scaled(u, context)


def addends(u: Term, c: Fraction = Fraction(1)) -> Iterator[tuple[Fraction, Term]]:
    """A vector as a combination with rational coefficients."""
    if u.op in ("add", "sub"):
        yield from addends(u.args[0], c)
        yield from addends(u.args[1], c if u.op == "add" else -c)
    elif u.op == "neg":
        yield from addends(u.args[0], -c)
    elif u.op == "mul" and u.args[0].op == "num":
        yield from addends(u.args[1], c * u.args[0].args[0])
    elif u.op == "div" and u.args[1].op == "num" and u.args[1].args[0]:
        yield from addends(u.args[0], c / u.args[1].args[0])
    else:
        yield c, u


# by lengths that are known
def _by_known(term: Term, others: Sequence[Term], context: Context) -> Iterator[Fact]:
    """norm(sum c w) <= sum |c| norm(w), for vectors w whose lengths occur, or for the parts of the combination."""
    u = term.args[0]
    ways = [_combination(u, others, context), [(c, w) for c, w in addends(u)]]
    for way in ways:
        if way and (len(way) > 1 or way[0][0] != 1):
            yield _triangle(term, way, context)


def _combination(u: Term, others: Sequence[Term], context: Context) -> list[tuple[Fraction, Term]]:
    """u as a combination of the others; nothing where it is none."""
    normaliser = context.normaliser()
    try:
        vectors = [normaliser.vector(v) for v in (*others[:8], u)]
    except Rejected:
        return []
    places = {key: k for k, key in enumerate(dict.fromkeys((a, m) for v in vectors for a, p in v.items() for m in p))}
    *columns, whole = [{places[a, m]: c for a, p in v.items() for m, c in p.items()} for v in vectors]
    entries = [(row, k, c) for k, column in enumerate(columns) for row, c in column.items()]
    right = [whole.get(row, Fraction(0)) for row in range(len(places))]
    found = basic_solution(entries, right, range(len(columns)), range(len(columns))) if places else None
    return [(c, others[k]) for c, k in found or ()]


def _triangle(term: Term, way: Sequence[tuple[Fraction, Term]], context: Context) -> Fact:
    text = Names(context).text
    steps: list[tuple[str, Any]] = []
    used: list[str] = []
    total: Term | None = None
    bound: Term | None = None
    for c, w in way:
        part = w if abs(c) == 1 else make("mul", number(abs(c)), w)
        length = make("norm", w) if abs(c) == 1 else make("mul", number(abs(c)), make("norm", w))
        if abs(c) != 1:
            said = text(make("==", make("norm", part), length))
            steps.append((said, rule("norm scaled", KNOWN, u=text(w), k=text(number(abs(c))))))
            used.append(f"eq 1: {said}")
        part = part if c > 0 else make("neg", part)
        if total is None or bound is None:
            total, bound = part, length
            continue
        apart = make("add", make("norm", total), make("norm", part))
        said = text(make("<=", make("norm", make("add", total, part)), apart))
        steps.append((said, rule("triangle", u=text(total), w=text(part))))
        used.append(f"1: {said}")
        total, bound = make("add", total, part), make("add", bound, length)
    assert bound is not None
    return make("<=", term, bound), have(steps, leaf(*used))


def _with_letters(u: Term, context: Context) -> Iterator[Fact]:
    """Cauchy-Schwarz for a sum of vectors and the vectors that facts compare its members with."""
    letters = {x for fact in context.facts for t in subterms([fact], ("dot",)) for x in t.letters}
    for v in sorted((x for x in letters if x.sort == ("vector", vector_space(u))), key=lambda x: x.serial)[:2]:
        yield from cauchy(v, u, Names(context).text)


# several sums as one
def _of_sums(term: Term, context: Context, small: Small) -> Iterator[Fact]:
    """norm(sum(e*u) - sum(e*w)) <= sum(e*norm(u - w)); with factors that have a sign, or none."""
    parts = [*addends(term.args[0])]
    sorts = {range_sort(w.args[0]) if w.op == "sum" and w.args[0].op == "over" else None for _, w in parts}
    if len(sorts) != 1 or None in sorts:
        return
    scope = parts[0][1].args[0]
    x, inner = Names(context).new(range_sort(scope))
    bodies = [(c, opened(w, x)) for c, w in parts]
    factors = {b.args[0] if b.op == "mul" else None for _, b in bodies}
    (factor,) = factors if len(factors) == 1 else (None,)
    sign = None if factor is None else small(make("<=", ZERO, factor), inner)
    e = ONE if factor is None or sign is None else factor
    vector = combined([(c, b if e is ONE else b.args[1]) for c, b in bodies])
    if len(factors) > 1 and len({b.args[1] if b.op == "mul" else None for _, b in bodies} - {None}) == 1:
        vector = make("mul", combined([(c, b.args[0]) for c, b in bodies]), bodies[0][1].args[1])
    outer = Names(context).text
    fact, step = norm_of_sum(x, e, vector, KNOWN if sign is None else sign, outer)
    yield make("<=", term, fact.args[1]), have([(outer(fact), step)], leaf(f"1: {outer(fact)}"))
    if vector.op == "mul":
        yield for_every([x], *_scaled(vector, inner))


def _scaled(u: Term, context: Context) -> Fact:
    """norm(c*v) <= |c| norm(v)."""
    text = Names(context).text
    c, v = u.args
    bound = make("mul", make("abs", c), make("norm", v))
    square = f"abs({text(c)})^2 == ({text(c)})^2"
    facts = [(square, rule("absolute square", e=text(c))), (text(make("<=", ZERO, bound)), leaf())]
    claim = make("<=", make("norm", u), bound)
    squared = leaf(f"eq dot({text(v)}, {text(v)}): {square}")
    return claim, have(facts, rule("below the square", KNOWN, squared, a=text(make("norm", u)), b=text(bound)))


def images(goal: Term, context: Context, small: Small) -> Iterator[tuple[Term, Any]]:
    """|A v|^2 <= L <v, A v> where 0 <= A <= L, and equations of vectors times the vectors of the goal."""
    text, zero = Names(context).text, number(0)
    tops = [found for _, part in known_parts(context) for found in _above(part.formula, part.variables)]
    for image in [t for t in subterms([goal, *context.facts], ("lin",)) if not t.loose][:3]:
        for head, top in tops[:2]:
            if image.args[0] is not head or not context.known(make("<", zero, top)):
                continue
            v, square = image.args[1], make("dot", image, image)
            apart = make("sub", make("mul", top, v), image)
            facts = [
                make("<=", make("dot", image, make("lin", head, image)), make("mul", top, square)),
                make("<=", zero, make("dot", apart, make("lin", head, apart))),
            ]
            if all(map(context.known, facts)):
                proof = leaf(*(f"1: {text(fact)}" for fact in facts), times=[text(top)])
                yield make("<=", square, make("mul", top, make("dot", v, image))), proof
    yield from _forms(goal, context)
    others = [x for x in sorted(goal.letters, key=lambda x: x.serial) if x.sort[0] == "vector"]
    for fact in context.facts:
        if fact.op == "==" and vector_space(fact.args[0]) is not None:
            for w in others[:3]:
                if vector_space(w) == vector_space(fact.args[0]):
                    yield make("==", *(make("dot", side, w) for side in fact.args)), leaf(use=[text(fact)])


def _forms(goal: Term, context: Context) -> Iterator[tuple[Term, Any]]:
    """Cauchy-Schwarz for a semidefinite form."""
    text = Names(context).text
    for product in [t for t in subterms([goal], ("dot",)) if not t.loose and t.args[1].op == "lin"][:3]:
        u, (head, w) = product.args[0], product.args[1].args
        if u is w or not context.known(make("<=", number(0), make("dot", w, make("lin", head, w)))):
            continue
        square = make("mul", *(make("dot", v, make("lin", head, v)) for v in (u, w)))
        yield (
            make("<=", make("pow", product, 2), square),
            rule("Cauchy-Schwarz, form", KNOWN, u=text(u), w=text(w), W=text(head)),
        )


def _above(formula: Term, variables: Any) -> Iterator[tuple[Term, Term]]:
    """The operator A and the number L in dot(a, A(a)) <= L*dot(a, a), said of every vector a."""
    if formula.op != "<=" or len(variables) != 1 or variables[0].sort[0] != "vector":
        return
    (left, right), a = formula.args, variables[0]
    square = make("dot", a, a)
    for part in left.args[1:] if left.op == "dot" and right.op == "mul" and right.args[1] is square else ():
        if part.op == "lin" and left is make("dot", a, make("lin", part.args[0], a)):
            yield part.args[0], right.args[0]
