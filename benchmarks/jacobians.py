"""Jacobians and spectra of the attention map: closed forms against automatic differentiation and dense problems.

`python benchmarks/jacobians.py [SIZE]`, N = d = SIZE, 64 by default. Everything in one run, medians of CPU time of one
thread. Reverse-mode differentiation is JAX's `jacrev`, compiled, where JAX is installed, and NumPy's central
differences otherwise. The dense eigenvalues of a causal Jacobian are ill-conditioned: the difference there is theirs.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import stability as st

ALPHA, ROW = 0.5, "{:44} {:>12} {:>12} {:>9} {:>8} {:>10}"


def main(size: int) -> None:
    """Print the table."""
    rng = np.random.default_rng(0)
    X = st.normalise(rng.standard_normal((size, size)))
    P, V = rng.standard_normal((2, size, size)) / np.sqrt(size)
    print(ROW.format(f"N = d = {size}", "plain", "ours", "ratio", "goal", "difference"))
    for name, plain, ours, goal, gap in measurements(X, P, V):
        texts = f"{1e3 * plain:.2f} ms", f"{1e3 * ours:.2f} ms", f"{plain / ours:.0f}x", f"{goal:g}x", f"{gap:.0e}"
        print(ROW.format(name, *texts), flush=True)


def measurements(X: Any, P: Any, V: Any) -> Iterator[tuple[str, float, float, float, float]]:
    """Workload, seconds of the plain way and of ours, the ratio wanted, the largest difference of the results."""
    N, d = X.shape
    name, reverse = autodiff(P, V)
    plain, whole = measured(lambda: np.asarray(reverse(X)).reshape(N * d, N * d), 3)
    fresh, J = measured(lambda: st.linearisation.attention_jacobian(X, P, V, ALPHA))
    out = np.empty((N, d, N, d))
    reused, _ = measured(lambda: st.linearisation.attention_jacobian(X, P, V, ALPHA, out=out))
    gap = float(np.max(np.abs(whole - J.reshape(N * d, N * d))))
    yield (f"Jacobian, new array; plain: {name}", plain, fresh, 5, gap)
    yield (f"Jacobian, array reused; plain: {name}", plain, reused, 20, gap)

    dense, spectrum = measured(lambda: np.linalg.eigvals(J.reshape(N * d, N * d)), 1)
    leading, found = measured(lambda: st.linearisation.leading_eigenvalues(X, P, V, ALPHA, 6))
    largest = np.sort(np.abs(spectrum))[::-1]
    yield ("6 leading eigenvalues; plain: all of them", dense, leading, 500, apart(found, largest[:6]))

    causal = st.linearisation.attention_jacobian(X, P, V, ALPHA, causal=True).reshape(N * d, N * d)
    dense, spectrum = measured(lambda: np.linalg.eigvals(causal), 1)
    blocks, found = measured(lambda: st.linearisation.causal_spectrum(X, P, V, ALPHA))
    yield ("causal, whole spectrum; plain: dense", dense, blocks, 400, apart(found, spectrum))

    values, vectors = np.linalg.eigh(V + V.T)
    v, minority = vectors[:, -1], N // 4
    state = np.repeat([v, -v], [N - minority, minority], axis=0)
    J = st.linearisation.attention_jacobian(state, P, V + V.T, ALPHA).reshape(N * d, N * d)
    dense, spectrum = measured(lambda: np.linalg.eigvals(J), 1)
    weights = st.states.GroupWeights(N - minority, minority, float(np.exp(2 * v @ P @ v)))
    modes, found = measured(lambda: bipartite_spectrum(values[-1], values[:-1], weights))
    claimed = np.concatenate([np.repeat(*pair) for pair in found] + [np.zeros(N)])
    yield ("bipartite state, whole spectrum; plain: dense", dense, modes, 10_000, apart(claimed, spectrum))


def bipartite_spectrum(own: float, others: Any, weights: st.states.GroupWeights) -> list[tuple[Any, int]]:
    """The values of `bipartite_modes`, all directions at once, each so many times."""
    c1, c2 = weights.factors(own, ALPHA)
    moved, A = ALPHA * np.asarray(others), weights.matrix.astype(float)
    half = ((1 + moved * A[0, 0]) / c1 + (1 + moved * A[1, 1]) / c2) / 2
    root = np.sqrt(half**2 - (1 + moved) * (1 + moved * weights.kappa) / (c1 * c2) + 0j)
    within = zip((1 / c1, 1 / c2), (weights.p, weights.q), strict=True)
    differences = [(np.full(len(moved), value), int(size) - 1) for value, size in within]
    return [(half + root, 1), (half - root, 1), *differences]


def autodiff(P: Any, V: Any) -> tuple[str, Callable[[Any], Any]]:
    """Reverse-mode differentiation of the definition, or differences where there is none."""
    try:
        import jax
    except ImportError:
        return "differences", lambda X: differences(X, P, V)
    jax.config.update("jax_enable_x64", True)
    jnp = jax.numpy

    def image(X: Any) -> Any:
        A = jax.nn.softmax(X @ P @ X.T, axis=-1)
        Y = X + ALPHA * (A @ X) @ V.T
        return Y / jnp.linalg.norm(Y, axis=-1, keepdims=True)

    return "jacrev", jax.jit(jax.jacrev(image))


def differences(X: Any, P: Any, V: Any) -> Any:
    """Central differences, many directions at once."""
    N, d = X.shape
    steps = 1e-6 * np.eye(N * d).reshape(-1, N, d)
    columns = [
        (st.attention_map(X + D, P, V, ALPHA) - st.attention_map(X - D, P, V, ALPHA)).reshape(len(D), -1) / 2e-6
        for D in np.array_split(steps, max(1, N * d // 64))
    ]
    return np.concatenate(columns).T


def apart(found: Any, known: Any) -> float:
    """The largest difference of the moduli, sorted."""
    return float(np.max(np.abs(np.sort(np.abs(found)) - np.sort(np.abs(known)))))


def measured(work: Callable[[], Any], repeats: int = 7) -> tuple[float, Any]:
    """The median of the CPU seconds, and the last result."""
    found, seconds = work() if repeats > 1 else None, []
    for _ in range(repeats):
        start = time.process_time()
        found = work()
        seconds.append(time.process_time() - start)
    return float(np.median(seconds)), found


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 64)
