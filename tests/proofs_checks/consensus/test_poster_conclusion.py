"""The synthetic protocol of the poster's conclusion."""

import numpy as np
import pytest

from attnverify.proofs_checks.consensus.poster.conclusion import final_misalignment


@pytest.mark.parametrize("number", range(3))
def test_the_misalignment_collapses_forwards_only(number):
    assert final_misalignment(number, 1.0, layers=0) > 1e-2
    assert final_misalignment(number, 1.0) < 1e-6
    assert final_misalignment(number, -1.0) > 1e-3


def test_the_number_of_the_draw_decides():
    first, again, other = (final_misalignment(number, 1.0, layers=3) for number in (4, 4, 5))
    assert first == again
    assert np.abs(first - other) > 0
