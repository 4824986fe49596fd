"""`attnverify decide`: a user's own statement over the reals, read from a TOML file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from verify.cli.certificate_text import lines
from verify.cli.claims import BadInput
from verify.cli.deciding import OUTPUT_FILE
from verify.cli.lemmas import CODES, decided
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
    help="Write the result with its certificate, which `attnverify recheck` confirms ('-' for stdout).",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 3600),
    default=20.0,
    show_default=True,
    help="How long to search at most, for a lemma.",
)
@click.pass_context
def decide(context: click.Context, file: Path, json_file: Path | None, seconds: float) -> None:
    """Decide the lemma in FILE: PROVED with a certificate, REFUTED with an exact counterexample, or OPEN.

    \b
    show = ["norm(sum(i: p[i]*x[i])) <= R"]    what is claimed, in order; later ones may use earlier ones
    given = ["forall i: norm(x[i]) <= R"]      what is assumed: + - * / ^ sqrt exp log tanh abs max min
    [letters]                                  dot norm sum forall exists and or not => iff
    p = "weights"                              real, positive, '(0, 1]', reals, weights, row-stochastic, token,
    x = "vectors"                              vector, unit vectors, psd operator, symmetric operator, size,
    R = "positive"                             'softmax of z', ...; or letters = ["x[token]: vector"]

    Optional too: a `title`, an `instance` at which everything given holds, `where`, `spaces`, `groups`, and `using`,
    numbers and vectors whose squares a proof may use. docs/lemmas.md is the guide. PROVED means that the kernel accepts
    the proof that was found, CERTIFIED that it decides a bisection of a box; the search itself is not trusted.

    With [variables] in the place of [letters] the file is one of the older language, whose results are ARGUED,
    ARGUED FALSE or OPEN:

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

    There ARGUED means that the referee confirms every step, or that a named solver's word stands for it; that the
    steps give the statement is the work of this program, which no certificate repeats.

    Exits with 0 when it is PROVED, CERTIFIED or ARGUED, 1 when REFUTED or ARGUED FALSE, 3 when OPEN,
    2 on bad input.
    """
    from verify.deciding.files import is_lemma

    if is_lemma(file):
        record, lines_ = decided(file, seconds)
        if json_file is not None:
            write_text(json_file, json.dumps(record, indent=1) + "\n")
        for line in lines_:
            click.echo(line, err=json_file == STDOUT)
        context.exit(CODES[record["verdict"]])
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
