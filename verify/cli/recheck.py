"""`attnverify recheck`: the referee and the core alone, on a JSON ledger or on derivations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..counting import counted
from ..referee.files import LedgerError
from ..referee.ledgers import Outcome, Report, summary
from ..referee.rechecking import recheck_file
from ..verdict import Verdict
from .claims import BadInput


@click.command()
@click.argument("files", metavar="LEDGER | DERIVATIONS...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--against",
    "tracked",
    type=click.Path(path_type=Path),
    metavar="LEDGER.md",
    help="Compare ids, statements and verdicts with this tracked table.",
)
@click.option("--challenge", type=click.Path(path_type=Path), help="Statements that the derivations have to show.")
@click.option("--permit", type=click.Path(path_type=Path), help="Schemas and theorems that they may rest on.")
@click.option("--jobs", type=click.IntRange(min=0), help="Worker processes; by default one per core, 0 for none.")
@click.option("--json", "as_json", is_flag=True, help="Print the reports as JSON.")
@click.pass_context
def recheck(context: click.Context, /, files: tuple[Path, ...], jobs: int | None, as_json: bool, **given: Any) -> None:
    """Re-decide every certificate of the JSON ledger LEDGER, with the standard library alone.

    What it says the core accepted, the core checks again, by the derivations beside the installed texts. The seal of a
    ledger shows accidents; whoever changes a claim on purpose can seal it again. With --against, every claim that was
    dropped, renamed, weakened or exchanged since LEDGER.md was written is found.

    DERIVATIONS are files of the core, as `attnverify export` writes them: each is accepted, rejected or declined; with
    --challenge it is said of each statement of a file whether they show it.

    `python -m attnverify.verify.referee LEDGER`, where the kernel judges all proofs and the core none, and
    `python -m attnverify.verify.core DERIVATIONS` import nothing outside the standard library.
    """
    challenge, permit = given["challenge"], given["permit"]
    if challenge or permit or any(".der" in file.suffixes for file in files):
        context.exit(_derivations(files, challenge, permit))
    if len(files) > 1:
        raise BadInput(f"{files[1]}: one ledger at a time")
    try:
        reports = _by_the_core(files[0], recheck_file(files[0], given["tracked"], jobs), jobs)
    except LedgerError as error:
        raise BadInput(str(error)) from error
    if as_json:
        click.echo(json.dumps([_data(report) for report in reports], indent=2))
    else:
        for line in summary(reports):
            click.echo(line)
    context.exit(1 if any(report.outcome is Outcome.FAILED for report in reports) else 0)


def _data(report: Report) -> dict[str, str]:
    return {"id": report.id, "verdict": report.verdict, "outcome": report.outcome.value, "detail": report.detail}


def _derivations(files: Sequence[Path], challenge: Path | None, permit: Path | None) -> int:
    from ..core.__main__ import main

    options = [*(("--challenge", str(challenge)) if challenge else ()), *(("--permit", str(permit)) if permit else ())]
    return main([*map(str, files), *options])


def _by_the_core(ledger: Path, reports: Sequence[Report], jobs: int | None = 0) -> list[Report]:
    """The reports; failed where the core does not accept what the ledger says that it did."""
    claims = json.loads(ledger.read_text(encoding="utf-8")).get("claims", ())  # the record of a lemma has none
    entries = {entry["id"]: entry for entry in claims if entry["checked_by"] == "core"}
    said = {report.id for report in reports if report.outcome is Outcome.CONFIRMED and report.id in entries}
    if not said:
        return list(reports)
    from ..derivations.stored import Asked, accepted, texts_of
    from ..registry import load

    texts = texts_of(load(links=False).values())
    asked = [
        Asked.of(id, texts[id], entries[id]["proof"]["data"]["statement"], Verdict(entries[id]["verdict"]))
        for id in said & texts.keys()
    ]
    found = accepted(asked, texts.values(), fresh=True, jobs=jobs)
    click.echo(f"the core accepts {len(found)} of {counted(len(said), 'claim')} again", err=True)
    failed = "no derivation beside its text that the core accepts shows the statement"
    return [
        replace(report, outcome=Outcome.FAILED, detail=failed) if report.id in said - found else report
        for report in reports
    ]
