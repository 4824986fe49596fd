"""`attnverify analyse`: the equilibria of the user's own matrices, their spectra, stability and step sizes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from .claims import BadInput
from .matrices import read_matrix, read_number
from .output_files import STDOUT, require_distinct, require_pictures, write_text
from .simulate_tokens import require_time

_FILE = click.Path(path_type=Path)


@click.command()
@click.option("--value", required=True, type=_FILE, help="Value matrix V: a table (.csv, .txt, ...), .npy or .toml.")
@click.option("--attention", required=True, type=_FILE, help="Logit matrix P; entries such as log(3)/2 are allowed.")
@click.option("--tokens", required=True, type=int, help="Number N of tokens.")
@click.option("--step", required=True, help="Step size alpha, such as 0.25 or 1/4.")
@click.option("--head", nargs=2, type=_FILE, multiple=True, metavar="P2 V2", help="A further head; may be repeated.")
@click.option("--causal", is_flag=True, help="Token i sees the tokens 1, ..., i only.")
@click.option("--split", type=int, help="Only the bipartite states with this many tokens at one pole.")
@click.option(
    "--starts",
    type=click.IntRange(0, 10_000),
    help="Starts of the search for clusters; by default 100 for N d <= 20, else 20.",
)
@click.option("--limits", type=click.IntRange(0, 10_000), default=0, help="Where this many random starts go.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the search and of the random starts."
)
@click.option("--json", "json_file", type=_FILE, help="Write everything, with exact fractions and radii, as JSON.")
@click.option("--picture", type=_FILE, help="Write the spectra in the unit disc as an SVG file.")
def analyse(tokens: int, limits: int, seed: int, json_file: Path | None, picture: Path | None, **given: Any) -> None:
    """Every consensus and bipartite equilibrium of the attention map with the given matrices, its whole tangent
    spectrum, and whether it is stable, each verdict decided by exact or ball arithmetic; clusters found by search.

    \b
    attnverify analyse --value V.csv --attention P.csv --tokens 20 --step 0.1 --json answer.json

    V.csv and P.csv hold square matrices, one row a line: -3/5, 0.25, log(3)/2. A .toml file holds them under the key
    `matrix`. In .npy and .npz files floats are the binary numbers they are.

    In the table, `on` is the eigenvector of V, `binding` the tangent eigenvalue of largest modulus, `margin` one minus
    that modulus, and `flip` the step size at which a fixed point loses stability on the circle.

    Exit codes: 0; 2 bad input; 130 interrupted.
    """
    import attnverify.stability as st

    require_distinct(json_file, picture)
    if picture is not None:
        require_pictures(picture)
    V, P = read_matrix(given["value"], "--value"), read_matrix(given["attention"], "--attention")
    heads = [(read_matrix(p, "--head"), read_matrix(v, "--head")) for p, v in given["head"]]
    alpha, starts = read_number(given["step"], "--step"), given["starts"]
    if limits:
        from attnverify.stability.motion.sampled_limits import STEPS

        require_time(STEPS, limits * tokens**2 * (1 + len(heads)), len(V), f"--limits {limits}")
    with _watched() as says:
        says("every consensus and bipartite state")
        try:
            found = st.analyse(P, V, tokens, alpha, heads=heads, causal=given["causal"], split=given["split"])
        except ValueError as error:
            raise BadInput(str(error)) from error
        if starts != 0:
            says("the search for clusters")
            chosen = starts or (100 if tokens * len(V) <= 20 else 20)
            clusters, remark = st.analyses.cluster_records(found, chosen, seed)
            found = replace(found, equilibria=(*found.equilibria, *clusters), remarks=(*found.remarks, remark))
        says(f"the limits of {limits} random starts")
        reached = st.limits(found, limits, seed) if limits else []
    if json_file is not None:
        from .analysis_data import analysis_data

        data = json.dumps(analysis_data(found, reached, seed), indent=1, allow_nan=False)
        write_text(json_file, f"{data}\n", "--json")
    if picture is not None:
        from attnverify.stability.pictures.figures import spectra_svg

        write_text(picture, spectra_svg(found), "--picture")
    from .analysis_text import print_analysis

    print_analysis(found, reached, err=json_file == STDOUT)


@contextmanager
def _watched() -> Iterator[Callable[[str], None]]:
    """Gives what to call when a part begins; shown on stderr when someone is watching."""
    if not sys.stderr.isatty():
        yield lambda part: None
        return
    from rich.console import Console

    with Console(stderr=True).status("reading") as status:
        yield lambda part: status.update(part)
