"""What is counted along the layers is what it is of all of them, and no layer outlives its turn."""

import gc
import json
import sys
import weakref

import numpy as np
import pytest

from attnverify.stability.transformers import alignment
from attnverify.stability.transformers.alignment import READINGS, CumulativeProduct, run_layers
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.runs import RunOptions, gaussian_tokens, layer_steps
from attnverify.verify.cli.models.align import AlignOptions, measured
from attnverify.verify.cli.models.progress import Steps
from attnverify.verify.cli.models.view import View, plain, shown, text


@pytest.fixture
def model(model_folder):
    return TransformerModel(model_folder("gpt2"))


def test_the_products_are_those_of_all_layers(model):
    options = AlignOptions(prompts=3, tokens=4, product=True, passes=2)
    found = measured(model, RunOptions(), options)
    key = READINGS[options.reading]
    kept = list(run_layers(layer_steps(model, RunOptions(), 2), gaussian_tokens(3, 4, 16, 0), key))
    products = [CumulativeProduct(key, skip=skip) for skip in (False, True)]
    assert found.products == [[product.correlation(passed) for product in products] for passed in kept]
    assert found.layers == [passed.alignment for passed in kept]
    plain = measured(model, RunOptions(), AlignOptions(prompts=3, tokens=4, passes=2))
    assert plain.products == [[]] * 8
    assert plain.layers == found.layers


@pytest.mark.parametrize("product", [False, True])
def test_no_layer_is_kept(model, monkeypatch, product):
    gc.freeze()  # what is there already need not be looked through again
    seen, most = [], 0
    plain = alignment.run_layers

    def watched(*arguments, **options):
        nonlocal most
        for passed in plain(*arguments, **options):
            seen.append(weakref.ref(passed))
            gc.collect()
            most = max(most, sum(layer() is not None for layer in seen))
            yield passed

    monkeypatch.setattr(alignment, "run_layers", watched)
    try:
        measured(model, RunOptions(), AlignOptions(prompts=3, tokens=4, passes=3, product=product))
    finally:
        gc.unfreeze()
    assert len(seen) == 12
    assert most <= 3


# View.
def test_values_are_shown_as_one_writes_them():
    assert [shown(value) for value in (None, 1.5 + 0j, 1.5 - 0.25j, 1 / 3, 7, "x")] == [
        "-", "1.5", "1.5-0.25i", "0.3333", "7", "x",
    ]  # fmt: skip


def test_what_json_cannot_say_is_null():
    value = {"a": [1j, float("inf"), np.array([1.0, np.nan])], 3: np.float64(2)}
    assert json.loads(json.dumps(plain(value), allow_nan=False)) == {"a": [[0, 1], None, [1, None]], "3": 2}


def test_tables_and_paragraphs():
    rows = [{"layer": 0, "value": 0.5, "kind": "a"}, {"layer": 10, "value": None, "kind": "bcd"}]
    assert text(View({"view": "x", "none": None}, rows, ["done"])) == "\n".join(
        ["view: x", "layer  value  kind", "    0    0.5     a", "   10      -   bcd", "done"]
    )
    claim = {"claim": "A", "verdict": "OPEN", "margin": None, "measured": "long", "null": None}
    assert text(View({"view": "x"}, [claim], wordy=True)).splitlines()[1:] == [
        "A             OPEN          -",
        "    measured: long",
    ]


# Progress.
def test_long_work_is_announced_and_who_is_watching_sees_the_time_left(capsys, monkeypatch):
    for spent, said in ((0, ""), (100, "projected time: about 3 min\n")):
        quiet = Steps(2, "layer")
        quiet.begun -= spent
        quiet.step()
        quiet.step()
        quiet.close()
        assert capsys.readouterr().err == said
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    steps = Steps(2, "layer")
    steps.begun -= 200
    steps.step("E = 0.5")
    shown = capsys.readouterr().err
    assert shown.startswith("\rlayer 1/2, 3 min left E = 0.5")
    steps.close()
    assert capsys.readouterr().err == "\r" + " " * 78 + "\r"
