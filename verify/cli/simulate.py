"""`attnverify simulate`: trajectories of the continuous model for the user's own matrices and tokens."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import click

from verify.cli.claims import BadInput
from verify.cli.matrices import read_matrix, read_number
from verify.cli.output_files import require_pictures, write_text
from verify.lazy import lazy

np = lazy("numpy")

_FILE = click.Path(path_type=Path)
_MAX_TOKENS, _MAX_SAMPLES = 1000, 10_000


@click.command(short_help="Integrate the continuous model for your own matrices and tokens.")
@click.option("--attention", required=True, multiple=True, type=_FILE, help="Logit matrix P; repeat it for more heads.")
@click.option("--value", multiple=True, type=_FILE, help="Value matrix U, one for each head; the identity if left out.")
@click.option("--metric", type=_FILE, help="Metric W of the ellipsoid; the identity if left out.")
@click.option(
    "--tokens", required=True, type=_FILE, help="Initial tokens, one a row: .npy or .csv; they are projected."
)
@click.option("--direction", help="v for heights and V, such as 1,0,0; all tokens must start with v.y > 0.")
@click.option("--causal", is_flag=True, help="Token i sees the tokens 1, ..., i only.")
@click.option("--horizon", type=click.FloatRange(0, 1e5, min_open=True), default=10.0, show_default=True)
@click.option("--samples", type=click.IntRange(1, _MAX_SAMPLES), default=100, show_default=True, help="Times after 0.")
@click.option("--csv", "csv_file", type=_FILE, help="Write time, token and coordinates, one token a line.")
@click.option("--json", "json_file", type=_FILE, help="Write times, states, E, V and the drift.")
@click.option("--picture", type=_FILE, help="Write E, and V where there is a direction, as an SVG file.")
def simulate(
    attention: tuple[Path, ...],
    value: tuple[Path, ...],
    metric: Path | None,
    tokens: Path,
    direction: str | None,
    causal: bool,
    horizon: float,
    samples: int,
    csv_file: Path | None,
    json_file: Path | None,
    picture: Path | None,
) -> None:
    """The trajectory from the given tokens under constant matrices, by an adaptive method of order 8 with relative
    tolerance 1e-10 that stays on the ellipsoid: a numerical result, not a proof.

    Exit codes: 0; 2 bad input.
    """
    import stability as st

    if picture is not None:
        require_pictures(picture)
    P = np.stack(_same([_floats(path, "--attention") for path in attention], "--attention"))
    U = np.stack(_same([_floats(path, "--value") for path in value], "--value")) if value else None
    W = None if metric is None else _floats(metric, "--metric")
    Y = _tokens(tokens)
    v = None if direction is None else np.array([_number(text, "--direction") for text in direction.split(",")])
    times = np.linspace(0, horizon, samples + 1)
    try:
        st.require_metric(W, Y.shape[1])
        start = st.onto_ellipsoid(Y, W)
        # Overflow ends in an error of the integrator, which is reported.
        with np.errstate(all="ignore"):
            found = st.adaptive_trajectory(st.Flow(P, U, W, causal), start, times, hemisphere=v)
    except (ValueError, ZeroDivisionError, RuntimeError) as error:
        raise BadInput(str(error)) from error
    panels = {"misalignment E": st.misalignment(found.states)}
    if v is not None:
        panels["V = max (1 - v.y)"] = st.max_lyapunov(found.states, v)
    if csv_file is not None:
        write_text(csv_file, _csv(times, found.states), "--csv")
    if json_file is not None:
        data = {"times": times, "states": found.states, **panels, "drift": found.drift}
        write_text(json_file, json.dumps(data, default=lambda array: array.tolist()) + "\n", "--json")
    if picture is not None:
        from stability.pictures.curves import curves_svg

        write_text(picture, curves_svg(times, panels, title=f"{len(Y)} tokens in R^{Y.shape[1]}"), "--picture")
    for label, values in panels.items():
        click.echo(f"{label}: {values[0]:.6g} at t = 0, {values[-1]:.6g} at t = {horizon:g}")
    click.echo(f"largest drift from the ellipsoid before projection: {found.drift:.1e}")


def _tokens(path: Path) -> Any:
    """The initial tokens (N, d) in floats; raises BadInput."""
    where = f"--tokens {path}"
    try:
        if path.suffix == ".npy":
            Y = np.load(path, allow_pickle=False)
        elif path.suffix == ".csv":
            lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
            Y = [[_number(entry, f"{where}: row {i}") for entry in line.split(",")] for i, line in enumerate(lines, 1)]
            if any(len(row) != len(Y[0]) for row in Y):
                raise BadInput(f"{where}: the rows must be equally long")
            Y = np.array(Y)
        else:
            raise BadInput(f"{where}: the file must end in .npy, .csv")
    except OSError as error:
        raise BadInput(f"{where}: cannot be read: {error.strerror}") from error
    except (ValueError, EOFError) as error:
        raise BadInput(f"{where}: is no table of numbers: {str(error).splitlines()[0][:80]}") from error
    if Y.ndim != 2 or Y.dtype.kind not in "fiu" or not 1 <= len(Y) <= _MAX_TOKENS or not np.all(np.isfinite(Y)):
        raise BadInput(f"{where}: shape {Y.shape}; 1 to {_MAX_TOKENS} rows of finite real numbers are needed")
    return Y.astype(float)


def _floats(path: Path, option: str) -> Any:
    return np.array([[_float(entry) for entry in row] for row in read_matrix(path, option)])


def _number(text: str, where: str) -> float:
    return _float(read_number(text, where))


def _float(entry: Any) -> float:
    """A read number as a float; exact logarithms are enclosed first."""
    return float(entry.ball().mid()) if hasattr(entry, "ball") else float(entry)


def _same(matrices: list[Any], option: str) -> list[Any]:
    shapes = [matrix.shape for matrix in matrices]
    if len(set(shapes)) > 1:
        raise BadInput(f"{option}: the heads have shapes {', '.join(map(str, shapes))}; allowed is one shape")
    return matrices


def _csv(times: Any, states: Any) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["t", "token", *(f"y_{k + 1}" for k in range(states.shape[-1]))])
    for t, state in zip(times, states, strict=True):
        for i, token in enumerate(state, start=1):
            writer.writerow([repr(float(t)), i, *map(repr, token.tolist())])
    return buffer.getvalue()
