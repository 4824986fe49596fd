"""Where the search through the states on the circle ends, the argument of the chain has taken over."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, fmpq

from attnverify.proofs_checks.perspective.circle_saddles import OURS, PRINTED


def bound_of_the_chain(share: fmpq) -> arb:
    """cos a/sin^2 a for a = share*pi."""
    return arb.cos_pi_fmpq(share) / arb.sin_pi_fmpq(share) ** 2


@pytest.mark.parametrize(("ranges", "halves"), [(PRINTED, 2), (OURS, 1)], ids=["printed", "ours"])
def test_the_ranges_of_beta_meet_the_bounds_of_the_chain(ranges: dict[int, tuple[str, str]], halves: int) -> None:
    for n, (_, high) in ranges.items():
        end = fmpq(*Fraction(high).as_integer_ratio())
        assert bound_of_the_chain(fmpq(1, halves * (n - 1))) < end


def test_the_ranges_begin_where_every_number_of_tokens_is_proved() -> None:
    assert {low for low, _ in PRINTED.values()} == {"0"}
    assert {low for low, _ in OURS.values()} == {"3/2"}  # PER-PR3.circle
