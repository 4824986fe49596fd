"""Polygonal states of the Oja map, sum_j x_j = 0, and of the attention map, sum_j A_ij x_j = 0 for every i.

There y_i = x_i, so |y_i| = 1 and the linearisation is affine in alpha. An entry of a block of token i involves one
coordinate along x_i and the two of the entry; a basis that begins with x_i carries every N and d.

    Oja         delta_i+ = delta_i + (alpha/N) Pi_i V sum_j delta_j,        Pi_i = I - x_i x_i^T
    attention   delta_i+ = delta_i + alpha Pi_i V sum_j (A_ij delta_j + dA_ij x_j)

With M = sum_i Pi_i, w = M^-1 v_1 and a = v_1^T M^-1 v_1 the perturbation delta_i = Pi_i w of the Oja map has the
Rayleigh quotient 1 + alpha lambda_1/(N a) > 1: unstable at every step size, unless all tokens are u or -u. The
attention map is not: at u and -u in the plane, with logits that vanish there, its two rates along w orthogonal to u are

    w^T V w + (w^T V u)(w^T P u)   and   (w^T V u)(w^T P u + u^T P w),

and both are negative for V positive definite and a suitable P: asymptotically stable for small steps.

Source: arXiv 2605.25619, Lemmas 6 and 15, Theorem 3.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.derivations.formula import Formula, symbols
from attnverify.stability.linearisation.symbolic import Signs, exact_jacobian

ALPHA = symbols("alpha", positive=True)
N = symbols("N", integer=True, positive=True)
LAMBDA_1 = symbols("lambda_1")


def matrix(name: str, d: int = 3, *, symmetric: bool = False) -> Any:
    """A matrix of real symbols : (d, d)."""
    entries = [
        [f"{name}_{min(a, b)}{max(a, b)}" if symmetric else f"{name}_{a}{b}" for b in range(d)] for a in range(d)
    ]
    return np.array([[symbols(entry) for entry in row] for row in entries], dtype=object)


@cache
def oja_blocks() -> tuple[Any, Any]:
    """The blocks of token i = e_1 with itself and with another token, differentiated from the definition: (3, 3) each.

    The image of a token depends on the others through their sum, so these are -x_i/(N - 1), N - 1 times.
    """
    V, one, zero = matrix("V", symmetric=True), sp.Integer(1), sp.Integer(0)
    tokens = np.array([[one, zero, zero], [-one / (N - 1), zero, zero]], dtype=object)
    counts = np.array([one, N - 1])
    _, J = exact_jacobian(lambda X: st.oja_map(X, V, ALPHA, counts=counts)[:1], tokens, Signs())
    return J[:, :3], J[:, 3:] / (N - 1)


def oja(shares: Any = N) -> list[Formula]:
    """The derived blocks beside Pi_i (delta_ih I + (alpha/shares) V)."""
    own, other = oja_blocks()
    V, projector = sp.Matrix(matrix("V", symmetric=True)), sp.diag(0, 1, 1)
    return [
        Formula("a token with itself", ("POW-L6.lin",), own, projector * (sp.eye(3) + ALPHA / shares * V)),
        Formula("two tokens", ("POW-L6.lin",), other, projector * (ALPHA / shares * V)),
    ]


def growing_mode(shares: Any = N) -> list[Formula]:
    """Why delta_i = Pi_i w grows: its length and its sum are affine in x_i x_i^T, an identity in the plane of x_i and
    w."""
    cosine, sine = symbols("x_1 x_2")
    x, w = sp.Matrix([cosine, sine]), sp.Matrix(symbols("w_1 w_2"))
    unit = ((sine**2, 1 - cosine**2),)
    projected = w - x * x.dot(w)
    a = symbols("a", positive=True)
    ids = ("POW-L6.mode.repaired",)
    return [
        Formula("Pi w is tangent", ids, x.dot(projected), 0, unit),
        Formula("|Pi w|^2 = w^T (I - x x^T) w", ids, projected.dot(projected), (w.T * (w - x * x.dot(w)))[0], unit),
        # sum_i Pi_i w = M w = v_1, so the form gains (alpha/N) v_1^T V v_1, against |delta|^2 = w^T M w = a.
        Formula("the quotient", ids, (a + ALPHA / N * LAMBDA_1) / a, 1 + ALPHA * LAMBDA_1 / (shares * a)),
    ]


def attention_rates(turned: int = 1) -> list[Formula]:
    """The two tangent rates (eigenvalue - 1)/alpha at u and -u where u^T P u = 0; `turned` = -1 changes a sign.

    Derived: the linearised attention map of two tokens in the plane of u and w, u^T P u = 0, differentiated by SymPy.
    """
    V, P = matrix("V", 2, symmetric=True), matrix("P", 2)
    P[0, 0] = sp.Integer(0)
    state = st.states.antipodal([1, 0])
    tokens = np.array([[sp.Integer(int(entry)) for entry in row] for row in state.expand()], dtype=object)

    tangent = sp.Matrix(st.linearise(lambda X: st.attention_map(X, P, V, ALPHA), tokens, manifold="sphere").jacobian)
    h, g, r, back = V[1, 1], V[1, 0], P[1, 0], P[0, 1]
    even, odd = h + g * r, turned * g * (r + back)
    z = symbols("z")
    ids = ("POW-L15", "POW-T3.poly")
    polynomial = (z * sp.eye(2) - (tangent - sp.eye(2)) / ALPHA).det()
    return [Formula("both rates", ids, sp.expand(polynomial), sp.expand((z - even) * (z - odd)))]


def stable_pair() -> dict[str, Any]:
    """A counterexample to Lemma 15: V positive definite, P, u off the eigenvectors of V, and the two rates, both
    negative."""
    V = sp.Matrix([[2, 0], [0, 1]])
    u, w = (sp.Matrix([sp.Rational(a, 5), sp.Rational(b, 5)]) for a, b in ((4, 3), (-3, 4)))
    P = 5 * (w * u.T + u * w.T)
    even = (w.T * V * w)[0] + (w.T * V * u)[0] * (w.T * P * u)[0]
    odd = (w.T * V * u)[0] * ((w.T * P * u)[0] + (u.T * P * w)[0])
    return {"V": V, "P": P, "u": u, "logit": (u.T * P * u)[0], "rates": (even, odd)}


def formulas() -> list[Formula]:
    """Everything above."""
    return [*oja(), *growing_mode(), *attention_rates()]
