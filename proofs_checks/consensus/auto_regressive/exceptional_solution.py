"""Theorem 4.2 is false for three tokens: an exact solution that stays in D^1_3 and does not converge to consensus.

n = 1, h = 1, time-varying bounded P. With u = exp(-t/(2 sqrt 2)) and z = k u, k = 1/4,

    y_1 = e_1,   y_2 at the angle 2 arctan u,   y_3 at the angle pi + 2 arctan z,
    weights times sqrt 2:   (1),   (1/2, 1/2),   (1/4, (1 + u^2)/(4 + u^2), (8 - u^2)/(4 (4 + u^2))).

1. These tokens and weights solve (6): u' = -u/(2 sqrt 2) by the definition of u, and both sides agree as rational
   functions of u.
2. The weights are softmax weights of P(t) = x N_1 + y N_2, N_1 = y_2^perp (-u, 1), N_2 = y_3 (1, u): y_2^T P (y_2 -
   y_1) = 0, y_3^T P (y_2 - y_1) = A and y_3^T P (y_3 - y_1) = B, the logarithms of the quotients of weights.
3. P is bounded on 0 < u <= 1 (and continuous in t): 0 <= A <= 3 u^2/(4 + u^2) and 0 <= B <= 1, as 0 <= log q <= q - 1
   for q >= 1, so |x| and |y| are bounded, and |N_1|, |N_2| <= sqrt 2.
4. y_3(0) = -(15/17, 8/17) is not -y_1, y_2(0) = e_2 is not -y_1; and as t -> infinity, u and z -> 0, so y_2 -> y_1
   while y_3 -> -y_1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.refutations import completed
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "n = 1, l = 3, h = 1, one bounded continuous P(t), one initial state: the solution for all t >= 0"
DOMAIN = (
    "integer(n)",
    "n >= 1",
    "cols(Y) == n + 1",
    "integer(h)",
    "h >= 1",
    "Y[1] != -1*Y[0]",
    "Y[2] != -1*Y[0]",
    "dot(Y[0], Y[0]) == 1",
    "dot(Y[1], Y[1]) == 1",
    "dot(Y[2], Y[2]) == 1",
)
EXAMPLE = {"n": 1, "h": 1, "Y": [[1, 0], ["3/5", "4/5"], ["-3/5", "4/5"]]}


def _weights(u: Any) -> Any:
    """The row-stochastic weights of the exact solution, as rational functions of u."""
    zero, half = sp.Integer(0), sp.Rational(1, 2)
    third = [sp.Rational(1, 4), (1 + u**2) / (4 + u**2), (8 - u**2) / (4 * (4 + u**2))]
    return np.array([[sp.Integer(1), zero, zero], [half, half, zero], third], dtype=object)


def solution(slope: str) -> Evidence:
    """The steps 1 to 4 of the module's head, for z = slope * u."""
    u, A, B = sp.symbols("u A B", real=True)
    k = sp.Rational(slope)
    Y, weights = st.decrease.wedge_tokens(u, k * u), _weights(u)
    moved = sp.Matrix(-u / 2 * sp.Matrix(Y).diff(u))
    field = sp.Matrix(st.velocity(Y, weights))
    factors, N_1, N_2 = _logit_matrix(Y, u, A, B)
    logits = st.models.logits(Y, factors[0] * N_1 + factors[1] * N_2)
    inside = [u > 0, u <= 1]
    bounds = [A >= 0, A * (4 + u**2) <= 3 * u**2, B >= 0, B <= 1]
    return conjunction(
        {
            "tokens and weights solve the model, time scaled by sqrt 2": decide.identity(
                {"y' = velocity": (moved, field)}, scope=SCOPE
            ),
            "rows sum to 1": decide.identity(
                {f"row {i + 1}": (sum(weights[i]), sp.Integer(1)) for i in range(3)}, scope=SCOPE
            ),
            "the weights are positive": decide.inequality([weights[2, 1] > 0, weights[2, 2] > 0], inside, scope=SCOPE),
            "differences of the logits": decide.identity(
                {
                    "row 2": (logits[1, 1] - logits[1, 0], sp.Integer(0)),
                    "row 3, token 2": (logits[2, 1] - logits[2, 0], A),
                    "row 3, token 3": (logits[2, 2] - logits[2, 0], B),
                },
                scope=SCOPE,
            ),
            "quotients of weights q >= 1 and the bounds q - 1 of their logarithms": decide.inequality(
                [
                    weights[2, 1] / weights[2, 0] >= 1,
                    weights[2, 1] / weights[2, 0] - 1 <= 3 * u**2 / (4 + u**2),
                    weights[2, 2] / weights[2, 0] >= 1,
                    weights[2, 2] / weights[2, 0] - 1 <= 1,
                ],
                inside,
                scope=SCOPE,
            ),
            **{
                f"the factor of {name} in P is bounded by {bound}": decide.inequality(
                    [value * sign <= bound for sign in (1, -1)], [*inside, *bounds], degree=4, scope=SCOPE
                )
                for name, value, bound in (("N_1", factors[0], 2), ("N_2", factors[1], 4))
            },
            "y_3 tends to -y_1, y_2 to y_1: |y_3 + y_1|^2, |y_2 - y_1|^2 <= 4 u^2": decide.inequality(
                [4 * u**2 >= _square(Y[2] + Y[0]), 4 * u**2 >= _square(Y[1] - Y[0])], inside, degree=4, scope=SCOPE
            ),
        },
        scope=SCOPE,
    )


