import numpy as np
import pytest

from attnverify.stability.pictures.curves import curves_svg


@pytest.mark.parametrize("lines", [1, 3, 20])
def test_the_picture_names_its_axes_and_repeats_itself(lines):
    times = np.linspace(0, 1, 11)
    panels = {"first quantity": np.exp(-times), "second quantity": np.outer(np.exp(-times), np.arange(1, lines + 1))}
    svg = curves_svg(times, panels, title="two quantities", logarithmic=True)
    assert svg.startswith("<?xml")
    assert "<text" in svg
    for word in ("first quantity", "second quantity", "two quantities", "time t"):
        assert word in svg
    assert svg == curves_svg(times, panels, title="two quantities", logarithmic=True)


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="at least one panel"):
        curves_svg(np.arange(3.0), {}, title="none")
    with pytest.raises(ValueError, match=r"E: values of shape \(2,\) for 3 times"):
        curves_svg(np.arange(3.0), {"E": np.zeros(2)}, title="short")
