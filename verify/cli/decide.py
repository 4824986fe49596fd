"""`attnverify decide`: a lemma of the user's own, read from a TOML file."""

from __future__ import annotations

import json
from pathlib import Path

import click

from .claims import BadInput
from .deciding import OUTPUT_FILE
from .finite import Finite
from .lemmas import CODES, decided
from .output_files import STDOUT, write_text
from .texts import SUFFIX, decide_text


@click.command()
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
    type=Finite(0.1, 3600),
    help="Processor time after which the answer is OPEN; without it a search ends after so many steps.",
)
@click.option(
    "--steps", type=click.IntRange(1), default=1_500_000, show_default=True, help="How many steps to search at most."
)
@click.option("--write", is_flag=True, help="Write what was found into FILE.proof and its lock.")
@click.pass_context
def decide(
    context: click.Context, file: Path, json_file: Path | None, seconds: float | None, steps: int, write: bool
) -> None:
    """Decide the lemma in FILE: PROVED with a certificate, REFUTED with an exact counterexample, or OPEN.

    \b
    show = ["norm(sum(i: p[i]*x[i])) <= R"]    what is claimed, in order; later ones may use earlier ones
    given = ["forall i: norm(x[i]) <= R"]      what is assumed: + - * / ^ sqrt exp log tanh sin cos abs
    [letters]                                  max min dot norm sum forall exists and or not => iff
    p = "weights"                              real, positive, '(0, 1]', reals, weights, row-stochastic, token,
    x = "vectors"                              vector, unit vectors, psd operator, symmetric operator, size, integer,
    R = "positive"                             'softmax of z', 'matrix 2 x 3', 'psd 3', ...

    Optional too: a `title`, an `instance` at which everything given holds, `where`, `spaces`, `groups`, `using`,
    numbers and vectors whose squares a proof may use, `by`, lemmas of the library that it may cite, and
    letters = ["x[token]: vector"] in the kernel's language.
    In the place of `show`, `pieces` and a table [field] claim that the maximum of the pieces does not rise along the
    field. docs/lemmas.md is the guide. PROVED means that the kernel accepts the proof found, CERTIFIED that it decides
    a bisection of a box; the search itself is not trusted. The file is data: nothing in it is executed.

    Of a FILE.proof the claims without a proof are decided; --write puts what was found into the text.

    Exits with 0 when it is PROVED or CERTIFIED, 1 when REFUTED, 3 when OPEN, 2 on bad input.
    """
    if file.suffix == SUFFIX:
        if json_file is not None:
            raise BadInput(f"{file}: --json is for lemma files; `attnverify check {file} --json FILE` writes a ledger")
        context.exit(decide_text(file, seconds, steps, write=write))
    if write:
        raise BadInput(f"{file}: --write is for files of theories, such as mine.proof")
    record, lines = decided(file, seconds, steps)
    if json_file is not None:
        write_text(json_file, json.dumps(record, indent=1) + "\n")
    for line in lines:
        click.echo(line, err=json_file == STDOUT)
    context.exit(CODES[record["verdict"]])
