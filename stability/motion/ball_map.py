"""Rigorous trajectories of a discrete map: a centre and one bound on the Euclidean error, carried by the derivative.

Evaluating the map on boxes loses bits in every layer although the dynamics contract. Here only the centre is mapped,
and the error is multiplied by a certified bound of |Df|_2 over the box around it (mean value theorem):

    e_{k+1} = sup |Df|_2 e_k + radius of f(centre).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from itertools import combinations

import numpy as np
from flint import arb

from stability.decrease.dini import heights
from stability.models.ellipsoid import inner
from stability.motion.ball_calculus import balls, jacobian, spectral_norm_bound, total_radius, working
from stability.numbers import Array, sign


class EnclosureError(ArithmeticError):
    """The trajectory cannot be enclosed further; the message says where. Nothing is returned for the rest of it."""


@dataclass(frozen=True)
class Enclosure:
    """A set that is proved to contain the state: everything within the Euclidean distance `error` of `centre`.

    centre : (N, d), exact numbers (balls of radius zero).  error : over all tokens together.
    """

    centre: Array
    error: arb

    def box(self) -> Array:
        """Balls around every coordinate: (N, d)."""
        return balls(self.centre, self.error)

    def in_hemisphere(self, v: Array) -> bool:
        """Whether v^T y_i > 0 is proved for every token. False is no disproof."""
        return all_positive(heights(self.box(), balls(v)))

    def diameter(self, W: Array | None = None) -> arb:
        """An upper bound of max |y_i - y_j|_W."""
        return diameter(self.box(), W)


def enclose_map(
    f: Callable[[int, Array], Array], start: Array | Enclosure, layers: int, *, prec: int = 128
) -> Iterator[Enclosure]:
    """The state after each layer, enclosed: `layers` enclosures, yielded as they are found.

    f : (k, Y) -> Y at layer k, over object arrays of balls or series, such as `st.attention_map` or `Flow.step` with
        matrices of balls (`st.balls`).  start : (N, d), floats or fractions taken exactly, or an enclosure.
    prec : bits of the ball arithmetic; the error may grow by the product of |Df|_2, so long unstable runs need more.
    Raises EnclosureError where a layer is undefined somewhere in the box.
    """
    state = enclosed(start, prec)
    for k in range(layers):
        with working(prec):
            state = _step(partial(f, k), state, f"layer {k}")
        yield state


def enclosed(start: Array | Enclosure, prec: int) -> Enclosure:
    """`start` as an enclosure: its coordinates rounded to `prec` bits, the rounding in the error.

    Raises ValueError where an entry is not finite.
    """
    if isinstance(start, Enclosure):
        return start
    with working(prec):
        Y = balls(start)
        if not all(entry.is_finite() for entry in Y.flat):
            raise ValueError("the start contains a value that is not finite; allowed are finite numbers")
        return recentred(Y)


def recentred(Y: Array, error: arb | int = 0) -> Enclosure:
    """The enclosure with the midpoints of the balls Y as its centre: `error` and the radii together."""
    centre = np.asarray(np.frompyfunc(lambda entry: entry.mid(), 1, 1)(Y), dtype=object)
    return Enclosure(centre, (total_radius(Y) + error).upper())


def all_positive(values: Array) -> bool:
    """Whether every entry is proved positive."""
    return all(sign(entry) == 1 for entry in np.asarray(values).flat)


def diameter(Y: Array, W: Array | None = None) -> arb:
    """An upper bound of max |y_i - y_j|_W over the box Y : (N, d) of balls."""
    gaps = [Y[i] - Y[j] for i, j in combinations(range(len(Y)), 2)]
    bounds = [inner(gap, gap, W).item().upper() for gap in gaps]
    return reduce(arb.max, bounds, arb(0)).sqrt().upper()


def _step(f: Callable[[Array], Array], state: Enclosure, where: str) -> Enclosure:
    try:
        image = f(state.centre)
        growth = spectral_norm_bound(jacobian(f, state.box()))
    except (ZeroDivisionError, ValueError) as error:
        said = f"{where}: the map is not defined on the whole box of radius {state.error}: {error}"
        raise EnclosureError(said) from error
    found = recentred(image, growth * state.error)
    if not found.error.is_finite():
        raise EnclosureError(f"{where}: the error bound is no longer finite; more bits are needed")
    return found
