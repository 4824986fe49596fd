"""The verdicts on looped models, for traces that are written by hand."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from attnverify.stability.transformers.looping import Loop
from attnverify.stability.transformers.model import TransformerModel
from attnverify.verify.cli.models.loop_decisions import VARIANTS, consensus, feed_forward_effect, loop_decisions
from attnverify.verify.verdict import Verdict

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


def verdicts(model, loops):
    return {decision.id: decision for decision in loop_decisions(model, loops)}


@pytest.fixture
def model(model_folder):
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


def test_the_feed_forward_part_speeds_one_family_up_and_slows_the_other_down(model):
    fast, slow = falling(3.0), falling(1.0, feed_forward=False)
    assert feed_forward_effect(model("gpt2"), fast, slow).verdict is Verdict.TESTED
    assert feed_forward_effect(model("gpt_neo"), fast, slow).verdict is Verdict.REFUTED
    assert feed_forward_effect(model("gpt2"), slow, fast).verdict is Verdict.REFUTED
    assert feed_forward_effect(model("bert"), fast, slow).verdict is Verdict.OPEN
    assert feed_forward_effect(model("gpt2"), falling(0.1), fast).verdict is Verdict.OPEN


def test_the_claims_of_section_5_2(model):
    plain = verdicts(model("gpt2"), six(file_yes=3.0, file_no=2.5, random_yes=1.5, redrawn_yes=1.0))
    for id in ("c", "d", "e", "f", "g", "h", "j"):
        assert plain[f"CON-G5.2.{id}"].verdict is Verdict.TESTED, id
    assert plain["CON-P.h"].verdict is Verdict.TESTED
    assert plain["CON-G5.2.i"].verdict is Verdict.REFUTED
    assert plain["CON-G5.2.i"].margin == -8
    assert plain["CON-G5.2.b"].verdict is Verdict.OPEN
    # The random weights are faster, and the feed-forward part makes no difference there.
    other = verdicts(model("gpt2"), six(random_no=4.0, random_yes=4.0))
    assert other["CON-G5.2.j"].verdict is Verdict.REFUTED
    assert other["CON-G5.2.g"].verdict is Verdict.OPEN
    assert "no more than one block of difference" in other["CON-G5.2.g"].measured
    # One variant does not reach consensus.
    stuck = six()
    stuck[4] = falling(2.0, "redrawn", True, floor=0.5)
    found = verdicts(model("gpt2"), stuck)
    assert found["CON-G5.2.f"].verdict is found["CON-G5.2.h"].verdict is Verdict.REFUTED
    assert found["CON-G5.2.e"].verdict is Verdict.TESTED


def test_the_periods_are_those_of_the_two_models(model):
    found = model("gpt2")
    for depth, verdict in ((48, Verdict.TESTED), (47, Verdict.REFUTED)):
        found.configuration = replace(found.configuration, d=1600, heads=25, layers=depth)
        assert verdicts(found, six())["CON-G5.2.b"].verdict is verdict
