"""Signs of numbers, each as a derivation: from facts, from the terms of a sum, from a common factor."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from ..core.terms import LEAVES
from .emit import Found
from .facts import Facts, Piece, Place
from .polynomials import Monomial, Poly, atoms, cofactor, common, multiple, plus, proportional, quotient

BUSY = object()  # in the place of a sign or an equation that is being looked for
FLIP = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "!=": "!="}
Form = tuple[str, int, Callable[[int], "int | None"]]  # a sign, of what, and how a sequent of that is made
Forms = Callable[[Place, int], list[Form]]
Sign = tuple[str, int]  # ">" and 0 < t, ">=" and 0 <= t, "<" and t < 0, "<=" and t <= 0, "!=" and not t = 0


class Signs(Facts):
    """Signs at a place; what is looked for is found by what inherits this."""

    known: Callable[[Place, int], int | None]
    instance: Callable[[Place, int], int | None]
    learnt: Callable[[Place, int], list[Form]]
    under_root: Callable[[Place, int], int | None]
    visible: Callable[[Place, int], int | None]
    cleared_sign: Callable[[Place, int], Sign | None]
    positive: Callable[[Place, int], int | None]
    moves: Callable[[Place, int], int | None]
    throughout: Callable[[Place, int], int | None]
    _first: Callable[[int], int | None]

    def __init__(self, state: Any, library: Any = None) -> None:
        super().__init__(state, library)
        self._polys: dict[int, Poly] = {}
        self._blocked = False  # what was looked for asked for itself, and may be found elsewhere
        self._noted: set[int] = set()
        self.written: dict[int, list[tuple[int, ...]]] = {}  # of inv: the two factors; of sqrt: what is under it
        self._clearing, self._learning, self._deepest = 0, 0, 1
        self.nonempty: dict[int, int] = {}  # ranges that are known to have an element

    # polynomials
    def poly(self, t: int) -> Poly:
        """A number as a polynomial over atoms."""
        if t not in self._polys:
            p = self.derivation._normal.number(t)
            self._note(t)
            self._polys[t] = {m: Fraction(c, p.denominator) for m, c in p.terms.items()}
        return self._polys[t]

    def _note(self, t: int) -> None:
        """Keeps how what is divided by, or under a root, was written: its normal form may not show its sign."""
        stack = [t]
        while stack:
            top = stack.pop()
            op, *args = self.node(top)
            if top in self._noted or op in LEAVES or op == "lam":
                continue
            self._noted.add(top)
            stack += args
            product = op == "inv" and self.is_op(args[0], "*") and not self.is_op(self.node(args[0])[1], "q")
            if op == "sqrt" or product:
                own = self._first(top)
                if own is not None:
                    said = self.written.setdefault(own, [])
                    said.append(tuple(self.node(args[0])[1:]) if op == "inv" else (args[0],))

    def term_of(self, p: Poly) -> int:
        """A polynomial as a term."""
        if not p:
            return self.zero
        return self.add(*[self.monomial_term(m, c) for m, c in sorted(p.items())])

    def monomial_term(self, m: Monomial, c: Fraction | int = 1) -> int:
        if not m:
            return self.number(c)
        return self.mul(*([self.number(c)] if c != 1 else []), *m)

    def remembered(self, kept: dict[int, Any], key: int, look: Callable[[], int | None]) -> int | None:
        """What is found; that there is nothing is kept only if it was not because of what is being looked for."""
        if key in kept:
            self._blocked |= kept[key] is BUSY
            return None if kept[key] is BUSY else kept[key]
        kept[key] = BUSY
        before, self._blocked = self._blocked, False
        found = look()
        if found is None and self._blocked:
            kept.pop(key, None)
        else:
            kept[key] = found
        self._blocked |= before
        return found

    def gathered(self, kept: dict[int, list[Found]], key: int, look: Callable[[], Iterable[Found]]) -> list[Found]:
        """All that is found, likewise; nothing while it is being looked for."""
        if key not in kept:
            kept[key] = []
            before, self._blocked = self._blocked, False
            found = list(look())
            if self._blocked:
                del kept[key]  # something that it asks is being looked for: it may say more later
            else:
                kept[key] = found
            self._blocked |= before
            return found
        return kept[key]

    def harder(self, look: Callable[[], int | None]) -> int | None:
        """What is found if facts in their normal form may rest on others in theirs."""
        if self._deepest > 1:
            return None
        self._deepest = 2
        try:
            return look()
        finally:
            self._deepest = 1

    # facts about signs
    def _signed(self, place: Place) -> list[tuple[Piece, str, int]]:
        """The pieces that say a sign, with the number of which they say it."""

        def find() -> list[tuple[Piece, str, int]]:
            said = ((piece, self._says(piece.conclusion)) for piece in self.all_pieces(place))
            return [(piece, *sign) for piece, sign in said if sign is not None]

        return place.once("signed", "", find)

    def _says(self, p: int) -> tuple[str, int] | None:
        op, *args = self.node(p)
        if op in ("<", "<=") and self.sort(args[0]) == "R":
            return (">" if op == "<" else ">="), self.minus(args[1], args[0])
        if op == "not":
            inner, *sides = self.node(args[0])
            if inner == "=" and self.sort(sides[0]) == "R":
                return "!=", self.minus(sides[1], sides[0])
        return None

    def by_facts(self, place: Place, t: int) -> Sign | None:
        """The best sign of t that a fact says of a multiple of it, as it stands or in its normal form."""
        p = self.poly(t)
        if not p:
            return None
        weak: dict[str, int] = {}
        found = self._by_facts(place, t, p, weak, self._as_they_stand)
        if found is None and self._learning < self._deepest:
            self._learning += 1
            try:
                found = self._by_facts(place, t, p, weak, self.learnt)
            finally:
                self._learning -= 1
        if found is not None:
            return found
        if "!=" in weak and (">=" in weak or "<=" in weak):
            return self._sharpened(t, weak)
        return next(((s, weak[s]) for s in (">=", "<=", "!=") if s in weak), None)

    def _by_facts(self, place: Place, t: int, p: Poly, weak: dict[str, int], forms: Forms) -> Sign | None:
        """A strict sign; weak ones are kept."""
        exact = forms == self._as_they_stand
        for piece, _, q_term in self._signed(place):
            for values in self._choices(piece, q_term, p, exact):
                for sign, said, build in forms(place, self.said_at(piece, values)):
                    q = self.poly(said)
                    found = multiple(p, q)
                    if found is None or (sign == "!=" and found[1]) or found[0] * found[1] < 0:
                        continue
                    c, rest = found
                    k = self.at(piece, values, lambda goal: self.known(place, goal))
                    j = None if k is None else build(k)
                    if j is None:
                        continue
                    made = self._multiple_sign(t, j, ">" if rest else sign, c)
                    if made[0] in (">", "<"):
                        return made
                    weak[made[0]] = made[1]
        return None

    def _as_they_stand(self, place: Place, conclusion: int) -> list[Form]:
        return [(*self.needed(self._says(conclusion), "no sign", conclusion), lambda k: k)]

    def _sharpened(self, t: int, weak: dict[str, int]) -> Sign:
        """0 < t from 0 <= t and not t = 0, or the same below."""
        sign = ">" if ">=" in weak else "<"
        k, goal = weak[f"{sign}="], self.beside_zero(sign, t)

        def other(j: int) -> int:
            both = (j, k) if sign == ">" else (k, j)
            return self.anything(goal, self.by("antisym", (t, self.zero), *both), weak["!="])

        return sign, self.contrary(goal, other)

    def beside_zero(self, sign: str, t: int) -> int:
        """0 < t, 0 <= t, t < 0 or t <= 0."""
        op = "<" if len(sign) == 1 else "<="
        return self.make(op, self.zero, t) if sign[0] == ">" else self.make(op, t, self.zero)

    def _put(self, t: int, x: int, value: int) -> int:
        return self.ap(self.lam(x, t), value)

    def said_at(self, piece: Piece, values: Mapping[int, int]) -> int:
        """What a fact says of these values."""
        said = piece.conclusion
        for x in piece.variables:
            said = self._put(said, x, values[x])
        return said

    def _choices(self, piece: Piece, q_term: int, p: Poly, exact: bool) -> list[dict[int, int]]:
        if not piece.variables:
            return [{}]
        if exact and abs(len(self.poly(q_term)) - len(p)) > 1:
            return []
        if any(not str(self.sort(x)).startswith("I:") for x in piece.variables):
            return self.matched(piece, self.poly(q_term), p)
        letters = {x for a in atoms(p) for x in self.state.free[a]}
        allowed = [sorted(y for y in letters if self.sort(y) == self.sort(x)) for x in piece.variables]
        if math.prod(map(len, allowed)) > (300 if exact else 60):
            return []
        return [dict(zip(piece.variables, choice, strict=True)) for choice in itertools.product(*allowed)]

    def matched(self, piece: Piece, q: Poly, p: Poly) -> list[dict[int, int]]:
        """Values at which an atom of q that has all variables of a fact is one of p."""
        variables = frozenset(piece.variables)
        whole = sorted((a in variables, a) for a in atoms(q) if variables <= self.state.free[a])
        if not whole:
            return []
        found = [self.match(whole[0][1], a, variables, {}) for a in atoms(p)]
        return [values for values in found if values is not None and len(values) == len(variables)]

    def _multiple_sign(self, t: int, k: int, sign: str, c: Fraction) -> Sign:
        """The sign of t = c q (and a number of its sign) from that of q = r - l, k being l < r, l <= r or not l = r."""
        if sign == "!=":
            equal = self.node(self.f(k))[1]
            scale = self.number(-1 / c)
            unequal = self.refute(self.eq(t, self.zero), lambda h: self.conflict(self.comb(equal, (), [(scale, h)]), k))
            return "!=", unequal
        own = sign if c > 0 else FLIP[sign]
        return own, self.comb(self.beside_zero(own, t), [(abs(c), [k])])

    # signs
    def sign(self, place: Place, t: int) -> Sign | None:
        """The sign of t, as far as it is known."""
        plain = not (self._learning or self._clearing)
        return self._tried(place, "signs", t, plain, lambda: self._whole_sign(place, t))

    def _whole_sign(self, place: Place, t: int) -> Sign | None:
        found = self._sign(place, t)
        return found if self._strict(found) else self.cleared_sign(place, t) or found

    def _strict(self, found: Sign | None) -> bool:
        return found is not None and found[0] in (">", "<")

    def _tried(self, place: Place, name: str, t: int, plain: bool, look: Callable[[], Sign | None]) -> Sign | None:
        """A sign, looked for once in every manner of looking, unless that asked for itself.

        plain : whether what is found now is all that can be found; a strict sign is that in any manner.
        """
        kept, tried = place.kept.setdefault(name, {}), place.kept.setdefault("tried", {})
        manner = name, t, self._learning, self._clearing
        if t in kept:
            self._blocked |= kept[t] is BUSY
            return None if kept[t] is BUSY else kept[t]
        if manner not in tried:
            kept[t] = BUSY
            before, self._blocked = self._blocked, False
            found = look()
            del kept[t]
            if not self._blocked:
                tried[manner] = found
            self._blocked |= before
        else:
            found = tried[manner]
        if plain or self._strict(found):
            kept[t] = found
        return found

    def _sign(self, place: Place, t: int) -> Sign | None:
        p = self.poly(t)
        if not p:
            return ">=", self.comb(self.le(self.zero, t))
        found = self._by_terms(place, t, p)
        if found is not None and found[0] in (">", "<"):
            return found
        better = self.by_facts(place, t)
        if found is None or (better is not None and better[0] in (">", "<")):
            found = better or found
        if found is None or found[0] == "!=":
            found = self._by_common(place, t, p) or self._by_factor(place, t, p) or found
        return found

    def _by_factor(self, place: Place, t: int, p: Poly) -> Sign | None:
        """The sign of a sum that another one divides of which a fact says the sign."""
        for piece, sign, q_term in self._signed(place):
            q = self.poly(q_term)
            if piece.variables or piece.conditions or sign == ">=" or not 1 < len(q) <= len(p):
                continue
            rest = quotient(p, q)
            if rest is None or len(rest) < 2:
                continue
            one, two = self.sign(place, self.term_of(q)), self.sign(place, self.term_of(rest))
            if one is None or two is None or one[0] in (">=", "<=") or two[0] in (">=", "<="):
                continue
            if "!=" in (one[0], two[0]):
                a, b = self.term_of(q), self.term_of(rest)
                return "!=", self._nonzero_pair(t, a, b, self.unequal(a, one), self.unequal(b, two))
            sign = ">" if one[0] == two[0] else "<"
            return sign, self.comb(self.beside_zero(sign, t), [(1, [one[1], two[1]])])
        return None

    def _by_terms(self, place: Place, t: int, p: Poly) -> Sign | None:
        total: str | None = None
        parts = []
        for m, c in p.items():
            own = self.monomial(place, m)
            if own is None:
                return None
            sign, ks, squares = own
            if sign == "!=":
                product = self._nonzero_product(place, t, m, c) if len(p) == 1 else None
                return None if product is None else ("!=", product)
            if c < 0:
                sign = FLIP[sign]
            if total is None:
                total = sign
            elif total[0] != sign[0]:
                return None
            elif sign in (">", "<"):
                total = sign
            parts.append((abs(c), ks, squares))
        assert total is not None
        return total, self.comb(self.beside_zero(total, t), parts)

    def monomial(self, place: Place, m: Monomial) -> tuple[str, list[int], list[int]] | None:
        """The sign of a monomial: the inequalities and the squares whose product it is, up to its sign."""
        weakest, ks, squares = ">", [], []
        for a in sorted(set(m)):
            k = m.count(a)
            own = self.atom_sign(place, a)
            if k % 2 == 0 and (own is None or own[0] not in (">", "<")):
                if own is not None and own[0] == "!=":
                    ks += [self.positive_square(a, own[1])] * (k // 2)
                    continue
                squares += [a] * (k // 2)
                if weakest == "!=":
                    return None
                weakest = {">": ">=", "<": "<="}.get(weakest, weakest)
                continue
            if own is None:
                return None
            sign = own[0]
            if sign == "!=":
                if weakest not in (">", "<", "!="):
                    return None
                weakest = "!="
                continue
            if sign in ("<", "<=") and k % 2:
                weakest = FLIP[weakest]
            if sign in (">=", "<="):
                if weakest == "!=":
                    return None
                weakest = {">": ">=", "<": "<="}.get(weakest, weakest)
            ks += [own[1]] * k
        return weakest, ks, squares

    def positive_square(self, t: int, unequal: int) -> int:
        """0 < t*t from not t = 0."""
        square = self.mul(t, t)
        goal = self.lt(self.zero, square)

        def flat(j: int) -> int:  # t*t <= 0
            up, down = (self._from_square(j, p) for p in (self.le(t, self.zero), self.le(self.zero, t)))
            return self.anything(goal, self.by("antisym", (t, self.zero), up, down), unequal)

        return self.contrary(goal, flat)

    def _from_square(self, j: int, goal: int) -> int:
        """t <= 0 or 0 <= t from t*t <= 0."""
        return self.impossible(goal, lambda k: [(1, [k, k]), j])

    def _nonzero_product(self, place: Place, t: int, m: Monomial, c: Fraction) -> int | None:
        """not t = 0, t = c m with nonzero factors."""
        eqs = []
        for a in m:
            own = self.atom_sign(place, a)
            if own is None or own[0] in (">=", "<="):
                return None
            eqs.append((a, self.by("inv", (a,), self.unequal(a, own))))

        def body(h: int) -> int:
            # 1 = prod (a inv a), one factor after the other; t = c m
            cofactors = []
            before: list[int] = []
            for a, k in eqs:
                cofactors.append((self.mul(*before) if before else self.one, k))
                before += [a, self.make("inv", a)]
            inverses = self.mul(self.number(1 / c), *[self.make("inv", a) for a, _ in eqs])
            # -1 = -(1 - prod) - prod, and inverses*(0 - t) = -prod
            steps = [(self.neg(f), k) for f, k in cofactors] + [(inverses, h)]
            k = self.comb(self.eq(self.one, self.zero), (), steps)
            return self.absurd(self.false, [self.unit], [k])

        return self.refute(self.eq(t, self.zero), body)

    @property
    def unit(self) -> int:
        """0 < 1."""
        return self.comb(self.lt(self.zero, self.one))

    @property
    def weak_zero(self) -> int:
        """0 <= 0."""
        return self.comb(self.le(self.zero, self.zero))

    def atom(self, t: int) -> int:
        """The atom that a term is."""
        ((m, _),) = self.poly(t).items()
        return m[0]

    def _by_common(self, place: Place, t: int, p: Poly) -> Sign | None:
        factor = common(p)
        if not factor:
            return None
        outer = self.monomial(place, factor)
        if outer is None or len(p) < 2:
            return None
        rest = self.term_of(cofactor(p, factor))
        inner = self.sign(place, rest)
        if inner is None:
            return None
        sign, ks, squares = outer
        if "!=" in (inner[0], sign):
            if any(x in (">=", "<=") for x in (inner[0], sign)):
                return None
            whole = self.monomial_term(factor)
            a, b = self.nonzero(place, whole), self.nonzero(place, rest)
            return None if a is None or b is None else ("!=", self._nonzero_pair(t, whole, rest, a, b))
        strict = len(inner[0]) == len(sign) == 1
        own = (">" if inner[0][0] == sign[0] else "<") + ("" if strict else "=")
        return own, self.comb(self.beside_zero(own, t), [(1, [*ks, inner[1]], squares)])

    def _nonzero_pair(self, t: int, a: int, b: int, ka: int, kb: int) -> int:
        """not t = 0 for t = a b."""
        inverse = self.by("inv", (a,), ka)

        def body(h: int) -> int:
            k = self.comb(self.eq(b, self.zero), (), [(self.make("inv", a), h), (self.neg(b), inverse)])
            return self.conflict(k, kb)

        return self.refute(self.eq(t, self.zero), body)

    def nonzero(self, place: Place, t: int) -> int | None:
        """not t = 0."""
        found = self.sign(place, t)
        if found is None or found[0] in (">=", "<="):
            return None
        return self.unequal(t, found)

    def unequal(self, t: int, found: Sign) -> int:
        """not t = 0 from a strict sign."""
        sign, k = found
        if sign == "!=":
            return k

        def body(h: int) -> int:
            c = self.one if sign == ">" else self.number(-1)
            return self.absurd(self.false, [k], [(c, h)])

        return self.refute(self.eq(t, self.zero), body)

    def nonnegative(self, place: Place, t: int) -> int | None:
        """0 <= t."""
        found = self.sign(place, t)
        return self.weak(found[1]) if found is not None and found[0] in (">", ">=") else None

    # atoms
    def atom_sign(self, place: Place, a: int) -> Sign | None:
        """The sign of an atom."""
        return self._tried(place, "atoms", a, not self._learning, lambda: self._atom_sign(place, a))

    def _atom_sign(self, place: Place, a: int) -> Sign | None:
        op, *args = self.node(a)
        if op == "exp":
            return ">", self.by("exp pos", args)
        if op == "pi":
            return ">", self.comb(self.lt(self.zero, a), [self.step("ax", "pi")])
        if op == "inv":
            own = self.sign(place, args[0])
            return None if own is None or own[0] in (">=", "<=") else self._inverse_sign(args[0], own)
        by_kind = self._by_kind(place, a, op, args) if op == "sum" else None
        if self._strict(by_kind):
            return by_kind
        found = self.by_facts(place, a)
        if found is not None and found[0] in (">", "<"):
            return found
        by_kind = by_kind or self._by_kind(place, a, op, args)
        if by_kind is not None and found is not None and found[0] == "!=" and by_kind[0] == ">=":
            return self._sharpened(a, {">=": by_kind[1], "!=": found[1]})
        return by_kind or found

    def _inverse_sign(self, d: int, own: Sign) -> Sign:
        inverse = self.make("inv", d)
        if own[0] == ">":
            return ">", self.by("inv pos", (d,), own[1])
        one = self.by("inv", (d,), self.unequal(d, own))
        if own[0] == "<":
            goal = self.lt(inverse, self.zero)  # from 0 <= inv d, 1 = d inv d <= 0
            return "<", self.impossible(goal, lambda k: [(1, [k, own[1]]), self.unit], [self.off(one)])

        def body(h: int) -> int:
            k = self.comb(self.eq(self.one, self.zero), (), [self.off(one), (d, h)])
            return self.absurd(self.false, [self.unit], [k])

        return "!=", self.refute(self.eq(inverse, self.zero), body)

    def _by_kind(self, place: Place, a: int, op: str, args: list[int]) -> Sign | None:
        if op == "norm":
            square = self.sign(place, self.make("dot", args[0], args[0]))
            k = self.right(self.by("norm", args))
            if square is not None and square[0] == ">":
                return ">", self._positive_root(a, k, self.left(self.by("norm", args)), square[1])
            return ">=", k
        if op == "sqrt":
            inside = self.sign(place, args[0])
            if inside is None or inside[0] not in (">", ">="):
                weak = self.under_root(place, a)
                return None if weak is None else (">=", self.right(self.by("sqrt", args, weak)))
            both = self.by("sqrt", args, self.weak(inside[1]))
            if inside[0] == ">":
                return ">", self._positive_root(a, self.right(both), self.left(both), inside[1])
            return ">=", self.right(both)
        if op == "dot" and args[0] == args[1]:
            return ">=", self.by("dot pos", (args[0],))
        if op == "sum":
            return self._sum_sign(place, a, *args)
        if op == "abs":
            return ">=", self.absolute(args[0], self.le(self.zero, a))
        if op == "real":
            return ">=", self.by("real nonneg", args)
        if op == "pow":
            own = self.sign(place, args[0])
            return self._sign_of_power(args[0], args[1], own) if own is not None and own[0] in (">", ">=") else None
        if op == "dim":
            return ">", self.dimension(a)
        if op == "max" and self.is_op(self.node(args[1])[-1], "max") and self._distances(*args):
            return self._diameter_sign(a)
        return None

    def _sign_of_power(self, base: int, n: int, own: Sign) -> Sign:
        """The sign of a power of what is positive, or not negative, by induction."""
        m = self.fresh("N", "n")
        predicate = self.lam(m, self.make("<" if own[0] == ">" else "<=", self.zero, self.make("pow", base, m)))
        at_zero, after = self.by("pow zero", (base,)), self.by("pow succ", (base, m))
        h = self.assume(self.ap(predicate, m))
        first = self.comb(self.ap(predicate, self.make("zero")), (), [self.off(at_zero)])
        step = self.comb(self.ap(predicate, self.make("succ", m)), [(1, [own[1], h])], [self.off(after)])
        every = self.by("induction", (predicate,), first, self.gen(self.disch(step, self.f(h)), m))
        return own[0], self.inst(every, n)

    def _distances(self, where: int, rows: int) -> bool:
        x = self.fresh(self.sort(where)[1], "x")
        op, inner, values = self.node(self.ap(rows, x))
        return bool(op == "max" and inner == where and self.is_op(self.ap(values, x), "norm"))

    def _diameter_sign(self, a: int) -> Sign | None:
        """A greatest distance is not negative: any element is at some distance from itself."""
        _, where, rows = self.node(a)
        some = self.some(where)
        if not some:
            return None
        x = self.fresh(self.sort(where)[1], "x")
        goal = self.le(self.zero, a)

        def body(h: int) -> int:
            row = self.ap(rows, x)
            _, inner, values = self.node(row)
            parts = [self.by("max above", (where, rows, x), h), self.by("max above", (inner, values, x), h)]
            parts.append(self.right(self.by("norm", (self.node(self.ap(values, x))[1],))))
            return self.comb(goal, parts)

        return ">=", self.obtain(some, x, goal, body)

    def dimension(self, a: int) -> int:
        """0 < dim E."""
        found = self.step("ax", "dim", self.make("zeroV", self.node(a)[1]))
        n = self.fresh("N", "n")
        goal = self.lt(self.zero, a)

        def body(k: int) -> int:
            size, succ = self.by("real nonneg", (n,)), self.by("real succ", (n,))
            return self.comb(goal, [size], [self.off(k), self.off(succ)])

        return self.obtain(found, n, goal, body)

    def absolute(self, t: int, goal: int) -> int:
        """A relation about abs(t) that holds for t and for -t."""
        return self.by_sign(t, goal, lambda equal, k: self._absolute(goal, equal, k))

    def by_sign(self, t: int, goal: int, body: Callable[[int, int], int]) -> int:
        """The goal from abs(t) = t and 0 <= t, and from abs(t) = -t and t <= 0."""

        def act(h: int) -> int:
            k = self.weak(h)
            return body(self.by("abs positive" if k == h else "abs negative", (t,), k), k)

        return self.cases(self.zero, t, goal, act, act)

    def difference(self, k: int) -> int:
        """b - a of a sequent that relates a and b."""
        _, a, b = self.node(self.f(k))
        return self.minus(b, a)

    def _absolute(self, goal: int, equal: int, k: int) -> int:
        """A relation, from abs(t) = t or -t, and from 0 <= t or t <= 0 as often as it has to be counted."""
        _, a, b = self.node(goal)
        _, same, value = self.node(self.f(equal))
        p, m = self.poly(self.minus(b, a)), (self.atom(same),)
        d = p.get(m, Fraction(0))
        left = plus(plus(p, {m: d}, -1), self.poly(value), d)
        often = proportional(left, self.poly(self.difference(k)))
        parts = [(often, [k])] if often is not None and often > 0 else []
        return self.comb(goal, parts, [(self.number(-d), equal)] if d else [])

    def _positive_root(self, r: int, weak: int, square: int, inside: int) -> int:
        """0 < r from 0 <= r, r*r = s, 0 < s."""
        return self.impossible(self.lt(self.zero, r), lambda k: [(1, [k, weak]), inside], [self.off(square)])

    def _sum_sign(self, place: Place, a: int, where: int, values: int) -> Sign | None:
        """A sum of nonnegative terms is not negative; one of positive terms over everything is positive."""
        sort = self.sort(where)[1]
        x = self.opening(place, where, values)
        inside = self.inside(place, where, x)
        own = self.sign(inside, self.ap(values, x))
        if own is None or own[0] == "!=":
            return None
        if own[0] in ("<", "<="):
            less = self.sign(inside, self.neg(self.ap(values, x)))
            if less is None or less[0] not in (">", ">="):
                return None
            negative = self.bind(sort, lambda y: self.neg(self.ap(values, y)))
            sign, k = self._sum_up(where, negative, x, less)
            return FLIP[sign], self.comb(self.beside_zero(FLIP[sign], a), [k])
        return self._sum_up(where, values, x, own)

    def opening(self, place: Place, *functions: int) -> int:
        """What stands for the argument of functions: the first letter of its sort that nothing known here names."""
        ks = (*place.facts, *place.use)
        here = place.once(
            "letters", "", lambda: {x for k in ks for p in (self.f(k), *self.hyps(k)) for x in self.state.free[p]}
        )
        named = here.union((place.now,), *(self.state.free[f] for f in functions))
        letters = (self.state.letter(f"bound.{n}", self.sort(functions[0])[1]) for n in itertools.count())
        return next(x for x in letters if x not in named)

    def inside(self, place: Place, where: int, x: int) -> Place:
        """The place where x is in a range."""
        said = self.ap(where, x)
        return place if self.is_op(said, "true") else place.having(self.assume(said))

    def _sum_up(self, where: int, values: int, x: int, own: Sign) -> Sign:
        """The sign of a sum over a range, from that of what is summed at x."""
        said = self.ap(where, x)
        k = self.gen(self.disch(self.weak(own[1]), said), x)
        weak = self.by("sum mono", (where, values), k)
        nonempty = own[0] == ">" and self.some(where)
        if not nonempty:
            return ">=", weak
        total = self.make("sum", where, values)
        goal = self.lt(self.zero, total)
        positive = self.gen(self.disch(own[1], said), x)
        y = self.fresh(self.sort(x), "y")

        def one(j: int) -> int:  # y is in the range
            taken, rest = self.taken(where, values, y, j)
            z = self.fresh(self.sort(x), "z")
            member = self.assume(self.ap(rest, z))
            inner = self.weak(self.mp(self.inst(positive, z), self.left(member)))
            others = self.by("sum mono", (rest, values), self.gen(self.disch(inner, self.ap(rest, z)), z))
            return self.comb(goal, [self.mp(self.inst(positive, y), j), others], [self.off(taken)])

        return ">", self.obtain(nonempty, y, goal, one)

    def some(self, where: int) -> int:
        """That a range has an element; 0 where that is not known."""
        sort = self.sort(where)[1]
        x = self.fresh(sort, "s")
        said = self.ap(where, x)
        if self.is_op(said, "true"):
            return self.witness(where, x, self.truth)
        if where in self.nonempty:
            return self.nonempty[where]
        node = self.node(said)
        if node[0] == "<=" and node[1] == x:  # upto(i)
            return self.witness(where, node[2], self.reflexive(node[2]))
        return 0

    def reflexive(self, i: int) -> int:
        """i <= i, of indices or numbers."""
        goal = self.le(i, i)
        return self.contrary(goal, lambda k: self.clash(goal, k))

    def cancelled(self, goal: int, up: int, inner: int) -> int:
        """a <= b or a < b from 0 < d and 0 <= (<) d (b - a)."""
        return self.impossible(goal, lambda k: [(1, [up, k]), inner])
