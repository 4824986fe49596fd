"""Random sequences and maps for the axioms about analytic ascent in steps; see `axiom_draws`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .axiom_draws import Array, Random, axiom, unit_rows, with_eigenvector
from .axiom_spectra import tangent_spectrum, turned

STEPS = 1000


def ascent(r: Random) -> tuple[Callable[[Array], Array], Array, Array, Array, float]:
    """One step of an ascent of <m, V m>/(2 N), m the sum of N tokens, N odd; a start, V, its top, the step size."""
    n = int(r.integers(2, 5))
    V, v = with_eigenvector(r, n, np.concatenate([[1.0], r.uniform(-1, 0.6, n - 1)]))
    alpha = r.uniform(0.2, 0.9)
    return lambda X: unit_rows(X + alpha * (X.mean(axis=0) @ V)), start(r, int(r.choice([1, 3])), n), V, v, alpha


def start(r: Random, tokens: int, n: int) -> Array:
    return unit_rows(r.normal(size=(tokens, n)))


def orbit(F: Callable[[Array], Array], X: Array) -> Array:
    states = [X]
    for _ in range(STEPS):
        states.append(F(states[-1]))
    return np.array(states)


LIMIT = ("unit tokens", "g is the gradient of e", "a positive constant", "an ascent", "steps that are long enough")


@axiom("strict saddles, one limit", *LIMIT)
def one_limit(r: Random, drop: str) -> float:
    """How far the sequence goes in the second half of the time, and the gradient in the end; premises are checked."""
    push, V, c, k, tangent, true = np.array([0.0, 0.0, 1.0]), np.zeros((3, 3)), 1.0, 1.0, 1.0, 1.0
    if drop == "unit tokens":
        X, tangent = np.arange(STEPS + 1)[:, None, None] * push, 0.0
    elif drop in ("a positive constant", "an ascent"):  # on a circle for ever
        X = on_circles(np.arange(STEPS + 1) * r.uniform(0.5, 2.5), np.zeros(STEPS + 1))
        push, c = 0 * push, float(drop == "an ascent")
    elif drop:  # on ever shorter steps around a circle that is never reached
        count = np.arange(1, STEPS + 2)
        X = on_circles(np.cumsum(1 / count) + r.uniform(0, 6), 0.5 - 0.2 * np.cumsum(1 / count[::-1] ** 2)[::-1])
        c, true = 0.1, float(drop != "g is the gradient of e")
    else:
        F, first, V, _, alpha = ascent(r)
        X, push, c, k = orbit(F, first), np.zeros(len(V)), (1 / alpha - 1) / 2, 4 / alpha**2

    def energy(state: Array) -> float:
        return float(state.sum(axis=0) @ (push + V @ state.mean(axis=0) / 2))

    def slope(state: Array) -> Array:
        pull = push + V @ state.mean(axis=0)
        return np.asarray(true * (pull - tangent * (state @ pull)[:, None] * state))

    squares = np.sum(np.diff(X, axis=0) ** 2, axis=(1, 2))
    place, across = X[1], r.normal(size=X[1].shape)
    across -= np.sum(across * place, axis=1, keepdims=True) * place
    there, back = unit_rows(place + 1e-5 * across), unit_rows(place - 1e-5 * across)
    held = {
        "unit tokens": np.abs(np.linalg.norm(X, axis=2) - 1).max() < 1e-9,
        "g is the gradient of e": abs(energy(there) - energy(back) - 2e-5 * np.sum(slope(place) * across)) < 1e-9,
        "a positive constant": c > 0,
        "an ascent": (np.diff([energy(state) for state in X]) >= c * squares - 1e-12).all(),
        "steps that are long enough": (
            np.array([np.sum(slope(state) ** 2) for state in X[:-1]]) <= k * squares + 1e-12
        ).all(),
    }
    assert all(held[name] != (name == drop) for name in LIMIT), held
    return -max(float(np.abs(X[STEPS // 2 :] - X[-1]).max()), float(np.abs(slope(X[-1])).max()))


def on_circles(angle: Array, height: Array) -> Array:
    """One token on the sphere."""
    radius = np.sqrt(1 - height**2)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), height], axis=1)[:, None]


def turned_out(X: Array) -> Array:
    """Off the spheres."""
    return 1.01 * X


MAPS = ("it keeps the spheres", "every orbit converges", "no tangent is lost", "every other fixed point is outside")


@axiom("strict saddles, maps", *MAPS)
def almost_every_orbit(r: Random, drop: str) -> float:
    """How far the orbit goes in the second half of the time, and how far it ends from where it should."""
    F, X, _, v, _ = ascent(r)
    ends = np.array([v, -v])
    if not drop:
        assert np.abs(tangent_spectrum(F, X)).min() > 1e-6
    if drop == "every other fixed point is outside":
        ends = ends @ np.linalg.qr(r.normal(size=(len(v), len(v))))[0]
    if drop in MAPS[:3]:
        X, ends = start(r, 1, 2), np.array([[0.0, 1.0]])
    if drop == "it keeps the spheres":
        F = turned_out
    if drop == "every orbit converges":
        F = turned(lambda t: t + r.uniform(0.5, 2))
    if drop == "no tangent is lost":  # nearly everything comes to the first axis, from where it would leave
        F = turned(lambda t: np.where(np.abs(t) < 0.5, 2 * t, 0))
    states = orbit(F, X)
    place = min(float(np.abs(states[-1] - end).max()) for end in ends)
    return -max(float(np.abs(states[STEPS // 2 :] - states[-1]).max()), place)
