"""Statistics of a batch of systems by name, one number per system; tokens as columns, equal ones with a count.

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
    """X : (B, d, m), counts : (B, m) with sum N in every system, gram : (B, m, m), beta : number or (B,).

    alone : whether all counts are 1.
    """

    X: Any
    counts: Any
    gram: Any
    beta: Any = 1.0
    alone: bool = False


@dataclass(frozen=True)
class Statistic:
    """of : State -> (B,).

    delta : for those that ask which tokens are near, how near.
    at_consensus : its value for ever, once all tokens are near and never part again; None where it has none.
    compares : whether it asks which tokens are near.
    merges : whether it may be computed where tokens much nearer than delta are taken together.
    """

    name: str
    of: Callable[[State], Any]
    delta: float = DELTA
    at_consensus: float | None = None
    merges: bool = False
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
        "near": Statistic("near", partial(_near, delta), delta, 1.0, True, True),
        "clusters": Statistic("clusters", partial(_clusters, delta), delta, 1.0, True, True),
        "misalignment": Statistic("misalignment", _misalignment),
        "energy": Statistic("energy", _energy),
    }
    if name not in known:
        raise ValueError(f"statistic {name!r}; allowed are {', '.join(known)}")
    return known[name]


def _near(delta: float, state: State) -> Any:
    xp = namespace(state.X)
    if state.alone:
        N = state.gram.shape[-1]
        return (xp.astype(count_true(state.gram > 1 - delta), state.X.dtype) - N) / (N * (N - 1))
    N = xp.sum(state.counts, axis=-1)
    near = xp.astype(state.gram > 1 - delta, state.counts.dtype)
    pairs = xp.sum(xp.matmul(state.counts[:, None, :], near)[:, 0, :] * state.counts, axis=-1)
    return (pairs - N) / (N * (N - 1))


def _clusters(delta: float, state: State) -> Any:
    """The number of tokens that bear the least label of their component."""
    xp = namespace(state.X)
    m = state.gram.shape[-1]
    place = xp.arange(m)
    near = (state.gram > 1 - delta) & (state.counts[:, None, :] > 0)
    labels = xp.broadcast_to(place, state.counts.shape)
    # A path through a component is shorter than it has tokens.
    for _ in range(m):
        least = xp.min(xp.where(near, labels[:, None, :], m), axis=-1)
        least = xp.minimum(least, labels)
        if bool(xp.all(least == labels)):
            break
        labels = least
    return xp.sum(xp.astype((labels == place) & (state.counts > 0), state.X.dtype), axis=-1)


def _misalignment(state: State) -> Any:
    """By squares of differences, which do not cancel near consensus."""
    xp = namespace(state.X)
    gaps = state.X - state.X[:, :, :1]
    return xp.sum(xp.sum(gaps * gaps, axis=1) * state.counts, axis=-1) / (2 * xp.sum(state.counts, axis=-1))


def _energy(state: State) -> Any:
    xp = namespace(state.X)
    N, beta = xp.sum(state.counts, axis=-1), state.beta
    if bool(xp.any(xp.asarray(beta) == 0)):
        raise ZeroDivisionError("the energy divides by beta, which is 0; allowed are other numbers")
    wide = beta[:, None, None] if getattr(beta, "ndim", 0) else beta
    total = xp.matmul(state.counts[:, None, :], xp.exp(wide * state.gram))[:, 0, :]
    return xp.sum(total * state.counts, axis=-1) / (2 * beta * N * N)
