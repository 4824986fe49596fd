"""Whether a statement says what its author means: whether what is given can hold and is needed, and how sharp it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .kernel.claims import check
from .kernel.judging import CERTIFIED, PROVED, REFUTED
from .kernel.statements import Statement, read
from .kernel.terms import Rejected
from .lemmas.files import Lemma
from .proof_decision import cited
from .search.contradiction import contradictory
from .search.deciding import decide_lemma
from .search.effort import Effort
from .search.points import Draws, search

_POINTS = 400
_SIZES = {"tokens": "index", "dim": "vector"}


@dataclass(frozen=True)
class Finding:
    """What was found of one line; `wrong` where the author should look at it."""

    what: str
    text: str
    wrong: bool = False
    at: Mapping[str, Any] | None = None


def spare(statement: Mapping[str, Any], proof: Any) -> list[str]:
    """What is given without being needed: the kernel accepts the proof without it too."""
    given = list(statement.get("given", []))
    found = []
    for position, text in enumerate(given):
        try:
            check(read({**statement, "given": given[:position] + given[position + 1 :]}), proof, cited)
            found.append(text)
        except Rejected:
            continue
    return found


def audit(lemma: Lemma, proof: Any, most: int) -> Iterator[Finding]:
    """What is to be said of a statement. proof : its own, None where it has none and one is searched, line by line.

    most : how many steps each search may take.
    """
    statement = lemma.statement
    clash = contradictory(statement)
    if clash:
        yield Finding("empty", f"what is given contradicts itself: {' and '.join(clash)}", wrong=True)
        return
    given = list(lemma.data.get("given", []))
    yield from _holding(lemma, most)
    if proof is None:
        whole = decide_lemma(lemma, most=most)
        yield _told("whole", "the statement", whole.verdict, whole.data, whole.verdict == REFUTED)
        if whole.verdict == REFUTED:
            return
    found_proof = proof if proof is not None else (whole.data or {}).get("proof")
    unneeded = spare(lemma.data, found_proof) if found_proof is not None else []
    for position, text in enumerate(given):
        if text in unneeded:
            yield Finding("spare", f"{text!r} is not needed: the proof holds without it", wrong=True)
        elif proof is None:
            less = _with(lemma, given=given[:position] + given[position + 1 :])
            found = decide_lemma(less, most=most)
            wrong = found.verdict in (PROVED, CERTIFIED)
            yield _told("spare" if wrong else "needed", f"without {text!r}", found.verdict, found.data, wrong)
    for text, term in zip(lemma.data["show"], statement.show, strict=True) if proof is None else ():
        if term.op == "<=" and text.count("<=") == 1:
            found = decide_lemma(_with(lemma, show=[text.replace("<=", "<")]), most=most)
            yield _told(
                "sharp" if found.verdict == REFUTED else "strict", f"{text!r} with <", found.verdict, found.data
            )


def _holding(lemma: Lemma, most: int) -> Iterator[Finding]:
    """Whether points are found at which everything given holds: any, those of the smallest size, and larger ones."""
    sorts = str([letter.sort for letter in lemma.statement.letters])
    sizes = [name for name, word in _SIZES.items() if word in sorts]
    wanted = [{name: [1]} for name in sizes] + [{name: [2, 3] for name in sizes}]
    held = lemma.instance is not None
    if not _drawn(lemma.statement):
        yield Finding("given", "not tried at points: values are drawn for numbers, vectors and operators alone")
        return
    for only in wanted:
        sizes_here = (f"{name} = {' or '.join(map(str, values))}" for name, values in only.items())
        where = " and ".join(sizes_here) or "any values"
        found = search(lemma.statement, Effort(most), (), 0, _POINTS, only)
        held = held or found.satisfying is not None
        if found.refuting is not None:
            yield Finding("false", f"with {where}, at", wrong=True, at=found.refuting)
        elif found.satisfying is None:
            yield Finding("empty", f"with {where}: everything given holds at none of {found.tried} points")
        else:
            yield Finding("given", f"holds with {where}; none of {found.tried} points refutes the statement")
    if not held:
        yield Finding("empty", "no point is known at which everything given holds; state an instance", wrong=True)


def _drawn(statement: Statement) -> bool:
    try:
        Draws(statement).point()
    except Rejected:
        return False
    return True


def _with(lemma: Lemma, **lines: list[str]) -> Lemma:
    data = {**lemma.data, **lines}
    return replace(lemma, data=data, statement=read(data))


def _told(what: str, said: str, verdict: str, data: Mapping[str, Any] | None, wrong: bool = False) -> Finding:
    at = data["refuted"]["instance"] if verdict == REFUTED and data is not None else None
    return Finding(what, f"{said}: {verdict}", wrong, at)
