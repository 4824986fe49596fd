"""Rules about stability: fixed points, orbits that stay near them or tend to them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from .emit import R
from .facts import Place
from .maps import about, fixed_at, folded, given, same_set, unfolded, unfolding
from .rules import TACTICS, Premises, Rules, Values, tactic, triangle

Reached = Callable[[int, int], int]


@tactic("indirect method, stable", "indirect method, unstable")
def _indirect(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    name, said = ("unstable", s.node(c)[1]) if s.is_op(c, "not") else ("stable", c)
    _, f, on, state = s.applied(said)
    return s.by(f"indirect method, {name}", (f, on, state), fixed_at(s, f, state, premise(0)), premise(1))


TACTICS["asymptotically stable is Lyapunov stable"] = lambda s, place, c, p, v: s.left(unfolded(s, p(0)))


@tactic("circle of period two")
def _circle(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, f, on, state = s.applied(s.node(c)[1])
    i, x, y = s.fresh("I:token", "i"), s.fresh(R, "c"), s.fresh(R, "s")
    k = s.inst(premise(3), i, x, y)
    facts = []
    while s.is_op(s.f(k), "=>"):
        facts.append(s.node(s.f(k))[1])
        k = s.mp(k, s.assume(facts[-1]))
    k = s.gen(s.disch(s.gen(k, i), *facts), x, y)
    z = s.fresh(s.sort(state), "X")
    every = s.gen(same_set(s, on, state, z), z)
    return s.by("circle of period two", (f, on, v("v"), v("w")), every, premise(0), premise(1), premise(2), k)


def _orbit_from(s: Rules, f: int, x: int, goal: int, body: Callable[[int, int], int]) -> int:
    """The goal from body(y, y 0 = X and all n. y (n + 1) = F (y n)) for a new sequence y."""
    y = s.fresh(("fn", "N", s.sort(x)), "y")
    n, z = s.fresh("N", "n"), s.fresh(s.sort(x), "z")
    step = s.lam(n, s.lam(z, s.ap(f, z)))
    return s.obtain(s.by("recursion", (x, step)), y, goal, lambda h: body(y, h))


def _next(s: Rules, orbit: int, n: int) -> int:
    """x (n + 1) = F (x n), from its tokens."""
    i = s.fresh("I:token", "i")
    return s.step("ext", s.inst(orbit, n, i), i)


@tactic("trapped")
def _trapped(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """By induction along an orbit that starts near."""
    _, f, on, state = s.applied(c)
    body = s.node(s.f(unfolding(s, c)))[2]
    here = s.node(body)[1]
    e, d, n = s.fresh(R, "e"), s.fresh(R, "d"), s.fresh("N", "n")
    x = s.fresh(("fn", "N", s.sort(state)), "x")
    positive = s.assume(s.lt(s.zero, e))
    wanted = s.node(s.ap(s.node(s.node(s.node(body)[2])[2])[1], e))[2]  # ex d. 0 < d and all x. ...
    near = s.mp(s.inst(premise(1), e), positive)
    kept = s.inst(premise(2), e)
    close = s.inst(premise(3), e)
    z = s.fresh(s.sort(state), "X")
    held = s.lam(z, s.make("and", s.ap(on, z), s.ap(v("P"), e, z)))

    def found(h: int) -> int:
        start = s.node(s.node(s.ap(s.node(s.node(s.ap(s.node(wanted)[1], d))[2])[1], x))[1])
        first = s.assume(s.make(start[0], *start[1:]))
        begun, orbit, by = s.left(first), unfolded(s, s.left(s.right(first))), unfolded(s, s.right(s.right(first)))
        holds = _given_parts(s, s.inst(s.right(h), s.ap(x, s.make("zero"))), begun, by)
        base = s.conj(begun, holds)
        at = s.assume(s.ap(held, s.ap(x, n)))
        after = _given_parts(s, s.inst(kept, s.ap(x, n)), positive, s.left(at), s.right(at))
        step = s.replace(s.sym(_next(s, orbit, n)), after, held)
        predicate = s.lam(n, s.ap(held, s.ap(x, n)))
        every = s.by("induction", (predicate,), base, s.gen(s.disch(step, s.f(at)), n))
        each = s.inst(every, n)
        beside = _given_parts(s, s.inst(close, s.ap(x, n)), positive, s.left(each), s.right(each))
        k = s.gen(folded(s, about(s, "near", state, s.ap(x, n), state, e), beside), n)
        k = s.gen(s.disch(k, s.f(first)), x)
        return s.witness(s.node(wanted)[1], d, s.conj(s.left(h), k))

    k = s.gen(s.disch(s.obtain(near, d, wanted, found), s.f(positive)), e)
    start = s.by_same(place, here, premise(4))
    return folded(s, c, s.conj(start, s.conj(fixed_at(s, f, state, premise(0)), k)))


def _given_parts(s: Rules, k: int, *js: int) -> int:
    """The conclusion of implications, and of a premise that is a conjunction, from these."""
    left = list(js)
    while s.is_op(s.f(k), "=>") and left:
        asked = s.node(s.f(k))[1]
        found = s.known(Place(tuple(js), s.nowhere), asked)
        if found is None:
            break
        k = s.mp(k, found)
        left = [j for j in left if s.f(j) not in (asked, *s.flat(asked, "and"))]
    return k


@tactic("attracted")
def _attracted(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    stable = premise(0)
    _, f, _, state = s.applied(s.f(stable))
    x, predicate = v("x"), s.node(c)[1]
    d = s.fresh(R, "d")

    def found(h: int) -> int:
        positive = s.left(h)
        start = _given_parts(s, s.inst(premise(1), d), positive)
        n, i = s.fresh("N", "n"), s.fresh("I:token", "i")
        step = _given_parts(s, s.inst(premise(2), d, n, i), positive)
        orbit = folded(s, about(s, "orbit", state, f, s.ap(x, d)), s.gen(step, n, i))
        first = s.ap(x, d, s.make("zero"))
        close = folded(s, about(s, "near", state, first, state, d), s.right(start))
        tends = s.mp(s.inst(s.right(h), s.ap(x, d)), s.conj(s.left(start), s.conj(orbit, close)))
        return s.witness(predicate, d, s.said_as(s.ap(predicate, d), s.conj(positive, s.plain(tends))))

    return s.obtain(s.right(unfolded(s, stable)), d, c, found)


@tactic("stable orbits")
def _stable_orbits(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    said, positive = unfolded(s, premise(0)), premise(1)
    _, f, _, state = s.applied(s.f(premise(0)))
    d, x = s.fresh(R, "d"), s.fresh(s.sort(state), "X")

    def near(h: int) -> int:
        def begun(j: int) -> int:  # on(F, X) and X is near and P(X)
            def along(y: int, k: int) -> int:
                first, after = s.left(k), s.right(k)
                n, i = s.fresh("N", "n"), s.fresh("I:token", "i")
                here = [s.replace(s.sym(first), p, s.lam(x, s.f(p))) for p in s.parts_of(j)]
                orbit = s.gen(s.under(s.inst(after, n), lambda z: s.ap(z, i)), n, i)
                every = s.right(h)
                asked = s.node(s.f(s.inst(every, y)))[1]
                p, o, r = s.node(asked)[1], *s.node(s.node(asked)[2])[1:]
                close, on_set = (s.follows(q, *here, orbit) for q in (s.node(s.f(unfolding(s, r)))[2], p))
                stays = s.mp(s.inst(every, y), s.conj(on_set, s.conj(folded(s, o, orbit), folded(s, r, close))))
                each = s.gen(unfolded(s, s.inst(stays, n)), n)
                return _given_parts(s, s.inst(premise(3), y), *here, orbit, each)

            return _orbit_from(s, f, x, c, along)

        some = _given_parts(s, s.inst(premise(2), d), s.left(h))
        return s.obtain(some, x, c, begun)

    k = s.mp(s.inst(s.right(s.right(said)), v("e")), positive)
    return s.obtain(k, d, c, near)


def started_near(
    s: Rules, h: int, state: int, unit: int, d: int, positive: int, body: Callable[[int, int, Reached], int]
) -> int:
    """false from almost_all_reach(F, A), as a ball around a state is not null.

    unit, positive : sph(S) and 0 < d. body : from an orbit y, that it starts in the set of the map and within d of S,
    and what makes A T of limit_point(y, T).
    """
    _, f, on, _ = s.applied(s.f(h))
    states = s.sort(state)
    null = unfolded(s, h)
    missed = s.node(s.f(null))[2]
    x, n, z, i = s.fresh(states, "X"), s.fresh("N", "n"), s.fresh(states, "Z"), s.fresh("I:token", "i")

    def from_state(m: int) -> int:  # sph(X) and near(X, S, d) and not Q X
        inside = s.convert(s.sym(same_set(s, on, state, x)), s.left(m))

        def along(y: int, k: int) -> int:
            first = s.left(k)
            each = s.gen(s.under(s.inst(s.right(k), n), s.lam(z, s.ap(z, i))), n, i)
            orbit, back = folded(s, about(s, "orbit", state, f, y), each), s.sym(first)
            start = s.replace(back, inside, s.lam(z, s.ap(on, z)))
            close = s.replace(back, s.left(s.right(m)), s.lam(z, about(s, "near", state, z, state, d)))
            said = s.node(s.node(s.ap(missed, x))[2])[1]  # all orbits from X reach A

            def reaches(h: int) -> int:
                def reached(t: int, limit: int) -> int:
                    return s.mp(s.inst(h, y, t), s.conj(first, s.conj(orbit, limit)))

                return body(y, s.conj(start, s.conj(orbit, close)), reached)

            return s.conflict(s.conj(inside, s.refute(said, reaches)), s.right(s.right(m)))

        return _orbit_from(s, f, x, s.false, along)

    return s.obtain(s.by("null ball", (missed, state, d), unit, positive, null), x, s.false, from_state)


@tactic("near a stable state")
def _near_stable(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """An orbit that stays within e/2 of the state is bounded, so that it has a limit point, within e of the state."""
    stable, e = premise(1), v("e")
    _, _, on, state = s.applied(s.f(stable))
    half = s.mul(s.number(Fraction(1, 2)), e)
    small = s.comb(s.lt(s.zero, half), [(Fraction(1, 2), [premise(2)])])
    unit = s.convert(same_set(s, on, state, state), premise(0))
    d, t = s.fresh(R, "d"), s.fresh(s.sort(state), "T")
    n, m, i, z = s.fresh("N", "n"), s.fresh("N", "m"), s.fresh("I:token", "i"), s.fresh(s.sort(state), "Z")
    r = s.fresh(R, "r")

    def within(k: int) -> int:  # norm(Z i - S i) < r from near(Z, S, r)
        return s.inst(unfolded(s, k), i)

    def stays(h: int, j: int) -> int:
        def along(y: int, began: int, reached: Reached) -> int:
            every = s.mp(s.inst(s.right(j), y), began)

            # norm(y n i) <= 1 + e/2
            here, length = s.ap(state, i), s.by("norm", (s.ap(state, i),))
            one = s.inst(unfolded(s, unit), i)
            whole = s.make("norm", here)
            most = s.comb(s.le(s.mul(whole, whole), s.mul(s.one, s.one)), (), [s.left(length), one])
            most = s.below_square(s.le(whole, s.one), s.weak(s.unit), most)
            value = s.ap(y, n, i)
            bound = s.add(s.one, half)
            sides = triangle(s, here, s.minus(value, here)), most, within(s.inst(every, n))
            bounded = s.gen(s.comb(s.le(s.make("norm", value), bound), sides), i)
            points = s.lam(n, s.lam(z, s.eq(z, s.ap(y, n))))
            asked = s.node(s.f(s.step("ax", "limit point", points, bound)))[1]
            some = s.node(s.ap(s.node(asked)[1], n))[1]
            k = s.gen(s.witness(some, s.ap(y, n), s.conj(s.refl(s.ap(y, n)), bounded)), n)
            return s.obtain(s.by("limit point", (points, bound), k), t, s.false, lambda h: near(y, every, reached, h))

        def near(y: int, every: int, reached: Reached, limit: int) -> int:
            def at(h: int, goal: int, body: Callable[[int, int], int]) -> int:
                """The goal from `real m <= real n` and near(y n, T, r)."""

                def found(k: int) -> int:
                    parts = s.right(k)
                    close = s.lam(z, about(s, "near", state, z, t, s.node(s.f(s.right(parts)))[2]))
                    return body(s.left(k), s.replace(s.left(parts), s.right(parts), close))

                return s.obtain(h, n, goal, lambda j: s.obtain(j, z, goal, found))

            def beside(_: int, k: int) -> int:  # norm(T i - S i) < e
                one, two = s.ap(y, n, i), s.ap(t, i)
                back, there = s.minus(two, one), s.minus(one, two)
                lengths = [s.by("norm", (u,)) for u in (back, there)]
                a, b = s.make("norm", back), s.make("norm", there)
                same = s.comb(s.le(s.mul(a, a), s.mul(b, b)), (), [s.left(lengths[0]), s.off(s.left(lengths[1]))])
                turned = s.below_square(s.le(a, b), s.right(lengths[1]), same)
                far = s.make("norm", s.minus(two, s.ap(state, i)))
                parts = triangle(s, back, s.minus(one, s.ap(state, i))), turned, within(k), within(s.inst(every, n))
                return s.comb(s.lt(far, e), parts)

            goal = s.lt(s.make("norm", s.minus(s.ap(t, i), s.ap(state, i))), e)
            close = s.gen(at(s.inst(s.mp(s.inst(limit, half), small), s.make("zero")), goal, beside), i)
            point = about(s, "limit_point", state, y, t)
            positive = s.assume(s.lt(s.zero, r))
            body = s.node(s.f(unfolding(s, point)))[2]
            wanted = s.node(s.ap(s.node(s.node(s.ap(s.node(body)[1], r))[2])[1], m))[1]
            later = s.inst(s.mp(s.inst(limit, r), positive), m)
            k = at(later, s.make("ex", wanted), lambda a, b: s.witness(wanted, n, s.conj(a, b)))
            k = folded(s, point, s.gen(s.disch(s.gen(k, m), s.f(positive)), r))
            return s.conflict(reached(t, k), given(s, s.inst(premise(3), t), close))

        return started_near(s, h, state, unit, d, s.left(j), along)

    kept = s.mp(s.inst(s.right(s.right(unfolded(s, stable))), half), small)
    return s.refute(s.node(c)[1], lambda h: s.obtain(kept, d, s.false, lambda j: stays(h, j)))


def _left_alone(s: Rules, rests: int, x: int, unit: int, wanted: int, has: int) -> int:
    """ex S. Q S and the orbit tends to S, of every orbit from X of a map that keeps the unit vectors, from Q X."""
    y, n, i = s.fresh(("fn", "N", s.sort(x)), "y"), s.fresh("N", "n"), s.fresh("I:token", "i")
    z, e = s.fresh(s.sort(x), "Z"), s.fresh(R, "e")
    begun, ends = s.node(s.ap(wanted, y))[1:]
    began = s.assume(begun)
    here = s.assume(s.eq(s.ap(y, n), x))
    _, still, _ = s.applied(s.node(begun)[2])
    moved = s.under(here, s.lam(z, s.ap(still, z)))
    kept = s.step("ext", s.inst(s.plain(s.mp(s.inst(rests, x), unfolded(s, unit))), i), i)
    after = s.trans(s.trans(_next(s, unfolded(s, s.right(began)), n), moved), kept)
    always = s.lam(n, s.f(here))
    every = s.by("induction", (always,), s.left(began), s.gen(s.disch(after, s.f(here)), n))
    positive, nothing = s.assume(s.lt(s.zero, e)), s.make("norm", s.nothing(s.sort(x)[2]))
    length = s.left(s.by("norm", (s.node(nothing)[1],)))
    square = s.comb(s.lt(s.mul(nothing, nothing), s.mul(e, e)), [(1, [positive, positive])], [length])
    small = s.below_square(s.lt(nothing, e), s.weak(positive), square)
    own = s.comb(s.lt(s.make("norm", s.minus(s.ap(x, i), s.ap(x, i))), e), [small])
    close = folded(s, about(s, "near", x, x, x, e), s.gen(own, i))
    close = s.replace(s.sym(s.inst(every, n)), close, s.lam(z, about(s, "near", x, z, x, e)))
    tends = about(s, "tends_n", x, y, x)
    each = s.node(s.ap(s.node(s.node(s.f(unfolding(s, tends)))[2])[1], e))[2]
    late = s.node(s.ap(s.node(s.ap(s.node(each)[1], s.make("zero")))[1], n))[1]
    k = s.witness(s.node(each)[1], s.make("zero"), s.gen(s.disch(close, late), n))
    k = s.witness(s.node(ends)[1], x, s.conj(has, folded(s, tends, s.gen(s.disch(k, s.f(positive)), e))))
    return s.gen(s.disch(k, begun), y)


Reason = Callable[[int, int, int], int]


def _off_a_null_set(s: Rules, c: int, converges: int, rests: int, inside: Reached, has: Reason) -> int:
    """almost_all_converge of a map that rests, from that of F. has : Q X, from X, sph(X) and what F does from X.

    inside : that X is in the set of F, from X and sph(X).
    """
    among = s.applied(c)[2]
    null, said = unfolded(s, converges), s.node(s.node(s.f(unfolding(s, c)))[2])[2]
    missed = s.node(s.f(null))[2]
    x = s.fresh(s.sort(among)[1], "X")
    here = s.assume(s.ap(said, x))
    unit = s.convert(same_set(s, among, x, x), s.left(here))

    def reaches(reached: int) -> int:
        wanted = s.node(s.node(s.node(s.f(here))[2])[1])[1]
        return s.conflict(_left_alone(s, rests, x, unit, wanted, has(x, unit, reached)), s.right(here))

    bad = s.refute(s.node(s.node(s.ap(missed, x))[2])[1], reaches)
    k = s.gen(s.disch(s.conj(inside(x, unit), bad), s.f(here)), x)
    return folded(s, c, s.by("null mono", (said, missed), null, k))


@tactic("almost every state")
def _almost_every_state(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """Where the orbits of F have limits with P, the state has Q."""
    _, f, on, _ = s.applied(s.f(premise(0)))
    q = s.applied(c)[3]

    def inside(x: int, unit: int) -> int:
        return s.convert(s.sym(same_set(s, on, x, x)), unit)

    def has(x: int, unit: int, reached: int) -> int:
        z, n, i = s.fresh(s.sort(x), "S"), s.fresh("N", "n"), s.fresh("I:token", "i")

        def along(y: int, k: int) -> int:
            each = s.gen(s.under(s.inst(s.right(k), n), s.lam(z, s.ap(z, i))), n, i)
            begun = s.conj(s.left(k), folded(s, about(s, "orbit", x, f, y), each))

            def found(h: int) -> int:
                start = s.gen(s.under(s.left(k), s.lam(z, s.ap(z, i))), i)
                ends = s.plain(s.right(h))
                return _given_parts(s, s.inst(premise(2), x, z, y), unfolded(s, unit), start, each, ends, s.left(h))

            return s.obtain(s.mp(s.inst(reached, y), begun), z, s.ap(q, x), found)

        return _orbit_from(s, f, x, s.ap(q, x), along)

    return _off_a_null_set(s, c, premise(0), premise(1), inside, has)


@tactic("almost every state, flows")
def _almost_every_state_flows(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """Where a solution has a limit with P, the state has Q."""
    q = s.applied(c)[3]

    def inside(x: int, unit: int) -> int:
        return s.mp(s.inst(premise(2), x), unfolded(s, unit))

    def has(x: int, unit: int, reached: int) -> int:
        z, y = s.fresh(s.sort(x), "S"), s.fresh(("fn", s.sort(x)[1], ("fn", R, s.sort(x)[2])), "y")

        def along(k: int) -> int:
            parts = unfolded(s, k)
            rest = (s.left(parts), s.plain(s.left(s.right(parts))), s.right(s.right(parts)))

            def found(h: int) -> int:
                return s.asking(s.inst(premise(3), x, z, y), *rest, s.plain(s.right(h)), s.left(h))

            return s.obtain(s.mp(s.inst(s.right(reached), y), k), z, s.ap(q, x), found)

        return s.obtain(s.left(reached), y, s.ap(q, x), along)

    return _off_a_null_set(s, c, premise(0), premise(1), inside, has)
