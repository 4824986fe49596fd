"""One row of the Jacobian, against differentiation of the whole map at explicit numbers."""

from __future__ import annotations

import pytest
import sympy as sp

from attnverify.proofs_checks.power_method.oja import one_token

t = sp.Symbol("t")
x, dx = sp.Matrix([sp.Rational(3, 5), sp.Rational(4, 5), 0]), sp.Matrix([4, -3, 2])
pull, dpull = sp.Matrix([sp.Rational(2, 5), sp.Rational(-4, 5), 0]), sp.Matrix([1, 2, -1])


def _along(inverse_norm: sp.Expr) -> sp.Matrix:
    return sp.diff(inverse_norm * (x + t * dx + pull + t * dpull), t).subs(t, 0)


def test_exact_reading_is_the_derivative_of_the_normalised_step():
    y = x + t * dx + pull + t * dpull
    assert one_token.response("exact", x, pull, dx, dpull, 1) == _along(1 / sp.sqrt(y.dot(y)))


def test_unit_reading_differs_off_the_tangent_space_only():
    radial = dx + x
    exact, unit = (one_token.response(name, x, pull, dx, dpull, 1) for name in ("exact", "unit"))
    assert exact == unit
    exact, unit = (one_token.response(name, x, pull, radial, dpull, 1) for name in ("exact", "unit"))
    assert unit - exact == x + pull


def test_truncated_reading_differentiates_the_polynomial():
    moved, token = pull + t * dpull, x + t * dx
    sigma, tau = token.dot(moved), moved.dot(moved)
    assert one_token.response("truncated", x, pull, dx, dpull, 1) == _along(1 - sigma + (3 * sigma**2 - tau) / 2)


def test_on_its_line_at_a_number():
    assert one_token.on_its_line("exact", sp.Rational(1, 2), 1, 2) == 2
    assert one_token.on_its_line("truncated", sp.Rational(1, 2), 1, 2) == sp.Rational(9, 4)


def test_unknown_reading_names_the_allowed_ones():
    with pytest.raises(ValueError, match=r"reading is 'R9'; allowed are exact, unit, truncated"):
        one_token.response("R9", x, pull, dx, dpull, 1)
