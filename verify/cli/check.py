"""`attnverify check`: a user's own claims, from a Python file."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import click

from verify.cli.claims import BadInput
from verify.cli.deciding import OUTPUT_FILE, last_line, report_lines, unexpected
from verify.cli.junit import junit
from verify.cli.output_files import STDOUT, write_text
from verify.cli.user_process import ledger_of
from verify.ledger import file_text
from verify.referee.ledgers import Outcome, recheck_ledger, summary


@click.command(short_help="Decide claims of your own, from a Python file.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--jobs", type=click.IntRange(min=0), help="Worker processes; by default one per core, 0 for none.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where random draws start.")
@click.option("--fresh", is_flag=True, help="Decide again even what your claims rest on; they themselves always are.")
@click.option("--json", "json_file", type=OUTPUT_FILE, metavar="FILE", help="Write the JSON ledger ('-' for stdout).")
@click.option("--junit", "junit_file", type=OUTPUT_FILE, metavar="FILE", help="Write a JUnit report ('-' for stdout).")
@click.pass_context
def check(
    context: click.Context,
    file: Path,
    jobs: int | None,
    seed: int,
    fresh: bool,
    json_file: Path | None,
    junit_file: Path | None,
) -> None:
    """Run the Python file FILE and decide the claims it declares with @claim, and those they rest on.

    The file is a program, and this executes it, in a process of its own: look at it first. Whatever it does there, the
    ledger that it leaves is rechecked here, and nothing counts that the referee does not confirm. The rules are those
    of `attnverify run`: every claim has an instance, a false twin that its check must tell apart, and a pinned verdict.
    It may rest on claims of the papers.

    Exits with 1 when a verdict is worse or better than its pinned one, with 2 when the referee does not confirm one.
    """
    started = monotonic()
    ledger = ledger_of(file, seed=seed, jobs=jobs, fresh=fresh)
    denied = [report for report in recheck_ledger(ledger) if report.outcome is Outcome.FAILED]
    if denied:
        for line in summary(denied):
            click.echo(line, err=True)
        raise BadInput(f"{file}: the referee does not confirm the ledger that came of it")
    if json_file is not None:
        write_text(json_file, file_text(ledger))
    if junit_file is not None:
        write_text(junit_file, junit(ledger))
    faults = list(unexpected(ledger))
    piped = STDOUT in (json_file, junit_file)
    for line in (*report_lines(ledger, faults), last_line(faults, monotonic() - started)):
        click.echo(line, err=piped)
    context.exit(1 if faults else 0)
