"""What is true of Theorem 4.2: uniform stability of consensus, and every open hemisphere lies in its basin.

Let |y_i^T P_h y_j| <= M_h and a = sum over heads of e^(-2 M_h)/(l sqrt(n+1)): every weight a_ij, j <= i, is at least a
(`pairs.least_weight`). All derivatives are at the present weights, almost everywhere in time: P(t) is bounded and
measurable, nothing else. A maximum of finitely many absolutely continuous functions is absolutely continuous, and its
derivative is, almost everywhere, that of each function that attains it.

Hemisphere v, c_i = v.y_i > 0 at t = 0, q_i = y_i/c_i:
1. at a least height c_i > 0 every pair term c_j - c_i g_ij is >= 0, so the least height never decreases;
2. q_i' = sum over j <= i of a_ij (c_j/c_i)(q_j - q_i);
3. for R = max |q_i - q_1| and i attaining it, (q_j - q_i).(q_i - q_1) <= 0, and the term j = 1 is -R^2; hence R' <= -a
   c_1 R, where c_1 is constant as y_1 is;
4. R(t) <= e^(-a c_1 t) R(0), and |y_i - y_1| <= |q_i - q_1|, as |q_i| >= 1.

The set {c_i + c_j > 0 for 2 <= i < j, c_j > -1}, with c_i = y_1.y_i (angles to y_1 that add up to less than pi in
pairs), is covered: where all c_j > 0 take v = y_1; else one c_k <= 0 is the least, and v = y_1 - c_k y_k + epsilon y_k
has positive products with all tokens for small epsilon > 0, since y_1 - c_k y_k has 1 - c_k^2 > 0 with y_1, 0 with y_k,
and c_j - c_k g_jk > 0 with the others.
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

SOURCE = Source(PAPER, "Theorem 4.2 and the text before it")
ALL = "all n, l, h >= 1, every bounded measurable P(t), U_h = I, W = I"
SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(h)", "h >= 1", "M >= 0")
SIZE = {"n": 2, "l": 4, "h": 2, "M": 3}


def leader_following(factor: int) -> dict[str, Evidence]:
    """Steps 1 to 4 of the module's head, with the rate factor * a * c_1."""
    Y, _ = pairs.tokens("v", "y_i", "y_j")
    v, y_i, y_j = Y
    term = pairs.pair_term(y_i, y_j)
    c_i, c_j = v @ y_i, v @ y_j
    c, g, m, w, a, c_1, top = sp.symbols("c g m w a c_1 R_squared", real=True)
    q = [sp.Symbol(f"{name}_{k}", real=True) for name in ("p", "r") for k in range(3)]
    p, r = np.array(q[:3], dtype=object), np.array(q[3:], dtype=object)
    x, y, cosine = sp.symbols("x y cosine", real=True)
    return {
        "1: the least height does not decrease": decide.inequality(
            c - m * g >= 0, [m > 0, c >= m, g <= 1, g >= -1], scope=ALL
        ),
        "2: the central projection": decide.identity(
            {
                "q' pair by pair": (
                    sp.Matrix(term / c_i - y_i * (v @ term) / c_i**2),
                    sp.Matrix((c_j / c_i) * (y_j / c_j - y_i / c_i)),
                )
            },
            scope=ALL,
        ),
        "3: other tokens do not push the farthest one away (p = q_j - q_1, r = q_i - q_1)": decide.inequality(
            (p - r) @ r <= 0, [p @ p <= r @ r], squares=tuple(p - r), scope=ALL
        ),
        "3: the first token pulls it at the rate a c_1 at least": decide.inequality(
            w * (c_1 / c) * top >= factor * a * c_1 * top,
            [w >= a, a > 0, c > 0, c <= 1, c_1 > 0, top >= 0],
            degree=4,
            scope=ALL,
        ),
        **pairs.comparison(ALL),
        "4: back on the sphere the distance is not larger (x = |q_i|, y = |q_1|)": decide.inequality(
            2 - 2 * cosine <= x**2 + y**2 - 2 * x * y * cosine,
            [x >= 1, y >= 1, cosine >= -1, cosine <= 1],
            squares=(x - y,),
            scope=ALL,
        ),
        **pairs.least_weight(ALL),
    }


