"""`attnverify audit`, `impact` and `diff`: what a statement says, what falls with it, how two ledgers differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from time import time
from typing import Any

import click

from ..counting import counted
from ..kernel.catalogue import LOGIC, THEOREMS
from ..registry import named
from . import kept
from .claims import BadInput, all_claims, one_claim
from .report import complete
from .texts import SUFFIX, proved

_RESTS = "claims.rests"
_COMPARED = ("verdict", "statement_digest", "scope", "checked_by", "title")


@click.command()
@click.argument("name", metavar="ID|RULE")
@click.option("--ledger", type=click.Path(path_type=Path), metavar="FILE", help="A JSON ledger, which names the rules.")
def impact(name: str, ledger: Path | None) -> None:
    """List what falls with the claim ID, or with the rule RULE in the proofs of a ledger, level by level."""
    if ledger is None:
        if named(name, {**LOGIC, **THEOREMS}):
            raise BadInput(f"{name!r} is a rule; which proofs use it stands in a ledger: add --ledger ledger.json")
        rests = _rests()
        found = {named(name, rests) or one_claim(name, all_claims(links=False)).id}
    else:
        entries = _entries(ledger)
        rests = {id: set(entry["rests_on"]) for id, entry in entries.items()}
        found = {id for id, entry in entries.items() if name in entry.get("proof", {}).get("axioms", ())}
        found |= {id for id in entries if id.casefold() == name.casefold()}
        if not found:
            raise BadInput(f"{ledger}: has neither a claim {name!r} nor a proof that uses a rule of this name")
    level, new = 0, sorted(found)
    while new:
        click.echo(f"{level}  {' '.join(new)}")
        new = sorted(id for id, premises in rests.items() if id not in found and premises & found)
        found |= {*new}
        level += 1
    click.echo(f"{len(found)} of {counted(len(rests), 'claim')}", err=True)


def _rests() -> dict[str, set[str]]:
    """What every claim rests on. All proofs are read for it, so it is kept until a source changes."""
    since = time()
    found = kept.read(_RESTS)
    if found is None:
        claims = all_claims()
        found = {claim.id: claim.rests_on for claim in claims.values()}
        kept.keep(_RESTS, found, claims.values(), since)
    return {id: set(premises) for id, premises in found.items()}


@click.command()
@click.argument("name", metavar="FILE|ID")
@click.option("--steps", type=click.IntRange(1), default=150_000, show_default=True, help="Of each search, at most.")
@click.pass_context
def audit(context: click.Context, name: str, steps: int) -> None:
    """Look at a lemma FILE.toml, at the proved claims of FILE.proof, or at one, ID, as a careful reader does.

    Whether what is given can hold, with one token, in one dimension and with more; whether the statement is true there;
    which lines of it are needed; of a lemma file also whether a bound is attained. Exits with 1 if something is found.
    """
    from ..auditing import audit as findings
    from ..formal import all_formal
    from ..kernel.statements import read as statement
    from ..kernel.terms import Rejected
    from ..lemmas.files import Lemma, read_lemma
    from ..proof_decision import library_of
    from .proof_text import instance_texts

    text, wrong = name.endswith(SUFFIX), 0
    try:
        if name.endswith(".toml"):
            asked: list[tuple[Lemma, Any]] = [(read_lemma(Path(name)), None)]
        else:
            ids, library = library_of(proved(Path(name)) if text else [name])
            asked = [
                (Lemma(id, data, statement(data), all_formal()[id].instance, (), (), {}, {}), library[id]["proof"])
                for id in ids
                for data in (library[id]["statement"],)
            ]
        for lemma, proof in asked:
            if text:
                click.echo(lemma.title)
            for finding in findings(lemma, proof, steps):
                wrong += finding.wrong
                click.echo(f"{'!' if finding.wrong else ' '} {finding.what:7} {finding.text}")
                for line in instance_texts(finding.at or {}):
                    click.echo(f"              {line}")
    except Rejected as error:
        raise BadInput(f"{name}: {error}") from error
    context.exit(1 if wrong else 0)


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.pass_context
def diff(context: click.Context, old: Path, new: Path) -> None:
    """Say which claims are new, gone, or have another verdict, statement or scope; exits with 1 if there is one."""
    lines = list(_differences(_entries(old), _entries(new)))
    click.echo("\n".join(lines) or "nothing differs")
    context.exit(1 if lines else 0)


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for id in sorted({*old, *new}):
        if id not in old or id not in new:
            yield f"{id}: {'new' if id in new else 'gone'}, {(new.get(id) or old[id])['verdict']}"
            continue
        for field in _COMPARED:
            if old[id][field] != new[id][field]:
                yield f"{id}: {field}: {old[id][field]} -> {new[id][field]}"


def _entries(ledger: Path) -> dict[str, Any]:
    return {entry["id"]: entry for entry in complete(ledger)["claims"]}
