"""The pictures of the papers: of claims, labelled, with their seeds, and they show what their captions say."""

import re
from functools import cache

import numpy as np
import pytest

from attnverify.proofs_checks.consensus import pictures as consensus
from attnverify.proofs_checks.consensus import theorem_pictures
from attnverify.proofs_checks.perspective import energy_pictures
from attnverify.proofs_checks.perspective import pictures as perspective
from attnverify.proofs_checks.power_method import pictures as power
from attnverify.verify.registry import load
from attnverify.verify.report.pictures import available, registered, svg

pytestmark = pytest.mark.skipif(not available(), reason="matplotlib is not installed")
LARGE = "misalignment_in_high_dimension"
MODULES = {module.__name__: module for module in (consensus, theorem_pictures, power, perspective, energy_pictures)}
ITEMS = {item.draw.__name__: item for item in registered() if item.draw.__module__ in MODULES}


@cache
def figure(name):
    return ITEMS[name].draw()


def points(axes, marker):
    return np.concatenate([line.get_xydata() for line in axes.lines if line.get_marker() == marker])


def curves(axes):
    return [line.get_ydata() for line in axes.lines]


def test_every_figure_and_theorem_has_its_picture_and_its_claims():
    claims = load()
    drawn = {module: [item for item in ITEMS.values() if item.draw.__module__ == module] for module in MODULES}
    assert {id for item in ITEMS.values() for id in item.claims} <= set(claims)
    figures = [re.match(r"Figure (\d):", item.caption) for item in drawn[consensus.__name__]]
    assert [found[1] for found in figures] == list("123456")
    assert len(drawn[power.__name__]) == 8
    assert "CON-T4.2" in ITEMS["opposite_to_the_first"].claims
    labels = [item.source.label.split(",")[0].split(" and ")[0] for id, item in claims.items() if id.startswith("PER-")]
    named = {label for label in labels if label.startswith(("Theorem", "Proposition"))}
    shown = [claims[id].source.label for item in registered() for id in item.claims if id.startswith("PER-")]
    assert len(named) == 11
    assert [label for label in named if not any(other.startswith(label) for other in shown)] == []


@pytest.mark.parametrize("name", [name for name in ITEMS if name != LARGE])
def test_axes_are_labelled_and_seeds_are_named(name):
    item, axes = ITEMS[name], figure(name).axes
    of_consensus = item.draw.__module__ == consensus.__name__
    assert all(one.get_xlabel() for one in (axes[-1:] if of_consensus else axes) if one.axison)
    ylabels = [one.get_ylabel() for one in axes if one.axison]
    assert all(ylabels) if item.draw.__module__ in (consensus.__name__, power.__name__) else ylabels[0]
    random = "trajectories" in name or "uniform start" in item.caption or (of_consensus and "norms" not in name)
    assert not random or re.search(r"seed", item.caption)


SMALL = ("oja_trajectories", "complex_spectrum", "beside_zero", "common_product")


OF_CONSENSUS = [name for name, item in ITEMS.items() if item.draw.__module__ == consensus.__name__ and name != LARGE]


@pytest.mark.parametrize("name", [*SMALL, *OF_CONSENSUS])
def test_the_same_svg_every_time_with_text_as_text(name):
    image = svg(ITEMS[name])
    assert image == svg(ITEMS[name])
    assert "<text" in image
    assert name not in SMALL or len(image) < 120_000


def test_below_at_and_above_the_bound():
    below, at, above = figure("complex_spectrum").axes
    assert len(points(below, "X")) == 0
    assert np.linalg.norm(points(at, "X"), axis=1) == pytest.approx([1, 1])
    assert np.all(np.linalg.norm(points(above, "X"), axis=1) > 1.01)
    assert [len(points(axes, "o")) for axes in (below, at, above)] == [4, 2, 2]


def test_the_logit_decides_about_the_bipartite_spectrum():
    stable, unstable = figure("bipartite_spectra").axes
    assert len(points(stable, "X")) == 0
    assert len(points(unstable, "X")) > 0
    assert np.all(np.linalg.norm(points(stable, "o"), axis=1) < 1)


