"""A model and its blocks."""

from dataclasses import replace
from math import erf, pi, sqrt, tanh

import numpy as np
import pytest

from attnverify.stability.transformers.attention import ACTIVATIONS, AttentionSublayer, Block, Mask, Norm, reduced_step
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.safetensors_file import WeightsError

FAMILIES = ("gpt2", "gpt_neo", "bert", "albert")
CASES = [("gpt2", "", 1e-13), ("gpt_neo", "", 1e-6), ("gpt_neo", "exact_", 1e-13), ("bert", "", 1e-13)]
CASES += [("albert", "", 1e-13)]


def distinct_layers(model):
    """The number of the weights and the first layer that uses them, for all of them; ALBERT has fewer than layers."""
    first = {}
    for layer in range(model.depth):
        first.setdefault(model.configuration.place(layer), layer)
    return list(enumerate(first[place] for place in sorted(first)))


@pytest.mark.parametrize(("family", "kind", "tolerance"), CASES)
def test_attention_blocks_embeddings_and_all_layers_are_those_of_transformers(
    golden, distance, family, kind, tolerance
):
    model, outputs = golden(family)
    states, fresh, seen, given, after = (
        outputs[kind + name] for name in ("states", "fresh", "fresh_seen", "fresh_output", "fresh_after")
    )
    assert model.depth == {"albert": 6}.get(family, 2)
    assert distance(model.embed(outputs["ids"]), states[0]) < 1e-13
    for layer in range(model.depth):
        assert distance(model.block(layer)(states[layer]), states[layer + 1]) < tolerance
    for k, layer in distinct_layers(model):
        attention = model.attention(layer)
        assert distance(attention.output(seen[k]), given[k]) < tolerance
        assert distance(attention.whole().output(seen[k]), given[k]) < tolerance
        assert distance(model.block(layer)(fresh), after[k]) < tolerance
    assert distance(model.run(model.embed(outputs["ids"])), outputs[kind + "last"]) < tolerance


def wrong_variants(whole: AttentionSublayer) -> dict[str, AttentionSublayer]:
    """What one gets by the mistakes that one makes; those that change nothing here are left out."""
    zero = np.zeros_like(whole.P)
    found = {
        "P transposed": replace(whole, P=np.swapaxes(whole.P, 1, 2)),
        "V transposed": replace(whole, V=np.swapaxes(whole.V, 1, 2)),
        "wrong scale": replace(whole, P=2 * whole.P, c=2 * whole.c),
        "values of another head": replace(whole, V=np.roll(whole.V, 1, axis=0)),
        "logits of another head": replace(whole, P=np.roll(whole.P, 1, axis=0), c=np.roll(whole.c, 1, axis=0)),
        "no logits": replace(whole, P=zero, c=0 * whole.c),
        "no bias": replace(whole, b=0 * whole.b),
        "the mask left out": replace(whole, mask=Mask()),
        "a mask too much": replace(whole, mask=Mask(causal=not whole.mask.causal)),
    }
    if np.any(whole.c):
        found["no bias of the queries"] = replace(whole, c=0 * whole.c)
    if not whole.mask.causal:
        found.pop("the mask left out")
    if whole.mask.window is not None:
        found["window too short"] = replace(whole, mask=Mask(True, whole.mask.window - 1))
        found["window too long"] = replace(whole, mask=Mask(True, whole.mask.window + 1))
        found["no window"] = replace(whole, mask=Mask(True, None))
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_every_wrong_variant_fails_the_same_test(golden, distance, family):
    model, outputs = golden(family)
    kind = "exact_" if family == "gpt_neo" else ""
    for k, layer in distinct_layers(model):
        seen, given = outputs[kind + "fresh_seen"][k], outputs[kind + "fresh_output"][k]
        variants = wrong_variants(model.attention(layer).whole())
        for name, wrong in variants.items():
            assert distance(wrong.output(seen), given) > 1e-2, (name, layer)


@pytest.mark.parametrize("family", FAMILIES)
def test_wrong_blocks_fail_the_same_test(golden, distance, family):
    model, outputs = golden(family)
    kind = "exact_" if family == "gpt_neo" else ""
    block, X, wanted = model.block(0), outputs["fresh"], outputs[kind + "fresh_after"][0]
    part, norm = block.feed_forward, block.norm_2
    assert part is not None
    assert norm is not None
    wrong = [
        replace(block, pre=not block.pre),
        replace(block, norm_1=block.norm_2, norm_2=block.norm_1),
        replace(block, norm_1=replace(block.norm_1, gain=np.ones_like(norm.gain))),
        replace(block, norm_2=replace(norm, shift=0 * norm.shift)),
        replace(block, feed_forward=replace(part, activation="relu")),
        replace(block, feed_forward=replace(part, b_1=0 * part.b_1)),
        replace(block, feed_forward=None),
    ]
    assert distance(block(X), wanted) < 1e-13
    assert all(distance(variant(X), wanted) > 1e-2 for variant in wrong)


