"""What pictures show: spectra, curves, spheres, models."""

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.pictures.figures import curves_svg, projected, spectra_svg, sphere_svg
from attnverify.stability.pictures.models import histogram_figure, loop_figure, spectra_figure, steering_figure
from attnverify.stability.transformers.attention import FactoredAttention, Mask
from attnverify.stability.transformers.runs import FLOAT16_FLOOR, CosineHistogram, Loop
from attnverify.stability.transformers.spectrum import layer_spectrum


def test_the_picture_is_svg_with_readable_text_and_repeats_itself():
    analysis = st.analyse(np.eye(2), [[1, 0], [0, -2]], 4, 0.25)
    svg = spectra_svg(analysis)
    assert svg.startswith("<?xml")
    for word in ("consensus", "bipartite", "stable", "unstable", "real part"):
        assert word in svg
    assert "<text" in svg
    assert svg == spectra_svg(analysis)


def test_an_analysis_without_spectra_still_has_a_picture():
    analysis = st.analyse(np.eye(2), [[0, -1], [1, 0]], 4, 0.25)
    assert "no equilibrium" in spectra_svg(analysis)


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


def test_the_projection_is_a_rotation():
    found = projected(np.eye(3))
    assert np.allclose(found @ found.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(found) == pytest.approx(1)


def test_the_picture_has_its_title_and_repeats_itself():
    states = st.random_tokens(np.random.default_rng(0), 4, 5, 3)
    svg = sphere_svg(states, title="five tokens, seed 0", pole=np.array([0.0, 0.0, 1.0]))
    assert "five tokens, seed 0" in svg
    assert "<text" in svg
    assert svg == sphere_svg(states, title="five tokens, seed 0", pole=np.array([0.0, 0.0, 1.0]))
    assert svg != sphere_svg(states[::-1], title="five tokens, seed 0", pole=np.array([0.0, 0.0, 1.0]))


def test_every_variant_has_its_panel_and_the_floor_is_drawn():
    trace = np.exp(-np.arange(9.0))
    loops = [Loop(weights, part, trace, 4, False) for weights in ("file", "redrawn") for part in (True, False)]
    figure = loop_figure(loops, title="a model")
    assert [panel.get_title() for panel in figure.axes] == ["weights of the file", "weights redrawn each pass"]
    for panel in figure.axes:
        assert len(panel.lines) == 2
        (band,) = panel.patches
        assert abs(band.get_y() + band.get_height() - FLOAT16_FLOOR) < 1e-12


def test_many_layers_are_shown_in_few_panels():
    W = np.random.default_rng(0).normal(size=(4, 6, 6))
    spectra = [layer_spectrum(FactoredAttention(*W, 2, 1.0, Mask()))] * 30
    figure = spectra_figure(range(30), spectra, spectra, title="a model")
    titles = [panel.get_title() for panel in figure.axes if panel.get_visible()]
    assert len(titles) == 12
    assert (titles[0], titles[-1]) == ("layer 0", "layer 29")


def test_histograms_are_shares():
    one = CosineHistogram(3, np.arange(40), 0.5, -1.0)
    figure = histogram_figure([one], [one], title="a model")
    (panel,) = [panel for panel in figure.axes if panel.get_visible()]
    assert panel.get_title() == "layer 3"
    assert abs(sum(panel.patches[0].get_data().values) - 1) < 1e-12


def test_the_null_of_steering_is_drawn():
    row = {"rho/|lambda_1|": 10.0, "eigenvector, u": 0.9, "tokens, u": 0.5, "5 % of tokens": 0.1}
    figure = steering_figure([row], 0.07, 10.0, title="a model")
    labels = {line.get_label(): line for line in figure.axes[0].lines}
    assert labels["tokens, not steered"].get_ydata()[0] == 0.07