def _logit_matrix(Y: Any, u: Any, A: Any, B: Any) -> tuple[tuple[Any, Any], Any, Any]:
    """((x, y), N_1, N_2) with P = x N_1 + y N_2, rational in u and linear in A, B."""
    across, along = np.array([-u, 1 + 0 * u], dtype=object), np.array([1 + 0 * u, u], dtype=object)
    turned = np.array([-Y[1, 1], Y[1, 0]], dtype=object)
    x = sp.cancel(A / ((Y[2] @ turned) * (across @ (Y[1] - Y[0]))))
    y = sp.cancel((B - x * (Y[2] @ turned) * (across @ (Y[2] - Y[0]))) / (along @ (Y[2] - Y[0])))
    return (x, y), np.outer(turned, across), np.outer(Y[2], along)


def _square(vector: Any) -> Any:
    return sp.cancel(sum(entry**2 for entry in vector))


def refuted(slope: str) -> Iterator[Evidence]:
    """REFUTED by the initial state, which is the point u = 1 of the proved solution."""
    Y = st.decrease.wedge_tokens(sp.Integer(1), sp.Rational(slope))
    start = decide.refutation(
        {"n": 1, "h": 1, "u": 1, "z": slope, "Y": Y.tolist()},
        [
            "Y[0] == [1, 0]",
            "Y[1] == [(1 - u**2)/(1 + u**2), 2*u/(1 + u**2)]",
            "Y[2] == [-(1 - z**2)/(1 + z**2), -2*z/(1 + z**2)]",
            f"z == {slope}*u",
        ],
        scope=SCOPE,
        method="referee: the initial state, the point u = 1 of the solution",
    )
    says = "from y = (e_1, e_2, -(15/17, 8/17)) the third token converges to -y_1, the second to y_1"
    yield completed(start, solution(slope), says)


@illustration(
    "CON-T4.2",
    title="Theorem 4.2: consensus attracts every state without a token at the antipode of the first",
    statement=(
        r"For the auto-regressive model with $U_\eta = I$, W = I and bounded $P_\eta(t)$, $C_\ell$ is asymptotically"
        r" stable, and its domain of attraction contains $D^1_\ell = \{y_j \ne -y_1, 2 \le j \le \ell\}$, for all $n,"
        r" \ell, h \ge 1$."
    ),
    reading=(
        "asymptotic stability of the set C_l is CON-T4.2.f, true; what is refuted is the domain, for l = 3, by one"
        " bounded continuous P(t) and n = 1; CON-T4.2.R1 refutes it for constant P, CON-X9 for every n, h and P"
    ),
    source=Source(PAPER, "Theorem 4.2"),
    kind="stability",
)
def theorem(slope: str = "1/4") -> Iterator[Evidence]:
    yield from refuted(slope)


@illustration(
    "CON-T4.2.d",
    title="Cascade step: a token whose predecessors converge to the first one converges as well",
    statement=(
        r"If $y_j(t) \to y_1$ for all $j < i$ and $y_i(0) \ne -y_1$, then $y_i(t) \to y_1$ (input-to-state stability of"
        r" $\dot c = A(1 - c^2) + d$ with the earlier tokens as input)."
    ),
    reading="for i >= 3; i = 2 has no input and is CON-T4.2.c",
    source=Source(PAPER, "Theorem 4.2 and the text before it"),
    kind="convergence",
)
def cascade_step(slope: str = "1/4") -> Iterator[Evidence]:
    yield from refuted(slope)
