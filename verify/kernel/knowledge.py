"""What a normal form may use: signs and divisors from the facts of a context, and the equations named for rewriting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .atoms import Atom, Placeholder, Poly, thawed
from .derivatives import vector_space
from .facts import Part, choices, parts, taken_apart
from .matching import matches
from .moments import under_time
from .polynomials import Work, add, indices, proportional, rename
from .terms import SIZE, Letter, Rejected, Term, final_sort, make, substituted, unless_rejected

if TYPE_CHECKING:
    from .normal import Normaliser

_FLIP = {">": "<", ">=": "<=", "<": ">", "<=": ">=", "!=": "!="}


class Equation:
    """A named equation as a rewriting rule: the atom on its greater side, and what replaces it."""

    __slots__ = ("conditions", "factor", "pattern", "replacement", "variables")

    def __init__(self, part: Part, pattern: Atom, factor: Fraction, replacement: Term) -> None:
        self.variables, self.conditions = part.variables, part.conditions
        self.pattern, self.factor, self.replacement = pattern, factor, replacement


class Knowledge:
    """Facts of a context as far as arithmetic uses them.

    facts : formulas that hold here; `closed_facts` those of them that hold whatever the time is.
    named : the equations (facts) that may rewrite.
    known : decides whether a condition holds here. base : what the same facts say without `named`, where that is known.
    learning : whether what the facts say of signs is just being learnt, which is done when it is first asked for.
    """

    def __init__(
        self,
        facts: Sequence[Term] = (),
        closed_facts: Sequence[Term] = (),
        named: Sequence[Term] = (),
        known: Callable[[Term], bool] | None = None,
        base: Knowledge | None = None,
    ) -> None:
        self.facts, self.closed_facts, self.named = tuple(facts), tuple(closed_facts), tuple(named)
        self.known, self._base = known or (lambda _: False), base
        self.ground: list[tuple[Poly, str]] = []
        self.patterns: list[tuple[Part, Poly, str]] = []
        self.equations: list[Equation] = []
        self._signs: dict[Any, str | None] = {}
        self._divisors: list[Poly] = []
        self._pending, self.learning = True, False
        self._copies: dict[tuple[int, tuple[Letter, ...]], Poly] = {}

    def closed(self) -> Knowledge:
        """What of this holds whatever the time is; no equations."""
        if not self.named and self.facts == self.closed_facts:
            return self
        return Knowledge(self.closed_facts, self.closed_facts)

    def attach(self, normaliser: Normaliser) -> None:
        """Learn the equations, in the normal form of `normaliser`."""
        self.normaliser = normaliser
        self._positive: dict[Atom, bool] = normaliser.work.kept("positive")
        for part in [part for fact in self.named for part in parts(fact)]:
            self.equations.append(self._equation(part))
        self._pending = True  # equations are read with the signs that are known, and these once more with the equations

    def ask(self) -> None:
        """Count a question to the facts. What they say of signs is learnt with the first one."""
        self.normaliser.asked += 1
        if not self._pending:
            return
        self._pending, self.learning = False, True
        try:
            if (base := self._base) is not None:
                base.ask()
                self.ground, self.patterns, self._divisors = base.ground, base.patterns, base._divisors
            if base is None or self.equations or self.normaliser.norms:
                self._learn_signs(signed(self.facts, self.normaliser.work))
        finally:
            self.learning = False

    def _learn_signs(self, signed: Sequence[Part]) -> None:
        normaliser = self.normaliser
        for _ in range(2):  # the second time with the divisors that the first one learnt
            learnt: tuple[list[Any], list[Any]] = ([], [])
            for part in signed:
                self._learn(part, *learnt)
            if learnt == (self.ground, self.patterns):
                break  # nothing new: the second time would be the first time again
            self.ground, self.patterns = learnt
            self._copies = {}  # of patterns, which live as long as their numbers are used
            nonzero = (q for q, sign in self.ground if sign in (">", "<", "!=") and len(q) > 1)
            divisors = (_primitive(q, normaliser) for q in nonzero)
            self._divisors = list({frozenset(q.items()): q for q in divisors}.values())
            self._signs = {}
            normaliser._scalars.clear()
            normaliser._vectors.clear()

    def _learn(self, part: Part, ground: list[Any], patterns: list[Any]) -> None:
        if any(x.sort[0] != "index" for x in part.variables):
            return
        formula = part.formula
        p: Poly = {}
        with unless_rejected():
            p = add(self.normaliser.scalar(formula.args[1]), self.normaliser.scalar(formula.args[0]), -1)
        sign = {"<": ">", "<=": ">=", "!=": "!="}[formula.op]
        if not p:
            return
        learnt = [(p, sign)]
        below = p.get((), Fraction(0))
        if sign in (">", ">=") and below < 0 and len(p) > 1:  # p - 1 >= 0 gives p > 0
            learnt.append(({m: c for m, c in p.items() if m}, ">"))
        common = self.normaliser._common(p)
        outer = self._monomial(common) if common else None
        if outer in (">", "<"):  # and without the factor that all its terms share
            inner = _primitive(p, self.normaliser)
            learnt.append((inner, sign if outer == ">" else _FLIP[sign]))
        if part.variables or part.conditions:
            patterns.extend((part, *item) for item in learnt)
        else:
            ground.extend(learnt)

    # signs
    def positive(self, a: Atom) -> bool:
        """Whether an atom is positive by what it is, whatever the facts are."""
        found = self._positive.get(a)
        if found is None:
            kind = a.key[0]
            if kind == "S":
                found = all(r[0] == "over" for _, r in a.key[1]) and all(self.positive(b) for b, _ in a.key[2])
            elif kind in ("unit", "root", "sizepow"):
                found = self._evident(dict(a.key[1])) == ">"
            else:
                found = kind in ("exp", "pi")
            self._positive[a] = found
        return found

    def _evident(self, p: Poly) -> str | None:
        """The sign of a sum whose terms are all positive, or all negative, by what they are."""
        first = next(iter(p.values()), 0) > 0
        if p and all((c > 0) == first and all(self.positive(a) for a, _ in m) for m, c in p.items()):
            return ">" if first else "<"
        return None

    def sign(self, p: Poly) -> str | None:
        """ ">", ">=", "<", "<=" or "!=" of p against 0, as far as it is known."""
        if not p:
            return ">="
        evident = self._evident(p)
        if evident is not None:
            return evident
        self.ask()
        key = frozenset(p.items())
        lasting = not self.normaliser.earlier and not any(isinstance(x, Placeholder) for x in indices(p))
        if lasting and key in self._signs:
            return self._signs[key]
        found = self._by_terms(p) or self._by_facts(p)
        if found in (None, ">=", "<=", "!="):
            better = self._by_facts(p)
            if better in (">", "<"):
                found = better
            elif found is None or found == "!=":
                found = self._by_common(p) or found
        if lasting:
            self._signs[key] = found
        return found

    def _by_terms(self, p: Poly) -> str | None:
        """The sign of a sum whose terms all have one."""
        total: str | None = None
        for m, c in p.items():
            own = self._monomial(m)
            if own is None or own == "!=":
                return own if len(p) == 1 else None
            if c < 0:
                own = _FLIP[own]
            if total is None:
                total = own
            elif total[0] != own[0]:
                return None
            elif own in (">", "<"):
                total = own
        return total

    def _monomial(self, m: Any) -> str | None:
        weakest = ">"
        for a, k in m:
            own = self.atom_sign(a)
            if isinstance(k, int) and k % 2 == 0 and own not in (">",):
                own = ">" if own in ("<", "!=") else ">="
            elif own in ("<", "<="):
                if not isinstance(k, int):
                    return None
                weakest = _FLIP[weakest]
                own = {"<": ">", "<=": ">="}[own]
            if own is None:
                return None
            if own == "!=":
                if weakest not in (">", "<", "!="):
                    return None
                weakest = "!="
            elif own == ">=":
                if weakest == "!=":
                    return None
                weakest = {">": ">=", "<": "<="}.get(weakest, weakest)
        return weakest

    def atom_sign(self, a: Atom) -> str | None:
        """The sign of an atom, as far as it is known."""
        if self.positive(a):
            return ">"
        self.ask()
        kind = a.key[0]
        if kind in ("unit", "recip"):
            own = self.sign(thawed(a.key[1]))
            if own in (">", "<"):
                return own
            return "!=" if kind == "unit" or own == "!=" else None
        by_fact = self._by_facts({((a, 1),): Fraction(1)})
        if by_fact in (">", "<"):
            return by_fact
        if kind == "root":
            return ">" if self.sign(thawed(a.key[1])) == ">" else ">="
        if kind == "S":
            return self._sum_sign(a) or by_fact
        if kind in ("abs", "diam", "dim", "binomial") or (kind == "dot" and a.key[1] is a.key[3] and not a.key[2]):
            return ">=" if by_fact != "!=" else ">"
        if kind == "l" and final_sort(a.key[1], len(a.key) - 2) == SIZE:
            return ">=" if by_fact != "!=" else ">"
        if kind == "sizepow":
            return ">" if self.sign(thawed(a.key[1])) == ">" else by_fact
        return by_fact

    def _sum_sign(self, a: Atom) -> str | None:
        """A sum of nonnegative terms is not negative; one of positive terms over nonempty ranges is positive."""
        before = [(name, r[1]) for name, r in a.key[1] if r[0] == "before"]
        self.normaliser.earlier.extend(before)
        try:
            own = self._monomial(a.key[2])
        finally:
            del self.normaliser.earlier[len(self.normaliser.earlier) - len(before) :]
        if own is None or own == "!=":
            return None
        empty = any(r[0] == "before" for _, r in a.key[1])
        return own if not empty else {">": ">=", "<": "<="}.get(own, own)

    def _by_facts(self, p: Poly) -> str | None:
        """The sign of p where facts say it."""
        said = set()
        for q, sign in self._instances(p):
            c = proportional(p, q)
            if c is not None:
                said.add(sign if c > 0 else _FLIP[sign])
        for strict, weak in ((">", ">="), ("<", "<=")):
            if strict in said or (weak in said and "!=" in said):
                return strict
        return next((sign for sign in (">=", "<=", "!=") if sign in said), None)

    def _instances(self, p: Poly) -> Iterable[tuple[Poly, str]]:
        """Facts of the shape of p: as they stand, and with their letters replaced by index letters of p."""
        for q, sign in self.ground:
            if len(q) == len(p):
                yield q, sign
        letters: list[Letter] | None = None
        for part, q, sign in self.patterns:
            if len(q) != len(p):
                continue
            if letters is None:
                letters = sorted(indices(p), key=lambda x: x.serial)
            for choice in choices(part, letters):
                r = self._copy(q, part, choice)
                if proportional(p, r) is not None and self._fulfilled(part, choice):
                    yield r, sign

    def _copy(self, q: Poly, part: Part, choice: tuple[Letter, ...]) -> Poly:
        """A pattern with letters in the place of its variables."""
        found = self._copies.get((id(q), choice))
        if found is None:
            found = self._copies[id(q), choice] = rename(q, dict(zip(part.variables, choice, strict=True)))
        return found

    def _fulfilled(self, part: Part, choice: tuple[Letter, ...]) -> bool:
        return all(self._holds(substituted(c, dict(zip(part.variables, choice, strict=True)))) for c in part.conditions)

    def _by_common(self, p: Poly) -> str | None:
        """The sign of a product of a monomial and a sum."""
        common = self.normaliser._common(p)
        if not common:
            return None
        monomial = self._monomial(common)
        if monomial is None:
            return None
        rest = _primitive(p, self.normaliser)
        if rest == p:
            return None
        inner = self.sign(rest)
        if inner is None or "!=" in (inner, monomial):
            return None
        negative = (inner[0] == "<") != (monomial[0] == "<")
        strict = len(inner) == len(monomial) == 1
        return ("<" if negative else ">") + ("" if strict else "=")

    def nonzero_atom(self, a: Atom) -> bool:
        """Whether an atom is known to be nonzero."""
        return self.atom_sign(a) in (">", "<", "!=")

    def nonzero(self, p: Poly) -> bool:
        """Whether p is known to be nonzero."""
        if self.sign(p) in (">", "<", "!="):
            return True
        self.ask()
        return any(proportional(p, q) is not None for q, s in self._instances(p) if s in (">", "<", "!="))

    def known_factors(self, p: Poly) -> Iterable[Poly]:
        """Sums known to be nonzero that may divide p."""
        self.ask()
        yield from self._divisors
        letters = sorted(indices(p), key=lambda x: x.serial)
        for part, q, sign in self.patterns:
            if sign not in (">", "<", "!=") or len(q) < 2:
                continue
            for choice in choices(part, letters):
                if self._fulfilled(part, choice):
                    yield _primitive(self._copy(q, part, choice), self.normaliser)

    # equations
    def _equation(self, part: Part) -> Equation:
        formula = part.formula
        if formula.op != "==":
            raise Rejected("only an equation can be named for rewriting")
        if any(
            x.sort[0] != "index" and under_time(term, x) for x in part.variables for term in (formula, *part.conditions)
        ):
            raise Rejected("an equation that reads its letters over time does not rewrite; take it at values instead")
        kept, self.equations = self.equations, []
        try:
            for left, right in (formula.args, tuple(reversed(formula.args))):
                found = self._single(left)
                if found is not None and all(x in _letters_of(found[0]) for x in part.variables):
                    return Equation(part, found[0], found[1], right)
        finally:
            self.equations = kept
            self.normaliser._scalars.clear()
            self.normaliser._vectors.clear()
        raise Rejected("an equation rewrites only if one side is a single quantity; use it with a cofactor instead")

    def _single(self, term: Term) -> tuple[Atom, Fraction] | None:
        """The atom that `term` is, up to a factor."""
        try:
            value: dict[Any, Any] = (
                self.normaliser.vector(term) if vector_space(term) is not None else self.normaliser.scalar(term)
            )
        except Rejected:
            return None
        if len(value) != 1:
            return None
        key, c = next(iter(value.items()))
        if isinstance(key, Atom):
            return (key, Fraction(1)) if c == {(): Fraction(1)} else None
        return (key[0][0], c) if len(key) == 1 and key[0][1] == 1 else None

    def rewrite(self, a: Atom) -> Term | None:
        """What a named equation replaces the atom by; None where none does."""
        for equation in self.equations:
            for found in matches(equation.pattern, a, equation.variables):
                if len(found) < len(equation.variables):
                    continue
                names: dict[Letter, Term] = {}
                for variable, value in found.items():
                    names[variable] = self._stands_for(variable, value)
                if not all(self._holds(substituted(c, names)) for c in equation.conditions):
                    continue
                term = substituted(equation.replacement, names)
                return term if equation.factor == 1 else make("div", term, make("num", equation.factor))
        return None

    def _stands_for(self, variable: Letter, value: Any) -> Term:
        if isinstance(value, Letter):
            return value
        stand_in = Letter("?", variable.sort)
        if isinstance(value, Atom):
            self.normaliser.standing[stand_in] = {value: {(): Fraction(1)}}
        else:
            self.normaliser.standing[stand_in] = thawed(value)
        return stand_in

    def _holds(self, condition: Term) -> bool:
        if condition.op in ("<", "<="):
            left, right = condition.args
            if (left, right) in self.normaliser.earlier or (condition.op == "<=" and left is right):
                return True
        return self.known(condition)


def _letters_of(a: Atom) -> set[Letter]:
    found: set[Letter] = set()

    def visit(part: Any) -> None:
        if isinstance(part, Letter):
            found.add(part)
        elif isinstance(part, Atom):
            visit(part.key)
        elif isinstance(part, Term):
            found.update(part.letters)
        elif isinstance(part, tuple):
            for inner in part:
                visit(inner)

    visit(a)
    return found


def signed(facts: Sequence[Term], work: Work) -> tuple[Part, ...]:
    """What facts say of the signs of numbers; the same parts of the same facts throughout a walk."""
    kept = work.kept("signed")
    if facts not in kept:
        apart = taken_apart(facts, work.kept("apart"))
        kept[facts] = tuple(p for p in apart if p.formula.op in ("<", "<=", "!=") and _is_number(p.formula.args[0]))
    found: tuple[Part, ...] = kept[facts]
    return found


def _primitive(p: Poly, normaliser: Normaliser) -> Poly:
    """A nonzero sum without the monomial that divides it, which is then nonzero too."""
    return normaliser._without(p, normaliser._common(p))


def _is_number(term: Term) -> bool:
    return not (isinstance(term, Letter) and term.sort[0] == "index") and vector_space(term) is None
