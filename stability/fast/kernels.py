"""Compiled kernels, and vectors of eight doubles for them, which stay in registers whatever the loop around them is.

The compiler makes vector instructions of a loop only where it can prove that its arrays do not overlap, and it keeps
no sum over an outer loop in a register. Code in these types says what it means.

Exponentials come without calls: exp x = 2^k exp r with |r| <= log(2)/2, Taylor's polynomial for exp r, and k added to
the exponent of the result. The relative error is below 2e-15 for |x| <= 20 and below 5e-14 everywhere.

`layers` is the attention map for many small systems: one system in each lane of the vector unit. `near_pairs` is that
of phase diagrams, attention with V = P = I, the step and the statistic `near` in one pass; one system at a time stays
in the first cache. Tokens are columns, eight of them are one vector. For eight tokens at a time: their inner products
with all tokens, the weights from these, the sums of tokens with these weights. All need numba, the extra `kernels`;
`Dynamics.step` and `stability.batches.observing` do the same without.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

_LOG2E = 1.4426950408889634
# log 2 as a number with few digits and the rest, so that the product with an integer is exact.
_HIGH, _LOW = 0.693147180369123816490, 1.90821492927058770002e-10
_C = tuple(1 / factorial(k) for k in range(14))
OPTIONS: dict[str, Any] = {"fastmath": {"contract", "nsz", "reassoc"}, "error_model": "numpy", "cache": True}

LANES = 8
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_PLACES = ir.VectorType(ir.IntType(64), LANES)


class _Eight(types.Type):
    pass


_eight: Any = _Eight("eight_doubles")


@register_model(_Eight)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)


@intrinsic
def load(context: Any, array: Any, place: Any) -> Any:
    """array[place], ..., array[place + 7] of a contiguous array of one axis."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.load(_whole(builder, _address(context, builder, signature, values)), align=8)

    return _eight(array, types.intp), generate


@intrinsic
def spread(context: Any, array: Any, place: Any) -> Any:
    """Eight times array[place]; unlike an index in Python, place is not looked at for its sign."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return _same(builder, builder.load(_address(context, builder, signature, values)))

    return _eight(array, types.intp), generate


@intrinsic
def store(context: Any, array: Any, place: Any, vector: Any) -> Any:
    """The reverse of `load`."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        builder.store(values[2], _whole(builder, _address(context, builder, signature, values)), align=8)
        return context.get_dummy_value()

    return types.void(array, types.intp, _eight), generate


def _address(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    data = context.make_array(signature.args[0])(context, builder, values[0]).data
    return builder.gep(data, [values[1]])


def _whole(builder: Any, address: Any) -> Any:
    return builder.bitcast(address, _VECTOR.as_pointer())


@intrinsic
def same(context: Any, number: Any) -> Any:
    """Eight times the same number."""
    return _eight(types.float64), lambda context, builder, signature, values: _same(builder, values[0])


def _same(builder: Any, number: Any) -> Any:
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(ir.IntType(32), LANES), None))


