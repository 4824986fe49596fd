"""Quantities over time: one panel per quantity, one line per run or token."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from matplotlib.figure import Figure

from attnverify.stability.numbers import Array
from attnverify.stability.pictures.svg import svg_text

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
