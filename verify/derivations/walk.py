"""From the kernel's proof tree of a claim to a derivation: one method for every kind of node."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from ..core.terms import State
from ..kernel.contexts import FALSE
from ..kernel.declarations import define
from ..kernel.definitions import definitions
from ..kernel.elaboration import Elaborator as Reader
from ..kernel.parsing import parse
from ..kernel.polynomials import Work
from ..kernel.proofs import Walker
from ..kernel.rules import Premise, Rule, rules
from ..kernel.spaces import instance_of
from ..kernel.statements import Statement
from ..kernel.terms import (
    CONSTANT,
    MEASURABLE,
    MOVING,
    NUMBER,
    RANDOM,
    Letter,
    Sort,
    Term,
    conjuncts,
    fresh,
    last,
    make,
    opened,
    over,
    range_sort,
    substituted,
)
from . import roots, saddles, solutions, stability  # noqa: F401 (their rules)
from .emit import Failed, R
from .facts import Place
from .leaves import Leaves
from .rules import Rules
from .statement import Declined, about_solutions, core_sort, derivative_sort

_KINDS = tuple(Walker.NODES)


class Walk(Rules, Leaves):
    """Proves the goals of one statement as its tree says.

    lemma : the statement and the name of the accepted derivation of a cited claim; raises Declined where there is none.
    """

    def __init__(self, state: State, library: Any, lemma: Any) -> None:
        super().__init__(state, library)
        self.lemma = lemma
        self._walker = Walker(lambda _: None, Work(1))  # type: ignore[arg-type, return-value]
        self.place_text: list[str] = []

    def trail(self) -> list[str]:
        """Where the walk is."""
        return [text[:60] for text in self.place_text]

    # texts
    def formula(self, text: Any, place: Place) -> Term:
        return Reader(place.scope).formula(parse(text))

    def fact(self, place: Place, text: Any) -> int:
        return self.core(self.formula(text, place), place)

    def value(self, place: Place, text: Any) -> int:
        return self.core(Reader(place.scope).check(parse(text), NUMBER), place)

    def size(self, term: Term, now: int | None) -> int:
        counted = self.term(term, now) if term.op == "sum" else 0
        if counted and self.counts(counted):
            return self.how_many(counted)
        if term.op == "sizepow" and term.args[0].op == "num" and term.args[0].args[0] in range(1, 10):
            return self.how_many(self.term(term, now))
        if term.op == "num" and term.args[0].denominator == 1 and term.args[0] > 64:
            half = self.size(make("num", Fraction(term.args[0] // 2)), now)
            twice = self.make("plusN", half, half)
            return self.make("succ", twice) if term.args[0] % 2 else twice
        return super().size(term, now)

    def core(self, term: Term, place: Place) -> int:
        """A term of the kernel at this moment."""
        return self.term(term, place.now)

    # the whole
    def claim(self, statement: Statement, proof: Any) -> int:
        """The closed formula of a statement, from its proof."""
        letters, hypotheses, _ = self.parts(statement)
        formula = self.statement(statement)
        ks = [self.assume(h) for h in hypotheses]
        self.groups = statement.scope.groups
        place = Place(tuple(part for k in reversed(ks) for part in self.parts_of(k)), statement.scope)
        for name in self.groups:
            where = self.group(name)
            self.nonempty[where] = self.known(place, self.make("ex", where)) or 0
        if self.groups:
            self.partition_fact = ks[len(self.groups)]
        proofs = proof if isinstance(proof, list) else [proof]
        total: int | None = None
        for goal, tree in zip(statement.show, proofs, strict=True):
            k = self.walk(tree, goal, place)
            total = k if total is None else self.conj(total, k)
            place = place.having(*self.parts_of(k))
        assert total is not None
        k = self.gen(self.uncounted(self._some_derivatives(self.disch(total, *hypotheses))), *letters)
        if self.f(k) != formula or self.hyps(k):
            raise Failed("the derivation ends elsewhere")
        return k

    def _some_derivatives(self, k: int) -> int:
        """The same without derivatives of which the statement says nothing: there are some."""
        for d in self.derivatives.values():
            if self.differentiates(d) in self.hyps(k):
                proof = k
                k = self.obtain(self.some_derivative(d), d, self.f(k), lambda h, proof=proof: proof)  # type: ignore[misc]
        return k

    def walk(self, node: Any, goal: Term, place: Place) -> int:
        """A sequent of the goal at this place."""
        kind = next(name for name in node if name in _KINDS)
        self.place_text.append(kind if kind not in ("rule", "lemma", "have") else f"{kind} {node[kind]}")
        k: int = getattr(self, f"on_{kind}")(node, goal, place)
        k = self.by_same(place, self.core(goal, place), k)
        self.place_text.pop()
        return k

    def _letter(self, name: str, sort: Sort, place: Place, lev: int = CONSTANT) -> tuple[Letter, int, Place]:
        """A new letter under `name`, and what its sort says of it, assumed."""
        scope = place.scope.extended()
        letter = fresh(name, sort, lev)
        scope.declare(name, letter)
        return letter, self.letter(letter), place.named(scope)

    # leaves
    def on_leaf(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        return self.leaf(node, self.core(goal, place), place)

    def on_boxes(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        raise Declined("boxes")

    def on_known(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        return self.sure(place, self.core(goal, place))

    # the shape of the goal
    def on_intro(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        return self._introduced(_listed(node["intro"]), node["then"], goal, place)

    def _introduced(self, names: list[str], then: Any, goal: Term, place: Place) -> int:
        if not names:
            return self.walk(then, goal, place)
        if goal.op == "forall":
            letter, x, inner = self._letter(names[0], range_sort(goal.args[0]), place)
            conditions = self.member(goal.args[0], x, place.now)
            inner = inner.having(*[self.assume(p) for p in conditions])
            k = self._introduced(names[1:], then, opened(goal, letter), inner)
            return self.gen(self.disch(k, *conditions), x)
        p = self.core(goal.args[0], place)
        inner = place.having(*self.parts_of(self.assume(p)))
        if goal.op == "implies":
            return self.disch(self._introduced(names[1:], then, goal.args[1], inner), p)
        k = self._introduced(names[1:], then, FALSE, inner)
        return self.by("not", (p,), self.disch(self.falsity(k, self.false), p))

    def falsity(self, k: int, goal: int) -> int:
        """The goal from 1 <= 0."""
        return self.absurd(goal, [k, self.unit])

    def on_both(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        proofs = list(node["both"])

        def build(part: Term) -> int:
            if part.op == "and":
                a = build(part.args[0])
                return self.conj(a, build(part.args[1]))
            return self.walk(proofs.pop(0), part, place)

        return build(goal)

    def on_groups(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        """Of all tokens, group by group."""
        ks = []
        for group, proof in zip(self.groups, node["groups"], strict=True):
            ks.append(self.walk(proof, make("forall", over(("index", "token", group)), goal.args[1]), place))
        x = self.fresh("I:token", "x")
        wanted = self.ap(self.node(self.core(goal, place))[1], x)
        return self.gen(self.by_groups(x, wanted, lambda n, h: self.mp(self.inst(ks[n], x), h)), x)

    def on_left(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        k = self.walk(node["left"], goal.args[0], place)
        return self.by("or left", self.node(self.core(goal, place))[1:], k)

    def on_right(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        k = self.walk(node["right"], goal.args[1], place)
        return self.by("or right", self.node(self.core(goal, place))[1:], k)

    # steps
    def on_have(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        fact = self.formula(node["have"], place)
        k = self.walk(node.get("by", {"known": True}), fact, place)
        return self.walk(node["then"], goal, place.having(*self.parts_of(k)))

    def on_cases(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        value = self.value(place, node["cases"])
        above, below = (self._case(node[part], goal, place) for part in ("nonneg", "neg"))
        return self.cases(self.zero, value, self.core(goal, place), above, below)

    def _case(self, tree: Any, goal: Term, place: Place) -> Callable[[int], int]:
        """The goal in one of two cases."""
        return lambda k: self.walk(tree, goal, place.having(*self.parts_of(k)))

    def on_split(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        fact = self.formula(node["split"], place)
        p = self.core(fact, place)
        if fact.op == "!=":
            k = self.apart(place, p)
        else:
            found = self.known(place, p)
            k = found if found is not None else self.alternative(p)
        first, second = (self._case(node[part], goal, place) for part in ("first", "second"))
        return self.either(k, self.core(goal, place), first, second)

    def apart(self, place: Place, p: int) -> int:
        """a < b or b < a from not a = b."""
        k = self.sure(place, p)
        a, b = self.node(self.node(p)[1])[1:]
        low, high = self.lt(a, b), self.lt(b, a)
        goal = self.make("or", low, high)

        def less(j: int) -> int:  # a <= b
            return self.by("or left", (low, high), self.by("strict", (a, b), j, k))

        return self.cases(a, b, goal, less, lambda j: self.by("or right", (low, high), j))

    def alternative(self, p: int) -> int:
        """P or not P, and the three ways in which numbers compare."""
        if not self.is_op(p, "or"):
            raise Failed("split: not known")
        a, b = self.node(p)[1:]
        (op, *x), (other, *y) = self.node(a), self.node(b)
        if other == "not" and y[0] == a:
            return self.excluded(a)
        if op == "<" and other == "<=":
            return self.cases(
                y[0], y[1], p, lambda k: self.by("or right", (a, b), k), lambda k: self.by("or left", (a, b), k)
            )
        if op == "<=" and other == "<":
            return self.step("ax", "total", x[0], x[1])
        raise Failed("split: not known")

    def on_restate(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        return self.walk(node["then"], self.formula(node["restate"], place), place)

    def on_absurd(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        return self.falsity(self.walk(node["absurd"], FALSE, place), self.core(goal, place))

    def on_define(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        scope = place.scope.extended()
        for text in _listed(node["define"]):
            define(text, scope)
        return self.walk(node["then"], goal, place.named(scope))

    def on_enter(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        moment = node["enter"]
        inside = moment != "timeless" and goal.op in ("always", "almost_always", "at_start")
        part = goal.args[0] if inside else goal
        k = self._at_moment(moment, place, lambda inner: self.walk(node["then"], part, inner))
        if inside or moment in ("timeless", "start"):
            return k
        return self.once(k) if moment == "ae" else self.mp(self.inst(k, self.zero), self.weak_zero)

    def on_witness(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        sort = range_sort(goal.args[0])
        value = Reader(place.scope).check(parse(node["witness"]), sort)
        k = self.walk(node["then"], opened(goal, value), place)
        predicate = self.node(self.core(goal, place))[1]
        v = self.argument(sort, value, place.now)
        for condition in reversed(self.member(goal.args[0], v, place.now)):
            k = self.conj(self.sure(place, condition), k)
        wanted = self.ap(predicate, v)
        return self.witness(predicate, v, self.by_same(place, wanted, k))

    def on_obtain(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        fact = self.formula(node["obtain"], place)
        wanted = self.core(goal, place)

        def act(k: int, fact: Term, names: Sequence[str], place: Place) -> int:
            if not names:
                return self.walk(node["then"], goal, place.having(*self.parts_of(k)))
            letter, x, inner = self._letter(names[0], range_sort(fact.args[0]), place)
            conditions = len(self.member(fact.args[0], x, place.now))

            def body(j: int) -> int:
                here = inner
                for _ in range(conditions):
                    here, j = here.having(self.left(j)), self.right(j)
                return act(j, opened(fact, letter), names[1:], here)

            return self.obtain(k, x, wanted, body)

        return act(self.sure(place, self.core(fact, place)), fact, _listed(node["as"]), place)

    def on_take(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        fact = self.formula(node["take"], place)
        k = self.sure(place, self.core(fact, place))
        for text in node["values"]:
            while fact.op == "implies":
                k = self.mp(k, self.sure(place, self.node(self.f(k))[1]))
                fact = fact.args[1]
            sort = range_sort(fact.args[0])
            value = Reader(place.scope).check(parse(text), sort)
            v = self.argument(sort, value, place.now)
            k = self.inst(k, v)
            for condition in self.member(fact.args[0], v, place.now):
                k = self.mp(k, self.sure(place, condition))
            fact = opened(fact, value)
        while fact.op == "implies":
            found = self.known(place, self.node(self.f(k))[1])
            if found is None:
                break
            k, fact = self.mp(k, found), fact.args[1]
        return self.walk(node["then"], goal, place.having(*self.parts_of(k)))

    def on_unfold(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        if node["unfold"] == "goal":
            inside = instance_of(definitions()[goal.args[0]], goal.args[1:])
            if goal.args[0] == "solves":
                return self._solving(node, inside, goal, place)
            return self.walk(node["then"], inside, place)
        fact = self.formula(node["unfold"], place)
        k = self.sure(place, self.core(fact, place))
        said = self.solved(place, k, fact) if fact.args[0] == "solves" else self.parts_of(k)
        return self.walk(node["then"], goal, place.having(*said))

    def solved(self, place: Place, k: int, fact: Term) -> list[int]:
        """What `solves` says with rates: the states are in the set, and rates are the field almost always."""
        inside = instance_of(definitions()["solves"], fact.args[1:])
        _, rates = (self.core(p, place) for p in conjuncts(inside))

        def rated(inner: Place) -> int:
            return self.sure(inner, self.ap(self.node(rates)[1], inner.time))

        outside = self.timeless(place).having(*self.parts_of(k))
        return [self.almost_every_time(outside, rated), *self.parts_of(k)]

    def _solving(self, node: Mapping[str, Any], inside: Term, goal: Term, place: Place) -> int:
        """`solves` with slopes, from what it says with rates, and from the slopes that moving letters have."""
        k = self.walk(node["then"], inside, place)
        on, rates = self.left(k), self.right(k)
        wanted = self.node(self.node(self.core(goal, place))[2])[1]

        def body(inner: Place) -> int:
            predicate = self.node(self.ap(wanted, inner.time))[1]
            i = self.fresh("I:token", "i")
            _, f, t, value = self.node(self.ap(predicate, i))
            rate, own = self.needed(self.own_slope(inner, f), "not known to move continuously")
            equal = self.sure(inner, self.eq(rate, value))
            return self.gen(self.replace(equal, own, lambda x: self.make("slope", f, t, x)), i)

        return self.conj(on, self.almost_every_time(place.having(rates), body))

    # rules and lemmas
    def on_rule(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        rule = rules()[node["rule"]]
        rule = rule.in_spaces(self._walker._spaces(rule, node, SimpleNamespace(scope=place.scope)))  # type: ignore[arg-type]
        values = self._values(rule, node, place)

        def premise(n: int) -> int:
            return self._premise(rule.premises[n], _proof_of(node, n), values, node.get("new", {}), place)

        return self.infer(node["rule"], rule, values, premise, substituted(rule.goal, values), place)

    def _premise(
        self, premise: Premise, proof: Any, values: Mapping[Letter, Term], new: Mapping[str, Any], place: Place
    ) -> int:
        """The premise as one closed sequent: its letters generalised, its facts discharged, at its moment."""

        def body(inner: Place) -> int:
            own = dict(values)
            letters: list[tuple[int, list[int]]] = []
            for letter in premise.letters:
                made, x, inner = self._letter(new.get(letter.name, letter.name), letter.sort, inner, letter.level)
                own[letter] = made
                said = self.hypotheses(made)
                inner = inner.having(*[self.assume(p) for p in said])
                letters.append((x, said))
            facts = [self.core(substituted(fact, own), inner) for fact in premise.facts]
            for p in facts:
                inner = inner.having(*self.parts_of(self.assume(p)))
            k = self.walk(proof, substituted(premise.goal, own), inner)
            k = self.disch(k, *facts)
            for x, said in reversed(letters):
                k = self.gen(self.disch(k, *said), x)
            return k

        return self._at_moment(premise.moment, self.closed(place), body) if premise.moment else body(place)

    def _at_moment(self, moment: str, place: Place, body: Callable[[Place], int]) -> int:
        """What the body gives at a moment, closed where it is at every or almost every time."""
        if moment == "timeless":
            return body(self.closed(place))
        if moment == "start":
            return body(self.at_start(place))
        if moment == "every":
            return self.every_time(place, lambda inner, _: body(inner))
        return self.almost_every_time(place, body)

    def _values(self, rule: Rule, node: Mapping[str, Any], place: Place) -> dict[Letter, Term]:
        given = node.get("with", {})
        read = Reader(place.scope).check
        return {letter: read(parse(given.get(name, name)), letter.sort) for name, letter in rule.letters.items()}

    def on_lemma(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        from ..kernel.claims import as_rule

        name = node["lemma"]
        statement, cited = self.lemma(name)
        plain = as_rule(name, statement)
        spaces = self._walker._spaces(plain, node, SimpleNamespace(scope=place.scope))  # type: ignore[arg-type]
        rule = plain.in_spaces(spaces)
        values = self._values(rule, node, place)
        renamed = {
            core_sort((*kind, a)): core_sort((*kind, b))
            for kind in (("vector",), ("index", "direction"))
            for a, b in spaces.items()
            if a != b and a in plain.spaces
        }
        k = self.step("cite", cited, tuple(sorted(renamed.items())))
        for group in plain.groups:
            k = self.inst(k, self.group(spaces[group]))
        derivatives = 0
        while (space := self._derivative_asked(self.f(k))) is not None:
            k, derivatives = self.inst(k, self.derivative(space)), derivatives + 1
        for letter in rule.letters.values():
            k = self.inst(k, self.standing(letter, values[letter], place))
            if last(letter.sort)[0] in ("map", "flow"):
                k = self.inst(k, self.set_of(_innermost(values[letter])))
        asked = len(self.partition(plain.groups)) + derivatives
        measured = about_solutions(statement)
        for _ in range(asked + sum(len(self.hypotheses(x, measured=measured)) for x in rule.letters.values())):
            k = self.mp(k, self.asked(place, self.node(self.f(k))[1]))
        for n, premise in enumerate(rule.premises):
            inner = self.closed(place)
            j = self.walk(_proof_of(node, n), substituted(premise.goal, values), inner)
            asked = self.node(self.f(k))[1]
            k = self.mp(k, self.by_same(inner, asked, j))
        return k

    def _derivative_asked(self, p: int) -> str | None:
        """The space of the derivative for all of which a formula is stated: a function of functions of states."""
        op, *args = self.node(p)
        match self.sort(args[0])[1] if op == "all" else None:
            case (_, (_, _, (_, _, space)), _) as sort if sort == derivative_sort(space):
                return str(space)
        return None

    def asked(self, place: Place, p: int) -> int:
        """What a letter of a lemma is asked to be."""
        if p in map(self.differentiates, self.derivatives.values()):
            return self.assume(p)
        inner = self.closed(place)
        if self.is_op(p, "all") and self.known(inner, p) is None:
            k = self._measurable(inner, p)
            if k is not None or self.groups:
                return k or self._in_another_order(p)
        return self.sure(inner, p)

    def _measurable(self, place: Place, p: int) -> int | None:
        """That every component of what stands for a measurable letter is one; None where p says something else."""
        op, *parts = self.node(p)
        if op == "all":
            x = self.fresh(self.sort(parts[0])[1])
            k = self._measurable(place, self.ap(parts[0], x))
            return None if k is None else self.gen(k, x)
        said = op == "ap" and self.node(parts[0])[:2] == ("word", "measurable")
        return solutions.Measurable(self).number(place, parts[1]) if said else None

    def _in_another_order(self, p: int) -> int:
        """That every token is in exactly one group, the groups named in another order."""
        x = self.fresh("I:token", "x")
        facts = self.divided(x)

        def chosen(q: int, h: int) -> int:
            op, *parts = self.node(q)
            if op != "or":
                return h
            first = parts[0] == self.f(h)
            return self.by(f"or {'left' if first else 'right'}", parts, h if first else chosen(parts[1], h))

        def proved(q: int) -> int:
            op, *parts = self.node(q)
            if op == "and":
                return self.conj(*map(proved, parts))
            if op == "or":
                return self.by_groups(x, q, lambda _, h: chosen(q, h))
            if q in facts:
                return facts[q]
            other = facts.get(self.no(self.make("and", *self.node(parts[0])[:0:-1]))) if op == "not" else None
            apart = self.needed(other, "known all", p)
            return self.refute(parts[0], lambda h: self.conflict(self.conj(self.right(h), self.left(h)), apart))

        return self.gen(proved(self.ap(self.node(p)[1], x)), x)

    def standing(self, letter: Letter, value: Term, place: Place) -> int:
        """What stands for a letter: a function of time where it may move, of the outcome where it is random."""
        if letter.level == RANDOM:
            return self.moving_value(letter, value)
        if letter.level not in (MOVING, MEASURABLE):
            return self.argument(letter.sort, value, place.now)

        def timed(sort: Sort, at: Any) -> int:
            if sort[0] == "fn":
                x = self.fresh(core_sort(sort[1]))
                return self.lam(x, timed(sort[2], lambda t: self.ap(at(t), x)))
            t = self.fresh(R, "t")
            return self.lam(t, at(t))

        return timed(letter.sort, lambda t: self.argument(letter.sort, value, t))


def _listed(data: Any) -> list[Any]:
    return list(data) if isinstance(data, list) else [data]


def _proof_of(node: Mapping[str, Any], n: int) -> Any:
    """The proof of a premise; what has none is known."""
    proofs = node.get("premises", [])
    return proofs[n] if n < len(proofs) else {"known": True}


def _innermost(term: Term) -> Term:
    """The map of a family of maps."""
    while term.op == "fn":
        term = opened(term, fresh("a", range_sort(term.args[0])))
    return term
