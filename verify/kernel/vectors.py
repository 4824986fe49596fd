"""Vectors of a space of any dimension: combinations of atomic vectors, linear maps, scalar products."""

from __future__ import annotations

from typing import Any

from verify.kernel.atoms import Atom, Poly, atom, canonical, frozen
from verify.kernel.derivatives import vector_space
from verify.kernel.members import Vector
from verify.kernel.nonlinear import Nonlinear
from verify.kernel.polynomials import ONE, add
from verify.kernel.terms import Letter, Rejected, Term, applied, last


class Vectors(Nonlinear):
    """Linear algebra without coordinates."""

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
        inside = tuple(sorted(((a, frozen(p)) for a, p in u.items()), key=lambda v: v[0].number))
        return self._vector_atom(atom("unit-vector", inside, vector_space(term)))  # unit(0) is another in every space

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
            if a.key[0] == "V" and not head.indices.isdisjoint(_bound(a)):
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


def _bound(a: Atom) -> set[Letter]:
    return {name for name, _ in a.key[1]}


def _pushed(a: Atom) -> Atom:
    """A linear map of a sum as the sum of the map."""
    if a.key[0] == "op":
        inner = _pushed(a.key[2])
        if inner.key[0] == "V":
            return atom("V", inner.key[1], inner.key[2], atom("op", a.key[1], inner.key[3]))
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