def _angles() -> dict[str, Evidence]:
    """The vector y_1 - c_k y_k of the module's head, as identities of products and signs."""
    Y, units = pairs.tokens("y_1", "y_k", "y_j")
    first, far, other = Y
    c_k, g = first @ far, far @ other
    v = first - c_k * far
    c, k, product = sp.symbols("c_j c_k g_jk", real=True)
    return {
        "products of y_1 - c_k y_k": decide.identity(
            {
                "with y_1": (v @ first, 1 - c_k**2),
                "with y_k": (v @ far, sp.Integer(0)),
                "with y_j": (v @ other, first @ other - c_k * g),
            },
            relations=units,
            scope=ALL,
        ),
        "they are positive": decide.inequality(
            [1 - k**2 > 0, c - k * product > 0],
            [k <= 0, k > -1, c + k > 0, product <= 1, product >= -1],
            scope=ALL,
        ),
    }


@illustration(
    "CON-T4.2.repaired",
    title="Theorem 4.2 with the domain: all tokens in some open hemisphere",
    statement=(
        r"For the auto-regressive model with $U_\eta = I$, $W = I$ and bounded measurable P(t): if $v^Ty_i(0) > 0$ for"
        r" all i and some unit v, then $\max_i|y_i(t) - y_1| \le e^{-a\,v^Ty_1\,t}\max_i|y_i(0)/v^Ty_i(0) -"
        r" y_1/v^Ty_1|$, $a = \sum_\eta e^{-2M_\eta}/(\ell\sqrt{n+1})$. This covers all states with $\angle(y_1, y_i) +"
        r" \angle(y_1, y_j) < \pi$ for $2 \le i < j$ and $y_j \ne -y_1$, which for $\ell \le 2$ is $D^1_\ell$."
        " (Stability of the set: CON-T4.2.f; a conull basin: CON-T4.2.e.)"
    ),
    source=SOURCE,
    kind="convergence",
    repairs="CON-T4.2",
)
def repaired(factor: int = 1, seed: int = 0) -> Iterator[Evidence]:
    yield conjunction({**leader_following(factor), **_angles()}, scope=ALL)
    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        lambda number: trajectory_slack(number, factor),
        scope="random tokens of a hemisphere, l = 2, 3, 5, n + 1 = 2..4, h = 1, 2, P redrawn every 1/8, t <= 2",
        examples=15,
        seed=seed,
        covers=False,
    )


def trajectory_slack(number: int, factor: int) -> float:
    """1 + 1e-6 - (largest |y_i - y_1|)/(claimed bound), the least over the times, by Runge-Kutta.

    Nearly attained by two tokens close to v with a small P.
    """
    rng = np.random.default_rng(number)
    N, d, heads = int(rng.choice([2, 2, 3, 5])), int(rng.integers(2, 5)), int(rng.integers(1, 3))
    v, spread, size = np.eye(d)[0], rng.choice([0.1, 1.0, 10.0]), rng.choice([0.01, 2.0])
    Y = spread * rng.normal(size=(N, d))
    Y[:, 0] = np.abs(Y[:, 0]) + 0.05 + (spread < 1)
    Y = st.onto_ellipsoid(Y)
    q = Y / st.heights(Y, v)[:, np.newaxis]
    first = st.heights(Y, v)[0]
    rate = factor * heads * np.exp(-2 * size) / (N * np.sqrt(d)) * first
    start, worst = np.max(np.linalg.norm(q - q[0], axis=-1)), np.inf
    for k in range(16):
        P = rng.normal(size=(heads, d, d))
        P = P * (size / np.linalg.norm(P, axis=(-2, -1), keepdims=True))
        times = np.linspace(k / 8, (k + 1) / 8, 5)
        states = st.fixed_step_trajectory(st.Flow(P, causal=True), Y, times, 1 / 32).states
        away = np.max(np.linalg.norm(states - states[:, :1], axis=-1), axis=-1)
        worst = min(worst, np.min(1 + 1e-6 - away / (start * np.exp(-rate * times))))
        Y = states[-1]
    return float(worst)


