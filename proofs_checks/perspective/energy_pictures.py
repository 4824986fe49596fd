"""Pictures for the theorems of this paper about the energy: its greatest and its least values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attnverify.stability as st
from attnverify.proofs_checks.perspective.drawing import BLUE, RED, panels, states, tokens
from attnverify.verify.lazy import lazy
from attnverify.verify.report.pictures import picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

np = lazy("numpy")


@picture(
    "PER-P3.4.max",
    "PER-P3.4.max.atoms",
    "PER-P3.4.min",
    caption="The energy of 12 tokens on the sphere in $R^3$ along SA with $\\beta = 1$, from six uniform starts, seed"
    " 4. Above, the energy of a point; below, that of the uniform measure, in closed form.",
    description="Six rising curves between two horizontal lines; all reach the upper line, and none the lower one.",
)
def energy_between_its_bounds(seed: int = 4, beta: int = 1) -> Figure:
    """Energies of finitely many tokens, the greatest energy and the least."""
    times = np.linspace(0, 16, 65)
    figure, (axes,) = panels()
    moved = states(st.models.SphereFlow(beta), tokens(seed, 6, 12, 3), times)
    axes.plot(times, st.decrease.interaction_energy(moved, beta), color=BLUE, linewidth=1)
    for bound in (st.decrease.dirac_energy(beta), st.decrease.uniform_energy(3, beta)):
        axes.axhline(float(bound), color=RED, linestyle="--", linewidth=1)
    axes.set(xlabel="time", ylabel="energy")
    return figure


def sharp_configurations() -> dict[str, Any]:
    """The corners of the tetrahedron, the octahedron and the icosahedron, as unit vectors: (n, 3)."""
    golden = (1 + np.sqrt(5)) / 2
    corners = [[0, one, two * golden] for one in (1, -1) for two in (1, -1)]
    return {
        "tetrahedron": st.models.normalise(np.array([[1.0, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])),
        "octahedron": np.concatenate([np.eye(3), -np.eye(3)]),
        "icosahedron": st.models.normalise(np.concatenate([np.roll(corners, turn, axis=1) for turn in range(3)])),
    }


@picture(
    "PER-T9.2",
    "PER-T9.2.R2",
    caption="The energy ($\\beta = 4$) above that of a sharp configuration along its descent, from three uniform starts"
    " of 4, 6 and 12 tokens on the sphere in $R^3$, seed 5: all end there. Logarithmic scale.",
    description="Three groups of falling curves, for the tetrahedron, the octahedron and the icosahedron.",
)
def descent_to_sharp_configurations(seed: int = 5, beta: float = 4.0) -> Figure:
    """Descending from uniform tokens, nothing below the sharp configurations is found."""
    times = np.linspace(0, 12, 61)
    figure, (axes,) = panels()
    for (name, corners), style in zip(sharp_configurations().items(), ("-", "--", ":"), strict=True):
        flow = st.models.SphereFlow(beta, "exponential", V=-len(corners) * np.eye(3))
        moved = states(flow, tokens(seed, 3, len(corners), 3), times, most=0.01)
        energies = st.decrease.interaction_energy(moved, beta)
        above = energies - st.decrease.interaction_energy(corners, beta)
        lines = axes.plot(times, np.where(above > 1e-14, above, np.nan), style, color=BLUE, linewidth=1)
        lines[0].set_label(name)
    axes.set(xlabel="time", ylabel="energy above it", yscale="log")
    axes.legend(loc="upper right")
    return figure
