"""One layer of normalised self-attention, with what a rigorous trajectory needs to be fast.

It is the same map as `attention_map`, over any number type. Known as such, a ball of tokens is mapped by a few products
of ball matrices, and the derivative over a box comes from its closed form in floating-point balls instead of N d
evaluations on power series.

Source: arXiv 2605.25619, equation (8); several heads (3).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from flint import arb, arb_mat, ctx

from attnverify.stability.float_balls import FloatBalls
from attnverify.stability.linearisation.derivatives import mixing_jacobian, radial_projection
from attnverify.stability.models.maps import attention_map
from attnverify.stability.motion.ball_calculus import balls
from attnverify.stability.numbers import Array

_FLOAT_BITS = 64


@dataclass(frozen=True)
class AttentionLayer:
    """The map x_i -> (x_i + alpha sum_h V_h sum_j A^h_ij x_j)/|.|, the same in every layer.

    P, V : (d, d), or (H, d, d) alike: floats and fractions taken exactly, or balls.  alpha : a number of these.
    causal : token i sees the tokens 1, ..., i.
    For `Flow.step` with a constant P on the sphere, alpha is tau/sqrt(d).
    Raises ValueError for shapes that do not fit.
    """

    P: Array
    V: Array
    alpha: Any
    causal: bool = False
    _at: dict[int, tuple[list[arb_mat], list[arb_mat]]] = field(default_factory=dict, repr=False, compare=False)
    _floats: list[FloatBalls] = field(default_factory=list, repr=False, compare=False)

    def __post_init__(self) -> None:
        P, V = np.shape(self.P), np.shape(self.V)
        if P != V or len(P) not in (2, 3) or P[-1] != P[-2]:
            raise ValueError(f"P has shape {P} and V {V}; allowed are both (d, d) or both (H, d, d)")

    @property
    def autonomous(self) -> bool:
        """All layers are the same."""
        return True

    def __call__(self, k: int, Y: Array) -> Array:
        """The image of Y over balls or series, layer by layer the same."""
        P, V = balls(self.P), balls(self.V)
        return attention_map(Y, P, V, balls(self.alpha).item(), causal=self.causal)

    def image(self, k: int, Y: Array) -> Array:
        """The image of an array of balls (N, d) at the working precision, by products of ball matrices."""
        N, d = Y.shape
        if d != np.shape(self.P)[-1]:
            raise ValueError(
                f"the tokens have shape {Y.shape}; with these matrices, allowed is (N, {np.shape(self.P)[-1]})"
            )
        X = arb_mat(Y.tolist())
        transposed = X.transpose()
        moved = X
        for logits, values in zip(*self._matrices(), strict=True):
            odds = [entry.exp() for entry in (X * logits * transposed).entries()]
            if self.causal:
                odds = [odds[i * N + j] if j <= i else arb(0) for i in range(N) for j in range(N)]
            mixed = arb_mat(N, N, odds) * X * values
            sums = [_total(odds[i * N : (i + 1) * N]) for i in range(N)]
            moved = moved + arb_mat(
                [[entry / total for entry in row] for row, total in zip(mixed.tolist(), sums, strict=True)]
            )
        rows = []
        for row in moved.tolist():
            norm = _total([entry * entry for entry in row]).sqrt()
            if not norm > 0:
                raise ZeroDivisionError("some y_i is not proved to differ from zero")
            rows.append([entry / norm for entry in row])
        found = np.empty((N, d), dtype=object)
        found[:] = rows
        return found

    def jacobians(self, k: int, centres: Array, radii: Array) -> FloatBalls:
        """Df on the balls of these radii : (B,) around float states : (B, N, d), as (B, N d, N d); not finite where the
        map is undefined."""
        if not self._floats:
            with ctx.workprec(_FLOAT_BITS):
                self._floats.extend(FloatBalls.of(balls(matrix)) for matrix in (self.P, self.V, self.alpha))
        P, V, alpha = self._floats
        X = FloatBalls(centres, np.broadcast_to(radii[:, np.newaxis, np.newaxis], centres.shape))
        with np.errstate(all="ignore"):
            A = weights(X, P, causal=self.causal)
            tokens = X if len(P.shape) == 2 else X[:, np.newaxis]
            mixed = (A @ tokens) @ V.swapaxes(-1, -2)
            Y = X + alpha * (mixed if len(P.shape) == 2 else mixed.sum(axis=-3))
            inverse = (Y * Y).sum(axis=-1, keepdims=True).sqrt().reciprocal()
            J = mixing_jacobian(X, A, P, V, alpha, radial_projection(Y * inverse, inverse))
            B, N, d = centres.shape
            return FloatBalls(J.mid.reshape(B, N * d, -1), J.rad.reshape(B, N * d, -1))

    def cost(self, size: tuple[int, int], bits: int) -> tuple[float, float]:
        """Roughly the seconds of one `image` at this precision and of one of `jacobians`."""
        N, d = size
        heads = 1 if np.ndim(self.P) == 2 else len(self.P)
        large = (bits / 1024) ** 1.6
        exponentials = heads * N * N * (1.2e-6 + 1.5e-5 * large)
        products = heads * (2 * N * N * d + 2 * N * d * d) * (2e-8 + 5e-7 * large)
        return 1e-4 + exponentials + products, 2e-4 + 2e-6 * heads * N * N + 3.5e-10 * (N * d) ** 3

    def _matrices(self) -> tuple[list[arb_mat], list[arb_mat]]:
        """P_h and alpha V_h^T at the working precision."""
        bits = ctx.prec
        if bits not in self._at:
            P, V = (np.reshape(balls(matrix), (-1, *np.shape(matrix)[-2:])) for matrix in (self.P, self.V))
            alpha = balls(self.alpha).item()
            self._at[bits] = ([arb_mat(p.tolist()) for p in P], [arb_mat(v.T.tolist()) * alpha for v in V])
        return self._at[bits]


def weights(X: FloatBalls, P: FloatBalls, *, causal: bool = False, counts: Array | None = None) -> FloatBalls:
    """Attention weights over boxes of tokens: (..., N, N) or (..., H, N, N), as `attention_weights`."""
    tokens = X if len(P.shape) == 2 else X[..., np.newaxis, :, :]
    L = (tokens @ P) @ tokens.swapaxes(-1, -2)
    mask = np.tri(L.shape[-1]) if causal else np.ones(L.shape[-2:])
    # A row may be shifted by any number; masked logits, which may be large, shall not overflow.
    shift = np.max(np.where(mask > 0, L.mid, -np.inf), axis=-1, keepdims=True)
    shift = np.where(np.isfinite(shift), shift, 0.0)
    L = L - shift
    odds = FloatBalls(np.where(mask > 0, L.mid, 0.0), np.where(mask > 0, L.rad, 0.0)).exp() * mask
    if counts is not None:
        odds = odds * np.asarray(counts, dtype=float)
    return odds * odds.sum(axis=-1, keepdims=True).reciprocal()


def _total(entries: list[arb]) -> arb:
    total = entries[0]
    for entry in entries[1:]:
        total = total + entry
    return total
