"""One step or one velocity of a batch of systems, in the layout and order of operations that are fast.

Tokens are columns here, X : (B, d, N): sums over tokens then run along contiguous memory, and no sum is horizontal.
With logits T_ji = x_i^T P x_j the attention of all tokens is the product X exp(T), divided by the column sums of
exp(T). Equal tokens may stand together as one with a count, as in `stability.models.maps`, whose plain definitions
these functions repeat; the tests compare them.

| weights     | F_i                                                    | source                                     |
| ---         | ---                                                    | ---                                        |
| softmax     | sum_h V_h sum_j softmax_j(beta x_i^T P_h x_j) x_j      | arXiv 2605.25619 (8), (3); 2312.10794, SA  |
| exponential | (1/N) sum_h V_h sum_j exp(beta x_i^T P_h x_j) x_j      | arXiv 2312.10794, USA                      |
| uniform     | (1/N) sum_h V_h sum_j x_j                              | arXiv 2605.25619 (9), multi-agent Oja      |
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from stability.batches.arrays import is_numpy, namespace, precision

Weights = Literal["softmax", "exponential", "uniform"]
# Exponents up to this size need no shift: the square of exp of it, times many tokens, is still a number.
_SAFE_EXPONENT = {4: 30.0, 8: 300.0}
# Steps below this are not divided by.
_SMALL_STEP = 1e-3


@dataclass(frozen=True)
class Dynamics:
    """What moves the tokens of B systems.

    weights : see the table of the module.  P, V : (d, d), (H, d, d) or (B, H, d, d); None for the identity.
    beta : number or (B,), multiplies the logits.  scale : number, multiplies F.
    causal : token i sees the tokens 1, ..., i only; not with counts.
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

    @property
    def keeps_hulls(self) -> bool:
        """Whether F is a positive combination of the tokens: then tokens never leave a geodesic hull below pi/2."""
        return self.V is None and self.scale > 0

    @property
    def needs_gram(self) -> bool:
        """Whether the logits are multiples of the Gram matrix."""
        return self.P is None and self.weights != "uniform"

    def part(self, systems: Any) -> Dynamics:
        """The dynamics of the systems of a slice or of an integer array of places."""
        return replace(
            self,
            P=_selected(self.P, systems, 4),
            V=_selected(self.V, systems, 4),
            beta=_selected(self.beta, systems, 1),
        )

    def drive(self, X: Any, counts: Any = None, gram: Any = None) -> Any:
        """F : (B, d, N) for X : (B, d, N), counts : (B, N) and the Gram matrices : (B, N, N) where they are at hand.

        Here and in a step the Gram matrices make room for the weights: a NumPy array is overwritten.
        """
        xp = namespace(X)
        if self.weights == "uniform":
            total = X.shape[2] if counts is None else xp.sum(counts, axis=-1)[:, None, None]
            sources = X if counts is None else X * counts[:, None, :]
            mean = xp.sum(sources, axis=-1, keepdims=True) / total
            return xp.broadcast_to(self.scale * self._valued(xp, mean, None), X.shape)
        heads = 1 if self.P is None else self.P.shape[-3] if self.P.ndim > 2 else 1
        total = None
        for h in range(heads):
            T, bound = self._logits(xp, X, gram, h)
            E, sums = self._weighted(xp, X, T, bound, counts)
            mixed = xp.matmul(X if counts is None else X * counts[:, None, :], E)
            F = self._valued(xp, mixed / sums, h if heads > 1 else None)
            total = F if total is None else total + F
        return total if self.scale == 1.0 else self.scale * total

    def step(self, X: Any, alpha: Any, counts: Any = None, gram: Any = None) -> Any:
        """(x_i + alpha F_i)/|x_i + alpha F_i|, one layer. alpha : number or (B,)."""
        alpha = per_system(alpha)
        if self.weights == "uniform" or any(M is not None and M.ndim > 2 for M in (self.P, self.V)):
            return normalised(X + alpha * self.drive(X, counts, gram))
        # One head needs no quotient: x_i + alpha F_i times the sum of the weights has the same direction.
        xp = namespace(X)
        T, bound = self._logits(xp, X, gram, 0)
        E, sums = self._weighted(xp, X, T, bound, counts)
        alpha = alpha * self.scale
        if is_numpy(xp) and self.V is None and np.min(alpha) > _SMALL_STEP:
            # What a token keeps of itself belongs to the diagonal of its weights: N numbers instead of N d.
            own = sums / alpha
            if counts is not None:
                E *= counts[:, :, None]
            E.reshape(X.shape[0], -1)[:, :: X.shape[2] + 1] += own[:, 0, :] if getattr(own, "ndim", 0) else own
            Y = xp.matmul(X, E)
            Y *= _inverse_norms(xp, Y)
            return Y
        mixed = xp.matmul(X if counts is None else X * counts[:, None, :], E)
        if self.V is not None:
            mixed = xp.matmul(self.V, mixed)
        mixed *= alpha
        mixed += X * sums
        return normalised(mixed)

    def velocity(self, X: Any, counts: Any = None, gram: Any = None) -> Any:
        """(I - x_i x_i^T) F_i, for unit tokens."""
        xp = namespace(X)
        F = self.drive(X, counts, gram)
        return F - xp.sum(X * F, axis=-2, keepdims=True) * X

    def flow_step(self, X: Any, h: Any, counts: Any = None, gram: Any = None) -> Any:
        """One Runge-Kutta step of order 4 of x' = velocity(x), projected. h : number or (B,)."""
        h = per_system(h)
        first = self.velocity(X, counts, gram)
        second = self.velocity(normalised(X + h / 2 * first), counts)
        third = self.velocity(normalised(X + h / 2 * second), counts)
        fourth = self.velocity(normalised(X + h * third), counts)
        return normalised(X + h / 6 * (first + 2 * (second + third) + fourth))

    def _logits(self, xp: Any, X: Any, gram: Any, h: int) -> tuple[Any, Any]:
        """beta x_i^T P_h x_j as (B, j, i), and a bound of their size per system: (B, 1, 1) or a number."""
        beta = per_system(self.beta)
        if self.P is None:
            G = gram_matrices(X) if gram is None else gram
            return np.multiply(G, beta, out=G) if is_numpy(xp) else beta * G, abs(beta)
        P = self.P if self.P.ndim == 2 else self.P[..., h, :, :]
        # The Frobenius norm is a bound of the spectral one.
        size = xp.sqrt(xp.sum(P * P, axis=(-2, -1)))
        bound = abs(beta) * (size[:, None, None] if size.ndim else float(size))
        logits = xp.matmul(xp.matrix_transpose(X), xp.matmul(xp.matrix_transpose(P), beta * X))
        return logits, bound

    def _weighted(self, xp: Any, X: Any, T: Any, bound: Any, counts: Any) -> tuple[Any, Any]:
        """e^(T_ji) up to a factor of each column, and by what to divide its columns: (B, 1, N) or a number."""
        largest = float(xp.max(bound)) if getattr(bound, "ndim", 0) else float(bound)
        soft = self.weights == "softmax"
        if soft and largest > _SAFE_EXPONENT[element_size(X)]:
            if self.causal:
                T = xp.where(_past(xp, X), T, -xp.inf)
            T = T - xp.max(T, axis=-2, keepdims=True)
        E = np.exp(T, out=T) if is_numpy(xp) else xp.exp(T)
        if self.causal:
            E = E * xp.astype(_past(xp, X), E.dtype)
        if not soft:
            return E, X.shape[2] if counts is None else xp.sum(counts, axis=-1)[:, None, None]
        rows = xp.ones((1, 1, X.shape[2]), dtype=X.dtype) if counts is None else counts[:, None, :]
        return E, xp.matmul(rows, E)

    def _valued(self, xp: Any, F: Any, h: int | None) -> Any:
        """V_h F : (B, d, N); the sum over all heads for weights that do not depend on the head."""
        if self.V is None:
            return F
        V = self.V
        if V.ndim > 2:
            V = xp.sum(V, axis=-3) if h is None and self.weights == "uniform" else V[..., h or 0, :, :]
        return xp.matmul(V, F)


