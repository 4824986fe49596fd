"""The rules of inference that the proofs of a ledger use: theorems with pages of their own, the logic on one page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from ..kernel.printing import text as written
from ..kernel.rules import Premise, Rule, rules
from ..kernel.terms import CONSTANT, MEASURABLE, MOVING, RANDOM, Letter, Sort
from ..steps import MOMENTS, letters_said, sort_words
from ..theory.nearest import ends_in
from .statements import statement

SIDES = {
    "spheres": "the map is written out as unit(u) on the product of unit spheres, with u built by analytic operations",
    "unit_tokens": "the tokens of the state are known to be unit vectors",
    "normalised": "what the map normalises is known to be analytic near the state, and not zero there",
    "analytic": "the map or field, where there is one, and the functions are analytic on the product of unit spheres",
    "partition": "the groups are those of the state",
    "measurable_on": "the flow is declared on the states whose tokens x have dot(x, Q(x)) == 1, and its field is made,"
    " by operations that keep it measurable, of the state and of what is measurable in time",
}
_LEVELS = {
    CONSTANT: "", MOVING: ", absolutely continuous in time", MEASURABLE: ", of any dependence on time",
    RANDOM: ", random",
}  # fmt: skip


@dataclass(frozen=True)
class Page:
    """What the page of a rule says.

    goal : what follows; of a rule that gives letters with properties, these. users : ids of the claims whose own proofs
        use it.
    """

    name: str
    slug: str
    letters: Sequence[Markup]
    premises: Sequence[Markup]
    goal: Markup
    sides: Sequence[str]
    cites: str
    theorem: bool
    users: Sequence[str]


class Rules:
    """The rules that the claims of a ledger use, by name."""

    def __init__(self, entries: Sequence[Mapping[str, Any]]) -> None:
        users: dict[str, list[str]] = {}
        for entry in entries:
            for name in dict.fromkeys(_used(entry.get("proof", {}).get("steps", ()))):
                users.setdefault(name, []).append(entry["id"])
        known = rules()
        self.pages = {name: _page(known[name], found) for name, found in sorted(users.items()) if name in known}

    def conclusions(self, lemmas: Iterable[tuple[str, str]]) -> list[tuple[str, list[tuple[str, str, Markup]]]]:
        """Addresses, names and conclusions of rules and lemmas, by the operation that these end in.

        lemmas : id and conclusion.
        """
        said = [
            (f"{page.slug}.html" if page.theorem else f"index.html#{page.slug}", name, written(rules()[name].goal))
            for name, page in self.pages.items()
        ]
        found: dict[str, list[tuple[str, str, Markup]]] = {}
        for address, name, text in (*said, *((f"../claims/{id}.html", id, text) for id, text in lemmas)):
            found.setdefault(ends_in(text), []).append((address, name, statement(text)))
        return sorted(found.items())

    @property
    def theorems(self) -> list[Page]:
        """The rules that are theorems of analysis, which have pages of their own."""
        return [page for page in self.pages.values() if page.theorem]

    @property
    def logic(self) -> list[Page]:
        """The rules that are sound by inspection."""
        return [page for page in self.pages.values() if not page.theorem]

    def link(self, name: str, folder: str) -> Markup:
        """The name of a rule, linked from a page that has the rules' pages in `folder`."""
        page = self.pages.get(name)
        if page is None:
            return Markup("{}").format(name)
        address = f"{folder}{page.slug}.html" if page.theorem else f"{folder}index.html#{page.slug}"
        return Markup('<a href="{}">{}</a>').format(address, name)


def _used(steps: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for step in steps:
        if step.get("rule"):
            yield step["rule"]
        yield from _used(step.get("steps", ()))


def _page(rule: Rule, users: Sequence[str]) -> Page:
    return Page(
        rule.name,
        re.sub(r"[^a-z0-9]+", "-", rule.name.lower()).strip("-"),
        [_letter(letter) for letter in rule.letters.values() if not (letter is rule.goal and _given(rule))],
        [_premise(premise) for premise in rule.premises if not _gives(rule, premise)],
        _goal(rule),
        [SIDES[name] for name, _ in rule.sides],
        rule.cites,
        rule.kind == "axiom",
        users,
    )


def _gives(rule: Rule, premise: Premise) -> bool:
    """Whether the premise only says what may be used from here on, for whatever is to be shown."""
    return premise.goal is rule.goal and isinstance(rule.goal, Letter) and bool(premise.letters)


def _given(rule: Rule) -> list[Premise]:
    return [premise for premise in rule.premises if _gives(rule, premise)]


def _goal(rule: Rule) -> Markup:
    given = _given(rule)
    if not given:
        return statement(written(rule.goal))
    said = []
    for premise in given:
        facts = Markup(", ").join(statement(written(fact)) for fact in premise.facts)
        letters = _formulas(f"there {letters_said(premise.letters, 'are')}")
        said.append(Markup("{} with {}").format(letters, facts) if premise.facts else letters)
    return Markup("; or ").join(said)


def _formulas(text: str) -> Markup:
    """Words with formulas between backquotes."""
    parts = enumerate(text.split("`"))
    return Markup("").join(statement(part) if number % 2 else escape(part) for number, part in parts)


def _letter(letter: Letter) -> Markup:
    return Markup("{}: {}{}").format(statement(letter.name), sort_said(letter.sort), _LEVELS[letter.level])


def sort_said(sort: Sort, *, many: bool = False) -> str:
    """A sort in words, what it is indexed by included.

    >>> sort_said(("fn", ("index", "token", ""), ("vector", "")))
    'a vector for every token'
    """
    arguments = []
    while sort[0] == "fn":
        arguments.append(sort_words(sort[1]).partition(" ")[2])
        sort = sort[2]
    of = f" for every {' and '.join(arguments)}" if arguments else ""
    return f"{sort_words(sort, many)}{of}"


def _premise(premise: Premise) -> Markup:
    """A premise in words: when, for which new letters, under which facts, what holds."""
    said = [MOMENTS[premise.moment]] if premise.moment and MOMENTS[premise.moment] else []
    if premise.letters:
        said.append(f"for any {letters_said(premise.letters, '')}")
    words = _formulas(" ".join(said))
    if premise.facts:
        facts = Markup(", ").join(statement(written(fact)) for fact in premise.facts)
        words += Markup("{}{}").format(" with " if premise.letters else " if ", facts)
    return Markup("{}{}{}").format(words, ": " if words else "", statement(written(premise.goal)))
