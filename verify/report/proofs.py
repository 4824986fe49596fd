"""Claims in proof form on their pages: the statement with its letters in words, and the proof in numbered steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ..kernel.judging import NO_INSTANCE
from ..kernel.statements import read
from ..kernel.terms import CONSTANT, MEASURABLE, MOVING, RANDOM, Letter, Rejected, Sort
from .motions import Motion, motion
from .prose import prose
from .rules import Rules, sort_said
from .statements import statement

_IN_TIME = {
    CONSTANT: "", MOVING: ", absolutely continuous in time", MEASURABLE: ", measurable in time", RANDOM: ", random",
}  # fmt: skip
# A formula of more characters is cut in a proof.
LONGEST = 240
_LONG = re.compile(rf"`[^`]{{{LONGEST},}}`")
# What letters are declared with.
_LETTERS = ("spaces", "groups", "letters")
_HEADINGS = {
    "where": "where", "maps": "the map", "flows": "the flow", "states": "the state", "given": "given", "show": "then",
}  # fmt: skip


def worded(text: str, pages: Mapping[str, str]) -> Markup:
    """A sentence with formulas of the language between backquotes; `pages` are the addresses of the claims' pages."""
    parts = enumerate(text.split("`"))
    said = "".join(statement(part) if number % 2 else prose(part, pages) for number, part in parts)
    return Markup(said.replace("</i>, <i>", ", "))  # a list is one formula; a report has 13 000 of these places


def stated(data: Mapping[str, Any]) -> Iterator[tuple[str, list[Markup]]]:
    """The fields of a statement, each with its name for readers and its formulas."""
    for name, what in (("spaces", "a space of finite dimension"), ("groups", "a group of the tokens")):
        if data.get(name):
            yield name, [Markup("{}: {}").format(statement(text), what) for text in texts(data[name])]
    letters = list(_letters(data))
    if letters:
        yield "letters", letters
    for name, heading in _HEADINGS.items():
        if data.get(name):
            yield heading, [_state(text) if name == "states" else statement(text) for text in texts(data[name])]


def declared_letters(data: Mapping[str, Any]) -> tuple[Letter, ...]:
    """The letters of a statement. Nothing else of it is read, which takes long. Raises Rejected."""
    return read({name: data[name] for name in _LETTERS if name in data} | {"show": "0 == 0"}).letters


def _letters(data: Mapping[str, Any]) -> Iterator[Markup]:
    try:
        letters = declared_letters(data)
    except Rejected:
        for text in texts(data.get("letters", [])):
            yield Markup("<code>{}</code>").format(text)
        return
    groups: dict[tuple[Sort, int], list[Letter]] = {}
    for letter in letters:
        groups.setdefault((letter.sort, letter.level), []).append(letter)
    for (sort, level), found in groups.items():
        names = Markup(", ").join(statement(letter.name) for letter in found)
        yield Markup("{}: {}").format(names, sort_said(sort, many=len(found) > 1) + _IN_TIME[level])


def _state(text: str) -> Markup:
    """`S: A -> u, B -> w` as u on A, w on B."""
    name, _, parts = text.partition(":")
    said = []
    for part in parts.split(", "):
        group, _, value = part.partition("->")
        said.append(Markup("{} on {}").format(statement(value.strip()), statement(group.strip())))
    return Markup("{}: {}").format(statement(name.strip()), Markup(", ").join(said))


@dataclass(frozen=True)
class View:
    """What the page of a claim in proof form shows.

    instance, counterexample : values, empty where there are none. motion : one that refutes, or None.
    twin : what replaces what, None where there is none.
    """

    stated: Sequence[tuple[str, list[Markup]]]
    instance: Mapping[str, Any]
    counterexample: Mapping[str, Any]
    motion: Motion | None
    twin: Mapping[str, Any] | None
    undecided: Sequence[Markup]
    proof: Markup | None
    unseen: str = ""


def view(entry: Mapping[str, Any], pages: Mapping[str, str], rules: Rules) -> View | None:
    """The view of a claim of a ledger; None where it is in argued form."""
    if "proof" not in entry:
        return None
    proof = entry["proof"]
    undecided = [] if proof["undecided"] == [NO_INSTANCE] else [statement(text) for text in proof["undecided"]]
    data = proof["data"]
    return View(
        stated=list(stated(entry["formal"])),
        instance=dict(flat(data.get("instance") or {})),
        counterexample=dict(flat((data.get("refuted") or {}).get("instance") or {})),
        motion=motion(entry),
        twin=_twin(data.get("twin")),
        undecided=undecided,
        proof=proof_html(proof["steps"], pages, rules) if proof["steps"] else None,
        unseen=data.get("unseen", ""),
    )


def declared(stated_as: Mapping[str, Any], instance: Mapping[str, Any] | None) -> View:
    """The view of a claim that is not decided: its statement, and where everything given is said to hold."""
    return View(list(stated(stated_as)), dict(flat(instance or {})), {}, None, None, (), None)


def _twin(declared: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    return {**declared, "instance": dict(flat(declared.get("instance") or {}))} if declared else None


def flat(instance: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Sizes and letters of an instance, the letters without their heading."""
    for name, value in instance.items():
        if name == "letters" and isinstance(value, Mapping):
            yield from value.items()
        elif isinstance(value, Mapping):
            yield from ((f"{name}_{part}", inner) for part, inner in value.items())
        else:
            yield name, value


def texts(found: str | Sequence[str]) -> Sequence[str]:
    """A field of a statement, which may be one text or several, as several."""
    return [found] if isinstance(found, str) else found


def proof_html(steps: Sequence[Mapping[str, Any]], pages: Mapping[str, str], rules: Rules) -> Markup:
    """The steps of a proof, which the page numbers; what a step needs is folded. The sums are left to the ledger."""
    return Markup(f"<ol>{''.join(_step(step, pages, rules) for step in steps)}</ol>")


def _step(step: Mapping[str, Any], pages: Mapping[str, str], rules: Rules) -> str:
    reason = f" <small>{_reason(step, pages, rules)}</small>" if step.get("reason") else ""
    inner = ""
    if step.get("steps"):
        count = f"{len(step['steps'])} {'step' if len(step['steps']) == 1 else 'steps'}"
        inner = f"<details><summary>{count}</summary>{proof_html(step['steps'], pages, rules)}</details>"
    return f"<li>{worded(_LONG.sub(_cut, step['says']), pages)}{reason}{inner}"


def _cut(formula: re.Match[str]) -> str:
    return f"{formula[0][1:LONGEST]} … ({len(formula[0]) - 2} characters, see attnverify show)"


def _reason(step: Mapping[str, Any], pages: Mapping[str, str], rules: Rules) -> Markup:
    text, rule, lemma = step["reason"], step.get("rule", ""), step.get("lemma", "")
    before, word, _ = text.rpartition(f"rule: {rule}" if rule else f"by {lemma}")
    if rule and word:
        return worded(before, pages) + Markup("rule: {}").format(rules.link(rule, "../rules/"))
    return worded(text, pages)