def gram_matrices(X: Any) -> Any:
    """<x_i, x_j> : (B, N, N), for tokens as columns."""
    xp = namespace(X)
    # A copy: a product of an array with a view of itself takes a slower route.
    return xp.matmul(xp.matrix_transpose(X), xp.asarray(X, copy=True))


def normalised(Y: Any) -> Any:
    """Every token y_i/|y_i|, tokens as columns: (B, d, N).

    A token that is zero, or whose square is out of range, becomes not a number; see `require_finite`.
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


def _inverse_norms(xp: Any, Y: Any) -> Any:
    """1/|y_i| : (B, 1, N), not a number where the square is zero or out of range."""
    # A product with a row of ones sums along the first of two axes faster than a sum does.
    squares = xp.matmul(xp.ones((1, 1, Y.shape[1]), dtype=Y.dtype), Y * Y)
    return 1 / xp.sqrt(xp.where((squares > 0) & (squares < xp.inf), squares, xp.nan))


def _past(xp: Any, X: Any) -> Any:
    """Where j <= i, as (1, j, i)."""
    place = xp.arange(X.shape[2])
    return (place[:, None] <= place[None, :])[None, ...]


def _selected(value: Any, systems: Any, batched: int) -> Any:
    if getattr(value, "ndim", 0) < batched:
        return value
    return value[systems, ...] if isinstance(systems, slice) else namespace(value).take(value, systems, axis=0)