def _entrywise(count: int, build: Any) -> Any:
    """The operation of `build(builder, a, ...)` on `count` vectors."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return build(builder, *values)

    signature = _eight(*[_eight] * count)
    if count == 1:
        return intrinsic(lambda context, a: (signature, generate))
    if count == 2:
        return intrinsic(lambda context, a, b: (signature, generate))
    return intrinsic(lambda context, a, b, c: (signature, generate))


def _called(name: str) -> Any:
    def build(builder: Any, *values: Any) -> Any:
        kind = ir.FunctionType(_VECTOR, [_VECTOR] * len(values))
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"{name}.v{LANES}f64"), values)

    return build


def _two_to(builder: Any, k: Any) -> Any:
    # 1.5 * 2^52 puts the integer k into the last bits of a double; 1023 of them are the exponent 0.
    bits = builder.bitcast(builder.fadd(k, _constant(6755399441055744.0)), _PLACES)
    exponent = builder.add(bits, ir.Constant(_PLACES, [1023] * LANES))
    return builder.bitcast(builder.shl(exponent, ir.Constant(_PLACES, [52] * LANES)), _VECTOR)


def _constant(value: float) -> Any:
    return ir.Constant(_VECTOR, [value] * LANES)


plus = _entrywise(2, lambda builder, a, b: builder.fadd(a, b))
times = _entrywise(2, lambda builder, a, b: builder.fmul(a, b))
quotient = _entrywise(2, lambda builder, a, b: builder.fdiv(a, b))
smaller = _entrywise(2, lambda builder, a, b: builder.select(builder.fcmp_ordered("<", a, b), a, b))
larger = _entrywise(2, lambda builder, a, b: builder.select(builder.fcmp_ordered(">", a, b), a, b))
# c where a > b, otherwise 0.
where_above = _entrywise(3, lambda builder, a, b, c: builder.select(builder.fcmp_ordered(">", a, b), c, _constant(0.0)))
# a b + c, rounded once where the machine can.
fused = _entrywise(3, _called("llvm.fmuladd"))
root = _entrywise(1, _called("llvm.sqrt"))
floor = _entrywise(1, _called("llvm.floor"))
# 2^k for whole k.
two_to = _entrywise(1, _two_to)


@njit(forceinline=True, **OPTIONS)
def exp_double(x: Any) -> Any:
    """exp x in double precision, for x in [-708, 700]; what is below counts as -708."""
    x = max(x, -708.0)
    whole = np.floor(x * _LOG2E + 0.5)
    r = (x - whole * _HIGH) - whole * _LOW
    p = _C[-1]
    for k in range(len(_C) - 2, -1, -1):
        p = p * r + _C[k]
    # 1.5 * 2^52 puts the integer k into the last bits of a double: no conversion, which has no vector form.
    bits = np.float64(whole + 6755399441055744.0).view(np.int64)
    return p * np.int64((bits + 1023) << 52).view(np.float64)


@njit(forceinline=True, **OPTIONS)
def exp_eight(x: Any) -> Any:
    """`exp_double` of eight numbers, a vector."""
    x = larger(x, same(-708.0))
    whole = floor(fused(x, same(_LOG2E), same(0.5)))
    r = fused(whole, same(-_LOW), fused(whole, same(-_HIGH), x))
    p = same(_C[-1])
    for k in range(len(_C) - 2, -1, -1):
        p = fused(p, r, same(_C[k]))
    return times(p, two_to(whole))


_LANES = 64


@njit(**OPTIONS)
def layers(X: Any, P: Any, V: Any, steps: Any) -> None:
    """Replace X : (B, d, N), unit tokens as columns, by its image under `steps` layers. P, V : (d, d), V times alpha.

    The squares of the weights must be far from the ends of the floating-point range: |P| < 300.
    """
    B, d, N = X.shape
    x, y = np.zeros((d, N, _LANES)), np.zeros((d, N, _LANES))
    query, mean = np.zeros((d, _LANES)), np.zeros((d, _LANES))
    e, total = np.zeros(_LANES), np.zeros(_LANES)
    for first in range(0, B, _LANES):
        used = min(_LANES, B - first)
        for k in range(d):
            for i in range(N):
                for lane in range(_LANES):
                    x[k, i, lane] = X[first + min(lane, used - 1), k, i]
        for _ in range(steps):
            for i in range(N):
                _one_token(x, y, P, V, i, query, mean, e, total)
            x, y = y, x
        for k in range(d):
            for i in range(N):
                for lane in range(used):
                    X[first + lane, k, i] = x[k, i, lane]


@njit(**OPTIONS)
def _one_token(x: Any, y: Any, P: Any, V: Any, i: int, query: Any, mean: Any, e: Any, total: Any) -> None:
    """The next token i of every lane."""
    d, N = x.shape[0], x.shape[1]
    for k in range(d):
        q = query[k]
        q[:] = 0.0
        mean[k, :] = 0.0
        for r in range(d):
            own, entry = x[r, i], P[r, k]
            for lane in range(_LANES):
                q[lane] += entry * own[lane]
    total[:] = 0.0
    for j in range(N):
        e[:] = 0.0
        for k in range(d):
            q, other = query[k], x[k, j]
            for lane in range(_LANES):
                e[lane] += q[lane] * other[lane]
        for lane in range(_LANES):
            e[lane] = exp_double(e[lane])
        for lane in range(_LANES):
            total[lane] += e[lane]
        for k in range(d):
            m, other = mean[k], x[k, j]
            for lane in range(_LANES):
                m[lane] += e[lane] * other[lane]
    e[:] = 0.0
    for k in range(d):
        to, own = y[k, i], x[k, i]
        # The direction does not change by the factor `total`.
        for lane in range(_LANES):
            to[lane] = total[lane] * own[lane]
        for r in range(d):
            m, entry = mean[r], V[k, r]
            for lane in range(_LANES):
                to[lane] += entry * m[lane]
        for lane in range(_LANES):
            e[lane] += to[lane] * to[lane]
    for lane in range(_LANES):
        e[lane] = 1.0 / np.sqrt(e[lane])
    for k in range(d):
        to = y[k, i]
        for lane in range(_LANES):
            to[lane] *= e[lane]


@njit(**OPTIONS)
def near_pairs(X: Any, beta: Any, size: Any, soft: Any, threshold: Any, margin: Any, every: Any, values: Any) -> None:
    """Fill values : (K, B) with the share of ordered pairs of tokens with an inner product above the threshold.

    X : (B, d, N) doubles, unit tokens as columns.  beta, size : (B,).
    soft : whether the weights are normalised by rows; otherwise they are exp(beta g)/N.
    A system in which all inner products are above threshold + margin > 0 stays so for ever and is left at 1.
    """
    B, d, N = X.shape
    room = (N + LANES - 1) // LANES * LANES
    # A row of zeros makes the number of rows even; copies of the first token fill the room behind the others.
    x, y = np.zeros((d + d % 2, room)), np.zeros((d + d % 2, room))
    there, weights = np.zeros(room), np.empty(room * LANES)
    there[:N] = 1.0
    for b in range(B):
        x[:d, :N] = X[b]
        for j in range(N, room):
            x[:d, j] = X[b, :, 0]
        together = False
        for step in range((values.shape[0] - 1) * every + 1):
            above, least = layer(x, y, there, weights, N, beta[b], size[b], 0.0 if soft else N, threshold)
            if step % every == 0:
                values[step // every, b] = (above - N) / (N * (N - 1.0))
                together = above == N * N
            # Looked at once all pairs were near at a record.
            if together and least > threshold + margin:
                values[(step + every - 1) // every :, b] = 1.0
                break
            x, y = y, x


@njit(**OPTIONS)
def layer(
    x: Any, y: Any, there: Any, weights: Any, N: int, rate: float, alpha: float, divisor: float, threshold: float
) -> tuple[float, float]:
    """Fill y : (d, room), d even, with the layer at x; how many pairs are above the threshold, and the least product.

    there : (room,), 1 for each of the N tokens and 0 behind them.  divisor : of the weights; 0 for their sum.
    """
    d, room = x.shape
    tokens, moved = x.reshape(-1), y.reshape(-1)
    shift = same(0.0 if divisor else -rate)
    pairs, least = same(0.0), same(2.0)
    for i in range(0, room, LANES):
        for j in range(0, room, LANES):
            _eight_rows(weights, j * LANES, LANES, tokens, j, 1, room, tokens, i, room, d)
        sums, near = same(0.0), same(0.0)
        for j in range(N):
            product = load(weights, j * LANES)
            near = plus(near, where_above(product, same(threshold), same(1.0)))
            least = smaller(least, product)
            weight = exp_eight(fused(product, same(rate), shift))
            sums = plus(sums, weight)
            store(weights, j * LANES, weight)
        pairs = fused(near, load(there, i), pairs)
        for k in range(0, d - LANES + 1, LANES):
            _eight_rows(moved, k * room + i, room, tokens, k * room, room, 1, weights, 0, LANES, N)
        for k in range(d // LANES * LANES, d, 2):
            _two_rows(moved, k * room + i, room, tokens, k * room, room, 1, weights, 0, LANES, N)
        own = same(divisor) if divisor else sums
        squares = same(0.0)
        for k in range(d):
            to = fused(load(moved, k * room + i), same(alpha), times(load(tokens, k * room + i), own))
            squares = fused(to, to, squares)
            store(moved, k * room + i, to)
        inverse = quotient(same(1.0), root(squares))
        for k in range(d):
            store(moved, k * room + i, times(load(moved, k * room + i), inverse))
    store(weights, 0, pairs)
    store(weights, LANES, least)
    return np.sum(weights[:LANES]), np.min(weights[LANES : 2 * LANES])


@njit(forceinline=True, **OPTIONS)
def _eight_rows(
    to: Any,
    place: int,
    stride: int,
    factors: Any,
    first: int,
    across: int,
    along: int,
    rows: Any,
    start: int,
    step: int,
    count: int,
) -> None:
    """to[place + r stride + lane] = sum_t factors[first + r across + t along] rows[start + t step + lane], r < 8."""
    a = b = c = d = e = f = g = h = same(0.0)
    for t in range(count):
        row = load(rows, start + t * step)
        here = first + t * along
        a = fused(spread(factors, here), row, a)
        b = fused(spread(factors, here + across), row, b)
        c = fused(spread(factors, here + 2 * across), row, c)
        d = fused(spread(factors, here + 3 * across), row, d)
        e = fused(spread(factors, here + 4 * across), row, e)
        f = fused(spread(factors, here + 5 * across), row, f)
        g = fused(spread(factors, here + 6 * across), row, g)
        h = fused(spread(factors, here + 7 * across), row, h)
    store(to, place, a)
    store(to, place + stride, b)
    store(to, place + 2 * stride, c)
    store(to, place + 3 * stride, d)
    store(to, place + 4 * stride, e)
    store(to, place + 5 * stride, f)
    store(to, place + 6 * stride, g)
    store(to, place + 7 * stride, h)


@njit(forceinline=True, **OPTIONS)
def _two_rows(
    to: Any,
    place: int,
    stride: int,
    factors: Any,
    first: int,
    across: int,
    along: int,
    rows: Any,
    start: int,
    step: int,
    count: int,
) -> None:
    """`_eight_rows` for two rows."""
    a = b = same(0.0)
    for t in range(count):
        row = load(rows, start + t * step)
        a = fused(spread(factors, first + t * along), row, a)
        b = fused(spread(factors, first + t * along + across), row, b)
    store(to, place, a)
    store(to, place + stride, b)
