"""The histogram of the cosines between the tokens of a prompt, layer by layer, as in Figure 1 of arXiv 2312.10794.

Pairs i < j, without the diagonal; fixed bins from -1 to 1. Tokens after a norm are not of length sqrt(d), so that
cosines are taken and not inner products.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnverify.stability.numbers import Array
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.runs import RunOptions, layer_steps

BINS = np.linspace(-1, 1, 41)


@dataclass(frozen=True)
class CosineHistogram:
    """Cosines of tokens after `layer` layers, before a final norm. counts : (40,).  mean, least : of the cosines."""

    layer: int
    counts: Array
    mean: float
    least: float

    @property
    def top(self) -> float:
        """The share of the pairs in the last bin, cosines from 0.95."""
        return float(self.counts[-1] / np.sum(self.counts))


def pair_cosines(X: Array) -> Array:
    """The cosines of all pairs i < j of one prompt, prompt by prompt : (B N (N - 1) / 2,) for X : (B, N, d)."""
    if X.shape[-2] < 2:
        raise ValueError("one token in a prompt has no pairs; two are needed")
    norms = np.linalg.norm(X, axis=-1, keepdims=True)
    if not np.all((norms > 0) & (norms < np.inf)):
        raise OverflowError(f"a token has norm {norms[~((norms > 0) & (norms < np.inf))][0]:g}, and no direction")
    units = X / norms
    i, j = np.triu_indices(X.shape[-2], 1)
    return np.asarray((units @ np.swapaxes(units, -1, -2))[:, i, j].reshape(-1))


def shown_layers(layers: int, depth: int) -> list[int]:
    """0, 1, then quarters of the model's `layers` up to `depth`."""
    quarter = -(-layers // 4)
    quarters = range(quarter, depth + 1, quarter)
    return sorted({0, min(1, depth), depth, *quarters})


def cosine_histograms(
    model: TransformerModel, ids: Array, depth: int, *, shuffle: int | None = None
) -> list[CosineHistogram]:
    """The histograms along `depth` layers of the whole model, looped if that is more than it has.

    ids : (B, N), the prompts.  shuffle : None for the weights of the file, or the seed of shuffled ones.
    """
    options = RunOptions(own_blocks=True, feed_forward=True, shuffle=shuffle)
    shown = shown_layers(model.depth, depth)
    X = model.embed(ids)
    found = [_histogram(0, X)]
    for layer, step in enumerate(layer_steps(model, options, -(-depth // model.depth)), start=1):
        if layer > depth:
            break
        X, _ = step.step(step.enter(X))
        if layer in shown:
            found.append(_histogram(layer, X))
    return found


def _histogram(layer: int, X: Array) -> CosineHistogram:
    cosines = pair_cosines(X)
    # A cosine beyond 1 by rounding belongs to the last bin.
    counts, _ = np.histogram(np.clip(cosines, -1, 1), BINS)
    return CosineHistogram(layer, counts, float(np.mean(cosines)), float(np.min(cosines)))
