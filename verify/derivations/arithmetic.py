"""Equations and combinations: whatever the kernel's normal form does becomes equations with cofactors of one `comb`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import gcd, isqrt
from typing import Any

from ..core.terms import LEAVES, is_value
from .emit import Failed, Whole
from .facts import Piece, Place
from .polynomials import Monomial, Poly, atoms, cofactor, common, graded, plus, power, quotient, times, without
from .signs import FLIP, Form, Sign, Signs

Equations = list[tuple[Poly, int]]  # cofactors and the equations they multiply
Vector = dict[int, Poly]
Binders = list[tuple[int, int]]  # ranges and letters that run over them, the outermost first
Rewriting = tuple[int, int, Piece | None]  # an equation, the atom on one side, and of what it is where it is general
_ONE: Poly = {(): Fraction(1)}
_LARGEST, _MOST_ORDERS, _MOST_FACTORS = 3_000, 24, 60


class Arithmetic(Signs):
    """Numbers and vectors as they are, modulo what is known at a place."""

    def __init__(self, state: Any, library: Any = None) -> None:
        super().__init__(state, library)
        self._vectors: dict[int, Vector] = {}
        self.left_over = ""
        self._settled: set[int] = set()  # nested sums that are in the order that comes first
        self._still = 0
        self._operations: dict[int, frozenset[str]] = {}
        self._lengths: dict[frozenset[Any], int] = {}  # the first length or root of every square
        self._roots: dict[Monomial, Fraction] = {}  # of which exponents are multiples

    def vec(self, t: int) -> Vector:
        """A vector as a combination of atoms."""
        if t not in self._vectors:
            v = self.derivation._normal.form(t)
            self._note(t)
            self._vectors[t] = {a: {m: Fraction(c, p.denominator) for m, c in p.terms.items()} for a, p in v.items()}
        return self._vectors[t]

    def vec_term(self, v: Vector, sort: Any) -> int:
        if not v:
            return self.nothing(sort)
        return self.add(*[a if p == _ONE else self.make("*", self.term_of(p), a) for a, p in sorted(v.items())])

    def is_vector(self, t: int) -> bool:
        return str(self.sort(t)).startswith("V:")

    # equations of atoms
    def atom_equation(self, place: Place, a: int) -> int | None:
        """An equation a = b that brings an atom nearer to its normal form; None where it is there."""
        kept = place.kept.setdefault("equations", {})
        found = self.remembered(kept, a, lambda: self._atom_equation(place, a))
        if found is None and self.node(a)[0] in ("exp", "sqrt") and kept.get(a) is None:
            kept.pop(a, None)  # a root of it, or a length with this square, may be met later
        return found

    def _atom_equation(self, place: Place, a: int) -> int | None:
        found = self._named(place, a) or self._sized(place, a)
        if found is None:
            op, *args = self.node(a)
            act: Callable[..., int | None] | None = getattr(self, f"_of_{op}", None)
            if act is not None:
                found = act(place, a, *args)
            elif op in ("max2", "min2", "max", "min", "sumto", "tanh", "log", "ap"):
                found = self._arguments(place, a)
        if found is not None:
            _, left, right = self.node(self.f(found))
            if left == right or (self.sort(a) == "R" and self.poly(left) == self.poly(right)):
                return None
        return found

    def _named(self, place: Place, a: int) -> int | None:
        """What an equation that was named for rewriting makes of an atom."""
        for k, pattern, piece in self.rules(place):
            if piece is None:
                if pattern == a:
                    return self._solved(k, a)
                continue
            found = self.match(pattern, a, frozenset(piece.variables), {})
            if found is not None and len(found) == len(piece.variables):
                got = self.at(piece, found, lambda goal: self.known(place, goal))
                if got is not None:
                    return self._solved(got, a)
        return None

    def _sized(self, place: Place, a: int) -> int | None:
        """An atom with a size replaced by the one that it is said to be."""
        if self.node(a)[0] not in ("sumto", "pow", "binomial", "ap"):
            return None
        for k, pattern, piece in self.rules(place):
            if piece is not None or not self.is_op(pattern, "real"):
                continue
            _, left, right = self.node(self.f(k))
            n = self.node(pattern)[1]
            x = self.fresh("N", "n")
            put = self._with(a, n, x)
            said = self._size_said(n, right, {}) if pattern == left and put != a else None
            equal = None if said is None else self._sized_alike(place, n, said[n], [(_ONE, k)])
            if equal is not None:
                return self.under(equal, self.lam(x, put))
        return None

    def within(self, part: int, t: int) -> bool:
        """Whether a term has a closed part."""
        return self._with(t, part, self.fresh(self.sort(part))) != t

    def _with(self, t: int, old: int, new: int) -> int:
        """t with one closed part for another."""
        kept = {old: new}

        def put(x: int, _: int = 0) -> int:
            if x not in kept:
                kept[x] = self.state.rebuilt(x, put)
            return kept[x]

        return put(t)

    def rules(self, place: Place) -> list[Rewriting]:
        """The named equations as rewriting rules."""
        known: bool = "rules" in place.kept
        found: list[Rewriting] = place.kept.setdefault("rules", [])
        if not known:
            plain = Place(place.facts, place.scope, place.now, place.almost)
            for k in place.use:
                for piece in self.pieces(k):
                    op, *sides = self.node(piece.conclusion)
                    if op != "=" or not is_value(self.sort(sides[0])):
                        continue
                    for side, other in (sides, sides[::-1]):
                        single = None if side != other and self.within(side, other) else self._single(side)
                        if single is not None and set(piece.variables) <= self.state.free[single[0]]:
                            if piece.variables or piece.conditions:
                                found.append((piece.k, single[0], piece))
                            else:
                                found += self._ground_rules(plain, self.unconditional(piece), single[0])
                            break
        return found

    def _ground_rules(self, plain: Place, k: int, a: int) -> list[Rewriting]:
        """An equation as a rule, and with what it rewrites in normal form."""
        found: list[Rewriting] = [(k, a, None)]
        for _ in range(6):
            j = self.vector_equation(plain, a) if self.is_vector(a) else self.atom_equation(plain, a)
            own = None if j is None else self._single(self.node(self.f(j))[2])
            other = None if j is None or own is None else self._solved(k, a)
            if j is None or own is None or other is None:
                break
            k, a = self.trans(self.sym(j), other), own[0]
            found.append((k, a, None))
        return found

    def _single(self, t: int) -> tuple[int, Fraction] | None:
        if self.is_vector(t):
            v = self.vec(t)
            if len(v) == 1:
                ((a, p),) = v.items()
                return (a, Fraction(1)) if p == _ONE else None
            return None
        p = self.poly(t)
        if len(p) == 1:
            ((m, c),) = p.items()
            return (m[0], c) if len(m) == 1 else None
        return None

    def _solved(self, k: int, a: int) -> int | None:
        """a = rest from an equation one side of which is c a."""
        _, left, right = self.node(self.f(k))
        for one, other, sign in ((left, right, 1), (right, left, -1)):
            single = self._single(one)
            if single is not None and single[0] == a:
                d = single[1]
                b = other if d == 1 else self.make("*", self.number(1 / d), other)
                return self.comb(self.eq(a, b), (), [(self.number(Fraction(sign) / d), k)])
        return None

    def _arguments(self, place: Place, a: int) -> int | None:
        """The atom with its arguments in normal form."""
        op, *args = self.node(a)
        total: int | None = None
        for position, argument in enumerate(args):
            if not isinstance(argument, int):
                continue
            k = self.normal(place, argument)
            if k is None:
                continue
            current = self.node(self.f(total))[2] if total is not None else a
            step = self.of_part(op, self.node(current)[1:], position, k)
            total = step if total is None else self.trans(total, step)
        if op == "sqrt" and total is not None:
            self.written.setdefault(self.atom(self.node(self.f(total))[2]), []).extend(self.written.get(a, ()))
        return total

    def normal(self, place: Place, t: int) -> int | None:
        """t = t' with t' in normal form as far as it is known; None where it is that already."""
        if self.sort(t) == "R":
            p, eqs = self.reduced(place, self.poly(t))
            if not eqs:
                return None
            return self.comb(self.eq(t, self.term_of(p)), (), self._written(eqs))
        if self.is_vector(t):
            v, found = self.reduced_vector(place, self.vec(t))
            return self.comb(self.eq(t, self.vec_term(v, self.sort(t))), (), found) if found else None
        if self.sort(t) == "N":
            return self._size(place, t)
        if self.is_op(t, "ap"):
            return self._arguments(place, t)
        if self.is_op(t, "lam"):
            x = self.opening(place, t)
            k = self.normal(place, self.ap(t, x))
            return None if k is None or any(x in self.state.free[h] for h in self.hyps(k)) else self.step("ext", k, x)
        return None

    def settled(self, place: Place, t: int) -> tuple[int, list[int]]:
        """t in normal form, and the equation by which it is that."""
        k = self.normal(place, t)
        return (t, []) if k is None else (self.node(self.f(k))[2], [k])

    def _size(self, place: Place, t: int) -> int | None:
        """A size as a sum of letters and then of ones."""
        ones, parts, stack = 0, [], [t]
        while stack:
            op, *args = self.node(top := stack.pop())
            ones += op == "succ"
            if op in ("plusN", "succ"):
                stack += args
            elif op != "zero":
                parts.append(top)
        parts.sort()
        made = parts[0] if parts else self.make("zero")
        for part in parts[1:]:
            made = self.make("plusN", made, part)
        made = self.above(made, ones)
        return None if made == t else self._sized_alike(place, t, made, [])

    def _sized_alike(self, place: Place, m: int, n: int, known: Equations) -> int | None:
        """m = n, of which the numbers are the same."""
        real = self.equal(place, self.eq(self.make("real", m), self.make("real", n)), (), known)
        return None if real is None else self.by("real injective", (m, n), real)

    def _written(self, eqs: Equations) -> list[tuple[int, int]]:
        """Equations with their cofactors as terms; p = p' + sum f (l - r), so that p' - p = sum f (r - l)."""
        return [(self.factored(f), k) for f, k in self._joined(eqs)]

    def factored(self, p: Poly) -> int:
        """A polynomial as a shorter term: what most of its monomials share is taken out, and so on."""
        shared = Counter(a for m in p for a in set(m))
        a, times_ = max(shared.items(), key=lambda pair: (pair[1], pair[0]), default=(0, 0))
        if times_ < 2:
            return self.term_of(p)
        first = self.mul(a, self.factored(cofactor(p, (a,))))
        rest = {m: c for m, c in p.items() if a not in m}
        return self.add(first, self.factored(rest)) if rest else first

    # reduction: p = p' + sum of f*(l - r)
    def reduced(self, place: Place, p: Poly) -> tuple[Poly, Equations]:
        """p in normal form, and the equations that bring it there: p = p' + sum of f (l - r)."""
        eqs: Equations = []
        for _ in range(120):
            if len(p) > _LARGEST:
                raise Failed("work: a polynomial")
            before = len(eqs)
            p = self._rewritten(place, p, eqs)
            if len(eqs) == before:
                p = self._squares(place, p, eqs)
            if len(eqs) == before:
                p = self._cancelled(place, p, eqs)
            for a in sorted(atoms(p)) if len(eqs) == before else ():
                for outer, k in self._divided_sums(place, a):
                    p = self._used_up(p, eqs, (*outer, a), k, 1)
            if len(eqs) == before:
                return p, eqs
        raise Failed("the equations rewrite in a circle")

    def _use(self, p: Poly, eqs: Equations, f: Poly, k: int) -> Poly:
        """p less f (l - r)."""
        _, left, right = self.node(self.f(k))
        eqs.append((f, k))
        return plus(p, times(f, plus(self.poly(left), self.poly(right), -1)), -1)

    def _used_up(self, p: Poly, eqs: Equations, factor: Monomial, k: int, most: int = 40) -> Poly:
        """p less multiples of l - r, again and again, where a factor of l divides a term."""
        for _ in range(most):
            f = cofactor(p, factor)
            if not f:
                break
            p = self._use(p, eqs, f, k)
        return p

    def _rewritten(self, place: Place, p: Poly, eqs: Equations) -> Poly:
        for m in p:
            self._exponents(m)
        for a in sorted(atoms(p), reverse=True):
            k = self.atom_equation(place, a)
            p = p if k is None else self._used_up(p, eqs, (a,), k)
        return p

    def _squares(self, place: Place, p: Poly, eqs: Equations) -> Poly:
        for a in sorted(atoms(p), reverse=True):
            k = self._square(place, a) if any(m.count(a) > 1 for m in p) else None
            p = p if k is None else self._used_up(p, eqs, (a, a), k)
        return p

    def _square(self, place: Place, a: int) -> int | None:
        """a*a = something, for roots, lengths, absolute values and sines."""
        op, *args = self.node(a)
        if op == "norm":
            return self.left(self.by("norm", args))
        if op == "sqrt":
            k = self.under_root(place, a)
            return None if k is None else self.left(self.by("sqrt", args, k))
        if op == "sin":
            k = self.by("circle", args)
            cos = self.make("cos", args[0])
            return self.comb(self.eq(self.mul(a, a), self.minus(self.one, self.mul(cos, cos))), (), [k])
        if op == "abs":
            return self._absolute_square(args[0])
        return None

    def _absolute_square(self, t: int) -> int:
        a = self.make("abs", t)
        goal = self.eq(self.mul(a, a), self.mul(t, t))

        def by(k: int) -> int:  # a = +-t, so that a a - t t = (a -+ t)(a +- t)
            return self.comb(goal, (), [(self.add(*self.node(self.f(k))[1:]), k)])

        return self.by_sign(t, goal, lambda equal, _: by(equal))

    # division
    def _inverse(self, place: Place, v: int) -> int | None:
        """d inv d = 1 where d is known to be nonzero, for v = inv d."""
        kept: dict[int, int] = place.kept.setdefault("inverses", {})
        d = self.node(v)[1]
        if v not in kept and (k := self.nonzero(place, d)) is not None:
            kept[v] = self.by("inv", (d,), k)
        return kept.get(v)

    def _cancelled(self, place: Place, p: Poly, eqs: Equations) -> Poly:
        """The leading term of a divisor times its inverse is replaced."""
        for v in sorted((a for a in atoms(p) if self.is_op(a, "inv")), reverse=True):
            d = self.poly(self.node(v)[1])
            if not d:
                continue
            lead = max(d, key=graded)
            for _ in range(60):
                f = cofactor(p, (*lead, v))
                k = self._inverse(place, v) if f else None
                if k is None:
                    break
                p = self._use(p, eqs, {m: c / d[lead] for m, c in f.items()}, k)
            p = self._unit_cancelled(place, p, v, eqs)
        return p

    def _divided_sums(self, place: Place, a: int) -> list[tuple[Monomial, int]]:
        """By what a sum is multiplied where the leading term of a divisor in it cancels, and the equation."""
        if not self.is_op(a, "sum") or "inv" not in self.operations(a):
            return []
        kept: dict[int, list[tuple[Monomial, int]]] = place.kept.setdefault("divided sums", {})
        return self.gathered(kept, a, lambda: self._divided_sum(place, *self.node(a)[1:]))

    def _divided_sum(self, place: Place, where: int, values: int) -> Iterator[tuple[Monomial, int]]:
        x = self.opening(place, where, values)
        inside = self.inside(place, where, x)
        body = self.ap(values, x)
        single = self._monomial_of(body)
        m = single[0] if single is not None else ()
        for v in sorted({b for b in m if self.is_op(b, "inv")}):
            d = self.poly(self.node(v)[1])
            lead: Monomial = max(d, key=graded) if d else ()
            missing = Counter(lead) - Counter(m)
            outer = tuple(sorted(missing.elements()))
            if not outer or any(x in self.state.free[b] for b in outer):
                continue
            t = self.mul(*outer, body)
            k = self.normal(inside, t)
            if k is not None:
                total = self.equal_sums(where, self.lam(x, t), x, k)
                whole = self.mul(*outer, self.make("sum", where, values))
                yield outer, self.comb(self.eq(whole, self.node(self.f(total))[2]), (), [total])

    def _unit_cancelled(self, place: Place, p: Poly, v: int, eqs: Equations) -> Poly:
        """dot(u, u) = 1/v^2 for v = 1/norm(u)."""
        n = self.node(v)[1]
        u = self.node(n)[1] if self.is_op(n, "norm") else 0
        s = self._first(self.make("dot", u, u)) if u else None
        f = {} if s is None else cofactor(p, (s, v, v))
        one = self._inverse(place, v) if f else None
        if s is None or one is None:
            return p
        length, square = self.left(self.by("norm", (u,))), self.mul(v, v)
        both = [(self.neg(square), length), (self.add(self.one, self.mul(n, v)), one)]
        return self._use(p, eqs, f, self.comb(self.eq(self.mul(s, v, v), self.one), (), both))

    def _of_inv(self, place: Place, a: int, d: int) -> int | None:
        """The inverse of a product as a product of inverses; that of a constant as a number."""
        for x, y in self.written.get(a, ()):
            found = self.inverse_of_product(place, a, x, y)
            if found is not None:
                return found
        k = self.normal(place, d)
        if k is not None:
            return self.of_part("inv", (d,), 0, k)
        p = self.poly(d)
        if not p:
            return None
        if set(p) == {()}:
            c = p[()]
            unequal = self.unequal(
                d, (">" if c > 0 else "<", self.comb(self.lt(self.zero, d) if c > 0 else self.lt(d, self.zero)))
            )
            return self.comb(self.eq(a, self.number(1 / c)), (), [(self.number(1 / c), self.by("inv", (d,), unequal))])
        factor = common(p)
        lead = p[max(p, key=graded)]
        if factor == next(iter(p)) and lead == 1 and len(factor) == 1 and self.is_op(factor[0], "inv"):
            return self._inverse_of_inverse(place, a, factor[0])
        if not factor and len(p) > 1:
            found = self._over_one_divisor(place, d, p)
            if found is not None:
                return found
        if len(p) == 1:
            first = self.monomial_term(factor[1:], lead) if len(factor) > 1 or lead != 1 else None
            second: int | None = factor[0]
        elif factor:
            first, second = self.monomial_term(factor), self.term_of(cofactor(p, factor))
        elif lead != 1:
            first, second = self.number(lead), self.term_of({m: c / lead for m, c in p.items()})
        else:
            return self._split_divisor(place, a, p)
        return None if first is None or second is None else self.inverse_of_product(place, a, first, second)

    def _split_divisor(self, place: Place, a: int, p: Poly) -> int | None:
        """The inverse of a sum that a sum known to be nonzero divides."""
        for piece, sign, t in self._signed(place):
            if piece.variables or piece.conditions or sign not in (">", "!="):
                continue
            q = self.poly(t)
            if not 1 < len(q) < len(p):
                continue
            q = cofactor(q, common(q))
            rest = quotient(p, q)
            if rest is not None and len(rest) > 1:
                found = self.inverse_of_product(place, a, self.term_of(q), self.term_of(rest))
                if found is not None:
                    return found
        return None

    def _inverse_of_inverse(self, place: Place, a: int, v: int) -> int | None:
        """inv(inv x) = x."""
        x = self.node(v)[1]
        kx, kv = self._inverse(place, v), self.nonzero(place, v)
        if kx is None or kv is None:
            return None
        # x - a = x (1 - v a) - a (1 - x v)
        return self.comb(self.eq(a, x), (), [(x, self.by("inv", (v,), kv)), (self.neg(a), kx)])

    def _over_one_divisor(self, place: Place, d: int, p: Poly) -> int | None:
        """The inverse of a sum some terms of which are divided by one atom: with that taken out."""
        if not any(self.is_op(b, "inv") and self._single(self.node(b)[1]) for b in atoms(p)):
            return None
        cleared = self._cleared(place, p, single=True)
        if cleared is None:
            return None
        q, power_, f, k = cleared
        ((m, _),) = power_.items()
        x, y = self.monomial_term(m), self.term_of(q)
        equal = self.comb(self.eq(d, self.mul(x, y)), (), [(self.factored(f), k)])
        k = self.of_part("inv", (d,), 0, equal)
        found = self.inverse_of_product(place, self.node(self.f(k))[2], x, y)
        return None if found is None else self.trans(k, found)

    def inverse_of_product(self, place: Place, a: int, x: int, y: int) -> int | None:
        """inv(x y) = inv x inv y, for a = inv of the product, where both are known to be nonzero."""
        kx, ky = self.nonzero(place, x), self.nonzero(place, y)
        if kx is None or ky is None:
            return None
        d = self.node(a)[1]
        e = self.by("inv", (d,), self._nonzero_pair(d, x, y, kx, ky))
        ex, ey = self.by("inv", (x,), kx), self.by("inv", (y,), ky)
        u, v = self.make("inv", x), self.make("inv", y)
        # u v - a = u v (1 - d a) - a y v (1 - x u) - a (1 - y v)
        return self.comb(
            self.eq(a, self.mul(u, v)), (), [(self.mul(u, v), e), (self.neg(self.mul(a, y, v)), ex), (self.neg(a), ey)]
        )

    # exponentials
    def _exponents(self, m: Monomial) -> None:
        for a in m:
            if self.is_op(a, "exp"):
                for n, c in self.poly(self.node(a)[1]).items():
                    self._roots[n] = self._measured(n, c)

    def _measured(self, n: Monomial, c: Fraction) -> Fraction:
        """The part of an exponent of which it is a multiple, and all others are; what was, where it would be many."""
        root = self._roots.get(n, abs(c))
        base = _measure(root, c)
        return base if abs(c) <= _MOST_FACTORS * base else root

    def _of_exp(self, place: Place, a: int, t: int) -> int | None:
        """exp of a sum as a product of powers of exponentials of monomials."""
        k = self.normal(place, t)
        if k is not None:
            return self.of_part("exp", (t,), 0, k)
        p = self.poly(t)
        if not p:
            return self.comb(self.eq(a, self.one), (), [self._at_zero(t)])
        if len(p) > 1:
            (m, c), *rest = sorted(p.items())
            return self._exp_of_sum(a, self.monomial_term(m, c), self.term_of(dict(rest)))
        ((m, c),) = p.items()
        base = self._measured(m, c)
        times_ = c / base if (c / base).denominator == 1 else Fraction(1 if c > 0 else -1)
        if times_ == 1:
            return None
        if times_ < 0:
            minus = self.monomial_term(m, -c)
            other, k = self.make("exp", minus), self.by("exp add", (t, minus))
            one = self._at_zero(self.add(t, minus))
            inverse = self.by("inv", (other,), self.unequal(other, (">", self.by("exp pos", (minus,)))))
            # a other = 1: inv other - a = inv other (1 - a other) - a (1 - other inv other)
            v = self.make("inv", other)
            return self.comb(self.eq(a, v), (), [(v, one), (self.neg(v), k), (self.neg(a), inverse)])
        return self._exp_of_sum(a, self.monomial_term(m, base), self.monomial_term(m, c - base))

    def _exp_of_sum(self, a: int, s: int, t: int) -> int:
        k = self.by("exp add", (s, t))
        return self.comb(self.eq(a, self.mul(self.make("exp", s), self.make("exp", t))), (), [k])

    def _at_zero(self, t: int) -> int:
        """exp t = 1, t being 0 by its normal form."""
        return self.trans(self.of_part("exp", (t,), 0, self.step("ring", t, self.zero)), self.step("ax", "exp zero"))

    # atoms by kind
    def _of_cos(self, place: Place, a: int, t: int) -> int | None:
        """cos 0 = 1 and sin 0 = 0, from the difference of an angle with itself."""
        if self.poly(t):
            return self._arguments(place, a)
        op = self.node(a)[0]
        eqs = [self.by(f"{op} minus", (t, t)), *([self.by("circle", (t,))] if op == "cos" else [])]
        return self.comb(self.eq(a, self.one if op == "cos" else self.zero), (), eqs)

    _of_sin = _of_cos

    def _of_abs(self, place: Place, a: int, t: int) -> int | None:
        found = self.sign(place, t)
        if found is not None and found[0] in (">", ">="):
            return self.by("abs positive", (t,), self.weak(found[1]))
        if found is not None and found[0] in ("<", "<="):
            return self.by("abs negative", (t,), self.weak(found[1]))
        k = self._arguments(place, a)
        if k is not None:
            return k
        p = self.poly(t)
        lead = p[max(p, key=graded)] if p else Fraction(1)
        return None if lead == 1 else self._absolute_scaled(a, t, lead)

    def _absolute_scaled(self, a: int, t: int, c: Fraction) -> int:
        """abs(t) = |c| abs(t/c)."""
        s = self.term_of({m: d / c for m, d in self.poly(t).items()})
        b = self.make("abs", s)
        goal = self.eq(a, self.make("*", self.number(abs(c)), b))

        def by(ka: int, k: int) -> int:
            same = (self.node(self.f(k))[1] == self.zero) == (c > 0)
            ks = self.comb(self.beside_zero(">=" if same else "<=", s), [(1 / abs(c), [k])])
            kb = self.by("abs positive" if same else "abs negative", (s,), ks)
            return self.comb(goal, (), [ka, (self.number(-abs(c)), kb)])

        return self.by_sign(t, goal, by)

    def root_is(self, r: int, s: int, square: int, kr: int, ks: int) -> int:
        """r = s from r r = p, 0 <= r, 0 <= s, where p is s s by the normal form."""
        # where r < s: 0 < (s - r)(s + r) = s s - r r = 0
        more = self.impossible(self.le(s, r), lambda k: [(1, [k, k]), (2, [k, kr])], [self.off(square)])
        less = self.impossible(self.le(r, s), lambda k: [(1, [k, k]), (2, [k, ks])], [square])
        return self.by("antisym", (r, s), less, more)

    def _of_norm(self, place: Place, a: int, u: int) -> int | None:
        """A length by the normal form of its square: a number, a claimed one, or the first length of that square."""
        k = self._arguments(place, a)
        if k is not None:
            return k
        both = self.by("norm", (u,))
        square = self.make("dot", u, u)
        p, _ = self.reduced(place, self.poly(square))
        for s in (*self._literal_root(p), *place.lengths):
            k = self.nonnegative(place, s)
            equal = None if k is None else self.equal(place, self.eq(square, self.mul(s, s)))
            if k is not None and equal is not None:
                return self.root_is(a, s, self.trans(self.left(both), equal), self.right(both), k)
        turned = self._turned_vector(u)
        if turned is not None:
            other = self.by("norm", (turned,))
            s = self.make("norm", turned)
            square_too = self.comb(self.eq(square, self.mul(s, s)), (), [self.off(self.left(other))])
            return self.root_is(a, s, self.trans(self.left(both), square_too), self.right(both), self.right(other))
        return self._same_root(place, a, square, frozenset(p.items()))

    def _same_root(self, place: Place, a: int, inside: int, square: frozenset[Any]) -> int | None:
        """The first root or length that was met of the same square."""
        first = self._lengths.setdefault(square, a)
        own, other = (self._root(place, a), self._root(place, first)) if first != a else (None, None)
        if own is None or other is None:
            return None
        equal = self.equal(place, self.eq(inside, self.mul(first, first)))
        if equal is None:
            return None
        return self.root_is(a, first, self.trans(self.left(own), equal), self.right(own), self.right(other))

    def _root(self, place: Place, a: int) -> int | None:
        """a a = s and 0 <= a, for a length or a root."""
        op, *args = self.node(a)
        if op == "norm":
            return self.by("norm", args)
        k = self.under_root(place, a)
        return None if k is None else self.by("sqrt", args, k)

    def _turned_vector(self, u: int) -> int | None:
        """-u, where the first coefficient of u is negative."""
        v = self.vec(u)
        if not v:
            return None
        p = v[min(v)]
        if p[max(p, key=graded)] > 0:
            return None
        return self.vec_term({a: plus({}, q, -1) for a, q in v.items()}, self.sort(u))

    def _literal_root(self, p: Poly) -> list[int]:
        """The root of a literal, where it is rational."""
        if not set(p) <= {()} or p.get((), Fraction(0)) < 0:
            return []
        c = p.get((), Fraction(0))
        n, d = isqrt(c.numerator), isqrt(c.denominator)
        return [self.number(Fraction(n, d))] if n * n == c.numerator and d * d == c.denominator else []

    def _of_sqrt(self, place: Place, a: int, t: int) -> int | None:
        k = self._arguments(place, a)
        if k is not None:
            return k
        if self.is_op(t, "dot") and self.node(t)[1] == self.node(t)[2]:
            return self.root_of_square(self.node(t)[1])
        for s in (*self._literal_root(self.poly(t)), *place.lengths):
            inside, weak = self.under_root(place, a), self.nonnegative(place, s)
            equal = None if inside is None or weak is None else self.equal(place, self.eq(t, self.mul(s, s)))
            if inside is not None and weak is not None and equal is not None:
                both = self.by("sqrt", (t,), inside)
                return self.root_is(a, s, self.trans(self.left(both), equal), self.right(both), weak)
        return self._same_root(place, a, t, frozenset(self.reduced(place, self.poly(t))[0].items()))

    def root_of_square(self, u: int) -> int:
        """sqrt(dot(u, u)) = norm(u)."""
        t = self.make("dot", u, u)
        root, length = self.by("sqrt", (t,), self.step("ax", "dot pos", u)), self.by("norm", (u,))
        a, b = self.make("sqrt", t), self.make("norm", u)
        same = self.comb(self.eq(self.mul(a, a), self.mul(b, b)), (), [self.left(root), self.off(self.left(length))])
        return self.root_is(a, b, same, self.right(root), self.right(length))

    def under_root(self, place: Place, a: int) -> int | None:
        """0 <= t for a = sqrt t, by its sign, or as t was written."""
        t = self.node(a)[1]
        k = self.nonnegative(place, t)
        for (s,) in self.written.get(a, ()) if k is None else ():
            k = self.visible(place, s)
            equal = None if k is None else self.equal(place, self.le(self.zero, t), [(Fraction(1), [k], [])])
            if equal is not None:
                return equal
        return k

    def _of_sum(self, place: Place, a: int, where: int, values: int) -> int | None:
        """A sum with what is summed in normal form; split at its last term and along groups; two sums in one order."""
        sort = self.sort(where)[1]
        x = self.opening(place, where, values)
        said = self.ap(where, x)
        if self.is_op(said, "<=") and self.node(said)[1] == x:
            return self._last_split(where, values, self.node(said)[2])
        if self.is_op(said, "true") and self.groups and sort == "I:token":
            return self._group_split(where, values)
        inside = self.inside(place, where, x)
        body = self.ap(values, x)
        self._still += a in self._settled
        k = self.normal(inside, body)
        self._still -= a in self._settled
        if k is not None:
            return self.equal_sums(where, values, x, k)
        gathered = self._gathered_sum(place, a, where, values)
        if gathered is None and self.sort(a) != "R" and place.use:
            gathered = self._named_sum(place, a)
        return gathered if gathered is not None else self._swapped(place, a, values)

    groups: tuple[str, ...] = ()
    partition_fact = 0  # every token is in exactly one group

    def divided(self, x: int) -> dict[int, int]:
        """In which groups a token is: in one of them, first, and not in two of them."""
        return {self.f(k): k for k in self.parts_of(self.inst(self.partition_fact, x))}

    def equal_sums(self, where: int, values: int, x: int, k: int) -> int:
        """sum e = sum f from e x = f x, which may need that x is in the range."""
        _, _, right = self.node(self.f(k))
        other = self.lam(x, right)
        said = self.ap(where, x)
        if not any(x in self.state.free[h] for h in self.hyps(k)):
            return self.under(self.step("ext", k, x), lambda y: self.make("sum", where, y))
        same = self.gen(self.refl(said), x)
        equal = self.gen(self.disch(k, said), x)
        return self.by("sum cong", (where, where, values, other), same, equal)

    def _last_split(self, where: int, values: int, i: int) -> int:
        """The sum up to i as that before i and the term at i."""
        sort = self.sort(i)
        taken, rest = self.taken(where, values, i, self.reflexive(i))
        before = self.bind(sort, lambda x: self.lt(x, i))
        x = self.fresh(sort, "i")

        def there(h: int) -> int:
            return self.by("strict", (x, i), self.left(h), self.right(h))

        def back(h: int) -> int:
            return self.conj(self.by("weaken", (x, i), h), self.distinct(h, self.eq(x, i)))

        same = self.gen(self.iff(self.ap(rest, x), self.ap(before, x), there, back), x)
        return self.trans(taken, self._resummed(rest, before, values, same, self.ap(values, i)))

    def _resummed(self, one: int, other: int, values: int, same: int, first: int | None) -> int:
        """first + sum over one range = first + sum over the same range otherwise said."""
        sort = self.sort(one)[1]
        x = self.fresh(sort, "i")
        equal = self.gen(self.disch(self.refl(self.ap(values, x)), self.ap(one, x)), x)
        k = self.by("sum cong", (one, other, values, values), same, equal)
        return k if first is None else self.under(k, lambda y: self.add(first, y))

    def _group_split(self, where: int, values: int) -> int:
        """A sum over all tokens as the sum of those over the groups."""
        wheres = [self.group(name) for name in self.groups]
        sort = self.sort(where)[1]
        total = self.refl(self.make("sum", where, values))
        rest = where
        x = self.fresh(sort, "x")
        for n, group in enumerate(wheres):
            last = n == len(wheres) - 1
            if last:
                inside = rest
            else:
                split = self.by("sum split", (rest, group, values))
                inside, after = (self.node(part)[1] for part in self.node(self.node(self.f(split))[2])[1:])
                total = self._continued(total, split)
                rest = after
            if inside != group:
                there, back = self._group_sides(wheres, n, x)
                same = self.gen(self.iff(self.ap(inside, x), self.ap(group, x), there, back), x)
                total = self._continued(total, self._resummed(inside, group, values, same, None))
        return total

    def _continued(self, total: int, k: int) -> int:
        """a = c from a = b, where b holds the left side of another equation."""
        _, a, b = self.node(self.f(total))
        _, left, right = self.node(self.f(k))
        c = self._exchanged(b, left, right)
        return self.comb(self.eq(a, c), (), [total, k])

    def _exchanged(self, t: int, old: int, new: int) -> int:
        if t == old:
            return new
        op, *args = self.node(t)
        return self.make("+", *[self._exchanged(part, old, new) for part in args]) if op == "+" else t

    def _group_sides(self, wheres: list[int], n: int, x: int) -> tuple[Callable[[int], int], Callable[[int], int]]:
        """Between `in none of the groups before` and `in group n`, both ways."""
        here = self.ap(wheres[n], x)
        last = n == len(wheres) - 1

        def outside(i: int, h: int) -> int:
            p = self.ap(wheres[i], x)
            apart = self.divided(x)[self.no(self.make("and", p, here))]
            return self.refute(p, lambda j: self.conflict(self.conj(j, h), apart))

        def back(h: int) -> int:
            k = self.truth
            for i in range(n):
                k = self.conj(k, outside(i, h))
            return k if last else self.conj(k, h)

        def there(h: int) -> int:
            if not last:
                return self.right(h)
            without_: list[int] = []
            k = h
            for _ in range(n):
                without_.insert(0, self.right(k))
                k = self.left(k)
            return self.by_groups(x, here, lambda i, j: j if i == n else self.anything(here, j, without_[i]))

        return there, back

    def by_groups(self, x: int, goal: int, body: Callable[[int, int], int]) -> int:
        """The goal about a token from the goal in every group."""
        return self.any_of(next(iter(self.divided(x).values())), goal, len(self.groups), body)

    def _swapped(self, place: Place, a: int, values: int) -> int | None:
        """Nested sums in another order, where that comes first."""
        if self._still or not any(self.is_op(part, "sum") for part in self._parts_of_sum(values)[1]):
            return None
        ways: dict[int, list[int]] = {a: []}
        for b in (queue := [a]):
            for c, *ks in map(partial(self._straightened, place), self._neighbours(b)):
                if c not in ways and len(ways) < _MOST_ORDERS:
                    ways[c] = [*ways[b], *ks]
                    queue.append(c)
        first = min(ways)
        self._settled.add(first)
        return self.comb(self.eq(a, first), (), ways[first]) if ways[first] else None

    def _straightened(self, place: Place, found: tuple[int, int]) -> tuple[int, ...]:
        """A sum and the equation that gave it, with the symmetric operators in it where they come first."""
        a, k = found
        self._still += 1
        equal = self.normal(place.kept.setdefault("still", place.anew()), a) if "lin" in self.operations(a) else None
        self._still -= 1
        b = None if equal is None else self._first(self.node(self.f(equal))[2])
        return found if equal is None or b is None else (b, k, self.comb(self.eq(a, b), (), [equal]))

    def operations(self, t: int) -> frozenset[str]:
        """The operations in a term."""
        if t not in self._operations:
            op, *args = self.node(t)
            parts = [args[1]] if op == "lam" else [] if op in LEAVES else args
            self._operations[t] = frozenset((op,)).union(*map(self.operations, parts))
        return self._operations[t]

    def _parts_of_sum(self, values: int) -> tuple[int, list[int]]:
        """The letter of a sum and the factors of what is summed, a vector last; none unless it is one product."""
        x = self.fresh(self.node(values)[1] if self.is_op(values, "lam") else self.sort(values)[1], "i")
        single = self._monomial_of(self.ap(values, x))
        if single is None:
            return x, []
        m, core = single
        return x, [*m, *([core] if core is not None else [])]

    def _neighbours(self, a: int) -> Iterator[tuple[int, int]]:
        """What a nested sum is with two neighbouring sums exchanged, and the equations."""
        _, where, values = self.node(a)
        x, factors = self._parts_of_sum(values)
        for n, inner in enumerate(factors):
            if not self.is_op(inner, "sum") or factors.count(inner) > 1:
                continue
            _, under, terms = self.node(inner)
            vector = self.is_vector(inner)
            others = [*factors[:n], *factors[n + 1 :]]
            if x not in self.state.free[under]:
                y = self.fresh(self.sort(under)[1], "j")
                parts = [*others, self.ap(terms, y)]
                if not vector and others and self.is_vector(others[-1]):
                    parts = [*others[:-1], parts[-1], others[-1]]
                e = self.lam(x, self.lam(y, self.mul(*parts)))
                yield from self._renamed(a, self.by("sum swap", (where, under, e)))
            for _, k in self._neighbours(inner):
                k = self.under(k, lambda z, n=n: self.mul(*factors[:n], z, *factors[n + 1 :]))  # type: ignore[misc]
                k = self.under(self.step("ext", k, x), lambda f: self.make("sum", where, f))
                yield from self._renamed(a, k)

    def _renamed(self, a: int, k: int) -> Iterator[tuple[int, int]]:
        """a = b for atoms, from an equation of terms that are these by the normal form."""
        b = self._first(self.node(self.f(k))[2])
        if b is not None:
            yield b, self.comb(self.eq(a, b), (), [k])

    def _monomial_of(self, t: int) -> tuple[Monomial, int | None] | None:
        """The factors of a product with the coefficient 1, and the vector among them."""
        if self.sort(t) == "R":
            p, core = self.poly(t), None
        else:
            v = self.vec(t)
            if len(v) != 1:
                return None
            ((core, p),) = v.items()
        if len(p) != 1 or next(iter(p.values())) != 1:
            return None
        return next(iter(p)), core

    def _first(self, t: int) -> int | None:
        """The one atom that a term is."""
        single = self._single(t)
        return single[0] if single is not None and single[1] == 1 else None

    def _gathered_sum(self, place: Place, a: int, where: int, values: int) -> int | None:
        """A sum of scalar products with one vector, or of images, where an equation gives the sum of the others."""
        if not place.use:
            return None
        for binders, m, core in self._monomials_under([(where, self.fresh(self.sort(where)[1], "i"))], values):
            for whole, outer in self._linear_in_sums(binders, m, core):
                atom = self._first(whole)
                k = None if atom is None else self._named_sum(place, atom)
                if k is None and atom is not None and self.is_op(atom, "sum"):
                    k = self._gathered_sum(place, atom, *self.node(atom)[1:])
                if k is None:
                    continue
                moved = self.under(k, outer)
                _, left, right = self.node(self.f(moved))
                again = a in (self.vec(right) if self.is_vector(right) else atoms(self.poly(right)))
                eqs = None if again else self._as_written(a, left, binders, m, core)
                if eqs is not None:
                    return self.comb(self.eq(a, right), (), [moved, *eqs])
        return None

    def _named_sum(self, place: Place, a: int) -> int | None:
        """A sum of vectors by a named equation of it, or of the sums that are summed, in either order."""
        k = self._named(place, a)
        if k is not None or not self.is_op(a, "sum"):
            return k
        _, where, values = self.node(a)
        k = self._named_inside(place, where, values)
        x = self.fresh(self.sort(where)[1], "i")
        inner = self._first(self.ap(values, x))
        if k is not None or inner is None or not self.is_op(inner, "sum"):
            return k
        _, within, others = self.node(inner)
        if x in self.state.free[within]:
            return None
        swap = self.by("sum swap", (where, within, self.lam(x, others)))
        _, left, right = self.node(self.f(swap))
        k = self._named_inside(place, *self.node(right)[1:])
        if k is None or self._first(left) != a:
            return None
        return self.comb(self.eq(a, self.node(self.f(k))[2]), (), [swap, k])

    def _named_inside(self, place: Place, where: int, values: int) -> int | None:
        x = self.fresh(self.sort(where)[1], "i")
        body = self.ap(values, x)
        inner = self._first(body)
        k = None if inner is None else self._named(place, inner)
        if k is None:
            return None
        return self.equal_sums(where, values, x, self.comb(self.eq(body, self.node(self.f(k))[2]), (), [k]))

    def _linear_in_sums(
        self, binders: Binders, m: Monomial, core: int | None
    ) -> Iterator[tuple[int, Callable[[int], int]]]:
        """A summed product as a linear function of a sum of vectors."""
        letters = {x for _, x in binders}
        ranged = any(letters & self.state.free[where] for where, _ in binders)
        if core is None:
            for factor in sorted(set(m)):
                op, *args = self.node(factor)
                for u, w in (args, args[::-1]) if op == "dot" else ():
                    rest = without(m, factor)
                    one, two = letters & self.state.free[u], letters & self.state.free[w]
                    far = [x for x in rest if two & self.state.free[x]]
                    near = [x for x in rest if not two & self.state.free[x]]
                    one |= {x for part in near for x in letters & self.state.free[part]}
                    two |= {x for part in far for x in letters & self.state.free[part]}
                    if not letters & self.state.free[u] or one & two or one | two != letters or (two and ranged):
                        continue
                    other = self._summed([b for b in binders if b[1] in two], self.mul(*far, w))
                    about = [b for b in binders if b[1] in one]
                    yield self._summed(about, self.mul(*near, u)), lambda s, w=other: self.make("dot", s, w)  # type: ignore[misc]
                    if self.is_op(u, "lin") and not letters & self.state.free[self.node(u)[1]]:
                        operator, part = self.node(u)[1:]
                        inner = self._summed(about, self.mul(*near, part))
                        yield inner, lambda s, w=other, o=operator: self.make("dot", self.make("lin", o, s), w)  # type: ignore[misc]
        elif self.is_op(core, "lin") and not letters & self.state.free[self.node(core)[1]]:
            operator, part = self.node(core)[1:]
            yield (
                self._summed(binders, self.mul(*m, part)),
                lambda s, w=operator: self.make("lin", w, s),  # type: ignore[misc]
            )

    def _as_written(self, a: int, t: int, binders: Binders, m: Monomial, core: int | None) -> list[int] | None:
        """Equations by which a sum a is t: none, or the one that swaps two sums."""
        if self._first(t) == a:
            return []
        if len(binders) != 2 or self.state.free[binders[1][0]] & {binders[0][1]}:
            return None
        (outer, x), (inner, y) = binders
        e = self.lam(x, self.lam(y, self.mul(*m, *([] if core is None else [core]))))
        swap = self.by("sum swap", (outer, inner, e))
        _, left, right = self.node(self.f(swap))
        if self._first(left) != a or self._first(right) != self._first(t):
            return None
        return [swap]

    def _monomials_under(self, binders: Binders, values: int) -> Iterator[tuple[Binders, Monomial, int | None]]:
        """What is summed, as a product, and what is summed in a sum that is a factor of it."""
        single = self._monomial_of(self.ap(values, binders[-1][1]))
        if single is None:
            return
        m, core = single
        yield binders, m, core
        for inner in [*sorted(set(m)), *([core] if core is not None else [])]:
            op, *args = self.node(inner)
            if op == "sum" and m.count(inner) < 2 and len(binders) < 3 and (core is None or inner == core):
                rest = without(m, inner) if inner != core else m
                y = self.fresh(self.sort(args[0])[1], "j")
                body = self.lam(y, self.mul(*rest, self.ap(args[1], y)))
                yield from self._monomials_under([*binders, (args[0], y)], body)

    def _summed(self, binders: Binders, t: int) -> int:
        for where, x in reversed(binders):
            t = self.make("sum", where, self.lam(x, t))
        return t

    def _of_dot(self, place: Place, a: int, u: int, w: int) -> int | None:
        for n, part in enumerate((u, w)):
            k = self.vector_equation(place, part)
            if k is not None:
                return self.of_part("dot", (u, w), n, k)
        best: tuple[Any, int] = self._rank(a), 0
        for left, right in ((u, w), (w, u)):  # symmetric operators from one side to the other
            equations: list[tuple[int, int]] = []
            while self.is_op(left, "lin"):
                operator, inner = self.node(left)[1:]
                k = self.symmetry(place, operator)
                if k is None:
                    break
                moved = self.make("lin", operator, right)
                equations.append((self.number(-1), self.inst(k, inner, right)))
                left, right = inner, moved
                known = self.comb(self.eq(a, self.make("dot", left, right)), (), equations)
                atomic = len(equations) == 1 and self._first(moved) == moved
                if atomic and self.vector_equation(place, moved) is not None:
                    return known
                other = self._first(self.make("dot", left, right))
                if other is not None and self._rank(other) < best[0]:
                    best = self._rank(other), known
        return best[1] or None

    def _rank(self, a: int) -> Any:
        """Which way of writing a form comes first: all operators on one side, then as terms are numbered."""
        _, u, w = self.node(a)
        base = self._base(u) if self._operators(u) < self._operators(w) else self._base(w)
        return min(self._operators(u), self._operators(w)), self._head(base), base, a

    def _operators(self, u: int) -> int:
        return 1 + self._operators(self.node(u)[2]) if self.is_op(u, "lin") else 0

    def _base(self, u: int) -> int:
        return self._base(self.node(u)[2]) if self.is_op(u, "lin") else u

    def _head(self, u: int) -> int:
        return self._head(self.node(u)[1]) if self.is_op(u, "ap") else u

    def symmetry(self, place: Place, operator: int) -> int | None:
        """That an operator is symmetric, where a fact says so."""
        return place.once("symmetric", operator, lambda: self._symmetry(place, operator))

    def symmetric_here(self, place: Place, operator: int) -> int:
        """That an operator is symmetric. Raises Failed where no fact says so."""
        return self.needed(self.symmetry(place, operator), "an operator that is not known to be symmetric")

    def _symmetry(self, place: Place, operator: int) -> int | None:
        _, space, other = self.sort(operator)
        if space != other:
            return None
        goal = self.symmetric(operator)
        rows = self.node(goal)[1]
        a = self.opening(place, rows, operator)
        b = self.opening(place, self.node(self.ap(rows, a))[1], operator, a)
        k = self.instance(place, self.ap(self.node(self.ap(rows, a))[1], b))
        return None if k is None else self.gen(k, a, b)

    def _of_ite(self, place: Place, a: int, p: int, u: int, w: int) -> int | None:
        k = self.known(place, p)
        if k is not None:
            return self.by("ite true", (p, u, w), k)
        k = self.known(place, self.no(p))
        return None if k is None else self.by("ite false", (p, u, w), k)

    def _of_real(self, place: Place, a: int, n: int) -> int | None:
        if self.is_op(n, "zero"):
            return self.step("ax", "real zero")
        if self.is_op(n, "succ"):
            return self.by("real succ", (self.node(n)[1],))
        for h in self.counted.values():
            _, t, said = self.node(self.f(h))
            size = self.node(said)[1]
            if size == n:
                return self.comb(self.eq(a, t), (), [self.off(h)])
            if size == self.make("succ", n):
                eqs = [(self.number(-1), self.by("real succ", (n,))), (self.number(-1), h)]
                return self.comb(self.eq(a, self.minus(t, self.one)), (), eqs)
        return self.by("real plus", self.node(n)[1:]) if self.is_op(n, "plusN") else None

    def _of_pow(self, place: Place, a: int, base: int, n: int) -> int | None:
        if self.is_op(n, "zero"):
            return self.by("pow zero", (base,))
        if self.is_op(n, "succ"):
            return self.by("pow succ", (base, self.node(n)[1]))
        return self._arguments(place, a)

    def _of_binomial(self, place: Place, a: int, n: int, k: int) -> int | None:
        if self.is_op(k, "zero"):
            return self.by("binomial zero", (n,))
        if self.is_op(n, "zero") and self.is_op(k, "succ"):
            return self.by("binomial none", self.node(k)[1:])
        return self._arguments(place, a)

    # vectors
    def vector_equation(self, place: Place, a: int) -> int | None:
        """An equation of an atomic vector."""
        return self.remembered(place.kept.setdefault("equations", {}), a, lambda: self._vector_equation(place, a))

    def _vector_equation(self, place: Place, a: int) -> int | None:
        found = self._named(place, a)
        if found is None:
            op, *args = self.node(a)
            if op == "lin":
                k = self.vector_equation(place, args[1])
                found = None if k is None else self.of_part("lin", args, 1, k)
            elif op in ("sum", "ite", "rate"):
                found = getattr(self, f"_of_{op}")(place, a, *args)
            elif op == "sumto":
                found = self._arguments(place, a)
            elif op == "ap":
                found = self.member_equation(place, a)
        if found is not None and self.vec(self.node(self.f(found))[1]) == self.vec(self.node(self.f(found))[2]):
            return None
        return found

    def member_equation(self, place: Place, a: int) -> int | None:
        """An equation of a vector that is the value of a function."""
        return self._arguments(place, a)

    def reduced_vector(self, place: Place, v: Vector) -> tuple[Vector, list[tuple[int, int]]]:
        """v in normal form, and equations: v = v' + sum of f (l - r)."""
        found: list[tuple[int, int]] = []
        for _ in range(60):
            changed = False
            for a in sorted(v, reverse=True):
                k = self.vector_equation(place, a) if a in v else None
                if k is None:
                    continue
                p = v[a]
                v = {b: q for b, q in v.items() if b != a}
                found.append((self.factored(p), k))
                for b, q in self.vec(self.node(self.f(k))[2]).items():
                    total = plus(v.get(b, {}), times(p, q))
                    v = {**v, b: total} if total else {c: r for c, r in v.items() if c != b}
                changed = True
            for a in sorted(v) if not changed else ():
                for outer, k in self._divided_sums(place, a):
                    f = cofactor(v.get(a, {}), outer)
                    _, before, after = self.node(self.f(k))
                    for b, q in [*self.vec(before).items(), *self.vec(after).items()] if f else ():
                        total = plus(v.get(b, {}), times(f, q), -1 if b == a else 1)
                        v = {**v, b: total} if total else {c: r for c, r in v.items() if c != b}
                    found += [(self.factored(f), k)] if f else []
                    changed = changed or bool(f)
            if not changed:
                break
        result: Vector = {}
        for a, p in v.items():
            p, eqs = self.reduced(place, p)
            found += [(self.make("*", self.factored(f), a), k) for f, k in self._joined(eqs)]
            if p:
                result[a] = p
        return result, found

    def cleared_sign(self, place: Place, t: int) -> Sign | None:
        """The sign of the normal form of t, times the divisors in it, one after the other."""
        if self._clearing > 2:
            return None
        self._clearing += 1
        try:
            return self._cleared_sign(place, t)
        finally:
            self._clearing -= 1

    def _cleared_sign(self, place: Place, t: int) -> Sign | None:
        p = self.poly(t)
        total: Equations = []
        outer: Poly = _ONE
        ks: list[int] = []
        flipped = False
        for _ in range(12):
            p, eqs = self.reduced(place, p)
            total += [(times(outer, f), k) for f, k in eqs]
            s = self.term_of(p)
            if not p:
                return ">=", self.comb(self.le(self.zero, t), (), self._against(total))
            own = self._sign(place, s) if s != t else None
            if own is not None and own[0] != "!=":
                return self._carried(t, own, ks, flipped, total)
            if own is not None and not ks and outer == _ONE:
                return own[0], self._unequal_as(t, own[1], total)
            cleared = self._cleared(place, p)
            if cleared is None:
                return None
            p, factor, f, k = cleared
            ((m, _),) = factor.items()
            v, a = self.atom_sign(place, m[0]), m[0]
            if v is not None and v[0] == "!=" and len(m) % 2 == 0:  # by the squares of what is not zero
                square = self.mul(a, a)
                weak, unequal = self.comb(self.le(self.zero, square), [(1, [], [a])]), v[1]
                both = {">=": weak, "!=": self._nonzero_pair(square, a, a, unequal, unequal)}
                v, m = self._sharpened(square, both), m[: len(m) // 2]
            if v is None or v[0] not in (">", "<"):
                return None
            flipped ^= v[0] == "<" and len(m) % 2 == 1
            ks += [v[1]] * len(m)
            total.append((times(outer, f), k))
            outer = times(outer, factor)
        return None

    def learnt(self, place: Place, conclusion: int) -> list[Form]:
        """A fact in its normal form, times its divisors, without the factor that all its terms share."""
        kept: dict[int, list[Form]] = place.kept.setdefault("learnt", {})
        return self.gathered(kept, conclusion, lambda: self._learnt(place, conclusion))

    def _learnt(self, place: Place, conclusion: int) -> Iterator[Form]:
        sign, t = self.needed(self._says(conclusion), "no sign", conclusion)
        p = self.poly(t)
        divisors: list[int] = []
        outer: Poly = _ONE
        for _ in range(8):
            p, _ = self.reduced(place, p)
            if not p:
                return
            s = self.term_of(p)
            restated = partial(self._restated, place, sign, s, tuple(divisors), outer)
            yield sign, s, restated
            factor = common(p)
            if factor and len(p) > 1 and sign != "!=":
                d = self.monomial_term(factor)
                own = self._by_terms(place, d, self.poly(d))
                if own is not None and own[0] == ">":
                    rest = self.term_of(cofactor(p, factor))
                    yield sign, rest, partial(self._without_factor, restated, sign, own[1], rest)
            cleared = self._cleared(place, p)
            if cleared is None:
                return
            p, powers, _, _ = cleared
            ((m, _),) = powers.items()
            found = self.sign(place, self.node(m[0])[1])
            if found is None or (found[0] not in (">", "<") and sign != "!="):
                return
            divisors += [found[1]] * len(m)
            outer = times(outer, powers)
            if found[0] == "<" and len(m) % 2:
                p, outer = plus({}, p, -1), plus({}, outer, -1)

    def _restated(self, place: Place, sign: str, s: int, divisors: tuple[int, ...], outer: Poly, k: int) -> int | None:
        """0 < s, 0 <= s or not s = 0 from a fact that has s as its normal form times positive divisors."""
        if sign == "!=":
            equal = self.node(self.f(k))[1]

            def body(h: int) -> int:
                return self.conflict(self.needed(self.equal(place, equal, (), [(outer, h)]), "a normal form"), k)

            return self.refute(self.eq(self.zero, s), body)
        goal = self.make("<" if sign == ">" else "<=", self.zero, s)
        return self.equal(place, goal, [(1, [k, *divisors], [])])

    def _without_factor(self, build: Callable[[int], int | None], sign: str, up: int, rest: int, k: int) -> int | None:
        """The same of what is left of s without a positive factor."""
        j = build(k)
        goal = self.make("<" if sign == ">" else "<=", self.zero, rest)
        return None if j is None else self.cancelled(goal, up, j)

    def _carried(self, t: int, own: Sign, ks: list[int], flipped: bool, total: Equations) -> Sign:
        """The sign of t = (product of what ks are about)*s + equations, from that of s."""
        sign = FLIP[own[0]] if flipped else own[0]
        eqs = self._against(total, 1 if sign[0] == ">" else -1)
        return sign, self.comb(self.beside_zero(sign, t), [(1, [own[1], *ks])], eqs)

    def _unequal_as(self, t: int, unequal: int, total: Equations) -> int:
        """not t = 0 from not s = 0, where t is s and equations."""
        s = self.node(self.node(self.f(unequal))[1])[1]

        def body(h: int) -> int:
            zero = self.comb(self.eq(s, self.zero), (), [h, *self._against(total)])
            return self.conflict(zero, unequal)

        return self.refute(self.eq(t, self.zero), body)

    def _against(self, eqs: Equations, sign: int = 1) -> list[tuple[int, int]]:
        """t = sum of f (l - r): what stands in a comb for t."""
        return [(self.make("*", self.number(-sign), self.factored(f)), k) for f, k in self._joined(eqs)]

    # what vanishes
    def vanishing(self, place: Place, p: Poly) -> Equations | None:
        """Equations with cofactors that p is the sum of, p = sum of f (l - r); None where it does not vanish."""
        total: Equations = []
        outer: Poly = _ONE
        for _ in range(40):
            p, eqs = self.reduced(place, p)
            total += [(times(outer, f), k) for f, k in eqs]
            if not p:
                return total
            cleared = self._cleared(place, p)
            if cleared is None:
                self.left_over = " + ".join(f"{c}*{'*'.join(map(self.state.show, m))}" for m, c in p.items())[:600]
                return None
            p, factor, f, k = cleared
            total.append((times(outer, f), k))
            outer = times(outer, factor)
        return None

    def _cleared(self, place: Place, p: Poly, single: bool = False) -> tuple[Poly, Poly, Poly, int] | None:
        """q, v^m, f, k with p = v^m q + f (d v - 1) for an inverse v = inv d of what is known to be nonzero."""
        for v in sorted((a for a in atoms(p) if self.is_op(a, "inv")), reverse=True):
            k = None if single and self._single(self.node(v)[1]) is None else self._inverse(place, v)
            if k is None:
                continue
            d = self.poly(self.node(v)[1])
            most = max(m.count(v) for m in p)
            dv = times(d, {(v,): Fraction(1)})
            q: Poly = {}
            f: Poly = {}
            for m, c in p.items():
                j = m.count(v)
                rest: Poly = {without(m, v, j): c}
                q = plus(q, times(rest, power(d, most - j)))
                geometric: Poly = {}
                for i in range(most - j):
                    geometric = plus(geometric, power(dv, i))
                f = plus(f, times({m: c}, geometric), -1)
            # p = sum c m, c m = c m (dv)^(most-j) - c m ((dv)^(most-j) - 1)
            return q, power({(v,): Fraction(1)}, most), f, k
        return None

    def equal(self, place: Place, goal: int, parts: Sequence[Whole] = (), known: Equations | None = None) -> int | None:
        """The goal a = b, a <= b or a < b, as the sum of these parts and of equations."""
        _, a, b = self.node(goal)
        if self.is_vector(a):
            return self._equal_vectors(place, goal, a, b)
        p = self.poly(self.minus(b, a))
        for c, ks, squares in parts:
            q: Poly = {(): Fraction(c)}
            for k in ks:
                _, low, high = self.node(self.f(k))
                q = times(q, self.poly(self.minus(high, low)))
            for s in squares:
                q = times(q, power(self.poly(s), 2))
            p = plus(p, q, -1)
        given: list[tuple[int, int]] = []
        for f, k in known or ():
            _, low, high = self.node(self.f(k))
            p = plus(p, times(f, self.poly(self.minus(high, low))), -1)
            given.append((self.factored(f), k))
        eqs = self.vanishing(place, p)
        if eqs is None:
            return None
        return self.comb(goal, parts, given + [(self.neg(self.factored(f)), k) for f, k in self._joined(eqs)])

    def _joined(self, eqs: Equations) -> Equations:
        """Every equation once."""
        total: dict[int, Poly] = {}
        for f, k in eqs:
            total[k] = plus(total.get(k, {}), f)
        return [(f, k) for k, f in total.items() if f]

    def _equal_vectors(self, place: Place, goal: int, a: int, b: int) -> int | None:
        v, found = self.reduced_vector(place, dict(self.vec(self.minus(b, a))))
        for atom, p in v.items():
            eqs = self.vanishing(place, p)
            if eqs is None:
                return None
            found += [(self.make("*", self.factored(f), atom), k) for f, k in self._joined(eqs)]
        return self.comb(goal, (), [(self.neg(f), k) for f, k in found])


def _measure(a: Fraction, b: Fraction) -> Fraction:
    """The greatest number of which both are multiples."""
    return Fraction(gcd(a.numerator * b.denominator, b.numerator * a.denominator), a.denominator * b.denominator)
