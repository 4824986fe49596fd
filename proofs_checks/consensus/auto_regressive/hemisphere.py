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

import attnverify.stability as st
from attnverify.verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")

ALL = "all n, l, h >= 1, every bounded measurable P(t), U_h = I, W = I"
SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(h)", "h >= 1", "M >= 0")
SIZE = {"n": 2, "l": 4, "h": 2, "M": 3}


def trajectory_slack(number: int, factor: int) -> float:
    """1 + 1e-6 - (largest |y_i - y_1|)/(claimed bound), the least over the times, by Runge-Kutta.

    Nearly attained by two tokens close to v with a small P.
    """
    rng = np.random.default_rng(number)
    N, d, heads = int(rng.choice([2, 2, 3, 5])), int(rng.integers(2, 5)), int(rng.integers(1, 3))
    v, spread, size = np.eye(d)[0], rng.choice([0.1, 1.0, 10.0]), rng.choice([0.01, 2.0])
    Y = spread * rng.normal(size=(N, d))
    Y[:, 0] = np.abs(Y[:, 0]) + 0.05 + (spread < 1)
    Y = st.models.onto_ellipsoid(Y)
    q = Y / st.decrease.heights(Y, v)[:, np.newaxis]
    first = st.decrease.heights(Y, v)[0]
    rate = factor * heads * np.exp(-2 * size) / (N * np.sqrt(d)) * first
    start, worst = np.max(np.linalg.norm(q - q[0], axis=-1)), np.inf
    for k in range(16):
        P = rng.normal(size=(heads, d, d))
        P = P * (size / np.linalg.norm(P, axis=(-2, -1), keepdims=True))
        times = np.linspace(k / 8, (k + 1) / 8, 5)
        states = st.trajectory(st.Flow(P, causal=True), Y, times, 1 / 32).states
        away = np.max(np.linalg.norm(states - states[:, :1], axis=-1), axis=-1)
        worst = min(worst, np.min(1 + 1e-6 - away / (start * np.exp(-rate * times))))
        Y = states[-1]
    return float(worst)
