"""Figures 1 to 6 of section 5.1 as data and as SVG pictures.

`python -m attnverify.proofs_checks.consensus.simulations.figures FOLDER [--seed N]` writes all of them; pictures need
the optional extra `pictures`. What is not printed is drawn with the seed, which the titles name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import attnverify.stability as st
from attnverify.proofs_checks.consensus.simulations import printed
from attnverify.verify.lazy import lazy

if TYPE_CHECKING:
    from matplotlib.figure import Figure

np = lazy("numpy")


@dataclass(frozen=True)
class FigureData:
    """What a figure shows.

    times : (K,).  panels : label -> (K,) or (K, lines).  states : (K, N, 3) for tokens on the sphere, else None.
    pole : a direction to mark.  logarithmic : whether the panels are drawn so.
    """

    title: str
    times: Any
    panels: dict[str, Any]
    states: Any = None
    pole: Any = None
    logarithmic: bool = False

    def figure(self, *, titled: bool = True) -> Figure:
        """The picture as a matplotlib Figure."""
        title = self.title if titled else ""
        if self.states is not None:
            from attnverify.stability.pictures.figures import sphere_figure

            return sphere_figure(self.states, title=title, pole=self.pole)
        from attnverify.stability.pictures.figures import curves_figure

        return curves_figure(self.times, self.panels, title=title, logarithmic=self.logarithmic)

    def svg(self) -> str:
        """The picture as SVG text."""
        from attnverify.stability.pictures.figures import svg_text

        return svg_text(self.figure, self.title)


def figure_1() -> FigureData:
    """The Frobenius norms of P_1(t), P_2(t) over two periods; no draw."""
    times = np.linspace(0, 1, 401)
    P = printed.simulation_1().P
    norms = np.array([np.linalg.norm(P(t), axis=(1, 2)) for t in times])
    panels = {"Frobenius norm of P_1": norms[:, 0], "of P_2": norms[:, 1]}
    return FigureData("Figure 1: the printed P_1(t), P_2(t)", times, panels)


def figure_2(seed: int) -> FigureData:
    """Ten tokens on the sphere under 5.1.1, U = I, starting in the hemisphere about e_1."""
    times, states, v = _first(seed)
    return FigureData(f"Figure 2: tokens, U = I, seed {seed}", times, {}, states, v)


def figure_3(seed: int) -> FigureData:
    """V along the same trajectory."""
    times, states, v = _first(seed)
    return FigureData(f"Figure 3: V for v = (1, 0, 0), seed {seed}", times, {"V": st.decrease.max_lyapunov(states, v)})


def figure_4(seed: int, runs: int = 100, step: float = 1.0, samples: int = 32) -> FigureData:
    """E along the trajectories of 5.1.2, with a surrogate P'. step, samples: see `stability.motion.span_trajectory`."""
    times = np.linspace(0, 160, 81)
    flow, Y = printed.simulation_2(seed), printed.cube_tokens(seed, runs)
    E = st.motion.span_trajectory(flow, Y, times, step, observe=st.misalignment, samples=samples).values
    title = f"Figure 4: {runs} trajectories in R^500, surrogate P', seed {seed}"
    return FigureData(title, times, {"misalignment E": E}, logarithmic=True)


def figure_5(seed: int) -> FigureData:
    """Ten tokens on the sphere under 5.1.3, starting in the hemisphere about the principal eigenvector of U."""
    times, states, v = _third(seed)
    return FigureData(f"Figure 5: tokens, printed U, seed {seed}", times, {}, states, v)


def figure_6(seed: int) -> FigureData:
    """V_1 and V_2 along the same trajectory."""
    times, states, v = _third(seed)
    V = 1 - states @ v
    return FigureData(f"Figure 6: V_1 and V_2, seed {seed}", times, {"V_1": V[:, 0], "V_2": V[:, 1]})


@cache
def _first(seed: int) -> tuple[Any, Any, Any]:
    v, times = np.array([1.0, 0.0, 0.0]), np.linspace(0, 8, 201)
    Y = printed.hemisphere_tokens(seed, 1, v)[0]
    return times, st.trajectory(printed.simulation_1(), Y, times, printed.STEP, hemisphere=v).states, v


@cache
def _third(seed: int) -> tuple[Any, Any, Any]:
    v, times = printed.principal_direction(), np.linspace(0, 30, 301)
    Y = printed.hemisphere_tokens(seed, 1, v)[0]
    return times, st.trajectory(printed.simulation_3(), Y, times, printed.STEP, hemisphere=v).states, v
