"""Norms and activations; whole blocks are compared with the reference in test_model.py."""

from dataclasses import replace
from math import erf, pi, sqrt, tanh

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.transformers.attention import reduced_step
from attnverify.stability.transformers.block import ACTIVATIONS, Block, Norm
from attnverify.stability.transformers.model import TransformerModel


def test_a_norm_is_layer_normalisation_with_eps_under_the_root():
    rng = np.random.default_rng(0)
    X, gain, shift = rng.normal(size=(2, 5, 8)), rng.normal(size=8), rng.normal(size=8)
    assert np.max(np.abs(Norm(gain, shift, 0.0)(X) - st.layers.layer_norm(X, gain, shift))) < 1e-13
    spread = X - X.mean(axis=-1, keepdims=True)
    wanted = spread / np.sqrt((spread**2).mean(axis=-1, keepdims=True) + 0.5) * gain + shift
    assert np.max(np.abs(Norm(gain, shift, 0.5)(X) - wanted)) < 1e-13
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
