"""The picture of Theorem 4.2 shows its counter-trajectory."""

import numpy as np
import pytest

from proofs_checks.consensus.theorem_pictures import opposite_to_the_first
from verify.registry import load
from verify.report.pictures import available, registered

pytestmark = pytest.mark.skipif(not available(), reason="matplotlib is not installed")


def test_the_third_token_tends_to_the_antipode_of_the_first():
    load()
    assert any("CON-T4.2" in item.claims and item.draw is opposite_to_the_first for item in registered())
    (axes,) = opposite_to_the_first().axes
    second, third = (line.get_ydata() for line in axes.lines)
    assert (second[0], third[0]) == pytest.approx((0, -24 / 26))
    assert np.all(np.diff(second) > 0)
    assert np.all(np.diff(third) < 0)
    assert (second[-1], third[-1]) == pytest.approx((1, -1), abs=2e-3)
