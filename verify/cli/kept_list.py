"""The list of all claims as it was when they were last loaded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass

from attnverify.verify.claim import Claim
from attnverify.verify.cli import kept
from attnverify.verify.cli.plain_text import plain

_NAME = "claims.list"


@dataclass(frozen=True)
class Row:
    """What a list says of a claim: texts."""

    id: str
    paper: str
    paper_title: str
    label: str
    role: str
    expected: str
    title: str


def row(claim: Claim) -> Row:
    """The row of a claim."""
    paper, label = claim.source.paper, claim.source.label
    return Row(claim.id, paper.name, paper.title, label, claim.role, claim.expected.value, plain(claim.title))


def read() -> list[Row] | None:
    """The kept list, or None."""
    try:
        rows = [Row(*fields) for fields in kept.read(_NAME)]
    except TypeError:
        return None
    return rows if all(isinstance(field, str) for item in rows for field in astuple(item)) else None


def keep(claims: Iterable[Claim], since: float) -> None:
    """Keep the list of all claims; see `kept.keep`."""
    claims = list(claims)
    kept.keep(_NAME, [astuple(row(claim)) for claim in claims], claims, since)
