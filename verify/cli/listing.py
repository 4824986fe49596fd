"""`attnverify list`: the claims, one line each, under headings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

import click

from verify.claim import Claim
from verify.cli.claims import all_claims, select
from verify.cli.plain_text import plain
from verify.fingerprint import declaration
from verify.places import place
from verify.roles import ROLES


@click.command("list")
@click.option("--paper", metavar="NAME", help="Only the claims of this paper.")
@click.option("--json", "as_json", is_flag=True, help="Print the declarations as a JSON list.")
def list_(paper: str | None, as_json: bool) -> None:
    """List the claims with their pinned verdicts, paper by paper, in the order of the paper."""
    claims = select(all_claims(instances=False), (), paper)
    if as_json:
        click.echo(json.dumps([declaration(claim) for claim in claims], indent=2))
        return
    for line in _lines(claims):
        click.echo(line)
    click.echo(f"{len(claims)} claims", err=True)


def _lines(claims: Sequence[Claim]) -> Iterator[str]:
    """The claims under their papers and places, in the order of the paper; where there is one place, without it."""
    width = max((len(claim.id) for claim in claims), default=0)
    papers = dict.fromkeys(claim.source.paper for claim in claims)
    for paper in papers:
        own = sorted((claim for claim in claims if claim.source.paper == paper), key=_place)
        yield f"{'' if paper == next(iter(papers)) else chr(10)}{paper.title} ({paper.name})"
        places = [(heading, list(group)) for heading, group in groupby(own, key=_heading)]
        for heading, group in places:
            if len(places) > 1:
                yield f"\n{heading}"
            for claim in group:
                role = "" if claim.role == "printed" else f"  [{ROLES[claim.role]}]"
                yield f"{claim.id:{width}}  {claim.expected.value:12}  {plain(claim.title)}{role}"


def _place(claim: Claim) -> tuple[int, ...]:
    return place(claim.source.label)[0]


def _heading(claim: Claim) -> str:
    return place(claim.source.label)[1]
