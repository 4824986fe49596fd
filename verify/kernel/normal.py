"""Normal forms: the one decision procedure of the kernel.

Scalars become Laurent polynomials in atoms; vectors of a space of any dimension become combinations of atomic vectors;
sums over any number of tokens are expanded, their summed letters numbered in one canonical way. Two terms are equal if
the normal form of their difference is zero. What may be divided by, what is positive and which equations rewrite comes
from `Knowledge`; without knowledge nothing is assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import factorial, isqrt
from typing import Any

from .atoms import (
    Atom,
    Monomial,
    Poly,
    accumulate,
    atom,
    canonical,
    frozen,
    frozen_vector,
    joined,
    placeholder,
    renamed,
    thawed,
)
from .derivatives import CORNERS, derivative, member, vector_space
from .knowledge import Knowledge
from .moments import NOW, at_start, level, operation
from .polynomials import ONE, Work, add, check_size, constant, divided, monic, mul, product, scaled, single
from .terms import (
    BINDERS,
    CONSTANT,
    MOVING,
    SIZE,
    TOKEN,
    Letter,
    Rejected,
    Term,
    applied,
    apply,
    final_sort,
    fresh,
    last,
    make,
    opened,
    over,
    range_sort,
    substituted,
    unless_rejected,
)

Vector = dict[Atom, Poly]
initials: dict[Letter, Letter] = {}
_SQUARED = ("root", "sin", "abs")
_SUM_LIMIT = 4
OPAQUE = frozenset(("log", "tanh", "sin", "cos", "abs", "max2", "min2", "binomial", "sizepow", "probability"))


class Normaliser:
    """Arithmetic in one context.

    knowledge : what is known of signs and divisors, and the equations named for rewriting.
    groups : the declared partition of the tokens; sums over all tokens are split along it.
    at_start : whether the time is 0, so that a moving letter is its initial value.
    norms : scalars claimed to be lengths of vectors; used where their square is right and they are not negative.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        groups: tuple[str, ...],
        work: Work,
        at_start: bool = False,
        norms: Sequence[Term] = (),
    ) -> None:
        self.asked, self.named = 0, bool(knowledge.named)
        self.knowledge, self.work = knowledge, work
        self.standing: dict[Term, Any] = {}  # what letters stand for that a named equation is taken at
        self.groups, self.at_start, self.norms = groups, at_start, tuple(norms)
        self.earlier: list[tuple[Letter, Letter]] = []
        self._scalars: dict[Term, Poly] = {}
        self._vectors: dict[Term, Vector] = {}
        alone = self.named or bool(norms)  # every atom is a question to the equations, every root one to the norms
        self._plain_scalars = self._scalars if alone else work.kept(f"scalars {groups} {at_start}")
        self._plain_vectors = self._vectors if alone else work.kept(f"vectors {groups} {at_start}")
        self._depth = 0
        self._timeless: Normaliser | None = None
        self.knowledge.attach(self)

    def timeless(self) -> Normaliser:
        """The same arithmetic with what is known whatever the time is."""
        self.asked += 1
        if self._timeless is None:
            closed = self.knowledge.closed()
            if closed is self.knowledge and not self.at_start:
                self._timeless = self
            else:
                self._timeless = Normaliser(closed, self.groups, self.work)
        return self._timeless

    # scalars
    def scalar(self, term: Term) -> Poly:
        """The normal form of a number."""
        found: Poly = self._once(term, self._scalars, self._plain_scalars, lambda t: self._reduced(self._scalar(t)))
        return found

    def _once(self, term: Term, own: dict[Term, Any], plain: dict[Term, Any], find: Callable[[Term], Any]) -> Any:
        """The normal form of a term, found once: for all contexts where nothing had to be known, else for this one."""
        if term.loose:
            raise Rejected("a bound letter outside its binder")
        found = own.get(term)
        if found is not None:
            self.asked += 1
            return found
        found = plain.get(term)
        if found is None:
            self.work.spend(1)
            before = self.asked
            found = find(term)
            if not self.earlier:
                (plain if self.asked == before else own)[term] = found
        return found

    def _scalar(self, term: Term) -> Poly:
        op, args = term.op, term.args
        if op == "num":
            return constant(args[0])
        if isinstance(term, Letter):
            stands: Poly | None = self.standing.get(term)
            return self._letter(term, ()) if stands is None else stands
        if op == "add":
            return add(self.scalar(args[0]), self.scalar(args[1]))
        if op == "sub":
            return add(self.scalar(args[0]), self.scalar(args[1]), -1)
        if op == "neg":
            return scaled(self.scalar(args[0]), Fraction(-1))
        if op == "mul":
            return self.times(self.scalar(args[0]), self.scalar(args[1]))
        if op == "div":
            return self.times(self.scalar(args[0]), self.inverse(self.scalar(args[1])))
        if op == "safediv":
            return self.times(self.scalar(args[0]), self.inverse(self.scalar(args[1]), certain=True))
        if op == "positive":
            value = self.scalar(args[0])
            if self.knowledge.sign(value) != ">":
                raise Rejected(f"not known to be positive here: {shown(value)}")
            return value
        if op == "pow":
            return self.power(self.scalar(args[0]), args[1])
        if op == "ap":
            return self._family(term)
        if op == "sum" and args[0].op == "span":
            return self._extremum(term)
        if op == "sum":
            summed: Poly = self._sum(args[0], lambda x: self.scalar(opened(term, x)), self._sum_over)
            return summed
        if op == "dot":
            return self.dot(self.vector(args[0]), self.vector(args[1]))
        if op == "norm":
            return self.root(self.dot(*[self.vector(args[0])] * 2))
        if op == "sqrt":
            inside = self.scalar(args[0])
            known = self.knowledge.sign(inside) in (">", ">=")
            return self.root(inside) if known else self._atomic(atom("sqrt", frozen(inside)))
        if op == "exp":
            return self._exponential(self.scalar(args[0]))
        if op == "rate":
            return self._rate(term)
        if op == "saferate":
            self._made_of_rates(args[0])
            return self.scalar(make("rate", args[0]))
        if op == "start":
            return self.scalar(self.initial(args[0]))
        if op in ("max", "min", "diam"):
            return self._extremum(term)
        if op == "abs":
            return self._absolute(self.scalar(args[0]))
        if op == "sizepow":
            return self._size_power(self.scalar(args[0]), self.scalar(args[1]))
        if op in ("max2", "min2"):
            return self._atomic(atom(*canonical((op, *(frozen(self.scalar(a)) for a in args)))))
        if op in ("sin", "cos") and not self.scalar(args[0]):
            return constant(int(op == "cos"))
        if op in OPAQUE:
            return self._atomic(atom(op, *(frozen(self.scalar(a)) if op != "probability" else a for a in args)))
        if op in ("time", "pi", "dim"):
            return constant(0) if op == "time" and self.at_start else self._atomic(atom(op, *args))
        raise Rejected(f"no number: {op}")

    # vectors
    def vector(self, term: Term) -> Vector:
        """The normal form of a vector."""
        found: Vector = self._once(term, self._vectors, self._plain_vectors, self._vector)
        return found

    def _vector(self, term: Term) -> Vector:
        op, args = term.op, term.args
        if op == "zero":
            return {}
        if term in self.standing:
            return self.standing[term]  # type: ignore[no-any-return]
        if isinstance(term, Letter):
            if term.sort[0] != "vector":
                raise Rejected(f"{term.name} is no vector")
            return self._vector_atom(atom("l", self._now(term)))
        if op in ("add", "sub"):
            return self.vector_sum(self.vector(args[0]), self.vector(args[1]), 1 if op == "add" else -1)
        if op == "neg":
            return self.scale(constant(-1), self.vector(args[0]))
        if op == "mul":
            return self.scale(self.scalar(args[0]), self.vector(args[1]))
        if op in ("div", "safediv"):
            return self.scale(self.inverse(self.scalar(args[1]), certain=op == "safediv"), self.vector(args[0]))
        if op == "lin":
            return self.apply(self._head(args[0]), self.vector(args[1]))
        if op == "sum":
            return self._sum(args[0], lambda x: self.vector(opened(term, x)), self._vector_sum_over)  # type: ignore[no-any-return]
        if op == "ap":
            return self._vector_member(term)
        if op == "unit":
            return self._unit(args[0])
        if op == "start":
            return self.vector(self.initial(args[0]))
        if op == "rate":
            return self._vector_rate(term)
        if op == "D":
            return self._differential(term)
        raise Rejected(f"no vector: {op}")

    def _letter(self, letter: Letter, key: tuple[Any, ...]) -> Poly:
        if letter.sort[0] not in ("number", "size"):
            raise Rejected(f"{letter.name} is no number")
        return self._atomic(atom("l", self._now(letter), *key))

    def _now(self, letter: Letter) -> Letter:
        return initial_letter(letter) if self.at_start and letter.level == MOVING else letter

    def _family(self, term: Term) -> Poly:
        return self._atomic(atom(*self._member(term)))

    def _member(self, term: Term) -> tuple[Any, ...]:
        """The key of a member of a family: the letter with its arguments."""
        arguments: list[Any] = []
        while term.op == "ap":
            arguments.append(self._argument(term.args[1]))
            term = term.args[0]
        if not isinstance(term, Letter):
            raise Rejected("a function is applied that is neither a letter nor written out")
        return ("l", self._now(term), *reversed(arguments))

    def _argument(self, term: Term) -> Any:
        if isinstance(term, Letter) and term.sort[0] == "index":
            return term
        if isinstance(term, Letter) and term.sort[0] in ("fn", "vector", "operator", "matrix"):
            return self._now(term) if term.sort[0] == "vector" else term
        if term.op in ("fn", "map", "flow", "cases"):
            return term
        try:
            return frozen(self.scalar(term))
        except Rejected:
            return frozen_vector(self.vector(term))

    def _atomic(self, a: Atom) -> Poly:
        """The atom as a polynomial, rewritten where a named equation says so."""
        rewritten = self.knowledge.rewrite(a) if self.named else None
        if rewritten is None:
            return single(a)
        found: Poly = self._descend(lambda: self.scalar(rewritten))
        return found

    def _descend(self, act: Callable[[], Any]) -> Any:
        self._depth += 1
        if self._depth > 60:
            raise Rejected("the named equations rewrite in a circle")
        try:
            return act()
        finally:
            self._depth -= 1

    def _vector_atom(self, a: Atom) -> Vector:
        rewritten = self.knowledge.rewrite(a) if self.named else None
        if rewritten is None:
            return {a: ONE}
        return self._descend(lambda: self.vector(rewritten))  # type: ignore[no-any-return]

    def times(self, p: Poly, q: Poly) -> Poly:
        """A product; powers of sums that were divided by cancel."""
        return self._reduced(mul(p, q, self.work))

    def power(self, p: Poly, exponent: int) -> Poly:
        """A power with a whole exponent."""
        result = ONE
        for _ in range(exponent):
            result = self.times(result, p)
        return result

    def _reduced(self, p: Poly) -> Poly:
        """Positive powers of divisors are expanded, squares replaced, sums divided out where they divide."""
        special = {a for m in p for a, _ in m if a.key[0] in ("unit", *_SQUARED)}
        if not special:
            if len(p) > 200:
                check_size(p)
            return p
        for a in sorted(special, key=lambda a: a.number):
            p = self._expanded(p, a)
        for a in sorted(special, key=lambda a: a.number):
            if a.key[0] == "unit":
                p = self._divided_out(p, a)
        return p

    def _expanded(self, p: Poly, a: Atom) -> Poly:
        """Positive powers of a unit, and even powers of what has a known square, written out."""
        least = 1 if a.key[0] == "unit" else 2
        if all(k < least for m in p for b, k in m if b is a):
            return p
        inside = self._square(a) if least == 2 else thawed(a.key[1])
        result: Poly = {}
        for m, c in p.items():
            k = dict(m).get(a, 0)
            if k < least:
                accumulate(result, m, c)
                continue
            times = int(k) if least == 1 else int(k) // 2
            rest = tuple(x for x in m if x[0] is not a)
            if least == 2 and k % 2:
                rest = product(rest, ((a, 1),))
            part: Poly = {rest: c}
            for _ in range(times):
                part = mul(part, inside, self.work)
            for monomial, value in part.items():  # one by one: `part` may be `inside`, which must stay as it is
                accumulate(result, monomial, value)
        return result

    def _square(self, a: Atom) -> Poly:
        """The square of a root, a sine or an absolute value."""
        if a.key[0] == "sin":
            return add(ONE, single(atom("cos", a.key[1]), 2), -1)
        inside = thawed(a.key[1])
        return inside if a.key[0] == "root" else mul(inside, inside, self.work)

    def _divided_out(self, p: Poly, a: Atom) -> Poly:
        inside = thawed(a.key[1])
        by_power: dict[Any, Poly] = {}
        for m, c in p.items():
            k = dict(m).get(a, 0)
            accumulate(by_power.setdefault(k, {}), tuple(x for x in m if x[0] is not a), c)
        for k in sorted(by_power):
            while k < 0 and by_power.get(k):
                quotient = divided(by_power[k], inside, self.work) if len(by_power[k]) >= len(inside) else None
                if quotient is None:
                    break
                del by_power[k]
                k += 1
                by_power[k] = add(by_power.get(k, {}), quotient)
        result: Poly = {}
        for k, part in by_power.items():
            result = add(result, mul(part, single(a, k), self.work) if k else part)
        return result

    def is_zero(self, p: Poly) -> bool:
        """Whether `p` is zero: reciprocals are cleared and roots lowered until nothing is left, or something is."""
        p = self._reduced(p)
        for _ in range(40):
            if not p:
                return True
            powers = [(a, k) for m in p for a, k in m if a.key[0] in ("unit", "root")]
            special = [a for a, k in powers if k < 0 or (k > 1 and a.key[0] == "root")]
            if not special:
                return False
            a = min(special, key=lambda a: a.number)
            lowest = min(dict(m).get(a, 0) for m in p)
            if lowest < 0:
                raised: Poly = {}
                for m, c in p.items():
                    accumulate(raised, product(m, ((a, -lowest),)), c)
                p = raised
            p = self._expanded(p, a)
        return not p

    # division
    def inverse(self, p: Poly, certain: bool = False) -> Poly:
        """1/p. What is not known to be nonzero stays an opaque reciprocal; it is refused where `certain` is set."""
        if not p:
            if certain:
                raise Rejected("division by zero")
            return single(atom("recip", ()))
        split = self._factors(p)
        if split is None:
            if certain:
                raise Rejected(f"a divisor is not known to be nonzero here: {shown(p)}")
            return single(atom("recip", frozen(p)))
        c, factors = split
        return {joined((a, -k) for a, k in factors.items()): 1 / c}

    def _factors(self, p: Poly) -> tuple[Fraction, dict[Atom, Any]] | None:
        """p as a constant times powers of atoms and sums known to be nonzero; None where that is not known."""
        factors: dict[Atom, Any] = {}
        rest = p
        common = self._common(rest)
        for a, k in common:
            if not self.knowledge.nonzero_atom(a):
                return None
            factors[a] = factors.get(a, 0) + k
        rest = self._without(rest, common)
        if len(rest) > 1:
            for q in self.knowledge.known_factors(rest):
                _, q = monic(q)
                if len(q) < 2:
                    continue
                while len(rest) >= len(q):
                    quotient = divided(rest, q, self.work)
                    if quotient is None:
                        break
                    unit = atom("unit", frozen(q))
                    factors[unit] = factors.get(unit, 0) + 1
                    rest = quotient
        if len(rest) > 1:
            if not self.knowledge.nonzero(rest):
                return None
            c, q = monic(rest)
            unit = atom("unit", frozen(q))
            factors[unit] = factors.get(unit, 0) + 1
            rest = constant(c)
        ((m, c),) = rest.items()
        for a, k in m:
            if not self.knowledge.nonzero_atom(a):
                return None
            factors[a] = factors.get(a, 0) + k
        return c, factors

    def _without(self, p: Poly, common: Monomial) -> Poly:
        """p divided by a monomial; reciprocals cleared."""
        inverse = tuple((a, -k) for a, k in common)
        return self._reduced({product(m, inverse): c for m, c in p.items()})

    @staticmethod
    def _common(p: Poly) -> Monomial:
        """The largest monomial that divides every term of p."""
        least: dict[Atom, Any] | None = None
        for m in p:
            powers = dict(m)
            if least is None:
                least = powers
            else:
                least = {a: min(k, powers.get(a, 0)) for a, k in least.items()} | {
                    a: min(k, 0) for a, k in powers.items() if a not in least and k < 0
                }
        return joined((least or {}).items())

    # sums
    def _sum(self, scope: Term, body: Callable[[Letter], Any], close: Callable[[Letter, Any, Any], Any]) -> Any:
        """A sum over `scope`: the body at a new letter, then closed; split along groups and at a last term."""
        if scope.op == "upto":
            last = body(scope.args[0])
            return self._plus(self._sum(make("before", scope.args[0]), body, close), last)
        if scope.op == "span":
            raise Rejected("a sum of vectors over sizes")
        sort = range_sort(scope)
        if scope.op == "over" and sort == TOKEN and self.groups:
            total: Any = None
            for group in self.groups:
                part = self._sum(over(("index", "token", group)), body, close)
                total = part if total is None else self._plus(total, part)
            return total
        before = scope.op == "before"  # more is known of such a letter, so it is never used again
        if before and not isinstance(scope.args[0], Letter):
            raise Rejected("before a token that is not a letter")
        where = (scope.op, scope.args[0])
        x = self.work.enter(sort, new=before)
        if before:
            self.earlier.append((x, scope.args[0]))
        try:
            return close(x, where, body(x))
        finally:
            self.work.leave()
            if before:
                self.earlier.pop()

    def _plus(self, a: Any, b: Any) -> Any:
        if a and isinstance(next(iter(a)), Atom):  # where a is zero, the sum is b as it stands
            return self.vector_sum(a, b)
        return add(a, b)

    def _sum_over(self, x: Letter, where: Any, p: Poly) -> Poly:
        """The sum of a scalar over x."""
        total: Poly = {}
        for m, c in p.items():
            outside, binders, inside, _ = self._closed_sum(x, where, m, None)
            part = mul({outside: c}, self._atomic(atom("S", binders, inside)), self.work)
            total = add(total, part)
        return self._reduced(total)

    def _closed_sum(self, x: Letter, where: Any, m: Monomial, core: Atom | None) -> tuple[Any, ...]:
        """The monomial m, and the vector atom `core`, summed over x: (outside, binders, inside, core), canonical."""
        if where[0] == "before":
            return self._closed(x, where, m, core)
        kept, place = self.work.kept("closed"), (x, where, m, core)
        if place not in kept:
            kept[place] = self._closed(x, where, m, core)
        found: tuple[Any, ...] = kept[place]
        return found

    def _closed(self, x: Letter, where: Any, m: Monomial, core: Atom | None) -> tuple[Any, ...]:
        inside = tuple(f for f in m if x in f[0].indices or self._divides_by_membership(x, where, *f))
        outside = tuple(f for f in m if f not in inside)
        binders = [(x, where)]
        nested = [
            f for f in inside if f[0].key[0] == "S" and f[1] == 1 and all(x not in _letters(r) for _, r in f[0].key[1])
        ]
        if len(nested) == 1 and not (core is not None and core.key[0] == "V"):
            names, factors, _ = self._unbound(nested[0][0])
            self.work.leave(len(names))  # they stand nowhere but here
            if len(names) + 1 <= _SUM_LIMIT:
                inside = product(tuple(f for f in inside if f is not nested[0]), factors)
                binders += names
        elif core is not None and core.key[0] == "V" and all(x not in _letters(r) for _, r in core.key[1]):
            names, factors, unbound = self._unbound(core)
            self.work.leave(len(names))
            if len(names) + 1 <= _SUM_LIMIT:
                inside, core = product(inside, factors), unbound
                binders += names
        bodies: tuple[Any, ...] = (inside, core) if core is not None else (inside,)
        rank = 1 + atom("probe", bodies, tuple(r for _, r in binders)).deepest
        binders.sort(key=_kind)
        self.work.spend(factorial(len(binders)))
        names_: dict[Letter, Letter] = {x: placeholder(x.sort, rank + k) for k, (x, _) in enumerate(binders)}
        key = (
            "S" if core is None else "V",
            tuple((names_[x], _renamed_range(r, names_)) for x, r in binders),
            joined((renamed(a, names_), k) for a, k in inside),
            *(() if core is None else (renamed(core, names_),)),
        )
        return (outside, *canonical(key)[1:], *(() if core is not None else (None,)))

    def _divides_by_membership(self, x: Letter, where: Any, a: Atom, exponent: Any) -> bool:
        """Whether a divisor is nonzero only because x is in a range that may be empty: it stays in the sum over x."""
        if exponent > 0 or where[0] != "before":
            return False
        kept, self.earlier = self.earlier, [pair for pair in self.earlier if pair[0] is not x]
        try:
            knowledge = self.knowledge
            return not (knowledge.nonzero(thawed(a.key[1])) if a.key[0] == "unit" else knowledge.nonzero_atom(a))
        finally:
            self.earlier = kept

    def _unbound(self, a: Atom) -> tuple[list[tuple[Letter, Any]], Monomial, Atom | None]:
        """A sum atom with letters for its summed ones, which are entered."""
        new = any(r[0] == "before" for _, r in a.key[1])
        names = {name: self.work.enter(name.sort, new) for name, _ in a.key[1]}
        binders = [(names[name], _renamed_range(r, names)) for name, r in a.key[1]]
        factors = joined((renamed(b, names), k) for b, k in a.key[2])
        return binders, factors, renamed(a.key[3], names) if a.key[0] == "V" else None

    def _inner(self, a: Atom, apply: Callable[[Atom], Poly]) -> Poly:
        """A linear function of a sum of vectors, term by term."""
        binders, factors, core = self._unbound(a)
        assert core is not None
        for name, r in binders:
            if r[0] == "before":
                self.earlier.append((name, r[1]))
        try:
            value = self.times({factors: Fraction(1)}, apply(core))
            for name, r in reversed(binders):
                value = self._sum_over(name, r, value)
        finally:
            self.work.leave(len(binders))
            for _, r in binders:
                if r[0] == "before":
                    self.earlier.pop()
        return value

    # functions
    def root(self, square: Poly) -> Poly:
        """The nonnegative root of `square`, which is known not to be negative."""
        if not square:
            return {}
        if len(square) == 1 and square.get((), 0) > 0:
            c = square[()]
            n, d = isqrt(c.numerator), isqrt(c.denominator)
            if n * n == c.numerator and d * d == c.denominator:
                return constant(Fraction(n, d))
        for claimed in self.norms:
            r = self.scalar(claimed)
            if self.knowledge.sign(r) in (">", ">=") and self.is_zero(add(self.times(r, r), square, -1)):
                return r
        return self._atomic(atom("root", frozen(square)))

    def _exponential(self, p: Poly) -> Poly:
        result = ONE
        for m, c in p.items():
            k = int(c) if c.denominator == 1 else c
            factor = self._atomic(atom("exp", m))
            if factor == single(atom("exp", m)):
                factor = single(atom("exp", m), k)
            elif isinstance(k, int):
                factor = self.power(factor, k) if k > 0 else self.power(self.inverse(factor), -k)
            else:
                factor = single(atom("exp", m), k)
            result = self.times(result, factor)
        return result

    def _absolute(self, p: Poly) -> Poly:
        if not p:
            return {}
        sign = self.knowledge.sign(p)
        if sign in (">", ">="):
            return p
        if sign in ("<", "<="):
            return scaled(p, Fraction(-1))
        c, q = monic(p)
        return scaled(self._atomic(atom("abs", frozen(q))), abs(c))

    def _size_power(self, base: Poly, size: Poly) -> Poly:
        whole = size.get((), Fraction(0))
        rest = {m: c for m, c in size.items() if m}
        if whole < 0 or whole.denominator != 1 or whole > 64 or not _is_size(rest):
            return self._atomic(atom("sizepow", frozen(base), frozen(size)))
        power = self._atomic(atom("sizepow", frozen(base), frozen(rest))) if rest else ONE
        return self.times(power, self.power(base, int(whole)))

    def _extremum(self, term: Term) -> Poly:
        """A maximum, minimum or diameter over a range, or a sum over sizes: an atom with its body in normal form."""
        scope = term.args[0]
        if scope.op == "span":
            where: Any = ("span", frozen(self.scalar(scope.args[0])), frozen(self.scalar(scope.args[1])))
        else:
            where = ("over", scope.args[0]) if scope.op == "over" else (scope.op, scope.args[0])
        x = fresh("x", range_sort(scope))
        body = opened(term, x)
        if term.op == "diam":
            value: Any = frozen_vector(self.vector(body))
        else:
            value = frozen(self.scalar(body))
        probe = atom("probe", value)
        named = placeholder(range_sort(scope), 1 + probe.deepest)
        return self._atomic(atom(term.op, named, where, renamed(value, {x: named})))

    def _vector_member(self, term: Term) -> Vector:
        head = term.args[0]
        if head.op == "cases":
            token = term.args[1]
            if isinstance(token, Letter) and token.sort[0] == "index" and token.sort[2] in head.args[0]:
                return self.vector(head.args[1 + head.args[0].index(token.sort[2])])
            raise Rejected("a state written by groups at a token of no group")
        return self._vector_atom(atom(*self._member(term)))

    def _unit(self, term: Term) -> Vector:
        """u/|u| where |u| is known to be positive, else an atom."""
        u = self.vector(term)
        length = self.root(self.dot(u, u))
        if self.knowledge.sign(length) == ">":
            return self.scale(self.inverse(length, certain=True), u)
        return self._vector_atom(atom("unit-vector", frozen_vector(u), vector_space(term)))

    def _head(self, term: Term) -> Atom:
        """The operator or matrix that `term` names."""
        head, arguments = applied(term)
        if not all(isinstance(argument, Letter) for argument in arguments):
            raise Rejected("a family of matrices is indexed by letters only")
        if not isinstance(head, Letter):
            raise Rejected("no operator or matrix")
        kind = last(head.sort)[0]
        if kind not in ("operator", "matrix"):
            raise Rejected(f"{head.name} is no operator or matrix")
        return atom("U", kind == "operator", self._now(head), *arguments)

    def vector_sum(self, u: Vector, v: Vector, c: int = 1) -> Vector:
        """u + c v."""
        result = dict(u)
        for a, p in v.items():
            total = self._reduced(add(result.get(a, {}), p, c))
            if total:
                result[a] = total
            else:
                result.pop(a, None)
        return result

    def scale(self, p: Poly, u: Vector) -> Vector:
        """p u."""
        result = {a: self.times(p, q) for a, q in u.items()}
        return {a: q for a, q in result.items() if q}

    def apply(self, head: Atom, u: Vector) -> Vector:
        """A linear map at a vector."""
        total: Vector = {}
        for a, p in u.items():
            if a.key[0] == "V" and not head.indices.isdisjoint(name for name, _ in a.key[1]):
                raise Rejected("a summed letter was captured")
            total = self.vector_sum(total, self.scale(p, self._vector_atom(atom("op", head, a))))
        return total

    def _vector_sum_over(self, x: Letter, where: Any, u: Vector) -> Vector:
        """The sum of a vector over x; a map that does not depend on x comes out."""
        total: Vector = {}
        for a, p in u.items():
            for m, c in p.items():
                if x not in a.indices:
                    part = self.scale(self._sum_over(x, where, {m: c}), {a: ONE})
                elif a.key[0] == "op" and x not in a.key[1].indices:
                    part = self.apply(a.key[1], self._vector_sum_over(x, where, {a.key[2]: {m: c}}))
                else:
                    outside, binders, inside, core = self._closed_sum(x, where, m, a)
                    part = self.scale({outside: c}, self._vector_atom(atom("V", binders, inside, core)))
                total = self.vector_sum(total, part)
        return total

    def dot(self, u: Vector, v: Vector) -> Poly:
        """The scalar product."""
        total: Poly = {}
        for a, p in u.items():
            for b, q in v.items():
                total = add(total, self.times(self.times(p, q), self._dot_atoms(a, b)))
        return self._reduced(total)

    def _dot_atoms(self, a: Atom, b: Atom) -> Poly:
        for x, y in ((a, b), (b, a)):
            summed = _pushed(x)
            if summed.key[0] == "V":

                def against(core: Atom, y: Atom = y) -> Poly:
                    return self._dot_vectors({core: ONE}, {y: ONE})

                return self._inner(summed, against)
        for x, y in ((a, b), (b, a)):
            if x.key[0] == "op" and x.key[1].key[1]:
                plain = atom("op", x.key[1], y)
                moved = self._vector_atom(plain)
                if moved != {plain: ONE}:
                    return self.dot({x.key[2]: ONE}, moved)
        return self._atomic(_dot_atom(a, b))

    def _dot_vectors(self, u: Vector, v: Vector) -> Poly:
        """The scalar product of vectors that a summed letter was put into: named equations may rewrite them now."""
        if self.named:
            u = self._again(u)
        return self.dot(u, v)

    def _again(self, u: Vector) -> Vector:
        total: Vector = {}
        for a, p in u.items():
            inner = a.key[0] == "op"
            value = self.apply(a.key[1], self._again({a.key[2]: ONE})) if inner else self._vector_atom(a)
            total = self.vector_sum(total, self.scale(p, value))
        return total

    # time
    def initial(self, term: Term) -> Term:
        """`term` at the time 0."""
        return at_start(term, initial_letter)

    def _rate(self, term: Term) -> Poly:
        inside = term.args[0]
        base = _family_letter(inside)
        if base is not None:
            _differentiable(inside)
            if base.level < MOVING:
                return {}
            return self._atomic(atom("rate", *self._member(inside) if inside.op == "ap" else ("l", inside)))
        if inside.op == "norm" and self.knowledge.sign(self.scalar(inside)) == ">":
            slope = make("safediv", make("dot", inside.args[0], make("rate", inside.args[0])), inside)
            return self.scalar(slope)
        if inside.op in CORNERS:
            if level(inside) == CONSTANT:
                return {}
            _chosen_before(inside)
            corner = self.timeless().scalar(inside)
            if len(corner) == 1 and self._has_rate(inside):
                ((m, c),) = corner.items()
                if len(m) == 1 and m[0][1] == 1:
                    return scaled(self._atomic(atom("rate-of", m[0][0])), c)
            return self._atomic(atom("rate-of", frozen(corner)))
        return self.scalar(derivative(inside, _moving_slope))

    def _has_rate(self, corner: Term) -> bool:
        """Whether all that a maximum, length or the like is made of is known to have a rate here, as it has then."""
        with unless_rejected():
            self._made_of_rates(corner)
            return True
        return False

    def _made_of_rates(self, corner: Term) -> None:
        """Insist that all that a maximum, length or the like is made of has a rate here: else it may have none."""
        parts = (member(corner, _moving_slope)[1],) if corner.op in BINDERS else corner.args
        for part in parts:
            slope = derivative(part, _moving_slope)
            if vector_space(part) is None:
                self.scalar(slope)
            else:
                self.vector(slope)

    def _vector_rate(self, term: Term) -> Vector:
        inside = term.args[0]
        base = _family_letter(inside)
        if base is not None:
            _differentiable(inside)
            if base.level < MOVING:
                return {}
            key = self._member(inside) if inside.op == "ap" else ("l", inside)
            return self._vector_atom(atom("rate", *key))
        return self.vector(derivative(inside, _moving_slope))

    def _differential(self, term: Term) -> Vector:
        """The derivative of a map's own body, at a state, in a direction."""
        dynamics, state, direction, token = term.args
        if dynamics.op not in ("map", "flow"):
            raise Rejected("the derivative of a map that is not written out")
        body = dynamics.args[0]
        whole = fresh("X", range_sort(body.args[0]))
        image = opened(opened(body, whole), token)
        slope = derivative(image, lambda part: _direction_slope(part, whole, direction))
        return self.vector(substituted(slope, {whole: state}))


