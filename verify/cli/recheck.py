"""`attnverify recheck`: the referee alone, on a JSON ledger."""

from __future__ import annotations

import json
from pathlib import Path

import click

from verify.cli.claims import BadInput
from verify.referee.ledgers import LedgerError, Outcome, Report, read, recheck_ledger, summary


@click.command(short_help="Let the referee alone re-decide a JSON ledger.")
@click.argument("ledger", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the reports as JSON.")
@click.pass_context
def recheck(context: click.Context, ledger: Path, as_json: bool) -> None:
    """Re-decide every certificate of the JSON ledger LEDGER, with the standard library alone.

    `python -m verify.referee LEDGER` does the same without importing anything outside the standard library.
    """
    try:
        reports = recheck_ledger(read(ledger))
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
