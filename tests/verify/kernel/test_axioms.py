"""Every rule is derived by the core from schemas that are proved in Rocq. What rests on a theorem that is not proved
there is tested on random systems: where the premises hold numerically the conclusion does, with the worst margin shown;
without one premise the same test finds a system where the conclusion fails.
"""

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from attnverify.verify.derivations.coverage import ACCEPTED, Library
from attnverify.verify.kernel.catalogue import THEOREMS
from attnverify.verify.rocq.print import identifier, places

from .test_every_premise import ENTRIES, case

# `axiom` registers a draw of random systems.
# A draw returns the margin by which the conclusion holds, negative where it fails; `drop` is a premise that is left
# out.
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


def solved(field: Callable[[float, Array], Array], S: Array, steps: int) -> Array:
    """The state at the time 1 of the flow of `field` from S, by the midpoint rule."""
    h = 1 / steps
    for s in np.arange(steps) * h:
        S = S + h * field(s + h / 2, S + h / 2 * field(s, S))
    return S


@axiom("one solution", "symmetric", "on the quadric", "tangent", "bounded", "Lipschitz")
def one_solution(r: Random, drop: str) -> float:
    """How near two approximations of the solution are to each other and to the quadric dot(x, Q(x)) == 1."""
    if drop in ("Lipschitz", "bounded"):  # turns of a circle that solve on (0, 1], up to 1/1000 near the start at 0
        angles = (0, 1) if drop == "Lipschitz" else np.log([1e3, 1e5])  # of 3 a^(2/3): 0 and t^3; of 1/t: log(t/e)
        return 2e-3 - float(abs(np.exp(1j * angles[0]) - np.exp(1j * angles[1])))
    A, P = r.normal(size=(2, 3, 3, 3)) / 4
    Q = np.eye(3) + A[0] @ A[0].T + (A[1] - A[1].T if drop == "symmetric" else 0)
    S = r.normal(size=(4, 3))
    S = S / np.sqrt(np.einsum("id,de,ie->i", S, Q, S))[:, None] * (2 if drop == "on the quadric" else 1)

    def field(t: float, X: Array) -> Array:
        pull = np.exp(X @ P[int(3 * t) % 3] @ X.T)
        F = pull / pull.sum(axis=1, keepdims=True) @ X @ A[int(2 * t) % 3]
        off = np.einsum("id,de,ie->i", X, Q, F) / np.einsum("id,de,ie->i", X, Q, X)
        return F if drop == "tangent" else F - off[:, None] * X

    near, far = (solved(field, S, steps) for steps in (60, 240))
    return 2e-3 - float(np.abs(np.einsum("id,de,ie->i", far, Q, far) - 1).max()) - float(np.abs(near - far).max())


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


# Random systems for the axioms about spectra of maps, discs and stability.
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


# Random sequences and maps for the axioms about analytic ascent in steps.
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


DRAWS, TOLERANCE = 40, 1e-6


@pytest.mark.parametrize("name", AXIOMS)
def test_the_conclusion_holds_where_the_premises_do(name: str, record_property: Callable[[str, object], None]) -> None:
    draw, _ = AXIOMS[name]
    random = np.random.default_rng(len(name))
    worst = min(draw(random, "") for _ in range(DRAWS))
    record_property("worst margin", float(worst))
    assert worst >= -TOLERANCE


@pytest.mark.parametrize(("name", "premise"), [(name, p) for name, (_, premises) in AXIOMS.items() for p in premises])
def test_without_a_premise_it_fails(name: str, premise: str) -> None:
    draw, _ = AXIOMS[name]
    random = np.random.default_rng(len(name))
    assert any(draw(random, premise) < -1e-4 for _ in range(DRAWS))


ASSUMED = {name for name, (_, kind) in places().items() if kind == "Axiom"}
UNDERIVED = {"one solution"}


@pytest.mark.parametrize("name", ENTRIES)
def test_the_core_derives_it_from_what_is_proved(name: str, claims: Callable[[Any], Callable[[str], Any]]) -> None:
    library = Library(claims(case(name)))
    outcome = library.outcome("claim")
    assert (outcome.answer != ACCEPTED) == (name in UNDERIVED), outcome.why
    if outcome.answer == ACCEPTED:
        lemma = library.checker.result(library.sections["claim"].id).lemma
        assert lemma is not None
        assert {rule for rule in lemma.rests_on if identifier(rule) in ASSUMED} == {name} & set(AXIOMS)


def test_what_is_not_proved_is_drawn() -> None:
    assert UNDERIVED & set(THEOREMS) <= set(AXIOMS) <= set(THEOREMS)
    assert all(premises for _, premises in AXIOMS.values())
