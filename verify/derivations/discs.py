"""Rules from spectra to discs: all eigenvalues are inside of the unit disc, or one is outside."""

from __future__ import annotations

from collections.abc import Callable

from .emit import R
from .facts import Place
from .maps import about, folded, given, lin_at, unfolded, unfolding, where_fixed
from .rules import Premises, Rules, Values, tactic


def _square_below(s: Rules, place: Place, t: int, k: int) -> int:
    """t*t < 1 from abs(t) < 1."""
    size = s.make("abs", t)
    positive = s.needed(s.nonnegative(place, size), "a sign", size)
    goal = s.lt(s.mul(t, t), s.one)
    return s.comb(goal, [(1, [k, k]), (2, [positive, k])], [s.off(s._absolute_square(t))])


def square_above(s: Rules, t: int, k: int) -> int:
    """1 < t*t from 1 < abs(t)."""
    return s.comb(s.lt(s.one, s.mul(t, t)), [(1, [k, k]), (2, [k])], [s._absolute_square(t)])


def _inside(s: Rules, c: int, spectrum: int, body: Callable[[int, int, int, int], int]) -> int:
    """inside_disc from a spectrum, and r*r + w*w < 1 from body(r, w, what the spectrum says of r + iw, goal)."""
    said = unfolded(s, spectrum)
    r, w = s.fresh(R, "r"), s.fresh(R, "w")
    equal = s.inst(s.right(said), r, w)
    teig = s.node(s.f(equal))[1]
    goal = s.lt(s.add(s.mul(r, r), s.mul(w, w)), s.one)
    k = body(r, w, s.convert(equal, s.assume(teig)), goal)
    return folded(s, c, s.conj(s.left(said), s.gen(s.disch(k, teig), r, w)))


def outside(s: Rules, c: int, said: int, r: int, w: int, teig: int, above: int) -> int:
    """outside_disc from an eigenvalue r + iw, 1 < r*r + w*w."""
    body = s.node(s.f(unfolding(s, c)))[2]
    predicate = s.node(s.node(body)[2])[1]
    inner = s.node(s.ap(predicate, r))[1]
    k = s.witness(predicate, r, s.witness(inner, w, s.conj(teig, above)))
    return folded(s, c, s.conj(said, k))


def _at_value(s: Rules, goal: int, r: int, equal: int, flat: int, below: int) -> int:
    """r*r + w*w < 1 from r = t, w = 0 and t*t < 1."""
    return s.comb(goal, [below], [(s.add(r, s.node(s.f(equal))[2]), equal), (s.node(s.f(flat))[1], flat)])


