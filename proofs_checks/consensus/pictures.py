"""Figures 1 to 6 of section 5.1, drawn anew for the pages of their claims.

What the paper does not print, the initial tokens and the constant factors of 5.1.2, is drawn with the seed that the
caption names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attnverify.proofs_checks.consensus.simulations import figures
from attnverify.verify.report.pictures import picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@picture(
    "CON-S5.1.1.b",
    "CON-S5.1.1.a",
    caption="Figure 1: the Frobenius norms of the printed $P_1(t)$ and $P_2(t)$ over two periods.",
    description="Two wavy curves with the period one half, between 0.60 and 1.06, and between 0.36 and 0.78.",
)
def norms_of_the_logit_matrices() -> Figure:
    """`figures.figure_1`."""
    return figures.figure_1().figure(titled=False)


@picture(
    "CON-S5.1.1.c",
    caption="Figure 2: ten tokens of simulation 5.1.1 with U = I for $0 \\le t \\le 8$, from uniform tokens in the"
    " hemisphere about (1, 0, 0), the star; seed 0. Circles are starts, discs are ends.",
    description="Ten curves on a sphere start at points spread over a hemisphere and meet in one point.",
)
def tokens_in_a_hemisphere(seed: int = 0) -> Figure:
    """`figures.figure_2`."""
    return figures.figure_2(seed).figure(titled=False)


@picture(
    "CON-S5.1.1.d",
    "CON-T3.2",
    caption="Figure 3: $V = \\max_i (1 - v^\\top y_i)$ for v = (1, 0, 0) along the same trajectory, seed 0.",
    description="A curve that falls at every time and levels out above zero.",
)
def decrease_of_v(seed: int = 0) -> Figure:
    """`figures.figure_3`."""
    return figures.figure_3(seed).figure(titled=False)


@picture(
    "CON-S5.1.2.b",
    "CON-S5.1.2.b.implied",
    caption="Figure 4: the misalignment E along three trajectories of simulation 5.1.2, fifty tokens in $R^{500}$, with"
    " uniform entries of P' and of the tokens; step 2, seed 0.",
    description="Three curves start near one and fall, in the end like an exponential function, below one hundredth.",
)
def misalignment_in_high_dimension(seed: int = 0, runs: int = 3, step: float = 2.0) -> Figure:
    """`figures.figure_4` for a few trajectories, with a step that suffices for the eye."""
    return figures.figure_4(seed, runs, step, samples=8).figure(titled=False)


@picture(
    "CON-S5.1.3.c",
    "CON-T4.5",
    caption="Figure 5: ten tokens of simulation 5.1.3 for $0 \\le t \\le 30$, from uniform tokens in the hemisphere"
    " about the principal eigenvector of U, the star; seed 0. Circles are starts, discs are ends.",
    description="Ten curves on a sphere start at points spread over a hemisphere and meet at the star.",
)
def tokens_towards_the_eigenvector(seed: int = 0) -> Figure:
    """`figures.figure_5`."""
    return figures.figure_5(seed).figure(titled=False)


@picture(
    "CON-S5.1.3.d",
    caption="Figure 6: $V_1 = 1 - v^\\top y_1$ and $V_2 = 1 - v^\\top y_2$ along the same trajectory, seed 0.",
    description="Two curves that end near zero.",
)
def heights_of_the_first_two(seed: int = 0) -> Figure:
    """`figures.figure_6`."""
    return figures.figure_6(seed).figure(titled=False)
