"""Rules about maps of states: that a word for spectra applies, what it says of discs, stability of fixed points."""

from __future__ import annotations

from collections.abc import Callable

from attnverify.verify.derivations.emit import Failed, R
from attnverify.verify.derivations.facts import Place
from attnverify.verify.derivations.rules import Premises, Rules, Values, tactic

# ---- words


def _unfolded(s: Rules, p: int) -> int:
    """P = what its word stands for."""
    word, *parts = s._applied(p)
    k = s.step("def", *s.node(word)[1:])
    x = s.fresh(s.sort(word))
    return s.under(k, s.lam(x, s.ap(x, *parts)))


def _folded(s: Rules, p: int, k: int) -> int:
    """A word from what it stands for, in whatever brackets."""
    equal = _unfolded(s, p)
    return s.convert(s.sym(equal), s.by_same(Place((), s.nowhere), s.node(s.f(equal))[2], k))


def _given(s: Rules, k: int, j: int) -> int:
    """Q from P => Q and P, in whatever brackets."""
    return s.mp(k, s.by_same(Place((), s.nowhere), s.node(s.f(k))[1], j))


def _opened(s: Rules, k: int) -> int:
    """What a word stands for, from the word."""
    return s.convert(_unfolded(s, s.f(k)), k)


def _about(s: Rules, name: str, state: int, *parts: int) -> int:
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
        return k if k is not None else s.known(place.using(_equations(s, place), []), goal)

    k = known(place)
    if k is None and s.groups:

        def body(n: int, h: int) -> int:
            k = known(place.having(h))
            if k is None:
                raise Failed("tokens that are not known to be unit vectors")
            return k

        k = s.by_groups(place, x, goal, body)
    if k is None:
        raise Failed("tokens that are not known to be unit vectors")
    return _folded(s, _about(s, "sph", state, state), s.gen(k, x))


def _equations(s: Rules, place: Place) -> list[int]:
    """The equations that are known."""
    return [p.k for p in s.all_pieces(place) if s.is_op(p.conclusion, "=") and not p.conditions]


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
        return _about(s, "near", state, x, state, r)

    inside = s.lt(s.zero, s.make("dot", u(x, i), u(x, i)))
    predicate = s.fresh(R)
    said = s.make("=>", near(predicate), s.make("all", s.lam(i, inside)))
    wanted = s.lam(predicate, s.make("and", s.lt(s.zero, predicate), s.make("all", s.lam(x, said))))

    def body(h: int) -> int:
        def at(y: int, _: int, equal: int) -> int:
            k = s.left(s.inst(h, y))
            return s.comb(s.lt(s.zero, least), [(1, [k], [])], [(s.number(-1), equal)])

        up = s.attained(least, s.lt(s.zero, least), at)
        close = s.assume(near(least))
        below = s.least_below(every, radius, i, s.truth)
        less = s.inst(_opened(s, close), j)
        _, distance, _ = s.node(s.f(less))
        closer = s.comb(s.lt(distance, s.ap(radius, i)), [(1, [less], []), (1, [below], [])])
        here = _folded(s, near(s.ap(radius, i)), s.gen(closer, j))
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
    both = s.make("and", _about(s, "sph", state, x), _about(s, "near", state, x, state, r))
    said = s.make("all", s.lam(x, s.make("=>", both, _about(s, "sph", state, image))))
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
        kept = _folded(s, _about(s, "sph", state, image), s.gen(one, i))
        return s.witness(wanted, r, s.conj(s.left(h), s.gen(s.disch(kept, both), x)))

    return s.obtain(found, r, s.make("ex", wanted), body)


