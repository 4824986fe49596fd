"""The layers of a model as a run through them: the reduced model of the paper or the model's own blocks.

What the paper leaves open is an option here: biases, folded norms, own blocks, weights of the file or shuffled ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from attnverify.stability.draws.uniform_tokens import random_tokens
from attnverify.stability.numbers import Array
from attnverify.stability.transformers.alignment import LayerStep
from attnverify.stability.transformers.attention import FactoredAttention, nonuniformity, reduced_step
from attnverify.stability.transformers.block import Block
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.random_weights import shuffled_block


@dataclass(frozen=True)
class RunOptions:
    """How a model is run.

    own_blocks : with its own norms and biases, instead of the reduced model.  feed_forward : with that part, which the
    reduced model has not.  biases : keep those of attention in the reduced model.  fold_norm : F is taken with the gain
    of the norm before it, F diag(g).  shuffle : None for the weights of the file, a seed for shuffled ones.
    """

    own_blocks: bool = False
    feed_forward: bool = False
    biases: bool = False
    fold_norm: bool = False
    shuffle: int | None = None

    def __post_init__(self) -> None:
        if self.feed_forward and not self.own_blocks:
            raise ValueError("the reduced model has no feed-forward part; it needs the model's own blocks")


def layer_steps(model: TransformerModel, options: RunOptions, passes: int = 1) -> Iterator[LayerStep]:
    """The layers of the model in their order, `passes` times, read one at a time; the final norm is between passes."""
    for turn in range(passes):
        for layer in range(model.depth):
            step = _layer_step(model, options, layer)
            final = model.final_norm() if options.own_blocks and turn and not layer else None
            yield step if final is None else replace(step, enter=final)


def prepared_block(model: TransformerModel, options: RunOptions, layer: int) -> Block:
    """The block of a layer, shuffled if the options say so; shared weights are shuffled alike."""
    block = model.block(layer, feed_forward=options.feed_forward)
    if options.shuffle is None:
        return block
    return shuffled_block(block, np.random.default_rng((options.shuffle, *model.configuration.place(layer))))


def gaussian_tokens(prompts: int, N: int, d: int, seed: int) -> Array:
    """Unit tokens (prompts, N, d) in random directions."""
    return random_tokens(np.random.default_rng(seed), prompts, N, d)


def random_ids(model: TransformerModel, prompts: int, N: int, seed: int) -> Array:
    """Token ids (prompts, N), drawn uniformly from the vocabulary."""
    return np.random.default_rng(seed).integers(0, model.configuration.vocabulary, size=(prompts, N))


def _layer_step(model: TransformerModel, options: RunOptions, layer: int) -> LayerStep:
    block = prepared_block(model, options, layer)
    seen = block.attention
    # The gain of a norm belongs to the matrices only where the norm stands before the sublayer.
    if options.fold_norm and block.pre:
        seen = seen.folded(block.norm_1.gain, block.norm_1.shift)
    if options.own_blocks:
        step = partial(_own_step, block)
    else:
        step = partial(_reduced_step, seen if options.biases else seen.without_biases())
    return LayerStep(model.configuration.place(layer), lambda: seen.F, step)


def _own_step(block: Block, X: Array) -> tuple[Array, float]:
    seen = block.norm_1(X) if block.pre else X
    spread = nonuniformity(block.attention.weights(seen), block.attention.mask)
    return block(X), spread


def _reduced_step(attention: FactoredAttention, X: Array) -> tuple[Array, float]:
    A = attention.weights(X)
    return reduced_step(attention, X, A), nonuniformity(A, attention.mask)
