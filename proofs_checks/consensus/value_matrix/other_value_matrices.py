"""Theorem 4.5 without symmetry of U, and on a general ellipsoid.

Let U v = lam v and w^T U = lam w^T with w^T v = 1, in any metric W. The deviations p_i = y_i/(w^T y_i) - v obey the
equation of `deviation_equation`. Let lam > 0 dominate: on the kernel of w there is an inner product in which |U p| <=
rho |p| and p^T U p <= (lam - g) |p|^2, g > 0. For U symmetric, or self-adjoint for W, it is the given one. Whenever all
other eigenvalues have real parts below lam there is one: exp(tM), M = U - lam, decays on the kernel, and the quadratic
form V(p) = int_0^inf |exp(tM) p|^2 dt has the rate 2 V(p, M p) = -|p|^2 along p' = M p, where |p|^2 >= 2 g V(p), 1/(2g)
being the largest eigenvalue of V: V(p, U p) <= (lam - g) V(p).

Heights stay positive as in `cascade_steps`, where only lam > 0 and a bound on the field enter. The tokens are on the
ellipsoid, so b_j <= B and 1/b_i = |v + p_i|_W <= c (1 + r_i); with a bounded P the own weight alpha_ii >= a gives the
decay rate g a, and the forcing is at most rho sigma B c (1 + r_i) max_{j<i} r_j: the proof ends as there, at the
equilibrium pi_W(v).
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix import convergence_trials as trials
from proofs_checks.consensus.value_matrix.cascade_steps import decay_steps, invariance_steps, token_inequality
from proofs_checks.consensus.value_matrix.counterexample import counterexample
from proofs_checks.consensus.value_matrix.deviation_equation import deviation_equation, height_equation, norm_steps
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

GENERAL = "all n, l >= 1, any metric W, any U with dominant simple lam > 0, every bounded measurable P(t)"


def dominated(factor: int, scope: str = GENERAL) -> Evidence:
    """The steps of the module's docstring; `factor` multiplies the lower bound g a of the decay rate."""
    lam, g, own, A, a, r, z, m, alpha, h, b, B, c = sp.symbols("lam g own A a r z m alpha h b B c", real=True)
    form, V, square = sp.symbols("form V square", real=True)
    steps = {
        **deviation_equation(scope=scope),
        **norm_steps(scope),
        "V(p, U p) = lam V(p) + V(p, M p) <= (lam - g) V(p), from 2 V(p, M p) = -|p|^2 and 2 g V(p) <= |p|^2": (
            decide.inequality(
                lam * V + form <= (lam - g) * V, [sp.Eq(2 * form, -square), 2 * g * V <= square], scope=scope
            )
        ),
        "the heights b_i = w^T y_i, with the inner product of the metric": height_equation(scope),
        **invariance_steps(scope),
        **token_inequality(scope),
        **decay_steps(scope),
        "the decay rate g alpha_ii + lam A is at least g a": decide.inequality(
            g * own + lam * A >= factor * g * a, [g > 0, lam > 0, own >= a, A >= 0, a > 0], scope=scope
        ),
        "g a is positive": decide.inequality(g * a > 0, [g > 0, a > 0], scope=scope),
        "A_ij r_j = alpha_ij (b_j/b_i) r_j <= alpha_ij B c (1 + r_i) m, for 1/b_i = h": decide.inequality(
            alpha * b * h * z <= alpha * B * c * (1 + r) * m,
            [alpha >= 0, b > 0, b <= B, h > 0, c > 0, h <= c * (1 + r), r >= 0, z >= 0, z <= m],
            degree=4,
            scope=scope,
        ),
    }
    return conjunction(steps, scope=scope)


@illustration(
    "CON-H.9.repaired",
    title="Not symmetric: the hemisphere of the left eigenvector",
    statement=(
        r"Auto-regressive, h = 1; U with a real simple eigenvalue $\lambda > 0$ above the real parts of all others,"
        r" right eigenvector v, left eigenvector w, $w^Tv = 1$; P bounded. Then $\pi(v)$ taken by all tokens is an"
        r" exponentially stable equilibrium that attracts $\{w^Ty_i > 0\}$, the hemisphere of the left eigenvector."
    ),
    source=Source(PAPER, "Theorem 4.5, hypothesis that U is symmetric"),
    reading=(
        "above the real parts of all others, written as Lyapunov's inequality: a positive definite G and g > 0 with"
        r" $a^TGUa \le (\lambda - g)a^TGa$ for $w^Ta = 0$"
    ),
    kind="stability",
    repairs="CON-H.9",
)
def left_eigenvector(factor: int = 1, seed: int = 0) -> Iterator[Evidence]:
    yield dominated(factor)
    yield trials.converges(trials.nonsymmetric, "random U that are not symmetric, random metrics", seed)


