"""A statistic along the trajectories of a batch, with work only where something can still change.

Two things make it cheap, besides the layout of `stability.batches.dynamics`, and neither changes a value:

- for tokens in more dimensions than there are tokens, V = I: the span of the tokens is invariant, so that d becomes N;
- certified exit: with V = I and steps forward every step is a positive combination of tokens, so that tokens never
  leave their geodesic hull, and a hull of diameter below pi/2 has the diameter of its corners. Once no inner product is
  negative the least one never falls again; once all tokens are near, they stay so for ever, and the system leaves.

Statistics of a batch of systems by name, one number per system; tokens as columns.

`near` and `clusters` are those of the phase diagrams and cluster pictures of arXiv 2312.10794: two tokens are near
where their inner product is above 1 - delta. The authors count clusters as the rank of the thresholded Gram matrix;
here a cluster is a connected component, which agrees with the rank where being near is transitive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np

from ..blas_threads import one_blas_thread
from ..models.ellipsoid import require_on_ellipsoid
from ..motion.span_flow import span_coordinates
from ..numbers import Array
from .arrays import count_true, given, is_numpy, namespace, precision, to_numpy
from .dynamics import SAFE_EXPONENT, Dynamics, element_size, gram_matrices, require_finite
from .memory import keep_freed_memory

# Steps between two looks at what can be left out.
_LOOK = 16
# Bytes of the Gram matrices that are computed together: they should stay in the cache of a core.
_TOGETHER, _TOGETHER_ELSEWHERE = 2**20, 2**28


@dataclass(frozen=True)
class _Block:
    """Some of the systems: their places in the batch : (B,), X : (B, d, N).  size : of a step, a number or (B,)."""

    places: Array
    X: Any
    dynamics: Dynamics
    size: Any


def observed(
    dynamics: Dynamics,
    X: Any,
    size: Any,
    steps: int,
    statistic: Statistic,
    *,
    continuous: bool = False,
    every: int = 1,
    compiled: bool | None = None,
) -> Array:
    """The statistic of every system at the steps 0, every, 2 every, ...: (K, B), in NumPy.

    X : (B, N, d), unit tokens; the batch axis of the dynamics, if it has one, is B.  size : alpha of a layer, or the
    time of a Runge-Kutta step of order 4 if continuous; a number or (B,).
    compiled : whether the compiled kernel does the work, see `can_compile`; by default where it can.
    The array type of X is that of the computation: float32 takes half the time.
    Raises ValueError for bad input, tokens whose norm is not 1 to six digits, and a threshold that the precision does
    not tell from 1, ZeroDivisionError where the dynamics is undefined, OverflowError where numbers leave the
    floating-point range.
    """
    X, size = given(X, "X"), given(size, "size")
    if X.ndim != 3 or steps < 0 or every < 1:
        raise ValueError(
            f"tokens of shape {X.shape}, steps = {steps}, every = {every}; needed: (B, N, d), steps >= 0, every >= 1"
        )
    require_on_ellipsoid(to_numpy(X), tolerance=1e-6)
    values = np.full((steps // every + 1, X.shape[0]), np.nan)
    if not dynamics.keeps_hulls or np.min(to_numpy(size)) < 0:
        statistic = replace(statistic, at_consensus=None)
    if statistic.compares:
        least = 4 * X.shape[2] * precision(namespace(X), X)
        if statistic.delta < least:
            raise ValueError(f"delta = {statistic.delta:g}; in this precision it is at least {least:.2g}")
        if statistic.name == "near" and X.shape[1] < 2:
            raise ValueError("near is a share of the pairs of tokens, and one token has none; allowed are N >= 2")
    if compiled is None:
        compiled = can_compile(dynamics, X, statistic, continuous)
    if compiled:
        return _by_kernel(dynamics, X, size, statistic, every, values)
    keep_freed_memory()
    # What is not a number is found and named below.
    with one_blas_thread(), np.errstate(all="ignore"):
        blocks = list(_blocks(dynamics, X, size))
        for step in range(steps + 1):
            if step % _LOOK == 0 and step:
                blocks = list(_left(blocks, statistic, values[-(-step // every) :]))
            if not blocks:
                break
            for place, block in enumerate(blocks):
                seen = step % every == 0
                gram = gram_matrices(block.X) if seen or dynamics.needs_gram else None
                if seen:
                    found = to_numpy(statistic.of(State(block.X, gram, block.dynamics.beta)))
                    if not np.all(np.isfinite(found)):
                        require_finite(block.X, f"at step {step}")
                        raise OverflowError(f"the {statistic.name} at step {step} is beyond the floating-point range")
                    values[step // every, block.places] = found
                if step < steps:
                    move = block.dynamics.flow_step if continuous else block.dynamics.step
                    blocks[place] = replace(block, X=move(block.X, block.size, gram))
        for block in blocks:
            require_finite(block.X, f"before step {steps}")
    return values


def can_compile(dynamics: Dynamics, X: Any, statistic: Statistic, continuous: bool = False) -> bool:
    """Whether numba, the extra `kernels`, is there and knows the case: layers with P = V = I, `near`, NumPy doubles."""
    known = dynamics.keeps_hulls and dynamics.P is None and dynamics.weights != "uniform" and not dynamics.causal
    doubles = is_numpy(namespace(X)) and X.dtype == np.float64
    # The kernel divides by e^beta, the weight of a token for itself up to rounding, and takes squares.
    rates = np.asarray(to_numpy(dynamics.beta), dtype=float)
    above = 4 * X.shape[-1] * np.finfo(float).eps * rates
    exponents = np.maximum(-2 * rates, above) if dynamics.weights == "softmax" else abs(rates)
    known = known and np.max(exponents) <= SAFE_EXPONENT[8]
    return bool(known and doubles and statistic.name == "near" and not continuous and find_spec("numba"))


def _by_kernel(dynamics: Dynamics, X: Array, size: Any, statistic: Statistic, every: int, values: Array) -> Array:
    from ..fast.kernels import near_pairs

    B, N, d = X.shape
    columns = np.ascontiguousarray(np.swapaxes(_span(np, X) if d > N else X, 1, 2))
    beta, size = (np.full(B, np.asarray(value, dtype=float)) for value in (dynamics.beta, size))
    near = 1 - statistic.delta
    margin = np.inf if statistic.at_consensus is None else 4 * columns.shape[1] * np.finfo(float).eps
    soft = dynamics.weights == "softmax"
    with one_blas_thread():
        near_pairs(columns, beta, size * dynamics.scale, soft, near, margin, every, values)
    # Every token that is a number is near itself.
    if not np.all(values >= 0):
        raise ZeroDivisionError("the dynamics is undefined on the way: some y_i is zero or not a number")
    return values


def _blocks(dynamics: Dynamics, X: Any, size: Any) -> Iterator[_Block]:
    """The batch in blocks, in coordinates of the span where that is smaller."""
    xp = namespace(X)
    B, N, d = X.shape
    if d > N and dynamics.keeps_hulls and dynamics.P is None:
        X = _span(xp, X)
    columns = xp.matrix_transpose(X)
    together = _together(X)
    for first in range(0, B, together):
        part = slice(first, min(B, first + together))
        places = np.arange(part.start, part.stop)
        own = xp.asarray(columns[part, ...], copy=True)
        yield _Block(places, own, dynamics.part(part), size[part] if getattr(size, "ndim", 0) else size)


def _span(xp: Any, X: Any) -> Any:
    """Coordinates : (B, N, N) with the same inner products."""
    if is_numpy(xp):
        return span_coordinates(X)[0].astype(X.dtype)
    return xp.matrix_transpose(xp.linalg.qr(xp.matrix_transpose(X)).R)


def _left(blocks: list[_Block], statistic: Statistic, rest: Array) -> Iterator[_Block]:
    """The systems that can still change; fills `rest` of the others."""
    waiting: list[_Block] = []
    for block in blocks:
        xp = namespace(block.X)
        require_finite(block.X, "on the way")
        stays = np.ones(len(block.places), dtype=bool)
        if statistic.at_consensus is not None:
            # The computed product is off by a few units in the last place per term.
            bound = 1 - statistic.delta + 4 * block.X.shape[1] * precision(xp, block.X)
            stays = ~to_numpy(xp.min(gram_matrices(block.X), axis=(-2, -1)) > bound)
            rest[:, block.places[~stays]] = statistic.at_consensus
        if not np.any(stays):
            continue
        part = _taken(block, np.flatnonzero(stays))
        if waiting and sum(len(one.places) for one in [*waiting, part]) > _together(part.X):
            yield _joined(waiting)
            waiting = []
        waiting.append(part)
    if waiting:
        yield _joined(waiting)


def _taken(block: _Block, chosen: Array) -> _Block:
    """The chosen systems."""
    if len(chosen) == len(block.places):
        return block
    xp = namespace(block.X)
    index = xp.asarray(chosen)
    size = xp.take(block.size, index) if getattr(block.size, "ndim", 0) else block.size
    return _Block(block.places[chosen], xp.take(block.X, index, axis=0), block.dynamics.part(index), size)


def _joined(parts: list[_Block]) -> _Block:
    """Neighbouring blocks as one."""
    if len(parts) == 1:
        return parts[0]
    xp = namespace(parts[0].X)

    def joined(values: list[Any], batched: int) -> Any:
        return xp.concat(values) if getattr(values[0], "ndim", 0) >= batched else values[0]

    of = [part.dynamics for part in parts]
    P, V, beta = (joined([getattr(one, name) for one in of], k) for name, k in (("P", 4), ("V", 4), ("beta", 1)))
    places, X = np.concatenate([part.places for part in parts]), xp.concat([part.X for part in parts])
    return _Block(places, X, replace(of[0], P=P, V=V, beta=beta), joined([part.size for part in parts], 1))


def _together(X: Any) -> int:
    """How many systems like X : (B, N, d) or (B, d, N), as many as there are, make one block."""
    together = _TOGETHER if is_numpy(namespace(X)) else _TOGETHER_ELSEWHERE
    return max(1, together // int(element_size(X) * max(X.shape[1:]) ** 2))


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
