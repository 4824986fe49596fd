"""What the pages say: counts, groups and links between the claims of a ledger."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ..evidence import Combined
from ..ledger import fault
from ..referee.combining import Basis, grounded
from ..referee.tracked import counts, truths
from ..roles import OF_THE_PAPER
from ..verdict import Verdict

# In the words of the README.
MEANINGS = {
    "PROVED": "the kernel accepts a proof from the claim's own hypotheses to its own sentence",
    "CERTIFIED": "the same on a stated compact set or finite list",
    "ARGUED": "an argument that a person must read joins claims that hold to it, or a tool computed it rigorously",
    "TESTED": "no counterexample among a stated number of drawn instances",
    "REFUTED": "the sentence is false at an exact instance or motion, or its negation is proved",
    "ARGUED FALSE": "an argument that a person must read joins claims that hold to its opposite",
    "OPEN": "undecided, with the reason",
}

Entry = Mapping[str, Any]


class Contents:
    """The claims of a ledger with everything that follows from reading them together."""

    def __init__(self, ledger: Mapping[str, Any]) -> None:
        self.ledger = ledger
        self.entries: list[Entry] = ledger["claims"]
        self.by_id: dict[str, Entry] = {entry["id"]: entry for entry in self.entries}
        self.papers: dict[str, Mapping[str, str]] = {paper["name"]: paper for paper in ledger["papers"]}
        self.counts = counts(ledger)

    def addresses(self, folder: str) -> dict[str, str]:
        """The address of every claim's page, seen from a page that has the claims' pages in `folder`."""
        return {id: f"{folder}{id}.html" for id in self.by_id}

    @cached_property
    def counts_by_paper(self) -> dict[str, dict[str, int]]:
        """For every paper how many of its claims reached each verdict."""
        claims: dict[str, list[Entry]] = {name: [] for name in self.papers}
        for entry in self.entries:
            claims[entry["paper"]].append(entry)
        return {name: counts({"claims": found}) for name, found in claims.items()}

    @cached_property
    def printed_papers(self) -> dict[str, Mapping[str, str]]:
        """The papers of which printed statements are decided; lemmas of ours stand in none."""
        found = {entry["paper"] for entry in self.entries if entry["role"] in OF_THE_PAPER}
        return {name: paper for name, paper in self.papers.items() if name in found}

    @cached_property
    def used_by(self) -> dict[str, list[str]]:
        """For every claim those that rest on it."""
        users: dict[str, list[str]] = {id: [] for id in self.by_id}
        for entry in self.entries:
            for premise in dict.fromkeys(entry["rests_on"]):
                users[premise].append(entry["id"])
        return users

    def axioms(self, id: str) -> dict[str, list[str]]:
        """The theorems that a claim in proof form rests on, each with the cited claims through which it does."""
        found: dict[str, list[str]] = {}
        waiting, seen = [id], {id}
        while waiting:
            here = waiting.pop(0)
            proof = self.by_id[here].get("proof", {})
            for name in proof.get("axioms", ()):
                found.setdefault(name, []).append("" if here == id else here)
            new = [lemma for lemma in proof.get("lemmas", ()) if lemma in self.by_id and lemma not in seen]
            waiting += new
            seen.update(new)
        return found

    @cached_property
    def levels(self) -> list[list[Entry]]:
        """The claims that rest on another one or are used by one, each a level above what it rests on."""
        level: dict[str, int] = {}
        bases = {id: Basis(Combined(Verdict.OPEN, ""), tuple(entry["rests_on"])) for id, entry in self.by_id.items()}
        for id in grounded(bases):
            level[id] = 1 + max((level[premise] for premise in self.by_id[id]["rests_on"]), default=-1)
        linked = [entry for entry in self.entries if entry["rests_on"] or self.used_by[entry["id"]]]
        found: list[list[Entry]] = [[] for _ in range(1 + max((level[entry["id"]] for entry in linked), default=-1))]
        for entry in linked:
            found[level[entry["id"]]].append(entry)
        return found

    @cached_property
    def repairs(self) -> dict[str, str]:
        """For every refuted claim the id of the one that repairs it, where this ledger holds it."""
        return {entry["repairs"]: entry["id"] for entry in self.entries if entry["repairs"] in self.by_id}

    @cached_property
    def unexpected(self) -> list[Entry]:
        """The claims that are not as they should be."""
        return [entry for entry in self.entries if fault(entry)]

    @cached_property
    def unrejected(self) -> list[Entry]:
        """The claims whose check cannot be trusted after what it said of their false twin."""
        return [entry for entry in self.entries if entry["twin"]["fault"]]

    @cached_property
    def undecided_twins(self) -> list[Entry]:
        """The claims whose check leaves their false twin open."""
        twins = ((entry, entry["twin"]) for entry in self.entries)
        return [entry for entry, twin in twins if twin["changes"] and not twin["fault"] and not twin["rejected"]]

    @property
    def failing(self) -> list[Entry]:
        """The claims that came out false."""
        return [entry for entry in self.entries if Verdict(entry["verdict"]).fails]

    @cached_property
    def printed(self) -> dict[str, int]:
        """How many printed statements are true, false and unclear."""
        return self.truths["printed"]

    @cached_property
    def truths(self) -> dict[str, dict[str, int]]:
        """The same for every role that speaks for a paper."""
        return truths(self.entries)

    @cached_property
    def roles(self) -> list[str]:
        """The roles that occur, as the tables write them: of a printed statement with whether it is true."""
        return sorted({": ".join(filter(None, (entry["role"], entry["as_printed"]))) for entry in self.entries})

    @cached_property
    def kinds(self) -> list[str]:
        """The kinds of statements that occur."""
        return sorted({entry["kind"] for entry in self.entries})
