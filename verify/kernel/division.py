"""Division by what is known to be nonzero, factor by factor."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from verify.kernel.atoms import Atom, Monomial, Poly, atom, frozen, joined
from verify.kernel.polynomials import constant, divided, monic, product, single
from verify.kernel.reduction import Reduction
from verify.kernel.terms import Rejected


class Division(Reduction):
    """Reciprocals."""

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
        rest = self._reduced({product(m, tuple((a, -k) for a, k in common)): c for m, c in rest.items()})
        if len(rest) > 1:
            for q in self.knowledge.known_factors(rest):
                _, q = monic(q)
                if len(q) < 2:
                    continue
                while len(rest) >= len(q) and len(rest) > 1:
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


def shown(p: Poly) -> str:
    """A polynomial for an error message."""
    from verify.kernel.printing import poly_text

    return poly_text(p)
