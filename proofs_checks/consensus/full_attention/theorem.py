"""Theorem 3.2 itself, assembled; what "attractivity" means for an open set; stability beyond attractivity.

Theorem. (0) Solutions exist for all t >= 0 (CON-A6). (1) A consensus is an equilibrium for every t (T3.2.e), so C+_l(v)
is forward invariant. (2) From H+(v)^l the heights stay at least m_0 (T3.2.a) and diam q decays exponentially (CON-B1).
(3) |y_i - y_j|_W <= C |q_i - q_j|_W (shown in CON-B1.point), and (y_1, ..., y_1) is in C+_l(v), so dist(y(t), C+_l(v))
<= sqrt(l) C diam q(t) -> 0.

Never in finite time (T3.2.e). Let y(T) be the consensus of z, and y(t) none before. Just before T all tokens have
positive heights over v = Wz. There p - r of a functional obeys D+(p - r) >= -2k(p - r) with k >= sum_j b_ij, so
e^(2kt)(p - r) does not decrease on the way to T: it cannot reach 0 from a positive value.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus.full_attention import pairs
from proofs_checks.consensus.full_attention.exact_rate import normalised_distance
from proofs_checks.consensus.full_attention.heights import THEOREM
from proofs_checks.consensus.symbols import metric
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


@illustration(
    "CON-T3.2",
    title="Theorem 3.2: the consensus set of a hemisphere is forward invariant and attracts the hemisphere",
    statement=(
        r"Let $U_\eta = I$, $P_\eta$ bounded and uniformly continuous, W any metric. For every $v \in E_W^n$ the set"
        r" $C^+_\ell(v)$ is forward invariant for (6), and $\mathrm{dist}(y(t), C^+_\ell(v)) \to 0$ for every"
        " solution with all $v^Ty_i(0) > 0$; all heights $v^Ty_i(t)$ stay above a positive number."
    ),
    source=THEOREM,
    kind="convergence",
)
def theorem(stretch: int = 1) -> Iterator[Evidence]:
    ell, D, near, x = sp.symbols("ell D near x", positive=True)
    s = sp.symbols("s", real=True)
    found = conjunction(
        {
            "3: distances on the ellipsoid": normalised_distance(stretch),
            "3: l squares, each at most (C diam q)^2 = D^2, are at most (sqrt(l) D)^2 together": decide.inequality(
                s <= ell * D**2, [s <= ell * near, near <= D**2], scope=pairs.ALL
            ),
            "e^(-x) <= 1/(1 + x) -> 0: the bound falls below every eps > 0": decide.inequality(
                D / (1 + x) < near, [x > D / near], scope="x = rho_0 t"
            ),
        },
        scope=pairs.ALL,
    )
    yield found


@illustration(
    "CON-T3.2.e",
    title="Consensus is an equilibrium, never reached in finite time",
    statement=(
        r"For U = I the right-hand side of (6) vanishes on $C^+_\ell(v)$, at almost every t; a solution (bounded P)"
        " that is not a consensus initially is none at any finite time."
    ),
    source=THEOREM,
    kind="equilibrium",
)
def consensus_is_kept(pace: int = 2) -> Iterator[Evidence]:
    y, W, a = generic.array("y", 3), metric(3), sp.Symbol("a", real=True)
    Y = np.stack([y, y])
    moved = st.velocity(Y, pairs.alone(a), None, W)[0]
    k, p, r, w = sp.symbols("k p r w", real=True)
    up, down, weight, gap, slope = sp.symbols("up down weight gap slope", real=True)
    found = conjunction(
        {
            "an equal token causes the velocity a (1 - |y|_W^2) y, which is 0 on the ellipsoid": decide.identity(
                {"velocity": (sp.Matrix(moved), sp.Matrix(a * (1 - st.models.inner(y, y, W)) * y))}, scope=pairs.ALL
            ),
            "(w_j - p) >= -(p - r) and (w_j - r) <= p - r, times weights that add up to at most k": decide.inequality(
                up - down >= -pace * k * (p - r),
                [k > 0, p > r, up >= -k * (p - r), down <= k * (p - r)],
                scope=pairs.ALL,
            ),
            "per term": decide.inequality(
                [w - p >= -(p - r), w - r <= p - r], [w <= p, w >= r, p > r], scope=pairs.ALL
            ),
            "so weight gap does not decrease, where weight' = 2 k weight": decide.inequality(
                2 * k * weight * gap + weight * slope >= 0, [weight > 0, slope >= -2 * k * gap], scope=pairs.ALL
            ),
        },
        scope=pairs.ALL,
    )
    yield found


@illustration(
    "CON-T3.2.h",
    title="Attraction to the open set itself",
    statement=(
        r"For U = I, any W and bounded P: $C^+_\ell(v)$ is open in the set of all consensus points, yet solutions"
        r" from $H^+(v)^\ell$ converge to a point of $C^+_\ell(v)$ itself, not only of its closure: the limit has"
        r" the height $\ge m_0 = \min_iv^Ty_i(0) > 0$."
    ),
    source=THEOREM,
    kind="convergence",
)
def limit_inside(multiple: int = 1) -> Iterator[Evidence]:
    """c_i(t) >= m_0 for all t is a closed condition: the limit is at least m_0 - eps for every eps > 0."""
    m, limit, c, eps = sp.symbols("m_0 limit c eps", real=True)
    given = [m > 0, c >= m, limit >= c - eps, 2 * eps <= m]
    goal = [limit >= multiple * m - eps, limit > 0]
    scope = "all n, l, every W; c = c(t) with |c(t) - limit| <= eps <= m_0/2 for large t"
    yield decide.inequality(goal, given, scope=scope)
    yield decide.smt(goal, given, scope=scope)


@illustration(
    "CON-T3.2.i",
    title="Convergence to one point, not only to the set",
    statement=(
        "Introduction: the tokens converge to a consensus equilibrium, that is, to one limit point. For U = I, any"
        r" W and bounded P, from the open hemisphere $|y_i(t) - y^*|$ decays exponentially with the same $y^* \in"
        " H^+(v)$ for all i."
    ),
    source=THEOREM,
    kind="convergence",
)
def one_limit(reach: int = 1) -> Iterator[Evidence]:
    """A path of length at most L from q_i(t) on ends within L; all q_i end where q_1 ends, since diam q -> 0."""
    far, rest, gap = sp.symbols("far rest gap", real=True)
    scope = "all n, l, h >= 1, every W, bounded measurable P"
    found = conjunction(
        {
            "the limit is within the remaining path": decide.inequality(
                far * reach <= rest + gap, [far <= rest, gap >= 0, rest > 0], scope=scope
            ),
            "two limits: their distance is below every eps = gap, hence 0": decide.inequality(
                far < 3 * gap, [gap > 0, far <= 2 * rest + gap, rest < gap], scope=scope
            ),
            "and on the ellipsoid": normalised_distance(),
        },
        scope=scope,
    )
    yield found


@illustration(
    "CON-T3.2.j",
    title="More than attractivity: exponential convergence",
    statement=(
        "The paper obtains attractivity only, since the system is time-varying. In fact, for U = I, any W and every"
        " bounded measurable P, consensus is uniformly exponentially stable as a set, with one rate and one factor: if"
        r" $|y_i - y_j|_W^2 \le r < 2$ at first, then $|y_i - y_j|_W^2 \le 2re^{-4at}$ from then on, $a ="
        r" \sum_\eta e^{-2M_\eta}/(\ell\sqrt{n+1})$, $|y^TP_\eta y'| \le M_\eta$ on the ellipsoid. And from every open"
        r" hemisphere diam q with $q_i = y_i/v^Ty_i$ decays exponentially and bounds all $|y_i - y_j|$ up to a factor:"
        " the tokens come together exponentially."
    ),
    source=THEOREM,
    kind="stability",
    reading="the question behind the remark is whether (uniform, exponential) asymptotic stability is true",
)
def uniformly_stable(constant: str = "6") -> Iterator[Evidence]:
    """CON-B1 with v = W y_1: heights <y_1, y_i>_W = 1 - |y_i - y_1|^2/2 >= 1/2 and C = |y_1|_W = 1."""
    scope = "all n, l, h >= 1, every W, every initial time"
    D, c_i, c_j, apart, gap = sp.symbols("dist c_i c_j apart gap", real=True)
    Y, W = generic.array("y", 2, 3), metric(3)
    y = Y[0]
    heights = [2 * c_i >= 1, 2 * c_j >= 1, D >= 0, D <= 1]
    found = conjunction(
        {
            "v = W y_1: C^2 = v^T W^-1 v = |y_1|_W^2 and c_i = <y_1, y_i>_W": decide.identity(
                {
                    "greatest height": ((W @ y) @ y, st.models.inner(y, y, W).item()),
                    "heights": (st.heights(Y, W @ y)[1], st.models.gram(Y, W)[0, 1]),
                },
                scope=scope,
            ),
            "heights are at least 1/2": decide.inequality(
                c_i >= sp.Rational(1, 2), [sp.Eq(c_i, 1 - gap / 2), gap <= 1], scope=scope
            ),
            "|q_i - q_j| <= D/c_i + |1/c_i - 1/c_j| with |c_i - c_j| <= D": decide.inequality(
                D / c_i + apart / (c_i * c_j) <= sp.Rational(constant) * D,
                [*heights, apart <= D, apart >= 0],
                scope=scope,
                degree=4,
            ),
            "and back with the constant C = 1": normalised_distance(),
        },
        scope=scope,
    )
    yield found
