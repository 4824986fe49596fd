"""The pictures of section 5.1: they belong to claims, are labelled, and name their seeds."""

import re

import numpy as np
import pytest

from proofs_checks.consensus import pictures
from verify.registry import load
from verify.report.pictures import available, registered, svg

pytestmark = pytest.mark.skipif(not available(), reason="matplotlib is not installed")
MINE = [item for item in registered() if item.draw.__module__ == pictures.__name__]


def test_each_of_the_six_figures_has_its_picture_and_its_claims():
    assert [re.match(r"Figure (\d):", item.caption)[1] for item in MINE] == list("123456")
    assert {id for item in MINE for id in item.claims} <= set(load())


@pytest.mark.parametrize("item", [item for item in MINE if "high_dimension" not in item.draw.__name__])
def test_a_picture_is_labelled_and_the_same_every_time(item):
    figure = item.draw()
    assert figure.axes[-1].get_xlabel()
    assert all(axes.get_ylabel() for axes in figure.axes)
    assert "seed" in item.caption or "norms" in item.draw.__name__
    image = svg(item)
    assert image == svg(item)
    assert "<text" in image


def test_figure_3_shows_a_decreasing_curve():
    (axes,) = pictures.decrease_of_v().axes
    assert np.all(np.diff(axes.lines[0].get_ydata()) < 0)


def test_figure_5_ends_at_the_star():
    (axes,) = pictures.tokens_towards_the_eigenvector().axes
    star = np.concatenate([line.get_xydata() for line in axes.lines if line.get_marker() == "*"])
    ends = np.array([line.get_xydata()[-1] for line in axes.lines if line.get_marker() == "o"][1::2])
    assert ends.shape == (10, 2)
    assert np.max(np.linalg.norm(ends - star, axis=1)) < 0.05
