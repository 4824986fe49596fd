import numpy as np

from attnverify.stability.pictures.models import histogram_figure, loop_figure, spectra_figure, steering_figure
from attnverify.stability.transformers.attention import FactoredAttention, Mask
from attnverify.stability.transformers.histogram import CosineHistogram
from attnverify.stability.transformers.looping import FLOAT16_FLOOR, Loop
from attnverify.stability.transformers.spectrum import layer_spectrum


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