def initial_letter(letter: Letter) -> Letter:
    """The initial value of a moving letter."""
    if letter not in initials:
        initials[letter] = fresh(f"start({letter.name})", letter.sort)
    return initials[letter]


def shown(p: Poly) -> str:
    """A polynomial for an error message."""
    from .printing import poly_text

    return poly_text(p)


def _kind(binder: tuple[Letter, Any]) -> str:
    return str(binder[1][0]) + str(binder[0].sort)


def _letters(where: Any) -> set[Letter]:
    return {where[1]} if where[0] == "before" else set()


def _renamed_range(where: Any, names: dict[Letter, Letter]) -> Any:
    return ("before", names.get(where[1], where[1])) if where[0] == "before" else where


def _is_size(p: Poly) -> bool:
    """Whether what is left of a size without its constant is a size by itself: an equation may write n as y + 1."""
    return all(c > 0 and c.denominator == 1 and all(k > 0 and _sized(a) for a, k in m) for m, c in p.items())


def _sized(a: Atom) -> bool:
    return bool(a.key[0] == "dim" or (a.key[0] == "l" and final_sort(a.key[1], len(a.key) - 2) == SIZE))


def _pushed(a: Atom) -> Atom:
    """A linear map of a sum as the sum of the map."""
    if a.key[0] == "op":
        inner = _pushed(a.key[2])
        if inner.key[0] == "V":
            return atom(*canonical(("V", inner.key[1], inner.key[2], atom("op", a.key[1], inner.key[3]))))
    return a


