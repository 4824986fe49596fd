"""`attnverify show`: one claim, whole."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from verify.cache import Cache
from verify.claim import Claim
from verify.cli.certificate_text import lines
from verify.cli.claims import all_claims, one_claim
from verify.fingerprint import declaration
from verify.ledger import build
from verify.runner import with_premises


@click.command()
@click.argument("id")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the run to look for in the cache.")
@click.option("--json", "as_json", is_flag=True, help="Print it as a JSON object.")
def show(id: str, seed: int, as_json: bool) -> None:
    """Show the claim ID: statement, source, hypotheses, and what the last run found."""
    claims = all_claims()
    claim = one_claim(id, claims)
    entry = _decided(claim, claims, seed)
    if as_json:
        click.echo(json.dumps(entry or {**declaration(claim), "verdict": None, "evidence": []}, indent=2))
        return
    for line in _declared(claim):
        click.echo(line)
    for line in _found(entry) if entry else ("", "Not decided yet, or something it depends on has changed."):
        click.echo(line)
    again = f"attnverify run {id}{f' --seed {seed}' if seed else ''}"
    click.echo(f"\nDecide it with `{again}`; --fresh ignores the cache.")


def _decided(claim: Claim, claims: Mapping[str, Claim], seed: int) -> dict[str, Any] | None:
    """The claim as the ledger would hold it; None unless it and all its premises are in the cache."""
    cache = Cache(seed)
    needed = with_premises([claim.id], claims)
    decisions = {item.id: decision for item in needed if (decision := cache.get(item)) is not None}
    if len(decisions) < len(needed):
        return None
    entries: list[dict[str, Any]] = build(needed, decisions, seed)["claims"]
    return next(entry for entry in entries if entry["id"] == claim.id)


def _declared(claim: Claim) -> Iterator[str]:
    yield f"{claim.id}  {claim.title}"
    yield f"\n{claim.statement}\n"
    if claim.reading:
        yield f"reading     {claim.reading}"
    yield f"source      {claim.source.paper.title}; {claim.source}"
    yield f"kind        {claim.kind}"
    yield f"hypotheses  {', '.join(claim.hypotheses)}"
    yield f"instance    {', '.join(f'{name} = {value}' for name, value in claim.instance.items())}"
    changes = ", ".join(f"{name} = {value!r}" for name, value in claim.twin.changes.items())
    yield f"false twin  {claim.twin.says} ({changes})"
    yield f"expected    {claim.expected.value}"
    if claim.rests_on:
        yield f"rests on    {', '.join(claim.rests_on)}"
    if claim.repairs:
        yield f"repairs     {claim.repairs}"
    if claim.no_repair:
        yield f"no repair   {claim.no_repair}"


def _found(entry: Mapping[str, Any]) -> Iterator[str]:
    yield f"\nverdict     {entry['verdict']}: {entry['scope']}"
    if entry["reason"]:
        yield f"because     {entry['reason']}"
    if entry["checked_by"]:
        yield f"checked by  {entry['checked_by']}"
    if entry["repaired_by"]:
        yield f"repaired by {entry['repaired_by']}"
    twin = entry["twin"]
    yield f"twin        {'rejected' if twin['rejected'] else 'NOT REJECTED'}: the check says {twin['verdict']} of it"
    for number, item in enumerate(entry["evidence"], start=1):
        yield f"\nevidence {number}: {item['verdict']} by {item['method']} ({item['seconds']:.2f} s)"
        yield f"  scope       {item['scope']}{'' if item['covers'] else '  (narrower than the claim)'}"
        if item["checked_by"]:
            yield f"  checked by  {item['checked_by']}"
        if item["reason"]:
            yield f"  remark      {item['reason']}"
        yield from lines(item["certificate"], "  ")