def _lin_at(s: Rules, place: Place, f: int, on: int, state: int, unit: int | None = None) -> int:
    """lin_at(F, G, S), for a map that is written as unit(...) on unit vectors."""
    smooth, there = s.smooth(place, f, state)
    x, linear = s.fresh(s.sort(state), "X"), s.fresh(s.sort(f))
    k = _unfolded(s, _about(s, "sph", state, x))
    if s.node(s.f(k))[2] != s.ap(on, x):
        raise Failed("a map on another set than unit vectors")
    has = s.lam(linear, _about(s, "diff", state, f, state, linear))
    k = s.conj(
        unit if unit is not None else _unit_tokens(s, place, state),
        s.conj(
            s.gen(s.sym(k), x),
            s.conj(
                s.witness(has, s.node(s.f(smooth))[2], smooth),
                _kept_near(s, there, f, state),
            ),
        ),
    )
    return _folded(s, _about(s, "lin_at", state, f, on, state), k)


def _fixed(s: Rules, f: int, state: int, k: int) -> int:
    return _folded(s, _about(s, "fixed", state, f, state), k)


# ---- spectra at states of equal or opposite tokens


def _unit_pair(s: Rules, state: int, one: int, sides: int) -> int:
    """sph(S) from dot(v, v) = 1 and all i. S i = v or S i = -v."""
    i = s.fresh("I:token", "i")
    at = s.ap(state, i)
    goal = s.eq(s.make("dot", at, at), s.one)
    y = s.fresh(s.sort(at))

    def side(h: int) -> int:
        square = s.under(h, s.lam(y, s.make("dot", y, y)))
        return s.comb(goal, (), [(s.one, square), (s.one, one)])

    return _folded(s, _about(s, "sph", state, state), s.gen(s.either(s.inst(sides, i), goal, side, side), i))


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
    k = s.symmetry(place, operator)
    if k is None:
        raise Failed("an operator that is not known to be symmetric")
    return _folded(s, s.ap(s.make("word", "symmetric", s.sort(operator)[1]), operator), k)


