"""`attnverify decide`: a user's own statement over the reals, read from a TOML file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from verify.cli.certificate_text import lines
from verify.cli.claims import BadInput
from verify.cli.deciding import OUTPUT_FILE
from verify.cli.output_files import STDOUT, write_text
from verify.ledger import file_text
from verify.verdict import Rung, Verdict

_CODES = {Verdict.ARGUED: 0, Verdict.ARGUED_FALSE: 1, Verdict.OPEN: 3}


@click.command(short_help="Decide a statement of your own, from a TOML file.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--json",
    "json_file",
    type=OUTPUT_FILE,
    metavar="FILE",
    help="Write a JSON ledger, which `attnverify recheck` confirms ('-' for stdout).",
)
@click.pass_context
def decide(context: click.Context, file: Path, json_file: Path | None) -> None:
    """Decide the statement in FILE: ARGUED, ARGUED FALSE with an exact counterexample, or OPEN.

    \b
    show = ["Abs(1 - alpha*lam) < 1"]    relations with + - * / ** sqrt exp log tanh Abs Max Min,
    given = ["alpha*lam < 2"]              for matrices also P[0][1] @ dot det trace transpose
    [variables]
    alpha = "positive"                   real, positive, negative, integer, '(0, 1]', 'psd 3'
    lam = "positive"
    [box]                                optional: decide on this box only
    lam = [1, 2]

    Optional too: a `title`; an `instance`, a point at which all that is given holds; and `squares`, polynomials whose
    squares a proof may use. Everything is read where it is defined. The file is data: nothing in it is executed.

    ARGUED means that the referee confirms every step, or that a named solver's word stands for it; that the steps give
    the statement is the work of this program, which no certificate repeats.

    Exits with 0 when it is ARGUED, 1 when ARGUED FALSE, 3 when OPEN, 2 on bad input.
    """
    from verify.statements.domains import StatementError
    from verify.statements.reading import read_file

    try:
        statement = read_file(file)
    except StatementError as error:
        raise BadInput(f"{file}: {error}") from error
    from verify.statements.deciding import decide_statement
    from verify.statements.record import ledger

    written = ledger(statement, decide_statement(statement), file.stem)
    entry = written["claims"][0]
    if json_file is not None:
        write_text(json_file, file_text(written))
    for line in _report(entry):
        click.echo(line, err=json_file == STDOUT)
    context.exit(_CODES[Verdict(entry["verdict"])])


def _report(entry: Mapping[str, Any]) -> Iterator[str]:
    yield f"{entry['verdict']}  {entry['title']}"
    yield f"  {entry['statement']}"
    decisive = [item for item in entry["evidence"] if Rung(item["rung"]).argued is Verdict(entry["verdict"])]
    for item in decisive[:1]:
        voucher = f", checked by {item['checked_by']}" if item["checked_by"] else ""
        yield f"  {item['rung']} by {item['method']}{voucher}"
        if item["reason"]:
            yield f"  {'what resisted: ' if entry['verdict'] == 'OPEN' else ''}{item['reason']}"
        if item["certificate"] is not None:
            yield from lines(item["certificate"], "  ")
