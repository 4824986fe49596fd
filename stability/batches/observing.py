"""A statistic along the trajectories of a batch, with work only where something can still change.

Three things make it cheap, besides the layout of `stability.batches.dynamics`:

- for tokens in more dimensions than there are tokens, V = I: the span of the tokens is invariant, so that d becomes N;
- certified exit: with V = I and steps forward every step is a positive combination of tokens, so that tokens never
  leave their geodesic hull, and a hull of diameter below pi/2 has the diameter of its corners. Once no inner product is
  negative the least one never falls again; once all tokens are near, they stay so for ever, and the system leaves;
- under the same condition, tokens that are much nearer than the threshold of the statistic are taken together
  (`stability.batches.merging`), which is not exact: `merge=0` is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from math import sqrt
from typing import Any

import numpy as np

from attnverify.stability.batches.arrays import count_true, given, is_numpy, namespace, precision, to_numpy
from attnverify.stability.batches.dynamics import SAFE_EXPONENT, Dynamics, element_size, gram_matrices, require_finite
from attnverify.stability.batches.memory import keep_freed_memory
from attnverify.stability.batches.merging import merged, near_tokens
from attnverify.stability.batches.statistics import State, Statistic
from attnverify.stability.blas_threads import one_blas_thread
from attnverify.stability.motion.span_flow import span_coordinates
from attnverify.stability.numbers import Array

MERGE = 1e-3
# Tokens are taken together at this fraction of the angle at which the statistic tells them apart, or below.
_FRACTION = 1 / 40
# Steps between two looks at what can be left out.
_LOOK = 16
# Bytes of the Gram matrices that are computed together: they should stay in the cache of a core.
_TOGETHER, _TOGETHER_ELSEWHERE = 2**20, 2**28
_SIZES = (2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128)


@dataclass(frozen=True)
class _Block:
    """Systems of one number m of tokens: their places in the batch : (B,), X : (B, d, m).

    counts : (B, m); None while every token stands for itself.  size : of a step, a number or (B,).
    """

    places: Array
    X: Any
    counts: Any
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
    merge: float = MERGE,
    compiled: bool | None = None,
) -> Array:
    """The statistic of every system at the steps 0, every, 2 every, ...: (K, B), in NumPy.

    X : (B, N, d), unit tokens; the batch axis of the dynamics, if it has one, is B.  size : alpha of a layer, or the
    time of a Runge-Kutta step of order 4 if continuous; a number or (B,).
    merge : the angle below which tokens are taken together where the statistic allows it: at most a fortieth of the
        angle of its threshold, never where it is half of that or more; above the root of the precision; 0 for never.
    compiled : whether the compiled kernel does the work, see `can_compile`; by default where it can.
    The array type of X is that of the computation: float32 takes half the time.
    Raises ValueError for bad input and a threshold that the precision does not tell from 1, ZeroDivisionError where the
    dynamics is undefined, OverflowError where numbers leave the floating-point range.
    """
    X, size = given(X, "X"), given(size, "size")
    if X.ndim != 3 or steps < 0 or every < 1:
        raise ValueError(
            f"tokens of shape {X.shape}, steps = {steps}, every = {every}; needed: (B, N, d), steps >= 0, every >= 1"
        )
    values = np.full((steps // every + 1, X.shape[0]), np.nan)
    if not dynamics.keeps_hulls or np.min(to_numpy(size)) < 0:
        statistic = replace(statistic, at_consensus=None, merges=False)
    if statistic.compares:
        least = 4 * X.shape[2] * precision(namespace(X), X)
        if statistic.delta < least:
            raise ValueError(f"delta = {statistic.delta:g}; in this precision it is at least {least:.2g}")
        if statistic.name == "near" and X.shape[1] < 2:
            raise ValueError("near is a share of the pairs of tokens, and one token has none; allowed are N >= 2")
        angle = sqrt(2 * statistic.delta)
        # A threshold near what is taken together would be asked of tokens that were moved across it.
        merge = min(merge, _FRACTION * angle) if merge < angle / 2 else 0.0
    if not statistic.merges or merge < sqrt(2 * precision(namespace(X), X)):
        merge = 0.0
    if compiled is None:
        compiled = can_compile(dynamics, X, statistic, continuous)
    if compiled:
        return _by_kernel(dynamics, X, size, statistic, every, merge, values)
    keep_freed_memory()
    # What is not a number is found and named below.
    with one_blas_thread(), np.errstate(all="ignore"):
        blocks = list(_blocks(dynamics, X, size))
        if dynamics.causal:
            merge = 0.0
        for step in range(steps + 1):
            if step % _LOOK == 0 and step:
                blocks = list(_regrouped(blocks, statistic, merge, values[-(-step // every) :]))
            if not blocks:
                break
            for place, block in enumerate(blocks):
                seen = step % every == 0
                gram = gram_matrices(block.X) if seen or dynamics.needs_gram else None
                if seen:
                    state = State(block.X, _counts(block), gram, block.dynamics.beta, block.counts is None)
                    found = to_numpy(statistic.of(state))
                    if not np.all(np.isfinite(found)):
                        require_finite(block.X, f"at step {step}")
                        raise OverflowError(f"the {statistic.name} at step {step} is beyond the floating-point range")
                    values[step // every, block.places] = found
                if step < steps:
                    blocks[place] = _advanced(block, gram, continuous)
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


def _by_kernel(
    dynamics: Dynamics, X: Array, size: Any, statistic: Statistic, every: int, merge: float, values: Array
) -> Array:
    from attnverify.stability.batches.phase_kernel import near_pairs

    B, N, d = X.shape
    columns = np.ascontiguousarray(np.swapaxes(_span(np, X) if d > N else X, 1, 2))
    rates = [
        np.ascontiguousarray(np.broadcast_to(np.asarray(value, dtype=float), (B,))) for value in (dynamics.beta, size)
    ]
    near = 1 - statistic.delta
    margin = np.inf if statistic.at_consensus is None else 4 * columns.shape[1] * np.finfo(float).eps
    soft = dynamics.weights == "softmax"
    near_pairs(columns, rates[0], rates[1] * dynamics.scale, soft, near, margin, merge, every, values)
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
        yield _Block(places, own, None, dynamics.part(part), _part(size, part))


def _span(xp: Any, X: Any) -> Any:
    """Coordinates : (B, N, N) with the same inner products."""
    if is_numpy(xp):
        return span_coordinates(X)[0].astype(X.dtype)
    return xp.matrix_transpose(xp.linalg.qr(xp.matrix_transpose(X)).R)


def _counts(block: _Block) -> Any:
    B, _, m = block.X.shape
    return namespace(block.X).ones((B, m), dtype=block.X.dtype) if block.counts is None else block.counts


def _advanced(block: _Block, gram: Any, continuous: bool) -> _Block:
    move = block.dynamics.flow_step if continuous else block.dynamics.step
    return _Block(block.places, move(block.X, block.size, block.counts, gram), block.counts, block.dynamics, block.size)


def _regrouped(blocks: list[_Block], statistic: Statistic, merge: float, rest: Array) -> Iterator[_Block]:
    """The systems that can still change, in blocks of nearly equal numbers of tokens; fills `rest` of the others."""
    pieces: dict[tuple[int, bool], list[_Block]] = {}
    for block in blocks:
        xp = namespace(block.X)
        gram = gram_matrices(block.X)
        require_finite(block.X, "on the way")
        stays = np.ones(len(block.places), dtype=bool)
        if statistic.at_consensus is not None:
            # The computed product is off by a few units in the last place per term.
            bound = 1 - statistic.delta + 4 * block.X.shape[1] * precision(xp, block.X)
            stays = ~to_numpy(_least(gram, block.counts) > bound)
            rest[:, block.places[~stays]] = statistic.at_consensus
        for part in _parted(block, gram, stays, merge):
            full = part.X.shape[2]
            left = np.full(len(part.places), full) if part.counts is None else np.sum(to_numpy(part.counts) > 0, axis=1)
            sizes = np.array(_SIZES)[np.searchsorted(_SIZES, left)] if max(left) <= _SIZES[-1] else left
            sizes = np.minimum(sizes, full)
            for m in map(int, np.unique(sizes)):
                pieces.setdefault((m, part.counts is None), []).append(_taken(part, np.flatnonzero(sizes == m), m))
    for _, parts in sorted(pieces.items()):
        yield from _packed(parts)


def _parted(block: _Block, gram: Any, stays: Array, merge: float) -> Iterator[_Block]:
    """The systems that stay: those in which no tokens are to be taken together, and those where they are, with that."""
    near = near_tokens(block.counts, gram, merge) if merge else None
    joins = np.zeros_like(stays) if near is None else to_numpy(count_true(near) > gram.shape[2])
    if np.any(stays & ~joins):
        yield _taken(block, np.flatnonzero(stays & ~joins))
    if np.any(stays & joins):
        chosen = np.flatnonzero(stays & joins)
        part, xp = _taken(block, chosen), namespace(gram)
        X, counts = merged(part.X, _counts(part), xp.take(near, xp.asarray(chosen), axis=0))
        yield replace(part, X=X, counts=counts)


def _least(gram: Any, counts: Any) -> Any:
    """The least inner product of two tokens that are there: (B,)."""
    xp = namespace(gram)
    if counts is not None:
        absent = counts == 0
        gram = xp.where(absent[:, :, None] | absent[:, None, :], 1.0, gram)
    return xp.min(gram, axis=(-2, -1))


def _taken(block: _Block, chosen: Array, m: int | None = None) -> _Block:
    """The chosen systems, and the first m of their tokens."""
    m = block.X.shape[2] if m is None else m
    X, counts = block.X[:, :, :m], None if block.counts is None else block.counts[:, :m]
    if len(chosen) == len(block.places):
        return replace(block, X=X, counts=counts)
    xp = namespace(X)
    index = xp.asarray(chosen)
    size = xp.take(block.size, index) if getattr(block.size, "ndim", 0) else block.size
    return _Block(
        block.places[chosen],
        xp.take(X, index, axis=0),
        None if counts is None else xp.take(counts, index, axis=0),
        block.dynamics.part(index),
        size,
    )


def _packed(parts: list[_Block]) -> Iterator[_Block]:
    """Neighbouring blocks, all with counts or all without, joined as long as they stay small."""
    together = _together(parts[0].X)
    waiting: list[_Block] = []
    for part in parts:
        if waiting and sum(len(block.places) for block in [*waiting, part]) > together:
            yield _joined(waiting)
            waiting = []
        waiting.append(part)
    yield _joined(waiting)


def _joined(parts: list[_Block]) -> _Block:
    if len(parts) == 1:
        return parts[0]
    xp = namespace(parts[0].X)

    def concatenated(values: list[Any], batched: int) -> Any:
        return xp.concat(values) if getattr(values[0], "ndim", 0) >= batched else values[0]

    first = parts[0].dynamics
    dynamics = Dynamics(
        first.weights,
        concatenated([part.dynamics.P for part in parts], 4),
        concatenated([part.dynamics.V for part in parts], 4),
        concatenated([part.dynamics.beta for part in parts], 1),
        first.scale,
        first.causal,
    )
    return _Block(
        np.concatenate([part.places for part in parts]),
        xp.concat([part.X for part in parts]),
        None if parts[0].counts is None else xp.concat([part.counts for part in parts]),
        dynamics,
        concatenated([part.size for part in parts], 1),
    )


def _together(X: Any) -> int:
    """How many systems like X : (B, N, d) or (B, d, N), as many as there are, make one block."""
    together = _TOGETHER if is_numpy(namespace(X)) else _TOGETHER_ELSEWHERE
    return max(1, together // int(element_size(X) * max(X.shape[1:]) ** 2))


def _part(value: Any, part: slice) -> Any:
    return value[part] if getattr(value, "ndim", 0) else value
