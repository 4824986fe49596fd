"""A ledger as it is tracked, LEDGER.md for readers and LEDGER.lock beside it, compared without the tools that decided.

The lock holds digests of everything that a claim says and rests on, so that no sentence, hypothesis or role changes
unnoticed, and no evidence moves from one claim to another.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ..roles import OF_THE_PAPER
from ..verdict import Verdict
from .combining import EVERYTHING
from .existence import Solution, in_short, of_ledger
from .records import short_digest, statement_digest

COLUMNS = ("id", "statement", "source", "role", "as printed", "verdict", "checked by", "scope", "rests on")
_HEAD = """# Ledger

{claims} claims: {tally}.
The core accepts {core} by derivations beside the texts, the kernel {kernel}.

Written by `make ledger`. What stands in a paper, or is said of it, has a line here; the {lemmas} lemmas (`LEM-`) are
named where a claim rests on them. "As printed" says whether a printed statement is true, or a reconstructed one, whose
formula the text lost. No scope means everything that the statement quantifies over. "Solutions by" names lemmas
by which those that a claim speaks of exist, exactly one from every start. `attnverify show ID` explains a line.
Programs compare `LEDGER.lock`, where every claim has its verdict and digests of what it says and of all else.
"""
Solutions = Mapping[str, Sequence[Solution]]
_CORE = " core"  # behind the verdict of what the core accepts
_LOCKED = ("verdict", "the digest of what it says", "the digest of its evidence, twin, scope and all else")


def counts(ledger: Mapping[str, Any]) -> dict[str, int]:
    """How many claims reached each verdict, strongest first, zeros included."""
    found = Counter(entry["verdict"] for entry in ledger["claims"])
    return {verdict.value: found[verdict.value] for verdict in Verdict}


def accepted_by(ledger: Mapping[str, Any]) -> dict[str, int]:
    """How many claims in proof form the core accepted, or refuted, and how many the kernel alone."""
    decided = [entry for entry in ledger["claims"] if entry["verdict"] != Verdict.OPEN.value]
    return {name: sum(entry["checked_by"] == name for entry in decided) for name in ("core", "kernel")}


def twin_word(entry: Mapping[str, Any]) -> str:
    """What became of the false twin: "rejected", "NOT REJECTED" where the check cannot be trusted, or left open; "none"
    where a claim has none."""
    if not entry["twin"]["changes"]:
        return "none"
    if entry["twin"]["fault"]:
        return "NOT REJECTED"
    if entry["twin"]["rejected"]:
        return "rejected"
    return "not decided" if Verdict(entry["expected"]).fails else "not refuted"


def as_printed(role: str, verdict: Verdict) -> str:
    """Whether a printed or reconstructed statement is true: "true", "false" or "unclear"; empty for other roles.

    >>> as_printed("printed", Verdict.ARGUED_FALSE), as_printed("repair", Verdict.PROVED)
    ('false', '')
    """
    if role not in OF_THE_PAPER:
        return ""
    if verdict.fails:
        return "false"
    return "true" if verdict.strength > Verdict.TESTED.strength else "unclear"


def truths(claims: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """How many statements of each role that speaks for a paper are true, false and unclear."""
    found = Counter((entry["role"], entry["as_printed"]) for entry in claims)
    return {role: {word: found[role, word] for word in ("true", "false", "unclear")} for role in OF_THE_PAPER}


def truths_text(claims: Iterable[Mapping[str, Any]]) -> str:
    """`truths` in words, without the roles that do not occur."""
    return "; ".join(
        f"{role}: {', '.join(f'{count} {word}' for word, count in found.items())}"
        for role, found in truths(claims).items()
        if any(found.values())
    )


def table(ledger: Mapping[str, Any]) -> str:
    """LEDGER.md: the claims of the papers, for a reader, without what changes when nothing is claimed or found anew."""
    tally = ", ".join(f"{count} {verdict}" for verdict, count in counts(ledger).items() if count)
    shown = [entry for entry in ledger["claims"] if not entry["id"].startswith("LEM-")]
    by, lemmas = accepted_by(ledger), len(ledger["claims"]) - len(shown)
    solutions = of_ledger(ledger["claims"])
    lines = [_HEAD.format(claims=len(ledger["claims"]), tally=tally or "none", lemmas=lemmas, **by)]
    for paper in ledger["papers"]:
        own = [entry for entry in shown if entry["paper"] == paper["name"]]
        if own:
            title = " ".join(str(text) for text in (paper["title"], paper["arxiv"]) if text)
            lines += [f"## {_cell(title)}", "", truths_text(own), "", _row(COLUMNS), _row(["---"] * len(COLUMNS))]
            lines += [*(_row(_cells(entry, solutions)) for entry in own), ""]
    return "\n".join(lines)


def lock(ledger: Mapping[str, Any]) -> str:
    """LEDGER.lock: of every claim its verdict, a digest of what it says and one of all else; a line for each file."""
    files: dict[str, list[str]] = {}
    solutions = of_ledger(ledger["claims"])
    for entry in ledger["claims"]:
        file, _, _ = entry["place"].partition(",")
        files.setdefault(file, []).append(" ".join((entry["id"], *_digests(entry, solutions))))
    lines = (f"{file}: {'; '.join(found)}" for file, found in files.items())
    return "\n".join([f"papers {short_digest(ledger['papers'])}", *lines]) + "\n"


def differences(ledger: Mapping[str, Any], tracked: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """Pairs of an id and what is wrong with it: every claim that `tracked`, a table with its lock, tells otherwise.

    The ledger's claims must have the shape that `recheck_ledger` accepts.
    """
    decided = table(ledger), lock(ledger)
    old, new = _locked(tracked[1]), _locked(decided[1])
    for id in old.keys() - new.keys():
        yield id, "is in the tracked ledger and not in this one: dropped or renamed"
    for id in new.keys() - old.keys():
        yield id, "is not in the tracked ledger"
    for id in old.keys() & new.keys():
        if len(old[id]) > 1:
            yield id, "occurs twice in the tracked ledger"
        elif old[id] != new[id]:
            pairs = zip(_LOCKED, old[id][0], new[id][0], strict=True)
            changed = (f"{name} is {now!r}, tracked was {was!r}" for name, was, now in pairs if was != now)
            yield id, "; ".join(changed)
    if old == new:
        for kept, text in zip(tracked, decided, strict=True):
            lines = zip_longest(kept.splitlines(keepends=True), text.splitlines(keepends=True), fillvalue="")
            other = next(((was, now) for was, now in lines if was != now), None)
            if other is not None:
                yield "the table", f"a line is {other[1]!r}, tracked was {other[0]!r}"


def by_the_core(lock: str) -> set[str]:
    """The claims that the core accepts, as the text of a lock says."""
    return {id for id, found in _locked(lock).items() if any(verdict.endswith(_CORE) for verdict, *_ in found)}


def _locked(text: str) -> dict[str, list[list[str]]]:
    """The verdict and the two digests of every claim, by id."""
    found: dict[str, list[list[str]]] = {}
    for line in text.splitlines()[1:]:
        for item in line.partition(": ")[2].split("; "):
            id, _, rest = item.partition(" ")
            found.setdefault(id, []).append([*rest.rsplit(" ", 2), "", "", ""][:3])
    return found


def _digests(entry: Mapping[str, Any], solutions: Solutions) -> tuple[str, str, str]:
    computed = [entry["evidence"][name] for name in ("verdict", "scope", "method")] if entry["evidence"] else []
    rest = short_digest([computed, twin_word(entry), entry["scope"], entry["rests_on"], *_cells(entry, solutions)])
    core = _CORE if entry["checked_by"] == "core" else ""
    return entry["verdict"] + core, statement_digest(entry), rest


def _cells(entry: Mapping[str, Any], solutions: Solutions) -> list[str]:
    reason = entry["reason"] if entry["form"] == "proof" and entry["verdict"] == Verdict.OPEN.value else entry["scope"]
    said = [entry[name] for name in ("id", "title", "source", "role")]
    found = [as_printed(entry["role"], Verdict(entry["verdict"])), entry["verdict"], entry["checked_by"]]
    solved = [in_short(solutions[entry["id"]])] if entry["id"] in solutions else []
    return [*said, *found, "" if reason == EVERYTHING else reason, ", ".join([*entry["rests_on"], *solved])]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
