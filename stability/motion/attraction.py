"""A region around a floating-point state that is proved to be attracted to one fixed point.

With T near the eigenvectors of the derivative, |x - c|_T = |T^-1 (x - c)|_2 and r a radius, the map f takes the region
|x - c|_T <= r into itself and contracts it when q = sup |T^-1 Df T|_2 over a box around it is below 1 and
|f(c) - c|_T + q r <= r. All of it then tends to the only fixed point there (Banach).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from flint import arb, arb_mat

from attnverify.stability.motion.ball_calculus import balls, jacobian, spectral_norm_bound
from attnverify.stability.numbers import Array

RADII = (0.1, 0.03, 0.01, 1e-3, 1e-4)
STEP = 1e-6


@dataclass(frozen=True)
class Attraction:
    """The region {x : |inverse (x - centre)|_2 <= radius}.  centre : (N, d) of exact balls.  inverse : (Nd, Nd)."""

    centre: Array
    inverse: arb_mat
    radius: arb

    def contains(self, X: Array) -> bool:
        """Whether the whole box X : (N, d) of balls certainly lies in the region."""
        return bool(_length(self.inverse, X - self.centre) <= self.radius)


def attraction(f: Callable[[Array], Array], state: Array) -> Attraction | None:
    """A region around the state : (N, d) in floating point that is proved to be attracted; None where none was found.

    f : the map, over floating-point arrays and arrays of balls.
    """
    basis = _basis(f, state)
    centre = balls(state)
    T = arb_mat([[arb(float(entry)) for entry in row] for row in basis])
    try:
        inverse = T.inv()
    except ZeroDivisionError:
        return None
    moved = _length(inverse, f(centre) - centre)
    for radius in RADII:
        r = arb(radius)
        spread = np.linalg.norm(basis, axis=1).reshape(state.shape) * radius * (1 + 1e-12)
        box = np.asarray(np.frompyfunc(arb, 2, 1)(centre, spread), dtype=object)
        try:
            derivative = arb_mat(jacobian(f, box).tolist())
        except (ZeroDivisionError, ValueError):  # the map is undefined somewhere in the box
            continue
        q = spectral_norm_bound(np.array((inverse * derivative * T).tolist(), dtype=object))
        if q < 1 and moved + q * r <= r:
            return Attraction(centre, inverse, r)
    return None


def _basis(f: Callable[[Array], Array], state: Array) -> Array:
    """Real and imaginary parts of the eigenvectors of a difference quotient of f, as columns."""
    flat = state.reshape(-1)
    columns = []
    for i in range(len(flat)):
        up, down = flat.copy(), flat.copy()
        up[i] += STEP
        down[i] -= STEP
        columns.append((f(up.reshape(state.shape)) - f(down.reshape(state.shape))).reshape(-1) / (2 * STEP))
    values, vectors = np.linalg.eig(np.stack(columns, axis=1))
    return np.where(values.imag < 0, vectors.imag, vectors.real)


def _length(inverse: arb_mat, difference: Array) -> arb:
    image = inverse * arb_mat([[entry] for entry in difference.reshape(-1)])
    return (image.transpose() * image)[0, 0].abs_upper().sqrt()
