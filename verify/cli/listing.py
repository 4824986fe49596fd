"""`attnverify list`: the claims, one line each."""

from __future__ import annotations

import json

import click

from verify.cli import kept_list
from verify.cli.claims import all_claims, known_paper, select
from verify.fingerprint import declaration


@click.command("list")
@click.option("--paper", metavar="NAME", help="Only the claims of this paper.")
@click.option("--json", "as_json", is_flag=True, help="Print the declarations as a JSON list.")
def list_(paper: str | None, as_json: bool) -> None:
    """List the claims with their pinned verdicts."""
    if as_json:
        claims = select(all_claims(instances=False), (), paper)
        click.echo(json.dumps([declaration(claim) for claim in claims], indent=2))
        return
    rows = kept_list.read()
    if rows is None:
        loaded = all_claims(instances=False).values()
        kept_list.keep(loaded)
        rows = [kept_list.row(claim) for claim in loaded]
    if paper is not None:
        known_paper(paper, (row.paper for row in rows))
        rows = [row for row in rows if row.paper == paper]
    width = max((len(row.id) for row in rows), default=0)
    click.echo("".join(f"{row.id:{width}}  {row.expected:12}  {row.title}\n" for row in rows), nl=False)
    click.echo(f"{len(rows)} claims", err=True)
