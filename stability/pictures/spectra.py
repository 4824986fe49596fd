"""The tangent spectra of an analysis in the complex plane, with the unit circle, one panel per equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from attnverify.stability.analyses.analysis import Analysis
from attnverify.stability.analyses.analysis_words import cells, names
from attnverify.stability.analyses.equilibrium_record import EquilibriumRecord, middle
from attnverify.stability.pictures.svg import svg_text

# Colours of Okabe and Ito, which remain distinct for colour-blind readers; the marker says the same.
STYLES = {
    "stable": ("#009E73", "o"),
    "unstable": ("#D55E00", "x"),
    "marginal": ("#E69F00", "s"),
    "undecided": ("#777777", "d"),
}
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
