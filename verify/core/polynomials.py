"""The one normal form: a vector is a combination of atoms with polynomials over atoms; a number is one of the atom 1.

Built in are + and * and literals, that `dot` is bilinear and symmetric, `lin` linear, `sum` linear (a factor without
the bound letter leaves it), and `dot` and `lin` of a sum; the arguments of an atom are in normal form. Nothing else: no
sign, no inverse, no equation. Coefficients are integers over one denominator.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

from .terms import Declined, R, State, is_value

Monomial = tuple[int, ...]  # atoms, sorted, one for each factor
STEP_WORK, FILE_WORK = 2_000_000, 200_000_000
DEGREE, BITS = 65_536, 65_536


class Polynomial:
    """terms[m]/denominator for each monomial m; no coefficient is 0."""

    __slots__ = ("denominator", "terms")

    def __init__(self, terms: dict[Monomial, int] | None = None, denominator: int = 1) -> None:
        self.terms, self.denominator = terms or {}, denominator

    def add(self, other: Polynomial, factor: Fraction | int = 1) -> None:
        """This plus factor*other, in place."""
        denominator = lcm(self.denominator, other.denominator * factor.denominator)
        if denominator.bit_length() >= BITS:
            raise Declined("denominators are too large")
        if denominator != self.denominator:
            up = denominator // self.denominator
            self.terms = {m: c * up for m, c in self.terms.items()}
            self.denominator = denominator
        up = factor.numerator * (denominator // (other.denominator * factor.denominator))
        terms = self.terms
        for m, c in other.terms.items():
            new = terms.get(m, 0) + up * c
            if new:
                terms[m] = new
            else:
                terms.pop(m, None)

    def coefficient(self, m: Monomial) -> Fraction:
        return Fraction(self.terms.get(m, 0), self.denominator)

    def size(self) -> tuple[int, int]:
        """The degree, and the bits of the largest coefficient and the denominator."""
        bits = max(map(int.bit_length, self.terms.values()), default=0) + self.denominator.bit_length()
        return max(map(len, self.terms), default=0), bits


Form = dict[int, Polynomial]  # atoms and their coefficients, none of them 0
ONE, UNIT = -1, Polynomial({(): 1})  # the atom of numbers; UNIT is never changed


class Normal:
    """Normal forms of the terms of one state, and the work that they cost."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._forms: dict[int, Form] = {}
        self._terms: dict[int, int] = {}
        self._step = self._file = 0

    def new_step(self) -> None:
        self._step = 0

    def _work(self, units: int) -> None:
        self._step += units
        self._file += units
        if self._step > STEP_WORK or self._file > FILE_WORK:
            raise Declined("too much arithmetic")

    def product(self, p: Polynomial, q: Polynomial) -> Polynomial:
        if p is UNIT or q is UNIT:
            return p if q is UNIT else q
        (degree, bits), (more, longer) = p.size(), q.size()
        degree, bits = degree + more, bits + longer
        if degree >= DEGREE or bits >= BITS:
            raise Declined("degrees or coefficients are too large")
        self._work(len(p.terms) * len(q.terms) * (1 + (bits + degree) // 512))
        terms: dict[Monomial, int] = {}
        for m, c in p.terms.items():
            for n, d in q.terms.items():
                key = tuple(sorted(m + n)) if m and n else m or n
                terms[key] = terms.get(key, 0) + c * d
        denominator = p.denominator * q.denominator
        common = gcd(denominator, *terms.values()) if denominator > 1 else 1
        return Polynomial({m: c // common for m, c in terms.items() if c}, denominator // common)

    # ---- numbers and vectors

    def number(self, t: int) -> Polynomial:
        """A number as a polynomial; what is returned must not be changed."""
        return self.form(t).get(ONE) or Polynomial()

    def add(self, v: Form, w: Form, factor: Polynomial = UNIT, sign: int = 1) -> None:
        """v plus sign*factor*w, in place."""
        for u, p in w.items():
            result = v[u] = v.get(u) or Polynomial()
            result.add(p if factor is UNIT else self.product(factor, p), sign)
            if not result.terms:
                del v[u]

    def difference(self, a: int, b: int) -> Form:
        """b - a."""
        result: Form = {}
        self.add(result, self.form(b))
        self.add(result, self.form(a), sign=-1)
        return result

    def form(self, t: int) -> Form:
        """A number or a vector as a combination of atoms; what is returned must not be changed."""
        if t not in self._forms:
            self._forms[t] = self._form(t)
            self._work(1 + sum(len(p.terms) for p in self._forms[t].values()))
        return self._forms[t]

    def _form(self, t: int) -> Form:
        s = self.state
        op, *a = s.nodes[t]
        result: Form = {}
        if op == "q":
            return {ONE: Polynomial({(): a[0].numerator}, a[0].denominator)} if a[0] else {}
        if op == "zeroV":
            return {}
        if op == "+":
            while s.nodes[a[0]][0] == "+" and a[0] not in self._forms:
                a[:1] = s.nodes[a[0]][1:]
            for x in a:
                self.add(result, self.form(x))
        elif op == "*":
            self.add(result, self.form(a[1]), self.number(a[0]))
        elif op in ("dot", "lin"):
            left, right = self.form(a[0]) if op == "dot" else {self.term(a[0]): UNIT}, self.form(a[1])
            for u, p in left.items():
                for v, q in right.items():
                    self.add(result, self._atoms(op, u, v), self.product(p, q))
        elif op == "sum":
            sort, body = self._opened(a[1])
            for u, p in self.form(body).items():
                for m, c in p.terms.items():
                    inside, outside = self._parted(m)
                    coefficient = self.product(Polynomial({(): c}, p.denominator), outside)
                    inner = self._term(Polynomial({inside: 1}))
                    if u != ONE and s.uses_bound(u):
                        inner = u if inside == () else s.make("*", inner, u)
                        self.add(result, {self._summed(a[0], sort, inner): coefficient})
                    else:
                        size = Polynomial({(self._summed(a[0], sort, inner),): 1})
                        rest = {ONE: UNIT} if u == ONE else self.form(s.shifted(u, -1, 0))
                        self.add(result, rest, self.product(coefficient, size))
        elif s.sorts[t] == R:
            return {ONE: Polynomial({(s.rebuilt(t, self.term),): 1})}
        else:
            return {s.rebuilt(t, self.term): UNIT}
        return result

    # ---- sums: bodies of functions have the bound letter 0

    def _opened(self, f: int) -> tuple[object, int]:
        """Sort of the letter and body of a function."""
        s = self.state
        if s.nodes[f][0] == "lam":
            return s.nodes[f][1], s.nodes[f][2]
        sort = s.sorts[f][1]
        return sort, s.make("ap", s.shifted(f, 1, 0), s.make("b", 0, sort))

    def _parted(self, m: Monomial) -> tuple[Monomial, Polynomial]:
        """The factors with the bound letter; the product of the others, lowered to where the sum is, normal there."""
        s = self.state
        inside = tuple(x for x in m if s.uses_bound(x))
        outside = UNIT
        for x in m:
            if not s.uses_bound(x):
                outside = self.product(outside, self.number(s.shifted(x, -1, 0)))
        return inside, outside

    def _summed(self, over: int, sort: object, body: int) -> int:
        return self.state.make("sum", self.term(over), self.state.make("lam", sort, body))

    def _atoms(self, op: str, u: int, v: int) -> Form:
        """`dot` or `lin` of two atoms; a sum among them comes out."""
        s = self.state
        for x, other in (u, v), (v, u):
            if s.nodes[x][0] == "sum":
                _, over, e = s.nodes[x]
                sort, body = self._opened(e)
                other = s.shifted(other, 1, 0)
                inner = s.make("dot", body, other) if op == "dot" else s.make("lin", other, body)
                return self.form(s.make("sum", over, s.make("lam", sort, inner)))
        if op == "lin":
            return {s.make("lin", u, v): UNIT}
        return {ONE: Polynomial({(s.make("dot", min(u, v), max(u, v)),): 1})}

    # ---- terms in normal form

    def _term(self, p: Polynomial) -> int:
        """The polynomial as a term; equal polynomials give equal terms."""
        s = self.state
        summands = []
        for m in sorted(p.terms):
            c = p.coefficient(m)
            summands.append(s.times(*([s.number(c)] if c != 1 or not m else []), *m))
        self._work(len(p.terms))
        return s.plus(*summands) if summands else s.number(0)

    def term(self, t: int) -> int:
        """t with every number and vector in it in normal form; its value is that of t at all its letters."""
        s = self.state
        if t not in self._terms:
            if s.sorts[t] == R:
                found = self._term(self.number(t))
            elif is_value(s.sorts[t]):
                parts = [
                    s.make("*", self._term(p), u) if (p.terms, p.denominator) != ({(): 1}, 1) else u
                    for u, p in sorted(self.form(t).items())
                ]
                found = s.plus(*parts) if parts else s.null_of(s.sorts[t])
            else:
                found = s.rebuilt(t, self.term)
            self._terms[t] = found
            self._work(1)
        return self._terms[t]

    def same(self, a: int, b: int) -> bool:
        """Whether two terms of one sort have one normal form."""
        if is_value(self.state.sorts[a]):
            return not self.difference(a, b)
        return self.term(a) == self.term(b)
