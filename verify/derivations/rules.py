"""The rules of logic as patterns of steps. Each gets the conclusion at its letters and its premises as sequents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from ..core.terms import LEAVES
from ..kernel.rules import Rule
from ..kernel.scopes import Scope
from ..kernel.terms import RANDOM, Letter, Term
from .emit import Failed, R
from .facts import Place
from .motions import Motions
from .statement import Declined, W

Premises = Callable[[int], int]
Values = Callable[[str], int]
Tactic = Callable[["Rules", Place, int, Premises, Values], int]
TACTICS: dict[str, Tactic] = {}
_HALF = Fraction(1, 2)


def tactic(*names: str) -> Callable[[Tactic], Tactic]:
    """The pattern for the rules of these names, over any range."""

    def kept(made: Tactic) -> Tactic:
        TACTICS.update(dict.fromkeys(names, made))
        return made

    return kept


class _NotKnown(Exception):  # noqa: N818
    """What was looked for at a moment does not follow there."""


class Rules(Motions):
    """Rules of the catalogue."""

    def infer(
        self, name: str, rule: Rule, values: Mapping[Letter, Term], premise: Premises, goal: Term, place: Place
    ) -> int:
        """A sequent of the conclusion of a rule."""
        base = name if name in TACTICS else name.rpartition(", ")[0]
        if base not in TACTICS:
            raise Declined(f"rule {name}")

        def value(letter: str) -> int:
            return self.argument(rule.letters[letter].sort, values[rule.letters[letter]], place.now)

        self.motion_of = lambda letter: self.moving_value(rule.letters[letter], values[rule.letters[letter]])
        return TACTICS[base](self, place, self.term(goal, place.now), premise, value)

    motion_of: Callable[[str], int]

    def moving_value(self, letter: Letter, value: Term) -> int:
        """What stands for a moving letter, as a function of time, or for a random one, as one of the outcome."""
        t = self.fresh(W if letter.level == RANDOM else R, "t")
        return self.lam(t, self.argument(letter.sort, value, t))

    # moments
    def at_start(self, place: Place) -> Place:
        nonnegative = self.weak_zero
        return Place((*self.at_every(place, self.zero, nonnegative).facts,), place.scope, self.zero)

    def every_time(self, place: Place, body: Callable[[Place, int], int]) -> int:
        """all t. 0 <= t => G."""
        t = self.fresh(R, "t")
        p = self.le(self.zero, t)
        k = body(self.at_every(place, t, self.assume(p)), t)
        return self.gen(self.disch(k, p), t)

    def almost_every_time(self, place: Place, body: Callable[[Place], int]) -> int:
        """ae(\\t. G)."""
        t = self.fresh(R, "t")
        positive = self.assume(self.lt(self.zero, t))
        inner = self.at_almost_every(place, t, positive)
        return self.leave_almost(inner, body(inner), positive)

    def throughout(self, place: Place, goal: int) -> int | None:
        op, predicate = self.node(goal)

        def body(inner: Place) -> int:
            p = self.ap(predicate, inner.time)
            k = self.known(inner, p if op == "ae" else self.node(p)[2])
            if k is None:
                raise _NotKnown
            return k

        x = self.fresh(R, "x")
        always = op == "all" and self.sort(predicate)[1] == R
        p = self.ap(predicate, x) if always else goal
        if op == "all" and not (always and self.is_op(p, "=>") and self.node(p)[1] == self.le(self.zero, x)):
            return None
        try:
            if op == "ae":
                return self.almost_every_time(place, body)
            return self.every_time(place, lambda inner, _: body(inner))
        except _NotKnown:
            return None

    def once(self, k: int) -> int:
        """P from ae(\\t. P), P without time."""
        predicate = self.node(self.f(k))[1]
        p = self.ap(predicate, self.zero)
        t = self.fresh(R, "t")

        def body(h: int) -> int:
            never = self.lam(t, self.false)
            j = self.almost_all(t, self.disch(self.conflict(self.assume(p), h), p))
            j = self.by("ae mp", (predicate, never), j, k)
            return self.anything(p, j, self.step("ax", "ae not never"))

        return self.classical(p, body)

    # words of the core
    nowhere = Scope()

    def worded(self, goal: int, k: int) -> int:
        """A formula with words from the same one written out."""
        back = self.sym(self.written_out(goal))
        return self.convert(back, self.said_as(self.node(self.f(back))[1], k))

    def written_out(self, p: int) -> int:
        """P = Q, Q the formula with all its words written out."""
        op, *args = self.node(p)
        if op == "word":
            k = self.step("def", *args)
            return self.trans(k, self.written_out(self.node(self.f(k))[2]))
        if op == "lam":
            x = self.fresh(args[0], "x")
            return self.step("ext", self.written_out(self.ap(p, x)), x)
        for n, part in enumerate(args if op not in LEAVES else ()):
            k = self.written_out(part)
            if self.node(self.f(k))[2] != part:
                done = self.of_part(op, args, n, k)
                return self.trans(done, self.written_out(self.node(self.f(done))[2]))
        return self.refl(p)

    def plain(self, k: int) -> int:
        """A sequent with all words of its formula written out."""
        return self.convert(self.written_out(self.f(k)), k)

    def asking(self, k: int, *js: int) -> int:
        """The conclusion of implications whose words are written out in these."""
        for j in js:
            k = self.mp(k, self.worded(self.node(self.f(k))[1], j))
        return k

    # small lemmas
    def sure(self, place: Place, goal: int) -> int:
        """A sequent of what is known."""
        k = self.known(place, goal) or self.harder(lambda: self.known(place.anew(), goal))
        return self.needed(k, f"known {self.node(goal)[0]}", goal)

    def follows(self, goal: int, *ks: int) -> int:
        """The goal, at once from these sequents alone."""
        return self.needed(self.known(Place(ks, self.nowhere), goal), "does not follow at once", goal)

    def taking(self, k: int, *js: int) -> int:
        """The conclusion of implications, as far as their premises are these."""
        have = {self.f(j): j for j in js}
        while self.is_op(self.f(k), "=>") and self.node(self.f(k))[1] in have:
            k = self.mp(k, have[self.node(self.f(k))[1]])
        return k

    def said_as(self, goal: int, k: int) -> int:
        """The goal from what says the same in other brackets."""
        return self.by_same(Place((), self.nowhere), goal, k)

    def by_same(self, place: Place, goal: int, k: int) -> int:
        """The goal from what says the same by the normal form."""
        return self.needed(self.prove_same(place, goal, k), "another formula")

    def moving_here(self, place: Place, f: int) -> int:
        return self.needed(self.motion(place, f), "not known to move continuously", f)

    def below_square(self, goal: int, kb: int, k: int) -> int:
        """a <= b or a < b from 0 <= b and a a <= (<) b b."""
        # where b < a, or b <= a: a a - b b = (a - b)(a - b) + 2 b (a - b)
        return self.impossible(goal, lambda h: [(1, [h, h]), (2, [h, kb]), k])

    def exp_less(self, a: int, b: int, k: int) -> int:
        """exp a <= exp b, or <, from a <= b or a < b."""
        strict = self.is_op(self.f(k), "<")
        d = self.minus(b, a)
        positive, tangent = self.by("exp pos", (a,)), self.by("exp tangent", (d,))
        ea, eb = self.make("exp", a), self.make("exp", b)
        add = self.by("exp add", (a, d))
        goal = self.lt(ea, eb) if strict else self.le(ea, eb)
        return self.comb(goal, [(1, [positive, tangent]), (1, [positive, k])], [self.off(add)])

    def schwarz(self, u: int, w: int) -> int:
        """dot(u, w) <= norm(u) norm(w)."""
        nu, nw = self.by("norm", (u,)), self.by("norm", (w,))
        a, b = self.make("dot", u, w), self.mul(self.make("norm", u), self.make("norm", w))
        kb = self.comb(self.le(self.zero, b), [(1, [self.right(nu), self.right(nw)])])
        # b b - a a = uu ww - a a, where b b = (nu nu)(nw nw)
        uu, nn = self.make("dot", u, u), self.make("norm", w)
        schwarz, goal = self.by("Schwarz", (u, w)), self.le(self.mul(a, a), self.mul(b, b))
        eqs = [(self.neg(self.mul(nn, nn)), self.left(nu)), (self.neg(uu), self.left(nw))]
        return self.below_square(self.le(a, b), kb, self.comb(goal, [schwarz], eqs))

    def least_below(self, where: int, values: int, y: int, member: int) -> int:
        """min e <= e y."""
        sort = self.sort(where)[1]
        negative = self.bind(sort, lambda x: self.neg(self.ap(values, x)))
        above = self.by("max above", (where, negative, y), member)
        goal = self.le(self.make("min", where, values), self.ap(values, y))
        return self.comb(goal, [above], [self.by("min", (where, values))])

    def some_here(self, where: int) -> int:
        """That a range has an element. Raises Failed where that is not known."""
        k = self.some(where)
        if not k:
            raise Failed("a range that may be empty")
        return k

    def attained(self, t: int, goal: int, body: Callable[[int, int, int], int]) -> int:
        """The goal from body(x, membership of x, t = e x) for a place x where a maximum or minimum t is attained."""
        op, where, values = self.node(t)
        sort, some = self.sort(where)[1], self.some_here(where)
        used = values if op == "max" else self.bind(sort, lambda x: self.neg(self.ap(values, x)))
        k = self.by("max attained", (where, used), some)
        x = self.fresh(sort, "x")

        def act(j: int) -> int:
            equal = self.right(j)
            if op == "min":
                least = self.by("min", (where, values))
                equal = self.comb(self.eq(t, self.ap(values, x)), (), [least, self.off(equal)])
            return body(x, self.left(j), equal)

        return self.obtain(k, x, goal, act)

    def member_of(self, place: Place, where: int, x: int, premise: Premises) -> int:
        """That x is in a range: from the first premise where the range is said by one, or as it is known."""
        p = self.ap(where, x)
        if self.is_op(p, "true"):
            return self.truth
        return premise(0) if self.node(p)[0] in ("<", "<=") else self.sure(place, p)

    def at_member(self, k: int, x: int, member: int) -> int:
        """A premise `all x. (member =>) P` at x."""
        k, p = self.inst(k, x), self.f(member)
        asked = self.node(self.f(k))[:2] == ("=>", p) and not self.is_op(p, "true")
        return self.mp(k, member) if asked else k

    def one_of_two(self, t: int, goal: int, body: Callable[[bool, int, int], int]) -> int:
        """The goal from body(whether min2 or max2 is the first number, that it is that, how the two compare)."""
        op, a, b = self.node(t)

        def act(h: int) -> int:
            weak = self.weak(h)
            first = (self.node(self.f(weak))[1] == a) == (op == "min2")
            return body(first, self.by(f"{op} {'first' if first else 'second'}", (a, b), weak), weak)

        return self.cases(a, b, goal, act, act)

    def beside_two(self, t: int, goal: int) -> int:
        """min(a, b) <= a or b, a or b <= max(a, b)."""
        _, c, d = self.node(goal)

        def body(_: bool, equal: int, weak: int) -> int:
            parts = [] if self.node(self.f(equal))[2] == (d if c == t else c) else [weak]
            return self.comb(goal, parts, [equal if c == t else self.off(equal)])

        return self.one_of_two(t, goal, body)


# ---- finite sums


def _each(s: Rules, k: int, where: int) -> int:
    """all x. A x => P from all x. P (or with the condition there already)."""
    x = s.fresh(s.sort(where)[1], "x")
    said = s.ap(where, x)
    h = s.assume(said)
    return s.gen(s.disch(s.at_member(k, x, h), said), x)


@tactic("positive sum")
def _positive_sum(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, where, values = s.node(s.node(c)[2])
    return s.by("sum mono", (where, values), _each(s, premise(0), where))


@tactic("strictly positive sum")
def _strictly_positive_sum(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, where, values = s.node(s.node(c)[2])
    k = premise(0)
    x = s.fresh(s.sort(where)[1], "x")
    made = s._sum_up(where, values, x, (">", s.at_member(k, x, s.assume(s.ap(where, x)))))
    if made[0] != ">":
        raise Failed("a range that may be empty")
    return made[1]


@tactic("equal sums", "equal vector sums")
def _equal_sums(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, left, right = s.node(c)
    _, where, e = s.node(left)
    f = s.node(right)[2]
    x = s.fresh(s.sort(where)[1], "x")
    same = s.gen(s.refl(s.ap(where, x)), x)
    return s.by("sum cong", (where, where, e, f), same, _each(s, premise(0), where))


@tactic("term of a positive sum")
def _term_of_sum(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    y = v("y")
    _, where, values = s.node(s.node(c)[2])
    member = s.member_of(place, where, y, premise)
    k = premise(1 if not s.is_op(s.ap(where, y), "true") and _asks(s, where) else 0)
    taken, rest = s.taken(where, values, y, member)
    x = s.fresh(s.sort(where)[1], "x")
    h = s.assume(s.ap(rest, x))
    each = s.gen(s.disch(s.at_member(k, x, s.left(h)), s.ap(rest, x)), x)
    return s.comb(c, [s.by("sum mono", (rest, values), each)], [s.off(taken)])


def _asks(s: Rules, where: int) -> bool:
    """Whether membership in the range is a premise: before and upto; a group is said by the sort."""
    x = s.fresh(s.sort(where)[1], "x")
    return s.node(s.ap(where, x))[0] in ("<", "<=")


@tactic("single term", "single vector term")
def _single_term(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    y = v("y")
    _, where, values = s.node(s.node(c)[1])
    asks = _asks(s, where)
    member = s.member_of(place, where, y, premise)
    k = premise(1 if asks else 0)
    taken, rest = s.taken(where, values, y, member)
    sort = s.sort(where)[1]
    x = s.fresh(sort, "x")
    h = s.assume(s.ap(rest, x))
    j = s.taking(s.inst(k, x), s.left(h), s.right(h))
    zero = s.node(s.f(j))[2]
    each = s.gen(s.disch(j, s.ap(rest, x)), x)
    same = s.gen(s.refl(s.ap(rest, x)), x)
    other = s.bind(sort, lambda _: zero)
    nothing = s.by("sum cong", (rest, rest, values, other), same, each)
    return s.comb(c, (), [taken, nothing])


@tactic("part of a positive sum")
def _part_of_sum(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, part, total = s.node(c)
    _, inside, values = s.node(part)
    where = s.node(total)[1]
    split = s.by("sum split", (where, inside, values))
    _, first, second = s.node(s.node(s.f(split))[2])
    x = s.fresh(s.sort(where)[1], "x")
    one = s.node(first)[1]
    same = s.gen(s.iff(s.ap(one, x), s.ap(inside, x), s.right, lambda h: s.conj(s.truth, h)), x)
    equal = s._resummed(one, inside, values, same, None)
    rest = s.by("sum mono", (s.node(second)[1], values), _each(s, premise(0), s.node(second)[1]))
    return s.comb(c, [rest], [s.off(split), s.off(equal)])


@tactic("one more token")
def _one_more(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, before, upto = s.node(c)
    one, values = s.node(before)[1:]
    other = s.node(upto)[1]
    i, j = v("i"), v("j")
    x = s.fresh(s.sort(i), "x")
    less = premise(0)

    def back(h: int) -> int:  # x <= i < j
        goal = s.lt(x, j)

        def low(k: int) -> int:
            return s.by("trans", (x, i, j), k, less)

        def equal(k: int) -> int:
            return s.replace(s.sym(k), less, lambda y: s.lt(y, j))

        p = s.eq(x, i)
        return s.either(s.excluded(p), goal, equal, lambda k: low(s.by("strict", (x, i), h, k)))

    same = s.gen(s.iff(s.lt(x, j), s.le(x, i), lambda h: s.at_member(premise(1), x, h), back), x)
    return s._resummed(one, other, values, same, None)


@tactic("last term")
def _last_term(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, n, values = s.node(s.node(c)[1])
    k = s.by("sumto succ", (s.node(n)[1], values))
    return s.by_same(place, c, k)


# ---- extrema


@tactic("least", "least, strict", "greatest", "greatest, strict")
def _bound(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, a, b = s.node(c)
    t = a if s.node(a)[0] in ("max", "min") and b == v("b") else b
    k = premise(0)

    def body(x: int, member: int, equal: int) -> int:
        j = s.at_member(k, x, member)
        return s.comb(c, [j], [(s.number(-1) if t == b else s.one, equal)])

    return s.attained(t, c, body)


@tactic("above the least", "below the greatest")
def _beside(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    y = v("y")
    _, a, b = s.node(c)
    t = a if s.is_op(a, "min") and s.ap(s.node(a)[2], y) == b else b
    op, where, values = s.node(t)
    member = s.member_of(place, where, y, premise)
    return s.least_below(where, values, y, member) if op == "min" else s.by("max above", (where, values, y), member)


@tactic("attained least", "attained greatest")
def _attained(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    k = premise(0)
    t = _extremum_in(s, s.f(k))
    op, where, values = s.node(t)

    def body(x: int, member: int, equal: int) -> int:
        y = s.fresh(s.sort(x), "y")
        inside, here, there = s.assume(s.ap(where, y)), s.ap(values, x), s.ap(values, y)
        if op == "min":
            each = s.comb(s.le(here, there), [s.least_below(where, values, y, inside)], [s.off(equal)])
        else:
            each = s.comb(s.le(there, here), [s.by("max above", (where, values, y), inside)], [equal])
        each = s.disch(each, s.f(inside))
        each = s.mp(each, s.truth) if s.is_op(s.f(inside), "true") else each
        return s.taking(s.inst(k, x), member, equal, s.gen(each, y))

    return s.attained(t, c, body)


def _extremum_in(s: Rules, p: int) -> int:
    """The maximum or minimum of which a premise says that it is attained."""
    op, *parts = s.node(p)
    if op == "all":
        return _extremum_in(s, s.ap(parts[0], s.fresh(s.sort(parts[0])[1], "x")))
    said = s.node(parts[0])
    found = said[0] == "=" and s.node(said[1])[0] in ("max", "min")
    return int(said[1]) if found else _extremum_in(s, parts[1])


@tactic("within the diameter")
def _within(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    y, z = v("y"), v("z")
    t = s.node(c)[2]
    _, where, rows = s.node(t)
    ky, kz = (s.member_of(place, where, x, premise) for x in (y, z))
    outer = s.by("max above", (where, rows, y), ky)
    row = s.node(s.ap(rows, y))[2]
    inner = s.by("max above", (where, row, z), kz)
    return s.comb(c, [outer, inner])


@tactic("attained diameter")
def _attained_diameter(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    k = premise(0)
    t = _extremum_in(s, s.f(k))

    def outer(x: int, member: int, equal: int) -> int:
        def inner(y: int, other: int, inner_equal: int) -> int:
            facts = member, other, s.trans(equal, inner_equal)
            return s.taking(s.inst(s.taking(s.inst(k, x), *facts), y), *facts)

        return s.attained(s.node(s.f(equal))[2], c, inner)

    return s.attained(t, c, outer)


@tactic("some element")
def _some_element(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    k = premise(0)
    predicate = s.node(s.f(k))[1]
    sort = s.sort(predicate)[1]
    x = s.fresh(sort, "x")
    p = s.ap(predicate, x)
    if not s.is_op(p, "=>") or p == c:
        return s.inst(k, x)
    where = s.lam(x, s.node(p)[1])
    return s.obtain(s.some_here(where), x, c, lambda h: s.mp(s.inst(k, x), h))


# ---- sizes and tokens


@tactic("induction")
def _induction(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    predicate = s.node(c)[1]
    n = s.fresh("N", "n")
    zero = s.by_same(place, s.ap(predicate, s.make("zero")), premise(0))
    step = premise(1)
    p = s.ap(predicate, n)
    j = s.mp(s.inst(step, n), s.assume(p))
    j = s.by_same(place, s.ap(predicate, s.make("succ", n)), j)
    return s.by("induction", (predicate,), zero, s.gen(s.disch(j, p), n))


@tactic("nothing chosen", "chosen from nothing", "Pascal")
def _binomial(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    t = s.node(c)[1]
    _, n, k = s.node(t)
    if s.is_op(k, "zero"):
        return s.by_same(place, c, s.by("binomial zero", (n,)))
    if s.is_op(n, "zero"):
        return s.by_same(place, c, s.by("binomial none", (s.node(k)[1],)))
    return s.by_same(place, c, s.by("Pascal", (s.node(n)[1], s.node(k)[1])))


@tactic("sizes are whole")
def _whole(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    n = s.fresh("N", "n")

    def said(m: int) -> int:
        real = s.make("real", m)
        return s.make("or", s.eq(real, s.zero), s.le(s.one, real))

    predicate = s.lam(n, said(n))
    first = s.node(said(s.make("zero")))[1:]
    zero = s.by("or left", first, s.step("ax", "real zero"))
    succ = s.make("succ", n)
    k = s.comb(s.le(s.one, s.make("real", succ)), [s.by("real nonneg", (n,))], [s.off(s.by("real succ", (n,)))])
    step = s.disch(s.by("or right", s.node(said(succ))[1:], k), said(n))
    return s.inst(s.by("induction", (predicate,), zero, s.gen(step, n)), v("n"))


@tactic("next size")
def _next_size(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """m + 1 <= n from m < n: by induction over n, for all m."""
    m, n = s.fresh("N", "m"), s.fresh("N", "n")

    def real(x: int) -> int:
        return s.make("real", x)

    def said(a: int, b: int) -> int:
        return s.make("=>", s.lt(real(a), real(b)), s.le(s.add(real(a), s.one), real(b)))

    predicate = s.lam(n, s.make("all", s.lam(m, said(m, n))))
    zero = s.make("zero")
    h = s.assume(s.lt(real(m), real(zero)))
    bad = s.comb(s.lt(s.zero, s.zero), [h, s.by("real nonneg", (m,))], [s.step("ax", "real zero")])
    base = s.gen(s.disch(s.clash(s.le(s.add(real(m), s.one), real(zero)), bad), s.f(h)), m)
    # step: for m by cases m = 0 or m = succ p, by induction over m
    succ = s.make("succ", n)
    ih = s.assume(s.ap(predicate, n))
    inner = s.lam(m, said(m, succ))
    p = s.fresh("N", "p")
    rs, rn = s.by("real succ", (n,)), s.by("real nonneg", (n,))
    goal0 = s.le(s.add(real(zero), s.one), real(succ))
    at0 = s.disch(s.comb(goal0, [rn], [s.off(rs), s.step("ax", "real zero")]), s.lt(real(zero), real(succ)))
    sp = s.make("succ", p)
    rp = s.by("real succ", (p,))
    hp = s.assume(s.lt(real(sp), real(succ)))
    low = s.comb(s.lt(real(p), real(n)), [hp], [rs, s.off(rp)])
    got = s.mp(s.inst(ih, p), low)
    up = s.comb(s.le(s.add(real(sp), s.one), real(succ)), [got], [s.off(rs), rp])
    stepped = s.disch(s.disch(up, s.f(hp)), s.ap(inner, p))
    each = s.by("induction", (inner,), at0, s.gen(stepped, p))
    k = s.by("induction", (predicate,), base, s.gen(s.disch(each, s.f(ih)), n))
    k = s.inst(k, v("n"), v("m"))
    return s.by_same(place, c, s.mp(k, s.by_same(place, s.node(s.f(k))[1], premise(0))))


@tactic("tokens in order")
def _in_order(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    i, j = v("i"), v("j")
    less, weak = premise(0), premise(1)
    back = s.by("strict", (j, i), weak, s.distinct(less, s.eq(j, i)))
    return s.anything(c, s.by("trans", (i, j, i), less, back), s.step("ax", "irrefl", i))


@tactic("two tokens")
def _two_tokens(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    two, k = premise(0), premise(1)
    sort = s.sort(s.node(s.f(k))[1])[1]
    x, y = s.fresh(sort, "x"), s.fresh(sort, "y")
    every, ones = s.bind(sort, lambda _: s.make("true")), s.bind(sort, lambda _: s.one)
    taken, rest = s.taken(every, ones, x, s.truth)

    def other(h: int) -> int:  # y is another one
        def after(j: int) -> int:
            apart = s.refute(s.eq(x, y), lambda e: s.conflict(s.sym(e), s.right(h)))
            return s.mp(s.inst(k, x, y), s.by("strict", (x, y), j, apart))

        return s.cases(x, y, c, after, lambda j: s.mp(s.inst(k, y, x), j))

    def alone(h: int) -> int:
        z = s.fresh(sort, "z")
        none = s.refute(s.ap(rest, z), lambda j: s.conflict(s.witness(rest, z, j), h))
        empty = s.by("sum empty", (rest, ones), s.gen(none, z))
        return s.absurd(c, [s.unit], [taken, empty, s.off(two)])

    return s.either(s.excluded(s.make("ex", rest)), c, lambda h: s.obtain(h, y, c, other), alone)


def _others(s: Rules, i: int, j: int, less: int, values: int) -> tuple[int, int]:
    """sum e = e i + e j + (the sum over the rest), and the rest, from i < j."""
    every = s.bind(s.sort(i), lambda _: s.make("true"))
    first, rest = s.taken(every, values, i, s.truth)
    second, none = s.taken(rest, values, j, s.conj(s.truth, s.distinct(less, s.eq(j, i))))
    whole = s.add(s.ap(values, i), s.ap(values, j), s.node(s.node(s.f(second))[2])[2])
    return s.comb(s.eq(s.node(s.f(first))[1], whole), (), [first, second]), none


def _none_left(s: Rules, two: int, i: int, j: int, less: int) -> tuple[int, int]:
    """all x. not x is beside i and j, where there are two tokens."""
    sort = s.sort(i)
    ones = s.bind(sort, lambda _: s.one)
    count, none = _others(s, i, j, less, ones)
    x, z = s.fresh(sort, "x"), s.fresh(sort, "z")

    def body(h: int) -> int:
        third, rest = s.taken(none, ones, x, h)
        weak = s.comb(s.le(s.zero, s.one))
        positive = s.by("sum mono", (rest, ones), s.gen(s.disch(weak, s.ap(rest, z)), z))
        return s.absurd(s.false, [positive, s.unit], [s.off(count), s.off(third), two])

    return s.gen(s.refute(s.ap(none, x), body), x), none


@tactic("sum over two tokens", "vector sum over two tokens")
def _sum_two(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    two, less = premise(0), premise(1)
    values = s.node(s.node(c)[1])[2]
    i, j = v("i"), v("j")
    total, _ = _others(s, i, j, less, values)
    empty, none = _none_left(s, two, i, j, less)
    zero = s.by("sum empty", (none, values), empty)
    return s.comb(c, (), [total, zero])


@tactic("each of two tokens")
def _each_of_two(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    two, less = premise(0), premise(1)
    i, j = v("i"), v("j")
    predicate = s.node(c)[1]
    empty, _ = _none_left(s, two, i, j, less)
    x = s.fresh(s.sort(i), "x")
    goal = s.ap(predicate, x)
    at_i, at_j = premise(2), premise(3)

    def put(h: int, k: int) -> int:  # x = i
        return s.replace(s.sym(h), k, predicate)

    def neither(h: int) -> int:
        def other(g: int) -> int:
            member = s.conj(s.conj(s.truth, h), g)
            return s.anything(goal, member, s.inst(empty, x))

        return s.either(s.excluded(s.eq(x, j)), goal, lambda g: put(g, at_j), other)

    return s.gen(s.either(s.excluded(s.eq(x, i)), goal, lambda h: put(h, at_i), neither), x)


# ---- order


def _two_of(s: Rules, c: int, v: Values) -> int:
    """The min(a, b) or max(a, b) of a conclusion."""
    ends = [s.make(op, v("a"), v("b")) for op in ("min2", "max2")]
    return next(int(t) for t in s.node(c)[1:] if t in ends)


@tactic("minimum above", "minimum strictly above", "maximum below")
def _two_bound(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    t = _two_of(s, c, v)
    right = t == s.node(c)[2]
    return s.one_of_two(t, c, lambda first, k, _: s.comb(c, [premise(0 if first else 1)], [s.off(k) if right else k]))


@tactic("maximum is one", "minimum is one")
def _is_one(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    sides = s.node(c)[1:]
    t = s.node(sides[0])[1]
    return s.one_of_two(t, c, lambda first, k, _: s.by("or left" if first else "or right", sides, k))


# ---- functions


@tactic("log of exp")
def _log_of_exp(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    a = v("a")
    ea = s.make("exp", a)
    other = s.make("log", ea)
    equal = s.by("log", (ea,), s.by("exp pos", (a,)))  # exp(log(exp a)) = exp a

    def half(x: int, y: int, eq_sign: int) -> int:
        return s.impossible(s.le(x, y), lambda h: [s.exp_less(y, x, h)], [(s.number(eq_sign), equal)])

    return s.by("antisym", (other, a), half(other, a, 1), half(a, other, -1))


@tactic("acute angle")
def _acute(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    a = v("a")
    half = s.mul(s.number(_HALF), s.make("pi"))
    low = s.by_same(place, s.lt(s.mul(s.number(-_HALF), s.make("pi")), a), premise(0))
    return s.by("acute angle", (a,), low, s.by_same(place, s.lt(a, half), premise(1)))


# ---- vectors


@tactic("nonzero vector")
def _nonzero_vector(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    k = premise(0)

    def body(h: int) -> int:
        return s.absurd(s.false, [s.replace(h, k, lambda x: s.lt(s.zero, s.make("dot", x, x)))])

    return s.refute(s.node(c)[1], body)


@tactic("triangle")
def _triangle(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    u, w = v("u"), v("w")
    a, b = s.fresh(s.sort(u), "u"), s.fresh(s.sort(u), "w")
    return s.inst(s.gen(triangle(s, a, b), a, b), u, w)


def triangle(s: Rules, u: int, w: int) -> int:
    """norm(u + w) <= norm(u) + norm(w)."""
    nu, nw, both = s.by("norm", (u,)), s.by("norm", (w,)), s.by("norm", (s.add(u, w),))
    a, b = s.make("norm", s.add(u, w)), s.add(s.make("norm", u), s.make("norm", w))
    kb = s.comb(s.le(s.zero, b), [s.right(nu), s.right(nw)])
    parts, eqs = [(2, [s.schwarz(u, w)])], [s.left(both), s.off(s.left(nu)), s.off(s.left(nw))]
    return s.below_square(s.le(a, b), kb, s.comb(s.le(s.mul(a, a), s.mul(b, b)), parts, eqs))


@tactic("norm scaled")
def _norm_scaled(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    u, k = v("u"), v("k")
    weak = premise(0)
    scaled, plain = s.by("norm", (s.make("*", k, u),)), s.by("norm", (u,))
    a, b = s.make("norm", s.make("*", k, u)), s.mul(k, s.make("norm", u))
    kb = s.comb(s.le(s.zero, b), [(1, [weak, s.right(plain)])])
    square = s.comb(s.eq(s.mul(a, a), s.mul(b, b)), (), [s.left(scaled), (s.neg(s.mul(k, k)), s.left(plain))])
    return s.root_is(a, b, square, s.right(scaled), kb)


@tactic("nonnegative form", "positive form")
def _form(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    u = v("u")
    each = s.inst(s.right(premise(0)), u)
    if s.is_op(c, "<"):
        return s.mp(each, premise(1))
    p = s.eq(u, s.nothing(s.sort(u)))

    def zero(h: int) -> int:
        matrix, none = v("W"), s.nothing(s.sort(u))
        at = s.comb(s.le(s.zero, s.make("dot", none, s.make("lin", matrix, none))))
        return s.replace(s.sym(h), at, lambda x: s.le(s.zero, s.make("dot", x, s.make("lin", matrix, x))))

    return s.either(s.excluded(p), c, zero, lambda h: s.weak(s.mp(each, h)))


@tactic("identity")
def _identity(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    k = premise(0)
    predicate = s.node(s.f(k))[1]
    space = s.sort(predicate)[1][1]
    same = s.bind(space, lambda u: u)
    a, b, r = s.fresh(space, "a"), s.fresh(space, "b"), s.fresh(R, "r")
    goal = s.add(a, s.make("*", r, b))
    linear = s.gen(s.refl(goal), a, b, r)
    made = s.by("operator", (same,), linear)
    x = s.fresh(("lin", space, space), "I")

    def body(h: int) -> int:
        one, two = s.inst(h, a), s.inst(h, b)
        # dot(a, I b) = dot(I a, b)
        left, right = s.under(two, lambda y: s.make("dot", a, y)), s.under(one, lambda y: s.make("dot", y, b))
        symmetric = s.gen(s.trans(left, s.sym(right)), a, b)
        return s.mp(s.inst(k, x), symmetric, h)

    return s.obtain(made, x, c, body)


@tactic("norm of a weighted sum")
def _weighted(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """|sum e u|^2 = sum e <u, S> <= sum e |u| |S|; divide by |S|."""
    _, a, b = s.node(c)
    total = s.node(a)[1]
    _, where, _ = s.node(total)
    e, u = v("e"), v("u")
    k = premise(0)
    sort = s.sort(where)[1]
    x = s.fresh(sort, "x")
    said = s.ap(where, x)
    h = s.assume(said)
    ex, ux = s.ap(e, x), s.ap(u, x)
    weak = s.at_member(k, x, h)
    term = s.mul(ex, s.minus(s.mul(s.make("norm", ux), a), s.make("dot", ux, total)))
    each = s.comb(s.le(s.zero, term), [(1, [weak, s.schwarz(ux, total)])])
    rest = s.by("sum mono", (where, s.lam(x, term)), s.gen(s.disch(each, said), x))
    both = s.by("norm", (total,))
    product = s.comb(s.le(s.mul(a, a), s.mul(a, b)), [rest], [s.left(both)])
    length = s.comb(s.le(s.zero, s.mul(ex, s.make("norm", ux))), [(1, [weak, s.right(s.by("norm", (ux,)))])])
    nonnegative = s.by("sum mono", (where, s.lam(x, s.mul(ex, s.make("norm", ux)))), s.gen(s.disch(length, said), x))

    # where b < a: a a > a b, as a > b >= 0
    return s.impossible(c, lambda j: [(1, [j, j]), (1, [j, nonnegative]), product])


@tactic("Cauchy-Schwarz, form")
def _form_schwarz(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """p p <= q r for the form: of t = q w - p u it is q (q r - p p); where q = 0, of w + x u it is r + 2 x p."""
    u, w, matrix = v("u"), v("w"), v("W")
    each, same = premise(0), s.inst(s.symmetric_here(place, matrix), u, w)

    def form(a: int, b: int) -> int:
        return s.make("dot", a, s.make("lin", matrix, b))

    p, q, r = form(u, w), form(u, u), form(w, w)
    kq, kr = s.inst(each, u), s.inst(each, w)

    def flat(h: int) -> int:  # q <= 0
        def slanted(k: int) -> int:  # not p = 0
            inverse = s.by("inv", (p,), k)
            x = s.mul(s.number(-_HALF), s.add(r, s.one), s.make("inv", p))
            at = s.inst(each, s.add(w, s.make("*", x, u)))
            eqs = [(s.neg(x), same), (s.neg(s.add(r, s.one)), inverse)]
            return s.absurd(c, [at, (1, [h], [x]), s.unit], eqs)

        return s.either(s.excluded(s.eq(p, s.zero)), c, lambda k: s.comb(c, [(1, [kq, kr])], [(p, k)]), slanted)

    def steep(h: int) -> int:  # 0 < q
        at = s.inst(each, s.minus(s.make("*", q, w), s.make("*", p, u)))
        inner = s.comb(s.le(s.zero, s.mul(q, s.minus(s.mul(q, r), s.mul(p, p)))), [at], [(s.mul(q, p), same)])
        return s.cancelled(c, h, inner)

    return s.cases(q, s.zero, c, flat, steep)


# ---- theorems that are cited


def _given(s: Rules, k: int, made: int, c: int) -> int:
    """The conclusion from `ex x y ... P`, and from P at new letters, part by part."""
    if s.is_op(s.f(made), "ex"):
        predicate = s.node(s.f(k))[1]
        x = s.fresh(s.sort(predicate)[1], "x")
        return s.obtain(made, x, c, lambda h: _given(s, s.inst(k, x), h, c))
    while s.f(k) != c:
        k = s.mp(k, s.follows(s.node(s.f(k))[1], *s.parts_of(made)))
    return k


def _existing(s: Rules, made: int, c: int) -> int:
    """`ex x ... P` with the parts of P in another order of brackets."""
    if s.is_op(c, "ex"):
        predicate = s.node(c)[1]
        x = s.fresh(s.sort(predicate)[1], "x")
        return s.obtain(made, x, c, lambda h: s.witness(predicate, x, _existing(s, h, s.ap(predicate, x))))
    return s.follows(c, *s.parts_of(made))


@tactic("limit of a bounded length")
def _bounded_length(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    y, z = s.motion_of("y"), s.motion_of("z")
    ks = s.moving_here(place, y), s.moving_here(place, z), premise(0), premise(1)
    made = s.by("limit of a bounded length", (y, z, v("K")), *ks)
    return _existing(s, s.plain(made), c)


@tactic("Rayleigh")
def _rayleigh(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    symmetric = s.symmetric_here(place, v("V"))
    k = s.step("ax", "Rayleigh", *map(v, ("V", "v", "u", "lam", "s", "l")))
    return s.asking(s.mp(s.asking(k, symmetric), premise(0), premise(1)), premise(2))


@tactic("Wendel")
def _wendel(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    k = s.step("ax", "Wendel", s.motion_of("y"), v("m"), v("e"))
    for n in range(4):
        k = s.mp(k, s.by_same(place, s.node(s.f(k))[1], premise(n)))
    return k


@tactic("normal pair")
def _normal_pair(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    letters = map(v, ("f", "g", "i", "u", "w", "a", "b", "A", "B", "K"))
    made = s.by("normal pair", (s.motion_of("y"), *letters), *map(premise, range(7)))
    laws, chance = s.left(made), s.right(made)
    said, wanted = s.node(s.f(chance))[2], s.node(s.node(c)[2])[2]
    p = s.fresh(R, "p")

    def named(h: int) -> int:
        equal, *parts = s.parts_of(h)
        put = s.state.lam(p, s.node(s.ap(s.node(said)[1], p))[2])
        joined = s.joined(s.ap(put, p), list(parts))
        return s.by_same(place, wanted, s.replace(equal, joined, lambda x: s.ap(put, x)))

    first = s.by_same(place, s.node(c)[1], laws)
    asked = s.node(s.node(c)[2])[1]
    inner = s.mp(chance, s.by_same(place, s.node(s.f(chance))[1], s.assume(asked)))
    return s.conj(first, s.disch(s.obtain(inner, p, wanted, named), asked))


@tactic("common bound")
def _common_bound(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """By choice a bound for every element, and their maximum."""
    some, up = premise(0), premise(1)
    b, x = s.fresh(R, "b"), s.fresh(s.sort(s.node(s.f(some))[1])[1], "x")
    each = s.ap(s.node(c)[1], b)
    body = s.ap(s.node(each)[1], x)
    conditional = s.is_op(body, "=>") and s.f(s.inst(some, x)) != s.make("ex", s.lam(b, body))
    where = s.lam(x, s.node(body)[1]) if conditional else s.bind(s.sort(x), lambda _: s.make("true"))
    relation = s.lam(x, s.lam(b, body))
    said = s.ap(where, x)

    def chosen() -> int:
        k = s.inst(some, x)
        goal = s.make("ex", s.lam(b, body))
        if not conditional:
            return k

        def inside(h: int) -> int:
            j = s.mp(k, h)
            return s.obtain(j, b, goal, lambda g: s.witness(s.lam(b, body), b, s.disch(g, said)))

        def outside(h: int) -> int:
            at = s.ap(s.lam(b, body), s.zero)
            j = s.disch(s.anything(s.node(at)[2], s.assume(said), h), said)
            return s.witness(s.lam(b, body), s.zero, j)

        return s.either(s.excluded(said), goal, inside, outside)

    k = s.by("choice", (relation,), s.gen(chosen(), x))
    f = s.fresh(("fn", s.sort(x), R), "f")

    def bounded(h: int) -> int:
        top = s.make("max", where, f)
        inner = s.ap(s.node(c)[1], top)
        member = s.assume(said) if conditional else s.truth
        own = s.inst(h, x)
        own = s.mp(own, member) if conditional else own
        low = s.by("max above", (where, f, x), member)
        j = s.taking(s.inst(up, x, s.ap(f, x), top), member, own, low)
        j = s.disch(j, said) if conditional else j
        j = s.gen(j, x)
        if s.f(j) != inner:
            raise Failed("common bound")
        return s.witness(s.node(c)[1], top, j)

    return s.obtain(k, f, c, bounded)


# ---- time


@tactic("time goes on")
def _time_goes_on(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    bound = v("T")
    k = premise(0)

    def at(t: int, h: int) -> int:
        return s.mp(s.inst(k, t), h)

    def low(h: int) -> int:  # 0 <= T: T < T
        return s.clash(c, at(bound, h))

    def high(h: int) -> int:  # T < 0
        zero = at(s.zero, s.weak_zero)
        return s.absurd(c, [zero, h])

    return s.cases(s.zero, bound, c, low, high)


@tactic("by continuity")
def _by_continuity(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    f, g = s.motion_of("a"), s.motion_of("b")
    kf, kg = s.moving_here(place, f), s.moving_here(place, g)
    return s.by("by continuity", (f, g), kf, kg, premise(0))


@tactic("monotone")
def _monotone(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    f = s.motion_of("z")
    moving = s.moving_here(place, f)
    rises = premise(0)
    t = s.fresh(R, "t")
    rate = s.make("rate", f, t)
    p = s.le(s.zero, rate)
    q = s.make("=>", s.make("slope", f, t, rate), p)
    said = s.node(s.f(rises))[1]
    j = s.almost_all(t, s.disch(s.disch(s.assume(p), s.node(q)[1]), p))
    rises = s.by("ae mp", (said, s.lam(t, q)), j, rises)
    every = s.by("monotone", (f,), moving, rises)
    h = s.assume(s.le(s.zero, t))
    k = s.mp(s.inst(every, s.zero, t), s.weak_zero, h)
    return s.gen(s.disch(k, s.f(h)), t)


@tactic("rate on a level")
def _level(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    f, m = s.motion_of("z"), v("m")
    equal = premise(0)
    k = s.at_this_time(place, s.by("level", (f, m), s.moving_here(place, f)), (f, m))
    slope = s.mp(s.needed(k, "rate on a level"), equal)
    return s.by("rate", (f, place.time, s.zero), slope)


@tactic("differentiate", "differentiate vectors")
def _differentiate(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    f, g = s.motion_of("a"), s.motion_of("b")
    rate, own = s.needed(s.own_slope(place, f), "differentiate")
    positive = s.needed(s.positive_time(place), "differentiate")
    k = s.by("slope local", (f, g, place.time, rate), premise(0), positive, own)
    return s.sym(s.by("rate", (g, place.time, rate), k))


# ---- a schema of the core, or a lemma above, at the letters of the rule


def _absolute(s: Rules, c: int, premise: Premises, equal: int, k: int) -> int:
    """A bound of abs(e), from the bounds of e and of -e."""
    return s.comb(c, [premise(0 if s.node(s.f(k))[1] == s.zero else 1)], [equal])


TACTICS |= {
    "first term": lambda s, place, c, p, v: s.by("sumto zero", (s.node(s.node(c)[1])[2],)),
    "strong induction": lambda s, place, c, p, v: s.by("strong induction", (s.node(c)[1],), p(0)),
    "sizes exceed every number": lambda s, place, c, p, v: s.by("Archimedes", (v("K"),)),
    "contradiction": lambda s, place, c, p, v: s.anything(c, p(0), p(1)),
    "antisymmetry": lambda s, place, c, p, v: s.by("antisym", s.node(c)[1:], p(0), p(1)),
    "below the square": lambda s, place, c, p, v: s.below_square(c, p(0), p(1)),
    "strictly below the square": lambda s, place, c, p, v: s.below_square(c, p(0), p(1)),
    "square zero": lambda s, place, c, p, v: s.by(
        "antisym", (v("a"), s.zero), *(s._from_square(p(0), s.beside_zero(sign, v("a"))) for sign in ("<=", ">="))
    ),
    "same token": lambda s, place, c, p, v: s.replace(s.by("antisym", (v("i"), v("j")), p(0), p(1)), p(2), v("P")),
    "absolute": lambda s, place, c, p, v: s.by_sign(v("e"), c, lambda equal, k: _absolute(s, c, p, equal, k)),
    "absolute at most": lambda s, place, c, p, v: s.by_sign(v("e"), c, lambda equal, k: _absolute(s, c, p, equal, k)),
    "absolute above": lambda s, place, c, p, v: s.absolute(v("e"), c),
    "absolute above minus": lambda s, place, c, p, v: s.absolute(v("e"), c),
    "absolute square": lambda s, place, c, p, v: s._absolute_square(v("e")),
    "exp monotone": lambda s, place, c, p, v: s.exp_less(v("a"), v("b"), p(0)),
    "exp strictly monotone": lambda s, place, c, p, v: s.exp_less(v("a"), v("b"), p(0)),
    "minimum below first": lambda s, place, c, p, v: s.beside_two(_two_of(s, c, v), c),
    "minimum below second": lambda s, place, c, p, v: s.beside_two(_two_of(s, c, v), c),
    "maximum above first": lambda s, place, c, p, v: s.beside_two(_two_of(s, c, v), c),
    "maximum above second": lambda s, place, c, p, v: s.beside_two(_two_of(s, c, v), c),
    "exp reflects": lambda s, place, c, p, v: s.impossible(c, lambda h: [s.exp_less(v("b"), v("a"), h), p(0)]),
    "log tangent": lambda s, place, c, p, v: s.comb(
        c, [s.by("exp tangent", (s.make("log", v("a")),))], [s.by("log", (v("a"),), p(0))]
    ),
    "exp tangent": lambda s, place, c, p, v: s.by("exp tangent", (v("a"),)),
    "exp of log": lambda s, place, c, p, v: s.by("log", (v("a"),), p(0)),
    "tanh": lambda s, place, c, p, v: s.by("tanh", (v("a"),)),
    "circle": lambda s, place, c, p, v: s.by("circle", (v("a"),)),
    "cosine of a difference": lambda s, place, c, p, v: s.by("cos minus", (v("a"), v("b"))),
    "sine of a difference": lambda s, place, c, p, v: s.by("sin minus", (v("a"), v("b"))),
    "quarter turn": lambda s, place, c, p, v: s.by_same(place, c, s.step("ax", "quarter turn")),
    "equal vectors": lambda s, place, c, p, v: s.comb(c, (), [s.by("dot zero", (s.minus(v("u"), v("w")),), p(0))]),
    "positive square": lambda s, place, c, p, v: s.contrary(
        c, lambda h: s.anything(c, s.by("dot zero", (v("u"),), h), p(0))
    ),
    "positive definite": lambda s, place, c, p, v: s.conj(s.sure(place, s.node(c)[1]), p(0)),
    "limit point": lambda s, place, c, p, v: _existing(s, s.plain(s.by("limit point", (v("P"), v("K")), p(0))), c),
    "inverse": lambda s, place, c, p, v: _given(s, p(1), s.asking(s.by("inverse", (v("W"), v("v"))), p(0)), c),
    "spectral gap": lambda s, place, c, p, v: _given(
        s,
        p(1),
        s.asking(s.step("ax", "spectral gap", *map(v, ("U", "v", "lam"))), s.symmetric_here(place, v("U")), p(0)),
        c,
    ),
    "Cauchy-Schwarz": lambda s, place, c, p, v: s.schwarz(v("u"), v("w")),
    "some bound": lambda s, place, c, p, v: _given(s, p(0), s.step("ax", "some bound", v("U")), c),
    "time passes": lambda s, place, c, p, v: s.every_time(place, lambda _, t: s.assume(s.le(s.zero, t))),
    "fewer dimensions": lambda s, place, c, p, v: _given(s, p(1), s.by("fewer dimensions", (v("V"),), p(0)), c),
}
