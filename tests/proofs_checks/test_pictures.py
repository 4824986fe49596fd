"""The pictures of the power-method paper: they are drawn, labelled, and show what their captions say."""

import re

import numpy as np
import pytest

from verify.registry import load
from verify.report.pictures import Picture, available, registered, svg

pytestmark = pytest.mark.skipif(not available(), reason="matplotlib is not installed")
MODULE = "proofs_checks.power_method.pictures"


@pytest.fixture(scope="module")
def figures() -> dict:
    """Every picture of the module with its figure, by the name of the function."""
    claims = load()
    pictures: list[Picture] = [item for item in registered() if item.draw.__module__ == MODULE]
    assert len(pictures) == 8
    assert {id for item in pictures for id in item.claims} <= set(claims)
    return {item.draw.__name__: (item, item.draw()) for item in pictures}


def test_axes_are_labelled_and_seeds_are_named(figures):
    for name, (item, figure) in figures.items():
        for axes in figure.axes:
            assert not axes.axison or (axes.get_xlabel() and axes.get_ylabel()), name
        if "trajectories" in name:
            assert re.search(r"seed \d", item.caption)


@pytest.mark.parametrize("name", ["oja_trajectories", "complex_spectrum"])
def test_the_same_svg_every_time_with_text_as_text(figures, name):
    item, _ = figures[name]
    image = svg(item)
    assert image == svg(item)
    assert "<text" in image
    assert len(image) < 120_000


def points(axes, marker):
    found = [line.get_xydata() for line in axes.lines if line.get_marker() == marker]
    return np.concatenate(found)


def test_below_at_and_above_the_bound(figures):
    _, figure = figures["complex_spectrum"]
    below, at, above = figure.axes
    assert len(points(below, "X")) == 0
    assert np.linalg.norm(points(at, "X"), axis=1) == pytest.approx([1, 1])
    assert np.all(np.linalg.norm(points(above, "X"), axis=1) > 1.01)
    assert [len(points(axes, "o")) for axes in figure.axes] == [4, 2, 2]


def test_the_logit_decides_about_the_bipartite_spectrum(figures):
    _, figure = figures["bipartite_spectra"]
    stable, unstable = figure.axes
    assert len(points(stable, "X")) == 0
    assert len(points(unstable, "X")) > 0
    assert np.all(np.linalg.norm(points(stable, "o"), axis=1) < 1)


def test_the_trajectories_end_where_the_captions_say(figures):
    for name, ends in (("oja_trajectories", 1), ("attention_trajectories", 2)):
        _, figure = figures[name]
        paths = [line.get_xydata() for line in figure.axes[0].lines if line.get_linewidth() == 0.7]
        stars = points(figure.axes[0], "*")
        reached = {int(np.argmin(np.linalg.norm(stars - path[-1], axis=1))) for path in paths}
        assert len(reached) == ends, name
        assert all(np.linalg.norm(stars - path[-1], axis=1).min() < 1e-3 for path in paths), name
        assert all(np.all(np.linalg.norm(path, axis=1) <= 1 + 1e-9) for path in paths)
