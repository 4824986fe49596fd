"""Forged ledgers: what `attnverify recheck --against LEDGER.md` finds when everything is sealed again afterwards.

`python benchmarks/ledger_mutations.py ledger.json LEDGER.md 500` draws so many mutations and lists what was not found.
Each one changes one or two claims and makes the digests fit again, as somebody would who knows the format.
"""

from __future__ import annotations

import copy
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from verify.referee.files import read, read_table
from verify.referee.ledgers import Outcome, compare_with_tracked, recheck_ledger
from verify.referee.records import digest, statement_digest
from verify.referee.tracked import as_printed
from verify.verdict import Verdict

Ledger = dict[str, Any]
_EXCHANGED = {"+": "-", "-": "+", "<": ">", ">": "<"}
_WORDS = ("title", "statement", "reading", "label", "hypotheses", "kind", "scope", "reason", "role", "twin")


def _places(data: Any, wanted: str, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Every place in the texts of nested data where a character of `wanted` stands."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _places(value, wanted, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _places(value, wanted, (*path, number))
    elif isinstance(data, str):
        yield from ((path, match.start()) for match in re.finditer(wanted, data))


def _replaced(draw: random.Random, claim: Ledger, wanted: str, other: Callable[[str], str]) -> str:
    found = list(_places({key: value for key, value in claim.items() if "digest" not in key}, wanted))
    if not found:
        return ""
    path, at = draw.choice(found)
    inner: Any = claim
    for key in path[:-1]:
        inner = inner[key]
    text = inner[path[-1]]
    inner[path[-1]] = text[:at] + other(text[at]) + text[at + 1 :]
    return ".".join(str(key) for key in path if not isinstance(key, int))


def digit(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One digit of one claim."""
    return _replaced(draw, chosen, r"\d", lambda found: str((int(found) + draw.randint(1, 9)) % 10))


def sign(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One sign or relation of one claim."""
    return _replaced(draw, chosen, r"[-+<>]", _EXCHANGED.__getitem__)


def hypothesis(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One hypothesis less."""
    if len(chosen["hypotheses"]) < 2:
        return ""
    del chosen["hypotheses"][draw.randrange(len(chosen["hypotheses"]))]
    return "hypotheses"


def premise(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One premise less."""
    if not chosen["rests_on"]:
        return ""
    del chosen["rests_on"][draw.randrange(len(chosen["rests_on"]))]
    return "rests_on"


def evidence(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """The evidence of two claims exchanged."""
    other = draw.choice(claims)
    if other["evidence"] == chosen["evidence"]:
        return ""
    chosen["evidence"], other["evidence"] = other["evidence"], chosen["evidence"]
    return "evidence"


def words(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """What two claims say in one field, exchanged."""
    other, name = draw.choice(claims), draw.choice(_WORDS)
    if other[name] == chosen[name]:
        return ""
    chosen[name], other[name] = other[name], chosen[name]
    return name


def better(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """Another verdict, pinned as well."""
    verdict = draw.choice([word.value for word in Verdict if word.value != chosen["verdict"]])
    chosen.update(verdict=verdict, expected=verdict)
    return "verdict"


def dropped(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One claim less."""
    claims.remove(chosen)
    return "claim"


def renamed(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """Two claims under each other's names."""
    other = draw.choice([claim for claim in claims if claim is not chosen])
    chosen["id"], other["id"] = other["id"], chosen["id"]
    return "id"


MUTATIONS = (digit, digit, digit, sign, hypothesis, premise, evidence, words, better, dropped, renamed)


def mutated(ledger: Ledger, draw: random.Random) -> tuple[Ledger, str]:
    """A forged copy of the ledger, and what was changed in it."""
    while True:
        claims = list(ledger["claims"])
        some = draw.sample(range(len(claims)), min(6, len(claims)))
        for number in some:
            claims[number] = copy.deepcopy(claims[number])
        touched = [claims[number] for number in some]
        mutation = draw.choice(MUTATIONS)
        chosen = touched[0]
        # Only the drawn claims are copies; the others must stay as they are.
        near = touched if mutation is not dropped else claims
        where = mutation(draw, near, chosen)
        if not where:
            continue
        for claim in touched:
            claim["as_printed"] = as_printed(claim["role"], Verdict(claim["verdict"])) if _known(claim) else ""
            claim["statement_digest"] = statement_digest(claim)
            claim["digest"] = digest(claim)
        return {**ledger, "claims": claims}, f"{mutation.__name__}: {where}"


def _known(claim: Ledger) -> bool:
    return claim["verdict"] in [verdict.value for verdict in Verdict]


def is_found(forged: Ledger, ledger: Ledger, tracked: str) -> bool:
    """Whether a recheck of the forged ledger against the tracked table fails.

    Only the claims that differ from `ledger`, and those they rest on, are rechecked: the others are as they were.
    """
    before = {claim["id"]: claim for claim in ledger["claims"]}
    claims = {claim["id"]: claim for claim in forged["claims"]}
    waiting = [id for id, claim in claims.items() if before.get(id) is not claim]
    needed: dict[str, Ledger] = {}
    while waiting:
        id = waiting.pop()
        if id in claims and id not in needed:
            needed[id] = claims[id]
            waiting.extend(claims[id]["rests_on"])
    part = {"format": forged["format"], "claims": list(needed.values())}
    if any(report.outcome is Outcome.FAILED for report in recheck_ledger(part)):
        return True
    return bool(compare_with_tracked(forged, tracked))


def main(arguments: list[str]) -> None:
    """Draw mutations of a ledger, count what is found, and list what is not."""
    ledger, tracked, count = read(Path(arguments[0])), read_table(Path(arguments[1])), int(arguments[2])
    ledger.pop("seal", None)
    draw = random.Random(0)
    found: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for _ in range(count):
        forged, what = mutated(ledger, draw)
        if is_found(forged, ledger, tracked):
            found[what.partition(":")[0]] += 1
        else:
            missed[what] += 1
    print(f"{count} mutations, {sum(found.values())} found: {dict(found)}")
    for what, times in missed.most_common():
        print(f"  not found {times:4}  {what}")


if __name__ == "__main__":
    main(sys.argv[1:])
