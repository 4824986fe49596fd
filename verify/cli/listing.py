"""`attnverify list`: the claims, one line each."""

from __future__ import annotations

import json

import click

from verify.cli.claims import all_claims, select
from verify.fingerprint import declaration


@click.command("list")
@click.option("--paper", metavar="NAME", help="Only the claims of this paper.")
@click.option("--json", "as_json", is_flag=True, help="Print the declarations as a JSON list.")
def list_(paper: str | None, as_json: bool) -> None:
    """List the claims with their pinned verdicts."""
    claims = select(all_claims(instances=False), (), paper)
    if as_json:
        click.echo(json.dumps([declaration(claim) for claim in claims], indent=2))
        return
    width = max((len(claim.id) for claim in claims), default=0)
    for claim in claims:
        click.echo(f"{claim.id:{width}}  {claim.expected.value:12}  {claim.title}")
    click.echo(f"{len(claims)} claims", err=True)
