"""A figure as SVG text: text stays text, and the same figure gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure


def svg_text(draw: Callable[[], Figure], salt: str) -> str:
    """The SVG of the figure that `draw` makes, without date; `salt` makes its internal names reproducible."""
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": salt, "font.size": 9}
    with mpl.rc_context(settings):
        buffer = io.StringIO()
        draw().savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return buffer.getvalue()
