"""Rules of inference as data: read, typed, and instantiated by substitution."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from .catalogue import LOGIC, RANGES, THEOREMS
from .contexts import ALMOST, EVERY, START, TIMELESS
from .declarations import declare_letters
from .definitions import definitions
from .elaboration import Elaborator
from .moments import read_at_times
from .parsing import parse
from .scopes import Scope
from .terms import Letter, Rejected, Sort, Term, make, substituted

_MOMENTS = {"every": EVERY, "ae": ALMOST, "start": START, "timeless": TIMELESS}
_SPACES, _GROUPS = ("E", "E2"), ("G", "H")
SIDES = ("spheres", "unit_tokens", "normalised", "analytic", "partition", "measurable_on")
_AT_STATE = SIDES[1:3]
_MEMBER = re.compile(r"MEMBERS?\[(\w+)\]")


@dataclass(frozen=True)
class Premise:
    """One premise: the moment it is proved at, the letters and facts it adds, and what is to be proved."""

    moment: str
    letters: tuple[Letter, ...]
    facts: tuple[Term, ...]
    goal: Term


@dataclass(frozen=True, eq=False)
class Rule:
    """A schema: letters that an instance replaces, premises, a goal, and conditions that are computed.

    kind : "logic" where the rule is sound by inspection, "axiom" where it is a theorem of analysis with a reference.
    almost : whether the goal holds at almost every time only, because it speaks of rates of terms with corners.
    timed : whether it speaks of time, so that nothing chosen at a moment may enter it.
    spaces, groups : the names it uses for them, which stand for those of the place where it is used.
    """

    name: str
    letters: Mapping[str, Letter]
    goal: Term
    premises: tuple[Premise, ...]
    sides: tuple[tuple[str, tuple[Term, ...]], ...]
    kind: str
    cites: str
    almost: bool
    timed: bool
    spaces: tuple[str, ...] = _SPACES
    groups: tuple[str, ...] = _GROUPS

    def conditions(self, at_state: bool) -> Iterator[tuple[str, tuple[Term, ...]]]:
        """The conditions on a state, for which the premises count, or those on the form of what the rule is used at."""
        return (side for side in self.sides if (side[0] in _AT_STATE) == at_state)

    def formulas(self) -> tuple[Term, ...]:
        """The goal, and what the premises ask for and assume."""
        return (self.goal, *(term for p in self.premises for term in (p.goal, *p.facts)))

    def in_spaces(self, spaces: Mapping[str, str]) -> Rule:
        """The rule with its spaces E and F named as in the proof that uses it."""
        return _respaced(self, tuple(sorted(spaces.items())))


@cache
def rules() -> dict[str, Rule]:
    """All rules by name; raises Rejected where one is not well typed."""
    made: dict[str, Rule] = {}
    for kind, entries in (("logic", LOGIC), ("axiom", THEOREMS)):
        for name, entry in _variants(entries):
            if name in made:
                raise Rejected(f"rule {name!r} is defined twice")
            try:
                made[name] = read_rule(name, kind, entry)
            except Rejected as error:
                raise Rejected(f"rule {name!r}: {error}") from error
    return made


def _variants(entries: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every entry; one that speaks of RANGE once for every kind of range."""
    for name, entry in entries.items():
        if "SORT" not in str(entry):
            yield name, entry
            continue
        allowed = entry.get("ranges", tuple(RANGES))
        for suffix in allowed:
            letters, sort, scope, member = RANGES[suffix]

            def replaced(text: str, sort: str = sort, scope: str = scope, member: str = member) -> str:
                text = _MEMBER.sub(lambda found: re.sub(r"\bx\b", found.group(1), member), text)
                return text.replace("in RANGE", f"in {scope}").replace("SORT", sort)

            varied = {
                **entry,
                "letters": [*letters, *(replaced(t) for t in entry.get("letters", []))],
                "goal": replaced(entry["goal"]),
                "premises": [text for text in (replaced(t) for t in entry.get("premises", [])) if text],
            }
            yield (f"{name}, {suffix}" if suffix != "tokens" else name), varied


