"""Pictures for the theorems of this paper about clustering: what each of them says, on tokens drawn at random.

Every function takes its parameters with the drawn values as defaults, and returns a matplotlib Figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attnverify.stability as st
from attnverify.proofs_checks.perspective.drawing import BLUE, RED, panels, states, tokens
from attnverify.verify.lazy import lazy
from attnverify.verify.report.pictures import picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

np = lazy("numpy")


def _products(X: Any) -> Any:
    """The inner products of the pairs of different tokens: (..., pairs)."""
    first, second = np.triu_indices(X.shape[-2], 1)
    return np.sum(X[..., first, :] * X[..., second, :], axis=-1)


def _least(flow: st.models.SphereFlow, X: Any, times: Any) -> Any:
    return _products(states(flow, X, times, most=0.2)).min(axis=-1)


_LEAST = "least inner product"


@picture(
    "PER-T4.1",
    caption="The least inner product of two of 8 tokens on the sphere in $R^3$ along the flow at $\\beta = 0$, from ten"
    " uniform starts, seed 1.",
    description="Ten curves start between minus one and minus a half and all rise to one.",
)
def no_temperature(seed: int = 1) -> Figure:
    """All tokens meet: every curve tends to 1."""
    times = np.linspace(0, 12, 61)
    figure, (axes,) = panels()
    axes.plot(times, _least(st.models.SphereFlow(0.0), tokens(seed, 10, 8, 3), times), color=BLUE, linewidth=1)
    axes.set(xlabel="time", ylabel=_LEAST, ylim=(-1.05, 1.05))
    return figure


@picture(
    "PER-T4.2",
    caption="The same start of 8 uniform tokens on the sphere in $R^3$ (seed 2) at four values of $\\beta$: the smaller"
    " $\\beta$ is, the longer the least inner product follows that at $\\beta = 0$, until it is positive and the"
    " tokens must meet.",
    description="Four curves rise from about minus one to one; that of the smallest positive beta is nearest to that of"
    " beta zero, and that of the largest is last.",
)
def beside_zero(seed: int = 2) -> Figure:
    """The comparison with beta = 0 on which the proof rests."""
    times = np.linspace(0, 8, 61)
    start = tokens(seed, 1, 8, 3)[0]
    figure, (axes,) = panels()
    for beta, style in ((0.0, "-"), (0.1, "--"), (0.5, "-."), (1.0, ":")):
        curve = _least(st.models.SphereFlow(beta), start, times)
        axes.plot(times, curve, style, color=RED if beta else BLUE, label=rf"$\beta = {beta:g}$")
    axes.set(xlabel="time", ylabel=_LEAST, ylim=(-1.05, 1.05))
    axes.legend(loc="lower right")
    return figure


def _on_the_circle(beta: float, seed: int, n: int, times: Any) -> Any:
    """The angles of n tokens on the circle at the times, from uniform ones: (times, n)."""
    from scipy.integrate import solve_ivp

    start = np.random.default_rng(seed).uniform(-np.pi, np.pi, n)
    solved = solve_ivp(
        lambda _, theta: st.models.circle_velocity(theta, beta, "softmax"),
        (0, times[-1]),
        start,
        method="LSODA",
        t_eval=times,
        rtol=1e-9,
        atol=1e-12,
    )
    return solved.y.T


def _angles(axes: Axes, times: Any, theta: Any) -> None:
    """Angles over time, each curve cut where it passes from one end to the other."""
    shown = (theta + np.pi) % (2 * np.pi) - np.pi
    cut = np.abs(np.diff(shown, axis=0, prepend=shown[:1])) > np.pi
    axes.plot(times, np.where(cut, np.nan, shown), color=BLUE, linewidth=1)
    axes.set(xlabel="time", ylim=(-np.pi, np.pi), yticks=[-np.pi, 0, np.pi], yticklabels=[r"$-\pi$", "0", r"$\pi$"])


@picture(
    "PER-T4.3",
    caption="Eight tokens on the circle under SA with $\\beta = 1/10$, from two uniform starts, seeds 5 and 6: they"
    " become one cluster.",
    description="Two panels; in each, eight curves of angles over time run together into one.",
)
def small_beta(beta: float = 0.1) -> Figure:
    """One cluster at small beta."""
    times = np.linspace(0, 12, 121)
    figure, parts = panels(6.4, 2.8, 2)
    for axes, seed in zip(parts, (5, 6), strict=True):
        _angles(axes, times, _on_the_circle(beta, seed, 8, times))
    parts[0].set(ylabel="angle")
    return figure


@picture(
    "PER-T5.1",
    caption="Eight tokens on the circle under SA with $\\beta = 64/\\pi^2$, from two uniform starts, seeds 1 and 3:"
    " groups form soon and live long, and yet they become one cluster. Time in logarithmic scale.",
    description="Two panels; in each, eight curves of angles run together into a few, which stay apart for a long time"
    " and then become one.",
)
def large_beta(n: int = 8) -> Figure:
    """One cluster at beta = n^2 / pi^2, the bound of the theorem on the circle."""
    times = np.geomspace(0.1, 1e6, 161)
    figure, parts = panels(6.4, 2.8, 2)
    for axes, seed in zip(parts, (1, 3), strict=True):
        _angles(axes, times, _on_the_circle(n**2 / np.pi**2, seed, n, np.concatenate([[0.0], times]))[1:])
        axes.set(xscale="log")
    parts[0].set(ylabel="angle")
    return figure


@picture(
    "PER-T6.1",
    caption="The least inner product of two of 8 tokens on the sphere in $R^3$ under SA, from six uniform starts at"
    " each $\\beta$, seed 3. Time in logarithmic scale.",
    description="Three panels, for beta one, two and three; in each, all curves reach one, later at larger beta.",
)
def every_beta(seed: int = 3) -> Figure:
    """One cluster at every beta in three dimensions."""
    times = np.concatenate([[0.0], np.geomspace(0.1, 300, 60)])
    figure, parts = panels(7, 2.6, 3)
    for axes, beta in zip(parts, (1.0, 2.0, 3.0), strict=True):
        curves = _least(st.models.SphereFlow(beta), tokens(seed, 6, 8, 3), times)
        axes.plot(times[1:], curves[1:], color=BLUE, linewidth=1)
        axes.set(xlabel=rf"time, $\beta = {beta:g}$", xscale="log", ylim=(-1.05, 1.05))
    parts[0].set(ylabel=_LEAST)
    return figure


@picture(
    "PER-T6.3",
    caption="How far the farthest of 6 tokens is from the limit, in $R^6$ under SA with $\\beta = 1$, from eight"
    " uniform starts, seed 4. Logarithmic scale: a straight line is an exponential.",
    description="Eight curves fall and become straight and parallel lines.",
)
def exponentially(seed: int = 4) -> Figure:
    """As many tokens as dimensions: exponential convergence."""
    times = np.linspace(0, 14, 71)
    moved = states(st.models.SphereFlow(1.0), tokens(seed, 8, 6, 6), np.concatenate([times, [40.0]]))
    limits = st.models.normalise(moved[-1].mean(axis=-2))
    distances = np.linalg.norm(moved[:-1] - limits[:, np.newaxis], axis=-1).max(axis=-1)
    figure, (axes,) = panels()
    axes.plot(times, distances, color=BLUE, linewidth=1)
    axes.set(xlabel="time", ylabel="distance to the limit", yscale="log")
    return figure


@picture(
    "PER-T6.7",
    caption="The probability that n independent uniform tokens lie in one open hemisphere of $R^d$, by Wendel's"
    " formula: 1 up to n = d, and 1/2 at n = 2d.",
    description="Curves for dimensions two, four, eight and sixteen: each stays at one up to as many tokens as"
    " dimensions, passes a half at twice as many, and falls to zero.",
)
def one_hemisphere(most: int = 48) -> Figure:
    """Wendel's probabilities, exact."""
    numbers = np.arange(1, most + 1)
    figure, (axes,) = panels()
    for d, marker in ((2, "o"), (4, "s"), (8, "^"), (16, "v")):
        exact = [float(st.decrease.hemisphere_probability(int(n), d)) for n in numbers]
        axes.plot(numbers, exact, marker=marker, markersize=3, linewidth=1, label=f"d = {d}")
    axes.set(xlabel="number of tokens n", ylabel="probability", ylim=(-0.03, 1.03))
    axes.legend(loc="upper right")
    return figure


