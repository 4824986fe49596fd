"""Equation (9): along the auto-regressive model with U = I the misalignment E need not decrease; what does.

The first token rests (U = I), and E is the mean of 1 - c_i with c_i = y_1.y_i, whose rates are the heights of
`stability.decrease.dini` with v = y_1. Two tokens: c_2' = alpha_21 (1 - c_2^2) >= 0. From three tokens on, y_3 may be
drawn towards a y_2 that is still far from y_1, faster than y_2 comes back. What decreases, as long as all tokens are on
the side of y_1, is the largest of the 1 - c_i: at the lowest token c_j - c_i g_ij >= c_i (1 - g_ij) >= 0.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all n >= 1, l, h, every P, bounded or not; the sphere"
# l = 3, h = 1, U = I, W = I, P = log(2) M; sqrt(n + 1) = 2 for n = 3.
STATE = (
    "rows(Y) == 3",
    "cols(Y) == 4",
    "dot(Y[0], Y[0]) == 1",
    "dot(Y[1], Y[1]) == 1",
    "dot(Y[2], Y[2]) == 1",
    "L == Y@M@transpose(Y)",
    "A[0] == [1/2, 0, 0]",
    "A[1][0] + A[1][1] == 1/2",
    "A[1][2] == 0",
    "A[2][0] + A[2][1] + A[2][2] == 1/2",
    "A[1][1] == A[1][0]*2**(L[1][1] - L[1][0])",
    "A[2][1] == A[2][0]*2**(L[2][1] - L[2][0])",
    "A[2][2] == A[2][0]*2**(L[2][2] - L[2][0])",
    "F == A@Y",
)


def rate(i: int) -> str:
    """c_i' = y_1.(I - y_i y_i^T) F_i in the referee's language, i from 0."""
    return f"(dot(Y[0], F[{i}]) - dot(Y[{i}], F[{i}])*dot(Y[0], Y[{i}]))"


def state(strength: int = 5) -> dict[str, object]:
    """The tokens e_1, (-4/5, 3/5, 0, 0), e_2 and the exact data of the model there, P = log(2) strength I."""
    F = sp.Rational
    Y = np.array([[1, 0, 0, 0], [F(-4, 5), F(3, 5), 0, 0], [0, 1, 0, 0]], dtype=object)
    M = np.array(sp.eye(4) * strength)
    L = Y @ M @ Y.T
    odds = np.array([[F(2) ** L[i, j] if j <= i else F(0) for j in range(3)] for i in range(3)], dtype=object)
    A = odds / (2 * odds.sum(axis=1, keepdims=True))
    arrays = {"Y": Y, "M": M, "L": L, "A": A, "F": A @ Y}
    return {name: [[str(entry) for entry in row] for row in array] for name, array in arrays.items()}


@illustration(
    "CON-E9.e",
    title="E decreases along the auto-regressive model",
    statement="E is non-increasing along the auto-regressive model with U = I.",
    reading="for every number of tokens and every P of Assumption 4.1, from every initial state",
    source=Source(PAPER, "Section 5.2, equation (9)"),
    kind="inequality",
)
def monotone(tokens: tuple[int, ...] = (1, 2)) -> Iterator[Evidence]:
    """The sum of the c_i falls, so E rises: c_2' = 9/25650 but c_3' = -27/410."""
    yield decide.refutation(
        state(),
        [" + ".join(rate(i) for i in tokens) + " < 0"],
        hypotheses=STATE,
        scope="n = 3, l = 3, h = 1, P = 5 log(2) I constant",
        method="exact example, tokens in a half-plane",
    )


@illustration(
    "CON-E9.e.repaired",
    title="What decreases along the auto-regressive model",
    statement=(
        r"Auto-regressive model on the sphere, U = I: for $\ell = 2$ tokens E is non-increasing from every state,"
        r" for every P and h. For any $\ell$, while all $y_1^\top y_i > 0$, the largest misalignment $\max_i(1 -"
        r" y_1^\top y_i) \ge E$ is non-increasing."
    ),
    source=Source(PAPER, "Section 5.2, equation (9)"),
    kind="inequality",
    repairs="CON-E9.e",
)
def what_decreases(sign: int = 1) -> Iterator[Evidence]:
    """`total` is a_ij, the sum of alpha^h_ij over the heads, a nonnegative number: it carries every h."""
    y, z = generic.array("y", 3), generic.array("z", 3)
    a, b, c, d, g, top, mean = sp.symbols("a b c d g top mean", real=True)
    Y = np.stack([y, z])
    A = np.array([[b, sp.Integer(0)], [a, b]], dtype=object)
    unit = [(sp.Symbol(f"{name}_0", real=True) ** 2, 1 - x[1] ** 2 - x[2] ** 2) for name, x in (("y", y), ("z", z))]
    product = sum(y * z)
    yield conjunction(
        {
            "two tokens: the first rests, and c_2' = a_21 (1 - c_2^2)": decide.identity(
                {
                    **{f"rest, entry {j}": (st.velocity(Y, A)[0, j], sp.Integer(0)) for j in range(3)},
                    "rate": (sum(y * st.velocity(Y, A)[1]), a * (1 - product**2)),
                },
                relations=unit,
                scope=SCOPE,
            ),
            "it is not negative": decide.inequality(sign * a * (1 - c**2) >= 0, [a >= 0, c**2 <= 1], scope=SCOPE),
            "the rate of a height, one term of the sum over j <= i": decide.identity(
                {
                    "c_j - c_i g_ij": (
                        st.decrease.height_rates(np.stack([y, z]), np.array([[0, a], [0, 0]]), np.array([d, g, top]))[
                            0
                        ],
                        a * (sum(z * np.array([d, g, top])) - sum(y * np.array([d, g, top])) * product),
                    )
                },
                scope=SCOPE,
            ),
            "at the lowest token, 0 < c <= d for every other height d, the term is not negative": decide.inequality(
                sign * a * (d - c * g) >= 0, [a >= 0, c > 0, d >= c, g <= 1], scope=SCOPE
            ),
            "E, a mean of 1 - c_i, is at most the largest": decide.inequality(
                (a * mean + b) / (a + 1) <= top, [a >= 1, mean <= top, b <= top], scope="induction over the tokens"
            ),
        },
        scope=SCOPE,
    )
