"""Quantities over time, spectra in the complex plane, tokens on the sphere S^2, statistics over two parameters.

Each as a figure and as SVG text: text stays text, and the same figure gives the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from ..analyses.analysis import Analysis, cells, names
from ..analyses.equilibrium_record import EquilibriumRecord, middle
from ..numbers import Array


def svg_text(draw: Callable[[], Figure], salt: str) -> str:
    """The SVG of the figure that `draw` makes, without date; `salt` makes its internal names reproducible."""
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": salt, "font.size": 9}
    with mpl.rc_context(settings):
        buffer = io.StringIO()
        draw().savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()


# Colours of Okabe and Ito, which remain distinct for colour-blind readers.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
# More lines than this share one thin grey style instead of colours that nobody can tell apart.
FEW = len(COLOURS)


def curves_svg(times: Array, panels: Mapping[str, Array], *, title: str, logarithmic: bool = False) -> str:
    """The picture of `curves_figure` as SVG text."""
    draw = partial(curves_figure, times, panels, title=title, logarithmic=logarithmic)
    return svg_text(draw, "curves")


def curves_figure(times: Array, panels: Mapping[str, Array], *, title: str = "", logarithmic: bool = False) -> Figure:
    """The picture.

    times : (K,).  panels : label of the vertical axis -> values, (K,) or (K, lines).
    logarithmic : for positive quantities that decay.
    Raises ValueError for no panels and for values that do not fit the times.
    """
    if not panels:
        raise ValueError("a picture of no curves: give at least one panel")
    for label, values in panels.items():
        if values.ndim not in (1, 2) or len(values) != len(times):
            raise ValueError(f"{label}: values of shape {values.shape} for {len(times)} times")
    figure = Figure(figsize=(6.0, 0.6 + 2.2 * len(panels)), layout="constrained")
    if title:
        figure.suptitle(title)
    axes = figure.subplots(len(panels), 1, squeeze=False, sharex=True)[:, 0]
    for panel, (label, values) in zip(axes, panels.items(), strict=True):
        lines = values[:, None] if values.ndim == 1 else values
        for k, line in enumerate(lines.T):
            few = lines.shape[1] <= FEW
            colour, width = (COLOURS[k], 1.2) if few else ("#555555", 0.5)
            panel.plot(times, line, color=colour, linewidth=width, label=str(k + 1))
            if few and lines.shape[1] > 1:
                panel.legend(loc="best", frameon=False)
        panel.set_ylabel(label)
        if logarithmic:
            panel.set_yscale("log")
    axes[-1].set_xlabel("time t")
    return figure


# Colours of Okabe and Ito, which remain distinct for colour-blind readers; the marker says the same.
STYLES = {
    "stable": ("#009E73", "o"), "unstable": ("#D55E00", "x"), "marginal": ("#E69F00", "s"),
    "undecided": ("#777777", "d"),
}  # fmt: skip
PANEL, COLUMNS, MOST = 2.6, 4, 24


def spectra_svg(analysis: Analysis) -> str:
    """The picture as SVG text with text kept as text, the same for the same analysis."""
    return svg_text(partial(spectra_figure, analysis.equilibria), "spectra")


def spectra_figure(records: Sequence[EquilibriumRecord]) -> Figure:
    """One panel per equilibrium, at most 24; its title says where the state is, colour and marker give the verdict."""
    named = [(record, name) for record, name in zip(records, names(records), strict=True) if record.spectrum]
    drawn = named[:MOST]
    columns = min(COLUMNS, max(1, len(drawn)))
    rows = max(1, -(-len(drawn) // columns))
    figure = Figure(figsize=(PANEL * columns, (PANEL + 0.3) * rows), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False).reshape(-1)
    for panel, (record, name) in zip(panels, drawn, strict=False):
        _draw(panel, record, name)
    for panel in panels[len(drawn) :]:
        panel.set_axis_off()
    if not drawn:
        panels[0].set_title("no equilibrium with a spectrum")
    if len(named) > MOST:
        figure.supxlabel(f"and {len(named) - MOST} more equilibria", fontsize="small")
    return figure


def _draw(panel: Any, record: EquilibriumRecord, name: str) -> None:
    circle = mpl.patches.Circle((0, 0), 1, fill=False, color="black", linewidth=0.8)
    panel.add_patch(circle)
    panel.axhline(0, color="#cccccc", linewidth=0.6, zorder=0)
    panel.axvline(0, color="#cccccc", linewidth=0.6, zorder=0)
    verdict = "undecided" if record.verdict is None else record.verdict.value
    colour, marker = STYLES[verdict]
    points = [middle(item.value) for item in record.spectrum]
    real, imaginary = [z.real for z in points], [z.imag for z in points]
    panel.scatter(real, imaginary, s=16, c=colour, marker=marker, linewidths=0.9, zorder=2)
    panel.set_aspect("equal", adjustable="datalim")
    split = cells(record, 4, name)[2]
    panel.set_title(f"{record.kind} {name}, {split}: {verdict}", fontsize="small")
    panel.set_xlabel("real part", fontsize="small")
    panel.set_ylabel("imaginary part", fontsize="small")
    panel.autoscale_view()


# The eye looks from longitude 30 and latitude 20 degrees.
_LONGITUDE, _LATITUDE = np.pi / 6, np.pi / 9


def sphere_svg(states: Array, *, title: str, pole: Array | None = None) -> str:
    """The picture of `sphere_figure` as SVG text."""
    return svg_text(partial(sphere_figure, states, title=title, pole=pole), "sphere")


def projected(X: Array) -> Array:
    """Picture coordinates (right, up) and depth towards the eye of points X : (..., 3)."""
    a, b = _LONGITUDE, _LATITUDE
    right = np.array([-np.sin(a), np.cos(a), 0.0])
    eye = np.array([np.cos(b) * np.cos(a), np.cos(b) * np.sin(a), np.sin(b)])
    return np.asarray(X @ np.stack([right, np.cross(eye, right), eye], axis=1))


def sphere_figure(states: Array, *, title: str = "", pole: Array | None = None) -> Figure:
    """The picture: paths, a circle where a token starts, a disc where it ends; behind the sphere pale.

    states : (K, N, 3), unit vectors.  pole : (3,), a direction marked with a star.
    Raises ValueError for another shape.
    """
    if states.ndim != 3 or states.shape[-1] != 3:
        raise ValueError(f"the states have shape {states.shape}; allowed is (K, N, 3), tokens on S^2")
    ink = mpl.rcParams["axes.edgecolor"]
    figure = Figure(figsize=(4.6, 4.9), layout="constrained")
    panel = figure.subplots()
    turn = np.linspace(0, 2 * np.pi, 181)
    panel.plot(np.cos(turn), np.sin(turn), color=ink, linewidth=0.8)
    circle = np.stack([np.cos(turn), np.sin(turn), 0 * turn], axis=1)
    for plane in (circle, circle[:, [2, 0, 1]], circle[:, [1, 2, 0]]):
        x, y, _ = projected(plane).T
        panel.plot(x, y, color="#cccccc", linewidth=0.5, zorder=0)
    for k in range(states.shape[1]):
        x, y, depth = projected(states[:, k]).T
        colour = COLOURS[k % len(COLOURS)]
        for front in (True, False):
            seen = (depth >= 0) == front
            shown = np.where(seen, x, np.nan), np.where(seen, y, np.nan)
            panel.plot(*shown, color=colour, linewidth=1.0, alpha=1.0 if front else 0.3)
        panel.plot(x[:1], y[:1], "o", color=colour, markersize=5, fillstyle="none")
        panel.plot(x[-1:], y[-1:], "o", color=colour, markersize=4)
    if pole is not None:
        x, y, _ = projected(pole)
        panel.plot([x], [y], "*", color=ink, markersize=10)
    panel.set_title(title)
    panel.set_aspect("equal")
    panel.set_xlabel("right")
    panel.set_ylabel("up")
    return figure


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
