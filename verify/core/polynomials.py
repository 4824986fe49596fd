"""The one normal form: a vector is a combination of atoms with polynomials over atoms; a number is one of the atom 1.

Built in are + and * and literals, that `dot` is bilinear and symmetric, `lin` linear, `sum` linear (a factor without
the bound letter leaves it), and `dot` and `lin` of a sum; the arguments of an atom are in normal form. Nothing else: no
sign, no inverse, no equation. Coefficients are integers over one denominator. Where two polynomials of more than a few
monomials are multiplied, the atoms at hand are numbered and a monomial is one integer of 16 bits for each exponent.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm

from .terms import Declined, R, Refused, State, is_value

Monomial = tuple[int, ...]  # atoms, sorted, one for each factor
STEP_WORK, FILE_WORK = 2_000_000, 200_000_000
DEGREE, BITS = 65_536, 65_536
FEW = 16  # products of monomials below which nothing is packed


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

    def degree(self) -> int:
        return max(map(len, self.terms), default=0)

    def bits(self) -> int:
        """Of the largest coefficient."""
        return max(map(int.bit_length, self.terms.values()), default=0)


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

    # ---- polynomials

    def product(self, p: Polynomial, q: Polynomial) -> Polynomial:
        count = len(p.terms) * len(q.terms)
        if not count:
            return Polynomial()
        if p is UNIT or q is UNIT:
            return p if q is UNIT else q
        degree, bits = p.degree() + q.degree(), p.bits() + q.bits() + (p.denominator * q.denominator).bit_length()
        if degree >= DEGREE or bits >= BITS:
            raise Declined("degrees or coefficients are too large")
        if count < FEW:
            self._work(count * (1 + (bits + degree) // 512))
            terms: dict[Monomial, int] = {}
            for m, c in p.terms.items():
                for n, d in q.terms.items():
                    key = tuple(sorted(m + n)) if m and n else m or n
                    terms[key] = terms.get(key, 0) + c * d
        else:
            terms = self._packed_product(p, q, count, bits)
        denominator = p.denominator * q.denominator
        terms = {m: c for m, c in terms.items() if c}
        common = gcd(denominator, *terms.values()) if denominator > 1 else 1
        return Polynomial({m: c // common for m, c in terms.items()} if common > 1 else terms, denominator // common)

    def _packed_product(self, p: Polynomial, q: Polynomial, count: int, bits: int) -> dict[Monomial, int]:
        """Exponents below 65 536 (checked by the caller) have 16 bits each, so that none runs into the next."""
        atoms = sorted({x for r in (p, q) for m in r.terms for x in m})
        self._work(count * (1 + (bits + 16 * len(atoms)) // 512))
        place = {x: 1 << 16 * k for k, x in enumerate(atoms)}
        left = [(sum(place[x] for x in m), c) for m, c in p.terms.items()]
        right = [(sum(place[x] for x in m), c) for m, c in q.terms.items()]
        packed: dict[int, int] = {}
        for m, c in left:
            for n, d in right:
                packed[m + n] = packed.get(m + n, 0) + c * d
        terms: dict[Monomial, int] = {}
        for key, c in packed.items():
            monomial: list[int] = []
            for x in atoms:
                if not key:
                    break
                monomial += [x] * (key & 0xFFFF)
                key >>= 16
            terms[tuple(monomial)] = c
        return terms

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
        found = self._forms.get(t)
        if found is None:
            found = self._forms[t] = self._form(t)
            self._work(1 + sum(len(p.terms) for p in found.values()))
        return found

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
        elif op == "dot":
            right = self.form(a[1])
            for u, p in self.form(a[0]).items():
                for v, q in right.items():
                    self.add(result, self._dot(u, v), self.product(p, q))
        elif op == "lin":
            U = self.term(a[0])
            for u, p in self.form(a[1]).items():
                self.add(result, self._image(U, u), p)
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
            return {ONE: Polynomial({(self._atom(t),): 1})}
        else:
            return {self._atom(t): UNIT}
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
        """The factors with the bound letter, and the product of those without, lowered to where the sum stands.

        Lowered, an atom may have another order of its terms than the normal one: it is put in normal form again.
        """
        s = self.state
        inside = tuple(x for x in m if s.uses_bound(x))
        outside = UNIT
        for x in m:
            if not s.uses_bound(x):
                outside = self.product(outside, self.number(s.shifted(x, -1, 0)))
        return inside, outside

    def _summed(self, over: int, sort: object, body: int) -> int:
        return self.state.make("sum", self.term(over), self.state.make("lam", sort, body))

    def _dot(self, u: int, v: int) -> Form:
        """The product of two atoms; a sum among them comes out."""
        s = self.state
        first, other = (v, u) if s.nodes[u][0] != "sum" and s.nodes[v][0] == "sum" else (u, v)
        if s.nodes[first][0] == "sum":
            _, over, e = s.nodes[first]
            sort, body = self._opened(e)
            return self.form(s.make("sum", over, s.make("lam", sort, s.make("dot", body, s.shifted(other, 1, 0)))))
        return {ONE: Polynomial({(s.make("dot", min(u, v), max(u, v)),): 1})}

    def _image(self, U: int, u: int) -> Form:
        """A linear map of an atom; a sum comes out."""
        s = self.state
        if s.nodes[u][0] == "sum":
            _, over, e = s.nodes[u]
            sort, body = self._opened(e)
            return self.form(s.make("sum", over, s.make("lam", sort, s.make("lin", s.shifted(U, 1, 0), body))))
        return {s.make("lin", U, u): UNIT}

    # ---- terms in normal form

    def _atom(self, t: int) -> int:
        return self.state.rebuilt(t, self.term)

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
        found = self._terms.get(t)
        if found is None:
            found = self._terms[t] = self._normal_term(t)
            self._work(1)
        return found

    def _normal_term(self, t: int) -> int:
        s = self.state
        if s.sorts[t] == R:
            return self._term(self.number(t))
        if not is_value(s.sorts[t]):
            return self._atom(t)
        parts = [
            u if p.terms == {(): 1} and p.denominator == 1 else s.make("*", self._term(p), u)
            for u, p in sorted(self.form(t).items())
        ]
        return s.plus(*parts) if parts else s.null_of(s.sorts[t])

    def same(self, a: int, b: int) -> bool:
        """Whether two terms of one sort have one normal form."""
        if self.state.sorts[a] != self.state.sorts[b]:
            raise Refused(f"a {self.state.sorts[a]} and a {self.state.sorts[b]} are compared")
        if is_value(self.state.sorts[a]):
            return not self.difference(a, b)
        return self.term(a) == self.term(b)
