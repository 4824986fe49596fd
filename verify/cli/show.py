"""`attnverify show`: one claim, whole."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

import click

from verify.cache import Cache
from verify.claim import Claim
from verify.cli.certificate_text import lines, value_text
from verify.cli.claims import all_claims, one_claim
from verify.fingerprint import declaration
from verify.ledger import build
from verify.runner import with_premises


@click.command(short_help="Show one claim whole, with its evidence.")
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
    for line in _declared(claim, claims):
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


def _declared(claim: Claim, claims: Mapping[str, Claim]) -> Iterator[str]:
    yield f"{claim.id}  {claim.title}"
    yield f"\n{_wrapped('', claim.statement)}\n"
    changes = ", ".join(f"{name} = {value!r}" for name, value in claim.twin.changes.items())
    yield from _fields(
        {
            "reading": claim.reading,
            "source": f"{claim.source.paper.title}; {claim.source}",
            "kind": claim.kind,
            "hypotheses": ", ".join(claim.hypotheses),
            "instance": ", ".join(f"{name} = {value_text(value)}" for name, value in claim.instance.items()),
            "false twin": f"{claim.twin.says} ({changes})",
            "expected": claim.expected.value,
            "rests on": ", ".join(claim.rests_on),
            "repairs": claim.repairs,
            "repaired by": ", ".join(other.id for other in claims.values() if other.repairs == claim.id),
            "no repair": claim.no_repair,
        }
    )


def _found(entry: Mapping[str, Any]) -> Iterator[str]:
    twin = entry["twin"]
    says = "rejected" if twin["rejected"] else "NOT REJECTED"
    yield ""
    yield from _fields(
        {
            "verdict": f"{entry['verdict']}: {entry['scope']}",
            "because": entry["reason"],
            "checked by": entry["checked_by"],
            "twin": f"{says}: the check says {twin['verdict']} of it",
        }
    )
    for number, item in enumerate(entry["evidence"], start=1):
        yield f"\nevidence {number}: {item['verdict']} by {item['method']} ({item['seconds']:.2f} s)"
        scope = f"{item['scope']}{'' if item['covers'] else '  (narrower than the claim)'}"
        remark = item["reason"] if item["reason"] != entry["reason"] else ""
        yield from _fields({"scope": scope, "checked by": item["checked_by"], "remark": remark}, "  ")
        yield from lines(item["certificate"], "  ")


def _fields(fields: Mapping[str, str], indent: str = "") -> Iterator[str]:
    """The fields that say something, one below the other."""
    for name, text in fields.items():
        if text:
            yield _wrapped(f"{indent}{name:11} ", text)


def _wrapped(start: str, text: str) -> str:
    """The text after `start`, broken between words at the width of the terminal; further lines are indented alike."""
    width = max(40, min(110, shutil.get_terminal_size((110, 24)).columns))
    return textwrap.fill(
        text,
        width,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )
