"""Random systems for the axioms about spectra of maps, discs and stability; see `axiom_draws`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .axiom_draws import Array, Random, axiom, complement, distance, symmetric, unit_rows, with_eigenvector


def tangent_spectrum(F: Callable[[Array], Array], S: Array) -> Array:
    """Eigenvalues of the derivative at S on the tangent space of the spheres, by central differences."""
    bases = [complement(s) for s in S]
    places = [(i, b) for i, B in enumerate(bases) for b in B.T]
    h = 1e-5
    columns = []
    for i, b in places:
        move = np.zeros_like(S)
        move[i] = h * b
        slope = (F(unit_rows(S + move)) - F(unit_rows(S - move))) / (2 * h)
        columns.append([slope[k] @ c for k, c in places])
    return np.linalg.eigvals(np.array(columns).T)


def weights(r: Random, N: int, drop: str, shape: str) -> tuple[Array, Array]:
    """r_i and k_ij of a derivative r_i d_i + sum_j k_ij V d_j of a given shape, or of none."""
    if shape == "equal":
        own, K = np.full(N, r.uniform(0.2, 1)), np.full((N, N), r.uniform(0.2, 1))
    else:
        own, K = r.uniform(0.2, 1, N), np.tril(r.uniform(0.2, 1, (N, N)))
    if drop == "one coefficient for all tokens":
        K = K * r.uniform(0.2, 1, (N, N))
    if drop == "no later token counts":
        K = K + 2 * np.triu(r.uniform(0.2, 1, (N, N)), 1)
    return own, K


def linear_part(r: Random, drop: str, own: Array, K: Array) -> tuple[Array, Array, Array]:
    """The spectrum at v of X -> unit(own_i X_i + sum_j K_ij V X_j), V on the complement of v, and the lengths."""
    N, n = len(own), int(r.integers(2, 5))
    V, v = with_eigenvector(r, n, np.concatenate([[1.0], r.uniform(-0.9, 0.9, n - 1)]))
    if drop == "v is an eigenvector":
        v = unit_rows(r.normal(size=(1, n)))[0]
    if drop == "V is symmetric":  # v stays an eigenvector; the other ones are not orthogonal to it
        V = V + 3 * np.outer(complement(v)[:, 0], v) + 2 * np.outer(complement(v)[:, 0], complement(v)[:, -1])
    B = complement(v)
    S = np.tile(v, (N, 1))
    lengths = own + K.sum(axis=1)
    target = np.linalg.norm(own[:, None] * S + K @ S @ V.T, axis=1) if drop else lengths

    def F(X: Array) -> Array:
        return unit_rows(own[:, None] * X + K @ X @ V.T)

    return tangent_spectrum(F, S), np.linalg.eigvalsh(B.T @ (V + V.T) / 2 @ B), target


@axiom("equal tokens", "v is an eigenvector", "V is symmetric", "one coefficient for all tokens", "n counts the tokens")
def equal_tokens(r: Random, drop: str) -> float:
    N = int(r.integers(2, 5))
    own, K = weights(r, N, drop, "equal")
    found, mu, lengths = linear_part(r, drop, own, K)
    a, k, n = own[0] / lengths[0], K[0, 0] / lengths[0], N + (drop == "n counts the tokens")
    return -distance(found, np.concatenate([a + n * k * mu, np.full((N - 1) * len(mu), a)]))


@axiom("equal tokens, any matrix", "v is an eigenvector", "one coefficient for all tokens", "n counts the tokens")
def equal_tokens_any_matrix(r: Random, drop: str) -> float:
    """U v = lam v, U not symmetric; tokens at v and -v where the coefficients do not tell them apart."""
    N, n = int(r.integers(2, 5)), int(r.integers(2, 5))
    own, K = weights(r, N, drop, "equal")
    U, v = with_eigenvector(r, n, np.concatenate([[1.0], r.uniform(-0.9, 0.9, n - 1)]))
    B = complement(v)
    U = U + np.outer(v, B @ r.normal(size=n - 1)) + B @ r.normal(size=(n - 1, n - 1)) @ B.T
    if drop == "v is an eigenvector":
        U = U + 2 * np.outer(B[:, 0], v)
    S = np.tile(v, (N, 1))

    def F(X: Array) -> Array:
        return unit_rows(own[:, None] * X + K @ X @ U.T)

    length = np.linalg.norm(own[:, None] * S + K @ S @ U.T, axis=1)
    a, k, count = own[0] / length[0], K[0, 0] / length[0], N + (drop == "n counts the tokens")
    found, mu = tangent_spectrum(F, S), np.linalg.eigvals(B.T @ U @ B)
    return -distance(found, np.concatenate([a + count * k * mu, np.full((N - 1) * len(mu), a)]))


@axiom("symmetric derivative", "the derivative is symmetric")
def symmetric_derivative(r: Random, drop: str) -> float:
    """By how much a real eigenvalue of V on the complement of v, its eigenvector, exceeds the quotient of a vector."""
    n = int(r.integers(3, 6))
    V, v = with_eigenvector(r, n, np.concatenate([[1.0], r.uniform(-0.9, 0.9, n - 1)]))
    B = complement(v)
    J, d = B.T @ V @ B, r.normal(size=n - 1)
    if drop:
        J = J + 2 * np.triu(r.normal(size=(n - 1, n - 1)), 1)
    values = np.linalg.eigvals(J)
    real = values[np.abs(values.imag) < 1e-12].real
    return float((real.max() if real.size else -1e3) - d @ J @ d / (d @ d))


@axiom("triangular", "v is an eigenvector", "V is symmetric", "no later token counts")
def triangular(r: Random, drop: str) -> float:
    own, K = weights(r, int(r.integers(2, 5)), drop, "triangular")
    found, mu, lengths = linear_part(r, drop, own, K)
    return -distance(
        found, np.concatenate([(a + k * mu) / x for a, k, x in zip(own, np.diag(K), lengths, strict=True)])
    )


def groups(r: Random) -> tuple[int, int, Array, Array, Array]:
    """p, q, (r, s), the coefficients k of the groups, and the eigenvalues of V on the complement of v."""
    p, q = (int(x) for x in r.integers(1, 4, 2))
    return p, q, r.uniform(-1.3, 1.3, 2), r.uniform(-0.8, 0.8, (2, 2)), r.uniform(-1, 1, int(r.integers(1, 4)))


def derivative(p: int, q: int, own: Array, k: Array, mu: Array) -> Array:
    """Eigenvalues of the derivative of two groups, written out for every token and eigen-direction."""
    member = np.repeat([0, 1], [p, q])
    K = k[np.ix_(member, member)]
    return np.concatenate([np.linalg.eigvals(np.diag(own[member]) + m * K) for m in mu])


@axiom("two groups", "p and q count the groups", "one coefficient for every pair of groups", "v is an eigenvector")
def two_groups(r: Random, drop: str) -> float:
    p, q, own, k, mu = groups(r)
    found = derivative(p, q, own, k, mu)
    if drop == "one coefficient for every pair of groups":
        K = np.diag(np.repeat(own, [p, q])) + mu[0] * r.uniform(-1, 1, (p + q, p + q))
        found = np.concatenate([np.linalg.eigvals(K), found[p + q :]])
    if drop == "v is an eigenvector":  # then V moves what is orthogonal to v out of there
        V = symmetric(r, len(mu) + 1)
        B = complement(unit_rows(r.normal(size=(1, len(mu) + 1)))[0])
        found = derivative(p, q, own, k, np.linalg.eigvalsh(V)[: len(mu)])
        mu = np.linalg.eigvalsh(B.T @ V @ B)
    a, b = (p + 1, q) if drop == "p and q count the groups" else (p, q)
    blocks = [np.diag(own) + m * k * np.array([a, b]) for m in mu]
    claimed = [np.linalg.eigvals(block) for block in blocks]
    inner = np.repeat(np.repeat(own, [p - 1, q - 1]), len(mu))
    return -distance(found, np.concatenate([*claimed, inner]))


SCHUR_COHN = ("|trace| < 1 + det", "det < 1", "p >= 2 => |r| < 1", "q >= 2 => |s| < 1")


def schur_cohn(r: Random) -> tuple[float, list[bool]]:
    """The spectral radius of two groups, and the four conditions."""
    p, q, own, k, mu = groups(r)
    blocks = [np.diag(own) + m * k * np.array([p, q]) for m in mu]
    dets = np.array([np.linalg.det(b) for b in blocks])
    traces = np.array([np.trace(b) for b in blocks])
    conditions = [
        bool((np.abs(traces) < 1 + dets).all()),
        bool((dets < 1).all()),
        p < 2 or abs(own[0]) < 1,
        q < 2 or abs(own[1]) < 1,
    ]
    return float(np.abs(derivative(p, q, own, k, mu)).max()), conditions


@axiom("inside, two groups", *SCHUR_COHN)
def inside_two_groups(r: Random, drop: str) -> float:
    while True:
        radius, conditions = schur_cohn(r)
        if all(held or name == drop for held, name in zip(conditions, SCHUR_COHN, strict=True)):
            return 1 - radius


@axiom("Schur-Cohn, only if", "the radius is below 1")
def schur_cohn_only_if(r: Random, drop: str) -> float:
    while True:
        radius, conditions = schur_cohn(r)
        if radius < 1 or drop:
            return 1.0 if all(conditions) else -1.0


@axiom("outside, two groups", "one of the conditions fails strictly")
def outside_two_groups(r: Random, drop: str) -> float:
    while True:
        radius, conditions = schur_cohn(r)
        if drop or not all(conditions):
            return radius - 1


def turned(angle: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """The map of the circle that sends the angle t from the first axis to angle(t)."""

    def F(X: Array) -> Array:
        t = angle(np.arctan2(X[:, 1], X[:, 0]))
        return np.stack([np.cos(t), np.sin(t)], axis=1)

    return F


def farthest(F: Callable[[Array], Array], X: Array, v: Array, steps: int) -> tuple[float, float]:
    """The greatest distance from v on the way, and the last one."""
    most = 0.0
    for _ in range(steps):
        X = F(X)
        most = max(most, float(np.abs(X - v).max()))
    return most, float(np.abs(X - v).max())


@axiom("indirect method, stable", "inside the disc", "a fixed point")
def indirect_stable(r: Random, drop: str) -> float:
    if drop:
        push = (lambda t: t + t**3) if drop == "inside the disc" else (lambda t: 0.3 + t / 2)
        start = np.array([[1.0, 0.02]])
        return 0.05 - farthest(turned(push), unit_rows(start), np.array([1.0, 0.0]), 4_000)[0]
    N, n = int(r.integers(1, 4)), int(r.integers(2, 5))
    V, v = with_eigenvector(r, n, np.concatenate([[1.0], r.uniform(-0.2, 0.6, n - 1)]))
    c = r.uniform(0, 1)

    def F(X: Array) -> Array:
        return unit_rows(X + X @ V.T + c * (X.mean(axis=0) @ V.T) + 0.3 * (X @ v)[:, None] * X)

    assert np.abs(tangent_spectrum(F, np.tile(v, (N, 1)))).max() < 1
    start = unit_rows(v + 1e-3 * r.normal(size=(N, n)))
    most, last = farthest(F, start, v, 300)
    return min(0.05 - most, 1e-6 - last)


@axiom("indirect method, unstable", "outside the disc")
def indirect_unstable(r: Random, drop: str) -> float:
    rate = r.uniform(1.05, 2) * r.choice([-1, 1])
    push = (lambda t: t - t**3) if drop else (lambda t: rate * t + 0.2 * t**2)
    start = unit_rows(np.array([[1.0, 1e-6]]))
    return farthest(turned(push), start, np.array([1.0, 0.0]), 600)[0] - 0.05


@axiom("strict saddles", "F is the gradient of e", "w is positive", "every other equilibrium is a strict saddle")
def strict_saddles(r: Random, drop: str) -> float:
    """How far apart the tokens are in the end, where only those at one point are no strict saddle: d = 3, beta >= 0."""
    beta = r.uniform(0, 2)
    sign = -1 if drop == "w is positive" else 1
    metric = r.uniform(0.5, 2, size=3)
    turn = np.zeros((3, 3, 3))
    if drop == "F is the gradient of e":
        turn = r.normal(size=(3, 3, 3)) * 4
        turn -= np.swapaxes(turn, 1, 2)

    def field(X: Array) -> Array:
        pull = sign * np.exp(beta * (X @ X.T - 1)) @ X / metric[:, None] + np.einsum("nij,nj->ni", turn, X)
        return np.asarray(pull - np.sum(X * pull, axis=1, keepdims=True) * X)

    X, h = unit_rows(r.normal(size=(3, 3))), 0.1
    for _ in range(600):
        middle = field(unit_rows(X + h / 2 * field(X)))
        X = unit_rows(X + h * middle)
    place = (
        np.array([1.0, 0, 0]) if drop == "every other equilibrium is a strict saddle" else X[0]
    )  # a cluster elsewhere
    return -float(np.linalg.norm(X - place, axis=1).max())