@tactic("inside, one class", "inside, token by token")
def _inside_one(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    classes = premise(1)
    spectrum = premise(0)
    tokens = s.node(s.applied(s.f(spectrum))[0])[1] == "token_spectrum"

    def body(r: int, w: int, k: int, goal: int) -> int:
        flat, rest = s.left(k), s.right(k)

        def eigen(h: int, *letters: int) -> int:  # eigenvalue(U, v, m) and r = f m
            own = given(s, s.inst(classes, *letters), unfolded(s, s.left(h)))
            t = s.node(s.f(s.right(h)))[2]
            return _at_value(s, goal, r, s.right(h), flat, _square_below(s, place, t, own))

        def found(h: int, *letters: int) -> int:
            if not s.is_op(s.f(h), "ex"):
                return eigen(h, *letters)
            x = s.fresh(s.sort(s.node(s.f(h))[1])[1], "m")
            return s.obtain(h, x, goal, lambda j: found(j, *letters, x))

        def other(h: int) -> int:  # 2 <= card and 2 <= dim and r = g
            equal = s.right(s.right(h))
            t = s.node(s.f(equal))[2]
            return _at_value(s, goal, r, equal, flat, _square_below(s, place, t, premise(2)))

        return found(rest) if tokens else s.either(rest, goal, found, other)

    return _inside(s, c, spectrum, body)


@tactic("inside, every eigenvalue")
def _inside_every(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, f, on, state = s.applied(c)
    place = where_fixed(s, place, f, state, premise(0))
    each, (smooth, _) = premise(1), s.smooth(place, f, state)
    derivative, space = s.node(s.f(smooth))[2], s.sort(state)
    r, w, linear = s.fresh(R, "r"), s.fresh(R, "w"), s.fresh(s.sort(f), "L")
    a, b, i, y = s.fresh(space, "a"), s.fresh(space, "b"), s.fresh("I:token", "i"), s.fresh(s.sort(f))
    teig = about(s, "teig", state, f, state, r, w)
    goal = s.lt(s.add(s.mul(r, r), s.mul(w, w)), s.one)

    def at(k: int) -> int:  # diff(F, S, L), a or b is not zero, both are tangent, and L turns and stretches them
        same = s.by("diff unique", (f, state, linear, derivative), s.left(k), smooth)

        def turned(h: int) -> int:
            some, rest = s.left(h), s.right(h)
            values = s.inst(s.right(s.right(rest)), i)
            own = s.inst(each, a, b, r, w)
            own = given(s, own, unfolded(s, s.left(rest)))
            own = given(s, own, unfolded(s, s.left(s.right(rest))))
            own = given(s, own, some)
            for side, x in ((s.left(values), a), (s.right(values), b)):
                value = s.lam(y, s.eq(s.ap(y, x, i), s.node(s.f(side))[2]))
                own = given(s, own, s.gen(s.replace(same, side, value), i))
            return s.comb(goal, [own])

        return s.obtain(s.right(k), a, goal, lambda h: s.obtain(h, b, goal, turned))

    k = s.obtain(unfolded(s, s.assume(teig)), linear, goal, at)
    return folded(s, c, s.conj(lin_at(s, place, f, on, state), s.gen(s.disch(k, teig), r, w)))


@tactic("inside, any matrix")
def _inside_matrix(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    def body(x: int, w: int, k: int, goal: int) -> int:
        y, z = s.fresh(R, "y"), s.fresh(R, "z")

        def eigen(h: int) -> int:  # other_eigenvalue(U, v, y, z) and x = r + k*y and w = k*z
            own = given(s, s.inst(premise(1), y, z), unfolded(s, s.left(h)))
            real, imaginary = s.left(s.right(h)), s.right(s.right(h))
            eqs = [(s.add(t, s.node(s.f(e))[2]), e) for t, e in ((x, real), (w, imaginary))]
            return s.comb(goal, [own], eqs)

        def other(h: int) -> int:  # 2 <= card and 2 <= dim and w = 0 and x = r
            last = s.right(s.right(h))
            t = s.node(s.f(s.right(last)))[2]
            return _at_value(s, goal, x, s.right(last), s.left(last), _square_below(s, place, t, premise(2)))

        return s.either(k, goal, lambda h: s.obtain(h, y, goal, lambda j: s.obtain(j, z, goal, eigen)), other)

    return _inside(s, c, premise(0), body)


@tactic("inside, two groups")
def _inside_groups(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    def body(x: int, w: int, k: int, goal: int) -> int:
        m = s.fresh(R, "m")

        def eigen(h: int) -> int:
            own, real, imaginary = s.left(h), s.left(s.right(h)), s.right(s.right(h))
            trace, last = (given(s, s.inst(premise(n), m), unfolded(s, own)) for n in (1, 2))
            return _root_inside(s, goal, x, w, real, imaginary, trace, last)

        def other(h: int) -> int:  # w = 0 and 2 <= dim and (2 <= p and x = r or 2 <= q and x = s)
            def side(n: int, j: int) -> int:
                equal, below = s.right(j), s.mp(premise(n), s.left(j))
                t = s.node(s.f(equal))[2]
                return _at_value(s, goal, x, equal, s.left(h), _square_below(s, place, t, below))

            return s.either(s.right(s.right(h)), goal, lambda j: side(3, j), lambda j: side(4, j))

        return s.either(k, goal, lambda h: s.obtain(h, m, goal, eigen), other)

    return _inside(s, c, premise(0), body)


def _root_inside(s: Rules, goal: int, x: int, w: int, real: int, imaginary: int, trace: int, last: int) -> int:
    """x*x + w*w < 1 for a root x + iw of z*z - t*z + d, abs(t) < 1 + d, d < 1 (Schur and Cohn)."""
    _, size, _ = s.node(s.f(trace))
    t = s.node(size)[1]

    def oblique(h: int) -> int:  # not w = 0, so that 2*x = t and x*x + w*w = d
        inverse = s.by("inv", (w,), h)
        double = s.mul(s.number(2), x)
        eqs = [(s.make("inv", w), imaginary), (s.minus(t, double), inverse)]
        half = s.comb(s.eq(double, t), (), eqs)
        return s.comb(goal, [last], [s.off(real), (x, half)])

    def level(h: int) -> int:  # w = 0
        def within(goal: int, e: int) -> int:
            """x is not 1 or above, nor -1 or below: the polynomial is positive there."""
            k = up_to(e)
            return s.impossible(goal, lambda j: [k, (1, [j, j]), (1, [j, k]), (1, [j, last])], [real, (w, h)])

        def up_to(e: int) -> int:  # e < 1 + d
            above = s.absolute(t, s.le(e, size))
            bound = s.node(s.f(trace))[2]
            return s.comb(s.lt(e, bound), [trace, above])

        one, two = within(s.lt(x, s.one), t), within(s.lt(s.number(-1), x), s.neg(t))
        return s.comb(goal, [(1, [one, two])], [(w, h)])

    return s.either(s.excluded(s.eq(w, s.zero)), goal, level, oblique)


@tactic("outside, one class", "outside, token by token")
def _outside_one(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    said = unfolded(s, premise(0))
    above = premise(2)
    t = s.node(s.node(s.f(above))[2])[1]
    equal = s.inst(s.right(said), t, s.zero)
    other = s.node(s.f(equal))[2]

    def shown(p: int) -> int:
        """The side of the spectrum: w = 0, and an eigenvalue of the operator."""
        op, *args = s.node(p)
        if op == "and":
            return s.conj(shown(args[0]), shown(args[1]))
        if op == "or":
            return s.by("or left", args, shown(args[0]))
        if op == "=":
            return s.refl(args[0])
        if op == "ex":
            value = v("m") if s.sort(args[0])[1] == R else v("y")
            return s.witness(args[0], value, shown(s.ap(args[0], value)))
        return folded(s, p, premise(1))

    k = s.convert(s.sym(equal), shown(other))
    square, applies = square_above(s, t, above), s.left(said)
    beyond = s.comb(s.lt(s.one, s.add(s.mul(t, t), s.mul(s.zero, s.zero))), [square])
    return outside(s, c, applies, t, s.zero, k, beyond)


@tactic("outside, eigenvector")
def _outside_vector(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, f, on, state = s.applied(c)
    d, m = v("d"), v("m")
    place = where_fixed(s, place, f, state, premise(0))
    each, tangent, some, above = premise(3), premise(1), premise(2), premise(4)
    smooth, _ = s.smooth(place, f, state)
    applies = lin_at(s, place, f, on, state)
    derivative = s.node(s.f(smooth))[2]
    i = s.fresh("I:token", "i")
    space = s.sort(state)[2]
    none = s.bind("I:token", lambda _: s.nothing(space))
    teig = about(s, "teig", state, f, state, m, s.zero)
    linears = s.node(s.node(s.f(unfolding(s, teig)))[2])[1]
    pairs = s.node(s.node(s.ap(linears, derivative))[2])[1]
    second = s.node(s.ap(pairs, d))[1]
    body = s.ap(second, none)
    nonzero = s.node(s.node(body)[1])[1]

    def there(h: int) -> int:
        p, q = s.node(s.ap(nonzero, i))[1:]
        return s.witness(nonzero, i, s.by("or left", (p, q), h))

    x = s.fresh("I:token", "i")
    zero = _linear_at_nothing(s, smooth, none, x)
    first = s.inst(each, x)
    p, q = s.node(s.ap(s.node(s.node(s.node(s.node(body)[2])[2])[2])[1], x))[1:]
    values = s.conj(s.comb(p, (), [first]), s.comb(q, (), [zero]))
    flat = s.gen(s.comb(s.eq(s.make("dot", s.ap(state, x), s.nothing(space)), s.zero)), x)
    k = s.conj(
        s.obtain(some, i, s.make("ex", nonzero), there),
        s.conj(
            folded(s, about(s, "tan", state, state, d), tangent),
            s.conj(folded(s, about(s, "tan", state, state, none), flat), s.gen(values, x)),
        ),
    )
    k = s.witness(pairs, d, s.witness(second, none, k))
    k = folded(s, teig, s.witness(linears, derivative, s.conj(smooth, k)))
    square = s.comb(s.lt(s.one, s.add(s.mul(m, m), s.mul(s.zero, s.zero))), [square_above(s, m, above)])
    return outside(s, c, applies, m, s.zero, k, square)


def _linear_at_nothing(s: Rules, smooth: int, none: int, x: int) -> int:
    """L 0 x = 0, as L is linear: L(0 + 0) = L 0 + L 0."""
    k = s.inst(s.left(unfolded(s, smooth)), none, none, s.one, x)
    both, derivative = s.applied(s.node(s.f(k))[1])[-2], s.node(s.f(smooth))[2]
    value, said = s.ap(none, x), s.node(s.f(k))[2]
    same = s.step("ext", s.step("ring", s.ap(both, x), value), x)
    k = s.replace(same, k, lambda y: s.eq(s.ap(derivative, y, x), said))
    return s.comb(s.eq(s.ap(derivative, none, x), value), (), [s.off(k)])
