"""`attnverify sweep`: a statistic over a grid of parameters times seeds, as a table and a phase diagram."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from ..counting import counted
from ..referee.workers import Processes
from .claims import BadInput
from .finite import Finite
from .output_files import STDOUT, require_pictures, said, write_text
from .progress import watched
from .simulate_tokens import number
from .stopping import INTERRUPTED

_FILE = click.Path(path_type=Path, allow_dash=True)
_MAX_VALUES = 10_000
_WORDS = ("attention", "value")
_INTEGERS = ("N", "d", "heads")


@click.command()
@click.option(
    "--dynamics", type=click.Choice(["sa", "usa", "attention", "flow", "oja"]), default="sa", show_default=True
)
@click.option(
    "--grid",
    multiple=True,
    metavar="NAME=VALUES",
    help="Values such as 2,8,32 or 0.1:9:90 (from, to, how many); may be repeated.",
)
@click.option(
    "--set",
    "fixed",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter that is the same at all points; may be repeated.",
)
@click.option(
    "--statistic",
    type=click.Choice(["near", "clusters", "misalignment", "energy", "limit"]),
    default="near",
    show_default=True,
)
@click.option(
    "--delta", type=Finite(), default=1e-3, show_default=True, help="Tokens are near where <x_i, x_j> > 1 - delta."
)
@click.option(
    "--runs", type=click.IntRange(1), default=64, show_default=True, help="Uniform random starts at each point."
)
@click.option("--seeds", type=click.IntRange(1), default=1, show_default=True, help="Repetitions of each point.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Where random draws start.")
@click.option("--steps", type=click.IntRange(1), default=300, show_default=True, help="Layers, or integrator steps.")
@click.option("--every", type=click.IntRange(1), default=1, show_default=True, help="Steps between two records.")
@click.option("--continuous", is_flag=True, help="The flow in place of layers; alpha is the Runge-Kutta step.")
@click.option("--single", is_flag=True, help="Single precision: half the time for large systems.")
@click.option(
    "--jobs",
    type=click.IntRange(0),
    help="Local processes, 0 for none; by default one per core. What takes seconds starts none.",
)
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler instead, such as tcp://127.0.0.1:8786.")
@click.option(
    "--memory", type=Finite(0, 1e5, min_open=True), default=2.0, show_default=True, help="GiB for each point."
)
@click.option("--csv", "csv_file", type=_FILE, default="-", show_default=True, help="Where the table goes.")
@click.option("--picture", type=_FILE, help="Write a phase diagram as an SVG file.")
@click.option("--axes", help="Its axes and panels, such as time,beta,d; by default chosen from the grid.")
@click.pass_context
def sweep(context: click.Context, /, **given: Any) -> None:
    """A named statistic at every point of a grid, for every seed: one row each, and each recorded step.

    \b
    attnverify sweep --grid beta=0.1:9:90 --grid d=2,8,32 --set N=32 --csv near.csv --picture near.svg
    attnverify sweep --dynamics attention --grid beta=0:4:9 --set value=simple --set alpha=0.5 --statistic limit

    Parameters: N tokens in R^d, beta, alpha (the step; by default that of the public code of arXiv 2312.10794), heads,
    and the matrices attention and value: identity, negative, zero, gaussian, goe, wishart or simple.

    With --csv FILE every finished point is kept in FILE.journal: a sweep that was interrupted goes on where it stopped.
    A point without values, where numbers leave the floating-point range or there is no limit, is a row with its reason.

    Exit codes: 0; 2 bad input, no point has values, or the workers or the scheduler are lost; 130 interrupted.
    """
    import attnverify.stability as st

    if given["picture"] is not None:
        require_pictures(given["picture"])
    elif given["axes"] is not None:
        raise BadInput("--axes: allowed with --picture, whose axes they are")
    grid = _each_once("--grid", map(_values, given["grid"]))
    fixed = {name: values[0] for name, values in _each_once("--set", map(_single, given["fixed"])).items()}
    names = ("dynamics", "statistic", "delta", "runs", "seeds", "seed", "steps", "every", "continuous", "single")
    table = given["csv_file"]
    journal = None if table == STDOUT else table.with_name(table.name + ".journal")
    done = [0, 0]
    try:
        asked = st.batches.Sweep(grid=grid, fixed=fixed, **{name: given[name] for name in names})
        axes = _axes(given["axes"], asked) if given["picture"] is not None else []
        with watched("points") as bar:

            def progress(count: int, total: int) -> None:
                done[:] = count, total
                bar(count, total)

            where = {"jobs": given["jobs"], "scheduler": given["scheduler"], "memory": int(given["memory"] * 2**30)}
            rows = st.sweep(asked, journal=journal, processes=Processes, progress=progress, **where)
    except (st.batches.WorkerDiedError, st.batches.SchedulerLostError) as error:
        raise BadInput(f"{error}; {_finished(done, journal)}") from error
    except (ValueError, ArithmeticError, OSError, RuntimeError) as error:
        raise BadInput(said(error)) from error
    except KeyboardInterrupt:
        click.echo(f"interrupted: {_finished(done, journal)}", err=True)
        context.exit(INTERRUPTED)
    write_text(table, _csv(rows), "--csv")
    reasons = [str(row["reason"]) for row in rows if row["reason"]]
    if len(reasons) == len(rows):
        raise BadInput(f"no point has values: {reasons[0]}")
    if reasons:
        click.echo(f"{len(reasons)} of {counted(done[1], 'point')} without values, as the column reason says", err=True)
    if given["picture"] is not None:
        from attnverify.stability.pictures.figures import phase_svg

        title = f"{asked.dynamics}, {counted(asked.runs * asked.seeds, 'start')} at each point"
        try:
            text = phase_svg([row for row in rows if not row["reason"]], asked.statistic, axes, title=title)
        except ValueError as error:
            raise BadInput(f"--picture: {error}") from error
        write_text(given["picture"], text, "--picture")
    if journal is not None:
        journal.unlink(missing_ok=True)


def _finished(done: list[int], journal: Path | None) -> str:
    kept = f" and kept in {journal}; the same command goes on" if journal is not None and journal.exists() else ""
    return f"{done[0]} of {counted(done[1], 'point')} finished{kept}"


def _each_once(option: str, pairs: Iterable[tuple[str, list[Any]]]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for name, values in pairs:
        if name in found:
            raise BadInput(f"{option} {name}: is given twice; allowed is once, with all its values")
        found[name] = values
    return found


def _values(text: str) -> tuple[str, list[Any]]:
    """A parameter and its values; raises BadInput."""
    name, mark, listed = text.partition("=")
    where = f"--grid {text}"
    if not mark or not name or not listed:
        raise BadInput(f"{where}: allowed are NAME=a,b,c and NAME=FROM:TO:COUNT")
    parts = listed.split(":")
    if len(parts) == 1:
        return name, [_value(name, part, where) for part in listed.split(",")]
    if len(parts) != 3 or not parts[2].isdecimal() or not 1 <= int(parts[2]) <= _MAX_VALUES:
        raise BadInput(f"{where}: allowed is NAME=FROM:TO:COUNT with 1 to {_MAX_VALUES} values")
    low, high, count = number(parts[0], where), number(parts[1], where), int(parts[2])
    spread = [low + (high - low) * k / max(1, count - 1) for k in range(count)]
    return name, [round(value) for value in spread] if name in _INTEGERS else spread


def _single(text: str) -> tuple[str, list[Any]]:
    name, mark, value = text.partition("=")
    if not mark or not name or not value:
        raise BadInput(f"--set {text}: allowed is NAME=VALUE")
    return name, [_value(name, value, f"--set {text}")]


def _value(name: str, text: str, where: str) -> Any:
    if name in _WORDS or text == "authors":
        return text
    found = number(text, where)
    return int(found) if name in _INTEGERS and found == int(found) else found


def _axes(chosen: str | None, asked: Any) -> list[str]:
    """The columns that the picture is drawn over; raises BadInput."""
    known = [*asked.grid, "time", "step", "seed"]
    timed = asked.statistic != "limit" and asked.steps > asked.every
    axes = chosen.split(",") if chosen else [*(["time"] if timed else []), *asked.grid][:3]
    if len(axes) not in (2, 3) or any(name not in known for name in axes):
        raise BadInput(f"--axes {','.join(axes)}: two or three of {', '.join(known)} are needed")
    return axes


def _csv(rows: list[dict[str, Any]]) -> str:
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()
