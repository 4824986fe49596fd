"""The root of z*z - t*z + d that is farther from 0, and what spectra of two groups say of t and d (Schur and Cohn)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from .discs import outside, square_above
from .facts import Place
from .maps import folded, unfolded
from .rules import TACTICS, Premises, Rules, Values, tactic

_HALF, _QUARTER = Fraction(1, 2), Fraction(1, 4)


@dataclass(frozen=True)
class Root:
    """x + iw; sequents of both equations, of d <= x*x + w*w; above: 1 < x*x + w*w from 1 + d < abs(t), and with <=."""

    x: int
    w: int
    real: int
    imaginary: int
    product: int
    above: Callable[[int], int]


def _modulus(s: Rules, x: int, w: int) -> int:
    return s.add(s.mul(x, x), s.mul(w, w))


def _farther(s: Rules, t: int, d: int, goal: int, body: Callable[[Root], int]) -> int:
    """The goal from the root of z*z - t*z + d that is farther from 0."""
    a, square = s.make("abs", t), s._absolute_square(t)
    disc = s.minus(s.mul(t, t), s.mul(s.number(4), d))

    def equations(x: int, w: int, eqs: list[tuple[int, int]]) -> tuple[int, int]:
        real = s.add(s.minus(s.mul(x, x), s.mul(w, w)), s.neg(s.mul(t, x)), d)
        twice = s.eq(s.mul(s.number(2), x, w), s.mul(t, w))
        return s.comb(s.eq(real, s.zero), (), eqs), twice

    def oblique(h: int) -> int:  # disc < 0
        below = s.comb(s.le(s.zero, s.neg(disc)), [h])
        q, both = s.make("sqrt", s.neg(disc)), s.by("sqrt", (s.neg(disc),), below)
        x, w = s.mul(s.number(_HALF), t), s.mul(s.number(_HALF), q)
        real, twice = equations(x, w, [(s.number(-_QUARTER), s.left(both))])
        size = _modulus(s, x, w)
        product = s.comb(s.le(d, size), (), [(s.number(-_QUARTER), s.left(both))])

        def above(k: int) -> int:  # 1 + d <= a, but 4(1 + d - a) = (2 - a)(2 - a) - disc > 0
            far = s.minus(s.number(2), a)
            goal = s.make(s.node(s.f(k))[0], s.one, size)
            return s.absurd(goal, [h, (1, [], [far]), (4, [k])], [square])

        return body(Root(x, w, real, s.comb(twice), product, above))

    def level(h: int) -> int:  # 0 <= disc
        r, both = s.make("sqrt", disc), s.by("sqrt", (disc,), h)

        def side(k: int, sign: int) -> int:  # t = sign a
            equal = s.by("abs positive" if sign > 0 else "abs negative", (t,), s.weak(k))
            x = s.mul(s.number(_HALF), s.add(t, s.mul(s.number(sign), r)))
            real, twice = equations(x, s.zero, [(s.number(_QUARTER), s.left(both))])
            size, root = _modulus(s, x, s.zero), s.right(both)
            length = s.needed(s.nonnegative(Place((), s.nowhere), a), "a sign", a)
            half = s.mul(s.number(_HALF), r)
            eqs = [(half, equal), (s.number(_QUARTER), s.left(both))]
            product = s.comb(s.le(d, size), [(_HALF, [length, root]), (_HALF, [root, root])], eqs)
            high = s.add(a, r)

            def above(k: int) -> int:  # 1 + d <= a, so that 2 <= a + r
                strict = s.is_op(s.f(k), "<")
                goal = s.make("<" if strict else "<=", s.number(2), high)

                eqs = [square, s.off(s.left(both))]
                far = s.impossible(goal, lambda j: [(1, [j, j]), (2, [j, root]), (4, [k])], eqs)
                wanted = s.make("<" if strict else "<=", s.one, size)
                eqs = [(s.number(_QUARTER), square), (half, equal)]
                return s.comb(wanted, [(_QUARTER, [far, far]), far], eqs)

            return body(Root(x, s.zero, real, s.comb(twice), product, above))

        return s.cases(s.zero, t, goal, lambda k: side(k, 1), lambda k: side(k, -1))

    return s.cases(s.zero, disc, goal, level, oblique)


def _whole(s: Rules, n: int) -> int:
    """real n = 0 or 1 <= real n."""
    return TACTICS["sizes are whole"](s, Place((), s.nowhere), 0, lambda _: 0, lambda _: n)


def _two_dimensions(s: Rules, teig: int, sphere: int) -> int:
    """2 <= dim, as a tangent vector is not zero: at dimension 1 all vectors are multiples of one."""
    _, _, state, *_ = s.applied(s.f(teig))
    space = s.sort(state)[2]
    goal = s.le(s.number(2), s.make("dim", space))
    linear, a, b = (s.fresh(sort) for sort in (("fn", s.sort(state), s.sort(state)), s.sort(state), s.sort(state)))
    i = s.fresh("I:token", "i")
    units = unfolded(s, sphere)

    def found(h: int) -> int:
        some, tangent, other = s.left(h), s.left(s.right(h)), s.left(s.right(s.right(h)))

        def at(k: int) -> int:
            def vector(j: int, z: int, t: int) -> int:
                return _apart(s, goal, s.ap(state, i), s.ap(z, i), s.inst(units, i), s.inst(unfolded(s, t), i), j)

            return s.either(k, goal, lambda j: vector(j, a, tangent), lambda j: vector(j, b, other))

        return s.obtain(some, i, goal, at)

    def inner(h: int) -> int:
        return s.obtain(s.right(h), a, goal, lambda k: s.obtain(k, b, goal, found))

    return s.obtain(unfolded(s, teig), linear, goal, inner)


def _apart(s: Rules, goal: int, u: int, z: int, one: int, across: int, nonzero: int) -> int:
    """2 <= dim from dot(u, u) = 1, dot(u, z) = 0 and not z = 0."""
    space = s.sort(u)
    n, j, e = s.fresh("N", "n"), s.fresh("N", "j"), s.fresh(("fn", "N", space), "e")
    first = s.make("zero")

    def sized(h: int) -> int:  # dim = real(succ n)
        m = s.make("succ", n)
        succ = s.by("real succ", (n,))

        def line(k: int) -> int:  # real n = 0
            return s.obtain(s.by("basis", (u, m), s.sym(h)), e, goal, lambda b: along(b, k))

        def along(b: int, k: int) -> int:
            complete = unfolded(s, s.right(b))
            less = s.assume(s.lt(s.make("real", j), s.make("real", m)))

            def only(p: Callable[[int], int], at: int) -> int:
                """all j. real j < real m => P j, from P 0."""
                goal = p(j)

                def zero(q: int) -> int:
                    equal = s.by("real injective", (j, first), s.trans(q, s.sym(s.step("ax", "real zero"))))
                    return s.replace(s.sym(equal), at, p)

                def more(q: int) -> int:
                    return s.absurd(goal, [less, q], [succ, k])

                made = s.either(_whole(s, j), goal, zero, more)
                return s.gen(s.disch(made, s.f(less)), j)

            def flat(y: int) -> Callable[[int], int]:
                return lambda x: s.eq(s.make("dot", y, s.ap(e, x)), s.zero)

            alpha, beta = (s.make("dot", y, s.ap(e, first)) for y in (u, z))
            y = s.minus(s.mul(beta, u), s.mul(alpha, z))
            nothing = s.mp(s.inst(complete, y), only(flat(y), s.comb(flat(y)(first))))
            with_u = s.under(nothing, lambda x: s.make("dot", x, u))
            level = s.comb(flat(z)(first), (), [with_u, (s.neg(beta), one), (alpha, across)])
            return s.anything(goal, s.mp(s.inst(complete, z), only(flat(z), level)), nonzero)

        def plane(k: int) -> int:
            return s.comb(goal, [k], [s.off(h), s.off(succ)])

        return s.either(_whole(s, n), goal, line, plane)

    return s.obtain(s.by("dim", (u,)), n, goal, sized)


class _Groups:
    """What group_spectrum says, at one eigenvalue m of the operator."""

    def __init__(self, s: Rules, spectrum: int, eigen: int, m: int) -> None:
        self.s, self.m, self.eigen = s, m, eigen
        self.said = unfolded(s, spectrum)
        self.a, self.b, self.c, self.e, *self.own = s.applied(s.f(spectrum))[6:]
        a, b, c, e = (s.ap(f, m) for f in (self.a, self.b, self.c, self.e))
        self.trace, self.last = s.add(a, e), s.minus(s.mul(a, e), s.mul(b, c))
        self.sphere = s.left(unfolded(s, s.left(self.said)))

    def _eigenvalue(self, x: int, w: int, side: Callable[[int, int], int]) -> int:
        s = self.s
        equal = s.inst(s.right(self.said), x, w)
        one, two = s.node(s.node(s.f(equal))[2])[1:]
        return s.convert(s.sym(equal), side(one, two))

    def root(self, root: Root) -> int:
        """That a root is an eigenvalue of the derivative."""
        s = self.s

        def side(one: int, two: int) -> int:
            predicate = s.node(one)[1]
            word = s.node(s.ap(predicate, self.m))[1]
            k = s.follows(s.ap(predicate, self.m), folded(s, word, self.eigen), root.real, root.imaginary)
            return s.by("or left", (one, two), s.witness(predicate, self.m, k))

        return self._eigenvalue(root.x, root.w, side)

    def within(self, n: int, count: int, dimensions: int) -> int:
        """That the eigenvalue within a group, of two tokens or more, is one."""
        s = self.s

        def side(one: int, two: int) -> int:
            last = s.node(s.node(two)[2])[2]
            p, q = s.node(last)[1:]
            k = s.conj(count, s.refl(self.own[n]))
            k = s.by("or left", (p, q), k) if n == 0 else s.by("or right", (p, q), k)
            return s.by("or right", (one, two), s.conj(s.refl(s.zero), s.conj(dimensions, k)))

        return self._eigenvalue(self.own[n], s.zero, side)


@tactic("Schur-Cohn, only if")
def _only_if(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    groups = _Groups(s, premise(0), premise(2), v("m"))
    inside = s.right(unfolded(s, premise(1)))
    t, d = groups.trace, groups.last

    def body(root: Root) -> int:
        teig = groups.root(root)
        below = s.mp(s.inst(inside, root.x, root.w), teig)
        last = s.comb(s.lt(d, s.one), [root.product, below])
        goal = s.lt(s.make("abs", t), s.add(s.one, d))
        trace = s.impossible(goal, lambda k: [root.above(k), below])
        dimensions = _two_dimensions(s, teig, groups.sphere)
        ks = [trace, last]
        for n in (0, 1):
            r, count = groups.own[n], s.assume(s.le(s.number(2), groups.own[2 + n]))
            k = s.mp(s.inst(inside, r, s.zero), groups.within(n, count, dimensions))
            ks.append(s.disch(_size_below(s, r, k), s.f(count)))
        return s.follows(c, *ks)

    return _farther(s, t, d, c, body)


def _size_below(s: Rules, r: int, k: int) -> int:
    """abs(r) < 1 from r*r + 0*0 < 1."""
    goal = s.lt(s.make("abs", r), s.one)
    return s.impossible(goal, lambda j: [(1, [j, j]), (2, [j]), k], [s._absolute_square(r)])


@tactic("outside, two groups")
def _outside_groups(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    groups = _Groups(s, premise(0), premise(1), v("m"))
    t, d = groups.trace, groups.last
    applies = s.left(groups.said)

    def body(root: Root) -> int:
        teig = groups.root(root)
        size = _modulus(s, root.x, root.w)

        def case(k: int) -> int:
            op, *args = s.node(s.f(k))
            if op == "or":
                return s.either(k, c, case, case)
            if op == "and":  # 2 <= p and 1 < abs(r)
                n = groups.own[2:].index(s.node(args[0])[2])
                r = groups.own[n]
                within = groups.within(n, s.left(k), _two_dimensions(s, teig, groups.sphere))
                square = s.comb(s.lt(s.one, _modulus(s, r, s.zero)), [square_above(s, r, s.right(k))])
                return outside(s, c, applies, r, s.zero, within, square)
            beyond = args[0] == s.one  # 1 < d
            above = s.comb(s.lt(s.one, size), [k, root.product]) if beyond else root.above(k)
            return outside(s, c, applies, root.x, root.w, teig, above)

        return case(premise(2))

    return _farther(s, t, d, c, body)
