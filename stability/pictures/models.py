"""Pictures of measurements on transformers' weights, in the layouts of the papers; each shows its null as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from ..transformers.alignment import LayerAlignment
from ..transformers.runs import BINS, FLOAT16_FLOOR, WEIGHTS, CosineHistogram, Loop
from ..transformers.spectrum import LayerSpectrum
from .figures import COLOURS

OWN, NULL = COLOURS[0], "#999999"
# More panels than this are not readable; layers are then taken at equal distances.
PANELS = 12
_MEAN = COLOURS[1]


def table_figure(layers: Sequence[int], own: Sequence[LayerSpectrum], null: Sequence[float], *, title: str) -> Figure:
    """Real part of lambda_1, its gap, and the spectral radius, by layer. null : the radius that random weights have."""
    figure = Figure(figsize=(6.4, 6.6), layout="constrained")
    figure.suptitle(title)
    panels = figure.subplots(3, 1, sharex=True)
    first = [spectrum.principal["real part"] for spectrum in own]
    columns = {
        r"Re $\lambda_1$": [principal.value.real for principal in first],
        "gap of real parts": [principal.gap for principal in first],
        r"spectral radius $\rho(F)$": [spectrum.radius for spectrum in own],
    }
    for panel, (name, values) in zip(panels, columns.items(), strict=True):
        panel.plot(layers, values, marker="o", markersize=4, linewidth=0.8, color=OWN, label="this model")
        panel.set_ylabel(name)
    for panel in panels[::2]:
        panel.plot(layers, null, "--", linewidth=0.9, color=NULL, label="random weights of the same size")
        panel.legend(frameon=False)
    panels[-1].set_xlabel("layer")
    return figure


def spectra_figure(
    layers: Sequence[int], own: Sequence[LayerSpectrum], null: Sequence[LayerSpectrum], *, title: str
) -> Figure:
    """The eigenvalues of the layer matrices in the complex plane, one panel a layer, the principal one marked."""
    shown = np.unique(np.linspace(0, len(layers) - 1, min(PANELS, len(layers))).round().astype(int))
    figure, panels = _grid(len(shown), title, height=2.3)
    for panel, k in zip(panels, shown, strict=True):
        first = own[k].principal["real part"].value
        pair = np.array([first, first.conjugate()])
        cross: dict[str, Any] = {"s": 4, "color": NULL, "marker": "x", "linewidths": 0.5, "label": "shuffled weights"}
        ring: dict[str, Any] = {"s": 40, "facecolors": "none", "edgecolors": _MEAN, "label": r"$\lambda_1$"}
        panel.scatter(null[k].values.real, null[k].values.imag, **cross)
        panel.scatter(own[k].values.real, own[k].values.imag, s=4, color=OWN, label="this model")
        panel.scatter(pair.real, pair.imag, **ring)
        panel.set_title(f"layer {layers[k]}", fontsize=9)
        panel.set_aspect("equal", adjustable="datalim")
    return _labelled(figure, panels, "real part", "imaginary part")


def alignment_figure(own: Sequence[LayerAlignment], null: Sequence[LayerAlignment] | None, *, title: str) -> Figure:
    """Correlations over chance, increments with errors over prompts, and probabilities, by layer passed."""
    figure = Figure(figsize=(6.4, 7.6), layout="constrained")
    figure.suptitle(title)
    panels = figure.subplots(3, 1, sharex=True)
    for layers, first, mean, style, label in (
        (null, NULL, NULL, "--", "shuffled weights"),
        (own, OWN, _MEAN, "-", "this model"),
    ):
        if layers is None:
            continue
        at = np.arange(len(layers))
        thick: dict[str, Any] = {"marker": "o", "markersize": 3, "linewidth": 1, "linestyle": style, "color": first}
        thin: dict[str, Any] = {"linewidth": 1, "linestyle": ":", "color": mean}
        above = [layer.correlation / layer.level for layer in layers]
        mean_above = [layer.mean_correlation / layer.mean_level for layer in layers]
        errors = [2 * layer.increment_error if np.isfinite(layer.increment_error) else 0 for layer in layers]
        panels[0].plot(at, above, label=f"principal, {label}", **thick)
        panels[0].plot(at, mean_above, label=f"mean, {label}", **thin)
        panels[1].errorbar(at, [layer.increment for layer in layers], errors, capsize=2, **thick)
        panels[1].plot(at, [layer.mean_increment for layer in layers], **thin)
        panels[2].plot(at, [layer.probability for layer in layers], **thick)
        panels[2].plot(at, [layer.mean_probability for layer in layers], **thin)
    names = {"correlation / chance": 1.0, "increment (4), 2 errors": 0.0, "probability (5)": 0.5}
    for panel, (name, level) in zip(panels, names.items(), strict=True):
        panel.set_ylabel(name)
        panel.axhline(level, color=NULL, linewidth=0.6)
    panels[-1].set_xlabel("layer passed")
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return figure


def loop_figure(loops: Sequence[Loop], *, title: str) -> Figure:
    """E against passes: one panel for each kind of weights, with and without feed-forward part; the float16 floor."""
    kinds = [kind for kind in WEIGHTS if any(loop.weights == kind for loop in loops)]
    names = {"file": "weights of the file", "random": "fixed random weights", "redrawn": "weights redrawn each pass"}
    figure = Figure(figsize=(0.8 + 3.1 * len(kinds), 3.6), layout="constrained")
    figure.suptitle(title)
    panels = figure.subplots(1, len(kinds), squeeze=False, sharey=True)[0]
    lowest = max(1e-16, min(float(np.min(loop.trace[loop.trace > 0], initial=FLOAT16_FLOOR)) for loop in loops))
    for panel, kind in zip(panels, kinds, strict=True):
        for loop in loops:
            if loop.weights != kind:
                continue
            passes = np.arange(len(loop.trace)) / loop.depth
            seen = np.where(loop.trace > 0, loop.trace, np.nan)
            style, label = ("-", "with feed-forward") if loop.feed_forward else ("--", "without feed-forward")
            panel.plot(passes, seen, style, color=COLOURS[0 if loop.feed_forward else 1], linewidth=1.1, label=label)
        panel.set_yscale("log")
        panel.axhspan(1e-20, FLOAT16_FLOOR, color=NULL, alpha=0.2, linewidth=0, label="below the float16 floor")
        panel.set_ylim(lowest / 10, 2)
        panel.set_title(names[kind], fontsize=10)
        panel.set_xlabel("passes")
    panels[0].set_ylabel("misalignment E")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3 if len(kinds) > 1 else 1, frameon=False)
    return figure


def histogram_figure(own: Sequence[CosineHistogram], null: Sequence[CosineHistogram], *, title: str) -> Figure:
    """The share of the pairs of tokens in each bin of their cosine, one panel a layer."""
    figure, panels = _grid(len(own), title, height=1.9, shared=True)
    for panel, found, other in zip(panels, own, null, strict=True):
        panel.stairs(found.counts / np.sum(found.counts), BINS, fill=True, color=OWN, label="this model")
        panel.stairs(
            other.counts / np.sum(other.counts), BINS, color="#333333", linewidth=0.9, label="shuffled weights"
        )
        panel.set_title(f"layer {found.layer}", fontsize=9)
    return _labelled(figure, panels, "cosine of two tokens", "share of the pairs")


def steering_figure(rows: Sequence[Mapping[str, float]], unsteered: float, gap: float, *, title: str) -> Figure:
    """Alignment with u of the eigenvector and of the tokens, against the strength; `unsteered` tokens as the null."""
    figure = Figure(figsize=(6.0, 3.8), layout="constrained")
    panel = figure.subplots()
    panel.set_title(title)
    strengths = [row["rho/|lambda_1|"] for row in rows]
    names = {"eigenvector, u": "eigenvector", "tokens, u": "tokens, mean", "5 % of tokens": "tokens, 5 % quantile"}
    for k, (name, label) in enumerate(names.items()):
        panel.plot(strengths, [row[name] for row in rows], marker="o", markersize=3, color=COLOURS[k], label=label)
    panel.axhline(unsteered, color=NULL, linestyle="--", label="tokens, not steered")
    panel.axvline(gap, color=NULL, linewidth=0.6)
    panel.set_xscale("log")
    panel.set_xlabel(r"strength $\rho/|\lambda_1|$")
    panel.set_ylabel("|cos| with u")
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return figure


def _grid(count: int, title: str, *, height: float, shared: bool = False) -> tuple[Figure, list[Any]]:
    """A figure of `count` panels, four in a row."""
    columns = min(4, count)
    rows = -(-count // columns)
    figure = Figure(figsize=(0.4 + 2.3 * columns, 0.9 + height * rows), layout="constrained")
    figure.suptitle(title)
    panels = figure.subplots(rows, columns, squeeze=False, sharex=shared, sharey=shared).ravel()
    for panel in panels:
        panel.tick_params(labelsize=7, labelbottom=True)
    for panel in panels[count:]:
        panel.set_visible(False)
    return figure, list(panels[:count])


def _labelled(figure: Figure, panels: list[Any], across: str, up: str) -> Figure:
    """The figure with names of the axes at its edges, and the legend of the first panel below."""
    for k, panel in enumerate(panels):
        if k % 4 == 0:
            panel.set_ylabel(up, fontsize=8)
        if k + 4 >= len(panels):
            panel.set_xlabel(across, fontsize=8)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
    return figure
