"""What a view of a model shows: rows for the terminal and for CSV, all of it for JSON, and a picture."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..output_files import STDOUT, write_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Row = dict[str, Any]


@dataclass(frozen=True)
class View:
    """A finished view.

    header : what was asked for, recorded with every output.  rows : one dictionary a line, all with the same keys.
    remarks : sentences below.  more : what only the JSON file holds.  draw : makes the picture.  wordy : the rows hold
    sentences, and are shown as paragraphs and not as a table.
    """

    header: Row
    rows: Sequence[Row]
    remarks: Sequence[str] = ()
    more: Row = field(default_factory=dict)
    draw: Callable[[], Figure] | None = None
    wordy: bool = False


def deliver(view: View, json_file: Path | None, csv_file: Path | None, picture: Path | None) -> None:
    """Print the view, and write the files that were asked for; raises BadInput where the system refuses."""
    if json_file is not None:
        data = plain({**view.header, "rows": list(view.rows), "remarks": list(view.remarks), **view.more})
        write_text(json_file, json.dumps(data, indent=1, allow_nan=False) + "\n", "--json")
    if csv_file is not None:
        write_text(csv_file, _csv(view), "--csv")
    if picture is not None and view.draw is not None:
        from attnverify.stability.pictures.figures import svg_text

        write_text(picture, svg_text(view.draw, "model"), "--picture")
    if STDOUT not in (json_file, csv_file):
        click.echo(text(view))


def text(view: View) -> str:
    """The view as lines for the terminal."""
    lines = ["  ".join(f"{name}: {shown(value)}" for name, value in view.header.items() if value is not None)]
    if view.wordy:
        lines += [_paragraph(row) for row in view.rows]
    elif view.rows:
        names = list(view.rows[0])
        cells = [names, *([shown(row[name]) for name in names] for row in view.rows)]
        widths = [max(len(line[k]) for line in cells) for k in range(len(names))]
        lines += ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in cells]
    return "\n".join([*lines, *view.remarks])


def _paragraph(row: Row) -> str:
    """The first three values on a line, each further one on a line of its own."""
    first, rest = list(row.values())[:3], list(row.items())[3:]
    lines = ["  ".join(f"{shown(value):12}" for value in first).rstrip()]
    return "\n".join([*lines, *(f"    {name}: {shown(value)}" for name, value in rest if value is not None)])


def shown(value: Any) -> str:
    """A value in the table: four digits, and a complex number as 1.2+0.3i."""
    if value is None:
        return "-"
    if isinstance(value, complex):
        return f"{value.real:.4g}{value.imag:+.4g}i" if value.imag else f"{value.real:.4g}"
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)


def plain(value: Any) -> Any:
    """A value for JSON: complex numbers as [real, imaginary], arrays as lists, what is not finite as null."""
    if isinstance(value, dict):
        return {str(name): plain(entry) for name, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, complex):
        return [plain(value.real), plain(value.imag)]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    return value


def _csv(view: View) -> str:
    buffer = io.StringIO()
    for name, value in view.header.items():
        buffer.write(f"# {name}: {shown(value)}\n")
    if view.rows:
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(view.rows[0])
        writer.writerows([_cell(value) for value in row.values()] for row in view.rows)
    return buffer.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, complex):
        return repr(complex(value)).strip("()") if value.imag else repr(float(value.real))
    return "" if value is None else repr(float(value)) if isinstance(value, float) else str(value)
