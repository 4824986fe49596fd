"""Rigorous trajectories of a discrete map: a centre and one bound on the Euclidean error, layer after layer.

Two ways, of which the cheaper one is chosen:

- the derivative carries the error (mean value theorem): only the centre is mapped, and
  e_{k+1} = sup |Df|_2 e_k + radius of f(centre), see `stability.motion.mean_value`;
- plain balls: the whole ball is mapped by ball arithmetic, which loses some bits in every layer although the dynamics
  contract. With so many bits that the loss does not matter it needs no derivative at all.

Where the error becomes larger than asked for, the trajectory is begun again with more bits, unseen by the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Literal

import numpy as np
from flint import arb

from attnverify.stability.float_balls import FloatBalls
from attnverify.stability.motion.ball_calculus import balls, jacobian, working
from attnverify.stability.motion.enclosure import Enclosure, EnclosureError, bits_of, enclosed, recentred
from attnverify.stability.motion.mean_value import Growths, Layer, mean_value_run, undefined
from attnverify.stability.numbers import Array

Method = Literal["automatic", "mean value", "plain balls"]
_GUARD, _MOST_BITS, _TRIAL = 32, 1 << 20, 12


def enclose_map(
    f: Callable[[int, Array], Array] | Layer,
    start: Array | Enclosure,
    layers: int,
    *,
    tolerance: float = 1e-30,
    prec: int | None = None,
    method: Method = "automatic",
) -> Iterator[Enclosure]:
    """The state after each layer, enclosed: `layers` enclosures, yielded as they are found.

    f : an `AttentionLayer`, which is fastest; or (k, Y) -> Y at layer k, over object arrays of balls or series, such as
        `Flow.step` with matrices of balls (`st.balls`).
    start : (N, d), floats or fractions taken exactly, or an enclosure.
    tolerance : what rounding may add to the error of the start, as far as the derivative carries it, in all layers.
    prec : bits of the ball arithmetic, where they shall not be chosen; then the error is what it becomes.
    method : "mean value", "plain balls", or the one that seems cheaper.
    Raises EnclosureError where a layer is undefined somewhere in the enclosure, ValueError for a tolerance that is not
    positive and a start that is not finite.
    """
    if not tolerance > 0:
        raise ValueError(f"tolerance is {tolerance}; a positive number is needed")
    layer: Layer = f if isinstance(f, Layer) else _Generic(f)
    bits = prec or bits_of(tolerance) + _GUARD
    chosen = _cheaper(layer, start, layers, bits) if method == "automatic" else method
    if chosen not in ("mean value", "plain balls"):
        raise ValueError(f"method is {method!r}; allowed are 'automatic', 'mean value', 'plain balls'")
    growths, done = Growths(layer), 0
    while True:
        if chosen == "mean value":
            run = mean_value_run(growths, start, layers, bits)
        else:
            run = _plain_run(layer, start, layers, bits)
        for k, (state, added) in enumerate(run):
            if prec is None and not added <= tolerance:
                bits = _more_bits(bits, added, tolerance, k, layers)
                break
            if k >= done:
                done = k + 1
                yield state
        else:
            return


def _more_bits(bits: int, added: arb, tolerance: float, k: int, layers: int) -> int:
    """Enough for some times the k + 1 layers so far, where each loses what these lost in the mean; it may settle."""
    rate = max(0, bits - bits_of(added)) / (k + 1)
    planned = min(layers, 4 * (k + 1) + 16)
    found = max(bits + _GUARD, bits_of(tolerance) + _GUARD + int(1.1 * rate * planned))
    if found > _MOST_BITS:
        raise EnclosureError(f"layer {k}: the error grows; {found} bits would be needed, allowed are {_MOST_BITS}")
    return found


def _plain_run(layer: Layer, start: Array | Enclosure, layers: int, bits: int) -> Iterator[tuple[Enclosure, arb]]:
    """The trajectory in plain balls, with what each enclosure has in addition to the error of the start."""
    with working(bits):
        Y = start.box() if isinstance(start, Enclosure) else balls(enclosed(start, bits).box())
    inherited = start.error if isinstance(start, Enclosure) else arb(0)
    error = recentred(Y).error
    for k in range(layers):
        # Digits far below the radius carry nothing.
        with working(min(bits, max(64, bits_of(error) + _GUARD))):
            try:
                Y = layer.image(k, Y)
            except (ZeroDivisionError, ValueError) as failure:
                raise undefined(k, error, failure) from failure
            state = recentred(Y)
        error = state.error
        if not error.is_finite():
            raise EnclosureError(f"layer {k}: the error bound is no longer finite; more bits are needed")
        yield state, error if inherited == 0 else arb(0)


def _cheaper(layer: Layer, start: Array | Enclosure, layers: int, bits: int) -> Method:
    """The method that costs less, from the bits which plain balls lose in the first layers. No clock is asked."""
    if isinstance(start, Enclosure) and start.error > 0:
        return "mean value"
    size = np.shape(start.centre if isinstance(start, Enclosure) else start)
    image, bound = layer.cost(size, bits)
    try:
        errors = [bits_of(state.error) for state, _ in islice(_plain_run(layer, start, layers, bits), _TRIAL)]
    except EnclosureError:
        return "mean value"
    lost = max(0.0, bits - errors[-1]) / len(errors) if errors else 0.0
    # Precision falls from `bits + lost * layers` to `bits`; its mean tells the cost well enough.
    plain, _ = layer.cost(size, int(bits + lost * layers / 2))
    return "plain balls" if plain < image + bound else "mean value"


class _Generic:
    """A function over the number types as a layer: its derivative comes from power series."""

    autonomous = False

    def __init__(self, f: Callable[[int, Array], Array]) -> None:
        self.f = f

    def image(self, k: int, Y: Array) -> Array:
        """f itself."""
        return self.f(k, Y)

    def jacobians(self, k: int, centres: Array, radii: Array) -> FloatBalls:
        """The derivatives, from one evaluation for each entry of a state."""
        found = np.full((len(centres), centres[0].size, centres[0].size), arb("nan"), dtype=object)
        for place, (centre, radius) in enumerate(zip(centres, radii, strict=True)):
            with suppress(ZeroDivisionError, ValueError):
                found[place] = jacobian(partial(self.f, k + place), balls(centre, float(radius)))
        return FloatBalls.of(found)

    def cost(self, size: tuple[int, int], bits: int) -> tuple[float, float]:
        """In units of an evaluation with few bits; the time it takes is not known."""
        image = 1 + (bits / 1024) ** 1.6
        return image, 3.0 * size[0] * size[1]
