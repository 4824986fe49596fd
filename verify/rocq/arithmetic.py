"""Why a term is its normal form, in Rocq: what the core rewrites is lemma by lemma, what is left is `ring` on letters.

Each subterm that is not normal has one lemma, in which its loose letters are x0, x1, ...; a proof that is None is that
of an equation whose sides are the same term.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ..core.polynomials import Normal
from ..core.terms import R, is_value
from .abbreviations import Abbreviations, Bound
from .print import Printer, sort_text

Proof = str | None


def chain(*proofs: Proof) -> Proof:
    """Equations one after the other."""
    result = None
    for proof in filter(None, proofs):
        result = f"(eq_trans {result} {proof})" if result else proof
    return result


class Arithmetic:
    """Lemmas about the terms of one derivation; they are added to its lines."""

    def __init__(self, printer: Abbreviations) -> None:
        self.state, self.print, self.lines = printer.state, printer, printer.lines
        self._plain = Printer(self.state)
        self._normal = Normal(self.state)
        self._equations: dict[int, str] = {}
        self._shapes: dict[str, str] = {}

    def equal(self, a: int, b: int) -> str:
        """The proof that two terms of one normal form are equal."""
        if is_value(self.state.sort(a)):
            return self._identity(a, b, ()) or "eq_refl"
        (_, left), (_, right) = self._term(a, ()), self._term(b, ())
        return "eq_refl" if a == b else chain(left, right and f"(eq_sym {right})") or "eq_refl"

    def normal(self, t: int) -> int:
        """The normal form of a term."""
        self._normal.new_step()
        return self._normal.term(t)

    def shape(self, letters: Iterable[int], formula: int, tactic: str) -> str:
        """The name of the lemma that says this of all letters; it names nothing else, so that many steps share it."""
        texts = [f" ({self._plain.text(z)} : {sort_text(self.state.sort(z))})" for z in letters]
        statement = f"forall{''.join(texts)}, {self._plain.text(formula)}" if texts else self._plain.text(formula)
        if statement not in self._shapes:
            self._shapes[statement] = f"l'{len(self._shapes)}"
            self.lines.append(f"Lemma {self._shapes[statement]} : {statement}.\nProof. intros. {tactic}. Qed.")
        return self._shapes[statement]

    # ---- polynomials: sums of products of leaves

    def _identity(self, a: int, b: int, bound: Bound) -> Proof:
        """Two polynomials are equal: whatever their leaves are, or as each leaf is equal to its normal form."""
        if a == b:
            return None
        s, leaves = self.state, dict[int, int]()
        left, right = sides = [self._abstract(t, leaves) for t in (a, b)]
        arguments, formula = [*leaves], s.eq(left, right)
        values, proofs = dict[int, int](), list[str]()
        self._normal.new_step()
        if not self._normal.same(left, right):
            for leaf in arguments:
                normal, proof = self._term(leaf, bound)
                if proof:
                    z = leaves[leaf]
                    values[z] = self._abstract(normal, leaves)
                    formula = s.make("=>", s.eq(z, values[z]), formula)
                    proofs.insert(0, proof)
        name = self.shape(leaves.values(), formula, self._compared(sides, leaves.values(), values))
        return f"({' '.join([name, *(self._at(leaf, bound) for leaf in leaves), *proofs])})"

    def _compared(self, sides: Iterable[int], letters: Iterable[int], values: dict[int, int]) -> str:
        """The tactic by which two polynomials in letters are equal, once some of these have their values."""
        s, names = self.state, {z: self._plain.text(z) for z in letters}
        (sort,) = {s.sort(t) for t in sides}
        free = [z for z in letters if z not in values]
        of = [names[z] if s.sort(z) == sort else f"(fun _ => {names[z]})" for z in free]
        listed = " :: ".join([*of, f"@nil {sort_text(sort, 9)}"])
        places = {z: f"(Letter {k})" for k, z in enumerate(free, 1)}
        data = " ".join(self._polynomial(t, places, values) for t in sides)
        tactic = f"{'numbers' if sort == R else 'coordinates'} ({listed})%list {data}"
        return f"subst {' '.join(names[z] for z in values)}. {tactic}" if values else tactic

    def _polynomial(self, t: int, places: dict[int, str], values: dict[int, int]) -> str:
        """A polynomial in letters as data, in which a letter is its place, or its value."""
        op, *a = self.state.nodes[t]
        if op in ("+", "*"):
            parts = [self._polynomial(x, places, values) for x in a]
            return f"({'Plus' if op == '+' else 'Times'} {' '.join(parts)})"
        if op == "v":
            return self._polynomial(values[t], places, values) if t in values else places[t]
        value = a[0] if op == "q" else 0
        return f"(Literal ({value.numerator}) {value.denominator})"

    def _abstract(self, t: int, leaves: dict[int, int]) -> int:
        """The polynomial with letters for its leaves."""
        op, *a = self.state.nodes[t]
        if op in ("q", "zeroV"):
            return t
        if op in ("+", "*"):
            return self.state.make(op, *(self._abstract(x, leaves) for x in a))
        if t not in leaves:
            leaves[t] = self.state.letter(f"z{len(leaves)}", self.state.sort(t))
        return leaves[t]

    def _at(self, t: int, bound: Bound) -> str:
        return self.print.text(t, bound, 9)

    # ---- normal forms

    def _term(self, t: int, bound: Bound) -> tuple[int, Proof]:
        """The normal form of t, and why it is equal."""
        result = self.normal(t)
        if result == t:
            return t, None
        if t not in self._equations:
            here = self.print.bound(t)
            proof, name = self._why(t, result, here), f"e'{t}"
            sides = " = ".join(self.print.text(x, here, 69) for x in (t, result))
            binders = self.print.binders(t, here)
            self.lines.append(f"Lemma {name}{binders} : {sides}.\nProof. exact {proof or 'eq_refl'}. Qed.")
            self._equations[t] = name
        return result, f"({' '.join([self._equations[t], *self.print.arguments(t, bound)])})"

    def _why(self, t: int, result: int, bound: Bound) -> Proof:
        """t = result, its normal form: what is linear in a leaf comes out of it, then all is one polynomial."""
        op, *a = self.state.nodes[t]
        if not is_value(self.state.sort(t)) or op not in ("+", "*", "dot", "lin", "sum"):
            return self._congruence(t, bound)
        if op == "lin" and self._atomic(a[1]) and self.state.nodes[a[1]][0] != "sum":
            return self._congruence(t, bound)
        if op == "dot" and (self.state.make("dot", *reversed(a)) == result):
            return f"(dot_sym {self._at(a[0], bound)} {self._at(a[1], bound)})"
        first: Proof = None
        if op not in ("+", "*"):
            t, first = {"dot": self._dot, "lin": self._lin, "sum": self._sum}[op](a[0], a[1], bound)
        return chain(first, self._identity(t, result, bound))

    def _congruence(self, t: int, bound: Bound) -> Proof:
        """The parts of t in normal form."""
        s = self.state
        op, *a = s.nodes[t]
        if op == "lam":
            return self._everywhere(a[0], bound, self._term(a[1], (*bound, f"x{len(bound)}"))[1])
        proofs, parts = [], list(a)
        for place, part in enumerate(a):
            parts[place], proof = self._term(part, bound)
            if proof:
                others = [s.shifted(x, 1, 0) for x in parts]
                others[place] = s.make("b", 0, s.sort(part))
                inside = s.make("lam", s.sort(part), s.make(op, *others))
                proofs.append(f"(f_equal {self._at(inside, bound)} {proof})")
        return chain(*proofs)

    @staticmethod
    def _everywhere(sort: object, bound: Bound, proof: Proof) -> Proof:
        """Two functions are equal, as they are equal at the letter that is bound next."""
        return proof and f"(functional_extensionality _ _ (fun x{len(bound)} : {sort_text(sort)} => {proof}))"

    def _atomic(self, u: int) -> bool:
        """Whether a vector is an atom in normal form."""
        return self.state.nodes[u][0] not in ("+", "*", "zeroV") and self._normal.term(u) == u

    # ---- what is linear; sums end with 0 and group to the right, so that a lemma takes off the first summand

    def _summands(self, t: int) -> list[int]:
        """Those of a sum that groups to the left."""
        op, *a = self.state.nodes[t]
        if op == "+":
            return [*self._summands(a[0]), a[1]]
        return [] if t == self.state.null_of(self.state.sort(t)) else [t]

    def _factors(self, t: int) -> list[int]:
        """Those of a product of numbers that groups to the right."""
        op, *a = self.state.nodes[t]
        return [a[0], *self._factors(a[1])] if op == "*" else [t]

    def _multiples(self, u: int) -> list[tuple[int, int]]:
        """A vector in normal form: numbers and the atoms that are multiplied by them."""
        nodes, one = self.state.nodes, self.state.number(1)
        return [(nodes[x][1], nodes[x][2]) if nodes[x][0] == "*" else (one, x) for x in self._summands(u)]

    def _right(self, summands: list[int], null: int) -> int:
        for x in reversed(summands):
            null = self.state.make("+", x, null)
        return null

    def _combination(self, u: int, bound: Bound) -> tuple[list[tuple[int, int]], int, Proof]:
        """A vector as multiples of atoms, as their sum, and why it is equal."""
        normal, proof = self._term(u, bound)
        multiples = self._multiples(normal)
        summands = [self.state.make("*", *multiple) for multiple in multiples]
        result = self._right(summands, self.state.null_of(self.state.sort(u)))
        return multiples, result, chain(proof, self._identity(normal, result, bound))

    def _dot(self, u: int, v: int, bound: Bound) -> tuple[int, Proof]:
        s, at = self.state, partial(self._at, bound=bound)
        if self._atomic(u) and self._atomic(v):
            left = s.nodes[u][0] == "sum"
            (_, over, e), other = s.nodes[u if left else v], v if left else u
            sort, body = self.print.opened(e)
            parts = [body, s.shifted(other, 1, 0)]
            inner = s.make("lam", sort, s.make("dot", *(parts if left else reversed(parts))))
            return s.make("sum", over, inner), f"(dot_sum_{'l' if left else 'r'} {at(over)} {at(other)} {at(e)})"
        (us, _, p), (vs, second, q) = self._combination(u, bound), self._combination(v, bound)
        result, proof = s.number(0), f"(dot_none_l {at(second)})"
        for c, a in reversed(us):
            row, why = s.number(0), f"(dot_none_r {at(a)})"
            for d, b in reversed(vs):
                row = s.plus(s.times(d, s.make("dot", a, b)), row)
                why = f"(dot_more_r {at(a)} {at(d)} {at(b)} {why})"
            result, proof = s.plus(s.times(c, row), result), f"(dot_more_l {at(c)} {at(a)} {why} {proof})"
        return result, chain(f"(f_equal2 dot {p or 'eq_refl'} {q or 'eq_refl'})" if p or q else None, proof)

    def _lin(self, U: int, u: int, bound: Bound) -> tuple[int, Proof]:
        s, at = self.state, partial(self._at, bound=bound)
        if self._atomic(u):
            _, over, e = s.nodes[u]
            sort, body = self.print.opened(e)
            inner = s.make("lam", sort, s.make("lin", s.shifted(U, 1, 0), body))
            return s.make("sum", over, inner), f"(lin_sum {at(over)} {at(U)} {at(e)})"
        us, _, p = self._combination(u, bound)
        result, proof = s.null_of(s.sort(U)[2]), f"(lin_none {at(U)})"
        for c, a in reversed(us):
            result = s.plus(s.make("*", c, s.make("lin", U, a)), result)
            proof = f"(lin_more {at(U)} {at(c)} {at(a)} {proof})"
        return result, chain(p and f"(f_equal (lin {at(U)}) {p})", proof)

    def _sum(self, over: int, e: int, bound: Bound) -> tuple[int, Proof]:
        """From each monomial below the sum the factors come out that do not name its letter, and such a vector."""
        s, at = self.state, partial(self._at, bound=bound)
        sort, body = self.print.opened(e)
        vector, null = s.sort(body) != R, s.null_of(s.sort(body))
        all_of, ranges = self._term(over, bound)
        normal, inner = self._term(body, (*bound, f"x{len(bound)}"))
        inside, outside, proof = list[int](), list[tuple[int, str]](), f"(sum{'V' * vector}_none {at(all_of)})"
        for coefficient, u in self._multiples(normal) if vector else [(normal, null)]:
            moves = vector and s.uses_bound(u)
            for monomial in self._summands(coefficient):
                factors = self._factors(monomial)
                fixed = s.times(s.number(1), *(x for x in factors if not s.uses_bound(x)))
                rest = [x for x in factors if s.uses_bound(x)]
                summed = s.times(*(rest or [s.number(1)]))
                if moves:
                    summed = s.make("*", summed, u) if rest else u
                k = s.shifted(fixed, -1, 0)
                f = s.make("lam", sort, summed)
                below, total = s.make("*", fixed, summed), s.make("*", k, s.make("sum", all_of, f))
                lemma = f"sum{'V' * moves}_more", f"{at(all_of)} {at(k)} {at(f)}"
                if vector and not moves:
                    v = s.shifted(u, -1, 0)
                    below, total = s.make("*", below, u), s.make("*", total, v)
                    lemma = "sum_more_V", f"{lemma[1]} {at(v)}"
                inside.append(below)
                outside.append((total, " ".join(lemma)))
        for _, why in reversed(outside):
            proof = f"({why} {proof})"
        grouped = self._right(inside, null)
        inner = chain(inner, self._identity(normal, grouped, (*bound, f"x{len(bound)}")))
        name = f"sum{'V' * vector}"
        first = ranges and f"(f_equal (fun A => {name} A {at(e)}) {ranges})"
        everywhere = self._everywhere(sort, bound, inner)
        second = everywhere and f"(f_equal ({name} {at(all_of)}) {everywhere})"
        return self._right([total for total, _ in outside], null), chain(first, second, proof)