@picture(
    "PER-T6.8.angle",
    "PER-T6.8.69",
    caption="The products of all pairs of 6 orthogonal tokens in $R^6$ under SA (dots: they are one number), and the"
    " common product $\\gamma(t)$ of the theorem (lines), for $\\beta = 0.5$ and 3.",
    description="Two rising curves from zero to one, each with dots on it.",
)
def common_product(n: int = 6) -> Figure:
    """A simulation of n tokens beside the closed form of the time at which their product is gamma."""
    times = np.linspace(0, 8, 25)
    figure, (axes,) = panels()
    for beta, colour in ((0.5, BLUE), (3.0, RED)):
        gammas = np.linspace(0.01, 0.995, 80)
        curve = [float(st.decrease.common_product_time(float(gamma), n, beta)) for gamma in gammas]
        axes.plot(curve, gammas, color=colour, label=rf"$\beta = {beta:g}$")
        products = _products(states(st.models.SphereFlow(beta), np.eye(n), times))
        axes.plot(times, products, "o", markersize=3, color=colour)
    axes.set(xlabel="time", ylabel="inner product", xlim=(0, 8), ylim=(-0.03, 1.03))
    axes.legend(loc="lower right")
    return figure


@picture(
    "PER-T6.9",
    caption="The products of all pairs of 6 uniform tokens under SA with $\\beta = 1$ (thin), in dimension 8 and in"
    " dimension 512, seed 6, and the curve $\\gamma_\\beta$ (thick).",
    description="Two panels: in dimension eight the curves of the pairs are spread around the thick curve, in dimension"
    " 512 they are close to it.",
)
def high_dimension(seed: int = 6, n: int = 6, beta: float = 1.0) -> Figure:
    """Random tokens in high dimension move as orthogonal ones do."""
    times, gammas = np.linspace(0, 6, 41), np.linspace(0.01, 0.995, 60)
    curve = [float(st.decrease.common_product_time(float(gamma), n, beta)) for gamma in gammas]
    figure, parts = panels(6.4, 2.8, 2)
    for axes, d in zip(parts, (8, 512), strict=True):
        products = _products(states(st.models.SphereFlow(beta), tokens(seed, 1, n, d)[0], times))
        axes.plot(times, products, color=BLUE, linewidth=0.6)
        axes.plot(curve, gammas, color=RED, linewidth=2)
        axes.set(xlabel=f"time, d = {d}", xlim=(0, 6), ylim=(-1.05, 1.05))
    parts[0].set(ylabel="inner product")
    return figure
