"""The arithmetic step of a lemma: linear programming over products of facts, then a semidefinite program."""

import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attnverify.verify.kernel.atoms import Poly
from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.facts import parts
from attnverify.verify.kernel.polynomials import ONE, add, rename, single
from attnverify.verify.kernel.term_matching import is_number
from attnverify.verify.kernel.terms import Letter, Rejected, Sort, Term, fresh, make, range_sort
from attnverify.verify.search.blocks import Squares
from attnverify.verify.search.build import have
from attnverify.verify.search.columns import Column
from attnverify.verify.search.combination import combination
from attnverify.verify.search.faces import Line
from attnverify.verify.search.places import Fact, Place, Prepared, Step, opened_sums, weight
from attnverify.verify.search.programs import Programs, distinct
from attnverify.verify.search.reading import term_of
from attnverify.verify.search.semidefinite import solve
from attnverify.verify.search.sum_rules import equal_sums, member_rule, sum_rule

MOST_COLUMNS = 2_500
_NAMES = ("q", "r", "qq", "rr")


def combine(
    goal: Term,
    context: Context,
    deadline: float,
    hints: Sequence[Term] = (),
    squares: bool = True,
    degree: int = 3,
    halves: bool = False,
) -> Any:
    """A tree that proves `goal`, a relation of numbers, by sums of products of facts and squares; or None.

    hints : numbers and vectors whose squares may be of use. squares : whether a semidefinite program is tried. degree :
        how many facts a product may have. halves : whether squares are of monomials whose squares occur, and no others.
    """
    for named in _rewritings(context):
        if time.process_time() > deadline:
            return None
        try:
            found = _Combination(goal, context, named, deadline, hints).found(squares, degree, halves)
        except Rejected:
            continue
        if found is not None:
            return found
    return None


def _rewritings(context: Context) -> Iterator[list[Term]]:
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


