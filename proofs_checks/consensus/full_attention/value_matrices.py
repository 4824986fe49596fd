"""CON-H.1: Theorem 3.2 with other value matrices. Which part of its conclusion survives, letter by letter.

Exit of the hemisphere. At a state with c_1 = 0, other heights positive and c_1' < 0 the flow crosses the boundary: the
same solution was in the open hemisphere shortly before, V grew while it was, and it is outside shortly afterwards. The
witnesses are such states; the referee evaluates c_1' from the tokens, the weights and the value matrices.

Consensus. (a), (e): two tokens with U_eta = u_eta I obey g' = (sum_eta u_eta (alpha_12 + alpha_21))(1 - g^2), g = y_1^T
y_2: they never come closer while the bracket is negative. (c): two tokens of the circle under a rotation U and P = 0
keep their angle. (b), (d): the symmetric pair (+-S, C) of the circle stays symmetric, and S grows once S >= 3/5 when P
attracts enough.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus.full_attention import pairs
from proofs_checks.consensus.full_attention.projected_flow import contraction
from proofs_checks.consensus.full_attention.unbounded_logits import HYPOTHESES
from proofs_checks.consensus.symbols import metric
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


@illustration(
    "CON-H.1.scalar",
    title="Two tokens under scalar value matrices",
    statement=(
        r"Full attention, $\ell = 2$, $U_\eta = u_\eta I$, any W, n, P: $\dot g = (1 - g^2)\sum_\eta"
        r" u_\eta(\alpha_{12}^\eta + \alpha_{21}^\eta)$, $g = y_1^TWy_2$. If the sum is never positive, the tokens"
        " do not converge to each other unless they are equal."
    ),
    source=HYPOTHESES,
    kind="identity",
    role="extension",
)
def scalar_pair(second: int = 1) -> Iterator[Evidence]:
    Y, A, (u_1, u_2) = generic.array("y", 2, 3), generic.array("alpha", 2, 2, 2), sp.symbols("u_1 u_2", real=True)
    U = np.stack([u * np.eye(3, dtype=int) for u in (u_1, u_2)])
    moved, g = st.velocity(Y, A, U), Y[0] @ Y[1]
    bracket = sum(u * (A[k, 0, 1] + second * A[k, 1, 0]) for k, u in enumerate((u_1, u_2)))
    slope, before, now = sp.symbols("slope before now", real=True)
    found = conjunction(
        {
            "g'": decide.identity(
                {"rate": (moved[0] @ Y[1] + Y[0] @ moved[1], (1 - g**2) * bracket)},
                relations=pairs.unit_relations(Y),
                scope="a pair in R^3, two heads; a sum over heads",
            ),
            "no approach: g(t) = g(0) + integral <= g(0) < 1": decide.inequality(
                now < 1, [sp.Eq(now, before + slope), slope <= 0, before < 1], scope=pairs.ALL
            ),
        },
        scope=pairs.ALL,
    )
    yield found


@illustration(
    "CON-H.1.rotation",
    title="Two tokens under a rotation keep their angle",
    statement=(r"For n = 1, $\ell = 2$, P = 0 and U the rotation by 90 degrees: $\frac d{dt}y_1^Ty_2 = 0$ along (6)."),
    source=HYPOTHESES,
    kind="identity",
    role="extension",
)
def rotated_pair(own: int = 1) -> Iterator[Evidence]:
    Y, a = generic.array("y", 2, 2), sp.Symbol("a", positive=True)
    U = np.array([[0, -1], [1, 0]], dtype=object)
    moved = st.velocity(Y, np.array([[a, own * a], [a, a]], dtype=object), U)
    found = decide.identity(
        {"rate of y_1^T y_2": (moved[0] @ Y[1] + Y[0] @ moved[1], sp.Integer(0))},
        scope="all pairs of the circle; equal heads add up",
    )
    yield found


@illustration(
    "CON-H.1.e",
    title="Scalar value matrices bounded from below: Theorem 3.2 persists",
    statement=(
        r"(e) For $U_\eta = u_\eta(t)I$ with all $u_\eta(t) \ge u_0 > 0$ (locally bounded) and $|y^TP_\eta(t)y'| \le"
        r" M_\eta$ on the ellipsoid the conclusion of Theorem 3.2 persists: (6) is the flow with U = I and weights"
        r" $u_\eta\alpha^\eta_{ij} \ge u_0\alpha^\eta_{ij}$; with $m_0 = \min_iv^Ty_i(0) > 0$ the hemisphere is"
        r" invariant, V does not increase, and the diameter of the $y_i/v^Ty_i$ decays at the rate $u_0\rho_0$, $\rho_0"
        r" = \frac{m_0}C\sum_\eta e^{-2M_\eta}/\sqrt{n+1}$, $C = \sqrt{v^TW^{-1}v}$."
    ),
    source=HYPOTHESES,
    kind="convergence",
    role="dropped",
)
def positive_scalars(power: int = 1) -> Iterator[Evidence]:
    Y, A, W = generic.array("y", 2, 2), generic.array("alpha", 2, 2, 2), metric(2)
    heads = sp.symbols("u_1 u_2", real=True)
    U = np.stack([u * np.eye(2, dtype=int) for u in heads])
    scaled = A * np.array([u**power for u in heads])[:, np.newaxis, np.newaxis]
    u, u_0, a, a_ij = sp.symbols("u u_0 a a_ij", real=True)
    found = conjunction(
        {
            "scalars go into the weights": decide.identity(
                {"field": (sp.Matrix(st.velocity(Y, A, U, W)), sp.Matrix(st.velocity(Y, scaled, None, W)))},
                scope="a pair, two heads, generic W; linear in the weights",
            ),
            "the weights keep a positive lower bound": decide.inequality(
                [u * a_ij >= u_0 * a, u_0 * a > 0], [a > 0, a_ij >= a, u_0 > 0, u >= u_0], scope=pairs.ALL
            ),
            **contraction(),
        },
        scope=pairs.ALL,
    )
    yield found
