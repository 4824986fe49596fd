"""`attnverify check`: a user's own claims, from a Python file."""

from __future__ import annotations

from pathlib import Path

import click

from verify.claim import DeclarationError
from verify.cli.claims import BadInput, all_claims
from verify.cli.deciding import OUTPUT_FILE, decisions, report_lines, unexpected
from verify.cli.junit import junit
from verify.cli.output_files import STDOUT, write_text
from verify.ledger import build, file_text
from verify.runner import with_premises
from verify.user_file import load_file


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

    The file is a program, and this executes it: look at it first. The rules are those of `attnverify run`: every claim
    has an instance, a false twin that its check must reject, and a pinned verdict. It may rest on claims of the papers.

    Exits with 1 when a verdict is worse or better than its pinned one.
    """
    installed = all_claims()
    try:
        own = load_file(file)
    except DeclarationError as error:
        raise BadInput(str(error)) from error
    mine = {claim.id: claim for claim in own}
    claims = with_premises(mine, {**installed, **mine})
    premises = [claim for claim in claims if claim.id in installed]
    # The cache cannot tell whether a neighbour that the user's file imports has changed.
    new = [claim for claim in claims if claim.id not in installed]
    decided = decisions(context, premises, seed=seed, jobs=jobs, fresh=fresh)
    decided.update(decisions(context, new, seed=seed, jobs=jobs, fresh=True))
    ledger = build(claims, decided, seed)
    faults = list(unexpected(ledger))
    if json_file is not None:
        write_text(json_file, file_text(ledger))
    if junit_file is not None:
        write_text(junit_file, junit(ledger))
    piped = STDOUT in (json_file, junit_file)
    for line in report_lines(ledger, faults):
        click.echo(line, err=piped)
    context.exit(1 if faults else 0)
