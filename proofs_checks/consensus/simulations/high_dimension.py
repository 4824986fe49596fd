"""Section 5.1.2, Figure 4: fifty tokens in R^500, and why the outcome does not depend on the draw.

Up to d = n + 1 linearly independent tokens lie in an open hemisphere: with G = Y Y^T, v = Y^T G^{-1} 1 has
v.y_i = 1 for all i. Fifty tokens with independent continuous entries in R^500 are almost surely independent; so the
hypothesis of convergence from a hemisphere holds in almost every run, and Figure 4 shows the rate, not whether.
"""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import NULL_SETS
from attnverify.proofs_checks.consensus.simulations import printed
from attnverify.proofs_checks.consensus.simulations.observation import observed
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

RUNS, STEP, HORIZON = 100, 2.0, 160.0
METHOD = (
    "NumPy: seeded runs in double precision, coordinates of the span, Runge-Kutta of order 4 projected at every step"
)


@claim(
    "CON-S5.1.2.b",
    title="Figure 4: E tends to 0 for fifty tokens in R^500",
    statement=(
        r"In simulation 5.1.2 ($n = 499$, $\ell = 50$, h = 2, auto-regressive, U = I) E tends to 0 along all 100"
        " trajectories. Here, with surrogate P': E is below 0.01 at t = 160 and decays at least half as fast as"
        r" $\exp(-st)$, $s = h/\sqrt{n + 1}$, over the last quarter."
    ),
    reading="the law of P' is not printed: entries uniform in [-0.5, 0.5], as stated for 5.1.1",
    source=Source(PAPER, "Section 5.1.2, Figure 4"),
    kind="experiment",
    hypotheses=("integer(n)", "n == 499", "integer(l)", "l == 50", "integer(h)", "h == 2"),
    instance={"n": 499, "l": 50, "h": 2},
    twin=Twin("at t = 40", {"horizon": 40.0}),
    expected=Verdict.TESTED,
)
def figure_4(horizon: float = HORIZON, seed: int = 0) -> Iterator[Evidence]:
    flow, Y = printed.simulation_2(seed), printed.cube_tokens(seed, RUNS)
    times = np.linspace(0, horizon, 5)
    found = st.motion.span_trajectory(flow, Y, times, STEP, observe=st.misalignment, samples=16)
    E = found.values
    rates = np.log(E[-2] / E[-1]) / (times[-1] - times[-2])
    s = 2 / np.sqrt(500)
    yield observed(
        {"E below 0.01 at the end": 0.01 - E[-1], "rate at least s/2": rates - s / 2},
        scope=f"all {RUNS} trajectories, surrogate P', horizon {horizon:g}, step {STEP:g}, error of E < 1e-3",
        seed=seed,
        said=(
            f"E at the end {np.min(E[-1]):.2g} to {np.max(E[-1]):.2g}; rates {np.min(rates):.3f} to"
            f" {np.max(rates):.3f}, s = {s:.4f}; largest drift of a step {found.drift:.1g}"
        ),
        method=METHOD,
    )


@claim(
    "CON-S5.1.2.b.implied",
    title="Figure 4 is implied: few tokens are always in a hemisphere",
    statement=(
        r"Any $\ell \le n + 1$ linearly independent tokens lie in a common open hemisphere: $v = Y^\top(YY^\top)^{-1}1$"
        r" has $v^\top y_i = 1$ for all i. So the initial states of simulation 5.1.2 are, almost surely, in the domain"
        " of CON-T4.2.repaired, and E tends to 0 for every bounded P. (Proved from linearly independent tokens,"
        " CON-S5.1.2.b.implied.independent; what remains is that random tokens almost surely are.)"
    )
    + missing(NULL_SETS),
    source=Source(PAPER, "Section 5.1.2, Figure 4"),
    kind="convergence",
    role="extension",
    hypotheses=("integer(n)", "n >= 1", "integer(l)", "l >= 1", "l <= n + 1", "rank(Y) == l", "rows(Y) == l"),
    instance={"n": 3, "l": 2, "Y": [["3/5", "4/5", 0, 0], [0, 1, 0, 0]]},
    twin=Twin("v = Y^T 1, without the inverse Gram matrix", {"power": 0}),
    expected=Verdict.ARGUED,
    rests_on=("CON-S5.1.2.b.implied.independent",),
)
def in_a_hemisphere(power: int = 1) -> Iterator[Evidence]:
    """Y v = (Y Y^T)(Y Y^T)^{-1} 1 = 1 is the definition of the inverse; written out for two and three tokens.

    The Gram matrix of independent rows is invertible: x^T G x = |Y^T x|^2 > 0 for x other than 0.
    """
    scope = "all l, n: the definition of the inverse; written out for 2 tokens in R^3 and 3 in R^3"
    pairs = {}
    for N in (2, 3):
        Y = sp.Matrix(generic.array("y", N, 3))
        G = Y * Y.T
        v = Y.T * G.adjugate() ** power * sp.ones(N, 1)
        pairs[f"{N} tokens, times det G"] = (Y * v, G.det() ** power * sp.ones(N, 1))
    x = generic.array("x", 2)
    Y = sp.Matrix(generic.array("y", 2, 3))
    form = (sp.Matrix(x).T * Y * Y.T * sp.Matrix(x))[0]
    image = Y.T * sp.Matrix(x)
    yield conjunction(
        {
            "v.y_i = 1": decide.identity(pairs, scope=scope),
            "x^T G x is a sum of squares": decide.identity({"form": (form, (image.T * image)[0])}, scope=scope),
        },
        scope=scope,
    )
