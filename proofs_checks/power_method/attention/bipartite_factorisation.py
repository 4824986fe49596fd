"""Closed and factorised forms of the bipartite spectrum: equation (14), and the identities behind stability.

Everything is an identity between rational functions of p, q, g = e^a, alpha, lambda_j, lambda_k, so it holds for all
sizes. delta_1 = p g + q/g and delta_2 = p/g + q g are the denominators of the attention.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.attention import bipartite_setting as setting
from proofs_checks.power_method.attention.bipartite_spectrum import block_along_j, claimed_block, closed_image
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SCOPE = f"{setting.ALL_SIZES}; every j != k"
NOTE = Source(PAPER, "Lemma 14, Theorem 3 (extension)")


def block() -> Any:
    """B_j as printed : SymPy (2, 2)."""
    s = symbols()
    return sp.Matrix(claimed_block(setting.weights(), s.lambda_j, s.lambda_k, s.alpha))


def denominators(p: Any, q: Any, g: Any) -> tuple[Any, Any]:
    """delta_1, delta_2."""
    return p * g + q / g, p / g + q * g


def stiffness(p: Any, q: Any, g: Any, lambda_j: Any, lambda_k: Any, sign: int = -1) -> list[list[Any]]:
    """S_j : symmetric (2, 2) over any number type, free of alpha; I - B_j is S_j between positive diagonal matrices."""
    gamma_1, gamma_2 = st.states.GroupWeights(p, q, g**2).gammas
    d1, d2 = denominators(p, q, g)
    across = sign * lambda_j / g
    return [
        [lambda_k * gamma_1 * d1 / p + sign * lambda_j * g, across],
        [across, lambda_k * gamma_2 * d2 / q + sign * lambda_j * g],
    ]


def flip_matrix(p: Any, q: Any, g: Any, lambda_j: Any, lambda_k: Any, alpha: Any) -> list[list[Any]]:
    """R_j : symmetric (2, 2), affine in alpha and positive at alpha = 0; I + B_j is R_j between positive diagonals."""
    (first, across), (_, second) = stiffness(p, q, g, lambda_j, lambda_k, sign=1)
    d1, d2 = denominators(p, q, g)
    return [[2 * d1 / p + alpha * first, alpha * across], [alpha * across, 2 * d2 / q + alpha * second]]


def framed(matrix: Any, scale: Any = 1) -> Any:
    """diag(scale/(c_i delta_i)) matrix diag(p, q) : SymPy (2, 2)."""
    s = symbols()
    c1, c2 = setting.weights().factors(s.lambda_k, s.alpha)
    d1, d2 = denominators(s.p, s.q, s.g)
    return sp.diag(scale / (c1 * d1), scale / (c2 * d2)) * sp.Matrix(matrix) * sp.diag(s.p, s.q)


@illustration(
    "POW-T3.det",
    title="Trace and determinant of the bipartite block",
    statement=(
        r"The 2 x 2 block of the direction $v_j$ has trace $\tau_j = (1+\alpha\lambda_j\alpha_{11})/c_1 +"
        r" (1+\alpha\lambda_j\alpha_{22})/c_2$ and determinant $\Delta_j = [(1+\alpha\lambda_j\alpha_{11})"
        r"(1+\alpha\lambda_j\alpha_{22}) - \alpha^2\lambda_j^2\alpha_{12}\alpha_{21}]/(c_1c_2) ="
        r" [1 + \alpha\lambda_j(\alpha_{11} + \alpha_{22}) + \alpha^2\lambda_j^2pq(E^2 - 1)/((pE + q)(p +"
        r" qE))]/(c_1c_2)$ with $E = e^{2a}$, where $c_1, c_2 > 0$."
    ),
    source=Source(PAPER, "Theorem 3, eq. (14)", reconstructed=True),
    kind="identity",
)
def trace_and_determinant(sign: int = -1) -> Iterator[Evidence]:
    s = symbols()
    W = setting.weights()
    c1, c2 = W.factors(s.lambda_k, s.alpha)
    x, ((a11, a12), (a21, a22)) = s.alpha * s.lambda_j, W.matrix
    trace = (1 + x * a11) / c1 + (1 + x * a22) / c2
    determinant = ((1 + x * a11) * (1 + x * a22) + sign * x**2 * a12 * a21) / (c1 * c2)
    derived = sp.Matrix(block_along_j().quotient())
    yield decide.identity(
        {"trace": (derived.trace(), trace), "determinant": (derived.det(), determinant)},
        given=setting.given(),
        scope=SCOPE,
    )
    one, second = sp.Matrix([1, 1]), sp.Matrix([a12, -a21])
    A = sp.Matrix(W.matrix)
    columns = [sp.Matrix(closed_image([(g, sp.Integer(1))])[:, 1]) for g in (0, 1)]
    closed = sp.Matrix.hstack(*columns)
    yield conjunction(
        {
            "the closed derivative formula gives diag(1/c_i)(I + alpha lambda_j weights)": decide.identity(
                {"block": (closed, sp.diag(1 / c1, 1 / c2) * (sp.eye(2) + x * A))}, given=setting.given(), scope=SCOPE
            ),
            "(1, 1) and (alpha_12, -alpha_21) are eigenvectors of the weights, with 1 and kappa": decide.identity(
                {"first": (A * one, one), "second": (A * second, W.kappa * second)}, scope=SCOPE
            ),
            "so Delta_j is the product (1 + alpha lambda_j)(1 + alpha lambda_j kappa)/(c_1 c_2)": decide.identity(
                {"determinant": (determinant, (1 + x) * (1 + x * W.kappa) / (c1 * c2))},
                given=setting.given(),
                scope=SCOPE,
            ),
            "and tau_j is its trace": decide.identity(
                {"trace": (closed.trace(), trace)}, given=setting.given(), scope=SCOPE
            ),
        },
        scope=SCOPE,
        method="Eigenvalues of the group weights; exact expansion",
    )


@illustration(
    "POW-N1",
    title="Factorised forms of the bipartite block",
    statement=(
        r"With $c_1, c_2 > 0$, $\kappa = (\gamma_1 + \gamma_2)/2$, $\delta_1 = pe^a + qe^{-a}$, $\delta_2 = pe^{-a} +"
        r" qe^a$: $\det(I - B_j) = \alpha^2(\lambda_j - \lambda_k)(\kappa\lambda_j -"
        r" \gamma_1\gamma_2\lambda_k)/(c_1c_2)$; $c_1c_2\det(I + B_j) = 4 + 2\alpha[2\kappa\lambda_k +"
        r" (1+\kappa)\lambda_j] + \alpha^2(\lambda_j+\lambda_k)(\kappa\lambda_j +"
        r" \gamma_1\gamma_2\lambda_k)$, for p = q the product $(2 + \alpha(\lambda_kT + \lambda_j))(2 + \alpha"
        r" T(\lambda_k + \lambda_j))$, $T = \tanh a$; and $I - B_j ="
        r" \mathrm{diag}(\alpha/(c_i\delta_i))\,S_j\,\mathrm{diag}(p, q)$ with $S_j ="
        r" \mathrm{diag}(\lambda_k\gamma_1\delta_1/p, \lambda_k\gamma_2\delta_2/q) - \lambda_j\begin{pmatrix} e^a &"
        r" e^{-a} \\ e^{-a} & e^a \end{pmatrix}$, which does not contain $\alpha$."
    ),
    source=NOTE,
    kind="identity",
    role="extension",
)
def factorisations(squared: bool = False) -> Iterator[Evidence]:
    s = symbols()
    W, B, given, eye = setting.weights(), block(), setting.given(), sp.eye(2)
    # The dets are polynomials in a = alpha_11 and b = alpha_22: rows of the weights sum to one.
    a, b = sp.symbols("alpha_11 alpha_22", real=True)
    gamma_1, gamma_2, kappa = 2 * a - 1, 2 * b - 1, a + b - 1
    product = W.kappa**2 if squared else W.gammas[0] * W.gammas[1]
    at = {a: W.matrix[0, 0], b: W.matrix[1, 1]}
    c = sp.diag(1 + s.alpha * s.lambda_k * gamma_1, 1 + s.alpha * s.lambda_k * gamma_2)
    cB = eye + s.alpha * s.lambda_j * sp.Matrix([[a, 1 - a], [1 - b, b]])
    near, far = s.lambda_j - s.lambda_k, s.lambda_j + s.lambda_k
    minus = s.alpha**2 * near * (kappa * s.lambda_j - gamma_1 * gamma_2 * s.lambda_k)
    linear = 2 * kappa * s.lambda_k + (1 + kappa) * s.lambda_j
    plus = 4 + 2 * s.alpha * linear + s.alpha**2 * far * (kappa * s.lambda_j + gamma_1 * gamma_2 * s.lambda_k)
    S = stiffness(s.p, s.q, s.g, s.lambda_j, s.lambda_k)
    T = gamma_1
    equal_groups = (2 + s.alpha * (s.lambda_k * T + s.lambda_j)) * (2 + s.alpha * T * far)
    parts = {
        "the claimed product of gammas, in alpha_11 and alpha_22": (product, (gamma_1 * gamma_2).subs(at)),
        "kappa in alpha_11 and alpha_22": (W.kappa, kappa.subs(at)),
        "rows of c_i B_j": (sp.Matrix(B), sp.diag(*(1 / e for e in c.diagonal())).subs(at) * cB.subs(at)),
        "c_1 c_2 det(I - B_j)": ((c - cB).det(), minus),
        "c_1 c_2 det(I + B_j)": ((c + cB).det(), plus),
        "the same for p = q, where alpha_11 = alpha_22 and gamma_i = kappa = T": (plus.subs(b, a), equal_groups),
        "T = tanh a for p = q": (W.gammas[0].subs(s.q, s.p), (s.g**2 - 1) / (s.g**2 + 1)),
        "I - B_j from S_j": (eye - B, framed(S, s.alpha)),
        "S_j does not contain alpha": (sp.Matrix(S).diff(s.alpha), sp.zeros(2)),
    }
    yield conjunction(
        {says: decide.identity({says: sides}, given=given, scope=SCOPE) for says, sides in parts.items()}, scope=SCOPE
    )


@illustration(
    "POW-N1.real",
    title="The eigenvalues of the bipartite block are real",
    statement=(
        r"$\tau_j^2 - 4\Delta_j = (b_{11} - b_{22})^2 + 4b_{12}b_{21} \ge 0$ for the entries of $B_j$, because"
        r" $b_{12}b_{21} = \alpha^2\lambda_j^2\alpha_{12}\alpha_{21}/(c_1c_2) \ge 0$ where $c_1, c_2 > 0$: both"
        r" eigenvalues of $B_j$ are real for every real $\lambda_j$."
    ),
    source=NOTE,
    kind="spectrum",
    role="extension",
)
def real_eigenvalues(weight: int = 4) -> Iterator[Evidence]:
    s = symbols()
    B = block()
    W = setting.weights()
    c1, c2 = W.factors(s.lambda_k, s.alpha)
    across = s.alpha**2 * s.lambda_j**2 * W.matrix[0, 1] * W.matrix[1, 0] / (c1 * c2)
    u, x = sp.symbols("u x", real=True)
    c, c_, a12, a21 = sp.symbols("c_1 c_2 a_12 a_21", real=True)
    generic = sp.Matrix(2, 2, sp.symbols("b_11 b_12 b_21 b_22", real=True))
    discriminant = (generic[0, 0] - generic[1, 1]) ** 2 + weight * generic[0, 1] * generic[1, 0]
    yield conjunction(
        {
            "tau^2 - 4 Delta by entries": decide.identity(
                {"discriminant": (generic.trace() ** 2 - 4 * generic.det(), discriminant)},
                given=setting.given(),
                scope=SCOPE,
            ),
            "b_12 b_21": decide.identity({"product": (B[0, 1] * B[1, 0], across)}, given=setting.given(), scope=SCOPE),
            "u^2 + 4 x^2 alpha_12 alpha_21/(c_1 c_2) >= 0": decide.inequality(
                u**2 + 4 * x**2 * a12 * a21 / (c * c_) >= 0,
                [a12 > 0, a21 > 0, c > 0, c_ > 0],
                squares=(u, x),
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
