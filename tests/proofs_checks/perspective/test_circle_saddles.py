"""Where the search through the states on the circle ends, the argument of the chain has taken over."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from attnverify.proofs_checks.perspective.circle_saddles import RANGES


def test_the_ranges_of_beta_begin_at_a_proved_bound_and_end_above_that_of_the_chain() -> None:
    for n, (low, high) in RANGES.items():
        share, end = fmpq(1, n - 1), fmpq(*Fraction(high).as_integer_ratio())
        assert arb.cos_pi_fmpq(share) / arb.sin_pi_fmpq(share) ** 2 < end
        assert low == "3/2"  # PER-PR3.circle
