"""Tokens on the sphere S^2 over time, in a fixed parallel projection."""

from __future__ import annotations

from functools import partial

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from attnverify.stability.numbers import Array
from attnverify.stability.pictures.curves import COLOURS
from attnverify.stability.pictures.svg import svg_text

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
