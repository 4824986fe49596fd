"""The spaces on which a user's own dynamics live: what is tangent, and what it means to stay.

Tokens are rows; on the sphere every token has norm 1, on the torus every entry is an angle, in R^d nothing is asked.

Derivatives in floats of a function that cannot be differentiated by series: differences, their error, and kinks.

The function may have been written for floats only, or choose between cases. Differences of fourth order at a step of
1e-3 are compared with others at smaller steps, whose distance is the error that is told. Where the slopes to both
sides of the state stay apart for a step of 2e-6, or do not add up from one direction to another, there is no
derivative, or a kink so near that a state known to six digits may lie on either side of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from ..numbers import Array, is_zero
from .derivatives import tangent_basis
from .symbolic import NoDerivativeError

Manifold = Literal["flat", "sphere", "torus"]
MANIFOLDS = ("flat", "sphere", "torus")
# What floats may be off by at a state that a user types or an iteration finds.
_OFF = 1e-6


def require_state(X: Array, manifold: str, what: str = "state") -> None:
    """Raise ValueError unless X : (N, d) is finite and lies on the manifold, naming the token."""
    if manifold not in MANIFOLDS:
        raise ValueError(f"manifold is {manifold!r}; allowed are {', '.join(map(repr, MANIFOLDS))}")
    if X.ndim != 2:
        raise ValueError(f"the {what} has shape {X.shape}; allowed is (N, d), one row per token")
    if X.dtype.kind == "f" and not np.all(np.isfinite(X)):
        raise ValueError(f"the {what} contains a value that is not finite; allowed are finite numbers")
    if manifold == "sphere":
        for i, x in enumerate(X):
            square = np.sum(x * x)
            if not vanishes(square - 1):
                raise ValueError(
                    f"token {i} of the {what} has squared norm {square}; on the sphere allowed is 1"
                    " (normalise it, or give manifold='flat')"
                )


def require_tangent(X: Array, F: Array, manifold: str) -> None:
    """Raise ValueError unless the field F at X is tangent to the manifold, naming the token."""
    if manifold == "sphere":
        for i, along in enumerate(np.sum(X * F, axis=-1)):
            if not vanishes(along):
                raise ValueError(
                    f"the field at token {i} has the radial part {along}; on the sphere allowed is 0"
                    " (project it, or give manifold='flat')"
                )


def displacement(X: Array, F: Array, manifold: str) -> Array:
    """F - X, for angles the smallest one of their turns."""
    moved = F - X
    if manifold == "torus" and moved.dtype.kind == "f":
        return np.asarray((moved + np.pi) % (2 * np.pi) - np.pi)
    return np.asarray(moved)


def moved(X: Array, D: Array, manifold: str) -> Array:
    """Floats near X on the manifold, along the tangent D."""
    if manifold == "sphere":
        Y = X + D
        return np.asarray(Y / np.linalg.norm(Y, axis=-1, keepdims=True))
    return np.asarray(X + D)


def bases(X: Array, manifold: str) -> list[Array]:
    """An orthonormal basis of the tangent space at every token, as rows."""
    if manifold == "sphere":
        return [tangent_basis(x) for x in X]
    d = X.shape[-1]
    identity = np.eye(d) if X.dtype.kind == "f" else np.eye(d, dtype=int).astype(object)
    return [identity] * len(X)


def vanishes(x: Any) -> bool:
    """Whether a number is zero: exactly, for floats nearly. Not decided counts as no."""
    if isinstance(x, float | np.floating):
        return bool(np.abs(x) <= _OFF)
    return is_zero(x) is True


_WIDE, _FINE, _NEAR = 1e-3, 1e-4, 2e-6
_OBLIQUE = 8


class Slopes:
    """Slopes of f : tokens (k, d) -> (m, d) at the floats X, along tangent directions, which are arrays like X.

    here : f at X.  straight : whether the slopes to both sides were nearly the same at the wide step.
    """

    def __init__(self, f: Callable[[Array], Array], X: Array, directions: list[Array], manifold: str) -> None:
        self._f, self._X, self._directions, self._manifold = f, X, directions, manifold
        self._unit = max(1.0, 1e-6 * float(np.max(np.abs(X), initial=0.0)))
        self.here, self.straight = f(X), True

    def _moved(self, D: Array, h: float) -> Array:
        with np.errstate(all="ignore"):
            return self._f(moved(self._X, h * self._unit * D, self._manifold))

    def _between(self, one: Array, other: Array, h: float) -> Array:
        with np.errstate(all="ignore"):
            return displacement(one, other, self._manifold) / (h * self._unit)

    def wide(self) -> Array:
        """Central differences of fourth order: (directions, m, d)."""
        found = []
        for D in self._directions:
            ahead, behind = self._moved(D, _WIDE), self._moved(D, -_WIDE)
            near = self._between(behind, ahead, _WIDE)
            far = self._between(self._moved(D, -2 * _WIDE), self._moved(D, 2 * _WIDE), _WIDE)
            found.append((8 * near - far) / 12)
            bend = np.abs(self._between(self.here, ahead, _WIDE) - self._between(behind, self.here, _WIDE))
            self.straight = self.straight and bool(np.all(bend <= 0.1 * (1 + np.abs(near))))
        return np.array(found)

    def checked(self, wide: Array) -> tuple[Array, float, float]:
        """The best differences, their error, and the size of the second derivatives.

        Raises NoDerivativeError where the function has no derivative.
        """
        fine, near, curvature, rough = [], [], 0.0, 0.0
        for number, D in enumerate(self._directions):
            slope, closest, bend, apart = self._sides(D, f"direction {number + 1} of {len(self._directions)}")
            fine.append(slope)
            near.append(closest)
            curvature, rough = max(curvature, bend), max(rough, apart)
        slopes = [np.array(fine), np.array(near)] if fine else [wide, wide]
        errors = [float(np.max(np.abs(a - b), initial=0.0)) for a, b in ((wide, slopes[0]), (slopes[0], slopes[1]))]
        scale = 1 + float(np.max(np.abs(slopes[1]), initial=0.0))
        # Of high order where the function is smooth at that scale; else the finer one.
        coarse = errors[0] <= max(1e-6 * scale, errors[1])
        best, error = (wide, errors[0]) if coarse else (slopes[0], errors[1])
        if not np.isfinite(error):
            raise NoDerivativeError("no derivative at this state: f is not finite beside it")
        differ = max(errors[1], rough)
        if differ > 0.2 * scale:
            raise NoDerivativeError(
                f"no derivative at this state: slopes at smaller and smaller steps differ by {differ:.2g}"
            )
        error = 4 * max(error, rough) + 1e-12 * scale
        return best, error + self._oblique(best, error), curvature

    def _sides(self, D: Array, where: str) -> tuple[Array, Array, float, float]:
        """Central slopes at two steps, after a look at both sides; the second derivative; by what the sides differ at
        small steps without being the same at two of them, as by rounding errors or where slopes oscillate."""
        found, jumps = [], []
        for h in (_FINE, _NEAR, 1.6 * _NEAR):
            ahead, behind = self._moved(D, h), self._moved(D, -h)
            after, before = self._between(self.here, ahead, h), self._between(behind, self.here, h)
            found.append(self._between(behind, ahead, h) / 2)
            jumps.append(after - before)
            if h == _NEAR:
                sides = before, after
        scale = 1 + float(np.max(np.abs(found[1]), initial=0.0))
        wide, near, again = (np.abs(jump) for jump in jumps)
        # Of a smooth function they shrink with the step; of rounding errors they are not the same for two steps.
        with np.errstate(all="ignore"):
            alike = (jumps[1] * jumps[2] > 0) & (near < 2.5 * again) & (again < 2.5 * near)
        apart = near > 0.2 * wide
        if np.any(kinks := apart & alike & (near > 1e-6 * scale)):
            place = tuple(np.argwhere(kinks)[0])
            raise NoDerivativeError(
                f"no derivative at this state, to six digits: entry {tuple(map(int, place))} of f has the slopes"
                f" {sides[0][place]:.6g} and {sides[1][place]:.6g} to the two sides along {where}"
            )
        bend = float(np.max(wide, initial=0.0)) / (_FINE * self._unit)
        return found[0], found[1], bend, float(np.max(near[apart], initial=0.0))

    def _oblique(self, slopes: Array, error: float) -> float:
        """By what slopes along other directions are off the combinations of those that are known.

        Raises NoDerivativeError where that is much.
        """
        rng, K, worst = np.random.default_rng(0), len(self._directions), 0.0
        for number in range(_OBLIQUE if K > 1 else 0):
            t = np.ones(K) if number == 0 else rng.uniform(-1, 1, K)
            D = np.tensordot(t, np.array(self._directions), axes=1)
            fine, near, _, rough = self._sides(D, "an oblique direction")
            expected = np.tensordot(t, slopes, axes=1)
            apart = float(np.max(np.abs(near - expected), initial=0.0))
            allowed = K * error + 1e-5 * (1 + float(np.max(np.abs(expected), initial=0.0)))
            if apart > allowed + 4 * float(np.max(np.abs(fine - near), initial=0.0)):
                raise NoDerivativeError(
                    f"no derivative at this state: along an oblique direction the slope is off by {apart:.2g} from what"
                    " those along the axes give"
                )
            worst = max(worst, apart, rough)
        return worst
