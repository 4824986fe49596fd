"""Products in normal form: reciprocals of sums cancel, squares of roots are replaced."""

from __future__ import annotations

from typing import Any

from verify.kernel.atoms import Atom, Poly, accumulate, atom, thawed
from verify.kernel.members import Members
from verify.kernel.polynomials import ONE, add, check_size, divided, mul, product, single


class Reduction(Members):
    """Products and powers, and the test whether something is zero."""

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
        """Positive powers of divisors are expanded, squares of roots and of sines replaced, sums divided out."""
        special = {a for m in p for a, _ in m if a.key[0] in ("unit", "root", "sin")}
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
        """Positive powers of a unit, and even powers of a root or a sine, written out."""
        least = 1 if a.key[0] == "unit" else 2
        if all(k < least for m in p for b, k in m if b is a):
            return p
        inside = thawed(a.key[1])
        if a.key[0] == "sin":
            inside = add(ONE, {((atom("cos", a.key[1]), 2),): ONE[()]}, -1)
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
            result = add(result, part)
        return result

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
            special = sorted(
                {
                    a
                    for m in p
                    for a, k in m
                    if (a.key[0] == "unit" and k < 0) or (a.key[0] == "root" and (k < 0 or k > 1))
                },
                key=lambda a: a.number,
            )
            if not special:
                return False
            a = special[0]
            lowest = min(dict(m).get(a, 0) for m in p)
            if lowest < 0:
                raised: Poly = {}
                for m, c in p.items():
                    accumulate(raised, product(m, ((a, -lowest),)), c)
                p = raised
            p = self._expanded(p, a)
        return not p
