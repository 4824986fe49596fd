"""The tree walk: from the goal of a statement down to leaves. It compares and substitutes; it never searches.

A node is an object with exactly one of the keys in `Walker.NODES`. Formulas and terms in it are texts, read in the
scope of the place where they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

from .boxes import decided
from .conditions import holds
from .contexts import ALMOST, FALSE, MOMENTS, TIMELESS, Context
from .conversion import same
from .declarations import define, of_indices
from .definitions import definitions
from .derivatives import vector_space
from .elaboration import Elaborator
from .facts import membership
from .leaves import arithmetic
from .moments import OPERATIONS, binds_time, level, moves, reads_over_time, speaks_of_time
from .parsing import parse
from .polynomials import Work
from .printing import text as written
from .regularity import absolutely_continuous, admissible, measurable
from .rules import Premise, Rule, rules
from .spaces import instance_of
from .term_matching import stands
from .terms import (
    CONSTANT,
    MEASURABLE,
    MOVING,
    NUMBER,
    RANDOM,
    TOKEN,
    Letter,
    Rejected,
    Sort,
    Term,
    applied,
    conjuncts,
    contains,
    fresh,
    make,
    opened,
    over,
    range_sort,
    substituted,
)

MAX_DEPTH = 200
CLAIM_WORK = 60_000_000
_ONE = make("num", 1).args[0]


class Refused(Rejected):
    """A proof is not accepted; `place` is the path of the node, outermost first."""

    def __init__(self, place: tuple[str, ...], why: object) -> None:
        super().__init__(f"{'/'.join(place) or 'top'}: {why}")
        self.place, self.why = place, str(why)

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.place, self.why)


class Listener(Protocol):
    """Whoever is told what a walk does, while it does it. What it makes of that decides nothing; it must not raise."""

    def begins(self, kind: str, node: Mapping[str, Any], goal: Term, context: Context, last: str) -> None:
        """A node is entered; `last` is the end of its place."""

    def ends(self) -> None:
        """The node that began last, and has not ended, is accepted."""


class Walker:
    """Walks the proofs of one claim: the steps above, and rules and lemmas.

    lemma : gives, for the id of another claim, its rule form; raises Rejected where it cannot be cited.
    axioms, lemmas : what the proofs rest on, collected on the way. compact : whether a bisection of a box was used.
    """

    NODES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "leaf": ("terms", "use", "norms", "times"),
        "boxes": ("letters",),
        "known": (),
        "intro": ("then",),
        "both": (),
        "groups": (),
        "enter": ("then",),
        "witness": ("then",),
        "left": (),
        "right": (),
        "have": ("by", "then"),
        "cases": ("nonneg", "neg"),
        "split": ("first", "second"),
        "obtain": ("as", "then"),
        "take": ("values", "then"),
        "unfold": ("then",),
        "restate": ("then",),
        "absurd": (),
        "define": ("then",),
        "rule": ("with", "new", "spaces", "premises"),
        "lemma": ("with", "spaces", "premises"),
    }

    def __init__(self, lemma: Callable[[str], Rule], work: Work, listener: Listener | None = None) -> None:
        self.lemma, self.work, self.listener = lemma, work, listener
        self.axioms: set[str] = set()
        self.lemmas: set[str] = set()
        self.compact = False

    def walk(self, node: Any, goal: Term, context: Context, place: tuple[str, ...] = ()) -> None:
        """Accept that `goal` follows in `context` because of `node`; raises Refused with the place that is wrong."""
        if not isinstance(node, Mapping):
            raise Refused(place, "a node of a proof is an object")
        if len(place) > MAX_DEPTH:
            raise Refused(place[:3], f"nested deeper than {MAX_DEPTH}")
        kinds = [name for name in node if name in self.NODES]
        if len(kinds) != 1:
            raise Refused(
                place, f"a node has one of {', '.join(self.NODES)}; got {', '.join(map(str, node)) or 'nothing'}"[:300]
            )
        kind = kinds[0]
        allowed = self.NODES[kind]
        for name in node:
            if name != kind and name not in allowed and name != "says":
                raise Refused(
                    place, f"no field {str(name)[:40]!r} beside {kind!r}; allowed are {', '.join(allowed) or 'none'}"
                )
        if self.listener is not None:
            self.listener.begins(kind, node, goal, context, place[-1] if place else "")
        try:
            self.work.spend(10)
            getattr(self, f"_{kind}")(node, goal, context, place)
        except Refused:
            raise
        except Rejected as error:
            raise Refused((*place, kind), error) from error
        except RecursionError as error:
            raise Refused((*place, kind), "nested too deeply") from error
        if self.listener is not None:
            self.listener.ends()

    # texts
    def formula(self, text: Any, context: Context) -> Term:
        """A formula of a node, typed, and admissible at the moment where it stands."""
        term = Elaborator(context.scope).formula(parse(text))
        admissible(term, context.moment)
        return term

    def number(self, text: Any, context: Context) -> Term:
        """A number of a node."""
        return Elaborator(context.scope).check(parse(text), NUMBER)

    def _then(
        self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...], name: str = "then"
    ) -> None:
        if name not in node:
            raise Refused(place, f"{name!r} is missing")
        self.walk(node[name], goal, context, (*place, name) if name != "then" else (*place, "."))

    def _letter(self, name: Any, sort: Sort, context: Context, lev: int = CONSTANT) -> tuple[Letter, Context]:
        """A new letter under `name`."""
        if not isinstance(name, str):
            raise Rejected(f"a name is needed for the new letter, got {str(name)[:40]!r}")
        scope = context.scope.extended()
        momentary = context.moment != TIMELESS and sort[0] not in ("index", "size")
        letter = fresh(name, sort, lev, momentary)
        scope.declare(name, letter)
        return letter, context.naming(scope)

    # leaves
    def _leaf(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if node["leaf"] != "arithmetic":
            raise Rejected(f"no leaf {str(node['leaf'])[:40]!r}; allowed is arithmetic")
        arithmetic(node, goal, context, lambda t: self.formula(t, context), lambda t: self.number(t, context))

    def _boxes(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        decided(node, goal, context, lambda t: self.number(t, context))
        self.compact = True

    def _known(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if not context.known(goal):
            raise Rejected(f"not known here: {written(goal)}")

    # the shape of the goal
    def _intro(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        names = node["intro"] if isinstance(node["intro"], list) else [node["intro"]]
        for name in names:
            if goal.op == "forall":
                letter, context = self._letter(name, range_sort(goal.args[0]), context)
                context = context.having(membership(letter, goal.args[0]))
                goal = opened(goal, letter)
            elif goal.op == "implies":
                if name:
                    raise Rejected("an assumption has no name; write an empty text")
                context, goal = context.having(conjuncts(goal.args[0])), goal.args[1]
            elif goal.op == "not":
                if name:
                    raise Rejected("an assumption has no name; write an empty text")
                context, goal = context.having(conjuncts(goal.args[0])), FALSE
            else:
                raise Rejected(f"nothing to introduce: {written(goal)}")
        self._then(node, goal, context, place)

    def _both(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        proofs = node["both"]
        goals = list(conjuncts(goal))
        if not isinstance(proofs, list) or len(proofs) != len(goals) or len(goals) < 2:
            raise Rejected(f"{len(goals)} parts: {written(goal)}")
        for number, (proof, part) in enumerate(zip(proofs, goals, strict=True), start=1):
            self.walk(proof, part, context, (*place, f"part {number}"))

    def _groups(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        """Something of all tokens, shown for the tokens of every group of the declared partition."""
        proofs, groups = node["groups"], context.scope.groups
        if goal.op != "forall" or goal.args[0] is not over(TOKEN) or not groups:
            raise Rejected("no goal about all tokens, or no groups are declared")
        if not isinstance(proofs, list) or len(proofs) != len(groups):
            raise Rejected(f"one proof for each of {', '.join(groups)}")
        for group, proof in zip(groups, proofs, strict=True):
            part = make("forall", over(("index", "token", group)), goal.args[1])
            self.walk(proof, part, context, (*place, f"group {group}"))

    def _left(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if goal.op != "or":
            raise Rejected("the goal is no alternative")
        self.walk(node["left"], goal.args[0], context, (*place, "left"))

    def _right(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if goal.op != "or":
            raise Rejected("the goal is no alternative")
        self.walk(node["right"], goal.args[1], context, (*place, "right"))

    # steps
    def _have(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        fact = self.formula(node["have"], context)
        where = (*place, f"have {str(node['have'])[:60]}")
        self.walk(node.get("by", {"known": True}), fact, context, where)
        self._then(node, goal, context.having(conjuncts(fact)), place)

    def _cases(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        value = self.number(node["cases"], context)
        zero = make("num", 0 * _ONE)
        for name, fact in (("nonneg", make("<=", zero, value)), ("neg", make("<", value, zero))):
            admissible(fact, context.moment)
            self._then(node, goal, context.having([fact]), place, name)

    def _split(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        fact = self.formula(node["split"], context)
        if fact.op == "!=" and vector_space(fact.args[0]) is None:
            fact = make("or", make("<", *fact.args), make("<", *reversed(fact.args))) if context.known(fact) else fact
        elif not context.known(fact) and not _excluded_middle(fact):
            raise Rejected(f"not known here: {node['split']}")
        if fact.op != "or":
            raise Rejected(f"no alternative: {node['split']}")
        self._then(node, goal, context.having([fact.args[0]]), place, "first")
        self._then(node, goal, context.having([fact.args[1]]), place, "second")

    def _restate(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        other = self.formula(node["restate"], context)
        if not same(other, goal, context.normaliser()):
            raise Rejected(f"not the goal, which is {written(goal)}")
        self._then(node, other, context, place)

    def _absurd(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        self.walk(node["absurd"], FALSE, context, (*place, "absurd"))

    def _define(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        scope = context.scope.extended()
        for text in node["define"] if isinstance(node["define"], list) else [node["define"]]:
            define(text, scope)
        self._then(node, goal, context.naming(scope), place)

    def _enter(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        """From a goal about time to a moment; a closed goal may be proved at any moment, and a closed one without."""
        moment = node["enter"]
        if moment not in MOMENTS:
            raise Rejected(f"no moment {str(moment)[:40]!r}; allowed are {', '.join(MOMENTS)}")
        inside = OPERATIONS[goal.op].moment
        if context.moment == TIMELESS and moment != TIMELESS:
            if inside:
                if inside != moment:
                    raise Rejected(f"{goal.op} is proved at the moment {inside!r}")
                goal = goal.args[0]
            elif level(goal) != CONSTANT:
                raise Rejected("the goal speaks of no moment that could be entered")
        elif moment == TIMELESS:
            if level(goal) != CONSTANT:
                raise Rejected("the goal speaks of this moment")
        else:
            raise Rejected("inside a moment no other one can be entered")
        inner = context.at(moment)
        admissible(goal, moment)
        self._then(node, goal, inner, place)

    def _witness(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if goal.op != "exists":
            raise Rejected(f"no existence is to be shown: {written(goal)}")
        sort = range_sort(goal.args[0])
        value = Elaborator(context.scope).check(parse(node["witness"]), sort)
        admissible(value, context.moment)
        if level(value) != CONSTANT and binds_time(goal):
            raise Rejected("the witness moves, and the goal reads it over time")
        if any(letter.momentary for letter in value.letters) and binds_time(goal):
            raise Rejected("the witness was chosen at a moment")
        for condition in membership(value, goal.args[0]):
            if not context.known(condition):
                raise Rejected(f"the witness is not in the range: {written(condition)}")
        self._then(node, opened(goal, value), context, place)

    def _obtain(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        fact = self.formula(node["obtain"], context)
        if fact.op != "exists" or not context.known(fact):
            raise Rejected(f"no existence that is known here: {node['obtain']}")
        names = node.get("as")
        for name in names if isinstance(names, list) else [names]:
            if fact.op != "exists":
                raise Rejected("more names than existences")
            letter, context = self._letter(name, range_sort(fact.args[0]), context)
            conditions = membership(letter, fact.args[0])
            fact = opened(fact, letter)
            context = context.having(conditions)
        self._then(node, goal, context.having(conjuncts(fact)), place)

    def _take(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        """An instance of a known general fact at given values."""
        fact = self.formula(node["take"], context)
        if not context.known(fact):
            raise Rejected(f"not known here: {node['take']}")
        values = node.get("values")
        if not isinstance(values, list) or not values:
            raise Rejected("'values' is a list of texts")
        conditions: list[Term] = []
        for text in values:
            while fact.op == "implies":
                conditions.append(fact.args[0])
                fact = fact.args[1]
            if fact.op != "forall":
                raise Rejected("more values than the fact has letters")
            sort = range_sort(fact.args[0])
            value = Elaborator(context.scope).check(parse(text), sort)
            admissible(value, context.moment)
            if sort[0] == "index" and not stands(sort, value):
                raise Rejected(f"{text} is no letter of the range")
            moves = level(value) != CONSTANT or any(letter.momentary for letter in value.letters)
            if moves and binds_time(fact):
                raise Rejected(f"{text} moves, and the fact reads it over time")
            conditions.extend(membership(value, fact.args[0]))
            fact = opened(fact, value)
        while fact.op == "implies" and context.known(fact.args[0]):
            fact = fact.args[1]
        for condition in conditions:
            if not context.known(condition):
                raise Rejected(f"a condition is not known here: {written(condition)}")
        self._then(node, goal, context.having(conjuncts(fact)), place)

    def _unfold(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        """A defined predicate replaced by its formula: the goal itself, or a known fact, which is then known too."""
        if node["unfold"] == "goal":
            if goal.op not in ("def", "timed"):
                raise Rejected(f"no defined predicate: {written(goal)}")
            self._then(node, instance_of(definitions()[goal.args[0]], goal.args[1:]), context, place)
            return
        fact = self.formula(node["unfold"], context)
        if fact.op not in ("def", "timed") or not context.known(fact):
            raise Rejected(f"no defined predicate that is known here: {node['unfold']}")
        inside = instance_of(definitions()[fact.args[0]], fact.args[1:])
        self._then(node, goal, context.having(conjuncts(inside)), place)

    # rules and lemmas
    def _rule(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        rule = rules().get(node["rule"]) if isinstance(node["rule"], str) else None
        if rule is None:
            raise Rejected(f"no rule {str(node['rule'])[:60]!r}")
        if rule.almost and context.moment != ALMOST:
            raise Rejected(f"{rule.name} holds at almost every time only")
        if rule.kind == "axiom":
            self.axioms.add(rule.name)
        self._apply(rule, node, goal, context, place)

    def _lemma(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if not isinstance(node["lemma"], str):
            raise Rejected("a lemma is named by a text")
        rule = self.lemma(node["lemma"])
        self.lemmas.add(node["lemma"])
        self._apply(rule, node, goal, context, place)

    def _apply(self, rule: Rule, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        rule = rule.in_spaces(self._spaces(rule, node, context))
        values = self._values(rule, node, context)
        conclusion = substituted(rule.goal, values)
        if not same(conclusion, goal, context.normaliser()):
            raise Rejected(f"{rule.name} gives {written(conclusion)[:600]}, not {written(goal)[:600]}")
        for name, terms in rule.conditions(at_state=False):
            holds(name, [substituted(term, values) for term in terms], context)
        proofs = node.get("premises", [])
        if not isinstance(proofs, list) or len(proofs) > len(rule.premises):
            raise Rejected(f"{rule.name} has {len(rule.premises)} premises")
        new = node.get("new", {})
        if not isinstance(new, Mapping):
            raise Rejected("'new' is an object")
        shown: list[Term] = []
        for number, premise in enumerate(rule.premises):
            proof = proofs[number] if number < len(proofs) else {"known": True}
            where = (*place, f"{rule.name} {number + 1}")
            try:
                wanted, inner = self._premise(premise, values, new, context)
            except Rejected as error:
                raise Refused(where, error) from error
            self.walk(proof, wanted, inner, where)
            if not (premise.moment or premise.letters or premise.facts):
                shown = [*shown, *conjuncts(wanted)]
        for name, terms in rule.conditions(at_state=True):
            holds(name, [substituted(term, values) for term in terms], context.having(shown))

    def _premise(
        self, premise: Premise, values: Mapping[Letter, Term], new: Mapping[str, Any], context: Context
    ) -> tuple[Term, Context]:
        """The goal of a premise and its context. Its letters are made here, after the instantiation."""
        inner = context
        if premise.moment:
            if context.moment not in (TIMELESS, premise.moment) and premise.moment != TIMELESS:
                raise Rejected("inside a moment no other one can be entered")
            inner = context.at(premise.moment)
        own = dict(values)
        for letter in premise.letters:
            own[letter], inner = self._letter(new.get(letter.name, letter.name), letter.sort, inner, letter.level)
        inner = inner.having(part for fact in premise.facts for part in conjuncts(substituted(fact, own)))
        return substituted(premise.goal, own), inner

    def _spaces(self, rule: Rule, node: Mapping[str, Any], context: Context) -> dict[str, str]:
        """What the spaces and groups of a rule or lemma are called here."""
        given = node.get("spaces", {})
        if not isinstance(given, Mapping):
            raise Rejected("'spaces' is an object")
        ours, groups = context.scope.spaces or ("",), context.scope.groups
        names = {space: space if space in ours else ours[0] for space in rule.spaces}
        if rule.kind == "lemma":
            if rule.groups and rule.groups != groups:
                raise Rejected(f"{rule.name} speaks of the groups {', '.join(rule.groups)}")
            names |= {group: group for group in rule.groups}
        else:
            names |= dict(zip(rule.groups, (*groups, "", ""), strict=False))
        for name, space in given.items():
            if name not in names or space not in (groups if name in rule.groups else ours):
                raise Rejected(f"no space or group {str(space)[:40]!r} for {str(name)[:40]!r}")
        named = {**names, **given}
        if rule.kind == "lemma" and {named[group] for group in rule.groups} != set(rule.groups):
            raise Rejected("the groups of a lemma stand each for another one")
        return named

    def _values(self, rule: Rule, node: Mapping[str, Any], context: Context) -> dict[Letter, Term]:
        """What stands for every letter of a rule, each of its sort and level."""
        given = node.get("with", {})
        if not isinstance(given, Mapping):
            raise Rejected("'with' is an object")
        for name in given:
            if name not in rule.letters:
                raise Rejected(f"{rule.name} has no letter {str(name)[:40]!r}; it has {', '.join(rule.letters)}")
        values: dict[Letter, Term] = {}
        for name, letter in rule.letters.items():
            text = given.get(name, name)
            try:
                value = Elaborator(context.scope).check(parse(text), letter.sort)
            except Rejected as error:
                raise Rejected(f"{rule.name}: the letter {name}: {error}") from error
            self._level(rule, letter, value, context)
            if letter.level != RANDOM and (not rule.timed or context.moment != TIMELESS):
                admissible(value, context.moment)
            values[letter] = value
        return values

    def _level(self, rule: Rule, letter: Letter, value: Term, context: Context) -> None:
        def refused(why: str) -> Rejected:
            return Rejected(f"{rule.name}: {letter.name} receives {written(value)[:80]}, which {why}")

        lev = level(value)
        if lev > letter.level:
            names = ("constant", "absolutely continuous", "measurable", "random")
            raise refused(f"is {names[lev]}; it is {names[letter.level]}")
        if letter.level == RANDOM and (moves(value) or speaks_of_time(value)):
            raise refused("speaks of time; it is random")
        if rule.timed and any(x.momentary for x in value.letters):
            raise Rejected(f"{rule.name}: {letter.name} receives what was chosen at a moment: {written(value)[:80]}")
        if reads_over_time(value) and any(_at_moving(term, letter) for term in rule.formulas()):
            raise refused("reads its argument over time, and is applied to what moves")
        if letter.level == MEASURABLE and _about_solutions(rule) and not measurable(value):
            raise refused("need not be measurable in time")
        if letter.level == MOVING and not absolutely_continuous(value, context):
            raise refused("need not be absolutely continuous")


def _about_solutions(rule: Rule) -> bool:
    """Whether a lemma says that a flow has a solution, for which what it depends on has to be measurable."""
    return rule.kind == "lemma" and any(contains(term, frozenset(("one_solution",))) for term in rule.formulas())


def _excluded_middle(fact: Term) -> bool:
    """`P or not P`, and the three ways in which two numbers or indices compare."""
    if fact.op != "or":
        return False
    a, b = fact.args
    if b.op == "not" and b.args[0] is a:
        return True
    if a.op == "<" and b.op == "<=":
        return bool(a.args == (b.args[1], b.args[0]))
    if a.op == "<=" and b.op == "<":
        return bool(a.args == (b.args[1], b.args[0]))
    return bool(a.op == "==" and b.op == "!=" and a.args == b.args)


def _at_moving(term: Term, function: Letter) -> bool:
    """Whether `function` is applied to something that moves: its body would then be read over another's time.

    A map or flow may apply it to its state, which is read where it moves, and `D` takes a start for constant.
    """
    if function not in term.letters:
        return False
    if term.op in ("map", "flow") and not of_indices(function.sort):
        return True
    head, arguments = applied(term)
    if head is function and any(level(argument) != CONSTANT for argument in arguments):
        return True
    return any(_at_moving(part, function) for part in term.args if isinstance(part, Term))
