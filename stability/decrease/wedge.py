"""The wedge between -y_1 and -y_2: where a third token can be trapped that converges to -y_1 (causal flow, U = I).

The plane of y_1 and y_2 is invariant for the first three tokens. With y_1 at the angle 0, y_2 at phi in (0, pi) and y_3
at pi + zeta, and with u = tan(phi/2), z = tan(zeta/2),

    u' = -a_21 u,      z' = a_31 z + a_32 (z (1 - u^2) - u (1 - z^2))/(1 + u^2).

Both lateral faces of {0 < z < u} are strict exits, through z = 0 and through z = u, whatever the weights. The two sets
of initial z that leave through one face are open and disjoint, so a connected interval between two such points contains
a z that never leaves; and as u -> 0, that token goes to -y_1.

For P = 0 (a_21 = 1/2, a_31 = a_32 = 1/3 up to a common factor) the faces can be replaced by curves z = p(u) with an odd
polynomial p: there (z - p)' = u R(u)/(6 (1 + u^2)), where R is an even polynomial, and one sign of R on (0, u_0]
makes the curve a strict exit. That sign is decided exactly.

Source: derived in this project; the claims CON-X9.between and CON-T4.2.R1 of proofs_checks decide the statements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from attnverify.stability.numbers import Array

# The first coefficient of the separatrix z = (2/7) u + ...: z'/u' has the eigenvalues -3 (along it) and 4.
_SLOPE = Fraction(2, 7)
_SMALLEST, _TRIES = Fraction(1, 2**46), 44


def half_angle_point(t: Any) -> Array:
    """The unit vector at the angle 2 arctan(t), rational for rational t : (2,).

    >>> half_angle_point(Fraction(1, 2))
    array([Fraction(3, 5), Fraction(4, 5)], dtype=object)
    """
    return np.array([(1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)], dtype=None if isinstance(t, float) else object)


def wedge_tokens(u: Any, z: Any) -> Array:
    """y_1 = e_1, y_2 at the angle 2 arctan u, y_3 opposite to the angle 2 arctan z : (3, 2)."""
    return np.stack([half_angle_point(0 * u), half_angle_point(u), -half_angle_point(z)])


def wedge_rates(u: Any, z: Any, A: Array) -> tuple[Any, Any]:
    """(u', z') of the causal flow with U = I. A : (3, 3), the weights added over the heads, lower triangular."""
    turned = (z * (1 - u * u) - u * (1 - z * z)) / (1 + u * u)
    return -A[1, 0] * u, A[2, 0] * z + A[2, 1] * turned


@dataclass(frozen=True)
class WedgeBracket:
    """Two curves with strict exits that enclose an exceptional third token, for P = 0 and y_2 at tan(phi/2) = start.

    below, above : coefficients of p(u) = p_0 u + p_1 u^3 + ..., solutions leave downwards on the one and upwards on
    the other for every 0 < u <= start.
    """

    start: Fraction
    below: tuple[Fraction, ...]
    above: tuple[Fraction, ...]

    @property
    def heights(self) -> tuple[Fraction, Fraction]:
        """The values z between which z of the exceptional token lies, strictly."""
        return _curve(self.below, self.start), _curve(self.above, self.start)

    @property
    def tokens(self) -> tuple[Array, Array]:
        """The exact unit vectors between which the exceptional y_3 lies on its arc."""
        low, high = self.heights
        return -half_angle_point(low), -half_angle_point(high)


def exit_direction(coefficients: Sequence[Fraction], start: Fraction) -> int | None:
    """Where solutions cross the curve z = p(u), 0 < u <= start, for P = 0: 1 if upwards, -1 if downwards, all strictly.

    coefficients : of u, u^3, u^5, ...  Exact: the roots of R are counted by Sturm sequences. None when R has a root.

    >>> exit_direction([Fraction(2, 7)], Fraction(1)), exit_direction([Fraction(19, 100)], Fraction(1))
    (1, -1)
    >>> exit_direction([Fraction(1, 4)], Fraction(1)) is None
    True
    """
    R = exit_polynomial(coefficients)
    s = R.gens[0]
    while not R.is_zero and R.eval(0) == 0:  # the factor u^2 has one sign on (0, start]
        R = sp.Poly(sp.quo(R.as_expr(), s, s), s, domain="QQ")
    end = sp.Rational(start.numerator, start.denominator) ** 2
    if R.is_zero or R.count_roots(0, end) > 0:
        return None
    return 1 if R.eval(end) > 0 else -1


def exit_polynomial(coefficients: Sequence[Any]) -> sp.Poly:
    """R(u) = (6 z' - 6 u' p'(u)) (1 + u^2)/u at z = p(u), P = 0, as a polynomial in s = u^2."""
    s = sp.Symbol("s")
    g = sum((_rational(c) * s**k for k, c in enumerate(coefficients)), sp.Integer(0))
    return sp.Poly(4 * g - 2 * (1 - s * g**2) + 3 * (1 + s) * (g + 2 * s * sp.diff(g, s)), s, domain="QQ")


def exceptional_bracket(start: Fraction, terms: int = 8) -> WedgeBracket:
    """A rigorous bracket of the exceptional third token for P = 0, tight for enough `terms`.

    start : tan(phi/2) of the second token, 0 < start <= 1.  terms : coefficients of the curves, at least 1.
    The curves come from collocation in floating point, whose errors only widen the bracket; their exits are decided
    exactly. Raises ValueError for data outside the ranges, and when no pair of curves could be certified.

    >>> low, high = exceptional_bracket(Fraction(1)).heights
    >>> f"{float(low):.6f} {float(high):.6f}"
    '0.232990 0.232991'
    """
    if not 0 < start <= 1 or terms < 1:
        raise ValueError(f"start = {start}, terms = {terms}; allowed are 0 < start <= 1 and at least one term")
    middle = [_SLOPE, *(Fraction(round(c * 2**60), 2**60) for c in _collocated(float(start), terms)[1:])]
    for k in range(_TRIES):
        width = _SMALLEST * 2**k
        below, above = (middle[0] - width, *middle[1:]), (middle[0] + width, *middle[1:])
        if exit_direction(below, start) == -1 and exit_direction(above, start) == 1:
            return WedgeBracket(start, below, above)
    raise ValueError(f"start = {start}: no curves with {terms} terms have strict exits; give more terms")


def _collocated(start: float, terms: int) -> Array:
    """Coefficients of g, p(u) = u g(u^2), with R = 0 at Chebyshev points of [0, start^2] and g(0) = 2/7, by Newton."""
    points = start**2 * (1 - np.cos(np.pi * (np.arange(1, terms) - 0.5) / max(terms - 1, 1))) / 2
    powers = points[:, np.newaxis] ** np.arange(terms)
    slopes = np.arange(terms) * powers  # s g'(s)
    c = np.zeros(terms)
    c[0] = float(_SLOPE)
    s = points[:, np.newaxis]
    for _ in range(30):
        g = powers @ c
        residual = 4 * g - 2 * (1 - points * g**2) + 3 * (1 + points) * (g + 2 * (slopes @ c))
        jacobian = (4 + 4 * s * g[:, np.newaxis] + 3 * (1 + s)) * powers + 6 * (1 + s) * slopes
        c[1:] -= np.linalg.lstsq(jacobian[:, 1:], residual, rcond=None)[0]
    return c


def _curve(coefficients: Sequence[Fraction], u: Fraction) -> Fraction:
    return sum((c * u ** (2 * k + 1) for k, c in enumerate(coefficients)), Fraction(0))


def _rational(value: Any) -> Any:
    return sp.Rational(value.numerator, value.denominator) if isinstance(value, Fraction) else sp.sympify(value)
