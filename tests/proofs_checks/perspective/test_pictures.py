"""The pictures of the perspective paper: every theorem has one, and they show what their captions say."""

import numpy as np
import pytest

from proofs_checks.perspective import energy_pictures, pictures
from verify.registry import load
from verify.report.pictures import available, registered, svg

pytestmark = pytest.mark.skipif(not available(), reason="matplotlib is not installed")
MODULES = {pictures.__name__, energy_pictures.__name__}


@pytest.fixture(scope="module")
def figures():
    """The figures, by the names of their functions."""
    return {item.draw.__name__: item.draw() for item in registered() if item.draw.__module__ in MODULES}


def curves(axes):
    return [line.get_ydata() for line in axes.lines]


def test_every_theorem_and_proposition_has_a_picture():
    claims = load()
    named = {
        item.source.label.split(",")[0].split(" and ")[0] for item in claims.values() if item.id.startswith("PER-")
    }
    named = {label for label in named if label.startswith(("Theorem", "Proposition"))}
    drawn = [claims[id].source.label for item in registered() for id in item.claims if id.startswith("PER-")]
    assert len(named) == 11
    assert [label for label in named if not any(other.startswith(label) for other in drawn)] == []


def test_axes_are_labelled_and_draws_are_small(figures):
    for figure in figures.values():
        assert figure.axes[0].get_ylabel()
        assert all(axes.get_xlabel() for axes in figure.axes)
    own = [item for item in registered() if item.draw.__module__ in MODULES]
    assert all("seed" in item.caption for item in own if "uniform start" in item.caption)
    assert all(len(svg(item)) < 120_000 for item in own if item.draw.__name__ in ("beside_zero", "common_product"))


@pytest.mark.parametrize("name", ["no_temperature", "beside_zero", "every_beta"])
def test_all_tokens_meet(figures, name):
    ends = [curve[-1] for axes in figures[name].axes for curve in curves(axes)]
    assert min(ends) > 1 - 1e-3


@pytest.mark.parametrize("name", ["small_beta", "large_beta"])
def test_the_angles_become_one(figures, name):
    for axes in figures[name].axes:
        ends = np.exp(1j * np.array([curve[-1] for curve in curves(axes)]))
        assert len(ends) == 8
        assert np.ptp(np.angle(ends / ends[0])) < 1e-2


def test_straight_lines_in_logarithmic_scale(figures):
    for line in figures["exponentially"].axes[0].lines:
        slopes = np.diff(np.log(line.get_ydata()[-20:])) / np.diff(line.get_xdata()[-20:])
        assert np.max(slopes) < -0.8
        assert np.ptp(slopes) < 0.02


def test_wendel(figures):
    for line, d in zip(figures["one_hemisphere"].axes[0].lines, (2, 4, 8, 16), strict=True):
        numbers, exact = line.get_data()
        assert np.all(exact[numbers <= d] == 1)
        assert exact[2 * d - 1] == 0.5


def test_the_simulation_lies_on_the_closed_form(figures):
    lines = figures["common_product"].axes[0].lines
    for start in (0, 16):
        curve, *dots = lines[start : start + 16]
        for products in dots:
            times, seen = products.get_data()
            inside = (seen > 0.02) & (seen < 0.99)
            found = np.interp(times[inside], curve.get_xdata(), curve.get_ydata())
            assert np.max(np.abs(found - seen[inside])) < 2e-3


def test_high_dimension_is_nearer_to_the_curve(figures):
    spreads = [np.max(np.ptp(curves(axes)[:-1], axis=0)) for axes in figures["high_dimension"].axes]
    assert spreads[1] < 0.2 < spreads[0]


def test_energies_keep_their_bounds(figures):
    *paths, most, least = curves(figures["energy_between_its_bounds"].axes[0])
    assert all(np.all(np.diff(path) > -1e-12) and least[0] < path[0] and path[-1] <= most[0] + 1e-12 for path in paths)
    above = figures["descent_to_sharp_configurations"].axes[0].lines
    assert len(above) == 9
    assert all(np.nanmin(line.get_ydata()) < 1e-12 for line in above)


def test_the_corners_are_sharp():
    for corners in energy_pictures.sharp_configurations().values():
        gram = np.round(corners @ corners.T, 12)
        assert np.allclose(np.diag(gram), 1)
        assert len(np.unique(gram[np.triu_indices(len(corners), 1)])) <= 3
