"""Theorem 4.5: the first token of the auto-regressive model, its closed form and limit, and the functions V_1, V_2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix.cascade_steps import first_token_step
from proofs_checks.consensus.value_matrix.deviation_equation import deviation_equation
from proofs_checks.examples import exact_texts, example
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all n >= 1, every symmetric U, every P(t), all initial tokens"


@illustration(
    "CON-T4.5.b",
    title="The first token moves on its own, whatever P",
    statement=(
        r"Auto-regressive model, W = I, h = 1, $U = U^T$, $Uv = \lambda v$, |v| = 1, $b_1 = v^Ty_1$. For every P"
        r" $\dot y_1 = (Uy_1 - (y_1^TUy_1)y_1)/\sqrt{n+1}$ and $\dot b_1 = (\lambda - y_1^TUy_1)b_1/\sqrt{n+1}$;"
        r" $y_1(t) = \pi(e^{tU/\sqrt{n+1}}y_1(0))$; and if $\lambda$ is the largest eigenvalue of U and simple,"
        r" $b_1(0) > 0$ implies $y_1 \to v$, exponentially. If $\lambda \ge 0$ and all $v^Ty_i(0) > 0$,"
        r" $p_1 = y_1/b_1 - v$ has $\dot p_1 = (U - \lambda I)p_1/\sqrt{n+1}$."
    ),
    source=Source(PAPER, "Theorem 4.5, proof idea"),
    reading=r"$e^{tU/\sqrt{n+1}}y_1(0)$ is written out in an orthonormal basis of eigenvectors of U",
    kind="identity",
)
def closed_form(power: str = "1/2") -> Iterator[Evidence]:
    """alpha_11 is 1/sqrt(n + 1) whatever P; z = exp(tU/sqrt(n + 1)) y_1(0) has z' = U z/sqrt(n + 1), and y_1 = z/|z|.

    The directions v, z, U z need three coordinates; U is any symmetric matrix there with first eigenvector v.
    """
    n = sp.Symbol("n", integer=True, positive=True)
    share = 1 / (n + 1) ** sp.Rational(power)
    lam, e = sp.Symbol("lam", real=True), sp.Symbol("e", positive=True)
    U = np.zeros((3, 3), dtype=object)
    half = generic.array("S", 2, 2)
    U[0, 0], U[1:, 1:] = lam, np.triu(half) + np.triu(half, 1).T
    y, z = generic.array("y", 3), generic.array("z", 3)
    A = np.array([[1 / sp.sqrt(n + 1)]], dtype=object)
    rate = st.velocity(y[np.newaxis], A, U)[0]
    r = sp.Symbol("r", positive=True)
    root = [(r**2, z @ z)]
    push = share * (U @ z)
    turned = push / r - z * (z @ push) / r**3
    at_unit = st.velocity((z / r)[np.newaxis], A, U)[0]
    weight = st.head_weights(y[np.newaxis], generic.array("P", 3, 3), causal=True)[0, 0]
    # In a witness the other eigenvalues are below lam - 1/2: lam - 1/2 - S has positive minors.
    dominant = [lam - half[0, 0] > 1 + half[0, 1] ** 2, lam - half[1, 1] > 2]
    steps = {
        "alpha_11 has no P in it": decide.identity(
            {"weight at n = 2": (sp.simplify(weight), 1 / sp.sqrt(3))}, scope=SCOPE
        ),
        "alpha_11 is e/(sqrt(n + 1) e) for every n, e = exp(y_1^T P y_1)": decide.identity(
            {"share": (e / (sp.sqrt(n + 1) * e), 1 / sp.sqrt(n + 1))}, scope=SCOPE
        ),
        "the height": decide.identity(
            {"b_1'": (rate[0], share * (lam - y @ U @ y) * y[0])}, given=dominant, scope=SCOPE
        ),
        "z/|z| with z' = U z/sqrt(n + 1) solves the model": decide.identity(
            {"rate": (sp.Matrix(turned), sp.Matrix(at_unit))}, relations=root, scope=SCOPE
        ),
        **first_token_step(SCOPE),
    }
    yield conjunction(steps, scope=SCOPE)


@illustration(
    "CON-T4.5.c",
    title="The first token converges always; simplicity fixes the limit",
    statement=(
        "The first token converges to a fixed position when the largest eigenvalue is simple. Without simplicity it"
        r" converges too, from every $y_1(0)$: to the normalised projection of $y_1(0)$ on the eigenspace of the"
        r" largest eigenvalue $\mu_k$ that $y_1(0)$ charges, at least at the rate $(\mu_k - \mu_{k+1})/\sqrt{n+1}$. For"
        r" a simple largest eigenvalue and $v^Ty_1(0) \ne 0$ the limit is v or -v; for a multiple one it varies with"
        r" $y_1(0)$."
    ),
    source=Source(PAPER, "Section 4.2, text before Theorem 4.5"),
    kind="convergence",
)
def limit_of_the_first_token(share: int = 1) -> Iterator[Evidence]:
    """With v the normalised projection, y_1(0) = b v + (lower eigendirections): the components of p_1 in the same
    eigenspace orthogonal to v, and in higher ones, obey linear equations q' = (mu - mu_k) q/sqrt(n + 1) and start at
    zero: they stay zero. The rest is CON-T4.5.b with U restricted to v and the lower eigenspaces. If nothing lower is
    charged y_1 is at rest.
    """
    mu_k, mu, mu_next, a, b = sp.symbols("mu_k mu mu_next a b", real=True)
    p = np.concatenate([[sp.Integer(1)], generic.array("p", 2)])
    rate = st.velocity(b * p[np.newaxis], np.array([[a]], dtype=object), np.diag([mu_k, mu, mu_next]))[0]
    deviation = rate / b - p * rate[0] / b
    steps = {
        **deviation_equation(scope=SCOPE),
        "each eigendirection of p_1 obeys its own linear equation": decide.identity(
            {
                "of any eigenvalue mu": (deviation[1], a * (mu - mu_k) * p[1]),
                "of a lower one": (deviation[2], a * (share * mu_next - mu_k) * p[2]),
            },
            given=[a > 0, b > 0, mu_k > mu_next],
            scope=SCOPE,
        ),
        **first_token_step(SCOPE),
        "a double largest eigenvalue: two tokens at rest at different places of one hemisphere": example(
            {
                "U": [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
                "y": ["3/5", "4/5", 0],
                "z": ["4/5", "3/5", 0],
                "v": [1, 0, 0],
            },
            [
                "U@y == y",
                "U@z == z",
                "dot(y, y) == 1",
                "dot(z, z) == 1",
                "dot(v, y) > 0",
                "dot(v, z) > 0",
                "dot(y, z) < 1",
            ],
            scope=SCOPE,
            method="exact example",
        ),
    }
    yield conjunction(steps, scope=SCOPE)


def _state_with_rising_error() -> dict[str, Any] | None:
    """The first state on a grid of rational points with V_2' > 0: n = 1, U = diag(2, 1), P = 0, equal weights."""
    U = np.array([[Fraction(2), 0], [0, Fraction(1)]], dtype=object)
    A = np.array([[Fraction(1), 0], [Fraction(1, 2), Fraction(1, 2)]], dtype=object)
    turns = [Fraction(k, 8) for k in range(-7, 8)]
    points = [np.array([(1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)], dtype=object) for t in turns]
    for first in points:
        for second in points:
            Y = np.stack([first, second])
            if st.velocity(Y, A, U)[1, 0] < 0:
                return {"U": exact_texts(U), "A": exact_texts(A), "Y": exact_texts(Y), "v": [1, 0]}
    return None


