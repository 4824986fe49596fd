"""Theorem 4.2, the cascade step repaired: the region on which the scalar system is input-to-state stable.

Token i with its predecessors within e(t) of y_1, c = y_1.y_i, A the weight on the predecessors, delta = e + e^2/2:
1. c' = A (1 - c^2) + d with |d| <= A delta;
2. with k = sqrt(1 - sup delta) over t >= t_0, rho = (k - c)/(k + c) obeys rho' <= -2 k A rho where -k < c < k. So from
   c(t_0) > -k, liminf c >= k, as A >= a > 0 has an infinite integral;
3. if e -> 0, k may be taken at a later t_0, where it is larger, so k -> 1: either c(t_0) > -k(t_0) for some t_0, and c
   -> 1, or -1 <= c(t_0) <= -k(t_0) for all t_0, and c -> -1.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.auto_regressive import pairs
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")
hypothesis = lazy("hypothesis")

ALL = "all n >= 1, every token i >= 2, all h >= 1, every bounded measurable P(t)"
SOURCE = Source(PAPER, "Theorem 4.2 and the text before it")


def cascade(factor: int) -> dict[str, Evidence]:
    """Steps 1 to 3 of the module's head, with the rate factor * k * A."""
    Y, units = pairs.tokens("y_1", "y_i", "y_j")
    e, y_i, y_j = Y
    off = y_j - e
    c, A, k, slope, x, p, top, gap, decay = sp.symbols("c A k c_slope x p e gap decay", real=True)
    disturbance = -(x**2) / 2 - c * p
    return {
        "1: a predecessor's term is 1 - c^2 + d_j, d_j = -|y_j - y_1|^2/2 - c y_i.(y_j - y_1)": decide.identity(
            {
                "pair": (
                    e @ pairs.pair_term(y_i, y_j) - (1 - (e @ y_i) ** 2),
                    -(off @ off) / 2 - (e @ y_i) * (y_i @ off),
                ),
                "own term": (sp.Matrix(pairs.pair_term(y_i, y_i)), sp.zeros(3, 1)),
            },
            relations=units,
            scope=ALL,
        ),
        "1: |d_j| <= delta, p = y_i.(y_j - y_1), |p| <= x = |y_j - y_1| <= e": decide.inequality(
            [disturbance <= st.decrease.input_size(top), -disturbance <= st.decrease.input_size(top)],
            [x >= 0, top >= x, p <= x, p >= -x, c <= 1, c >= -1],
            scope=ALL,
        ),
        "2: c' >= A (k^2 - c^2) gives rho' <= -2 k A rho": decide.inequality(
            sp.diff((k - c) / (k + c), c) * slope <= -factor * k * A * (k - c) / (k + c),
            [slope >= A * (k - c) * (k + c), A > 0, k > 0, c > -k, c < k],
            degree=4,
            scope=ALL,
        ),
        **pairs.comparison(ALL),
        **pairs.least_weight(ALL),
        "3: outside the region for all times, c is squeezed to -1": decide.inequality(
            [c + 1 >= 0, c + 1 <= 1 - k], [c >= -1, c <= -k], scope=ALL
        ),
        "no more can be had: an input that tends to 0 holds c = -1 + gap next to -1": decide.identity(
            {"gap' = -decay gap": (A * (1 - (gap - 1) ** 2) + st.decrease.holding_input(gap, decay, A), -decay * gap)},
            scope=ALL,
        ),
    }


@illustration(
    "CON-T4.2.d.repaired",
    title="Cascade step with its region: every later token converges to the first or to its antipode",
    statement=(
        r"Let P be bounded, $e = \max_{j<i}|y_j - y_1| \to 0$ and $\delta = e + e^2/2$. If $c_i(t_0) > -k$ for some"
        r" $t_0$, with $k = \sqrt{1 - \delta^*}$ and $\delta^* = \sup_{t\ge t_0}\delta < 1$, then $y_i \to y_1$; even"
        r" where e does not tend to 0, $\limsup(1 - c_i) \leq 1 - k$ (the gain), and $\rho = (k - c_i)/(k + c_i)$ has"
        r" $\dot\rho \leq -2kA_i\rho$ at almost every time with $|c_i| < k$, $\delta \leq \delta^*$, where $A_i$ is the"
        r" weight on earlier tokens. Otherwise $y_i \to -y_1$; $\dot c = A(1 - c^2) + d$ has no such gain on [-1, 1]:"
        r" $e^{-t} - 1 \to -1$ solves it for every constant $A > 0$ with some $d \to 0$."
    ),
    source=SOURCE,
    kind="convergence",
    repairs="CON-T4.2.d",
)
def cascade_step(factor: int = 2, seed: int = 0) -> Iterator[Evidence]:
    yield conjunction(cascade(factor), scope=ALL)
    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        _input_slack,
        scope="random tokens and P, l = 3..6, n + 1 = 2..5, h = 1..3: A delta - |d|",
        examples=100,
        seed=seed,
        covers=False,
    )


def _input_slack(number: int) -> float:
    """The least A_i delta_i - |d_i| of the tokens i >= 3 at a random state with softmax weights."""
    rng = np.random.default_rng(number)
    N, d, heads = int(rng.integers(3, 7)), int(rng.integers(2, 6)), int(rng.integers(1, 4))
    Y = rng.normal(size=(N, d))
    Y[1:-1] = Y[0] + rng.choice([0.1, 1.0]) * Y[1:-1]
    Y = st.onto_ellipsoid(Y)
    A = st.head_weights(Y, 2 * rng.normal(size=(heads, d, d)), causal=True)
    return float(np.min(st.decrease.cascade_slacks(Y, A)[2:])) + 1e-12