def uniform_decay(factor: int) -> dict[str, Evidence]:
    """m = min c_i with v = y_1: m' >= a (1 - m^2) while m > 0, hence w' <= -factor a w for w = (1 - m)/(1 + m)."""
    a, total, c, g, m, slope = sp.symbols("a a_i1 c_j g m m_slope", real=True)
    dist, left, right, far = sp.symbols("dist left right far", real=True)
    w = (1 - m) / (1 + m)
    return {
        "the first token's term is 1 - m^2, weighted with at least a": decide.inequality(
            total * (1 - m * m) >= a * (1 - m**2), [total >= a, m > 0, m <= 1], scope=ALL
        ),
        "every other term is >= 0 at the least cosine": decide.inequality(
            c - m * g >= 0, [m > 0, c >= m, g <= 1, g >= -1], scope=ALL
        ),
        "w' <= -2 a w": decide.inequality(
            sp.diff(w, m) * slope <= -factor * a * w,
            [slope >= a * (1 - m**2), a > 0, m > 0, m <= 1],
            degree=4,
            scope=ALL,
        ),
        **pairs.comparison(ALL),
        "D^2 = 2 (1 - m) <= 4 w, and w <= 1 - m = D^2/2 for m >= 0": decide.inequality(
            [2 * (1 - m) <= 4 * w, w <= 1 - m], [m >= 0, m <= 1], scope=ALL
        ),
        "dist <= D <= 2 dist: |y_i - y_1| <= |y_i - x| + |x - y_1|": decide.inequality(
            far <= 2 * dist, [left <= dist, right <= dist, far <= left + right], scope=ALL
        ),
        **pairs.least_weight(ALL),
    }


@illustration(
    "CON-T4.2.f",
    title="Consensus is uniformly asymptotically stable as a set",
    statement=(
        r"Auto-regressive model on the sphere, $U_\eta = I$, P measurable with $|a^TP_\eta b| \le M_\eta$ for unit"
        r" a, b; $D = \max_i|y_i - y_1|$. If $D(t_0) < \sqrt2$ at the start $t_0$, then $D(t) \le \sqrt2\,e^{-a(t -"
        r" t_0)}D(t_0)$ for all $t \ge t_0$, $a = \sum_\eta e^{-2M_\eta}/(\ell\sqrt{n+1})$, whatever $t_0$. As"
        r" $\mathrm{dist}(y, C_\ell) \le D \le 2\,\mathrm{dist}(y, C_\ell)$ (largest token distance), $C_\ell$ is"
        " uniformly exponentially stable."
    ),
    source=SOURCE,
    kind="stability",
)
def stability(factor: int = 2) -> Iterator[Evidence]:
    yield conjunction(uniform_decay(factor), scope=ALL)


@illustration(
    "CON-T4.2.g",
    title="Boundedness of P suffices",
    statement=(
        "What is true of Theorem 4.2 needs no continuity of P in t: for every solution with bounded and measurable"
        " P the second token keeps the rate of CON-T4.2.c, the distances to the first token keep the bound of"
        " CON-T4.2.f, and from every common open hemisphere all tokens converge to the first exponentially."
    ),
    source=SOURCE,
    kind="convergence",
)
def bounded_suffices(factor: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """Every step is an inequality at one time between arbitrary weights >= a; only a enters the comparison in time."""
    yield conjunction(
        {**leader_following(factor), **uniform_decay(2 * factor)},
        scope=ALL + "; each step at one time, for every weight that is at least a",
    )
    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        lambda number: trajectory_slack(number, factor),
        scope="P with jumps every 1/8 time unit, l = 2, 3, 5, n + 1 = 2..4, h = 1, 2, t <= 2, RK4",
        examples=15,
        seed=seed,
        covers=False,
    )
