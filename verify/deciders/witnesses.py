"""Refutation by an exact witness, which counts only when the referee confirms it; and a deterministic hunt for one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attnverify.verify.deciders.translate import plain, relation_text
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.referee.grammar import GrammarError, holds
from attnverify.verify.verdict import Rung

_SIMPLE = [
    Fraction(n, d) for n, d in ((1, 1), (2, 1), (1, 2), (-1, 1), (0, 1), (3, 1), (-1, 2), (-2, 1), (1, 3), (5, 2))
]


def refutation(
    values: Mapping[Any, Any], violates: Sequence[Any], *, hypotheses: Sequence[Any] = (), scope: str, method: str
) -> Evidence:
    """REFUTED by the point `values`, or OPEN when the referee does not confirm it.

    values : name or symbol -> int, rational, text, matrix or nested lists, exact.
    violates, hypotheses : relations, as SymPy or in the referee's language. All hold at the values; those of `violates`
        together contradict the conclusion.
    """
    try:
        certificate: dict[str, Any] = {
            "kind": "witness",
            "values": plain(values),
            "hypotheses": [relation_text(relation) for relation in hypotheses],
            "violates": [relation_text(relation) for relation in violates],
        }
    except ValueError as error:
        return open_(scope, method, f"the witness is not exact: {error}")
    finding = recheck(certificate)
    if finding.status is not Status.CONFIRMED:
        return open_(scope, method, f"the witness was not confirmed: {finding.detail}")
    shown = ", ".join(f"{name} = {value}" for name, value in certificate["values"].items())
    return Evidence(Rung.REFUTED, scope, method, certificate=certificate, reason=f"at {shown}")


def satisfied(relations: Sequence[str], values: Mapping[str, Any]) -> bool:
    """Whether the referee decides every relation to hold at the values."""
    try:
        return all(holds(relation, values) is True for relation in relations)
    except GrammarError:
        return False


def points(names: Sequence[str], count: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """`count` rational points: half of them with simple coordinates, then random ones of growing size."""
    draw = random.Random(seed)
    for _ in range(count // 2):
        yield {name: str(draw.choice(_SIMPLE)) for name in names}
    for i in range(count - count // 2):
        size = 1 + i % 12
        yield {name: str(Fraction(draw.randint(-6 * size, 6 * size), draw.randint(1, 2 * size))) for name in names}


def hunt(relations: Sequence[str], names: Sequence[str], count: int = 400) -> dict[str, Any] | None:
    """A rational point at which all relations hold, or None when none of `count` tried ones does."""
    return next((point for point in points(names, count) if satisfied(relations, point)), None)
