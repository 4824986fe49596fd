"""Sums over any number of tokens: expanded term by term, their summed letters numbered in one canonical way."""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from verify.kernel.atoms import Atom, Monomial, Poly, atom, joined, placeholder, renamed, thawed
from verify.kernel.division import Division
from verify.kernel.members import Vector
from verify.kernel.polynomials import add, mul, product
from verify.kernel.terms import TOKEN, Letter, Rejected, Term, make, over, range_sort

_SUM_LIMIT = 4


class Sums(Division):
    """Sums of scalars; those of vectors are closed in the same way."""

    @abstractmethod
    def vector_sum(self, u: Vector, v: Vector, c: int = 1) -> Vector:
        """u + c v."""

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
        best: tuple[Any, ...] | None = None
        alike = [list(group) for _, group in itertools.groupby(sorted(binders, key=_kind), _kind)]
        for groups in itertools.product(*map(itertools.permutations, alike)):
            order_ = [binder for group in groups for binder in group]
            names_: dict[Letter, Letter] = {}
            for k, (name, _) in enumerate(order_):
                names_[name] = placeholder(name.sort, rank + k)
            self.work.spend(1)
            form = (
                tuple((names_[name], _renamed_range(r, names_)) for name, r in order_),
                joined((renamed(a, names_), k) for a, k in inside),
                renamed(core, names_) if core is not None else None,
            )
            sort_key = (
                [(a.number, k) for a, k in form[1]],
                form[2].number if form[2] is not None else 0,
            )
            if best is None or sort_key < best[0]:
                best = (sort_key, form)
        assert best is not None
        return (outside, *best[1])

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


def _kind(binder: tuple[Letter, Any]) -> str:
    return str(binder[1][0]) + str(binder[0].sort)


def _letters(where: Any) -> set[Letter]:
    return {where[1]} if where[0] == "before" else set()


def _renamed_range(where: Any, names: dict[Letter, Letter]) -> Any:
    return ("before", names.get(where[1], where[1])) if where[0] == "before" else where
