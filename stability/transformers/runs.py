"""The layers of a model as a run through them: the reduced model of the paper or the model's own blocks.

What the paper leaves open is an option here: biases, folded norms, own blocks, weights of the file or shuffled ones.

Looping a model: its output after the final norm is its next input, and the tokens reach consensus or do not.

The protocol is that of Section 5.2 of "Consensus is all you get" (ICML 2025): the embeddings enter once, positions are
not added again; the misalignment E with the first token is taken of the embeddings and after every block, before the
final norm, and averaged over the prompts; the final norm stands between passes. Without feed-forward part its norm and
skip connection go as well. Weights: of the file; random, the same in every pass; or drawn anew for every pass.

The histogram of the cosines between the tokens of a prompt, layer by layer, as in Figure 1 of arXiv 2312.10794.

Pairs i < j, without the diagonal; fixed bins from -1 to 1. Tokens after a norm are not of length sqrt(d), so that
cosines are taken and not inner products.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ..decrease.energies import misalignment
from ..draws.laws import random_tokens
from ..numbers import Array
from .alignment import LayerStep
from .attention import Block, FactoredAttention, Norm, nonuniformity, reduced_step
from .model import TransformerModel
from .storing import STD, drawn_block, shuffled_block


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


WEIGHTS = ("file", "random", "redrawn")
# Random blocks up to this many bytes are kept between passes; more are drawn again from the same seed.
KEPT = 2**29
# The spacing of binary16 numbers below 1. A cosine in binary16 is no nearer to 1 without being 1, so that what is
# computed from it (1 - mean |cos| in the authors' script) is 0 or at least this, and loses up to half to rounding.
FLOAT16_FLOOR = 2.0**-11


@dataclass(frozen=True)
class Loop:
    """A finished run. trace : E of the embeddings and after every block, averaged over prompts : (1 + blocks,)."""

    weights: str
    feed_forward: bool
    trace: Array
    depth: int
    stopped: bool

    @property
    def passes(self) -> float:
        """How often the model was passed, the last time perhaps in part."""
        return (len(self.trace) - 1) / self.depth

    def first_below(self, level: float) -> float | None:
        """The pass in which E is below `level` for the first time, in parts of a pass; None if never."""
        below = np.flatnonzero(self.trace < level)
        return None if not len(below) else float(below[0]) / self.depth


class LoopedModel:
    """The blocks of a model, or random ones of its sizes, pass by pass.

    weights : one of WEIGHTS.  std : of the random ones.  biases : keep those of the attention of the file.
    """

    def __init__(
        self,
        model: TransformerModel,
        weights: str,
        *,
        feed_forward: bool = True,
        seed: int = 0,
        std: float = STD,
        biases: bool = True,
    ) -> None:
        if weights not in WEIGHTS:
            raise ValueError(f"weights is {weights!r}; allowed are {', '.join(WEIGHTS)}")
        self.model, self.weights, self.feed_forward = model, weights, feed_forward
        self.seed, self.std, self.biases = seed, std, biases
        self._kept: dict[tuple[int, int], Block] = {}

    def blocks(self, turn: int) -> Iterator[Block]:
        """The blocks of pass 0, 1, ..., in their order."""
        for layer in range(self.model.depth):
            if self.weights == "file":
                block = self.model.block(layer, feed_forward=self.feed_forward)
                yield block if self.biases else block.without_biases()
            else:
                yield self._random(turn if self.weights == "redrawn" else 0, layer)

    def start(self, ids: Array) -> Array:
        """The embedded prompts ids : (B, N); of random models with random embeddings, drawn once."""
        if self.weights == "file":
            return self.model.embed(ids)
        d, length = self.model.configuration.d, ids.shape[-1]
        positions = np.random.default_rng((self.seed, 0)).standard_normal((length, d))
        distinct, places = np.unique(ids, return_inverse=True)
        # One seed a token, so that a large vocabulary need not be drawn whole.
        seeds = ((self.seed, 1, token) for token in distinct.tolist())
        rows = np.stack([np.random.default_rng(seed).standard_normal(d) for seed in seeds])
        return np.asarray((rows[places.reshape(ids.shape)] + positions) * self.std, dtype=self.model.dtype)

    def final_norm(self) -> Norm | None:
        """The norm between passes."""
        if self.weights == "file":
            return self.model.final_norm()
        if self.model.layout.final is None:
            return None
        d, dtype = self.model.configuration.d, self.model.dtype
        return Norm(np.ones(d, dtype), np.zeros(d, dtype), self.model.configuration.eps)

    def _random(self, turn: int, layer: int) -> Block:
        place = self.model.configuration.place(layer)
        if self.weights == "random" and place in self._kept:
            return self._kept[place]
        rng = np.random.default_rng((self.seed, 2, turn, *place))
        configuration, dtype = self.model.configuration, self.model.dtype
        block = drawn_block(configuration, layer, rng, feed_forward=self.feed_forward, dtype=dtype, std=self.std)
        d, m = configuration.d, configuration.inner if self.feed_forward else 0
        places = configuration.groups * configuration.per_group
        if self.weights == "random" and places * (4 * d * d + 2 * d * m) * dtype.itemsize <= KEPT:
            self._kept[place] = block
        return block


def loop(
    looped: LoopedModel,
    ids: Array,
    passes: int,
    *,
    stop: float = 0.0,
    watch: Callable[[int, float], None] = lambda blocks, E: None,
) -> Loop:
    """E of the prompts ids : (B, N) along `passes` passes, or until it is below `stop`.

    watch : called with the number of blocks passed and E after each of them.
    Raises OverflowError where the tokens leave the floating-point range.
    """
    X = looped.start(ids)
    trace = [_mean_misalignment(X)]
    final = looped.final_norm()
    for turn in range(passes):
        if turn and final is not None:
            X = final(X)
        for block in looped.blocks(turn):
            X = block(X)
            if not np.all(np.isfinite(X)):
                raise OverflowError(
                    f"the tokens leave the range of {X.dtype} in block {len(trace)} of the loop"
                    f" (weights: {looped.weights})"
                )
            trace.append(_mean_misalignment(X))
            watch(len(trace) - 1, trace[-1])
            if trace[-1] < stop:
                return Loop(looped.weights, looped.feed_forward, np.array(trace), looped.model.depth, True)
    return Loop(looped.weights, looped.feed_forward, np.array(trace), looped.model.depth, False)


def _mean_misalignment(X: Array) -> float:
    return float(np.mean(misalignment(np.asarray(X, dtype=np.float64))))


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
