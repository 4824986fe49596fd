"""A statistic over two parameters as colours: one panel for each value of a third."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from attnverify.stability.pictures.svg import svg_text

PANELS = 12


def phase_svg(rows: Sequence[Mapping[str, Any]], value: str, axes: Sequence[str], *, title: str) -> str:
    """The picture of `phase_figure` as SVG text."""
    return svg_text(partial(phase_figure, rows, value, axes, title=title), "phase-diagram")


def phase_figure(
    rows: Sequence[Mapping[str, Any]], value: str, axes: Sequence[str], *, title: str = "", bounds: Any = None
) -> Figure:
    """The picture.

    rows : of a table, as from `sweep`.  value : the column that becomes a colour; its mean where axes agree.
    axes : the columns of the horizontal axis, the vertical axis and, if there are three, the panels.
    bounds : (low, high) of the colours; by default those of the values.
    Raises ValueError for another number of axes, more than 12 panels, or no rows.
    """
    if not rows or len(axes) not in (2, 3):
        raise ValueError(f"a phase diagram of {len(rows)} rows over {len(axes)} axes; allowed are two or three axes")
    panels = list(dict.fromkeys(row[axes[2]] for row in rows)) if len(axes) == 3 else [None]
    if len(panels) > PANELS:
        raise ValueError(f"{len(panels)} values of {axes[2]}; allowed are {PANELS} panels at most")
    every = [row[value] for row in rows]
    low, high = bounds or (min(every), max(every))
    figure = Figure(figsize=(1.2 + 3.1 * len(panels), 3.3), layout="constrained")
    if title:
        figure.suptitle(title)
    drawn = figure.subplots(1, len(panels), squeeze=False, sharey=True)[0]
    mesh = None
    for panel, chosen in zip(drawn, panels, strict=True):
        part = [row for row in rows if chosen is None or row[axes[2]] == chosen]
        x, y, values = _table(part, value, axes[0], axes[1])
        mesh = panel.pcolormesh(x, y, values, vmin=low, vmax=high, cmap="viridis", shading="nearest", rasterized=True)
        panel.set_xlabel(axes[0])
        if chosen is not None:
            panel.set_title(f"{axes[2]} = {chosen}", fontsize="medium")
    drawn[0].set_ylabel(axes[1])
    if mesh is not None:
        figure.colorbar(mesh, ax=list(drawn), label=value)
    return figure


def _table(rows: Sequence[Mapping[str, Any]], value: str, x: str, y: str) -> tuple[Any, Any, Any]:
    """The values of both axes, and the mean at every pair of them; not a number where there is none."""
    columns, lines = (sorted({row[name] for row in rows}) for name in (x, y))
    total, count = np.zeros((2, len(lines), len(columns)))
    places = {name: k for k, name in enumerate(columns)}
    heights = {name: k for k, name in enumerate(lines)}
    for row in rows:
        at = heights[row[y]], places[row[x]]
        total[at] += row[value]
        count[at] += 1
    with np.errstate(invalid="ignore"):
        return _positions(columns), _positions(lines), total / count


def _positions(values: list[Any]) -> Any:
    """Numbers where they are, names one after the other."""
    return np.array(values, dtype=float) if all(isinstance(v, int | float) for v in values) else np.arange(len(values))