def test_the_trajectories_end_where_the_captions_say():
    for name, poles in (("oja_trajectories", {1}), ("attention_trajectories", {-1, 1})):
        (axes,) = figure(name).axes
        ends = np.array([line.get_xydata()[-1] for line in axes.lines if line.get_marker() == "o"][1::2])
        (star,) = points(axes, "*")
        sides = np.sign(ends @ star)
        assert set(sides) == poles
        assert np.max(np.linalg.norm(ends - sides[:, np.newaxis] * star, axis=1)) < 1e-3


def test_figure_3_decreases_and_figure_5_ends_at_the_star():
    (axes,) = figure("decrease_of_v").axes
    assert np.all(np.diff(axes.lines[0].get_ydata()) < 0)
    (axes,) = figure("tokens_towards_the_eigenvector").axes
    ends = np.array([line.get_xydata()[-1] for line in axes.lines if line.get_marker() == "o"][1::2])
    assert ends.shape == (10, 2)
    assert np.max(np.linalg.norm(ends - points(axes, "*"), axis=1)) < 0.05


def test_the_third_token_tends_to_the_antipode_of_the_first():
    second, third = curves(figure("opposite_to_the_first").axes[0])
    assert (second[0], third[0]) == pytest.approx((0, -24 / 26))
    assert np.all(np.diff(second) > 0)
    assert np.all(np.diff(third) < 0)
    assert (second[-1], third[-1]) == pytest.approx((1, -1), abs=2e-3)


@pytest.mark.parametrize("name", ["no_temperature", "beside_zero", "every_beta"])
def test_all_tokens_meet(name):
    ends = [curve[-1] for axes in figure(name).axes for curve in curves(axes)]
    assert min(ends) > 1 - 1e-3


@pytest.mark.parametrize("name", ["small_beta", "large_beta"])
def test_the_angles_become_one(name):
    for axes in figure(name).axes:
        ends = np.exp(1j * np.array([curve[-1] for curve in curves(axes)]))
        assert len(ends) == 8
        assert np.ptp(np.angle(ends / ends[0])) < 1e-2


def test_straight_lines_in_logarithmic_scale():
    for line in figure("exponentially").axes[0].lines:
        slopes = np.diff(np.log(line.get_ydata()[-20:])) / np.diff(line.get_xdata()[-20:])
        assert np.max(slopes) < -0.8
        assert np.ptp(slopes) < 0.02


def test_wendel():
    for line, d in zip(figure("one_hemisphere").axes[0].lines, (2, 4, 8, 16), strict=True):
        numbers, exact = line.get_data()
        assert np.all(exact[numbers <= d] == 1)
        assert exact[2 * d - 1] == 0.5


def test_the_simulation_lies_on_the_closed_form():
    lines = figure("common_product").axes[0].lines
    for start in (0, 16):
        curve, *dots = lines[start : start + 16]
        for products in dots:
            times, seen = products.get_data()
            inside = (seen > 0.02) & (seen < 0.99)
            found = np.interp(times[inside], curve.get_xdata(), curve.get_ydata())
            assert np.max(np.abs(found - seen[inside])) < 2e-3


def test_high_dimension_is_nearer_to_the_curve():
    spreads = [np.max(np.ptp(curves(axes)[:-1], axis=0)) for axes in figure("high_dimension").axes]
    assert spreads[1] < 0.2 < spreads[0]


def test_energies_keep_their_bounds():
    *paths, most, least = curves(figure("energy_between_its_bounds").axes[0])
    assert all(np.all(np.diff(path) > -1e-12) and least[0] < path[0] and path[-1] <= most[0] + 1e-12 for path in paths)
    above = figure("descent_to_sharp_configurations").axes[0].lines
    assert len(above) == 9
    assert all(np.nanmin(line.get_ydata()) < 1e-12 for line in above)


def test_the_corners_are_sharp():
    for corners in energy_pictures.sharp_configurations().values():
        gram = np.round(corners @ corners.T, 12)
        assert np.allclose(np.diag(gram), 1)
        assert len(np.unique(gram[np.triu_indices(len(corners), 1)])) <= 3
