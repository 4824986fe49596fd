"""The verdicts of `stability.linearise` on matrices drawn to hurt, against their spectra to 40 digits and more.

    python -m benchmarks.hard_spectra [how many, 2000] [seed, 0]

Every matrix is that of a linear map or field at 0, of floats. Its eigenvalues are the isolated roots of the exact
characteristic polynomial, to 70 digits; what lies within 1e-30 of the boundary is taken to be on it. "wrong" counts
"stable" and "unstable" that are not so, and "marginal" where something lies off or outside.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable

import numpy as np
from flint import acb, arb, ctx, fmpq, fmpq_mat, fmpz_poly

import attnverify.stability as st
from attnverify.stability.numbers import Array

Draw = Callable[[np.random.Generator], Array]


def unimodular(rng: np.random.Generator, n: int, size: int) -> tuple[Array, Array]:
    """An integer matrix of determinant 1 and its inverse."""
    S, inverse = np.eye(n), np.eye(n)
    for _ in range(2 * n):
        i, j = rng.choice(n, 2, replace=False)
        factor = float(rng.integers(-size, size + 1))
        S[i] += factor * S[j]
        inverse[:, j] -= factor * inverse[:, i]
    return S, inverse


def defective(rng: np.random.Generator) -> Array:
    n = int(rng.integers(2, 9))
    J = np.eye(n) * rng.choice([1 - 2.0**-7, 1 + 2.0**-9, 1 - 2.0**-20, -1 + 2.0**-12, 0.5]) + np.eye(n, k=1)
    S, inverse = unimodular(rng, n, 2)
    return S @ J @ inverse


def graded(rng: np.random.Generator) -> Array:
    n = int(rng.integers(2, 9))
    scales = 10.0 ** rng.uniform(-12, 12, n)
    M = rng.standard_normal((n, n)) * scales[:, np.newaxis] / scales
    return M * rng.choice([0.3, 0.9, 1.1]) / np.max(np.abs(np.linalg.eigvals(M)))


def near_marginal(rng: np.random.Generator) -> Array:
    n = int(rng.integers(2, 13))
    M = rng.standard_normal((n, n))
    off = rng.choice([-1, 1]) * 10.0 ** -rng.integers(6, 15)
    return M * (1 + off) / np.max(np.abs(np.linalg.eigvals(M)))


def attention(rng: np.random.Generator) -> Array:
    n = int(rng.choice([4, 8, 15, 30, 60], p=[0.3, 0.3, 0.25, 0.13, 0.02]))
    A = np.exp(rng.standard_normal((n, n)) * rng.choice([1, 4, 10]))
    A /= A.sum(axis=1, keepdims=True)
    return np.asarray((np.eye(n) + rng.uniform(-3, 1) * A) / rng.choice([1.0, 1.2, 1.9]))


def window(rng: np.random.Generator) -> Array:
    n, width = int(rng.integers(3, 25)), int(rng.integers(1, 4))
    A = np.exp(rng.standard_normal((n, n)) * 3) * (np.tri(n, k=int(rng.integers(0, 2))) - np.tri(n, k=-width))
    A /= A.sum(axis=1, keepdims=True)
    return np.asarray(rng.choice([-2.5, -1.0, 0.9, 1.0, 1 + 1e-9]) * A + rng.choice([0.0, 1.0]) * np.eye(n))


def large(rng: np.random.Generator) -> Array:
    n = int(rng.integers(2, 6))
    values = 1 + rng.choice([-1, 1], n) * 2.0 ** -rng.integers(2, 23, n)
    S, inverse = unimodular(rng, n, int(rng.choice([30, 300, 3000])))
    return S @ np.diag(values * rng.choice([1.0, 0.5], n)) @ inverse


def on_the_boundary(rng: np.random.Generator) -> Array:
    n = int(rng.integers(2, 8))
    kind = rng.integers(3)
    if kind == 0:
        M = np.eye(n)[rng.permutation(n)]
    elif kind == 1:
        M = rng.integers(0, 8, (n, n)).astype(float)
        M[:, 0] += 8 * n - M.sum(axis=1)
        M /= 8 * n if n in (2, 4) else 8.0 * n
    else:
        M = np.kron(np.eye(n), [[0.0, 1.0], [-1.0, 0.0]]) + np.diag(np.ones(2 * n - 2), 2) * rng.integers(0, 2)
    S, inverse = unimodular(rng, len(M), 1)
    return S @ M @ inverse


def consensus(rng: np.random.Generator) -> tuple[str, str]:
    """Verdict and truth at a consensus of the attention map on an eigenvector that floats know to 16 digits only.

    The step size is that at which an eigenvalue passes -1, up to a relative distance of 1e-1 to 1e-14.
    """
    d, N = int(rng.integers(2, 4)), int(rng.integers(1, 5))
    Q = np.linalg.qr(rng.standard_normal((d, d)))[0]
    V = Q @ np.diag(np.sort(rng.uniform(-3, 1, d))) @ Q.T
    V = (V + V.T) / 2
    values, vectors = np.linalg.eigh(V)
    alpha = 0.5 / abs(values[-1])
    if -values[0] > values[-1] > 0:
        alpha = 2 / (-values[0] - values[-1])
    alpha *= 1 + rng.choice([-1, 1]) * 10.0 ** -rng.integers(1, 15)
    P, X = rng.standard_normal((d, d)), np.tile(vectors[:, -1], (N, 1))
    with ctx.workprec(256):
        exact = fmpq_mat([[fmpq(*map(int, float(x).as_integer_ratio())) for x in row] for row in V])
        roots = fmpz_poly(exact.charpoly().numer().coeffs()).complex_roots()
        *others, own = sorted((acb(root).real for root, _ in roots), key=float)
        c, step = 1 + arb(alpha) * own, arb(alpha)
        sizes = [abs((1 + step * value) / c) for value in others] + [1 / c] * (N > 1)
        true = "unstable" if any(size > 1 for size in sizes) else "stable"
    found = st.linearise(lambda Z: st.attention_map(Z, P, V, alpha), X, manifold="sphere")
    return found.stability.value, true


CLASSES: dict[str, tuple[Draw, int]] = {
    "defective": (defective, 3), "graded": (graded, 3), "near marginal": (near_marginal, 5),
    "attention": (attention, 2), "windows": (window, 3), "large entries": (large, 3),
    "on the boundary": (on_the_boundary, 1),
}  # fmt: skip


def truth(M: Array, continuous: bool) -> str:
    with ctx.workprec(256):
        exact = fmpq_mat([[fmpq(*map(int, float(x).as_integer_ratio())) for x in row] for row in M])
        roots = [acb(root) for root, _ in fmpz_poly(exact.charpoly().numer().coeffs()).complex_roots()]
        slacks = [-z.real.mid() if continuous else (1 - abs(z)).mid() for z in roots]
        if any(slack < arb("-1e-30") for slack in slacks):
            return "unstable"
        return "marginal" if any(slack < arb("1e-30") for slack in slacks) else "stable"


def verdict(M: Array, continuous: bool) -> str:
    found = st.linearise(lambda X: X @ M.T, np.zeros((1, len(M))), time="continuous" if continuous else "discrete")
    return found.stability.value


def counted(many: int, seed: int = 0) -> dict[str, Counter[str]]:
    """How often each verdict and each error occurs, class by class."""
    rng, shares = np.random.default_rng(seed), sum(share for _, share in CLASSES.values())
    table = {}
    for name, (draw, share) in CLASSES.items():
        table[name] = count = Counter[str]()
        for _ in range(many * share // shares):
            M, continuous = draw(rng), bool(rng.integers(2))
            if continuous and name != "on the boundary":
                M = M - np.eye(len(M)) if rng.integers(2) else M - np.max(np.linalg.eigvals(M).real) * np.eye(len(M))
            started = time.process_time()
            found = verdict(M, continuous)
            count["milliseconds"] += round(1000 * (time.process_time() - started))
            count[found] += 1
            count["matrices"] += 1
            count["wrong"] += found != "undecided" and found != truth(M, continuous)
    table["consensus in floats"] = count = Counter[str]()
    for _ in range(many // 20):
        started = time.process_time()
        found, true = consensus(rng)
        count["milliseconds"] += round(1000 * (time.process_time() - started))
        count[found] += 1
        count["matrices"] += 1
        count["wrong"] += found not in ("undecided", true)
    return table


if __name__ == "__main__":
    columns = ("matrices", "stable", "unstable", "marginal", "undecided", "wrong", "milliseconds")
    print("| class | " + " | ".join(columns) + " |")
    many, seed = [int(argument) for argument in [*sys.argv[1:], *(2000, 0)[len(sys.argv) - 1 :]]]
    for name, count in counted(many, seed).items():
        print(f"| {name} | " + " | ".join(str(count[column]) for column in columns) + " |", flush=True)
