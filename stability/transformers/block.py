"""A whole transformer block, as the families have it: attention, feed-forward part, norms before (GPT) or after (BERT).

    pre:   y = x + a(LN1 x),  z = y + ffn(LN2 y)        post:  y = LN1(x + a(x)),  z = LN2(y + ffn(y))

LN has the biased variance and eps inside the root. Without the feed-forward part its norm goes as well: z = y.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from attnverify.stability.numbers import Array
from attnverify.stability.transformers.attention import FactoredAttention, affine


@dataclass(frozen=True)
class Norm:
    """Layer normalisation with gain and shift : (d,), and eps added to the variance."""

    gain: Array
    shift: Array
    eps: float

    def __call__(self, X: Array) -> Array:
        """Every token normalised : (..., N, d)."""
        Z = X - np.mean(X, axis=-1, keepdims=True)
        variance = np.mean(Z * Z, axis=-1, keepdims=True)
        Z /= np.sqrt(variance + self.eps)
        return np.asarray(Z * self.gain + self.shift)


@dataclass(frozen=True)
class FeedForward:
    """W_2 activation(W_1 x + b_1) + b_2. W_1 : (m, d), W_2 : (d, m), b_1 : (m,), b_2 : (d,)."""

    W_1: Array
    b_1: Array
    W_2: Array
    b_2: Array
    activation: str

    def __call__(self, X: Array) -> Array:
        """The feed-forward part of every token : (..., N, d)."""
        return affine(ACTIVATIONS[self.activation](affine(X, self.W_1, self.b_1)), self.W_2, self.b_2)


@dataclass(frozen=True)
class Block:
    """One block. feed_forward, norm_2 : None for a block without feed-forward part.  pre : norms before the parts."""

    attention: FactoredAttention
    norm_1: Norm
    norm_2: Norm | None
    feed_forward: FeedForward | None
    pre: bool

    def __call__(self, X: Array) -> Array:
        """The tokens after the block : (..., N, d)."""
        Y = X + self.attention.output(self.norm_1(X)) if self.pre else self.norm_1(X + self.attention.output(X))
        if self.feed_forward is None or self.norm_2 is None:
            return np.asarray(Y)
        if self.pre:
            return np.asarray(Y + self.feed_forward(self.norm_2(Y)))
        return self.norm_2(Y + self.feed_forward(Y))

    def without_biases(self) -> Block:
        """The block whose attention has no biases, an ablation: a common b drives consensus by itself."""
        return replace(self, attention=self.attention.without_biases())


def gelu_new(X: Array) -> Array:
    """x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2; x * x * x, because NumPy's x**3 is many times slower."""
    inner = X * X
    inner *= X
    inner *= 0.044715
    inner += X
    inner *= math.sqrt(2 / math.pi)
    np.tanh(inner, out=inner)
    inner += 1
    inner *= X
    inner *= 0.5
    return inner


def gelu(X: Array) -> Array:
    """x (1 + erf(x / sqrt 2)) / 2."""
    from scipy.special import erf

    return np.asarray(0.5 * X * (1 + erf(X * (1 / math.sqrt(2)))))


def relu(X: Array) -> Array:
    """max(x, 0)."""
    return np.maximum(X, 0)


ACTIVATIONS: dict[str, Callable[[Array], Array]] = {
    "gelu_new": gelu_new,
    "gelu_pytorch_tanh": gelu_new,
    "gelu": gelu,
    "relu": relu,
}
