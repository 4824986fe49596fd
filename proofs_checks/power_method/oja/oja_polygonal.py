"""Supplement D.2, Lemma 6 and its proof: the linearisation of the Oja map at sum_j x_j = 0, and the mode that grows.

There y_i = x_i, so the linearisation is exact in alpha. With S(delta) = sum_j delta_j on tangent perturbations it is
J = I + (alpha/N) S^T V S. Sums over tokens enter through sum_i x_i x_i^T alone: what is summed is affine in x_i
x_i^T, an identity in the plane of x_i and one other vector w, so it holds for all N and d. With M = S S^T = N I -
sum_i x_i x_i^T, w = M^-1 v_1 and a = v_1^T M^-1 v_1, the tangent perturbation delta_i = Pi_i w adds up to v_1 and has
squared length a.
"""

from __future__ import annotations

from typing import Any

from attnverify.proofs_checks.power_method.oja import polygonal_setting as setting
from attnverify.proofs_checks.power_method.symbols import symbols
from attnverify.verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")


def blocks(power: int) -> dict[str, tuple[Any, Any]]:
    """The blocks of the Jacobian against Pi_i (delta_ih I + (alpha/N^power) V): every entry pattern."""
    s = symbols()
    own, other = setting.oja_blocks()
    V, Pi = setting.generic("V", symmetric=True), setting.projector()
    share = s.alpha / s.N**power
    return {
        "block of a token with itself": (sp.Matrix(own), sp.Matrix(Pi @ (np.eye(3, dtype=int) + share * V))),
        "block of two tokens": (sp.Matrix(other), sp.Matrix(Pi @ (share * V))),
    }


def second_moment() -> dict[str, tuple[Any, Any]]:
    """Pi w and |Pi w|^2 are affine in x x^T, for a unit x: what makes S S^T = N I - sum_i x_i x_i^T."""
    c, sn = sp.symbols("x_1 x_2", real=True)
    w = np.array(sp.symbols("w_1 w_2", real=True), dtype=object)
    x = np.array([c, sn], dtype=object)
    projected = w - x * (x @ w)
    G = np.outer(x, x)
    return {
        "Pi w = w - (x x^T) w": (sp.Matrix(projected), sp.Matrix(w - G @ w)),
        "Pi w is tangent": (x @ projected, sp.Integer(0)),
        "|Pi w|^2 = w.w - w^T (x x^T) w": (projected @ projected, w @ w - w @ G @ w),
    }


def on_circle() -> list[tuple[Any, Any]]:
    """x_1^2 + x_2^2 = 1."""
    c, sn = sp.symbols("x_1 x_2", real=True)
    return [(c**2, 1 - sn**2)]


def symmetric_form() -> dict[str, tuple[Any, Any]]:
    """delta_i . Pi_i z = delta_i . z for tangent delta_i.

    So <eta, J delta> = sum_i eta_i.delta_i + (alpha/N) S(eta)^T V S(delta).
    """
    zero = sp.Integer(0)
    delta = np.array([zero, *sp.symbols("delta_1 delta_2", real=True)], dtype=object)
    z = np.array(sp.symbols("z_0 z_1 z_2", real=True), dtype=object)
    eta = np.array(sp.symbols("eta_0 eta_1 eta_2", real=True), dtype=object)
    V = setting.generic("V", symmetric=True)
    return {
        "delta.Pi z = delta.z": (delta @ (setting.projector() @ z), delta @ z),
        "the form is symmetric": (z @ V @ eta, eta @ V @ z),
    }


def definite() -> dict[str, tuple[Any, Any]]:
    """e.Pi e = 1 - (e.x)^2 is the square of the component of e that is orthogonal to x; zero iff x = +-e."""
    c, sn = sp.symbols("x_1 x_2", real=True)
    return {"1 - (e.x)^2 = x_2^2 for e = (1, 0)": (1 - c**2, sn**2)}
