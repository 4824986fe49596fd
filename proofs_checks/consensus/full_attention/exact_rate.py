"""The exact asymptotic rate of Theorem 3.2, the limit point, and the auto-regressive flow in a hemisphere.

Asymptotic rate. Let D(t) = diam q(t) > 0, which decays exponentially (CON-B1). (1) Logits of row i differ by at most
|P| |y_i| |y_j - y_k| <= L D, so e^(-LD) <= l sqrt(n+1) alpha_ij <= e^(LD) and c_j/c_i is within the same kind of bound
of 1: |b_ij - s/l| <= K D for some constant K, s = h/sqrt(n+1), since |c_i - c_j| <= C |y_i - y_j|_W <= C^2 D.  (2) For
b_ij = s/l exactly, (q_i - q_j)' = -s (q_i - q_j).  (3) The rest changes (q_i - q_j)' by at most 2 l K D^2, so -(s +
2lKD) D <= D+D <= -(s - 2lKD) D.  (4) With I(t) the integral of 2lKD from 0 to t, D e^(st - I) does not increase and D
e^(st + I) does not decrease. I is bounded (CON-B1), so D(t) e^(st) stays between two positive constants.

Limit point. |q_i'| <= l (max b_ij) D is integrable (CON-B1), so every q_i converges, all to one point q*, v^T q* = 1;
then y_i = q_i/|q_i|_W -> q*/|q*|_W. One functional at a time, the limit lies in the nested intervals [min w, max w].

Auto-regressive flow: the same equation, b_ij = 0 for j > i. With E_i = |q_i - q_1| and i an index of the largest E_i,
D+E_i <= sum_{j <= i} b_ij (E_j - E_i) <= b_i1 (0 - E_i), so max_i E_i decays at the rate delta = min b_i1.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus.full_attention.projected_flow import EXTENSION
from proofs_checks.consensus.symbols import metric
from proofs_checks.examples import example
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


@illustration(
    "CON-B1.rate",
    title="The exact asymptotic rate is h/sqrt(n+1)",
    statement=(
        "For U = I, bounded P and a solution in the open hemisphere that is not a consensus,"
        r" $e^{st}\,\mathrm{diam}\,q(t)$ with $s = h/\sqrt{n+1}$ stays between two positive"
        " constants: diam q decays exponentially, and the rate is s whatever P(t) is."
    ),
    source=EXTENSION,
    kind="convergence",
    role="extension",
)
def asymptotic_rate(multiple: int = 1) -> Iterator[Evidence]:
    scope = "all n, l, h >= 1, every W, every bounded P"
    s, ell, K, D = sp.symbols("s ell K D", positive=True)
    error, length, rate, total, x, L = sp.symbols("error length rate total x L", real=True)
    c_i, c_j, m, rho = sp.symbols("c_i c_j m rho", real=True)
    Q, weight = generic.array("q", 3, 2), s / 3
    uniform = np.full((3, 3), weight, dtype=object)
    # Tokens (q, 1) of height 1 over v = e_3: the projected flow of weights b_ij is that of attention weights b_ij.
    Y = np.concatenate([Q, np.full((3, 1), sp.Integer(1), dtype=object)], axis=1)
    moved = st.decrease.projected_velocity(Y, uniform, np.array([0, 0, 1], dtype=object))[:, :2]
    centre = sp.symbols("centre", real=True)
    weight, slope = sp.symbols("weight slope", real=True)
    found = conjunction(
        {
            "1: heights of tokens within D of each other, ratio within D/m of 1": decide.inequality(
                [c_j / c_i - 1 <= D / m, 1 - c_j / c_i <= D / m],
                [m > 0, c_i >= m, c_j >= m, c_j - c_i <= D, c_i - c_j <= D],
                scope=scope,
            ),
            "1: e^x - 1 <= 2x on [0, 1]": below_the_chord(scope),
            "1: a product of factors 1 + x and 1 + y with |x|, |y| <= LD <= 1 is within 3LD of 1": decide.inequality(
                [(1 + x) * (1 + error) - 1 <= 3 * L * D, 1 - (1 + x) * (1 + error) <= 3 * L * D],
                [L > 0, L * D <= 1, x <= L * D, x >= -L * D, error <= L * D, error >= -L * D],
                scope=scope,
            ),
            "2: uniform weights s/l pull every token to the mean": decide.identity(
                {
                    "q_i' = s (mean - q_i)": (sp.Matrix(moved), sp.Matrix(s * (np.mean(Q, axis=0) - Q))),
                    "two tokens, any l": (
                        s * (centre - x) - s * (centre - error),
                        -multiple * s * (x - error),
                    ),
                },
                scope=scope,
            ),
            "3: the rest turns into a change of the rate": decide.inequality(
                [rate <= -(s - 2 * ell * K * D) * D, rate >= -(s + 2 * ell * K * D) * D],
                [
                    rate + s * length <= total,
                    rate + s * length >= -total,
                    sp.Eq(length, D),
                    total <= 2 * ell * K * D**2,
                ],
                scope=scope,
            ),
            "4: weight D falls where weight' = (s - 2lKD) weight, and rises where weight' = (s + 2lKD) weight": (
                conjunction(
                    {
                        "falls": decide.inequality(
                            (s - error) * weight * D + weight * slope <= 0,
                            [weight > 0, slope <= -(s - error) * D],
                            scope=scope,
                        ),
                        "rises": decide.inequality(
                            (s + error) * weight * D + weight * slope >= 0,
                            [weight > 0, slope >= -(s + error) * D],
                            scope=scope,
                        ),
                    },
                    scope="error = 2 l K D, whose integral over all t is finite",
                )
            ),
            "4: the integral of e^(-rho t), (1 - x)/rho with x = e^(-rho t), is at most 1/rho": decide.inequality(
                (1 - x) / rho <= 1 / rho, [rho > 0, x > 0, x <= 1], scope=scope
            ),
        },
        scope=scope,
    )
    yield found


@illustration(
    "CON-B1.point",
    title="All tokens converge to one point",
    statement=(
        r"In the situation of CON-B1 every $q_i(t)$ has a limit, the same $q^*$ for all i, and $y_i(t) \to"
        " q^*/|q^*|_W$, both exponentially."
    ),
    source=EXTENSION,
    kind="convergence",
    role="extension",
)
def one_point(power: int = 1) -> Iterator[Evidence]:
    """The path from time t on is at most the integral of K D_0 e^(-rho tau), K D_0 e^(-rho t)/rho."""
    scope = "all n, l, h >= 1, every W, bounded measurable P"
    K, D, rho, tau = sp.symbols("K D rho tau", positive=True)
    speed, w, p, r, b = sp.symbols("speed w p r b", real=True)
    remaining = K * D * sp.exp(-rho * tau) / rho**power
    found = conjunction(
        {
            "a primitive of the bound on the speed": decide.identity(
                {"derivative": (-sp.diff(remaining, tau), K * D * sp.exp(-rho * tau))}, scope=scope
            ),
            "each term of the speed is at most b (p - r)": decide.inequality(
                [b * (w - speed) <= b * (p - r), b * (w - speed) >= -b * (p - r)],
                [b > 0, w <= p, w >= r, speed <= p, speed >= r],
                scope=scope,
            ),
            "on the sphere: tokens are no farther apart than C times their projections": normalised_distance(),
        },
        scope=scope,
    )
    yield found


def below_the_chord(scope: str) -> Evidence:
    """e^x <= 1 + 2x on [0, 1], where the convex e^x is below its chord 1 + (e - 1)x."""
    return example({"one": 1}, ["exp(one) < 3"], scope=scope, method="ball arithmetic of the referee")


def normalised_distance(stretch: int = 1) -> Evidence:
    """|x/|x| - y/|y||^2 |x||y| = |x - y|^2 - (|x| - |y|)^2, so |y_i - y_j| <= C |q_i - q_j| as |q_i| = 1/c_i >= 1/C.

    stretch : a factor of the left side.
    """
    scope = "any two vectors, by their lengths and their inner product; the metric by pairs, step 2"
    x, y, top = sp.symbols("x y top", positive=True)
    g, far = sp.symbols("g far", real=True)
    return conjunction(
        {
            "directions and lengths, cosine g": decide.identity(
                {"cosine rule": ((2 - 2 * g) * x * y, x**2 + y**2 - 2 * g * x * y - (x - y) ** 2)}, scope=scope
            ),
            "with lengths at least 1/C, C = top": decide.inequality(
                stretch**2 * far <= top**2 * (far * x * y + (x - y) ** 2),
                [far >= 0, top * x >= 1, top * y >= 1],
                squares=[top * (x - y)],
                scope=scope,
            ),
        },
        scope=scope,
    )


@illustration(
    "CON-B1.causal",
    title="The auto-regressive flow in a hemisphere follows the first token",
    statement=(
        r"With auto-regressive weights, U = I, bounded measurable P and all $v^Ty_i(0) \ge m_0 > 0$: $\max_i|q_i -"
        r" q_1|$ decays at least like $e^{-\rho_0t}$ with the $\rho_0$ of CON-B1 divided by $\ell$; all tokens"
        " converge to $y_1$, which does not move."
    ),
    source=EXTENSION,
    kind="convergence",
    role="extension",
)
def leader(pace: int = 1) -> Iterator[Evidence]:
    """The heights: c_i' >= 0 at a least one uses only weights >= 0 (T3.2.a); a_i1 >= sum_h e^(-2M_h)/(l sqrt(n+1)),
    since row i has i <= l terms.
    """
    scope = "all n, l, h >= 1, every W, causal weights"
    E_i, E_j, b, b_1, delta, e, d, i, ell = sp.symbols("E_i E_j b b_1 delta e d i ell", real=True)
    Y, v = generic.array("y", 2, 3), generic.array("v", 3)
    a = generic.array("a", 2, 2)
    own = np.array([[a[0, 0], sp.Integer(0)], [a[1, 0], a[1, 1]]], dtype=object)
    W = metric(3)
    c_i, c_j, g = sp.symbols("c_i c_j g", real=True)
    found = conjunction(
        {
            "the largest E_i: the first token pulls it, no other pushes": decide.inequality(
                [b * (E_j - E_i) <= 0, b_1 * (0 - E_i) <= -pace * delta * E_i],
                [b >= 0, b_1 >= delta, delta > 0, E_j <= E_i, E_j >= 0, E_i > 0],
                scope=scope,
            ),
            "the first token does not move": decide.identity(
                {
                    "y_1' = a (1 - |y_1|_W^2) y_1": (
                        sp.Matrix(st.velocity(Y, own, None, W)[0]),
                        sp.Matrix(a[0, 0] * (1 - st.models.inner(Y[0], Y[0], W)) * Y[0]),
                    )
                },
                scope=scope,
            ),
            "a least height does not decrease": decide.inequality(
                b * (c_j - c_i * g) >= 0, [b >= 0, c_i > 0, c_j >= c_i, g <= 1], scope=scope
            ),
            "a row of i <= l terms": decide.inequality(
                e / (i * d) >= e / (ell * d), [e > 0, d > 0, i >= 1, i <= ell], scope=scope
            ),
            "|q_i - q_1| falls at least as its parts: x^T(y - x) <= |x|(|y| - |x|), from |x^T y| <= |x||y|": (
                decide.inequality(b_1 - E_i**2 <= E_i * (E_j - E_i), [b_1 <= E_i * E_j], scope=scope)
            ),
        },
        scope=scope,
    )
    yield found
    q = st.decrease.projected_velocity(Y, own, v)
    c = st.heights(Y, v)
    yield decide.identity(
        {
            "the second token, from the flow": (
                sp.Matrix(q[1]),
                sp.Matrix(a[1, 0] * c[0] / c[1] * (Y[0] / c[0] - Y[1] / c[1])),
            )
        },
        scope="two tokens",
        covers=False,
    )
