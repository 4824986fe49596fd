"""CON-B2, CON-X3: the contraction factor of the map (1) at consensus, the map without skip connection, and negative
steps.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus.full_attention.exact_rate import below_the_chord, normalised_distance
from proofs_checks.consensus.full_attention.layers import MAP
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


@illustration(
    "CON-B2.infinity",
    title="Without skip connection convergence is quadratic",
    statement=(
        r"Without skip connection the map is $y_i^+ = \pi_W(\sum_j\bar\alpha_{ij}y_j)$. For $|x^TP_\eta y| \le"
        r" K|x||y|$ and $\mu|x|^2 \le x^TWx \le L^2|x|^2$, $\mu, L > 0$, $C = \sqrt{v^TW^{-1}v}$, it keeps the open"
        r" hemisphere, $q_i^+ = \sum_j\beta_{ij}q_j$ with $\beta_{ij} ="
        r" \bar\alpha_{ij}c_j/\sum_k\bar\alpha_{ik}c_k$, and $\mathrm{diam}\,q^+ \le"
        r" \frac{8KCL}\mu(\mathrm{diam}\,q)^2$. It is the limit of the map as $\tau \to \infty$: the two $q_i^+$ differ"
        r" by at most $\frac{c_i}{\tau\sum_j\bar\alpha_{ij}c_j}\mathrm{diam}\,q$."
    ),
    source=MAP,
    kind="convergence",
    role="extension",
)
def no_skip(power: int = 1) -> Iterator[Evidence]:
    """q_i+ - q_k+ = sum_j (beta_ij - beta_kj)(q_j - q_1), since rows add up to 1: l terms of at most K D times D.

    The logits of rows i and k differ by |(y_i - y_k)^T P y_j| <= M |y_i - y_k|_W <= x = M C D (CON-B1.point): weights
    of one head by factors within e^(+-2x), their sums over heads as well, and shares beta within e^(+-4x). If 4x <= 1,
    e^(4x) <= 1 + 8x, and |beta_ij - beta_kj| <= 8x; if 4x > 1, two shares differ by at most 1 <= 8x. The bounds of
    CON-B2.contraction pass to the limit of their inequalities, with the factor 1 - l a m/(C s).
    """
    scope = "all n, l, h >= 1, every W, bounded P"
    beta, q = generic.array("b", 2, 2), generic.array("q", 3)
    rows = np.concatenate([beta, 1 - np.sum(beta, axis=1, keepdims=True)], axis=1)
    K, D, change, gap, total, ell = sp.symbols("K D change gap total ell", real=True)
    Y, v, a, eps = (
        generic.array("y", 2, 2),
        generic.array("v", 2),
        generic.array("a", 2),
        sp.Symbol("eps", positive=True),
    )
    near, far, E, x = sp.symbols("near far E x", real=True)
    c = st.heights(Y, v)
    z = Y + st.models.drive(Y, np.stack([a, a])) / eps
    found = conjunction(
        {
            "the share a c_j/(sum a c) as eps = 1/tau -> 0": decide.identity(
                {
                    "projection": (
                        sp.Matrix(sp.Matrix(eps * z[0] / (eps * z[0] @ v)).applyfunc(sp.together).subs(eps, 0)),
                        sp.Matrix((a[0] * Y[0] + a[1] * Y[1]) / (a[0] * c[0] + a[1] * c[1])),
                    )
                },
                scope=scope,
            ),
            "rows add up to 1": decide.identity(
                {"difference": ((rows[0] - rows[1]) @ q, (rows[0] - rows[1]) @ (q - q[0]))}, scope=scope
            ),
            "a term": decide.inequality(
                [change * gap <= K * D**2, change * gap >= -K * D**2],
                [K > 0, D > 0, change <= K * D**power, change >= -K * D**power, gap <= D, gap >= -D],
                scope=scope,
                degree=4,
            ),
            "two shares within a factor E <= 1 + 8x of each other": decide.inequality(
                [near - far <= 8 * x, far - near <= 8 * x],
                [near <= E * far, far <= E * near, 1 + 8 * x >= E, x >= 0, near >= 0, far >= 0, near <= 1, far <= 1],
                scope="4x <= 1",
            ),
            "or any two shares": decide.inequality(
                [near - far <= 8 * x, far - near <= 8 * x],
                [4 * x > 1, near >= 0, far >= 0, near <= 1, far <= 1],
                scope="4x > 1",
            ),
            "e^(4x) <= 1 + 8x for 4x <= 1": below_the_chord("4x <= 1"),
            "tokens of rows i and k": normalised_distance(),
            "l terms": decide.inequality(ell * total <= ell * K * D**2, [ell >= 1, total <= K * D**2], scope=scope),
        },
        scope=scope,
    )
    yield found


@illustration(
    "CON-B2.negative",
    title="Every negative step leaves some hemisphere and increases V",
    statement=(
        r"For every $\tau < 0$, $n \ge 1$ and $\ell \ge 2$ there are states of the open hemisphere of $S^n$ that the"
        r" map (1) with $W_\eta V_\eta = \tau I$, P = 0, takes out of it: $y_2 = \dots = y_\ell = v = e_1$ and $y_1 ="
        r" (2r, 1 - r^2, 0, \dots)/(1 + r^2)$ with $0 < r \le \min(1, |\tau|s/8)$, $s = h/\sqrt{n+1}$. Then $v^Ty_1^+ <"
        r" 0$, so V increases as well. (One token alone stays in its hemisphere for $\tau > -1/s$.)"
    ),
    source=MAP,
    kind="invariance",
    role="extension",
)
def negative_step(depth: int = 0) -> Iterator[Evidence]:
    """On the sphere; the l - 1 equal tokens act as one of their whole weight: the drive is linear in the weights.

    The step is defined: z_1 is not 0, and z_2 = 0 would make y_1 a multiple of e_1, that is r = 1, where z_1 = z_2.
    """
    tau, s, r = sp.symbols("tau s r", real=True)
    ell = sp.Symbol("ell", integer=True)
    v = np.array([sp.Integer(1), sp.Integer(0)], dtype=object)
    Y = np.array([[2 * r / (1 + r**2), (1 - r**2) / (1 + r**2)], [sp.Integer(1), sp.Integer(0)]], dtype=object)
    A = np.array([[s / ell, s * (ell - 1) / ell]] * 2, dtype=object)
    height = st.heights(Y + tau * st.models.drive(Y, A), v)[0]
    given = [tau < 0, s > 0, r > 0, r <= 1, 8 * r <= -tau * s, ell >= 2]
    goal = height < depth * tau * s
    scope = "every tau < 0, s > 0, n >= 1 and l >= 2, the given states"
    found = conjunction(
        {
            "the tokens are unit vectors": decide.identity({"unit": (Y[0] @ Y[0], sp.Integer(1))}, scope=scope),
            "they are in the open hemisphere": decide.inequality(Y[0] @ v > 0, given, scope=scope),
            "the new height of the first one is negative": decide.inequality(goal, given, scope=scope, degree=4),
        },
        scope=scope,
    )
    yield found
    yield decide.smt(goal, given, scope=scope)


@illustration(
    "CON-X3",
    title="Discrete Theorem 3.2: exactly the steps tau >= 0",
    statement=(
        r"For the map (1) with $W_\eta V_\eta = \tau I$ the open hemispheres are forward invariant and V is"
        r" non-increasing for every P and all $\tau \ge 0$, and, for $\ell \ge 2$, for no $\tau < 0$: with P = 0 a"
        r" token of height $v^Ty_i < |\tau|h v^Ty_j/(\ell\sqrt{n+1})$ for some j leaves the hemisphere, so that V"
        " increases, and on an ellipsoid with a point of height 0 there is such a token below every token (at a"
        r" consensus $\tau = -1/s$ leaves nothing to project). For $\tau > 0$ and P bounded over the layers"
        r" consensus is reached geometrically, $\mathrm{diam}\,q$ after k layers being at most $f^k$ times what it"
        " was, with the $f < 1$ of CON-B2.contraction; tangent differences at a consensus are multiplied by $1/(1"
        r" + \tau s)$ per layer; and with the bounds and the map without skip connection of CON-B2.infinity, the"
        r" limit $\tau \to \infty$, $\mathrm{diam}\,q^+ \le \frac{8KCL}\mu(\mathrm{diam}\,q)^2$."
    ),
    source=MAP,
    kind="invariance",
    role="extension",
)
def exactly_nonnegative(floor: int = 0) -> Iterator[Evidence]:
    """tau = 0 is the identity; at tau = -1/s a consensus has z_i = 0; for tau > 0 the factor lies strictly between 0
    and 1 and decreases in tau.
    """
    Y, a = generic.array("y", 2, 2), generic.array("a", 2, 2)
    tau, more, s = sp.symbols("tau more s", real=True)
    still = Y + 0 * st.models.drive(Y, a)
    y, size = generic.array("c", 2), sp.Symbol("s", positive=True)
    lost = np.stack([y, y]) - st.models.drive(np.stack([y, y]), np.full((2, 2), size / 2, dtype=object)) / size
    found = conjunction(
        {
            "tau = -1/s, at a consensus": decide.identity(
                {"nothing to project": (sp.Matrix(lost), sp.zeros(2, 2))}, scope="tau = -1/s"
            ),
            "tau = 0": decide.identity({"identity": (sp.Matrix(still), sp.Matrix(Y))}, scope="tau = 0"),
            "the factor": decide.inequality(
                [1 / (1 + tau * s) < 1, 1 / (1 + tau * s) > floor, 1 / (1 + more * s) < 1 / (1 + tau * s)],
                [tau > 0, s > 0, more > tau],
                scope="all tau > 0",
            ),
        },
        scope="all n, l, h >= 1, every W and P, all real tau",
    )
    yield found
