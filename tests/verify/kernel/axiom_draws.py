"""Random systems for the axioms of time, of finite dimension and of chance; `axiom` registers a draw.

A draw returns the margin by which the conclusion holds, negative where it fails; `drop` is a premise that is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np
from numpy.typing import NDArray

Random = np.random.Generator
Draw = Callable[[Random, str], float]
Array = NDArray[np.float64]

AXIOMS: dict[str, tuple[Draw, tuple[str, ...]]] = {}


def axiom(name: str, *premises: str) -> Callable[[Draw], Draw]:
    def register(draw: Draw) -> Draw:
        AXIOMS[name] = draw, premises
        return draw

    return register


def symmetric(r: Random, n: int) -> Array:
    M = r.normal(size=(n, n))
    return (M + M.T) / 2


def with_eigenvector(r: Random, n: int, values: Array) -> tuple[Array, Array]:
    """A symmetric matrix with these eigenvalues, and the eigenvector of the first."""
    Q, _ = np.linalg.qr(r.normal(size=(n, n)))
    return Q @ np.diag(values) @ Q.T, Q[:, 0]


def complement(v: Array) -> Array:
    """An orthonormal basis of the vectors orthogonal to v, as columns."""
    return np.linalg.svd(v[None, :])[2][1:].T


def distance(found: Array, claimed: Array) -> float:
    """How far two multisets of numbers are apart, by their power sums."""
    if len(found) != len(claimed):
        return np.inf
    scale = 1 + max(np.abs(found).max(), np.abs(claimed).max())
    return max(abs(np.sum((found / scale) ** k) - np.sum((claimed / scale) ** k)) for k in range(1, len(found) + 1))


def cantor(t: Array) -> Array:
    """The Cantor function: continuous, rate 0 almost everywhere, and it rises from 0 to 1."""
    value, weight, done = np.zeros_like(t), 0.5, np.zeros(t.shape, bool)
    for _ in range(40):
        t = 3 * t
        digit = np.minimum(np.floor(t), 2)
        t = t - digit
        value += np.where(done, 0, weight * np.minimum(digit, 1))
        done |= digit == 1
        weight /= 2
    return value


@axiom("monotone", "absolutely continuous", "at almost every time")
def monotone(r: Random, drop: str) -> float:
    t = np.linspace(0, 1, 2_001)
    slopes = np.maximum(r.normal(size=2_000), 0)
    if drop == "at almost every time":
        slopes = r.normal(size=2_000) * (t[1:] > 0.1) + (t[1:] <= 0.1) * np.abs(slopes)
    z = np.concatenate([[0], np.cumsum(slopes) * (t[1] - t[0])])
    if drop == "absolutely continuous":
        z = z / 10 - cantor(t)
    return float((z - z[0]).min())


@axiom("rate on a level", "the level is constant", "almost every time")
def rate_on_a_level(r: Random, drop: str) -> float:
    """The share of the times on the level at which the rate is not 0: none, up to the steps at the ends."""
    t = np.linspace(0, 1, 20_001)
    h = t[1]
    m = r.normal() / 4
    wave = r.normal() * np.sin(9 * t) + r.normal() * np.cos(14 * t)
    z = np.maximum(wave, m)
    level = z == m
    if drop == "the level is constant":
        level = z == z
    rates = np.gradient(z, h)
    if drop == "almost every time":
        crossing = np.flatnonzero(np.diff(np.sign(wave)))
        return -float(np.abs(np.gradient(wave, h)[crossing]).max(initial=0))
    moving = level & (np.abs(rates) > 1e-9)
    edges = np.count_nonzero(np.diff(level.astype(int)))
    return -max(0.0, float(np.count_nonzero(moving) - 2 * edges) / len(t))


@axiom("limit of a bounded length", "absolutely continuous", "z is bounded", "the bound of the speed")
def limit_of_a_bounded_length(r: Random, drop: str) -> float:
    """How far y stays within what is left of z, and how near z comes to its bound m."""
    count = 24_000
    t = np.linspace(0, 24, count + 1)
    growth = np.abs(r.normal(size=count)) * np.exp(-r.uniform(2, 4) * t[1:])
    if drop == "z is bounded":
        growth = np.abs(r.normal(size=count))
    share = 2 if drop == "the bound of the speed" else r.uniform(size=count)
    turning = r.normal(size=(count, 3))
    if drop:
        turning[:, 1:] = 0
        turning[:, 0] = 1
    steps = (share * growth * t[1])[:, None] * turning / np.linalg.norm(turning, axis=1, keepdims=True)
    z, y = np.append(0, np.cumsum(growth * t[1])), np.vstack([np.zeros(3), np.cumsum(steps, axis=0)])
    if drop == "absolutely continuous":
        y[:, 0] += 5 * cantor(np.minimum(t / 24, 1 - 1e-12))
    half = len(t) // 2
    m, x = (z[half], y[half]) if drop == "z is bounded" else (z[-1], y[-1])
    return min(float((m - z - np.linalg.norm(y - x, axis=1)).min()), 1e-7 - float(abs(z[half] - z[-1])))


@axiom("limit point", "the states are bounded", "in a space of finite dimension")
def limit_point(r: Random, drop: str) -> float:
    """How much nearer than 1/2 some state of the first half has ten of the second half."""
    X = r.uniform(-1, 1, (400, 2))
    if drop == "the states are bounded":
        X += np.arange(400)[:, None]
    if drop == "in a space of finite dimension":
        X = np.eye(400)
    near = np.linalg.norm(X[:200, None] - X[None, 200:], axis=2)
    return 0.5 - float(np.sort(near, axis=1)[:, 9].min())


@axiom("fewer dimensions", "the image has fewer dimensions")
def fewer_dimensions(r: Random, drop: str) -> float:
    """How small V can be on unit vectors."""
    n = int(r.integers(2, 6))
    V = r.normal(size=(n if drop else int(r.integers(1, n)), n))
    return -float(np.linalg.norm(V @ np.linalg.svd(V)[2][-1]))


@axiom("inverse", "W is positive definite")
def inverse(r: Random, drop: str) -> float:
    n = int(r.integers(1, 6))
    values = r.uniform(0.1, 3, n)
    if drop:
        values[0] = 0
    W, _ = with_eigenvector(r, n, values)
    v = r.normal(size=n)
    z = np.linalg.lstsq(W, v, rcond=None)[0]
    return -float(np.abs(W @ z - v).max())


@axiom("some bound", "K is found for the matrix, not for its eigenvalues")
def some_bound(r: Random, drop: str) -> float:
    n = int(r.integers(2, 6))
    U = r.normal(size=(n, n))
    K = np.abs(np.linalg.eigvals(U)).max() if drop else np.linalg.norm(U, 2)
    a, b = r.normal(size=(200, n)), r.normal(size=(200, n))
    a[0], b[0] = (x[:, 0] for x in (np.linalg.svd(U)[0], np.linalg.svd(U)[2].T))
    return float((K * np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1) - np.einsum("ki,ij,kj->k", a, U, b)).min())


@axiom("spectral gap", "v is an eigenvector", "the top is simple", "U is symmetric")
def spectral_gap(r: Random, drop: str) -> float:
    n = int(r.integers(3, 6))
    values = np.sort(r.uniform(-2, 2, n))[::-1]
    values[0] = values[1] if drop == "the top is simple" else values[1] + 0.3
    U, v = with_eigenvector(r, n, values)
    lam = values[0]
    B = complement(v)
    if drop == "v is an eigenvector":
        B = complement(r.normal(size=n))
    inside = B.T @ U @ B
    g = 0.01 if drop else lam - values[1]
    rho = np.abs(values[1:]).max()
    if drop == "U is symmetric":  # the eigenvalues on the complement stay, the form and the norm do not
        inside = np.diag(values[1:]) + 9 * np.eye(n - 1, k=1)
    form = np.linalg.eigvalsh((lam - g) * np.eye(n - 1) - (inside + inside.T) / 2).min()
    return float(min(form, rho - np.linalg.norm(inside, 2)))


@axiom("Rayleigh", "v is an eigenvector", "u is orthogonal to v", "l is above the eigenvalues", "V is symmetric")
def rayleigh(r: Random, drop: str) -> float:
    n = int(r.integers(3, 6))
    values = r.uniform(-2, 2, n)
    values[0] = values[1:].max() + 1
    V, v = with_eigenvector(r, n, values)
    level = values[1:].max() + abs(r.normal()) * 0.01 - 0.5 * (drop == "l is above the eigenvalues")
    B = complement(r.normal(size=n) if drop == "v is an eigenvector" else v)
    if drop == "u is orthogonal to v":
        B = np.eye(n)
    inside = B.T @ V @ B
    if drop == "V is symmetric":
        inside = np.diag(values[1:]) + 9 * np.eye(n - 1, k=1)
    return float(np.linalg.eigvalsh(level * np.eye(len(inside)) - (inside + inside.T) / 2).min())


def unit_rows(X: Array) -> Array:
    return X / np.linalg.norm(X, axis=1, keepdims=True)


def in_a_half_plane(y: Array) -> Array:
    """Whether the vectors of the plane in the rows of every sample lie in one open half-plane."""
    angles = np.sort(np.arctan2(y[..., 1], y[..., 0]), axis=1)
    gaps = np.diff(np.concatenate([angles, angles[:, :1] + 2 * np.pi], axis=1), axis=1)
    return np.asarray(gaps.max(axis=1) > np.pi)


@axiom("normal pair", "independent", "standard normal")
def normal_pair(r: Random, drop: str) -> float:
    """Two linear forms of tokens with a given covariance; the share of |f| < |g| as the angle of two sectors."""
    N, n = int(r.integers(2, 4)), int(r.integers(1, 4))
    i, (u, w), (a, b) = int(r.integers(N)), r.normal(size=(2, n)), r.normal(size=(2, N, n))
    f, g = a.copy(), b.copy()
    f[i], g[i] = f[i] + u, g[i] + w
    mixed = np.eye(N) + 0.5 * (np.ones((N, N)) - np.eye(N)) if drop == "independent" else np.eye(N)
    scale = 1.7 if drop == "standard normal" else 1.0
    A, B, K = (scale * float(np.sum(x * (mixed @ y))) for x, y in ((f, f), (g, g), (f, g)))
    said = (
        u @ u + 2 * u @ a[i] + np.sum(a * a),
        w @ w + 2 * w @ b[i] + np.sum(b * b),
        u @ w + u @ b[i] + w @ a[i] + np.sum(a * b),
    )
    error = max(abs(x - y) for x, y in zip((A, B, K), said, strict=True))
    L = np.linalg.cholesky([[A, K], [K, B]])
    edges = sorted(float(np.arctan2(-(L[1] + s * L[0])[0], (L[1] + s * L[0])[1])) % np.pi for s in (-1, 1))
    middle = (edges[0] + edges[1]) / 2
    inside = edges[1] - edges[0]
    x, y = L @ (np.cos(middle), np.sin(middle))
    share = (inside if abs(x) < abs(y) else np.pi - inside) / np.pi
    return -max(error, abs(np.sin(np.pi * (share - 0.5)) - (B - A) / np.sqrt((A + B) ** 2 - 4 * K**2)))


@axiom("Wendel", "uniform on the sphere", "independent", "dim is the number of terms")
def wendel(r: Random, drop: str) -> float:
    """Five standard errors less the difference between the frequency and the formula, in the plane."""
    N, draws = int(r.integers(3, 7)), 4_000
    y = r.normal(size=(draws, N, 2)) + (2.0 if drop == "uniform on the sphere" else 0.0)
    if drop == "independent":
        y[:, 1:] = y[:, :1] * r.choice([1.0, 1.0, 1.0, -1.0], (draws, N - 1, 1)) + 1e-3 * y[:, 1:]
    terms = 3 if drop == "dim is the number of terms" else 2
    expected = sum(comb(N - 1, k) for k in range(terms)) / 2 ** (N - 1)
    frequency = in_a_half_plane(y).mean()
    return float(5 * np.sqrt(0.25 / draws) - abs(frequency - expected))
