"""`attnverify check`: a user's own claims, from a text of theories or a Python file."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import click

from ..referee.ledgers import Outcome, recheck_ledger, summary
from .claims import BadInput
from .deciding import OUTPUT_FILE, last_line, report_lines, unexpected
from .findings import github_lines, write_outputs
from .output_files import require_distinct
from .texts import SUFFIX, ledger_of_text, watched
from .user_process import ledger_of


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--jobs", type=click.IntRange(min=0), help="Worker processes; by default one per core, 0 for none.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where random draws start.")
@click.option("--fresh", is_flag=True, help="Decide again even what your claims rest on; they themselves always are.")
@click.option("--watch", is_flag=True, help="Stay, and decide FILE.proof again whenever it changes.")
@click.option("--frozen", is_flag=True, help="Leave FILE.lock as it is.")
@click.option("--json", "json_file", type=OUTPUT_FILE, metavar="FILE", help="Write the JSON ledger ('-' for stdout).")
@click.option("--junit", "junit_file", type=OUTPUT_FILE, metavar="FILE", help="Write a JUnit report ('-' for stdout).")
@click.option("--sarif", "sarif_file", type=OUTPUT_FILE, metavar="FILE", help="Write what is wrong as SARIF.")
@click.pass_context
def check(
    context: click.Context,
    /,
    file: Path,
    jobs: int | None,
    seed: int,
    fresh: bool,
    watch: bool,
    frozen: bool,
    **files: Path | None,
) -> None:
    """Decide the claims of FILE, a text of theories (.proof) or a Python file with @claim, and those they rest on.

    Of a text every claim is judged as it stands; what it leaves out is looked up in FILE.lock, or searched and written
    there. What is wrong is said with its line and column, the goal there and the facts that speak of its letters.

    A Python file is a program, and this executes it, in a process of its own: look at it first. Whatever it does
    there, the ledger that it leaves is rechecked here, and nothing counts that the referee does not confirm. The rules
    are those of `attnverify run`: every claim has an instance, a false twin that its check must tell apart, and a
    pinned verdict. It may rest on claims of the papers.

    Exits with 1 when a verdict is worse or better than its pinned one, with 2 when the referee does not confirm one.
    """
    started = monotonic()
    require_distinct(*files.values())
    if watch:
        watched(file)
    if file.suffix == SUFFIX:
        ledger = ledger_of_text(file, seed=seed, jobs=jobs, fresh=fresh, frozen=frozen)
    else:
        ledger = ledger_of(file, seed=seed, jobs=jobs, fresh=fresh)
        denied = [report for report in recheck_ledger(ledger) if report.outcome is Outcome.FAILED]
        if denied:
            for line in summary(denied):
                click.echo(line, err=True)
            raise BadInput(f"{file}: the referee does not confirm the ledger that came of it")
    faults = list(unexpected(ledger))
    piped = write_outputs(ledger, faults, files)
    lines = (*report_lines(ledger, faults), *github_lines(ledger, faults), last_line(faults, monotonic() - started))
    click.echo("\n".join(lines), err=piped)
    context.exit(1 if faults else 0)
