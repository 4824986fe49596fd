"""Input-to-state stability: the first token behind a moving eigenvector, and a token behind the ones before it.

Remark 4.7. U(t) symmetric with unit eigenvector v(t), gap at least g, s = 1/sqrt(n + 1), b = v^T y_1:

    b' = s (lambda - y^T U y) b + v'^T y,         x' <= w (1 + x^2) - s g x     for x = tan of the angle, |v'| <= w.

Below the critical speed w* = s g/2 the right side is w (x - x_-)(x - x_+), x_- x_+ = 1, 2 x_-/(1 + x_-^2) = w/w*, so
that x(0) < x_+ gives limsup x <= x_-. From |v'^T y| <= eps and b' >= s g b (1 - b^2) - eps: b(0) above the lower root
of s g b (1 - b^2) = eps gives liminf b >= the upper one; the level is at most 2 s g/(3 sqrt 3).

Theorem 4.2. In the causal flow with U = I, c = y_1.y_i obeys c' = A (1 - c^2) + d with |d| <= A delta, delta = e +
e^2/2, e the largest distance of an earlier token to the first. For delta < 1, k = sqrt(1 - delta) and c(0) > -k

    (k - c)/(k + c) <= exp(-2 k (A integrated)) (k - c(0))/(k + c(0)).

Source: "Consensus is all you get" (ICML 2025), Remark 4.7, proof of Theorem 4.2; the bounds are derived in this
project.
"""

from typing import Any

import numpy as np
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.derivations.formula import Formula, symbols

HALF = sp.Rational(1, 2)


def equation_8(sign: int = 1) -> Formula:
    """b' of the first token, in coordinates that span y, U y, v and v': v = e_1 at this time, v' orthogonal to it."""
    lam, s = symbols("lambda s")
    half = np.array([symbols(f"S_{i}0 S_{i}1 S_{i}2") for i in range(3)], dtype=object)
    U, y = np.zeros((4, 4), dtype=object), np.array(symbols("y_0 y_1 y_2 y_3"), dtype=object)
    U[0, 0], U[1:, 1:] = lam, np.triu(half) + np.triu(half, 1).T
    turn = np.array([sp.Integer(0), *symbols("w_1 w_2 w_3")], dtype=object)
    rate = st.models.velocity(y[np.newaxis], np.array([[s]], dtype=object), U)[0]
    claimed = s * (lam - y @ U @ y) * y[0] + sign * (turn @ y)
    return Formula("equation (8)", ("CON-R4.7.a",), rate[0] + turn @ y, claimed)


def tangent_rate(factor: Any = 1) -> Formula:
    """x' at a uniform rotation of the plane away from y_1, where the bound is an equality: the tangent of the angle."""
    lam, mu, s, w = symbols("lambda mu s omega")
    b, c = symbols("b c")
    y = np.array([b, -c], dtype=object)
    field = st.models.velocity(y[np.newaxis], np.array([[s]], dtype=object), np.diag([lam, mu]))[0]
    moving = np.array([field[0] + w * y[1], field[1] - w * y[0]], dtype=object)  # in the frame of v(t)
    x = c / b
    claimed = w * (1 + x**2) - factor * s * (lam - mu) * x
    return Formula("the rate of the tangent", ("CON-B6", "CON-X8"), -(moving[1] + x * moving[0]) / b, claimed)


def tracking_roots(power: int = 1) -> list[Formula]:
    """The factors of the bound, by Vieta s g = w (x_- + x_+), and sin(2 phi*) = w/w* for x_- = tan(phi*)."""
    w, root, x = symbols("omega x_- x")
    rate = w * (root + 1 / root)
    return [
        Formula("the factors", ("CON-B6",), w * (1 + x**2) - rate * x, w * (x - root) * (x - 1 / root)),
        Formula("the angle", ("CON-B6",), 2 * root / (1 + root**2), (w / (rate / 2)) ** power),
    ]


