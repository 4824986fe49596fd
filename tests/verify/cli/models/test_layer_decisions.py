"""The verdicts on trained layers, for indicators that are written by hand and for models that have what is claimed."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from attnverify.stability.transformers.alignment import Growth, LayerAlignment
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.runs import CosineHistogram, Loop, random_ids
from attnverify.verify.cli.models.align import AlignOptions, Run
from attnverify.verify.cli.models.decisions import decided
from attnverify.verify.cli.models.layer_decisions import (
    Both,
    albert,
    drift,
    layer_decisions,
    no_growth,
    principal_gains,
    prolonged,
    sizes,
    trend,
)
from attnverify.verify.cli.models.loop_decisions import VARIANTS, consensus, feed_forward_effect, loop_decisions
from attnverify.verify.verdict import Verdict

GOOD = LayerAlignment(1.0, 0.1, 0.1, 0.1, 0.1, 0.02, 0.001, 0.02, 0.7, 0.01, 0.01, 0.55, 0.1)


def run(good, bad=0):
    wrong = [replace(GOOD, increment=0.005), replace(GOOD, probability=0.52), replace(GOOD, increment=-0.1)]
    layers = [GOOD] * good + [wrong[k % 3] for k in range(bad)]
    return Run(layers, None, [[] for _ in layers])


def test_nearly_all_layers():
    tested = principal_gains(Both(run(12), run(6, 6)))
    assert tested.verdict is Verdict.TESTED
    assert tested.margin == pytest.approx(0.1)
    assert tested.null == "50% of the layers with shuffled weights"
    refuted = principal_gains(Both(run(9, 3), run(12)))
    assert refuted.verdict is Verdict.REFUTED
    assert refuted.margin == pytest.approx(0.75 - 0.9)


def test_growth_is_compared_with_that_of_shuffled_weights():
    null = (0.1, -0.1, 0.2, -0.2, 0.1, -0.1, 0.0, 0.0)
    flat = no_growth(Growth(0.1, 2.0, null))
    assert flat.verdict is Verdict.TESTED
    assert flat.margin == pytest.approx(2.998 * np.std(null, ddof=1) * np.sqrt(9 / 8) - 0.1)
    found = no_growth(Growth(0.6, 6.0, null))
    assert found.verdict is Verdict.REFUTED
    assert "by 6.000" in found.measured
    assert "from -0.200 to 0.200" in found.null
    large = no_growth(Growth(1.5, 2.0, tuple(1.5 + value for value in null)))
    assert large.verdict is Verdict.OPEN
    assert "shuffled weights grow as much" in large.measured


def test_layers_that_share_a_direction_grow_and_random_ones_do_not(model, monkeypatch):
    options = AlignOptions(prompts=30, tokens=5)
    alike = model("gpt2", n_embd=16, n_layer=12)
    assert trend(alike, options).verdict is not Verdict.REFUTED
    block = alike.block
    shared = np.outer(np.ones(16), np.ones(16)) / 16

    def pulled(layer, *, feed_forward=True):
        found = block(layer, feed_forward=feed_forward)
        attention = replace(found.attention, W_v=0.1 * found.attention.W_v + shared, W_o=np.eye(16))
        return replace(found, attention=attention)

    monkeypatch.setattr(alike, "block", pulled)
    assert trend(alike, options).verdict is Verdict.REFUTED


def test_a_trend_needs_four_layers_that_differ(model):
    options = AlignOptions(prompts=5, tokens=5)
    assert "for a trend of 4 layers at least; the depth is 3" in trend(model("gpt2", n_layer=3), options).measured
    assert "do not" in trend(model("albert", name="albert"), options).measured


def histograms(means):
    return [CosineHistogram(layer, np.ones(40), mean, 0.0) for layer, mean in means.items()]


def test_cosines_drift_to_one():
    rising, falling = histograms({0: 0.1, 4: 0.5, 8: 0.9}), histograms({0: 0.5, 4: 0.4, 8: 0.6})
    assert drift(rising, falling, 4).verdict is Verdict.TESTED
    assert drift(rising, falling, 4).margin == pytest.approx(0.4)
    assert "0.500, 0.400, 0.600" in drift(rising, falling, 4).null
    assert drift(falling, rising, 4).verdict is Verdict.REFUTED
    for change in (1e-16, 0.0, -1e-16):
        same = drift(histograms({0: 0.5, 4: 0.5 + change, 8: 0.5 + change}), rising, 4)
        assert (same.verdict, same.margin) == (Verdict.OPEN, None)
        assert "no change beyond rounding" in same.measured


@pytest.mark.parametrize("margin", [float("nan"), float("inf"), -float("inf")])
def test_a_margin_that_is_no_number_decides_nothing(margin):
    found = decided("X", margin, "measured")
    assert (found.verdict, found.margin) == (Verdict.OPEN, None)
    assert f"the margin is {margin}" in found.measured


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


# The verdicts on looped models, for traces that are written by hand.
DEPTH, PASSES = 4, 10


def falling(rate, weights="file", feed_forward=True, *, floor=0.0):
    """E = max(e^(-rate t), floor), t in passes."""
    t = np.arange(1 + DEPTH * PASSES) / DEPTH
    return Loop(weights, feed_forward, np.maximum(np.exp(-rate * t), floor), DEPTH, False)


def six(**rates):
    """All variants with rate 2, but for those given as file_yes=..., random_no=... and so on."""
    return [
        falling(rates.get(f"{weights}_{'yes' if part else 'no'}", 2.0), weights, part) for weights, part in VARIANTS
    ]


def verdicts(model_loop_decisions, loops):
    return {decision.id: decision for decision in loop_decisions(model_loop_decisions, loops)}


@pytest.fixture
def model_loop_decisions(model_folder):
    return cache(lambda family: TransformerModel(model_folder(family, family)))


def test_consensus_is_tested_refuted_or_open():
    reached = consensus("X", [falling(2.0)], "the null")
    assert (reached.verdict, reached.null) == (Verdict.TESTED, "the null")
    assert reached.margin == pytest.approx(1e-3 - np.exp(-20))
    slow = consensus("X", [falling(2.0), falling(0.2)], "")
    assert (slow.verdict, slow.margin) == (Verdict.OPEN, None)
    assert "E still falls, more passes would decide" in slow.measured
    settled = consensus("X", [falling(2.0, floor=0.3)], "")
    assert settled.verdict is Verdict.REFUTED
    assert settled.margin == pytest.approx(1e-3 - 0.3)
    assert "E has not fallen in the second half of the passes" in settled.measured


def looped(E, depth=DEPTH):
    return Loop("file", True, np.asarray(E, dtype=float), depth, False)


T = np.arange(1 + 60 * DEPTH) / DEPTH
NOISE = np.random.default_rng(0).uniform(0.5, 1.5, len(T))
TRACES = {
    "no pass to compare with": (np.array([0.9, 0.5, 0.4, 0.4, 0.4]), Verdict.OPEN),
    "constant, for too few passes": (np.full(1 + 9 * DEPTH, 0.4), Verdict.OPEN),
    "constant": (np.full(1 + 10 * DEPTH, 0.4), Verdict.REFUTED),
    "slow": (np.exp(-0.05 * T), Verdict.OPEN),
    "slower": (np.exp(-0.005 * T), Verdict.OPEN),
    "slower still": (np.exp(-0.0005 * T), Verdict.OPEN),
    "like 1/t": (0.9 / (1 + T), Verdict.OPEN),
    "like 1/log t": (0.9 / (1 + np.log1p(T)), Verdict.OPEN),
    "saw teeth within a pass": (np.exp(-0.05 * T) * (1 + 0.5 * (T % 1)), Verdict.OPEN),
    "falls and fluctuates": (np.exp(-0.05 * T) * NOISE, Verdict.OPEN),
    "falls to a floor": (np.maximum(np.exp(-T), 0.2), Verdict.REFUTED),
    "falls to a floor exponentially": (0.2 + np.exp(-T), Verdict.REFUTED),
    "rises": (np.minimum(0.1 + 0.01 * T, 0.5), Verdict.REFUTED),
    "falls below": (np.exp(-0.5 * T), Verdict.TESTED),
}


@pytest.mark.parametrize("name", TRACES)
def test_a_limit_is_not_refuted_before_it_is_reached(name):
    E, verdict = TRACES[name]
    assert consensus("X", [looped(E)], "").verdict is verdict
    if verdict is Verdict.TESTED:
        return
    early = consensus("X", [looped(E[: 1 + 9 * DEPTH])], "")
    assert early.verdict is Verdict.OPEN
    assert "more passes would decide" in early.measured


def test_the_feed_forward_part_speeds_one_family_up_and_slows_the_other_down(model_loop_decisions):
    fast, slow = falling(3.0), falling(1.0, feed_forward=False)
    assert feed_forward_effect(model_loop_decisions("gpt2"), fast, slow).verdict is Verdict.TESTED
    assert feed_forward_effect(model_loop_decisions("gpt_neo"), fast, slow).verdict is Verdict.REFUTED
    assert feed_forward_effect(model_loop_decisions("gpt2"), slow, fast).verdict is Verdict.REFUTED
    assert feed_forward_effect(model_loop_decisions("bert"), fast, slow).verdict is Verdict.OPEN
    assert feed_forward_effect(model_loop_decisions("gpt2"), falling(0.1), fast).verdict is Verdict.OPEN


def test_the_claims_of_section_5_2(model_loop_decisions):
    plain = verdicts(model_loop_decisions("gpt2"), six(file_yes=3.0, file_no=2.5, random_yes=1.5, redrawn_yes=1.0))
    for id in ("c", "d", "e", "f", "g", "h", "j"):
        assert plain[f"CON-G5.2.{id}"].verdict is Verdict.TESTED, id
    assert plain["CON-P.h"].verdict is Verdict.TESTED
    assert plain["CON-G5.2.i"].verdict is Verdict.REFUTED
    assert plain["CON-G5.2.i"].margin == -8
    assert plain["CON-G5.2.b"].verdict is Verdict.OPEN
    # The random weights are faster, and the feed-forward part makes no difference there.
    other = verdicts(model_loop_decisions("gpt2"), six(random_no=4.0, random_yes=4.0))
    assert other["CON-G5.2.j"].verdict is Verdict.REFUTED
    assert other["CON-G5.2.g"].verdict is Verdict.OPEN
    assert "no more than one block of difference" in other["CON-G5.2.g"].measured
    # One variant does not reach consensus.
    stuck = six()
    stuck[4] = falling(2.0, "redrawn", True, floor=0.5)
    found = verdicts(model_loop_decisions("gpt2"), stuck)
    assert found["CON-G5.2.f"].verdict is found["CON-G5.2.h"].verdict is Verdict.REFUTED
    assert found["CON-G5.2.e"].verdict is Verdict.TESTED


def test_the_periods_are_those_of_the_two_models(model_loop_decisions):
    found = model_loop_decisions("gpt2")
    for depth, verdict in ((48, Verdict.TESTED), (47, Verdict.REFUTED)):
        found.configuration = replace(found.configuration, d=1600, heads=25, layers=depth)
        assert verdicts(found, six())["CON-G5.2.b"].verdict is verdict