def test_the_two_forms_of_gelu_differ_and_each_is_the_one_of_its_family(golden, distance):
    """BERT has the error function, ALBERT the hyperbolic tangent; the difference is small, and seen."""
    for family, other in (("bert", "gelu_new"), ("albert", "gelu")):
        model, outputs = golden(family)
        block = model.block(0)
        assert block.feed_forward is not None
        wrong = replace(block, feed_forward=replace(block.feed_forward, activation=other))
        assert 1e-6 < distance(wrong(outputs["fresh"]), outputs["fresh_after"][0]) < 1e-2


def test_shards_types_and_prefixes_change_nothing(surrogate, distance):
    ids = np.arange(10)[np.newaxis]
    plain = TransformerModel(surrogate("gpt2"))
    wanted = plain.run(plain.embed(ids))
    sharded = TransformerModel(surrogate("gpt2", name="sharded", shards=4))
    assert len(sharded.weights.files) == 4
    assert np.array_equal(sharded.run(sharded.embed(ids)), wanted)
    half = TransformerModel(surrogate("gpt2", name="half", dtype="F16"))
    assert 1e-6 < distance(half.run(half.embed(ids)), wanted) < 1e-2
    single = TransformerModel(surrogate("gpt2", name="single"), dtype=np.float32)
    assert single.run(single.embed(ids)).dtype == np.float32
    assert distance(single.run(single.embed(ids)), wanted) < 1e-5


def test_a_float32_view_of_a_float32_file_is_no_copy(surrogate):
    model = TransformerModel(surrogate("bert"), dtype=np.float32)
    W = model.attention(0).W_q
    assert not W.flags.owndata
    assert not W.flags.writeable


def test_albert_passes_the_same_weights(surrogate):
    model = TransformerModel(surrogate("albert"))
    X = model.embed(np.arange(6)[np.newaxis])
    once = model.block(0)
    assert model.depth == 3
    assert np.array_equal(model.run(X), once(once(once(X))))


def test_what_one_asks_for_must_be_there(surrogate):
    model = TransformerModel(surrogate("gpt2", activation_function="swish"))
    with pytest.raises(WeightsError, match=r"token ids from 0 to 50; allowed are 0 to 49"):
        model.embed(np.array([[0, 50]]))
    with pytest.raises(WeightsError, match=r"33 tokens in a prompt; the model has 32 positions"):
        model.embed(np.zeros((1, 33), dtype=int))
    assert model.block(0, feed_forward=False).feed_forward is None
    with pytest.raises(WeightsError, match=r"config.json: the activation is 'swish'; allowed are gelu_new"):
        model.block(0)


# Norms and activations; whole blocks are compared with the reference in test_model.py.
def test_a_norm_is_layer_normalisation_with_eps_under_the_root():
    rng = np.random.default_rng(0)
    X, gain, shift = rng.normal(size=(2, 5, 8)), rng.normal(size=8), rng.normal(size=8)
    spread = X - X.mean(axis=-1, keepdims=True)
    for eps in (0.0, 0.5):
        wanted = spread / np.sqrt((spread**2).mean(axis=-1, keepdims=True) + eps) * gain + shift
        assert np.max(np.abs(Norm(gain, shift, eps)(X) - wanted)) < 1e-13
    assert Norm(gain, shift, 1e-5)(np.ones((1, 8))).tolist() == [shift.tolist()]


@pytest.mark.parametrize(("name", "formula"), [
    ("gelu", lambda x: x * (1 + erf(x / sqrt(2))) / 2),
    ("gelu_new", lambda x: x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x**3))) / 2),
    ("gelu_pytorch_tanh", lambda x: x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x**3))) / 2),
    ("relu", lambda x: max(x, 0.0)),
])  # fmt: skip
def test_activations(name, formula):
    x = np.linspace(-6, 6, 97)
    before = x.copy()
    assert np.max(np.abs(ACTIVATIONS[name](x) - [formula(value) for value in x])) < 1e-14
    assert np.array_equal(x, before)
    assert ACTIVATIONS[name](x.astype(np.float32)).dtype == np.float32


@pytest.mark.parametrize(("family", "pre"), [("gpt2", True), ("gpt_neo", True), ("bert", False), ("albert", False)])
def test_the_reduced_model_is_a_block_with_trivial_norms(surrogate, family, pre):
    """What Appendix B drops: means, gains, shifts, eps, biases. Without them layer normalisation is that of length."""
    attention = TransformerModel(surrogate(family)).attention(0).without_biases()
    d = len(attention.W_o)
    centring = np.eye(d) - np.ones((d, d)) / d
    attention = replace(attention, W_o=centring @ attention.W_o)
    unit = Norm(np.full(d, d**-0.5), np.zeros(d), 0.0)
    X = np.random.default_rng(0).normal(size=(2, 7, d)) @ centring
    X /= np.linalg.norm(X, axis=-1, keepdims=True)
    block = Block(attention, unit, None, None, pre)
    found = unit(block(X)) if pre else block(X)
    assert np.max(np.abs(found - reduced_step(attention, X))) < 1e-14
