"""The indicators of whole runs: those of `stability.layers`, with errors; and random weights show them as well."""

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.transformers.alignment import CumulativeProduct, layer_alignment, run_layers
from attnverify.stability.transformers.directions import eigen_directions
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.runs import RunOptions, gaussian_tokens, layer_steps, random_ids


def test_the_indicators_are_those_of_one_layer():
    rng = np.random.default_rng(0)
    F, before, after = rng.normal(size=(8, 8)), rng.normal(size=(4, 5, 8)), rng.normal(size=(4, 5, 8))
    found = layer_alignment(eigen_directions(F, np.real), before, after, 0.25, eigenspaces=True)
    (wanted,) = st.layers.layer_indicators([before.reshape(20, 8), after.reshape(20, 8)], [F])
    assert found.increment == pytest.approx(wanted.increment)
    assert found.probability == pytest.approx(wanted.probability)
    assert found.mean_increment == pytest.approx(wanted.mean_increment)
    assert found.mean_probability == pytest.approx(wanted.mean_probability)
    assert found.nonuniformity == 0.25
    change = st.layers.alignment(after, st.layers.eigendirections(F)[0]) - st.layers.alignment(
        before, st.layers.eigendirections(F)[0]
    )
    assert found.increment_error == pytest.approx(np.std(change.mean(axis=1), ddof=1) / 2)
    assert found.increment_deviation == pytest.approx(np.std(change))
    single = layer_alignment(eigen_directions(F, np.real), before[:1], after[:1], 0.0)
    assert single.increment_error == float("inf")


@pytest.mark.parametrize("family", ["gpt2", "bert"])
def test_a_reduced_run_is_the_map_of_the_paper(surrogate, family):
    model = TransformerModel(surrogate(family))
    X = gaussian_tokens(3, 6, 16, 0)
    for layer, passed in enumerate(run_layers(layer_steps(model, RunOptions()), X, np.real)):
        whole = model.attention(layer).without_biases().whole()
        X = st.attention_map(X, whole.P, whole.V, 1.0, causal=family == "gpt2")
        assert np.max(np.abs(passed.after - X)) < 1e-12
        assert np.max(np.abs(passed.F - whole.V.sum(axis=0))) < 1e-12
        assert 0 < passed.alignment.nonuniformity < 5
    assert layer == model.depth - 1


def test_a_run_through_the_own_blocks_is_the_model(surrogate):
    model = TransformerModel(surrogate("gpt2"))
    X = model.embed(random_ids(model, 2, 5, 0))
    options = RunOptions(own_blocks=True, feed_forward=True)
    *_, last = run_layers(layer_steps(model, options, passes=2), X, np.real)
    wanted = model.run(X)
    for layer in range(model.depth):
        wanted = model.block(layer)(wanted)
    assert np.max(np.abs(last.after - wanted)) < 1e-12


def test_options_of_a_run(surrogate):
    model = TransformerModel(surrogate("gpt_neo"))
    X = gaussian_tokens(2, 5, 16, 0)

    def end(**options):
        *_, last = run_layers(layer_steps(model, RunOptions(**options)), X, np.real)
        return last

    plain = end()
    assert np.max(np.abs(end(biases=True).after - plain.after)) > 1e-3
    folded = end(fold_norm=True)
    gain = model.norm_1(model.depth - 1).gain
    assert np.max(np.abs(folded.F - plain.F * gain)) < 1e-14
    shuffled = end(shuffle=1)
    assert np.max(np.abs(shuffled.after - plain.after)) > 1e-3
    assert np.array_equal(end(shuffle=1).after, shuffled.after)
    assert not np.array_equal(end(shuffle=2).after, shuffled.after)
    with pytest.raises(ValueError, match="the reduced model has no feed-forward part"):
        RunOptions(feed_forward=True)


def test_shared_weights_are_shuffled_and_decomposed_once(surrogate):
    model = TransformerModel(surrogate("albert"))
    passed = list(run_layers(layer_steps(model, RunOptions(shuffle=0)), gaussian_tokens(2, 5, 16, 0), np.real))
    assert len({id(step.directions) for step in passed}) == 1
    assert len(passed) == 3


def test_random_weights_show_what_the_paper_reads_as_evidence(surrogate):
    """Increments above their mean, probabilities above 1/2 in all layers; an unrelated direction shows nothing."""
    config = {"n_embd": 64, "n_head": 4, "n_layer": 6}
    model = TransformerModel(surrogate("gpt2", std=0.15, **config))
    X = gaussian_tokens(100, 10, 64, 0)
    other = eigen_directions(np.random.default_rng(9).normal(size=(64, 64)), np.real)
    for passed in run_layers(layer_steps(model, RunOptions()), X, np.real):
        found = passed.alignment
        assert found.increment > found.mean_increment
        assert found.increment > 2 * found.increment_error
        assert found.probability > max(0.5, found.mean_probability)
        control = layer_alignment(other, passed.before, passed.after, 0.0)
        assert abs(control.probability - 0.5) < 5 * control.probability_error + 0.05


def test_the_products_are_those_of_the_matrices(surrogate):
    model = TransformerModel(surrogate("bert"))
    passed = list(run_layers(layer_steps(model, RunOptions()), gaussian_tokens(3, 6, 16, 0), np.real))
    for skip in (False, True):
        product = np.eye(16)
        along = CumulativeProduct(np.abs, skip=skip)
        found = [along.correlation(layer) for layer in passed]
        for step, (correlation, level) in zip(passed, found, strict=True):
            product = (step.F + skip * np.eye(16)) @ product
            directions = eigen_directions(product, np.abs)
            assert correlation == pytest.approx(np.mean(directions.correlations(step.after)[..., 0]))
            assert level == pytest.approx(directions.levels()[0])
