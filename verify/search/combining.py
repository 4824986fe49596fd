"""The arithmetic step of a proof: linear programming over products of facts, then a semidefinite program."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from operator import itemgetter
from typing import Any

from ..kernel.atoms import Atom, Poly
from ..kernel.contexts import Context
from ..kernel.facts import parts
from ..kernel.leaves import texts
from ..kernel.polynomials import ONE, add, product, rename, single
from ..kernel.term_matching import is_number
from ..kernel.terms import Letter, Rejected, Sort, Term, fresh, make, range_sort
from .blocks import Squares
from .build import equal_sums, have, member_rule, sum_rule
from .combination import combination
from .effort import Effort
from .places import Column, Equation, Fact, Place, Step, opened_sums
from .programs import Programs, distinct
from .reading import polynomial, term_of
from .semidefinite import Line, solve
from .terms_of import Names, known_parts, multiplied, subterms, tokens_of

MOST_COLUMNS = 2_500
_MOST_EQUATIONS = 20
_SAID = ("ap", "dot", "lin", "sum", "letter")
_MOVING = ("value", "unit", "D")  # with equations that speak of these nothing is rewritten
_MOST_QUOTIENTS, _MOST_SCALED, _FACTORS = 24, 150, 4
FIELDS = ("use", "norms", "times")
_NAMES = ("q", "r", "qq", "rr")
_SIGNS = {"<": (">",), "<=": (">", ">="), "!=": (">", "<", "!=")}


def combine(
    goal: Term,
    context: Context,
    effort: Effort,
    hints: Sequence[Term] = (),
    squares: bool = True,
    degree: int = 3,
    halves: bool = False,
) -> Any:
    """A tree that proves `goal`, a relation of numbers, by sums of products of facts and squares; or None.

    hints : numbers and vectors whose squares may be of use. squares : whether a semidefinite program is tried. degree :
        how many facts a product may have. halves : whether squares are of monomials whose squares occur, and no others.
    """
    for named in rewritings(context):
        if effort.over():
            return None
        try:
            found = _Combination(goal, Place(context, named), effort, hints).found(squares, degree, halves)
        except (Rejected, RecursionError):  # these equations lead on and on
            continue
        if found is not None:
            return found
    return None


def combine_named(goal: Term, context: Context, effort: Effort, asked: Mapping[str, Any], few: bool = False) -> Any:
    """A leaf that proves `goal` from what a text names, alone or with what else is known; or None.

    asked : "terms", products "fact; fact; sq number" and equations "eq cofactor: equation"; "use", "norms", "times" as
        in a leaf. few : whether so little is known that more is tried with it: products of three facts, and facts
        and equations times whatever makes a term of theirs one that is wanted.
    """
    given = {name: texts(asked, name) for name in FIELDS}
    if not is_number(goal.args[0]):
        return {"leaf": "arithmetic", **given}
    try:
        use, norms = map(Names(context).formula, given["use"]), map(Names(context).number, given["norms"])
        place = Place(context, list(use), list(norms))
        return _Combination(goal, place, effort, (), given, few).named(list(map(place.hinted, asked.get("terms", ()))))
    except (Rejected, RecursionError):
        return None


def hint(term: Mapping[str, Any]) -> str:
    """A term of a leaf, as `combine_named` asks for it."""
    if "eq" in term:
        return f"eq {term.get('by', '1')}: {term['eq']}"
    return "; ".join([*term["facts"], *(f"sq {square}" for square in term.get("squares", ()))])


def rewritings(context: Context) -> Iterator[list[Term]]:
    """Sets of equations to rewrite with: as many as go together, and none."""
    chosen: list[Term] = []
    for fact in context.facts:
        if not any(part.formula.op == "==" for part in parts(fact)) or fact.op == "and":
            continue
        try:
            normaliser = context.normaliser([*chosen, fact])
            if len(normaliser.knowledge.equations) > len(chosen):
                for side in (side for part in parts(fact) for side in part.formula.args if is_number(side)):
                    normaliser.scalar(side)
                chosen.append(fact)
        except (Rejected, RecursionError):
            continue
    if chosen:
        yield chosen
    yield []


def equations(context: Context) -> list[list[Term]]:
    """Known equations that say what one term is; and those with the ones that say it of all members of a family."""
    found: tuple[list[Term], list[Term]] = [], []
    for fact in context.facts:
        inner = fact.args[1] if fact.op == "forall" else fact
        if inner.op == "==" and inner.args[0].op in _SAID and not subterms([inner], _MOVING):
            found[fact.op == "forall"].append(fact)
    ground, general = (facts[:_MOST_EQUATIONS] for facts in found)
    return [ground, [*ground, *general]]


class _Combination:
    """One goal at one place. given : the fields of the leaf that a text names. few : as in `combine_named`."""

    def __init__(
        self,
        goal: Term,
        place: Place,
        effort: Effort,
        hints: Sequence[Term] = (),
        given: Mapping[str, Sequence[str]] | None = None,
        few: bool = False,
    ) -> None:
        self.goal, self.context, self.place, self.effort, self.hints = goal, place.context, place, effort, hints
        self.given, self.few = given is not None, few
        self.fields: dict[str, Any] = {"use": list(map(place.text, place.named)), "norms": [], "times": []}
        self.fields |= given or {}
        place.note([goal])
        self.value = place.difference(goal)
        for text in self.fields["times"]:
            self.value = place.normaliser.times(self.value, place.number(text))
        self.strict = goal.op == "<"

    def leaf(self, terms: Sequence[Mapping[str, Any]], steps: Sequence[Step] = ()) -> Any:
        """The step of the kernel, after the facts it rests on."""
        return have(list(dict(steps).items()), {"leaf": "arithmetic", "terms": list(terms), **self.fields})

    def named(self, columns: Sequence[Column]) -> Any:
        """By the columns that a text names; else with others, once what divides is cleared."""
        found = self._linear(columns) if columns else None
        return self.found(False, 3 if self.few else 2, hinted=columns) if found is None else found

    def found(self, squares: bool, degree: int, halves: bool = False, hinted: Sequence[Column] = ()) -> Any:
        """The whole search."""
        normaliser = self.place.normaliser
        sign = normaliser.knowledge.sign(self.value)
        equal = normaliser.is_zero(self.value) and self.goal.op in ("<=", "==")
        if equal or sign in _SIGNS.get(self.goal.op, ()):
            return self.leaf([])
        if self.goal.op == "!=":
            return None
        self.value, lifted = self.place.cleared(self.value)
        self.fields = {**self.fields, "times": [*self.fields["times"], *lifted]}
        self.tokens = tokens_of(self.goal, self.context)
        self.new = self._new_letters()
        self.programs = Programs(self.place, self.goal, self.value, self.tokens, self.new, self.hints)
        facts, equations = self.place.ground(self.tokens)
        self.wanted = dict.fromkeys(m for p in (self.value, *map(itemgetter(1), equations)) for m in p)
        self.wanted |= dict.fromkeys(m for fact in facts for m in fact.value)
        if self.goal.op != "==":
            known = [*(f.value for f in facts), *(value for _, value in equations)]
            facts = distinct([*facts, *self.place.signs([self.value, *known]), *self.place.evens(self.value, known)])
        multiples = self._multiples(equations)
        if self.goal.op == "==":
            return self._linear([*hinted, *multiples])
        base = [Column((), ONE, True), *hinted]
        sums = [*self._equal_sums(), *self._double_sums()]
        for count in range(1, degree + 1):
            others = [*self._sums(count, facts), *multiples, *sums]
            most = max(0, MOST_COLUMNS - len(others)) if self.given else MOST_COLUMNS  # for a text as many as may be
            products = self.place.products(facts, count, most)
            scaled = self._scaled(products) if self.few and len(products) < _MOST_SCALED else []
            columns = [*base, *products, *scaled, *others]
            if (len(columns) > MOST_COLUMNS and not self.given) or self.effort.over():
                break
            found = self._linear(columns)
            if found is not None:
                return found
        return self._squared(facts, equations, halves) if squares else None

    def _linear(self, columns: Sequence[Column]) -> Any:
        found = combination(self.value, columns, self.strict)
        if found is None:
            return None
        steps = [step for _, column in found for step in column.steps]
        return self.leaf([column.term(c) for c, column in found], steps)

    def _new_letters(self) -> dict[Sort, list[Letter]]:
        taken = {*self.context.scope.names, *self.context.scope.spaces, *self.context.scope.groups}
        names = (name for k in itertools.count() for name in (f"{n}{k or ''}" for n in _NAMES) if name not in taken)
        sums = opened_sums([self.goal, *self.context.facts])
        for _, part in known_parts(self.context):  # what an equation says a sum to be, if the goal speaks of that
            if part.formula.op == "==" and not part.formula.args[1].letters.isdisjoint(self.goal.letters):
                sums += subterms(part.formula.args[:1], ("sum",))
        sorts = {range_sort(t.args[0]) for t in sums if t.op == "sum" and t.args[0].op == "over"}
        return {sort: [fresh(next(names), sort), fresh(next(names), sort)] for sort in sorted(sorts, key=str)}

    def _multiples(self, equations: Sequence[Equation], degree: int = 2) -> list[Column]:
        """Equations times monomials in the atoms of the goal and of the equations, and what makes terms equal."""
        atoms = {a for p in (self.value, *(p for _, p in equations)) for m in p for a, k in m if k > 0}
        ordered = sorted(atoms, key=lambda a: a.number)
        named = [(self.place.text(t), single(a)) for a in ordered if (t := term_of(a))][:9]
        while self.few and len(equations) * (len(named) + 1) ** degree > MOST_COLUMNS:
            degree -= 1
        factors: list[tuple[str, Poly]] = [("1", ONE)]
        for count in range(1, degree + 1):
            for chosen in itertools.combinations_with_replacement(named, count):
                value = ONE
                for _, p in chosen:
                    value = self.place.normaliser.times(value, p)
                factors.append(("*".join(f"({t})" for t, _ in chosen), value))
        found = []
        for formula, value in equations:
            text = self.place.text(formula)
            for name, factor in [*factors, *(self._quotients(value) if self.few else ())]:
                found.append(Column((), self.place.normaliser.times(value, factor), False, "", text, name))
                if len(found) > MOST_COLUMNS:
                    return found
        return found

    def _scaled(self, columns: Sequence[Column]) -> list[Column]:
        """Products of facts times the positive monomials by which a term of theirs becomes one that is wanted."""
        return [
            replace(c, facts=(*c.facts, f"{text} > 0"), value=self.place.normaliser.times(c.value, factor))
            for c in columns
            for text, factor in itertools.islice(self._quotients(c.value, positive=True), _FACTORS)
        ]

    def _quotients(self, divided: Poly, positive: bool = False) -> Iterator[tuple[str, Poly]]:
        """The monomials by which a term becomes one of the goal, of an equation, or of a fact; none is divided by 0."""

        def fits(a: Atom, k: int | Fraction) -> bool:
            sign = ">" if a.key[0] == "exp" else self.place.normaliser.knowledge.atom_sign(a)
            return sign == ">" if positive else k > 0 or sign in (">", "<", "!=")

        found = dict.fromkeys(product(m, tuple((a, -k) for a, k in e)) for m in self.wanted for e in divided)
        for m in itertools.islice((m for m in found if m and all(fits(a, k) for a, k in m)), _MOST_QUOTIENTS):
            with suppress(KeyError, NotImplementedError):
                yield self.place.text(polynomial(((m, Fraction(1)),))), {m: Fraction(1)}

    # sums over tokens
    def _sums(self, degree: int, ground: Sequence[Fact]) -> list[Column]:
        """Sums over tokens of products of facts, each with a proof by the rule for sums, perhaps times a fact."""
        found: list[Column] = []
        for letters in self.new.values():
            x = letters[0]
            bodies = self.programs.bodies(x)[:12]
            for count in range(1, degree + 1):
                if count == 3 and len(bodies) > 8:
                    break
                for chosen in itertools.combinations_with_replacement(bodies, count):
                    value = self.place.product(chosen)
                    if value is None:
                        continue
                    facts = [{"c": "1", "facts": [f.text for f in chosen]}]
                    term: dict[str, Any] = {"leaf": "arithmetic", "terms": facts}
                    fact, proof = sum_rule(x, multiplied(f.term for f in chosen), term, self.place.text)
                    said = self.place.text(fact)
                    total = self.place.summed(x, value)
                    found.append(Column((said,), total, False, steps=((said, proof),)))
                    for t in [t for t in self.tokens if t.sort == x.sort][:2] if count == 2 else ():
                        above, step = member_rule(x, multiplied(f.term for f in chosen), term, t, self.place.text)
                        own = (self.place.text(above), step)
                        found.append(Column(own[:1], add(total, rename(value, {x: t}), -1), False, steps=(own,)))
                    if count < degree:
                        for other in sorted(ground, key=lambda f: len(f.value))[:16]:
                            times = self.place.normaliser.times(total, other.value)
                            found.append(Column((said, other.text), times, False, steps=((said, proof),)))
                    if len(found) > MOST_COLUMNS // 2:
                        return found
        return found

    def _double_sums(self) -> list[Column]:
        """Sums over two tokens of facts about both, perhaps times the same fact about each."""
        found: list[Column] = []
        for x, y in self.new.values():
            pairs, _ = self.place.at(self.tokens, [x, y])
            single_ = [f for f in self.programs.bodies(x) if len(f.value) == 1][:3]
            for fact in pairs[:6]:
                for weights in [(), *((f, self.programs.moved(f, x, y)) for f in single_)]:
                    chosen = (fact, *weights)
                    value = self.place.product(chosen)
                    if value is None:
                        continue
                    body = multiplied(f.term for f in chosen)
                    proof: Any = {"leaf": "arithmetic", "terms": [{"c": "1", "facts": [f.text for f in chosen]}]}
                    for z in (y, x):
                        said, proof = sum_rule(z, body, proof, self.place.text)
                        body, value = said.args[1], self.place.summed(z, value)
                    text = self.place.text(said)
                    found.append(Column((text,), value, False, steps=((text, proof),)))
        return found

    def _equal_sums(self) -> list[Column]:
        """Sums over tokens of equations about them, times facts."""
        found: list[Column] = []
        for letters in self.new.values():
            x = letters[0]
            bodies = [f for f in self.programs.bodies(x) if len(f.value) == 1][:3]
            for formula, value in self.place.at(self.tokens, [x])[1][:3]:
                for body in (None, *bodies):
                    difference = make("sub", formula.args[1], formula.args[0])
                    term = difference if body is None else make("mul", body.term, difference)
                    by = "1" if body is None else self.place.text(body.term)
                    proof = {"leaf": "arithmetic", "terms": [{"eq": self.place.text(formula), "by": by}]}
                    whole = value if body is None else self.place.normaliser.times(value, body.value)
                    total = self.place.summed(x, whole)
                    said, step = equal_sums(x, term, proof, self.place.text)
                    for name, factor in self._whole_sums():
                        times = self.place.normaliser.times(total, factor)
                        found.append(Column((), times, False, "", said, name, steps=((said, step),)))
        return found

    def _whole_sums(self) -> list[tuple[str, Poly]]:
        """1 and the sums that the goal consists of, to multiply equations with."""
        atoms = {a for m in self.value for a, k in m if k > 0 and a.key[0] == "S" and not a.indices}
        named = [(t, a) for a in sorted(atoms, key=lambda a: a.number) if (t := term_of(a)) is not None]
        return [("1", ONE), *((self.place.text(t), single(a)) for t, a in named[:3])]

    # squares
    def _squared(self, facts: Sequence[Fact], equations: Sequence[Equation], halves: bool) -> Any:
        try:
            import clarabel  # noqa: F401
        except ImportError:
            return None
        for blocks, factor in self.programs.sizes(facts, halves):
            if self.effort.over():
                return None
            found = self._program(blocks, facts, equations, factor)
            if found is not None:
                return found
        return None

    def _program(
        self, blocks: Sequence[Squares], facts: Sequence[Fact], equations: Sequence[Equation], factor: Term | None
    ) -> Any:
        kept, value = self.fields, self.value
        if factor is not None:
            self.fields = {**kept, "times": [*kept["times"], self.place.text(factor)]}
            self.value = self.place.normaliser.times(value, self.place.normaliser.scalar(factor))
        try:
            columns: list[Column] = [Column((), ONE, True), *self.place.products(facts, 2, 150), *self._sums(3, ())]
            columns += [*self._multiples(equations, 2)[:400], *self._equal_sums(), *self._double_sums()]
            faces = [face for k, b in enumerate(blocks) if (face := b.face(k)) is not None]
            lines = [Line(k, c.value, c.free, c.strict) for k, c in enumerate(columns)]
            found = solve(self.value, lines, faces, self.strict, self.effort)
            if found is None:
                return None
            terms: list[Mapping[str, Any]] = []
            steps: list[Step] = []
            for c, k in found[0]:
                terms.append(columns[k].term(c))
                steps += columns[k].steps
            for k, parts_ in found[1]:
                for d, vector in parts_:
                    term, before = blocks[k].said(d, vector)
                    terms.append(term)
                    steps += before
            return self.leaf(terms, steps)
        finally:
            self.fields, self.value = kept, value
