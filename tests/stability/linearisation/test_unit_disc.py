import numpy as np
import pytest
from flint import acb, arb, fmpq

from attnverify.stability.linearisation.unit_disc import (
    Side,
    Stability,
    compare_moduli,
    judged,
    quadratic_roots,
    quadratic_side,
    root_side,
)


def test_sides_of_one_number():
    assert root_side(fmpq(-1)) is Side.ON
    assert root_side(fmpq(-3, 2)) is Side.OUTSIDE
    assert root_side(arb(1)) is Side.ON
    assert root_side(arb(1, 1e-9)) is Side.UNDECIDED
    assert root_side(acb(0.6, 0.7)) is Side.INSIDE
    assert compare_moduli(fmpq(-2), fmpq(3)) is Side.INSIDE


@pytest.mark.parametrize(("roots", "side"), [
    ((fmpq(1, 2), fmpq(-1, 3)), Side.INSIDE),
    ((fmpq(1), fmpq(1, 3)), Side.ON),
    ((fmpq(-1), fmpq(1, 3)), Side.ON),
    ((fmpq(2), fmpq(1, 3)), Side.OUTSIDE),
    ((fmpq(2), fmpq(3)), Side.OUTSIDE),
])  # fmt: skip
def test_sides_of_real_quadratics(roots, side):
    assert quadratic_side(roots[0] + roots[1], roots[0] * roots[1]) is side


def test_sides_of_complex_quadratics_agree_with_their_roots():
    rng = np.random.default_rng(0)
    for _ in range(200):
        a, b = rng.uniform(-1.5, 1.5, 2) + 1j * rng.uniform(-1.5, 1.5, 2)
        first, second = acb(a.real, a.imag), acb(b.real, b.imag)
        expected = Side.INSIDE if max(abs(a), abs(b)) < 1 else Side.OUTSIDE
        assert quadratic_side(first + second, first * second) is expected


def test_roots_are_exact_where_they_can_be():
    assert quadratic_roots(fmpq(5, 6), fmpq(1, 6)) == (fmpq(1, 2), fmpq(1, 3))
    first, second = quadratic_roots(fmpq(1), fmpq(1))
    assert first.overlaps(second.conjugate())
    near, _ = quadratic_roots(arb(2), arb(1, 1e-30), real=True)
    assert near.contains(1)
    double, _ = quadratic_roots(arb(2, 1e-30), arb(1, 1e-30), real=True)
    assert double.is_finite()
    assert double.contains(1)


def test_a_marginal_verdict_needs_proof():
    assert judged([Side.INSIDE]) is Stability.STABLE
    assert judged([]) is Stability.STABLE
    assert judged([Side.ON, Side.UNDECIDED]) is Stability.UNDECIDED


def test_no_branch_cut_runs_through_an_enclosure():
    """z^2 + 1 with the coefficients of a complex direction: the roots are +-i, sharply."""
    first, second = quadratic_roots(acb(arb(0, 1e-20), arb(0, 1e-20)), acb(1, arb(0, 1e-20)))
    assert first.rad() < 1e-15
    assert (first * second).overlaps(acb(1))
