"""One step or one velocity of a batch of systems, in the layout and order of operations that are fast.

Tokens are columns here, X : (B, d, N): sums over tokens then run along contiguous memory, and no sum is horizontal.
With logits T_ji = x_i^T P x_j the attention of all tokens is the product X exp(T), divided by the column sums of
exp(T). The plain definitions are those of `stability.models.maps`; the tests compare them. Batches with many weights
are taken in parts, and one system of many tokens in blocks (`stability.fast.blocks`).

| weights     | F_i                                                    | source                                     |
| ---         | ---                                                    | ---                                        |
| softmax     | sum_h V_h sum_j softmax_j(beta x_i^T P_h x_j) x_j      | arXiv 2605.25619 (8), (3); 2312.10794, SA  |
| exponential | (1/N) sum_h V_h sum_j exp(beta x_i^T P_h x_j) x_j      | arXiv 2312.10794, USA                      |
| uniform     | (1/N) sum_h V_h sum_j x_j                              | arXiv 2605.25619 (9), multi-agent Oja      |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Any, Literal

import numpy as np

from ..fast.blocks import WHOLE, WHOLE_CAUSAL, attended, require_in_range
from ..motion.trajectories import STABLE
from ..tables import counted
from .arrays import given, is_numpy, namespace, precision

Weights = Literal["softmax", "exponential", "uniform"]
# Exponents up to this size need no shift: the square of exp of it, times many tokens, is still a number.
SAFE_EXPONENT = {4: 30.0, 8: 300.0}
# Steps below this are not divided by.
_SMALL_STEP = 1e-3


@dataclass(frozen=True)
class Dynamics:
    """What moves the tokens of B systems.

    weights : see the table of the module.  P, V : (d, d), (H, d, d) or (B, H, d, d); None for the identity. One matrix
        beside several heads of the other is that of every head.
    beta : number or (B,), multiplies the logits.  scale : number, multiplies F.
    causal : token i sees the tokens 1, ..., i only.
    Matrices and tokens belong to one array library.
    """

    weights: Weights = "softmax"
    P: Any = None
    V: Any = None
    beta: Any = 1.0
    scale: float = 1.0
    causal: bool = False

    def __post_init__(self) -> None:
        allowed = Weights.__args__  # type: ignore[attr-defined]
        if self.weights not in allowed:
            raise ValueError(f"weights {self.weights!r}; allowed are {', '.join(allowed)}")
        if self.causal and self.weights == "uniform":
            raise ValueError("weights 'uniform' and causal; allowed is causal with softmax and exponential")
        for name in ("P", "V", "beta", "scale"):
            object.__setattr__(self, name, given(getattr(self, name), name))
        P, V = _heads(self.P), _heads(self.V)
        if P != V and 1 not in (P, V):
            raise ValueError(
                f"P has {counted(P, 'head')} and V has {V}; allowed is the same number, or one for all heads"
            )

    @property
    def keeps_hulls(self) -> bool:
        """Whether F is a positive combination of the tokens: then tokens never leave a geodesic hull below pi/2."""
        return self.V is None and self.scale > 0

    @property
    def needs_gram(self) -> bool:
        """Whether the logits are multiples of the Gram matrix."""
        return self.P is None and self.weights != "uniform"

    @cached_property
    def _terms(self) -> list[tuple[Any, Any, int]]:
        """P and V, (d, d) or (B, d, d), and a factor, for each term of F; heads that attend alike are one term."""
        P, V = self.P, self.V
        many = _heads(P) > 1
        if self.weights != "uniform" and many:
            return [(_head(P, h), _head(V, h), 1) for h in range(_heads(P))]
        if _heads(V) > 1:
            return [(_head(P, 0), namespace(V).sum(V, axis=-3), 1)]
        return [(_head(P, 0), _head(V, 0), _heads(P))]

    def part(self, systems: Any) -> Dynamics:
        """The dynamics of the systems of a slice or of an integer array of places."""
        P, V = _selected(self.P, systems, 4), _selected(self.V, systems, 4)
        return replace(self, P=P, V=V, beta=_selected(self.beta, systems, 1))

    def drive(self, X: Any, gram: Any = None) -> Any:
        """F : (B, d, N) for X : (B, d, N) and the Gram matrices : (B, N, N) where they are at hand.

        Here and in a step the Gram matrices make room for the weights: a NumPy array is overwritten.
        """
        xp = namespace(X)
        if self._is_split(X, gram):
            return self._in_parts(lambda own, x, _: own.drive(x), X)
        total: Any = 0.0
        for P, V, factor in self._terms:
            if self._is_in_blocks(X, gram):
                F = self._blocks(xp, X, P)
            elif self.weights == "uniform":
                F = xp.mean(X, axis=-1, keepdims=True)
            else:
                E, sums = self._weighted(xp, X, gram, P)
                F = xp.matmul(X, E) / sums
            total = total + factor * self.scale * (F if V is None else xp.matmul(V, F))
        return xp.broadcast_to(total, X.shape)

    def step(self, X: Any, alpha: Any, gram: Any = None) -> Any:
        """(x_i + alpha F_i)/|x_i + alpha F_i|, one layer. alpha : number or (B,)."""
        if self._is_split(X, gram):
            return self._in_parts(lambda own, x, part: own.step(x, _selected(alpha, part, 1)), X)
        alpha = per_system(alpha)
        if self.weights == "uniform" or len(self._terms) > 1 or self._is_in_blocks(X, gram):
            return normalised(X + alpha * self.drive(X, gram))
        # One term needs no quotient: x_i + alpha F_i times the sum of the weights has the same direction.
        xp = namespace(X)
        P, V, factor = self._terms[0]
        E, sums = self._weighted(xp, X, gram, P)
        alpha = alpha * (factor * self.scale)
        if is_numpy(xp) and V is None and np.min(alpha) > _SMALL_STEP:
            # What a token keeps of itself belongs to the diagonal of its weights: N numbers instead of N d.
            own = sums / alpha
            E.reshape(X.shape[0], -1)[:, :: X.shape[2] + 1] += own[:, 0, :] if getattr(own, "ndim", 0) else own
            Y = xp.matmul(X, E)
            Y *= _inverse_norms(xp, Y)
            return Y
        mixed = xp.matmul(X, E)
        if V is not None:
            mixed = xp.matmul(V, mixed)
        mixed *= alpha
        mixed += X * sums
        return normalised(mixed)

    def velocity(self, X: Any, gram: Any = None) -> Any:
        """(I - x_i x_i^T) F_i, for unit tokens."""
        xp = namespace(X)
        F = self.drive(X, gram)
        return F - xp.sum(X * F, axis=-2, keepdims=True) * X

    def flow_step(self, X: Any, h: Any, gram: Any = None) -> Any:
        """One Runge-Kutta step of order 4 of x' = velocity(x), projected. h : number or (B,).

        Raises ValueError where it is too long for the field, as `stability.motion.trajectories` finds it.
        """
        h = per_system(h)
        first = self.velocity(X, gram)
        one = normalised(X + h / 2 * first)
        second = self.velocity(one)
        other = normalised(X + h / 2 * second)
        third = self.velocity(other)
        _require_stable(h, first, (one, second), (other, third))
        fourth = self.velocity(normalised(X + h * third))
        return normalised(X + h / 6 * (first + 2 * (second + third) + fourth))

    def _is_split(self, X: Any, gram: Any) -> bool:
        """Whether the weights of all systems are too many, and the Gram matrices not there."""
        B, _, N = X.shape
        return gram is None and B > 1 and self.weights != "uniform" and B * N * N > WHOLE

    def _in_parts(self, of: Callable[[Dynamics, Any, Any], Any], X: Any) -> Any:
        """of(dynamics, tokens, part) for some systems after the other."""
        B, _, N = X.shape
        size = max(1, WHOLE // N**2)
        parts = [slice(k, k + size) for k in range(0, B, size)]
        return namespace(X).concat([of(self.part(part), X[part, ...], part) for part in parts], axis=0)

    def _is_in_blocks(self, X: Any, gram: Any) -> bool:
        return gram is None and self.weights != "uniform" and X.shape[2] ** 2 > (WHOLE_CAUSAL if self.causal else WHOLE)

    def _blocks(self, xp: Any, X: Any, P: Any) -> Any:
        """What one head takes from the tokens : (B, d, N), without the weights of all pairs."""
        bound = self._bound(xp, X, P)
        rows = xp.asarray(xp.matrix_transpose(X), copy=True)
        queries = per_system(self.beta) * (rows if P is None else xp.matmul(rows, P))
        soft, shifted = self.weights == "softmax", bound > SAFE_EXPONENT[element_size(X)]
        F = attended(queries, rows, causal=self.causal, soft=soft, shifted=shifted, xp=xp)
        return xp.matrix_transpose(F)

    def _logits(self, xp: Any, X: Any, gram: Any, P: Any) -> Any:
        """beta x_i^T P x_j as (B, j, i)."""
        beta = per_system(self.beta)
        if P is None:
            G = gram_matrices(X) if gram is None else gram
            return np.multiply(G, beta, out=G) if is_numpy(xp) else beta * G
        return xp.matmul(xp.matrix_transpose(X), xp.matmul(xp.matrix_transpose(P), beta * X))

    @np.errstate(over="ignore")
    def _bound(self, xp: Any, X: Any, P: Any) -> float:
        """A bound of the logits, |beta| |P|; raises OverflowError beyond the floating-point range."""
        bound = abs(self.beta)
        if P is not None:
            # The Frobenius norm is a bound of the spectral one.
            bound = bound * xp.sqrt(xp.sum(P * P, axis=(-2, -1)))
        largest = float(xp.max(bound)) if getattr(bound, "ndim", 0) else float(bound)
        if largest >= float(xp.finfo(X.dtype).max):
            raise OverflowError(f"logits up to |beta| |P| = {largest:g} are beyond the floating-point range")
        return largest

    def _weighted(self, xp: Any, X: Any, gram: Any, P: Any) -> tuple[Any, Any]:
        """e^(T_ji) up to a factor of each column, and by what to divide its columns: (B, 1, N) or a number.

        Raises OverflowError for exponentials that are not normalised, beyond the floating-point range.
        """
        bound, T, soft = self._bound(xp, X, P), self._logits(xp, X, gram, P), self.weights == "softmax"
        if bound > SAFE_EXPONENT[element_size(X)]:
            if self.causal:
                T = xp.where(_past(xp, X), T, -xp.inf)
            top = xp.max(T, axis=-2, keepdims=True)
            if soft:
                T = T - top
            else:
                require_in_range(float(xp.max(top)), X.shape[2], float(xp.finfo(X.dtype).max))
        E = np.exp(T, out=T) if is_numpy(xp) else xp.exp(T)
        if self.causal:
            E = E * xp.astype(_past(xp, X), E.dtype)
        if not soft:
            return E, X.shape[2]
        return E, xp.matmul(xp.ones((1, 1, X.shape[2]), dtype=X.dtype), E)


def _heads(M: Any) -> int:
    return 1 if M is None or M.ndim == 2 else int(M.shape[-3])


def _head(M: Any, h: int) -> Any:
    """The matrix of a head, where one may stand for all."""
    return M if M is None or M.ndim == 2 else M[..., h if _heads(M) > 1 else 0, :, :]


def gram_matrices(X: Any) -> Any:
    """<x_i, x_j> : (B, N, N), for tokens as columns."""
    xp = namespace(X)
    # A copy: a product of an array with a view of itself takes a slower route.
    return xp.matmul(xp.matrix_transpose(X), xp.asarray(X, copy=True))


def normalised(Y: Any) -> Any:
    """Every token y_i/|y_i|, tokens as columns: (B, d, N).

    A token that is zero, or out of range, becomes not a number; see `require_finite`.
    """
    return Y * _inverse_norms(namespace(Y), Y)


def element_size(X: Any) -> int:
    """4 or 8, the bytes of a number of X."""
    return 4 if precision(namespace(X), X) > 1e-10 else 8


def require_finite(X: Any, where: str) -> None:
    """Raise ZeroDivisionError where a token is not a number: some y_i was zero, or beyond the floating-point range."""
    xp = namespace(X)
    if not bool(xp.all(xp.isfinite(X))):
        raise ZeroDivisionError(f"the dynamics is undefined {where}: some y_i is zero or not a number")


def per_system(value: Any) -> Any:
    """A number as it is, (B,) as (B, 1, 1)."""
    return value[:, None, None] if getattr(value, "ndim", 0) == 1 else value


@np.errstate(over="ignore", invalid="ignore")
def _inverse_norms(xp: Any, Y: Any) -> Any:
    """1/|y_i| : (B, 1, N), not a number where y_i is zero, or not a number."""
    # A product with a row of ones sums along the first of two axes faster than a sum does.
    ones = xp.ones((1, 1, Y.shape[1]), dtype=Y.dtype)
    squares = xp.matmul(ones, Y * Y)
    if bool(xp.all((squares > float(xp.finfo(Y.dtype).smallest_normal)) & (squares < xp.inf))):
        return 1 / xp.sqrt(squares)
    # Some square is out of range where the token need not be.
    size = xp.max(xp.abs(Y), axis=1, keepdims=True)
    size = xp.where((size > 0) & (size < xp.inf), size, xp.nan)
    return 1 / xp.sqrt(xp.matmul(ones, (Y / size) ** 2)) / size


def _require_stable(h: Any, first: Any, one: tuple[Any, Any], other: tuple[Any, Any]) -> None:
    """Refuse a step beyond the stability limit of the method, or in which a token moves by more than its length."""
    xp = namespace(first)

    def size(tokens: Any, of: Any) -> Any:
        return xp.sqrt(of(xp.sum(tokens**2, axis=-2, keepdims=True)))

    gaps, changes = (size(b - a, lambda x: xp.sum(x, axis=-1, keepdims=True)) for a, b in zip(one, other, strict=True))
    least = 10 * precision(xp, first) ** 0.5  # below, differences are rounding
    rates = xp.where(gaps > least, changes / xp.where(gaps > least, gaps, 1.0), 0.0)
    speed = size(first, lambda x: xp.max(x, axis=-1, keepdims=True))
    worst = float(xp.max(abs(h) * xp.maximum(rates / STABLE, speed)))
    if 1 < worst < inf:
        raise ValueError(f"the steps are {worst:.2g} times too long for the field: give a smaller alpha")


def _past(xp: Any, X: Any) -> Any:
    """Where j <= i, as (1, j, i)."""
    place = xp.arange(X.shape[2])
    return (place[:, None] <= place[None, :])[None, ...]


def _selected(value: Any, systems: Any, batched: int) -> Any:
    if getattr(value, "ndim", 0) < batched:
        return value
    return value[systems, ...] if isinstance(systems, slice) else namespace(value).take(value, systems, axis=0)
