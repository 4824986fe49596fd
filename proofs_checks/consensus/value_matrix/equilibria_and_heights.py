"""Theorem 4.5: the equilibria on the lines of eigenvectors, the equation of the heights, and their hemisphere."""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix.cascade_steps import invariance_steps
from proofs_checks.consensus.value_matrix.deviation_equation import height_equation, linear_in_weights
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

THEOREM = Source(PAPER, "Theorem 4.5, proof idea")
ALL = "all n, l >= 1, every eigenvector v of U, every P(t), full or causal weights"


@illustration(
    "CON-T4.5.a",
    title="Consensus at an eigenvector is an equilibrium",
    statement=(
        "For the auto-regressive model (6) with W = I, h = 1 and $U = U^T$, (v, ..., v) and (-v, ..., -v) are"
        r" equilibria for every P(t); so is every $(\epsilon_1 v, ..., \epsilon_\ell v)$ with signs $\epsilon_i$,"
        " for every unit eigenvector v of U, whatever its eigenvalue."
    ),
    source=THEOREM,
    kind="equilibrium",
)
def equilibria(length: int = 1) -> Iterator[Evidence]:
    """Per pair, in coordinates with v = e_1, the other direction being any one orthogonal to v."""
    lam, a, e_1, e_2, other = sp.symbols("lam a e_1 e_2 other", real=True)
    Y = length * np.array([[e_1, 0], [e_2, 0]], dtype=object)
    rate = st.velocity(Y, np.array([[0, a], [0, 0]], dtype=object), np.diag([lam, other]))[0]
    steps = {
        "the pair (i, j) does not move token i": decide.identity(
            {"along v": (rate[0], 0), "across v": (rate[1], 0)},
            given=[a > 0],
            relations=[(e_1**2, sp.Integer(1)), (e_2**2, sp.Integer(1))],
            scope=ALL,
        ),
        "the model is linear in the weights, so that it is the sum of its pairs": linear_in_weights(ALL),
    }
    yield conjunction(steps, scope=ALL)


@illustration(
    "CON-T4.5.d",
    title="The equation of the heights",
    statement=(
        r"Auto-regressive model, W = I, h = 1. With $b_i = v^Ty_i$, $U = U^T$, $Uv = \lambda v$: $\dot b_i ="
        r" \sum_{j<i}\alpha_{ij}(\lambda b_j - b_i y_i^TUy_j) + \alpha_{ii}(\lambda - y_i^TUy_i) b_i$."
    ),
    source=THEOREM,
    kind="identity",
)
def heights(sign: int = -1) -> Iterator[Evidence]:
    steps = {
        "v^T y_i' of the pair (i, j); with y_j = y_i it is the last term": height_equation(ALL, sign, "I"),
        "the model is linear in the weights, so that it is the sum of its pairs": linear_in_weights(ALL),
    }
    yield conjunction(steps, scope=ALL)
    yield _explicit(sign)


def _explicit(sign: int) -> Evidence:
    """Three causal tokens in the plane, all symbols: the whole sum at once, without the splitting into pairs."""
    lam, mu = sp.symbols("lam mu", real=True)
    Y, A = generic.array("y", 3, 2), generic.array("A", 3, 3) * np.tri(3, dtype=int)
    U = np.array([[lam, 0], [0, mu]], dtype=object)
    forms = Y @ U @ Y.T
    b = Y[:, 0]
    claimed = [
        sum(A[i, j] * (lam * b[j] + sign * b[i] * forms[i, j]) for j in range(i)) + A[i, i] * (lam - forms[i, i]) * b[i]
        for i in range(3)
    ]
    rate = st.velocity(Y, A, U)[:, 0]
    pairs = {f"token {i + 1}": (rate[i], claimed[i]) for i in range(3)}
    found: Evidence = decide.identity(pairs, scope="l = 3, n = 1, every causal weight matrix", covers=False)
    return found


@illustration(
    "CON-T4.5.e",
    title="The hemisphere of the leading eigenvector is forward invariant",
    statement=(
        r"Auto-regressive model (6), W = I, h = 1. For every symmetric U with $Uv = \lambda v$, $\lambda \ge 0$,"
        r" also with other eigenvalues of large modulus, and every measurable P, bounded or not, $D^\ell(v) ="
        r" \{v^Ty_i > 0\}$ is forward invariant."
    ),
    source=THEOREM,
    kind="invariance",
)
def hemisphere(share: str = "1") -> Iterator[Evidence]:
    """Step 1 of `cascade_steps`, M = |U|; full attention is covered, where all tokens together have b_j >= 0 up to the
    first zero of a height."""
    lam, a, b_j, m = sp.symbols("lam a b_j m", real=True)
    scope = "all n, l >= 1, every symmetric U, every measurable P(t), bounded or not"
    steps = {
        **invariance_steps(scope, sp.Rational(share)),
        "on the face b_i = 0 each other token above it pushes inwards": decide.inequality(
            a * (lam * b_j - 0 * m) > 0, [lam > 0, a > 0, b_j > 0], scope=scope
        ),
        "and one on the face does not push": decide.inequality(
            a * (lam * b_j - 0 * m) >= 0, [lam > 0, a >= 0, b_j >= 0], scope=scope
        ),
    }
    yield conjunction(steps, scope=scope)
