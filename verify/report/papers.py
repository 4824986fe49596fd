"""A paper as its own page shows it: its named results in order, and what of its printed statements is false."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.referee.tracked import truths
from verify.report.contents import Contents, Entry
from verify.report.motions import Motion, motion
from verify.report.proofs import flat
from verify.report.witnesses import refuting_instance, witness
from verify.roles import OF_THE_PAPER

KINDS = ("Theorem", "Proposition", "Corollary", "Lemma", "Remark")
_NAMED = re.compile(rf"({'|'.join(KINDS)})s? (\d+(?:\.\d+)*)")

_NUMBERED = "|".join((*KINDS, "Example", "Assumption", "Definition"))
# The section is the first number or capital of what is numbered within sections: Section 2.1, Theorem 4.2, (3.12), D.5.
_SECTION = re.compile(
    rf"(?:(?:Section|Appendix|Supplement) |(?:{_NUMBERED}) (?=\w+\.)|\(?(?=(?:[A-Z]|\d\d?)\.\d))"
    r"([A-Z](?![a-z])|\b\d\d?(?!\d))"
)


@dataclass(frozen=True)
class Named:
    """A result that has a number in the paper, with the claims about what is printed there."""

    name: str
    claims: tuple[Entry, ...]


@dataclass(frozen=True)
class Correction:
    """A printed statement that is false.

    values, motion : the counterexample, an instance or a motion; where it is a proof of the negation, neither.
    against : relations that hold there and contradict the statement.
    repair : the claim that is true instead, where there is one in the ledger.
    """

    claim: Entry
    values: Mapping[str, Any]
    motion: Motion | None
    against: tuple[str, ...]
    repair: Entry | None


class Reading:
    """What one paper's claims say together.

    named : its theorems, propositions, corollaries, lemmas and remarks, in the order of the paper: by number where
        numbers name the section, otherwise kind by kind.
    leading, others : the theorems and propositions among them, and the rest.
    summary : how many printed, and how many reconstructed statements are true, in words.
    corrections, reconstructed : its false statements, the named results first; apart those whose formula the text lost.
    """

    def __init__(self, contents: Contents, paper: str) -> None:
        self.paper = contents.papers[paper]
        own = [entry for entry in contents.entries if entry["paper"] == paper and entry["role"] in OF_THE_PAPER]
        self.named = _named(own)
        false = [_correction(contents, entry) for entry in own if entry["as_printed"] == "false"]
        false.sort(key=lambda item: _place(item.claim["label"]) or (len(KINDS), ()))
        self.corrections = [item for item in false if item.claim["role"] == "printed"]
        self.reconstructed = [item for item in false if item.claim["role"] == "reconstructed"]
        self.leading = [result for result in self.named if result.name.startswith(KINDS[:2])]
        self.others = [result for result in self.named if result not in self.leading]
        self.summary = " ".join(
            f"Of {sum(found.values())} {role} statements {found['true']} are true, {found['false']} false and"
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
        Named(f"{KINDS[kind]} {'.'.join(map(str, number))}", tuple(found[kind, number]))
        for kind, number in sorted(found, key=lambda place: (place[1], place[0]) if by_number else place)
    ]


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
    """The claims of a paper by its sections, each with the heading of its section; what names none comes last.

    Results that are numbered through the paper, as Lemma 12 is, stand under one heading of their own.
    """
    keyed = sorted(((_section(entry["label"]), entry) for entry in entries), key=lambda pair: pair[0][0])
    return [(heading, entry) for (_, heading), entry in keyed]


def _section(label: str) -> tuple[tuple[int, str], str]:
    """Where the section of a label stands, and its heading."""
    match = _SECTION.search(label)
    if match and match[1].isdigit():
        return (0, match[1].zfill(3)), f"Section {match[1]}"
    if match:
        return (2, match[1]), f"Appendix {match[1]}"
    if _NAMED.match(label):
        return (1, ""), "Numbered results"
    return (3, ""), "Elsewhere"


def _place(label: str) -> tuple[int, tuple[int, ...]] | None:
    """The kind and the number of the named result that a label begins with."""
    match = _NAMED.match(label)
    return (KINDS.index(match[1]), tuple(map(int, match[2].split(".")))) if match else None


def _correction(contents: Contents, entry: Entry) -> Correction:
    values, against = _counterexample(entry)
    repair = contents.by_id.get(contents.repairs.get(entry["id"], ""))
    return Correction(entry, values, motion(entry), against, repair)


def _counterexample(entry: Entry) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    if "proof" in entry:
        return dict(flat(refuting_instance(entry))), ()
    found = witness(entry)
    return (found["values"], tuple(found["violates"])) if found else ({}, ())
