"""Splitting schemes for a block: alternating the flows of its parts, or steps for them, on the sphere.

Lie-Trotter takes one part after the other, of first order in the step; the symmetric scheme of Strang is of second.

Source: arXiv 2312.10794, Section 2.3.2; the schemes are classical (H. F. Trotter 1959, G. Strang 1968).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stability.models.maps import normalise
from stability.models.sphere_flow import require_tokens
from stability.numbers import Array

Field = Callable[[Array], Array]
Step = Callable[[Array, Any], Array]


def sphere_step(field: Field, X: Array, h: Any) -> Array:
    """One Runge-Kutta step of order 4 of x' = field(x) for unit tokens X : (..., N, d), put back on the sphere."""
    first = field(X)
    second = field(normalise(X + first * h / 2))
    third = field(normalise(X + second * h / 2))
    fourth = field(normalise(X + third * h))
    return normalise(X + (first + 2 * (second + third) + fourth) * h / 6)


def step_of(field: Field) -> Step:
    """`sphere_step` of a field as a part of a splitting scheme."""
    return lambda X, h: sphere_step(field, X, h)


def lie_step(parts: Sequence[Step], X: Array, h: Any) -> Array:
    """The parts one after the other, each for the time h. Raises ValueError for no parts."""
    _require_parts(parts, X)
    for part in parts:
        X = part(X, h)
    return X


def strang_step(parts: Sequence[Step], X: Array, h: Any) -> Array:
    """The parts in order, then in reverse, each for h/2. Raises ValueError for no parts."""
    _require_parts(parts, X)
    for part in (*parts, *reversed(parts)):
        X = part(X, h / 2)
    return X


def split_steps(
    scheme: Callable[[Sequence[Step], Array, Any], Array], parts: Sequence[Step], X: Array, h: Any, steps: int
) -> Array:
    """`steps` steps of a scheme. Raises ValueError for fewer than one."""
    if steps < 1:
        raise ValueError(f"steps is {steps}; at least 1 is needed")
    for _ in range(steps):
        X = scheme(parts, X, h)
    return X


def noisy_step(field: Field, X: Array, h: float, kappa: float, rng: np.random.Generator) -> Array:
    """One Euler step of dx = field(x) dt + sqrt(2 kappa) dB on the sphere, for floats: the diffusive variant.

    X : (..., N, d).  h > 0, kappa >= 0, else ValueError.  Source: arXiv 2312.10794, Section 9.3.
    """
    require_tokens(X)
    if not (h > 0 and kappa >= 0 and np.isfinite(h * kappa)):
        raise ValueError(f"h is {h} and kappa {kappa}; allowed are h > 0 and kappa >= 0, finite")
    kick = rng.standard_normal(X.shape) * np.sqrt(2 * kappa * h)
    return normalise(X + h * field(X) + kick - np.sum(X * kick, axis=-1, keepdims=True) * X)


def _require_parts(parts: Sequence[Step], X: Array) -> None:
    require_tokens(X)
    if not parts:
        raise ValueError("there are no parts; at least one is needed")
