"""Lengths of combinations: by lengths that are known, of several sums as one, of a number times a vector."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.derivatives import vector_space
from attnverify.verify.kernel.normal import Vector
from attnverify.verify.kernel.terms import Rejected, Term, binder, make, number, opened, range_sort
from attnverify.verify.search.build import KNOWN, have, leaf, rule
from attnverify.verify.search.inequalities import Small, cauchy
from attnverify.verify.search.inside import for_every
from attnverify.verify.search.terms_of import Names, subterms

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
    from flint import fmpq, fmpq_mat

    normaliser = context.normaliser()
    try:
        vectors = [normaliser.vector(v) for v in (*others[:8], u)]
    except Rejected:
        return []
    keys = sorted({(a, m) for v in vectors for a, p in v.items() for m in p}, key=repr)
    if not keys or len(vectors) < 2:
        return []
    rows = [[_entry(v, a, m) for v in vectors] for a, m in keys]
    table = fmpq_mat([[fmpq(c.numerator, c.denominator) for c in row] for row in rows])
    reduced, rank = table.rref()
    found, width = [], len(vectors)
    for i in range(rank):
        pivot = next(k for k in range(width) if reduced[i, k] != 0)
        if pivot == width - 1:
            return []
        q = reduced[i, width - 1]
        if q != 0:
            found.append((Fraction(int(q.p), int(q.q)), others[pivot]))
    return found


def _entry(v: Vector, a: Any, m: Any) -> Fraction:
    return Fraction(v.get(a, {}).get(m, 0))


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
        said = text(
            make("<=", make("norm", make("add", total, part)), make("add", make("norm", total), make("norm", part)))
        )
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
    outer = Names(context).text
    families = [outer(binder("fn", scope, x, part)) for part in (e, vector)]
    step = rule(
        "norm of a weighted sum" + ("" if x.sort[1] == "token" else ", heads"),
        KNOWN if sign is None else sign,
        e=families[0],
        u=families[1],
        new={"x": x.name},
    )
    total = binder("sum", scope, x, make("mul", e, make("norm", vector)))
    said = outer(make("<=", make("norm", binder("sum", scope, x, make("mul", e, vector))), total))
    yield make("<=", term, total), have([(said, step)], leaf(f"1: {said}"))
    if vector.op == "mul":
        yield for_every([x], *_scaled(vector, inner))


def combined(parts: Sequence[tuple[Fraction, Term]]) -> Term:
    """The vector that a combination is."""
    total: Term | None = None
    for c, v in parts:
        part = v if abs(c) == 1 else make("mul", number(abs(c)), v)
        if total is None:
            total = part if c > 0 else make("neg", part)
        else:
            total = make("add" if c > 0 else "sub", total, part)
    return total if total is not None else ZERO


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