@illustration(
    "CON-T4.5.g",
    title="V_1 is monotone, V_2 need not be",
    statement=(
        r"$V_1 = 1 - v^Ty_1$ is non-increasing on the hemisphere; $V_2 = 1 - v^Ty_2$ is not always: there are states in"
        r" $D^2(v)$ with $\dot V_2 > 0$; but from $D^\ell(v)$ both tend to 0."
    ),
    source=Source(PAPER, "Section 5.1.3, Figure 6"),
    kind="inequality",
)
def monotonicity(sign: int = 1) -> Iterator[Evidence]:
    """The witness writes the rate of the height out, up to the factor 1/sqrt(n + 1), which its weights A, those of P =
    0, leave out."""
    s, lam, form, b = sp.symbols("s lam form b", real=True)
    steps = {
        "b_1' = s (lam - y_1^T U y_1) b_1 >= 0, the quadratic form being at most lam": decide.inequality(
            sign * s * (lam - form) * b >= 0, [s > 0, b > 0, form <= lam, lam > 0], scope=SCOPE
        ),
        "there is a state with V_2' > 0": example(
            _state_with_rising_error() or {},
            [
                "U == transpose(U)",
                "U@v == 2*v",
                "trace(U) - 2 < 2",
                "dot(Y[0], Y[0]) == 1",
                "dot(Y[1], Y[1]) == 1",
                "dot(v, Y[0]) > 0",
                "dot(v, Y[1]) > 0",
                "A[1][0] == 1/2",
                "A[1][1] == 1/2",
                "dot(v, U@(A@Y)[1] - dot(Y[1], U@(A@Y)[1])*Y[1]) < 0",
            ],
            scope=SCOPE,
            method="exact search over rational points of the circle",
        ),
    }
    yield conjunction(steps, scope=SCOPE)
