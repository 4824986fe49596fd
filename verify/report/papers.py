"""A paper as its own page shows it: its claims in order, its named results, and what of its statements is false."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..counting import counted
from ..places import place
from ..referee.tracked import truths
from ..roles import OF_THE_PAPER
from ..verdict import Verdict
from .contents import Contents, Entry

KINDS = ("Theorem", "Proposition", "Corollary", "Lemma", "Remark")
_NAMED = re.compile(rf"({'|'.join(KINDS)})s? (\d+(?:\.\d+)*)")


@dataclass(frozen=True)
class Named:
    """A result that has a number in the paper, with the claims about what is printed there."""

    name: str
    claims: tuple[Entry, ...]


class Reading:
    """What one paper's claims say together.

    ordered : all of them in the paper's order, each with the heading of its section.
    named : its theorems, propositions, corollaries, lemmas and remarks, in the order of the paper: by number where
        numbers name the section, otherwise kind by kind.
    leading : the theorems and propositions among them.
    summary : how many printed, and how many reconstructed statements are true, in words; empty where there are none.
    corrections, reconstructed : its false statements, the named results first; apart those whose formula the text lost.
    open : the claims that are open.
    """

    def __init__(self, contents: Contents, paper: str) -> None:
        self.paper = contents.papers[paper]
        entries = [entry for entry in contents.entries if entry["paper"] == paper]
        self.ordered = by_section(entries)
        self.open = [entry for _, entry in self.ordered if entry["verdict"] == "OPEN"]
        own = [entry for entry in entries if entry["role"] in OF_THE_PAPER]
        self.named = _named(own)
        self.leading = [result for result in self.named if result.name.startswith(KINDS[:2])]
        false = [entry for entry in own if Verdict(entry["verdict"]).fails]
        false.sort(key=lambda entry: _place(entry["label"]) or (len(KINDS), ()))
        self.corrections = [entry for entry in false if entry["role"] == "printed"]
        self.reconstructed = [entry for entry in false if entry["role"] == "reconstructed"]
        self.summary = " ".join(
            f"{counted(sum(found.values()), f'{role} statement')}: {found['true']} true, {found['false']} false,"
            f" {found['unclear']} undecided or unclear."
            for role, found in truths(own).items()
            if any(found.values())
        )


def _named(printed: list[Entry]) -> list[Named]:
    found: dict[tuple[int, tuple[int, ...]], list[Entry]] = {}
    for entry in printed:
        place = _place(entry["label"])
        if place is not None:
            found.setdefault(place, []).append(entry)
    by_number = all(len(number) > 1 for _, number in found)
    return [
        Named(f"{KINDS[kind]} {'.'.join(map(str, number))}", tuple(sorted(found[kind, number], key=_length)))
        for kind, number in sorted(found, key=lambda place: (place[1], place[0]) if by_number else place)
    ]


def _length(entry: Entry) -> int:
    """How much a label says beside the name of the result, which the claim about the result itself does not."""
    return len(entry["label"])


def together(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """For every claim about a named result the other claims about it, the printed ones first."""
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        found.setdefault((entry["paper"], name_of(entry["label"])), []).append(entry)
    for group in found.values():
        group.sort(key=lambda entry: entry["role"] not in OF_THE_PAPER)
    return {
        entry["id"]: [other for other in group if other is not entry]
        for (_, name), group in found.items()
        if name
        for entry in group
    }


def name_of(label: str) -> str:
    """The name of the first result that a label names, empty where it names none.

    >>> name_of("Section 1, after Theorem 4.5")
    'Theorem 4.5'
    """
    match = _NAMED.search(label)
    return f"{match[1]} {match[2]}" if match else ""


def by_section(entries: Sequence[Entry]) -> list[tuple[str, Entry]]:
    """The claims of a paper in its order, each with the heading of its section; what names no place comes last."""
    keyed = sorted(((place(entry["label"]), entry) for entry in entries), key=lambda pair: pair[0][0])
    return [(heading, entry) for (_, heading), entry in keyed]


def _place(label: str) -> tuple[int, tuple[int, ...]] | None:
    """The kind and the number of the named result that a label begins with."""
    match = _NAMED.match(label)
    return (KINDS.index(match[1]), tuple(map(int, match[2].split(".")))) if match else None
