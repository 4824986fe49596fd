"""Equation (1) as a self-map of (E_W^n)^l: where the argument of pi_W vanishes, and conditions under which it does not.

y is one token, f = sum_eta sum_j alpha_ij^eta U_eta y_j its drive, g = <y, f>_W and phi = |f|_W, so that |g| <= phi.
With u_eta the W-operator norm of U_eta and row sums 1/r, r = sqrt(n+1), phi <= F = sum_eta u_eta/r.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.symbols import exact, product
from proofs_checks.examples import exact_texts
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "equation (1)")
# One head, WV the product of its output and value matrix; weights are A, all equal where all logits L are.
DATA = (
    "integer(n)",
    "n >= 1",
    "cols(Y) == n + 1",
    "W == transpose(B)@B",
    "det(B) != 0",
    "L == Y@P@transpose(Y)",
    "r > 0",
    "r**2 == n + 1",
    "r*(A@ones(rows(Y))) == 1",
    "dot(Y[0], W@Y[0]) == 1",
    "dot(Y[1], W@Y[1]) == 1",
)
IDENTITY = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
STATE = {
    "n": 3,
    "r": 2,
    "Y": [[1, 0, 0, 0], [0, 1, 0, 0]],
    "B": IDENTITY,
    "W": IDENTITY,
    "P": [[0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]],
    "L": [[0, 0], [0, 0]],
    "A": [["1/4", "1/4"], ["1/4", "1/4"]],
    "WV": [[-4, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
}


@illustration(
    "CON-E1.c",
    title="The map (1) is defined for all parameters",
    statement=(
        r"For all parameters and all $y \in (E_W^n)^l$ the right-hand side of (1) is defined: the argument of $\pi_W$"
        " does not vanish, so (1) is a self-map."
    ),
    source=SOURCE,
    kind="invariance",
)
def every_parameter(turn: int = 1) -> Iterator[Evidence]:
    values = STATE | {"WV": (turn * np.array(STATE["WV"])).tolist()}
    softmax = [f"A[{i}][0]*exp(L[{i}][1]) == A[{i}][1]*exp(L[{i}][0])" for i in range(2)]
    yield decide.refutation(
        values,
        ["Y[0] + WV@(A[0][0]*Y[0] + A[0][1]*Y[1]) == 0"],
        hypotheses=[*DATA, *softmax],
        scope="n = 3, l = 2, h = 1, W = I, tokens e_1, e_2, equal weights 1/4: the first argument is zero",
        method="exact evaluation of (1)",
    )


@illustration(
    "CON-E1.c.repaired",
    title="The map (1) is defined for small steps, and in a hemisphere for all steps",
    statement=(
        r"Let $W_\eta V_\eta = \tau U_\eta$ with $\tau \ge 0$ and $F = \sum_\eta\|U_\eta\|_W/\sqrt{n+1}$. The map (1)"
        r" is defined, and a self-map of $(E_W^n)^l$, (a) for every state if $\tau F < 1$, and then $|y_i + \tau f_i|_W"
        r" \ge 1 - \tau F$; (b) for every $\tau \ge 0$ at every state with $v^Ty_i > 0$ for all i and some v, if"
        r" $U_\eta = I$; the new state lies in the same hemisphere."
    ),
    source=SOURCE,
    kind="invariance",
    repairs="CON-E1.c",
)
def small_steps(bound: int = 1) -> Iterator[Evidence]:
    tau, F, g, phi, c_i, c_j, weight, total = sp.symbols("tau F g phi c_i c_j weight total", real=True)
    scope = "all n, l, h >= 1, every W, P and state; in (b) every v"
    y, f, v = (generic.array(name, 3) for name in ("y", "f", "v"))
    square = product(y + tau * f, y + tau * f)
    moved = st.models.drive(np.stack([y, f]), np.array([[sp.Integer(1), weight], [0, 1]], dtype=object))[0]
    yield conjunction(
        {
            "|y + tau f|^2, in W-orthonormal coordinates": decide.identity(
                {"square": (square, product(y, y) + 2 * tau * product(y, f) + tau**2 * product(f, f))}, scope=scope
            ),
            "(a) it is at least (1 - tau phi)^2": decide.inequality(
                1 + 2 * tau * g + tau**2 * phi**2 >= (1 - tau * phi) ** 2, [tau >= 0, phi >= 0, g >= -phi], scope=scope
            ),
            "(a) and 1 - tau phi >= 1 - tau F > 0": decide.inequality(
                [1 - tau * phi >= 1 - tau * F, 1 - tau * F > 0],
                [tau >= 0, phi >= 0, phi <= F, tau * F < bound],
                scope=scope,
            ),
            "(a) one more term of the drive: |S + weight U y_j| <= (total + weight) u, as |U y_j| <= u": (
                decide.inequality(
                    total * F + weight * phi <= (total + weight) * F, [phi <= F, weight >= 0, total >= 0], scope=scope
                )
            ),
            "(b) one more term of v^T (y_i + tau f_i)": decide.identity(
                {"linear": (product(v, moved), product(v, y) + weight * product(v, f))}, scope=scope
            ),
            "(b) keeps it positive": decide.inequality(
                c_i + tau * weight * c_j > 0, [c_i > 0, c_j > 0, tau >= 0, weight >= 0], scope=scope
            ),
        },
        scope=scope,
    )
    yield conjunction(
        {
            "(a) |y + tau f|^2 > 0": decide.smt(
                1 + 2 * tau * g + tau**2 * phi**2 > 0,
                [tau >= 0, phi >= 0, phi <= F, g >= -phi, tau * F < bound],
                scope=scope,
            ),
            "(b) keeps it positive": decide.smt(
                c_i + tau * weight * c_j > 0, [c_i > 0, c_j > 0, tau >= 0, weight >= 0], scope=scope
            ),
        },
        scope=scope,
        method="z3",
    ).narrowed("the inequalities, a second route")

    def trial(rng: Any) -> Any:
        """A state on S^2 and a drive with |f| <= 1; tau < 1."""
        point, other = (rational_point(rng) for _ in range(2))
        tau_ = sp.Rational(int(rng.integers(0, 100)), 100)
        value = product(point + tau_ * other, point + tau_ * other)
        texts = {"x": exact_texts(point), "f": exact_texts(other), "tau": str(tau_)}
        return decide.Trial(bool(value >= (1 - tau_) ** 2), texts, ["dot(x + tau*f, x + tau*f) < (1 - tau)**2"])

    yield decide.exact_instances(trial, scope="rational y, f on S^2, F = 1", method="exact arithmetic")


def rational_point(rng: Any) -> Any:
    """A rational point of S^2 by stereographic projection: (3,)."""
    a, b = (sp.Rational(int(rng.integers(-6, 7)), int(rng.integers(1, 6))) for _ in range(2))
    s = a * a + b * b
    return exact([2 * a, 2 * b, s - 1]) / (s + 1)
