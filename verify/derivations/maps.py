"""Rules about maps of states: that a word for spectra applies, what it says of discs, stability of fixed points."""

from __future__ import annotations

from collections.abc import Callable

from .emit import Failed, R
from .facts import Place
from .rules import Premises, Rules, Values, tactic

# ---- words


def unfolding(s: Rules, p: int) -> int:
    """P = what its word stands for."""
    word, *parts = s.applied(p)
    return s.under(s.step("def", *s.node(word)[1:]), lambda x: s.ap(x, *parts))


def folded(s: Rules, p: int, k: int) -> int:
    """A word from what it stands for, in whatever brackets."""
    equal = unfolding(s, p)
    return s.convert(s.sym(equal), s.said_as(s.node(s.f(equal))[2], k))


def given(s: Rules, k: int, j: int) -> int:
    """Q from P => Q and P, in whatever brackets."""
    return s.mp(k, s.said_as(s.node(s.f(k))[1], j))


def unfolded(s: Rules, k: int) -> int:
    """What a word stands for, from the word."""
    return s.convert(unfolding(s, s.f(k)), k)


def about(s: Rules, name: str, state: int, *parts: int) -> int:
    """A word about states at its arguments."""
    return s.ap(s.make("word", name, *s.sort(state)[1:]), *parts)


# ---- where a word for spectra applies


def _unit_tokens(s: Rules, place: Place, state: int) -> int:
    """sph(S)."""
    x = s.fresh("I:token", "i")
    at = s.ap(state, x)
    goal = s.eq(s.make("dot", at, at), s.one)

    def known(place: Place) -> int | None:
        k = s.known(place, goal)
        return k if k is not None else s.known(place.using(s.equations(place), []), goal)

    k = known(place)
    if k is None and s.groups:

        def body(_: int, h: int) -> int:
            return s.needed(known(place.having(h)), "tokens that are not known to be unit vectors")

        k = s.by_groups(x, goal, body)
    k = s.needed(k, "tokens that are not known to be unit vectors")
    return folded(s, about(s, "sph", state, state), s.gen(k, x))


def _positive_near(s: Rules, place: Place, u: Callable[[int, int], int], state: int) -> int:
    """ex r. 0 < r and all X. near(X, S, r) => all i. 0 < dot(u X i, u X i): the least of the radii of all tokens."""
    x, i, j = s.fresh(s.sort(state), "X"), s.fresh("I:token", "i"), s.fresh("I:token", "j")
    length = s.lam(x, u(x, i))
    slope, positive = s._slope_of(place, length, state), s.positive_length(place, u(state, i))
    if slope is None or positive is None:
        raise Failed("a map that may not be one of unit vectors near the state")
    k, square = s._schema("dot", length, length, state, slope[0], slope[0], premises=(slope[1], slope[1]))
    f = s.node(s.node(s.node(s.f(square))[1])[1])[2]
    each = s.by("diff near", (f, state, k), square, positive)
    relation = s.lam(i, s.node(s.f(each))[1])
    chosen = s.by("choice", (relation,), s.gen(each, i))
    radius = s.fresh(("fn", "I:token", R), "r")
    every = s.bind("I:token", lambda _: s.make("true"))
    least = s.make("min", every, radius)

    def near(r: int) -> int:
        return about(s, "near", state, x, state, r)

    inside = s.lt(s.zero, s.make("dot", u(x, i), u(x, i)))
    predicate = s.fresh(R)
    said = s.make("=>", near(predicate), s.make("all", s.lam(i, inside)))
    wanted = s.lam(predicate, s.make("and", s.lt(s.zero, predicate), s.make("all", s.lam(x, said))))

    def body(h: int) -> int:
        def at(y: int, _: int, equal: int) -> int:
            k = s.left(s.inst(h, y))
            return s.comb(s.lt(s.zero, least), [k], [s.off(equal)])

        up = s.attained(least, s.lt(s.zero, least), at)
        close = s.assume(near(least))
        below = s.least_below(every, radius, i, s.truth)
        less = s.inst(unfolded(s, close), j)
        _, distance, _ = s.node(s.f(less))
        closer = s.comb(s.lt(distance, s.ap(radius, i)), [less, below])
        here = folded(s, near(s.ap(radius, i)), s.gen(closer, j))
        k = s.mp(s.inst(s.right(s.inst(h, i)), x), here)
        return s.witness(wanted, least, s.conj(up, s.gen(s.disch(s.gen(k, i), s.f(close)), x)))

    return s.obtain(chosen, radius, s.make("ex", wanted), body)