def _dot_atom(a: Atom, b: Atom) -> Atom:
    """<a, b> with the operators gathered on one side where symmetry allows it."""
    for left, right in ((a, b), (b, a)):
        word: list[Atom] = []
        x = left
        while x.key[0] == "op" and x.key[1].key[1]:
            word.insert(0, x.key[1])
            x = x.key[2]
        if x.key[0] != "op":
            y = right
            while y.key[0] == "op":
                word.append(y.key[1])
                y = y.key[2]
            return atom(*canonical(("dot", x, tuple(word), y)))
    return atom(*canonical(("dot2", a, b)))


def _direction_slope(part: Term, whole: Letter, direction: Term) -> Term | None:
    """The slope of one token of the state; None for what is no letter of the state."""
    if part.op == "ap" and part.args[0] is whole:
        return apply(direction, part.args[1])
    if part.op in CORNERS:
        if part.op == "norm":
            inner = derivative(part.args[0], lambda p: _direction_slope(p, whole, direction))
            return make("safediv", make("dot", part.args[0], inner), part)
        raise Rejected(f"no rule for the derivative of {part.op}")
    if part is whole:
        raise Rejected("the whole state is used where the derivative wants its tokens")
    if whole in part.letters and operation(part).time != NOW:
        raise Rejected(f"{part.op} of the state")
    return None


def _moving_slope(part: Term) -> Term | None:
    base = _family_letter(part)
    if part.op == "time":
        return make("num", Fraction(1))
    if part.op in CORNERS:
        return None if level(part) == CONSTANT else make("saferate", part)
    if base is None or base.level < MOVING or base.sort[0] == "index":
        return None
    if base.level > MOVING:
        raise Rejected(f"{base.name} is only measurable in time: it has no rate")
    return make("rate", part)


def _family_letter(term: Term) -> Letter | None:
    head, _ = applied(term)
    return head if isinstance(head, Letter) else None


def _differentiable(member: Term) -> None:
    """Insist that what is differentiated depends on time by its letter only, not by what the letter is applied to."""
    if member.op == "ap":
        _chosen_before(member)
    if any(level(argument) != CONSTANT for argument in applied(member)[1]):
        raise Rejected("the rate of a function of something that moves")


def _chosen_before(term: Term) -> None:
    """Insist that no member of a family is chosen at the moment: of uncountably many, some may have no rate then."""
    if any(letter.momentary for letter in term.letters):
        raise Rejected("the rate of something chosen at a moment")
