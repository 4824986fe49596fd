"""`attnverify recheck`: the referee alone, on a JSON ledger."""

from __future__ import annotations

import json
from pathlib import Path

import click

from attnverify.verify.cli.claims import BadInput
from attnverify.verify.referee.files import LedgerError
from attnverify.verify.referee.ledgers import Outcome, Report, summary
from attnverify.verify.referee.rechecking import recheck_file


@click.command(short_help="Let the referee alone re-decide a JSON ledger.")
@click.argument("ledger", type=click.Path(path_type=Path))
@click.option(
    "--against",
    "tracked",
    type=click.Path(path_type=Path),
    metavar="LEDGER.md",
    help="Compare ids, statements and verdicts with this tracked table.",
)
@click.option("--jobs", type=click.IntRange(min=0), help="Worker processes; by default one per core, 0 for none.")
@click.option("--json", "as_json", is_flag=True, help="Print the reports as JSON.")
@click.pass_context
def recheck(context: click.Context, ledger: Path, tracked: Path | None, jobs: int | None, as_json: bool) -> None:
    """Re-decide every certificate of the JSON ledger LEDGER, with the standard library alone.

    The seal of a ledger shows accidents; whoever changes a claim on purpose can seal it again. With --against, every
    claim that was dropped, renamed, weakened or exchanged since LEDGER.md was written is found.

    `python -m attnverify.verify.referee LEDGER` does the same without importing anything outside the standard library.
    """
    try:
        reports = recheck_file(ledger, tracked, jobs)
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