@illustration(
    "CON-H.9.R1",
    title="Not symmetric: the hemisphere of the right eigenvector",
    statement=(
        r"For U with a real simple dominant eigenvalue $\lambda > 0$ and right eigenvector v, all tokens that start"
        r" with $v^Ty_i > 0$ converge to $\pi(v)$."
    ),
    source=Source(PAPER, "Theorem 4.5, hypothesis that U is symmetric"),
    reading="the hemisphere of the right eigenvector",
    kind="stability",
    no_repair="CON-H.9.repaired, with the left eigenvector, is what is true",
)
def right_eigenvector(shear: int = 1) -> Iterator[Evidence]:
    """The sign of w^T y_1 is kept, its rate being (lam - y^T U y) w^T y/sqrt(n + 1): with w^T y_1 < 0 there is no way
    to v."""
    lam, k, x, y, a = sp.symbols("lam k x y a", real=True)
    w = np.array([lam, k], dtype=object)
    U = np.array([[lam, k], [0, 0]], dtype=object)
    token = np.array([[x, y]], dtype=object)
    rate = st.velocity(token, np.array([[a]], dtype=object), U)[0]
    scope = f"n = 1, U = [[1, {shear}], [0, 0]], y_1 = (3/5, -4/5)"
    yield counterexample(
        {
            "w = (lam, k) is a left eigenvector, and (w^T y)' = a (lam - y^T U y) w^T y": decide.identity(
                {
                    "left": (sp.Matrix(w @ U), lam * sp.Matrix(w)),
                    "rate": (w @ rate, a * (lam - token[0] @ U @ token[0]) * (w @ token[0])),
                },
                scope=scope,
            )
        },
        {"U": [[1, shear], [0, 0]], "v": [1, 0], "lam": 1, "y": ["3/5", "-4/5"], "w": [1, shear]},
        ["w@U == lam*w", "dot(w, v) > 0", "dot(w, y) < 0"],
        scope=scope,
        says="the sign of w^T y_1 never changes, while w^T v is positive",
        method="exact example; an invariant sign",
    )


@illustration(
    "CON-H.9.complex",
    title="A complex dominant pair: consensus rotates",
    statement=(
        r"Auto-regressive model, n = 1, $U = \begin{pmatrix}\alpha & -\omega\\ \omega & \alpha\end{pmatrix} = \alpha I"
        r" + \omega J$, $\omega \ne 0$: every token y of a consensus has the velocity $\frac\omega{\sqrt2}Jy$, whatever"
        r" P: a consensus turns with the constant speed $|\omega|/\sqrt2$, and there is no equilibrium at which all"
        " tokens agree; the first token turns at that speed from every start."
    ),
    source=Source(PAPER, "Theorem 4.5, hypothesis that U is symmetric"),
    kind="equilibrium",
    role="dropped",
)
def complex_pair(power: int = 1) -> Iterator[Evidence]:
    alpha, omega, a, x, y = sp.symbols("alpha omega a x y", real=True)
    U = np.array([[alpha, -omega], [omega, alpha]], dtype=object)
    Y = np.array([[x, y], [x, y]], dtype=object)
    rate = st.velocity(Y, np.array([[0, a], [0, 0]], dtype=object), U)[0]
    scope = "n = 1, all l >= 1, every P(t); per pair, with weights a of sum 1/sqrt(2)"
    yield decide.identity(
        {
            "the angle": (x * rate[1] - y * rate[0], a**power * omega),
            "the circle": (x * rate[0] + y * rate[1], 0),
        },
        given=[alpha > 0, sp.Ne(omega, 0), a > 0],
        relations=[(y**2, 1 - x**2)],
        scope=scope,
    )


@illustration(
    "CON-H.13",
    title="Theorem 4.5 on a general ellipsoid",
    statement=(
        r"Auto-regressive, h = 1, on $E_W^n$, W symmetric positive definite, P bounded. (i) U symmetric with simple"
        r" largest eigenvalue $\lambda > 0$, eigenvector v: all tokens with $v^Ty_i(0) > 0$ converge to $\pi_W(v)$."
        r" (ii) $WU = U^TW$, $Uv = \lambda v$ likewise: all tokens with $\langle v, y_i(0)\rangle_W > 0$ converge to"
        r" $\pi_W(v)$; this is Theorem 4.5 for $W^{1/2}UW^{-1/2}$ in the coordinates $W^{1/2}y$. Both are the case of"
        r" the left eigenvectors v and Wv."
    ),
    source=Source(PAPER, "Theorem 4.5, hypothesis W = I"),
    kind="stability",
    role="dropped",
)
def ellipsoid(factor: int = 1) -> Iterator[Evidence]:
    """(ii): <v, U y>_W = <U v, y>_W = lam <v, y>_W, so W v is a left eigenvector; its kernel is W-orthogonal to v. With
    R = W^(1/2), R (F - <y, F>_W y) = R F - ((R y)^T R F) R y in every dimension, and R U y_j = (R U R^-1) R y_j."""
    half, image = generic.array("R", 2, 2), generic.array("S", 2, 2)
    R, S = (np.triu(M) + np.triu(M, 1).T for M in (half, image))
    W, root = sp.Matrix(R) ** 2, sp.Matrix(R)
    U = W.inv() * sp.Matrix(S)
    a, lam = sp.symbols("a lam", real=True)
    Y, A = generic.array("y", 2, 2), np.array([[0, a], [0, 0]], dtype=object)
    moved = st.velocity(Y, A, np.array(U), np.array(W)) @ R
    sphere = st.velocity(Y @ R, A, np.array(root * U * root.inv()))
    v = sp.Matrix(sp.symbols("v_1 v_2", real=True))
    yield dominated(factor)
    scope = "n = 1, all l >= 1: the change of variables with a symbolic root of W"
    yield conjunction(
        {
            "W U = S symmetric: v^T W is a left eigenvector if U v = lam v": decide.identity(
                {"left": ((W * v).T * U - lam * (W * v).T, (U * v - lam * v).T * W)}, scope=scope
            ),
            "the field in the coordinates W^(1/2) y is that of W^(1/2) U W^(-1/2) on the sphere": decide.identity(
                {"field": (sp.Matrix(moved), sp.Matrix(sphere))}, scope=scope
            ),
            "W^(1/2) U W^(-1/2) is symmetric": decide.identity(
                {"transpose": (root * U * root.inv(), (root * U * root.inv()).T)}, scope=scope
            ),
        },
        scope=scope,
    ).narrowed(scope)
