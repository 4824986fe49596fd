"""Pictures for the claims of this paper: regions of stable step sizes, spectra in the unit disc, trajectories.

Every function takes its parameters with the drawn values as defaults, and returns a matplotlib Figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attnverify.stability as st
from attnverify.verify.lazy import lazy
from attnverify.verify.report.pictures import picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

np = lazy("numpy")

_BLUE, _RED, _GREEN = "#2f77b4", "#c4473d", "#2e8b65"


def _figure(width: float, height: float, columns: int = 1) -> tuple[Figure, list[Axes]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(figure.subplots(1, columns, squeeze=False)[0])


def _around(path: list[Any]) -> Figure:
    """Trajectories on the sphere, with a star at v_1 = e_1."""
    from attnverify.stability.pictures.figures import sphere_figure

    return sphere_figure(np.array(path), pole=np.eye(3)[0])


@picture(
    "POW-L4.stable",
    "POW-L4.sharp",
    caption="Step sizes at which the consensus on the principal eigenvector is stable, for every number of tokens: all"
    " where $|\\lambda_d| \\le \\lambda_1$, and those below $2/(|\\lambda_d| - \\lambda_1)$ beyond.",
    description="The stable region lies below a falling curve which starts at infinity where the ratio of the most"
    " negative to the principal eigenvalue is one.",
)
def consensus_step_sizes(top: float = 6) -> Figure:
    """The region of Lemma 4 in the plane of |lambda_d| / lambda_1 and alpha lambda_1, up to `top`."""
    figure, (axes,) = _figure(6.2, 3.4)
    ratios = np.linspace(0, 4, 401)
    bounds = [st.linearisation.consensus_bound([1.0, -ratio]) for ratio in ratios]
    heights = [top if bound is None else min(bound, top) for bound in bounds]
    axes.fill_between(ratios, 0, heights, color=_GREEN, alpha=0.22, linewidth=0)
    finite = [(ratio, bound) for ratio, bound in zip(ratios, bounds, strict=True) if bound is not None and bound <= top]
    axes.plot(*zip(*finite, strict=True), color=_GREEN, label=r"$\alpha = 2/(|\lambda_d| - \lambda_1)$")
    axes.text(0.25, top / 2, "stable", color=_GREEN)
    axes.text(2.6, top / 2, "unstable")
    axes.set(
        xlim=(0, 4),
        ylim=(0, top),
        xlabel=r"$|\lambda_d|\,/\,\lambda_1$ with $\lambda_d < 0$",
        ylabel=r"step size $\alpha\lambda_1$",
    )
    axes.legend()
    return figure


@picture(
    "POW-2.1.gen.nonsym.R1",
    "POW-2.1.gen.nonsym.R1.repaired",
    caption="Tangent eigenvalues at the consensus for $\\lambda_1 = 1$, a pair $-1/2 \\pm 3i$ and the eigenvalue 1/2,"
    " below, at and above the bound $2(\\lambda_1 - \\mathrm{Re}\\lambda)/(|\\lambda|^2 - \\lambda_1^2) = 4/11$ of the"
    " step size.",
    description="In the complex plane the pair of eigenvalues is inside the unit circle, on it, and outside for the"
    " three step sizes; the real ones stay inside.",
)
def complex_spectrum(pair: complex = -0.5 + 3j, real: float = 0.5) -> Figure:
    """Eigenvalues (1 + alpha lambda_j)/(1 + alpha lambda_1) of three step sizes around the bound of `pair`."""
    figure, panels = _figure(7.4, 2.9, 3)
    bound = st.linearisation.complex_consensus_bound(1.0, pair.real, pair.imag)
    if bound is None:
        raise ValueError(f"pair is {pair}; its modulus must be above 1, otherwise it bounds no step size")
    for axes, share in zip(panels, (0.5, 1, 2), strict=True):
        modes = st.linearisation.consensus_modes(1.0, [pair, pair.conjugate(), real], 2, share * bound)
        _disc(axes, [mode.trace for mode in modes])
        axes.set_title(rf"$\alpha = {share * bound:.3f}$", fontsize=10)
    return figure


def _disc(axes: Axes, eigenvalues: Any) -> None:
    """The unit circle with the eigenvalues, those on or outside it as red crosses."""
    angles = np.linspace(0, 2 * np.pi, 181)
    axes.plot(np.cos(angles), np.sin(angles), color="#888888", linewidth=1)
    inside = np.array([abs(value) < 1 - 1e-9 for value in eigenvalues])
    values = np.array(eigenvalues, dtype=complex)
    axes.plot(values[inside].real, values[inside].imag, "o", color=_BLUE, markersize=5)
    axes.plot(values[~inside].real, values[~inside].imag, "X", color=_RED, markersize=7)
    axes.set(xlim=(-1.45, 1.45), ylim=(-1.45, 1.45), aspect="equal", xlabel="Re", ylabel="Im", xticks=(-1, 0, 1))
    axes.set_yticks((-1, 0, 1))


@picture(
    "POW-L14.class2",
    "POW-T3.bip",
    caption="All 24 tangent eigenvalues of a bipartite state with p = 4, q = 2 tokens, V = diag(1, 1/2, 1/4, 0, -1)"
    " and $\\alpha = 3/4$: the logit $a = v_1^TPv_1$ decides. Left a = 2, stable; right a = 1/2, unstable.",
    description="All eigenvalues are real. On the left they lie inside the unit circle; on the right some lie outside.",
)
def bipartite_spectra(alpha: float = 0.75, logits: tuple[float, float] = (2.0, 0.5)) -> Figure:
    """The eigenvalues of `stability.linearisation.bipartite_modes` at two logits."""
    figure, panels = _figure(6.2, 3.2, 2)
    for axes, logit in zip(panels, logits, strict=True):
        weights = st.states.GroupWeights(4, 2, np.exp(2 * logit))
        modes = st.linearisation.bipartite_modes(1.0, [0.5, 0.25, 0.0, -1.0], weights, alpha)
        _disc(axes, [root for mode in modes for root in _roots(mode)])
        axes.set_title(rf"$a = {logit:g}$", fontsize=10)
    return figure


def _roots(mode: st.linearisation.Mode) -> list[complex]:
    if mode.determinant is None:
        return [complex(mode.trace)]
    return [complex(root) for root in np.roots([1, -float(mode.trace), float(mode.determinant)])]


@picture(
    "POW-R10.stable",
    "POW-N1.stable",
    caption="Where the bipartite state on $\\pm v_1$ with as many tokens on each side is stable (d = 2, $\\lambda_1 ="
    " 1$, $\\alpha = 1/2$). The boundary is $\\lambda_2 = \\lambda_1\\tanh a$; the star is the point of"
    " POW-R10.stable, V = diag(1, 1/4) and $e^{2a} = 9$.",
    description="The stable region lies below the curve of the hyperbolic tangent in the plane of the logit and the"
    " second eigenvalue; the starred point is well inside.",
)
def bipartite_region(alpha: float = 0.5, points: int = 121) -> Figure:
    """The Schur-Cohn conditions of Theorem 3 on a grid of logits a and ratios lambda_2 / lambda_1."""
    figure, (axes,) = _figure(6.2, 3.6)
    logits, ratios = np.meshgrid(np.linspace(0.001, 2.5, points), np.linspace(-1.5, 0.999, points))
    weights = st.states.GroupWeights(1, 1, np.exp(2 * logits))
    slacks = st.linearisation.schur_cohn_slacks(*_trace_determinant(weights, alpha, ratios))
    worst = np.minimum.reduce([*slacks, 1 - 1 / np.asarray(weights.factors(1.0, alpha)[0], dtype=float)])
    axes.contourf(logits, ratios, worst, levels=[0, np.inf], colors=[_GREEN], alpha=0.22)
    curve = np.linspace(0, 2.5, 101)
    axes.plot(curve, np.tanh(curve), color=_GREEN, label=r"$\lambda_2 = \lambda_1\tanh\, a$")
    axes.plot([np.log(3)], [0.25], "*", markersize=11, color=_BLUE)
    axes.text(1.2, -0.6, "stable", color=_GREEN)
    axes.text(0.12, 0.75, "unstable")
    axes.set(xlim=(0, 2.5), ylim=(-1.5, 1), xlabel=r"logit $a = v_1^T P v_1$", ylabel=r"$\lambda_2\,/\,\lambda_1$")
    axes.legend(loc="lower right")
    return figure


def _trace_determinant(weights: st.states.GroupWeights, alpha: float, ratios: Any) -> tuple[Any, Any]:
    """`trace_determinant` of each point of the grid; the blocks of the class hold one point at a time."""
    single = [
        st.states.GroupWeights(1, 1, E).trace_determinant(ratio, 1.0, alpha)
        for E, ratio in zip(weights.E.flat, ratios.flat, strict=True)
    ]
    trace, determinant = np.array(single, dtype=float).T
    return trace.reshape(ratios.shape), determinant.reshape(ratios.shape)


@picture(
    "POW-T2.stable",
    "POW-T2.ae.repaired",
    caption="Twelve tokens of the Oja map on the sphere, V = diag(1, 2/5, -3/5), $\\alpha = 2/5$, 60 layers, seed 4."
    " They meet at $v_1$, the star. What lies on the far side of the sphere is faint.",
    description="Curves on a sphere start at twelve points spread over it and meet in one point, the principal"
    " eigenvector.",
)
def oja_trajectories(seed: int = 4, layers: int = 60) -> Figure:
    """Trajectories of `stability.oja_map` from uniform tokens, seen from a fixed direction."""
    V = np.diag([1.0, 0.4, -0.6])
    X = st.draws.random_tokens(np.random.default_rng(seed), 1, 12, 3)[0]
    path = [X]
    for _ in range(layers):
        path.append(st.oja_map(path[-1], V, 0.4))
    return _around(path)


@picture(
    "POW-R10.stable",
    caption="Ten tokens of the attention map in d = 3, V = diag(1, 1/4, 1/4) and P = log(3) I, started near the"
    " bipartite state, five on each side, $\\alpha = 1/2$, 40 layers, seed 7. They return to it.",
    description="Two bunches of curves on a sphere, around opposite points, run into these points.",
)
def attention_trajectories(seed: int = 7, layers: int = 40) -> Figure:
    """Trajectories of `stability.attention_map` from tokens around +v_1 and -v_1."""
    rng = np.random.default_rng(seed)
    V, P = np.diag([1.0, 0.25, 0.25]), np.log(3) * np.eye(3)
    poles = np.repeat([[1.0, 0, 0], [-1.0, 0, 0]], 5, axis=0)
    path = [st.models.normalise(poles + 0.45 * rng.normal(size=(10, 3)))]
    for _ in range(layers):
        path.append(st.attention_map(path[-1], P, V, 0.5))
    return _around(path)


@picture(
    "POW-T1.stable",
    "POW-T1.all",
    caption="Ten tokens of the map with two heads, in d = 3: $V_1$ and $V_2$ are not symmetric, their sum is diag(1,"
    " 1/4, -1/2); $\\alpha = 1/2$, random $P_h$, 40 layers, seed 8. From around $v_1$ they meet at $v_1$.",
    description="Curves on a sphere start around one point and run into it.",
)
def two_heads(seed: int = 8, layers: int = 40) -> Figure:
    """Trajectories of `stability.attention_map` with two heads from tokens around v_1."""
    rng = np.random.default_rng(seed)
    half, skew = np.diag([0.5, 0.125, -0.25]), rng.normal(size=(3, 3))
    P = rng.normal(size=(2, 3, 3))
    path = [st.models.normalise(np.array([1.0, 0, 0]) + 0.6 * rng.normal(size=(10, 3)))]
    for _ in range(layers):
        path.append(st.attention_map(path[-1], P, np.array([half + skew, half - skew]), 0.5))
    return _around(path)


@picture(
    "POW-P1.if",
    "POW-P1.only",
    caption="A clustering equilibrium of three tokens on the circle, V = diag(1, -3/2), P = I. What attention makes of"
    " each token (arrow) lies on the line of that token, $s_i = \\nu_ix_i$: the stacked tokens are in the kernel of"
    " $A(X) \\otimes V - \\mathrm{diag}(\\nu) \\otimes I$.",
    description="Three points on a circle, each with an arrow from the centre: two arrows point towards their points,"
    " the third away from it.",
)
def clustering_equilibrium() -> Figure:
    """The first equilibrium with three clusters that `stability.equilibria` finds."""
    P, V = np.eye(2), np.diag([1.0, -1.5])
    X = st.equilibria(P, V, [1, 1, 1], starts=60)[0].tokens
    images = st.models.attention_weights(X, P) @ X @ V.T
    figure, (axes,) = _figure(3.4, 3.4)
    angles = np.linspace(0, 2 * np.pi, 181)
    axes.plot(np.cos(angles), np.sin(angles), color="#888888", linewidth=1)
    for number, (x, s) in enumerate(zip(X, images, strict=True), start=1):
        axes.plot(*zip(-x, x, strict=True), color="#888888", linewidth=0.5, linestyle=":")
        axes.annotate("", s, (0, 0), arrowprops={"arrowstyle": "->", "color": _RED})
        axes.plot(*x, "o", color=_BLUE)
        axes.annotate(f"$x_{number}$", 1.13 * x, ha="center", va="center")
    axes.set(aspect="equal", xlim=(-1.3, 1.3), ylim=(-1.3, 1.3))
    axes.set_axis_off()
    return figure
