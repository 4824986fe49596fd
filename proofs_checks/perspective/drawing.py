"""What the pictures of this paper share: panels, uniform tokens, and where a flow takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attnverify.stability as st
from attnverify.verify.lazy import lazy

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

np = lazy("numpy")

BLUE, RED = "#2f77b4", "#c4473d"


def panels(width: float = 6, height: float = 2.8, columns: int = 1) -> tuple[Figure, list[Axes]]:
    """A figure and its panels, side by side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(figure.subplots(1, columns, squeeze=False, sharey=True)[0])


def tokens(seed: int, runs: int, N: int, d: int) -> Any:
    """Independent uniform tokens: (runs, N, d)."""
    return st.draws.random_tokens(np.random.default_rng(seed), runs, N, d)


def states(flow: st.models.SphereFlow, X: Any, times: Any, most: float = 0.05) -> Any:
    """Where the flow takes X : (..., N, d), at the times: (times, ..., N, d); Runge-Kutta steps of at most `most`."""
    found = [X]
    for span in np.diff(times):
        count = int(np.ceil(span / most))
        for _ in range(count):
            X = st.models.sphere_step(flow.velocity, X, span / count)
        found.append(X)
    return np.array(found)
