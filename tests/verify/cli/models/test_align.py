"""What is counted along the layers is what it is of all of them, and no layer outlives its turn."""

import gc
import weakref

import pytest

from attnverify.stability.transformers import alignment
from attnverify.stability.transformers.alignment import CumulativeProduct, run_layers
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.runs import RunOptions, gaussian_tokens, layer_steps
from attnverify.stability.transformers.spectrum import READINGS
from attnverify.verify.cli.models.align import AlignOptions, measured


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