def input_level(power: int = 2) -> list[Formula]:
    """The level b (1 - b^2): its greatest value, and the factor that pulls b to the upper root c."""
    b, c, t = symbols("b c t")
    best = sp.solve(sp.diff(t * (1 - t**power), t), t)
    top = max((t * (1 - t**power)).subs(t, value) for value in best)
    pull = (c - b) * (b**2 + b * c + c**2 - 1)
    return [
        Formula("its greatest value", ("CON-R4.7.c.repaired",), top, 2 / (3 * sp.sqrt(3))),
        Formula("its factor", ("CON-R4.7.c.repaired",), b * (1 - b**2) - c * (1 - c**2), pull),
    ]


def cascade_input(half: Any = HALF) -> list[Formula]:
    """c' of a token behind one earlier token y, from the definition of the causal flow, and the size of its input.

    With g = y_j.y_i and |y_j - y_1| = e the input is a (y_1.y_j - 1 - c (g - c)) for U = I; |g - c| <= e and
    1 - y_1.y_j = e^2/2 give |d| <= A (e + e^2/2).
    """
    Y = np.array([symbols(f"y_{i}1 y_{i}2") for i in range(3)], dtype=object)
    a = np.array([[sp.Integer(0)] * 3, [sp.Integer(0)] * 3, [*symbols("a_31 a_32"), sp.Integer(0)]], dtype=object)
    c, g, near = Y[2] @ Y[0], Y[2] @ Y[1], Y[1] @ Y[0]
    unit = tuple((Y[i, 1] ** 2, 1 - Y[i, 0] ** 2) for i in range(3))
    A = a[2, 0] + a[2, 1]
    claimed = A * (1 - c**2) + a[2, 1] * (near - 1 - c * (g - c))
    square = (Y[1] - Y[0]) @ (Y[1] - Y[0])
    return [
        Formula("the rate of the cosine", ("CON-T4.2.c",), st.models.velocity(Y, a)[2] @ Y[0], claimed, unit),
        Formula("1 - y_1.y_j", ("CON-T4.2.c",), 1 - near, half * square, unit),
    ]


def cascade_decay(share: Any = 2) -> Formula:
    """z = (k - c)/(k + c) along c' = A (1 - c^2) - A delta, 1 - delta = k^2: z' = -2 k A z."""
    k, c, A = symbols("k c A")
    z = (k - c) / (k + c)
    return Formula("the decay of z", ("CON-T4.2.repaired",), sp.diff(z, c) * A * (k**2 - c**2), -share * k * A * z)


def tracked(speed: float, gap: float, d: int, start: float, *, time: float, steps: int = 4000) -> float:
    """tan of the angle of y_1 and v at `time`, in the plane, v turning at `speed` away from y_1; s = 1/sqrt(d).

    start : the tangent at 0.  Classical Runge-Kutta steps of the model itself, not of the equation for the tangent.
    """
    s, angle = 1 / np.sqrt(d), -float(np.arctan(start))
    y, h = np.array([np.cos(angle), np.sin(angle)]), time / steps

    def rate(t: float, y: Any) -> Any:
        v = np.array([np.cos(speed * t), np.sin(speed * t)])
        return st.models.velocity(y[np.newaxis], np.array([[s]]), gap * np.outer(v, v))[0]

    for k in range(steps):
        t = k * h
        k1 = rate(t, y)
        k2 = rate(t + h / 2, y + h / 2 * k1)
        k3 = rate(t + h / 2, y + h / 2 * k2)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(t + h, y + h * k3))
        y = y / np.linalg.norm(y)
    v = np.array([np.cos(speed * time), np.sin(speed * time)])
    return float(np.sqrt(max(1 - (v @ y) ** 2, 0.0)) / (v @ y))


def formulas() -> list[Formula]:
    """Everything that SymPy derives here."""
    return [equation_8(), tangent_rate(), *tracking_roots(), *input_level(), *cascade_input(), cascade_decay()]
