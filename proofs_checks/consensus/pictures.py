"""Figures 1 to 6 of section 5.1, drawn anew for the pages of their claims.

What the paper does not print, the initial tokens and the constant factors of 5.1.2, is drawn with the seed that the
caption names.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import attnverify.stability as st
from attnverify.proofs_checks.consensus.simulations import printed
from attnverify.verify.lazy import lazy
from attnverify.verify.report.pictures import picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

np = lazy("numpy")


@cache
def first(seed: int) -> tuple[Any, Any, Any]:
    """Times, ten tokens on the sphere under 5.1.1 with U = I, and the pole e_1 of the hemisphere that they start in."""
    v, times = np.array([1.0, 0.0, 0.0]), np.linspace(0, 8, 201)
    Y = printed.hemisphere_tokens(seed, 1, v)[0]
    return times, st.trajectory(printed.simulation_1(), Y, times, printed.STEP, hemisphere=v).states, v


@cache
def third(seed: int) -> tuple[Any, Any, Any]:
    """The same under 5.1.3; the pole is the principal eigenvector of U."""
    v, times = printed.principal_direction(), np.linspace(0, 30, 301)
    Y = printed.hemisphere_tokens(seed, 1, v)[0]
    return times, st.trajectory(printed.simulation_3(), Y, times, printed.STEP, hemisphere=v).states, v


def _curves(times: Any, panels: dict[str, Any], *, logarithmic: bool = False) -> Figure:
    from attnverify.stability.pictures.figures import curves_figure

    return curves_figure(times, panels, logarithmic=logarithmic)


def _sphere(states: Any, pole: Any) -> Figure:
    from attnverify.stability.pictures.figures import sphere_figure

    return sphere_figure(states, pole=pole)


@picture(
    "CON-S5.1.1.b",
    "CON-S5.1.1.a",
    caption="Figure 1: the Frobenius norms of the printed $P_1(t)$ and $P_2(t)$ over two periods.",
    description="Two wavy curves with the period one half, between 0.60 and 1.06, and between 0.36 and 0.78.",
)
def norms_of_the_logit_matrices() -> Figure:
    """Over two periods; no draw."""
    times, P = np.linspace(0, 1, 401), printed.simulation_1().P
    norms = np.array([np.linalg.norm(P(t), axis=(1, 2)) for t in times])
    return _curves(times, {"Frobenius norm of P_1": norms[:, 0], "of P_2": norms[:, 1]})


@picture(
    "CON-S5.1.1.c",
    caption="Figure 2: ten tokens of simulation 5.1.1 with U = I for $0 \\le t \\le 8$, from uniform tokens in the"
    " hemisphere about (1, 0, 0), the star; seed 0. Circles are starts, discs are ends.",
    description="Ten curves on a sphere start at points spread over a hemisphere and meet in one point.",
)
def tokens_in_a_hemisphere(seed: int = 0) -> Figure:
    """Ten tokens under 5.1.1."""
    return _sphere(*first(seed)[1:])


@picture(
    "CON-S5.1.1.d",
    "CON-T3.2",
    caption="Figure 3: $V = \\max_i (1 - v^\\top y_i)$ for v = (1, 0, 0) along the same trajectory, seed 0.",
    description="A curve that falls at every time and levels out above zero.",
)
def decrease_of_v(seed: int = 0) -> Figure:
    """V along the same trajectory."""
    times, states, v = first(seed)
    return _curves(times, {"V": st.decrease.max_lyapunov(states, v)})


@picture(
    "CON-S5.1.2.b",
    "CON-S5.1.2.b.implied",
    caption="Figure 4: the misalignment E along three trajectories of simulation 5.1.2, fifty tokens in $R^{500}$, with"
    " uniform entries of P' and of the tokens; step 2, seed 0.",
    description="Three curves start near one and fall, in the end like an exponential function, below one hundredth.",
)
def misalignment_in_high_dimension(seed: int = 0, runs: int = 3, step: float = 2.0) -> Figure:
    """E along a few trajectories of 5.1.2 with a surrogate P', with a step that suffices for the eye."""
    times, flow, Y = np.linspace(0, 160, 81), printed.simulation_2(seed), printed.cube_tokens(seed, runs)
    E = st.motion.span_trajectory(flow, Y, times, step, observe=st.misalignment, samples=8).values
    return _curves(times, {"misalignment E": E}, logarithmic=True)


@picture(
    "CON-S5.1.3.c",
    "CON-T4.5",
    caption="Figure 5: ten tokens of simulation 5.1.3 for $0 \\le t \\le 30$, from uniform tokens in the hemisphere"
    " about the principal eigenvector of U, the star; seed 0. Circles are starts, discs are ends.",
    description="Ten curves on a sphere start at points spread over a hemisphere and meet at the star.",
)
def tokens_towards_the_eigenvector(seed: int = 0) -> Figure:
    """Ten tokens under 5.1.3."""
    return _sphere(*third(seed)[1:])


@picture(
    "CON-S5.1.3.d",
    caption="Figure 6: $V_1 = 1 - v^\\top y_1$ and $V_2 = 1 - v^\\top y_2$ along the same trajectory, seed 0.",
    description="Two curves that end near zero.",
)
def heights_of_the_first_two(seed: int = 0) -> Figure:
    """V_1 and V_2 along the same trajectory."""
    times, states, v = third(seed)
    V = 1 - states @ v
    return _curves(times, {"V_1": V[:, 0], "V_2": V[:, 1]})