def _kept_near(s: Rules, place: Place, f: int, state: int) -> int:
    """ex r. 0 < r and all X. sph(X) and near(X, S, r) => sph(F X), for F X i = u/norm(u)."""

    def u(x: int, i: int) -> int:
        op, *args = s.node(s.ap(f, x, i))
        if op != "*" or s.node(args[0]) != ("inv", s.make("norm", args[1])):
            raise Failed("a map that is not written as unit(...)")
        return int(args[1])

    found = _positive_near(s, place, u, state)
    r, x, i = s.fresh(R, "r"), s.fresh(s.sort(state), "X"), s.fresh("I:token", "i")
    image = s.lam(i, s.ap(f, x, i))
    both = s.make("and", about(s, "sph", state, x), about(s, "near", state, x, state, r))
    said = s.make("all", s.lam(x, s.make("=>", both, about(s, "sph", state, image))))
    wanted = s.lam(r, s.make("and", s.lt(s.zero, r), said))

    def body(h: int) -> int:
        k = s.assume(both)
        inside = s.inst(s.mp(s.inst(s.right(h), x), s.right(k)), i)
        length = s.by("norm", (u(x, i),))
        n = s.make("norm", u(x, i))
        inverse = s.by("inv", (n,), s.unequal(n, (">", s._positive_root(n, s.right(length), s.left(length), inside))))
        v, at = s.make("inv", n), s.ap(image, i)
        eqs = [(s.neg(s.mul(v, v)), s.left(length)), (s.add(s.one, s.mul(n, v)), inverse)]
        one = s.comb(s.eq(s.make("dot", at, at), s.one), (), eqs)
        kept = folded(s, about(s, "sph", state, image), s.gen(one, i))
        return s.witness(wanted, r, s.conj(s.left(h), s.gen(s.disch(kept, both), x)))

    return s.obtain(found, r, s.make("ex", wanted), body)


def same_set(s: Rules, on: int, state: int, x: int) -> int:
    """G X = sph(X), for a map on the unit vectors."""
    k = s.sym(unfolding(s, about(s, "sph", state, x)))
    if s.node(s.f(k))[1] != s.ap(on, x):
        raise Failed("a map on another set than unit vectors")
    return k


def where_fixed(s: Rules, place: Place, f: int, state: int, fixed: int) -> Place:
    """A place where no token of a fixed state of unit vectors is unit(0): 0 < dot(u, u) for F S i = u/norm(u)."""
    i = s.fresh("I:token", "i")
    op, *args = s.node(s.ap(f, state, i))
    if op != "*" or s.node(args[0]) != ("inv", s.make("norm", args[1])):
        return place
    inverse, u = args
    at = s.ap(state, i)
    one = s.inst(unfolded(s, _unit_tokens(s, place, state)), i)
    goal = s.lt(s.zero, s.make("dot", u, u))

    def nothing(h: int) -> int:  # dot(S, S) = dot(S, F S) = 0
        along = s.bind(s.sort(u), lambda w: s.make("dot", at, w))
        zero, same = s.under(s.by("dot zero", (u,), h), along), s.under(s.inst(fixed, i), along)
        return s.absurd(goal, [s.unit], [s.off(one), s.off(same), (inverse, zero)])

    return place.having(s.gen(s.contrary(goal, nothing), i))


