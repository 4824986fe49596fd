"""The trajectory that refutes Theorem 4.2 as it is printed, drawn for its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attnverify.verify.report.pictures import picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@picture(
    "CON-T4.2",
    caption="The cosines of the second and the third token with the first along the exact trajectory that refutes"
    " Theorem 4.2; with $u = e^{-t/(2\\sqrt 2)}$ they are $(1 - u^2)/(1 + u^2)$ and $(u^2 - 25)/(25 + u^2)$.",
    description="Two curves: one rises from zero to one, the other stays next to minus one and tends to it.",
)
def opposite_to_the_first() -> Figure:
    """The third token starts beside the antipode of the first and tends to it."""
    import numpy as np
    from matplotlib.figure import Figure

    t = np.linspace(0, 12, 241)
    u = np.exp(-t / (2 * np.sqrt(2)))
    figure = Figure(figsize=(6, 2.6), layout="constrained")
    axes = figure.subplots()
    axes.plot(t, (1 - u**2) / (1 + u**2), label="second token")
    axes.plot(t, (u**2 - 25) / (25 + u**2), label="third token", linestyle="--")
    axes.set(xlabel="time", ylabel="cosine with the first token", ylim=(-1.08, 1.08))
    axes.legend(loc="center right")
    return figure