class _Combination:
    """One goal in one context with one set of rewriting equations."""

    def __init__(
        self, goal: Term, context: Context, named: Sequence[Term], deadline: float, hints: Sequence[Term]
    ) -> None:
        self.goal, self.context, self.named, self.deadline = goal, context, named, deadline
        self.place = Place(context, named)
        self.place.note([goal])
        normaliser = self.place.normaliser
        self.value = add(normaliser.scalar(goal.args[1]), normaliser.scalar(goal.args[0]), -1)
        self.value, self.times = self.place.search.cleared(self.value)
        self.tokens = self.place.tokens(goal)
        self.new = self._new_letters()
        self.strict = goal.op == "<"
        self.programs = Programs(self.place, goal, self.value, self.tokens, self.new, hints)

    def _new_letters(self) -> dict[Sort, list[Letter]]:
        taken = {*self.context.scope.names, *self.context.scope.spaces, *self.context.scope.groups}
        names = (name for k in itertools.count() for name in (f"{n}{k or ''}" for n in _NAMES) if name not in taken)
        sorts = {range_sort(t.args[0]) for t in opened_sums([self.goal, *self.context.facts]) if t.op == "sum"}
        return {sort: [fresh(next(names), sort), fresh(next(names), sort)] for sort in sorted(sorts, key=str)}

    def leaf(self, terms: Sequence[Mapping[str, Any]], steps: Sequence[Step]) -> Any:
        """The step of the kernel, after the facts it rests on."""
        unique = list(dict(steps).items())
        made = {
            "leaf": "arithmetic",
            "terms": list(terms),
            "use": [self.place.text(fact) for fact in self.named],
            "norms": [],
            "times": self.times,
        }
        return have(unique, made)

    def found(self, squares: bool, degree: int, halves: bool = False) -> Any:
        """The whole search."""
        normaliser = self.place.normaliser
        if normaliser.is_zero(self.value) and self.goal.op != "<":
            return self.leaf([], [])
        sign = normaliser.knowledge.sign(self.value)
        if self.goal.op != "==" and sign in {"<": (">",), "<=": (">", ">="), "!=": (">", "<", "!=")}[self.goal.op]:
            return self.leaf([], [])
        if self.goal.op == "!=":
            return None
        facts, equations = self.place.ground(self.tokens)
        if self.goal.op != "==":
            known = [*(f.value for f in facts), *(value for _, value in equations)]
            facts = distinct([*facts, *self.place.signs([self.value, *known]), *self.place.evens(known)])
        multiples = self._multiples(equations)
        if self.goal.op == "==":
            return self._linear(multiples)
        base = Column((), ONE, True)
        columns: list[Column] = [base]
        equal = [*self._equal_sums(), *self._double_sums()]
        for count in range(1, degree + 1):
            products = self.place.products(facts, count, MOST_COLUMNS)
            columns = [base, *products, *self._sums(count, facts), *multiples, *equal]
            if len(columns) > MOST_COLUMNS or time.process_time() > self.deadline:
                break
            found = self._linear(columns)
            if found is not None:
                return found
        return self._squared(facts, equations, halves) if squares else None

    def _linear(self, columns: Sequence[Column]) -> Any:
        found = combination(self.value, columns, self.strict, self.place.normaliser)
        if found is None:
            return None
        steps = [step for _, column in found for step in getattr(column, "steps", ())]
        return self.leaf([column.term(c) for c, column in found], steps)

    def _multiples(self, equations: Sequence[tuple[str, Poly]], degree: int = 2) -> list[Column]:
        """Equations times monomials in the atoms of the goal and of the equations."""
        atoms = {a for p in (self.value, *(p for _, p in equations)) for m in p for a, k in m if k > 0}
        named = [(self.place.text(t), single(a)) for a in sorted(atoms, key=lambda a: a.number) if (t := term_of(a))][
            :9
        ]
        factors: list[tuple[str, Poly]] = [("1", ONE)]
        for count in range(1, degree + 1):
            for chosen in itertools.combinations_with_replacement(named, count):
                value = ONE
                for _, p in chosen:
                    value = self.place.normaliser.times(value, p)
                factors.append(("*".join(f"({t})" for t, _ in chosen), value))
        found = []
        for text, value in equations:
            for name, factor in factors:
                found.append(Column((), self.place.normaliser.times(value, factor), False, "", text, name))
                if len(found) > MOST_COLUMNS:
                    return found
        return found

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
                    term: dict[str, Any] = {
                        "leaf": "arithmetic",
                        "terms": [{"c": "1", "facts": [f.text for f in chosen]}],
                    }
                    fact, proof = sum_rule(x, weight(chosen), term, self.place.text)
                    said = self.place.text(fact)
                    total = self.place.summed(x, value)
                    found.append(Prepared((said,), total, False, steps=((said, proof),)))
                    for t in [t for t in self.tokens if t.sort == x.sort][:2] if count == 2 else ():
                        above, step = member_rule(x, weight(chosen), term, t, self.place.text)
                        own = (self.place.text(above), step)
                        found.append(Prepared(own[:1], add(total, rename(value, {x: t}), -1), False, steps=(own,)))
                    if count < degree:
                        for other in sorted(ground, key=lambda f: len(f.value))[:16]:
                            times = self.place.normaliser.times(total, other.value)
                            found.append(Prepared((said, other.text), times, False, steps=((said, proof),)))
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
                    body = weight(chosen)
                    proof: Any = {"leaf": "arithmetic", "terms": [{"c": "1", "facts": [f.text for f in chosen]}]}
                    for z in (y, x):
                        said, proof = sum_rule(z, body, proof, self.place.text)
                        body, value = said.args[1], self.place.summed(z, value)
                    text = self.place.text(said)
                    found.append(Prepared((text,), value, False, steps=((text, proof),)))
        return found

    def _equal_sums(self) -> list[Column]:
        """Sums over tokens of equations about them, times facts."""
        found: list[Column] = []
        for letters in self.new.values():
            x = letters[0]
            bodies = [f for f in self.programs.bodies(x) if len(f.value) == 1][:3]
            for formula, value in self.place.equations_at(self.tokens, x)[:3]:
                for body in (None, *bodies):
                    difference = make("sub", formula.args[1], formula.args[0])
                    term = difference if body is None else make("mul", body.term, difference)
                    by = "1" if body is None else self.place.text(body.term)
                    proof = {"leaf": "arithmetic", "terms": [{"eq": self.place.text(formula), "by": by}]}
                    total = self.place.summed(
                        x, value if body is None else self.place.normaliser.times(value, body.value)
                    )
                    said, step = equal_sums(x, term, proof, self.place.text)
                    for name, factor in self._whole_sums():
                        times = self.place.normaliser.times(total, factor)
                        found.append(Prepared((), times, False, "", said, name, steps=((said, step),)))
        return found

    def _whole_sums(self) -> list[tuple[str, Poly]]:
        """1 and the sums that the goal consists of, to multiply equations with."""
        atoms = {a for m in self.value for a, k in m if k > 0 and a.key[0] == "S" and not a.indices}
        named = [(t, a) for a in sorted(atoms, key=lambda a: a.number) if (t := term_of(a)) is not None]
        return [("1", ONE), *((self.place.text(t), single(a)) for t, a in named[:3])]

    # squares
    def _squared(self, facts: Sequence[Fact], equations: Sequence[tuple[str, Poly]], halves: bool) -> Any:
        try:
            import clarabel  # noqa: F401
        except ImportError:
            return None
        for blocks, factor in self.programs.sizes(facts, halves):
            if time.process_time() > self.deadline:
                return None
            found = self._program(blocks, facts, equations, factor)
            if found is not None:
                return found
        return None

    def _program(
        self,
        blocks: Sequence[Squares],
        facts: Sequence[Fact],
        equations: Sequence[tuple[str, Poly]],
        factor: Term | None,
    ) -> Any:
        kept, value = list(self.times), self.value
        if factor is not None:
            self.times = [*self.times, self.place.text(factor)]
            self.value = self.place.normaliser.times(value, self.place.normaliser.scalar(factor))
        try:
            columns: list[Column] = [Column((), ONE, True), *self.place.products(facts, 2, 150), *self._sums(3, ())]
            columns += [*self._multiples(equations, 2)[:400], *self._equal_sums(), *self._double_sums()]
            faces = []
            for k, b in enumerate(blocks):
                face = b.face(k) if time.process_time() < self.deadline else None
                faces += [] if face is None else [face]
            lines = [Line(k, c.value, c.free, c.strict) for k, c in enumerate(columns)]
            found = solve(self.value, lines, faces, self.strict, self.deadline)
            if found is None:
                return None
            terms, steps = [], []
            for c, k in found[0]:
                terms.append(columns[k].term(c))
                steps += list(getattr(columns[k], "steps", ()))
            for k, parts_ in found[1]:
                for d, vector in parts_:
                    term, before = blocks[k].said(d, vector)
                    terms.append(term)
                    steps += before
            return self.leaf(terms, steps)
        finally:
            self.times, self.value = kept, value
