"""The form of a proof step: accepted when right, refused when the form or the sign of an atom is wrong."""

import sympy as sp

from attnverify.proofs_checks.positive_forms import positive_by
from attnverify.verify.verdict import Rung

x, y = sp.symbols("x y", real=True)
SUM_OF_SQUARES = (x + y) ** 2 + 3 * x


def test_a_right_form_proves() -> None:
    found = positive_by(SUM_OF_SQUARES, lambda x, u: u**2 + 3 * x, positive={"x": x}, real={"u": x + y}, scope="x > 0")
    assert found.rung is Rung.PROVED
    assert found.certificate is not None


def test_a_wrong_form_is_refused() -> None:
    found = positive_by(SUM_OF_SQUARES, lambda x, u: u**2 + 2 * x, positive={"x": x}, real={"u": x + y}, scope="x > 0")
    assert not found.rung.holds


def test_a_form_that_is_not_positive_is_refused() -> None:
    found = positive_by(SUM_OF_SQUARES, lambda x, u: u**2 + 3 * x, real={"x": x, "u": x + y}, scope="any x")
    assert not found.rung.holds


def test_a_nonnegative_form_is_not_called_positive() -> None:
    claimed = positive_by(x**2 + y, lambda y, u: u**2 + y, nonnegative={"y": y}, real={"u": x}, scope="y >= 0")
    assert not claimed.rung.holds
    weak = positive_by(
        x**2 + y, lambda y, u: u**2 + y, nonnegative={"y": y}, real={"u": x}, strict=False, scope="y >= 0"
    )
    assert weak.rung is Rung.PROVED
