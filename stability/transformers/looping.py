"""Looping a model: its output after the final norm is its next input, and the tokens reach consensus or do not.

The protocol is that of Section 5.2 of "Consensus is all you get" (ICML 2025): the embeddings enter once, positions are
not added again; the misalignment E with the first token is taken of the embeddings and after every block, before the
final norm, and averaged over the prompts; the final norm stands between passes. Without feed-forward part its norm and
skip connection go as well. Weights: of the file; random, the same in every pass; or drawn anew for every pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from attnverify.stability.decrease.misalignment_function import misalignment
from attnverify.stability.numbers import Array
from attnverify.stability.transformers.block import Block, Norm
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.random_weights import STD, drawn_block

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
        rows = np.stack(
            [np.random.default_rng((self.seed, 1, token)).standard_normal(d) for token in distinct.tolist()]
        )
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