@tactic("equal tokens", "equal tokens, any matrix")
def _equal_tokens(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    name, f, on, state, operator, vector, *_ = s._applied(c)
    any_matrix = s.node(name)[1] == "matrix_spectrum"
    tangent, eigen, one, sides = premise(5), premise(0), premise(1), premise(3)
    fixed = _fixed(s, f, state, premise(4))
    smooth, _ = s.smooth(place, f, state)
    lin_at = _lin_at(s, place, f, on, state, _unit_pair(s, state, one, sides))
    derivative = s.node(s.f(smooth))[2]
    args = (f, on, state, derivative, operator, vector, v("lam"), v("r"), v("k"))
    ks = [] if any_matrix else [_symmetric(s, place, operator)]
    ks += [eigen, one, sides, fixed, lin_at, smooth, _by_directions(s, state, tangent)]
    made = s.by("equal tokens, any matrix" if any_matrix else "equal tokens", args, *ks)
    return s.by_same(place.using([premise(2)], []), c, made)


@tactic("triangular")
def _triangular(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, f, on, state, operator, vector, *_ = s._applied(c)
    tangent, eigen, one, sides = premise(4), premise(0), premise(1), premise(2)
    fixed = _fixed(s, f, state, premise(3))
    smooth, _ = s.smooth(place, f, state)
    lin_at = _lin_at(s, place, f, on, state, _unit_pair(s, state, one, sides))
    derivative = s.node(s.f(smooth))[2]
    args = (f, on, state, derivative, operator, vector, v("lam"), v("r"), v("k"))
    ks = [_symmetric(s, place, operator), eigen, one, sides, fixed, lin_at, smooth, premise(5)]
    return s.by_same(place, c, s.by("triangular", args, *ks, _by_directions(s, state, tangent)))


@tactic("two groups")
def _two_groups(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, f, on, state, operator, vector, *_ = s._applied(c)
    first, second, eigen, one, sides = premise(6), premise(7), premise(0), premise(1), premise(4)
    fixed = _fixed(s, f, state, premise(5))
    smooth, _ = s.smooth(place, f, state)
    lin_at = _lin_at(s, place, f, on, state, _unit_pair(s, state, one, sides))
    derivative = s.node(s.f(smooth))[2]
    a, b = (s.node(s.node(s.f(premise(k)))[2])[1] for k in (2, 3))
    i, d = s.fresh("I:token", "i"), s.fresh(s.sort(state), "d")
    parts = [s.inst(_by_directions(s, state, k, 1), d) for k in (first, second)]
    tangent = s.node(s.f(parts[0]))[1]
    both = [s.inst(s.mp(k, s.assume(tangent)), i) for k in parts]
    every = s.gen(s.disch(s.gen(s.conj(*both), i), tangent), d)
    inside, other = s.ap(a, i), s.ap(b, i)
    apart = s.make("and", s.make("or", inside, other), s.no(s.make("and", inside, other)))
    partition = [s.known(place, p) for p in (s.make("ex", a), s.make("ex", b), s.make("all", s.lam(i, apart)))]
    if None in partition:
        raise Failed("groups")
    letters = ("lam", "r", "s", "kaa", "kab", "kba", "kbb")
    args = (f, on, state, derivative, operator, vector, a, b, *(v(x) for x in letters))
    ks = [
        _symmetric(s, place, operator),
        eigen,
        one,
        sides,
        fixed,
        lin_at,
        smooth,
        *(k for k in partition if k is not None),
        every,
    ]
    made = s.by("two groups", args, *ks)
    return s.by_same(place.using([premise(2), premise(3)], []), c, made)


@tactic("symmetric derivative")
def _symmetric_derivative(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """The schema with the derivative D F S; its words are written out in the conclusion."""
    tangents, length = premise(2), premise(5)
    derivative = _derivative_in(s, s.f(tangents))
    _, f, state = s._applied(derivative)
    smooth, _ = s.smooth(place, f, state)
    unit = _folded(s, _about(s, "sph", state, state), premise(1))
    on = _unit_states(s, state)
    a, b = s.fresh(s.sort(state), "a"), s.fresh(s.sort(state), "b")
    k = s.inst(tangents, a, b)
    hs = [s.assume(_about(s, "tan", state, state, x)) for x in (a, b)]
    k = s.gen(s.disch(s.mp(k, *[_opened(s, h) for h in hs]), *map(s.f, hs)), a, b)
    fixed, lin_at = _fixed(s, f, state, premise(0)), _lin_at(s, place, f, on, state, unit)
    tangent = _folded(s, _about(s, "tan", state, state, v("d")), premise(3))
    args = (f, on, state, derivative, v("d"), v("q"))
    made = s.by("symmetric derivative", args, fixed, lin_at, smooth, k, tangent, premise(4), length)
    e, m = s.fresh(s.sort(state), "e"), s.fresh(R, "m")
    predicate = s.node(c)[1]
    inner = s.node(s.ap(predicate, e))[1]

    def body(h: int) -> int:
        largest, some, tan, each = (
            s.left(h),
            s.left(s.right(h)),
            s.left(s.right(s.right(h))),
            s.right(s.right(s.right(h))),
        )
        found = s.known(Place((largest, some, _opened(s, tan), each), s.nowhere), s.ap(inner, m))
        if found is None:
            raise Failed("a theorem says it in another way")
        return s.witness(predicate, e, s.witness(inner, m, found))

    return s.obtain(made, e, c, lambda h: s.obtain(h, m, c, body))


def _unit_states(s: Rules, state: int) -> int:
    """The set of states of unit vectors, written out."""
    x, i = s.fresh(s.sort(state), "X"), s.fresh("I:token", "i")
    return s.lam(x, s.make("all", s.lam(i, s.eq(s.make("dot", s.ap(x, i), s.ap(x, i)), s.one))))


def _derivative_in(s: Rules, t: int) -> int:
    """The derivative D F S of which a formula speaks."""
    head, *parts = s._applied(t)
    if head in s.derivatives.values() and len(parts) >= 2:
        return s.ap(head, *parts[:2])
    op, *args = s.node(t)
    for part in args:
        if isinstance(part, int) and op not in ("v", "b", "q"):
            found = _derivative_in(s, part)
            if found:
                return found
    return 0


# ---- discs


def _square_below(s: Rules, place: Place, t: int, k: int) -> int:
    """t*t < 1 from abs(t) < 1."""
    size = s.make("abs", t)
    positive = s.nonnegative(place, size)
    assert positive is not None
    goal = s.lt(s.mul(t, t), s.one)
    return s.comb(goal, [(1, [k, k], []), (2, [positive, k], [])], [(s.number(-1), s._absolute_square(t))])


def _square_above(s: Rules, t: int, k: int) -> int:
    """1 < t*t from 1 < abs(t)."""
    return s.comb(s.lt(s.one, s.mul(t, t)), [(1, [k, k], []), (2, [k], [])], [(s.one, s._absolute_square(t))])


def _inside(s: Rules, c: int, spectrum: int, body: Callable[[int, int, int, int], int]) -> int:
    """inside_disc from a spectrum, and r*r + w*w < 1 from body(r, w, what the spectrum says of r + iw, goal)."""
    said = _opened(s, spectrum)
    r, w = s.fresh(R, "r"), s.fresh(R, "w")
    equal = s.inst(s.right(said), r, w)
    teig = s.node(s.f(equal))[1]
    goal = s.lt(s.add(s.mul(r, r), s.mul(w, w)), s.one)
    k = body(r, w, s.convert(equal, s.assume(teig)), goal)
    return _folded(s, c, s.conj(s.left(said), s.gen(s.disch(k, teig), r, w)))


def _outside(s: Rules, c: int, said: int, r: int, w: int, teig: int, above: int) -> int:
    """outside_disc from an eigenvalue r + iw, 1 < r*r + w*w."""
    body = s.node(s.f(_unfolded(s, c)))[2]
    predicate = s.node(s.node(body)[2])[1]
    inner = s.node(s.ap(predicate, r))[1]
    k = s.witness(predicate, r, s.witness(inner, w, s.conj(teig, above)))
    return _folded(s, c, s.conj(said, k))


def _at_value(s: Rules, goal: int, r: int, equal: int, flat: int | None, below: int) -> int:
    """r*r + w*w < 1 from r = t, w = 0 and t*t < 1."""
    eqs = [(s.add(r, s.node(s.f(equal))[2]), equal)]
    if flat is not None:
        eqs.append((s.node(s.f(flat))[1], flat))
    return s.comb(goal, [(1, [below], [])], eqs)


@tactic("inside, one class", "inside, token by token")
def _inside_one(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    classes = premise(1)
    spectrum = premise(0)
    tokens = s.node(s._applied(s.f(spectrum))[0])[1] == "token_spectrum"

    def body(r: int, w: int, k: int, goal: int) -> int:
        flat, rest = s.left(k), s.right(k)

        def eigen(h: int, *letters: int) -> int:  # eigenvalue(U, v, m) and r = f m
            own = _given(s, s.inst(classes, *letters), _opened(s, s.left(h)))
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


@tactic("inside, any matrix")
def _inside_matrix(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    def body(x: int, w: int, k: int, goal: int) -> int:
        y, z = s.fresh(R, "y"), s.fresh(R, "z")

        def eigen(h: int) -> int:  # other_eigenvalue(U, v, y, z) and x = r + k*y and w = k*z
            own = _given(s, s.inst(premise(1), y, z), _opened(s, s.left(h)))
            real, imaginary = s.left(s.right(h)), s.right(s.right(h))
            eqs = [(s.add(t, s.node(s.f(e))[2]), e) for t, e in ((x, real), (w, imaginary))]
            return s.comb(goal, [(1, [own], [])], eqs)

        def other(h: int) -> int:  # 2 <= card and 2 <= dim and w = 0 and x = r
            last = s.right(s.right(h))
            t = s.node(s.f(s.right(last)))[2]
            return _at_value(s, goal, x, s.right(last), s.left(last), _square_below(s, place, t, premise(2)))

        return s.either(k, goal, lambda h: s.obtain(h, y, goal, lambda j: s.obtain(j, z, goal, eigen)), other)

    return _inside(s, c, premise(0), body)


@tactic("outside, one class", "outside, token by token")
def _outside_one(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    said = _opened(s, premise(0))
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
        return _folded(s, p, premise(1))

    k = s.convert(s.sym(equal), shown(other))
    square = _square_above(s, t, above)
    return _outside(
        s,
        c,
        s.left(said),
        t,
        s.zero,
        k,
        s.comb(s.lt(s.one, s.add(s.mul(t, t), s.mul(s.zero, s.zero))), [(1, [square], [])]),
    )


@tactic("outside, eigenvector")
def _outside_vector(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, f, on, state = s._applied(c)
    d, m = v("d"), v("m")
    each, tangent, some, above = premise(3), premise(1), premise(2), premise(4)
    smooth, _ = s.smooth(place, f, state)
    lin_at = _lin_at(s, place, f, on, state)
    derivative = s.node(s.f(smooth))[2]
    i = s.fresh("I:token", "i")
    space = s.sort(state)[2]
    none = s.bind("I:token", lambda _: s.nothing(space))
    teig = _about(s, "teig", state, f, state, m, s.zero)
    linears = s.node(s.node(s.f(_unfolded(s, teig)))[2])[1]
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
    values = s.conj(s.comb(p, (), [(s.one, first)]), s.comb(q, (), [(s.one, zero)]))
    flat = s.gen(s.comb(s.eq(s.make("dot", s.ap(state, x), s.nothing(space)), s.zero)), x)
    k = s.conj(
        s.obtain(some, i, s.make("ex", nonzero), there),
        s.conj(
            _folded(s, _about(s, "tan", state, state, d), tangent),
            s.conj(_folded(s, _about(s, "tan", state, state, none), flat), s.gen(values, x)),
        ),
    )
    k = s.witness(pairs, d, s.witness(second, none, k))
    k = _folded(s, teig, s.witness(linears, derivative, s.conj(smooth, k)))
    square = s.comb(s.lt(s.one, s.add(s.mul(m, m), s.mul(s.zero, s.zero))), [(1, [_square_above(s, m, above)], [])])
    return _outside(s, c, lin_at, m, s.zero, k, square)


def _linear_at_nothing(s: Rules, smooth: int, none: int, x: int) -> int:
    """L 0 x = 0, as L is linear: L(0 + 0) = L 0 + L 0."""
    k = s.inst(s.left(_opened(s, smooth)), none, none, s.one, x)
    both, derivative = s._applied(s.node(s.f(k))[1])[-2], s.node(s.f(smooth))[2]
    value, y = s.ap(none, x), s.fresh(s.sort(none))
    same = s.step("ext", s.step("ring", s.ap(both, x), value), x)
    k = s.replace(same, k, s.lam(y, s.eq(s.ap(derivative, y, x), s.node(s.f(k))[2])))
    return s.comb(s.eq(s.ap(derivative, none, x), value), (), [(s.number(-1), k)])


# ---- stability of fixed points


@tactic("indirect method, stable")
def _indirect_stable(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, f, on, state = s._applied(c)
    return s.by("indirect method, stable", (f, on, state), _fixed(s, f, state, premise(0)), premise(1))


@tactic("indirect method, unstable")
def _indirect_unstable(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, f, on, state = s._applied(s.node(c)[1])
    return s.by("indirect method, unstable", (f, on, state), _fixed(s, f, state, premise(0)), premise(1))


@tactic("asymptotically stable is Lyapunov stable")
def _stable(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    return s.left(_opened(s, premise(0)))
