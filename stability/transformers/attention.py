"""An attention sublayer of a transformer as {P_h, c_h, V_h, b, mask}, and the same in the factored form of the files.

    logit of token i on j in head h = x_i^T P_h x_j + c_h^T x_j,   A^h = softmax of the rows, over the keys that i sees,
    a_i = b + sum_h V_h sum_j A^h_ij x_j.

Per layer the files hold W_q, W_k, W_v, W_o : (d, d), acting on columns, and biases. With s_h the rows of head h and the
scale sigma of the logits, P_h = sigma W_q[s_h]^T W_k[s_h], c_h = sigma W_k[s_h]^T b_q[s_h], V_h = W_o[:, s_h] W_v[s_h],
b = W_o b_v + b_o. The bias of the keys, and whatever depends on i alone, cancels in the softmax; b_v passes through,
because the rows of A sum to 1. Equation (1) of arXiv 2605.25619 is the case c = 0, b = 0. All number types.

A whole transformer block, as the families have it: attention, feed-forward part, norms before (GPT) or after (BERT).

    pre:   y = x + a(LN1 x),  z = y + ffn(LN2 y)        post:  y = LN1(x + a(x)),  z = LN2(y + ffn(y))

LN has the biased variance and eps inside the root. Without the feed-forward part its norm goes as well: z = y.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..models.maps import mixed_values, normalise, normalise_rows, softmax
from ..numbers import Array, exp


@dataclass(frozen=True)
class Mask:
    """Which keys j a token i sees: all, those up to itself if `causal`, of these the last `window` if one is given."""

    causal: bool = False
    window: int | None = None

    def seen(self, N: int) -> Array:
        """Booleans (N, N); row i marks the keys of token i."""
        i, j = np.arange(N)[:, np.newaxis], np.arange(N)
        seen = (j <= i) | (not self.causal)
        return np.asarray(seen if self.window is None else seen & (j > i - self.window))


@dataclass(frozen=True)
class AttentionSublayer:
    """The sublayer, whole. P, V : (H, d, d).  c : (H, d).  b : (d,)."""

    P: Array
    c: Array
    V: Array
    b: Array
    mask: Mask

    def weights(self, X: Array) -> Array:
        """A : (..., H, N, N) for tokens X : (..., N, d)."""
        rows = X[..., np.newaxis, :, :]
        offsets = np.swapaxes(rows @ self.c[:, :, np.newaxis], -1, -2)
        return masked_softmax((rows @ self.P) @ np.swapaxes(rows, -1, -2) + offsets, self.mask)

    def output(self, X: Array) -> Array:
        """a_i for all tokens : (..., N, d)."""
        return np.asarray(mixed_values(X, self.weights(X), self.V) + self.b)


@dataclass(frozen=True)
class FactoredAttention:
    """The sublayer by its factors, without the (d, d) matrices of the heads, which large models have no room
    for.

    W_q, W_k, W_v, W_o : (d, d).  b_q, b_v, b_o : (d,), or None for none.  scale : sigma.
    """

    W_q: Array
    W_k: Array
    W_v: Array
    W_o: Array
    heads: int
    scale: Any
    mask: Mask
    b_q: Array | None = None
    b_v: Array | None = None
    b_o: Array | None = None

    def weights(self, X: Array) -> Array:
        """A : (..., H, N, N) for tokens X : (..., N, d)."""
        queries = self._split(affine(X, self.W_q, self.b_q) * self.scale)
        return masked_softmax(queries @ np.swapaxes(self._split(affine(X, self.W_k)), -1, -2), self.mask)

    def output(self, X: Array, A: Array | None = None) -> Array:
        """a_i for all tokens : (..., N, d). A : the weights, where they are known already."""
        A = self.weights(X) if A is None else A
        mixed = np.swapaxes(A @ self._split(affine(X, self.W_v, self.b_v)), -2, -3)
        return affine(mixed.reshape(X.shape), self.W_o, self.b_o)

    @property
    def F(self) -> Array:
        """The layer matrix W_o W_v, the sum of the V_h : (d, d)."""
        found = np.asarray(self.W_o @ self.W_v)
        if found.dtype.kind == "f" and not np.all(np.isfinite(found)):
            raise OverflowError("the layer matrix W_o W_v is beyond the floating-point range")
        return found

    def whole(self) -> AttentionSublayer:
        """The sublayer as {P_h, c_h, V_h, b, mask}; H d^2 numbers each for P and V."""
        query, key, value = (self._rows(W) for W in (self.W_q, self.W_k, self.W_v))
        turned = np.swapaxes(key, -1, -2)
        d = self.W_o.shape[0]
        none = np.zeros(d, dtype=self.W_o.dtype) if self.W_o.dtype.kind == "f" else 0 * self.W_o[0]
        b_q = none if self.b_q is None else self.b_q
        c = self.scale * (turned @ b_q.reshape(self.heads, -1, 1))[..., 0]
        b = (none if self.b_v is None else self.W_o @ self.b_v) + (none if self.b_o is None else self.b_o)
        outputs = np.swapaxes(self._rows(self.W_o.T), -1, -2)
        P = self.scale * (np.swapaxes(query, -1, -2) @ key)
        return AttentionSublayer(P, c, outputs @ value, b, self.mask)

    def folded(self, gain: Array, shift: Array) -> FactoredAttention:
        """The sublayer on n that equals this one on gain * n + shift: norms before a sublayer fold into it, exactly.

        gain, shift : (d,).
        """
        b_q, b_v = _sum(self.W_q @ shift, self.b_q), _sum(self.W_v @ shift, self.b_v)
        return replace(self, W_q=self.W_q * gain, W_k=self.W_k * gain, W_v=self.W_v * gain, b_q=b_q, b_v=b_v)

    def without_biases(self) -> FactoredAttention:
        """The sublayer of equation (1): no c_h, no b."""
        return replace(self, b_q=None, b_v=None, b_o=None)

    def _split(self, Y: Array) -> Array:
        """(..., N, d) -> (..., H, N, d / H)."""
        return np.swapaxes(Y.reshape(*Y.shape[:-1], self.heads, -1), -2, -3)

    def _rows(self, W: Array) -> Array:
        """The rows of each head : (H, d / H, d)."""
        return W.reshape(self.heads, -1, W.shape[1])


def masked_softmax(L: Array, mask: Mask) -> Array:
    """Row-stochastic weights over the keys that are seen : (..., N, N) for logits L of that shape."""
    seen = mask.seen(L.shape[-1])
    if L.dtype.kind != "f":
        return normalise_rows(exp(L) * seen.astype(int))
    return softmax(L if seen.all() else np.where(seen, L, -np.inf))


def nonuniformity(A: Array, mask: Mask) -> float:
    """max |m A_ij - 1| over the keys that are seen, m of them in row i: 0 where attention is a plain mean."""
    seen = mask.seen(A.shape[-1])
    counts = np.sum(seen, axis=-1, keepdims=True)
    return float(np.max(np.abs(counts * A - 1) * seen))


def reduced_step(attention: FactoredAttention, X: Array, A: Array | None = None) -> Array:
    """One layer of the reduced model of Appendix B: tokens + attention, then each on the unit sphere.

    X : (..., N, d).  A : the weights, where they are known already. No feed-forward part, step size 1; biases as
    `attention` has them (equation (1) has none).
    """
    return normalise(X + attention.output(X, A))


def affine(X: Array, W: Array, b: Array | None = None) -> Array:
    """W x + b for every token : (..., N, m), for X : (..., N, d), W : (m, d).

    As one product of matrices: NumPy would multiply a batch one prompt at a time, many times slower.
    """
    Y = (X.reshape(-1, X.shape[-1]) @ W.T).reshape(*X.shape[:-1], len(W))
    return np.asarray(Y if b is None else Y + b)


def _sum(first: Array, second: Array | None) -> Array:
    return np.asarray(first if second is None else first + second)


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
    "gelu_new": gelu_new, "gelu_pytorch_tanh": gelu_new, "gelu": gelu, "relu": relu,
}  # fmt: skip
