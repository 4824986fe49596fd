"""The tangent spectra of an analysis in the complex plane, with the unit circle, one panel per kind of equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from stability.analyses.analysis import Analysis
from stability.analyses.equilibrium_record import EquilibriumRecord, middle
from stability.pictures.svg import svg_text

# Colours of Okabe and Ito, which remain distinct for colour-blind readers; the marker says the same.
STYLES = {
    "stable": ("#009E73", "o"),
    "unstable": ("#D55E00", "x"),
    "marginal": ("#E69F00", "s"),
    "undecided": ("#777777", "d"),
}
PANEL = 3.4


def spectra_svg(analysis: Analysis) -> str:
    """The picture as SVG text with text kept as text, the same for the same analysis."""
    return svg_text(partial(spectra_figure, analysis.equilibria), "spectra")


def spectra_figure(records: Sequence[EquilibriumRecord]) -> Figure:
    """One panel per kind that has a spectrum; eigenvalues of one verdict share colour and marker."""
    kinds = list(dict.fromkeys(record.kind for record in records if record.spectrum))
    figure = Figure(figsize=(PANEL * max(1, len(kinds)), PANEL + 0.4), layout="constrained")
    panels = figure.subplots(1, max(1, len(kinds)), squeeze=False)[0]
    for panel, kind in zip(panels, kinds or ["no equilibrium with a spectrum"], strict=True):
        _draw(panel, kind, [record for record in records if record.kind == kind and record.spectrum])
    return figure


def _draw(panel: Any, kind: str, records: list[EquilibriumRecord]) -> None:
    circle = mpl.patches.Circle((0, 0), 1, fill=False, color="black", linewidth=0.8)
    panel.add_patch(circle)
    panel.axhline(0, color="#cccccc", linewidth=0.6, zorder=0)
    panel.axvline(0, color="#cccccc", linewidth=0.6, zorder=0)
    for verdict, (colour, marker) in STYLES.items():
        points = [
            middle(item.value)
            for record in records
            if record.verdict is not None and record.verdict.value == verdict
            for item in record.spectrum
        ]
        if points:
            real, imaginary = [z.real for z in points], [z.imag for z in points]
            panel.scatter(real, imaginary, s=16, c=colour, marker=marker, linewidths=0.9, label=verdict, zorder=2)
            panel.legend(loc="best", frameon=False)
    panel.set_aspect("equal", adjustable="datalim")
    panel.set_title(kind)
    panel.set_xlabel("real part")
    panel.set_ylabel("imaginary part")
    panel.autoscale_view()
