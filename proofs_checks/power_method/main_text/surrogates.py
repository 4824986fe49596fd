"""Random Gaussian layers in the place of trained ones: what the indicators do there.

They say nothing about trained models; they show that the observables are computable, and what chance alone
gives.
"""

from __future__ import annotations

from typing import Any

import stability as st
from verify.lazy import lazy

np = lazy("numpy")

N, D, HEADS, LAYERS = 16, 8, 2, 24


def run(seed: int, *, varying: bool = True) -> tuple[list[Any], list[Any]]:
    """States and layer matrices of LAYERS multi-head layers with alpha = 1 from random unit tokens.

    Heads are Gaussian with entries of variance 1/d; new ones for each layer if `varying`.
    """
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(N, D))
    states, matrices = [X / np.linalg.norm(X, axis=1, keepdims=True)], []
    for layer in range(LAYERS):
        if varying or layer == 0:
            V, P = rng.normal(size=(2, HEADS, D, D)) / np.sqrt(D)
        states.append(st.attention_map(states[-1], P, V, 1.0))
        matrices.append(np.sum(V, axis=0))
    return states, matrices


def layers_above_average(seeds: range, level: float = 0.5) -> tuple[int, int, int]:
    """Layers, those with a positive principal increment, and those of them that exceed the averages and level too."""
    found = [indicators for seed in seeds for indicators in st.layers.layer_indicators(*run(seed))]
    positive = [layer for layer in found if layer.increment > 0]
    above = [
        layer
        for layer in positive
        if layer.increment > layer.mean_increment and layer.probability > max(layer.mean_probability, level)
    ]
    return len(found), len(positive), len(above)


def final_alignment(seeds: range, *, varying: bool) -> tuple[float, float]:
    """Mean alignment with the principal direction (or plane) of the last layer, before the first and after the last."""
    before, after = [], []
    for seed in seeds:
        states, matrices = run(seed, varying=varying)
        U = st.layers.eigendirections(matrices[-1])[0]
        before.append(float(np.mean(st.layers.alignment(states[0], U))))
        after.append(float(np.mean(st.layers.alignment(states[-1], U))))
    return float(np.mean(before)), float(np.mean(after))


def product_alignment(seeds: range, *, varying: bool = True) -> tuple[float, float]:
    """Mean alignment of the tokens with the principal direction of the cumulative product, halfway and at the end."""
    halfway: list[float] = []
    end: list[float] = []
    for seed in seeds:
        states, matrices = run(seed, varying=varying)
        product = np.eye(D)
        for layer, F in enumerate(matrices, start=1):
            product = (np.eye(D) + F) @ product
            product /= np.linalg.norm(product)
            if layer in (LAYERS // 2, LAYERS):
                U = st.layers.eigendirections(product, "modulus")[0]
                (halfway if layer < LAYERS else end).append(float(np.mean(st.layers.alignment(states[layer], U))))
    return float(np.mean(halfway)), float(np.mean(end))
