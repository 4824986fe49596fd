"""Statistics of a batch of systems by name, one number per system; tokens as columns.

`near` and `clusters` are those of the phase diagrams and cluster pictures of arXiv 2312.10794: two tokens are near
where their inner product is above 1 - delta. The authors count clusters as the rank of the thresholded Gram matrix;
here a cluster is a connected component, which agrees with the rank where being near is transitive.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from attnverify.stability.batches.arrays import count_true, namespace

DELTA = 1e-3


@dataclass(frozen=True)
class State:
    """X : (B, d, N), gram : (B, N, N), beta : number or (B,)."""

    X: Any
    gram: Any
    beta: Any = 1.0


@dataclass(frozen=True)
class Statistic:
    """of : State -> (B,).

    delta : for those that ask which tokens are near, how near.
    at_consensus : its value for ever, once all tokens are near and never part again; None where it has none.
    compares : whether it asks which tokens are near.
    """

    name: str
    of: Callable[[State], Any]
    delta: float = DELTA
    at_consensus: float | None = None
    compares: bool = False


def statistic(name: str, delta: float = DELTA) -> Statistic:
    """The statistic `name`: near, clusters, misalignment or energy.

    near : the share of the ordered pairs of different tokens that are near.  clusters : connected components of near.
    misalignment : 1 - (1/N) sum_i <x_i, x_1>.  energy : (1/(2 beta N^2)) sum_ij exp(beta <x_i, x_j>).
    Raises ValueError for another name, or delta outside ]0, 1[.

    >>> statistic("near").at_consensus
    1.0
    """
    if not 0 < delta < 1:
        raise ValueError(f"delta = {delta}; allowed are numbers between 0 and 1")
    known = {
        "near": Statistic("near", partial(_near, delta), delta, 1.0, True),
        "clusters": Statistic("clusters", partial(_clusters, delta), delta, 1.0, True),
        "misalignment": Statistic("misalignment", _misalignment),
        "energy": Statistic("energy", _energy),
    }
    if name not in known:
        raise ValueError(f"statistic {name!r}; allowed are {', '.join(known)}")
    return known[name]


def _near(delta: float, state: State) -> Any:
    xp, N = namespace(state.X), state.gram.shape[-1]
    return (xp.astype(count_true(state.gram > 1 - delta), state.X.dtype) - N) / (N * (N - 1))


def _clusters(delta: float, state: State) -> Any:
    """The number of tokens that bear the least label of their component."""
    xp, (B, N, _) = namespace(state.X), state.gram.shape
    place, near = xp.arange(N), state.gram > 1 - delta
    labels = xp.broadcast_to(place, (B, N))
    # A path through a component is shorter than it has tokens.
    for _ in range(N):
        least = xp.minimum(xp.min(xp.where(near, labels[:, None, :], N), axis=-1), labels)
        if bool(xp.all(least == labels)):
            break
        labels = least
    return xp.sum(xp.astype(labels == place, state.X.dtype), axis=-1)


def _misalignment(state: State) -> Any:
    """By squares of differences, which do not cancel near consensus."""
    gaps = state.X - state.X[:, :, :1]
    return namespace(gaps).sum(gaps * gaps, axis=(1, 2)) / (2 * gaps.shape[2])


def _energy(state: State) -> Any:
    xp, beta = namespace(state.X), state.beta
    if bool(xp.any(xp.asarray(beta) == 0)):
        raise ZeroDivisionError("the energy divides by beta, which is 0; allowed are other numbers")
    wide = beta[:, None, None] if getattr(beta, "ndim", 0) else beta
    return xp.mean(xp.exp(wide * state.gram), axis=(1, 2)) / (2 * beta)
