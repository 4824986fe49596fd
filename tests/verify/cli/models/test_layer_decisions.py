"""The verdicts on trained layers, for indicators that are written by hand and for models that have what is claimed."""

from dataclasses import replace

import numpy as np
import pytest

from stability.transformers.alignment import LayerAlignment
from stability.transformers.histogram import CosineHistogram
from stability.transformers.model import TransformerModel
from stability.transformers.runs import random_ids
from verify.cli.models.align import AlignOptions, Run
from verify.cli.models.layer_decisions import (
    Both,
    albert,
    drift,
    layer_decisions,
    no_growth,
    principal_gains,
    prolonged,
    sizes,
)
from verify.verdict import Verdict

GOOD = LayerAlignment(1.0, 0.1, 0.1, 0.1, 0.1, 0.02, 0.001, 0.02, 0.7, 0.01, 0.01, 0.55, 0.1)


def run(good, bad=0, product=(1.0,) * 8, skipped=(1.0,) * 8):
    wrong = [replace(GOOD, increment=0.005), replace(GOOD, probability=0.52), replace(GOOD, increment=-0.1)]
    layers = [GOOD] * good + [wrong[k % 3] for k in range(bad)]
    return Run(layers, None, [(value, 1.0) for value in product], [(value, 1.0) for value in skipped])


def test_nearly_all_layers():
    tested = principal_gains(Both(run(12), run(6, 6)))
    assert tested.verdict is Verdict.TESTED
    assert tested.margin == pytest.approx(0.1)
    assert tested.null == "50% of the layers with shuffled weights"
    refuted = principal_gains(Both(run(9, 3), run(12)))
    assert refuted.verdict is Verdict.REFUTED
    assert refuted.margin == pytest.approx(0.75 - 0.9)


def test_growth_is_measured_in_chance_levels():
    flat, rising = run(8), run(8, product=(1, 1, 1, 2, 2, 3, 3, 4), skipped=(1, 2, 3, 4, 5, 6, 7, 8))
    assert no_growth(Both(flat, rising)).margin == pytest.approx(1.0)
    found = no_growth(Both(rising, flat))
    assert found.verdict is Verdict.REFUTED
    assert found.margin == pytest.approx(1 - 2.5)
    assert "by 6.00" in found.measured
    assert no_growth(Both(run(3, product=(1,) * 3), flat)).verdict is Verdict.OPEN


def histograms(means):
    return [CosineHistogram(layer, np.ones(40), mean, 0.0) for layer, mean in means.items()]


def test_cosines_drift_to_one():
    rising, falling = histograms({0: 0.1, 4: 0.5, 8: 0.9}), histograms({0: 0.5, 4: 0.4, 8: 0.6})
    assert drift(rising, falling, 4).verdict is Verdict.TESTED
    assert drift(rising, falling, 4).margin == pytest.approx(0.4)
    assert "0.500, 0.400, 0.600" in drift(rising, falling, 4).null
    assert drift(falling, rising, 4).verdict is Verdict.REFUTED


@pytest.fixture
def model(model_folder):
    return lambda family, **sizes: TransformerModel(model_folder(family, **sizes))


def test_the_table_of_sizes(model):
    found = model("gpt2")
    assert sizes(found).verdict is Verdict.OPEN
    found.configuration = replace(found.configuration, d=1600, heads=25, layers=48)
    assert sizes(found).verdict is Verdict.TESTED
    found.configuration = replace(found.configuration, heads=20)
    assert sizes(found).verdict is Verdict.REFUTED


def test_what_is_about_shared_layers_is_decided_for_albert_alone(model):
    options = AlignOptions(prompts=20, tokens=5)
    assert prolonged(model("gpt2"), options).verdict is Verdict.OPEN
    assert albert(model("bert", name="bert"), 0).verdict is Verdict.OPEN
    shared = model("albert", name="albert")
    found = prolonged(shared, options)
    assert found.verdict in (Verdict.TESTED, Verdict.REFUTED)
    assert found.margin is not None
    assert "published sizes" in albert(shared, 0).measured


def test_all_of_them_in_their_order(model):
    found = model("gpt_neo")
    decisions = layer_decisions(found, 0, random_ids(found, 2, 6, 0))
    ids = [decision.id for decision in decisions]
    assert ids == ["POW-2.2.comp", "POW-B2", "POW-B3", "POW-B4", "POW-TAB1", "PER-FIG1"]
    assert all((decision.margin is None) == (decision.verdict is Verdict.OPEN) for decision in decisions)