def read_rule(name: str, kind: str, entry: Mapping[str, Any]) -> Rule:
    """The rule written in `entry`: letters, goal, premises, sides, cites, almost."""
    scope = Scope(spaces=_SPACES, groups=_GROUPS, definitions=definitions())
    letters: dict[str, Letter] = {}
    for text in entry.get("letters", []):
        for letter in declare_letters(text, scope):
            letters[letter.name] = letter
    goal = Elaborator(scope).formula(parse(entry["goal"]))
    premises = tuple(_premise(text, scope) for text in entry.get("premises", []))
    sides = tuple(_side(text, scope) for text in entry.get("sides", []))
    everything = [goal, *(p.goal for p in premises), *(f for p in premises for f in p.facts)]
    timed = any(map(read_at_times, everything)) or any(p.moment for p in premises)
    if kind == "axiom" and not entry.get("cites"):
        raise Rejected("an axiom names its source")
    return Rule(name, letters, goal, premises, sides, kind, entry.get("cites", ""), bool(entry.get("almost")), timed)


def _premise(text: str, scope: Scope) -> Premise:
    moment = ""
    for word, found in _MOMENTS.items():
        if text.startswith(f"{word}:"):
            moment, text = found, text[len(word) + 1 :]
    left, bar, right = text.rpartition("|-")
    inner = scope.extended()
    letters: list[Letter] = []
    facts = []
    for part in (p.strip() for p in left.split(";")) if bar else ():
        if not part:
            continue
        if part.startswith("new "):
            letters.extend(declare_letters(part[4:], inner))
        else:
            facts.append(Elaborator(inner).formula(parse(part)))
    return Premise(moment, tuple(letters), tuple(facts), Elaborator(inner).formula(parse(right)))


def _side(text: str, scope: Scope) -> tuple[str, tuple[Term, ...]]:
    name = text.partition("(")[0]
    if name not in SIDES:
        raise Rejected(f"no side condition {name!r}; allowed are {', '.join(SIDES)}")
    tree = parse(text)
    return name, tuple(Elaborator(scope).infer(argument)[0] for argument in tree[2])


@cache
def _respaced(rule: Rule, spaces: tuple[tuple[str, str], ...]) -> Rule:
    names = dict(spaces)
    change = Respacing(names)
    letters = {name: change.letter(letter) for name, letter in rule.letters.items()}
    premises = tuple(
        Premise(p.moment, tuple(map(change.letter, p.letters)), tuple(map(change, p.facts)), change(p.goal))
        for p in rule.premises
    )
    sides = tuple((name, tuple(map(change, terms))) for name, terms in rule.sides)
    return Rule(rule.name, letters, change(rule.goal), premises, sides, rule.kind, rule.cites, rule.almost, rule.timed)


def forget_spaces() -> None:
    """Rename spaces anew from here on, so that the steps of a proof do not depend on what was judged before it."""
    _respaced.cache_clear()


class Respacing:
    """Renames spaces in terms and in the sorts of letters, one new letter for every old one."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        self.letters: dict[Letter, Letter] = {}

    def sort(self, sort: Sort) -> Sort:
        """A sort in the renamed spaces."""
        if sort[0] in ("vector", "operator", "matrix", "map", "flow") or sort[:2] == ("index", "direction"):
            start = 2 if sort[0] == "index" else 1
            return (*sort[:start], *(self.names.get(part, part) for part in sort[start:]))
        if sort[:2] == ("index", "token"):
            return ("index", "token", self.names.get(sort[2], sort[2]) if sort[2] else "")
        if sort[0] == "fn":
            return ("fn", self.sort(sort[1]), self.sort(sort[2]))
        return sort

    def letter(self, letter: Letter) -> Letter:
        """The letter in the renamed spaces; the same one if its sort has none."""
        if letter not in self.letters:
            sort = self.sort(letter.sort)
            self.letters[letter] = (
                letter if sort == letter.sort else Letter(letter.name, sort, letter.level, letter.momentary)
            )
        return self.letters[letter]

    def __call__(self, term: Term) -> Term:
        letters = sorted(term.letters, key=lambda letter: letter.serial)
        return self._sorts(substituted(term, {letter: self.letter(letter) for letter in letters}))

    def _sorts(self, term: Term) -> Term:
        if isinstance(term, Letter):
            return term
        if term.op == "over":
            return make("over", self.sort(term.args[0]))
        if term.op in ("zero", "dim"):
            return make(term.op, self.names.get(term.args[0], term.args[0]))
        if term.op == "cases":  # the groups are exchanged; they are written in the declared order
            declared, *values = term.args
            exchanged = dict(zip((self.names.get(group, group) for group in declared), values, strict=True))
            return make("cases", declared, *(self._sorts(exchanged[group]) for group in declared))
        return make(term.op, *(self._sorts(part) if isinstance(part, Term) else part for part in term.args))