def lin_at(s: Rules, place: Place, f: int, on: int, state: int, unit: int | None = None) -> int:
    """lin_at(F, G, S), for a map that is written as unit(...) on unit vectors."""
    smooth, there = s.smooth(place, f, state)
    x, linear = s.fresh(s.sort(state), "X"), s.fresh(s.sort(f))
    k = same_set(s, on, state, x)
    has = s.lam(linear, about(s, "diff", state, f, state, linear))
    k = s.conj(
        unit if unit is not None else _unit_tokens(s, place, state),
        s.conj(s.gen(k, x), s.conj(s.witness(has, s.node(s.f(smooth))[2], smooth), _kept_near(s, there, f, state))),
    )
    return folded(s, about(s, "lin_at", state, f, on, state), k)


def fixed_at(s: Rules, f: int, state: int, k: int) -> int:
    return folded(s, about(s, "fixed", state, f, state), k)


# ---- spectra at states of equal or opposite tokens


def _unit_pair(s: Rules, state: int, one: int, sides: int) -> int:
    """sph(S) from dot(v, v) = 1 and all i. S i = v or S i = -v."""
    i = s.fresh("I:token", "i")
    at = s.ap(state, i)
    goal = s.eq(s.make("dot", at, at), s.one)
    square = s.bind(s.sort(at), lambda y: s.make("dot", y, y))

    def side(h: int) -> int:
        return s.comb(goal, (), [s.under(h, square), one])

    return folded(s, about(s, "sph", state, state), s.gen(s.either(s.inst(sides, i), goal, side, side), i))


def _by_directions(s: Rules, state: int, k: int, conditions: int = 0) -> int:
    """all d. (tangent d) => all i. (i in a group =>) P from all i. (i in a group =>) all d. (tangent d) => P."""
    i, d = s.fresh("I:token", "i"), s.fresh(s.sort(state), "d")
    k = s.inst(k, i)
    asked = []
    for _ in range(conditions):
        asked.append(s.node(s.f(k))[1])
        k = s.mp(k, s.assume(asked[-1]))
    k = s.inst(k, d)
    tangent = s.node(s.f(k))[1]
    k = s.gen(s.disch(s.mp(k, s.assume(tangent)), *asked), i)
    return s.gen(s.disch(k, tangent), d)


def _symmetric(s: Rules, place: Place, operator: int) -> int:
    k = s.symmetric_here(place, operator)
    return folded(s, s.ap(s.make("word", "symmetric", s.sort(operator)[1]), operator), k)


def _at_tokens(
    s: Rules, place: Place, c: int, eigen: int, one: int, sides: int, rests: int
) -> tuple[tuple[int, ...], list[int]]:
    """First arguments and premises of a spectrum at tokens along one eigenvector."""
    _, f, on, state, operator, vector, *_ = s.applied(c)
    fixed = fixed_at(s, f, state, rests)
    smooth, _ = s.smooth(place, f, state)
    applies = lin_at(s, place, f, on, state, _unit_pair(s, state, one, sides))
    derivative = s.node(s.f(smooth))[2]
    return (f, on, state, derivative, operator, vector), [eigen, one, sides, fixed, applies, smooth]


