"""`attnverify list`: the claims, one line each, under headings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import groupby
from time import time

import click

from ..claim import Claim
from ..counting import counted
from ..fingerprint import declaration
from ..places import place
from ..roles import OF_THE_PAPER, ROLES
from . import kept
from .claims import all_claims, known_papers, select
from .plain_text import plain

_KEPT = "claims.list"


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


@click.command("list")
@click.option("--paper", "papers", multiple=True, metavar="NAME", help="Only the claims of this paper.")
@click.option("--json", "as_json", is_flag=True, help="Print the declarations as a JSON list.")
def list_(papers: tuple[str, ...], as_json: bool) -> None:
    """List the claims with their pinned verdicts, paper by paper, in the order of the paper."""
    if as_json:
        claims = select(all_claims(), (), papers)
        click.echo(json.dumps([declaration(claim) for claim in claims], indent=2))
        return
    since = time()
    rows = _kept()
    if rows is None:
        loaded = all_claims(links=False).values()
        rows = [_row(claim) for claim in loaded]
        kept.keep(_KEPT, [astuple(row) for row in rows], loaded, since)
    known_papers(papers, (row.paper for row in rows))
    rows = [row for row in rows if not papers or row.paper in papers]
    click.echo("".join(f"{line}\n" for line in _lines(rows)), nl=False)
    click.echo(counted(len(rows), "claim"), err=True)


def _row(claim: Claim) -> Row:
    paper, label = claim.source.paper, claim.source.label
    return Row(claim.id, paper.name, paper.title, label, claim.role, claim.expected.value, plain(claim.title))


def _kept() -> list[Row] | None:
    """The list of all claims as it was when they were last loaded, or None."""
    try:
        rows = [Row(*fields) for fields in kept.read(_KEPT)]
    except TypeError:
        return None
    return rows if all(isinstance(field, str) for row in rows for field in astuple(row)) else None


def _lines(rows: Sequence[Row]) -> Iterator[str]:
    """The claims under their papers and places, in the order of the paper; where there is one place, without it."""
    width = max((len(row.id) for row in rows), default=0)
    papers = dict.fromkeys(row.paper for row in rows)
    for paper in papers:
        own = sorted((row for row in rows if row.paper == paper), key=_place)
        yield f"{'' if paper == next(iter(papers)) else chr(10)}{own[0].paper_title} ({paper})"
        places = [(heading, list(group)) for heading, group in groupby(own, key=_heading)]
        for heading, group in places:
            if len(places) > 1:
                yield f"\n{heading}"
            for row in group:
                role = "" if row.role in OF_THE_PAPER else f"  [{ROLES[row.role]}]"
                yield f"{row.id:{width}}  {row.expected:12}  {row.title}{role}"


def _place(row: Row) -> tuple[int, ...]:
    return place(row.label)[0]


def _heading(row: Row) -> str:
    return place(row.label)[1]
