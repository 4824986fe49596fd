"""From the decrease of V to attractivity (T3.2.f), with explicit rates (X2); what pointwise decrease alone does not
give.

What closes the argument of Theorem 3.2 is the lower bound a <= a_ij from boundedness of P (CON-A4): for a least height
m(t), m' >= sum_j a_ij ((c_j - m) + m(1 - g_ij)) >= (a m_0/2) max_j |y_i - y_j|_W^2, a bound that does not degenerate in
t. The same a gives diam q the exponential bound of CON-B1, which ends the proof. Uniform continuity of P is nowhere
used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.consensus.full_attention import pairs
from proofs_checks.consensus.full_attention.heights import THEOREM
from proofs_checks.consensus.full_attention.projected_flow import EXTENSION, rate_margin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")
hypothesis = lazy("hypothesis")


@illustration(
    "CON-T3.2.f",
    title="From decrease to attractivity",
    statement=(
        r"From $m_0 = \min_iv^Ty_i(0) > 0$ and under Assumption 3.1 the decrease of V implies $\mathrm{dist}(y(t),"
        r" C^+_\ell(v)) \to 0$: with $|y^TP_\eta y'| \le M_\eta$ on the ellipsoid and $a = \sum_\eta"
        r" e^{-2M_\eta}/(\ell\sqrt{n+1})$, at almost every t $\frac{d}{dt}v^Ty_i \ge \frac{am_0}2\max_j|y_i - y_j|_W^2$"
        " for every i of least height, uniformly in t, and the diameter of the $y_i/v^Ty_i$ decays exponentially. Only"
        " boundedness of P is used."
    ),
    source=THEOREM,
    kind="convergence",
    reading="with boundedness of P, which makes strict decrease uniform in t",
)
def uniform_decrease(factor: int = 1) -> Iterator[Evidence]:
    a, a_ij, m_0, m, c_j, g = sp.symbols("a a_ij m_0 m c_j g", real=True)
    given = [a > 0, a_ij >= a, m_0 > 0, m >= m_0, c_j >= m, g <= 1]
    found = conjunction(
        {
            "one term, kept: (a m_0/2)|y_i - y_j|^2 = a m_0 (1 - g)": decide.inequality(
                a_ij * (c_j - m * g) >= factor * a * m_0 * (1 - g), given, scope=pairs.ALL, degree=4
            ),
            "the other terms are nonnegative": decide.inequality(
                a_ij * (c_j - m * g) >= 0, given, scope=pairs.ALL, degree=3
            ),
            "1 - g = |y_i - y_j|^2/2": pairs.gram_bounds(),
        },
        scope=pairs.ALL,
    )
    yield found


@illustration(
    "CON-X2",
    title="Explicit rates for Theorem 3.2",
    statement=(
        r"For bounded measurable P, $|x^TP_\eta y| \le K_\eta|x||y|$, and W with $x^TWx \ge \mu|x|^2$, $\mu > 0$: from"
        r" the open hemisphere $\mathrm{diam}\,q$ decays at least at the rate $\rho_0 = \frac{m_0}C\sum_\eta"
        r" e^{-2M_\eta}/\sqrt{n+1} > 0$, where $M_\eta = K_\eta/\mu$ bounds the logits, $C = \sqrt{v^TW^{-1}v}$, $m_0$"
        r" the least height at the start; the exact asymptotic rate, off consensus, is $s = h/\sqrt{n+1} \ge \rho_0$,"
        r" independent of P: $e^{st}\,\mathrm{diam}\,q(t)$ stays between two positive constants."
    ),
    source=EXTENSION,
    kind="inequality",
    role="extension",
)
def rates(pace: int = 1, seed: int = 0) -> Iterator[Evidence]:
    m, C, e, d = sp.symbols("m_0 C e d", positive=True)
    h = sp.Symbol("h", positive=True, integer=True)
    found = decide.inequality(
        pace * m * e / (C * d) <= h / d, [m <= C, e <= h], scope="e = sum of e^(-2 M), d = sqrt(n+1)", degree=4
    )
    yield found

    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        lambda drawn: rate_margin(np.random.default_rng(drawn), pace),
        scope="observed/guaranteed - 1 at random states: h <= 3, n <= 5, l <= 8, random W, v, P",
        examples=80,
        seed=seed,
        covers=False,
    )
    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        lambda drawn: trajectory_margin(np.random.default_rng(drawn), pace),
        scope="log(bound/observed) along trajectories to t = 2: n <= 3, l <= 5, random W, v, P(t)",
        examples=12,
        seed=seed,
        covers=False,
    )


def trajectory_margin(rng: Any, pace: int = 1) -> float:
    """The least of log(bound/observed) for the range of a random functional at t = 1/2, 1, ..., 2, and of the rise of
    min c.

    P(t) = P_1 cos 3t + P_2 sin 5t; classical Runge-Kutta steps of 1/50 on the ellipsoid.
    """
    N, d = int(rng.integers(2, 6)), int(rng.integers(2, 5))
    root, v, f = rng.normal(size=(d, d)), rng.normal(size=d), rng.normal(size=d)
    W, P = root @ root.T + 0.2 * np.eye(d), rng.normal(size=(2, 2, d, d)) * 0.3
    Y = st.onto_ellipsoid(rng.normal(size=(N, d)), W)
    Y = Y * np.sign(Y @ v)[:, np.newaxis]
    flow = st.Flow(lambda t: P[0] * np.cos(3 * t) + P[1] * np.sin(5 * t), W=W)
    times = np.linspace(0.0, 2.0, 5)
    states = st.fixed_step_trajectory(flow, Y, times, 0.02, hemisphere=v).states
    inverse_root = np.linalg.inv(np.linalg.cholesky(W))
    bounds = np.array([sum(np.linalg.norm(inverse_root @ p @ inverse_root.T, 2) for p in P[:, k]) for k in range(2)])
    ranges = st.decrease.spread(st.decrease.central_projection(states, v), f)
    slack = np.log(ranges[0] / ranges) - pace * st.decrease.projected_rate(Y, v, bounds, W) * times
    rise = np.diff(np.min(st.heights(states, v), axis=-1))
    return float(np.min(slack[1:]) if np.all(rise >= -1e-9) else np.min(rise))