@tactic("equal tokens", "equal tokens, any matrix")
def _equal_tokens(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    name, _, _, state, operator, *_ = s.applied(c)
    any_matrix = s.node(name)[1] == "matrix_spectrum"
    tangent = premise(5)
    args, facts = _at_tokens(s, place, c, premise(0), premise(1), premise(3), premise(4))
    ks = [*([] if any_matrix else [_symmetric(s, place, operator)]), *facts, _by_directions(s, state, tangent)]
    letters = map(v, ("lam", "r", "k"))
    made = s.by("equal tokens, any matrix" if any_matrix else "equal tokens", (*args, *letters), *ks)
    return s.by_same(place.using([premise(2)], []), c, made)


@tactic("triangular")
def _triangular(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, _, _, state, operator, *_ = s.applied(c)
    tangent = premise(4)
    args, facts = _at_tokens(s, place, c, premise(0), premise(1), premise(2), premise(3))
    ks = [_symmetric(s, place, operator), *facts, premise(5)]
    letters = map(v, ("lam", "r", "k"))
    return s.by_same(place, c, s.by("triangular", (*args, *letters), *ks, _by_directions(s, state, tangent)))


@tactic("two groups")
def _two_groups(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, _, _, state, operator, *_ = s.applied(c)
    first, second = premise(6), premise(7)
    args, facts = _at_tokens(s, place, c, premise(0), premise(1), premise(4), premise(5))
    a, b = (s.node(s.node(s.f(premise(k)))[2])[1] for k in (2, 3))
    i, d = s.fresh("I:token", "i"), s.fresh(s.sort(state), "d")
    parts = [s.inst(_by_directions(s, state, k, 1), d) for k in (first, second)]
    tangent = s.node(s.f(parts[0]))[1]
    both = [s.inst(s.mp(k, s.assume(tangent)), i) for k in parts]
    every = s.gen(s.disch(s.gen(s.conj(*both), i), tangent), d)
    inside, other = s.ap(a, i), s.ap(b, i)
    apart = s.make("and", s.make("or", inside, other), s.no(s.make("and", inside, other)))
    asked = s.make("ex", a), s.make("ex", b), s.make("all", s.lam(i, apart))
    partition = [s.needed(s.known(place, p), "groups", p) for p in asked]
    letters = map(v, ("lam", "r", "s", "kaa", "kab", "kba", "kbb"))
    ks = [_symmetric(s, place, operator), *facts, *partition, every]
    made = s.by("two groups", (*args, a, b, *letters), *ks)
    return s.by_same(place.using([premise(2), premise(3)], []), c, made)


@tactic("symmetric derivative")
def _symmetric_derivative(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """The schema with the derivative D F S; its words are written out in the conclusion."""
    tangents, length = premise(2), premise(5)
    derivative = _derivative_in(s, s.f(tangents))
    _, f, state = s.applied(derivative)
    smooth, _ = s.smooth(place, f, state)
    unit = folded(s, about(s, "sph", state, state), premise(1))
    on = _unit_states(s, state)
    a, b = s.fresh(s.sort(state), "a"), s.fresh(s.sort(state), "b")
    k = s.inst(tangents, a, b)
    hs = [s.assume(about(s, "tan", state, state, x)) for x in (a, b)]
    k = s.gen(s.disch(s.mp(k, *[unfolded(s, h) for h in hs]), *map(s.f, hs)), a, b)
    fixed, applies = fixed_at(s, f, state, premise(0)), lin_at(s, place, f, on, state, unit)
    tangent = folded(s, about(s, "tan", state, state, v("d")), premise(3))
    args = (f, on, state, derivative, v("d"), v("q"))
    made = s.by("symmetric derivative", args, fixed, applies, smooth, k, tangent, premise(4), length)
    e, m = s.fresh(s.sort(state), "e"), s.fresh(R, "m")
    predicate = s.node(c)[1]
    inner = s.node(s.ap(predicate, e))[1]

    def body(h: int) -> int:
        largest, rest = s.left(h), s.right(h)
        some, tan, each = s.left(rest), s.left(s.right(rest)), s.right(s.right(rest))
        found = s.follows(s.ap(inner, m), largest, some, unfolded(s, tan), each)
        return s.witness(predicate, e, s.witness(inner, m, found))

    return s.obtain(made, e, c, lambda h: s.obtain(h, m, c, body))


def _unit_states(s: Rules, state: int) -> int:
    """The set of states of unit vectors, written out."""
    x, i = s.fresh(s.sort(state), "X"), s.fresh("I:token", "i")
    return s.lam(x, s.make("all", s.lam(i, s.eq(s.make("dot", s.ap(x, i), s.ap(x, i)), s.one))))


def _derivative_in(s: Rules, t: int) -> int:
    """The derivative D F S of which a formula speaks."""
    head, *parts = s.applied(t)
    if head in s.derivatives.values() and len(parts) >= 2:
        return s.ap(head, *parts[:2])
    op, *args = s.node(t)
    for part in args:
        if isinstance(part, int) and op not in ("v", "b", "q"):
            found = _derivative_in(s, part)
            if found:
                return found
    return 0
