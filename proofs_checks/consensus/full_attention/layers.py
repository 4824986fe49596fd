"""CON-B2, CON-X3: the map (1) with W_h V_h = tau I, Theorem 3.2 in discrete time for every step, all n, l, h, P.

With z_i = y_i + tau sum_j a_ij y_j, a_ij > 0 adding up to s = h/sqrt(n+1), the new token is z_i/|z_i|_W. (1) Its
projection is a convex combination: q_i+ = sum_j B_ij q_j, B_ij = (delta_ij c_i + tau a_ij c_j)/(c_i + tau sum a_ij
c_j), as the norm cancels.  (2) |z_i|_W^2 = (1 + tau s)^2 - 2 tau sum_j a_ij (1 - g_ij) - tau^2 sum_{j,k} a_ij a_ik (1 -
g_jk) <= (1 + tau s)^2.  (3) So v^T y_i+ >= m (1 + tau s)/|z_i|_W >= m = min c, strictly unless all tokens are equal:
then some g_ij < 1 in every row that contains a token different from y_i.  (4) B_ij >= delta = tau a m/(C(1 + tau s));
taking delta out of every row, a functional of q_i+ lies between delta sum_j w_j + (1 - l delta) min w and the same with
max w: its range contracts by 1 - l delta, and l delta <= tau s/(1 + tau s) < 1, since l a <= s, m <= C.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.full_attention import pairs
from proofs_checks.consensus.symbols import metric
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

MAP = Source(PAPER, "equation (1), Theorem 3.2 (extension: the discrete map)")
SCOPE = "all n, l, h >= 1, every W, every tau > 0, all positive weights"
STEP = (*pairs.SIZES, "tau > 0", "s > 0", "m > 0", "c_i >= m", "c_j >= m", "g <= 1", "g >= -1")


def convex_combination(tau_power: int = 1) -> Evidence:
    """Step 1 from `st.models.flow_step`: two tokens, generic W; sums over j and heads are linear."""
    Y, v, W, a = generic.array("y", 2, 2), generic.array("v", 2), metric(2), generic.array("a", 2)
    tau = sp.Symbol("tau", positive=True)
    A = np.array([[a[0], a[1]], [a[1], a[0]]], dtype=object)
    c_i, c_j = st.heights(Y, v)
    new = st.models.flow_step(Y, A, tau, None, W)[0]
    share = tau**tau_power * a[1] * c_j / (c_i + tau * (a[0] * c_i + a[1] * c_j))
    return decide.identity(
        {"combination": (sp.Matrix(new / (v @ new)), sp.Matrix((1 - share) * Y[0] / c_i + share * Y[1] / c_j))},
        scope=SCOPE,
    )


def square_of_the_sum() -> Evidence:
    """|z_i|_W^2 for l = 3 tokens and a generic W, from the definition: every pair of weights contributes its own term.

    1 - g_jj is kept in the loss; it vanishes on the ellipsoid.
    """
    Y, a, tau, W = generic.array("y", 3, 2), generic.array("a", 3), sp.Symbol("tau", positive=True), metric(2)
    G, s = st.models.gram(Y, W), sum(a)
    z = Y[0] + tau * st.models.drive(Y, np.stack([a, a, a]))[0]
    loss = 1 - G[0, 0] + 2 * tau * sum(a[j] * (1 - G[0, j]) for j in range(3))
    loss += tau**2 * sum(a[j] * a[k] * (1 - G[j, k]) for j in range(3) for k in range(3))
    return decide.identity(
        {"square": (st.models.inner(z, z, W).item(), (1 + tau * s) ** 2 - loss)},
        scope="three tokens; bilinear in the weights, so term by term for all l",
    )


@illustration(
    "CON-B2",
    title="Discrete Theorem 3.2: every positive step keeps the hemisphere and decreases V",
    statement=(
        r"For the map (1) with $W_\eta V_\eta = \tau I$ and every $\tau > 0$, whatever P(k): if all $v^Ty_i > 0$ then"
        r" the step is defined, all $v^Ty_i^+ > 0$ and $V(y^+) \le V(y)$, with equality only at consensus. The"
        " projections $q_i^+$ are convex combinations of the $q_j$."
    ),
    source=MAP,
    kind="invariance",
    role="extension",
)
def every_step(growth: int = 0, seed: int = 0) -> Iterator[Evidence]:
    tau, s, m, c_i, z, mean, g, a, loss = sp.symbols("tau s m c_i z mean g a loss", real=True)
    numerator = c_i + tau * mean
    given = [tau > 0, s > 0, m > 0, c_i >= m, mean >= s * m, z > 0, z <= 1 + tau * s]
    goal = numerator / z >= m * (1 + tau * s) ** growth
    strict = [*given[:-1], z < 1 + tau * s]
    found = conjunction(
        {
            "1: from the definition of the step, a pair": convex_combination(),
            "2: three tokens": square_of_the_sum(),
            "2: every loss is nonnegative, so |z| <= 1 + tau s; it is positive if some g_ij < 1": decide.inequality(
                [tau * a * (1 - g) >= 0, z <= 1 + tau * s],
                [tau > 0, s > 0, a > 0, g <= 1, z > 0, sp.Eq(z**2, (1 + tau * s) ** 2 - loss), loss >= 0],
                scope=SCOPE,
            ),
            "2: strictly": decide.inequality(
                z < 1 + tau * s,
                [tau > 0, s > 0, z > 0, sp.Eq(z**2, (1 + tau * s) ** 2 - loss), loss > 0],
                scope=SCOPE,
            ),
            "z_i is not 0: its height is positive": decide.inequality(numerator > 0, given[:5], scope=SCOPE),
            "3: no height falls below m": decide.inequality(goal, given, scope=SCOPE),
            "3: strictly off consensus": decide.inequality(numerator / z > m, strict, scope=SCOPE),
            "the weighted heights, term by term": decide.inequality(a * c_i >= a * m, [a > 0, c_i >= m], scope=SCOPE),
            "|g| <= 1": pairs.gram_bounds(),
        },
        scope=SCOPE,
    )
    yield found
    yield decide.smt([goal, numerator > 0], given, scope=SCOPE)
    yield decide.exact_instances(
        lambda rng: exact_step(rng, growth),
        scope="2 to 4 tokens of S^3, tau from 1/100 to 100: (v^T z)^2 against m^2 |z|^2",
        method="exact arithmetic: the step before its norm is taken",
        seed=seed,
    )


def exact_step(rng: Any, growth: int = 0) -> Any:
    """A trial: the heights after one exact step, compared by squares, and not in a consensus."""
    N, tau = int(rng.integers(2, 5)), Fraction(int(rng.integers(1, 101)), int(rng.choice([1, 10, 100])))
    Y = np.stack([st.sampling.orthogonal(rng, 4)[0] for _ in range(N)])
    Y = Y * np.where(Y[:, :1] < 0, -1, 1)
    odds = np.frompyfunc(lambda k: Fraction(int(k)), 1, 1)(rng.integers(1, 9, size=(N, N)))
    A = st.normalise_rows(odds) / 2  # s = 1/2
    if not np.all(Y[:, 0] > 0) or np.all(Y[:1] == Y):
        return decide.Trial(None, {})
    z, m = Y + tau * st.models.drive(Y, A), np.min(Y[:, 0]) * (1 + tau / 2) ** growth
    worst = np.min(z[:, 0] ** 2 - m**2 * np.sum(z * z, axis=-1))
    holds = bool(np.all(z[:, 0] > 0) and worst > 0)
    return decide.Trial(holds, {"worst": str(worst)}, ["worst <= 0"])
