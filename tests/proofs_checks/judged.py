"""What the tests of all papers do with claims in proof form: judge each by itself, and look for what is not needed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from verify.formal import Formal, all_formal
from verify.kernel.claims import as_rule, check
from verify.kernel.judging import Judgement, judge
from verify.kernel.rules import Rule
from verify.kernel.statements import read
from verify.kernel.terms import Rejected
from verify.tactics.completion import Completer


def cited(id: str) -> Rule:
    """A claim as a rule, taken at its word; each is judged by itself."""
    return as_rule(id, read(all_formal()[id].statement))


def judged(claim: Formal, proof: Any = None) -> Judgement:
    """What the kernel says of a claim.  proof : in the place of its own, where that has holes."""
    data = {name: part for name, part in claim.data().items() if part is not None}
    return judge(data if proof is None else {**data, "proof": proof}, cited, id=claim.id)


def completed(claim: Formal) -> Any:
    """The proof of a claim with what tactics find in the place of its holes; None where there is no proof."""
    return None if claim.proof is None else _completed(claim.id)


@cache
def _completed(id: str) -> Any:
    return Completer(lambda other: all_formal()[other]).data(id)["proof"]


def spare(claim: Formal, proof: Any = None) -> Iterator[str]:
    """What is given without being needed: the proof is accepted without it too.  proof : as in `judged`."""
    given = claim.statement.get("given", [])
    for position, text in enumerate(given):
        less = {**claim.statement, "given": [*given[:position], *given[position + 1 :]]}
        try:
            check(read(less), claim.proof if proof is None else proof, cited)
        except Rejected:
            continue
        yield text
