"""Seeded draws: counts with their interval, margins, and what is no evidence."""

import numpy as np
import pytest

from attnverify.verify.draws import counted, drawn, fraction_interval, observed
from attnverify.verify.verdict import Verdict


def test_the_interval_is_that_of_clopper_and_pearson():
    from scipy.stats import binomtest

    for successes in (0, 1, 37, 100):
        exact = binomtest(successes, 100).proportion_ci(0.99, "exact")
        assert fraction_interval(successes, 100) == pytest.approx((exact.low, exact.high), abs=1e-12)
    for wrong in ((-1, 5), (6, 5), (0, 0)):
        with pytest.raises(ValueError, match="needed"):
            fraction_interval(*wrong)


@pytest.mark.parametrize(("happened", "limits", "verdict"), [
    (96, {"at_least": 0.85}, Verdict.TESTED), (96, {"at_least": 0.95}, Verdict.OPEN),
    (2, {"at_most": 0.1}, Verdict.TESTED), (2, {"at_most": 0.02}, Verdict.OPEN),
    (50, {"at_least": 0.3, "at_most": 0.7}, Verdict.TESTED),
])  # fmt: skip
def test_the_whole_interval_counts(happened, limits, verdict):
    found = counted(np.arange(100) < happened, scope="runs", seed=3, **limits)
    assert found.verdict is verdict
    assert f"{happened} of 100 runs" in found.reason
    assert "seed 3" in found.reason


def test_a_negative_or_undefined_margin_is_open():
    good, bad = np.array([1.0, 0.0]), np.array([1.0, -1e-9])
    assert observed({"fine": good}, scope="two runs", seed=0).verdict is Verdict.TESTED
    assert observed({"fine": good, "not": bad}, scope="two runs", seed=0).verdict is Verdict.OPEN
    assert observed({"not a number": good * np.nan}, scope="two runs", seed=0).verdict is Verdict.OPEN
    for nothing in ({}, {"none": good[:0]}):
        with pytest.raises(ValueError, match=r"no runs|zero-size"):
            observed(nothing, scope="no runs", seed=0)


def test_the_same_seed_draws_the_same_numbers_and_one_bad_draw_is_open():
    seen = []
    assert drawn(lambda number: seen.append(number) or 1.0, scope="s", draws=20, seed=7).verdict is Verdict.TESTED
    again = []
    drawn(lambda number: again.append(number) or 1.0, scope="s", draws=20, seed=7)
    assert seen == again
    assert len(set(seen)) == 20
    last = seen[-1]
    assert drawn(lambda number: -1.0 if number == last else 1.0, scope="s", draws=20, seed=7).verdict is Verdict.OPEN
    assert drawn(lambda number: float("nan"), scope="s", draws=2, seed=7).verdict is Verdict.OPEN


def test_draws_that_do_not_count_are_replaced_but_not_for_ever():
    found = drawn(lambda number: None if number % 2 else 1.0, scope="s", draws=20, seed=7)
    assert (found.verdict, found.reason.startswith("20 runs")) == (Verdict.TESTED, True)
    nothing = drawn(lambda number: None, scope="s", draws=5, seed=7)
    assert (nothing.verdict, nothing.reason) == (Verdict.OPEN, "only 0 of 20 draws count")
