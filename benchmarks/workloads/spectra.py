"""Jacobians and spectra of the attention map at N = d = 64: closed forms against differentiation and dense problems.

Reverse-mode differentiation is JAX's `jacrev`, compiled, where JAX is installed, and NumPy's central differences
otherwise. The dense eigenvalues of a causal Jacobian are ill-conditioned: the difference there is theirs.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from measure import Row, timed

import attnverify.stability as st

SIZE, ALPHA = 64, 0.5
said = "difference {:.0e}".format


def rows() -> Iterator[Row]:
    """Assembly, leading eigenvalues, a causal and a bipartite state; the accuracy is the largest difference."""
    rng = np.random.default_rng(0)
    N = d = SIZE
    X = st.models.normalise(rng.standard_normal((SIZE, SIZE)))
    P, V = rng.standard_normal((2, SIZE, SIZE)) / np.sqrt(SIZE)
    name, reverse = autodiff(P, V)
    whole, plain = timed(lambda: np.asarray(reverse(X)).reshape(N * d, N * d), 3)
    J, fresh = timed(lambda: st.linearisation.attention_jacobian(X, P, V, ALPHA), 7)
    out = np.empty((N, d, N, d))
    _, reused = timed(lambda: st.linearisation.attention_jacobian(X, P, V, ALPHA, out=out), 7)
    gap = float(np.max(np.abs(whole - J.reshape(N * d, N * d))))
    yield Row(f"Jacobian, new array; plain: {name}", plain, fresh, 5, None, said(gap))
    yield Row(f"Jacobian, array reused; plain: {name}", plain, reused, 20, None, said(gap))

    spectrum, dense = timed(lambda: np.linalg.eigvals(J.reshape(N * d, N * d)), 1)
    found, leading = timed(lambda: st.linearisation.leading_eigenvalues(X, P, V, ALPHA, 6), 7)
    largest = np.sort(np.abs(spectrum))[::-1]
    gap = apart(found, largest[:6])
    yield Row("6 leading eigenvalues; plain: all of them", dense, leading, 500, None, said(gap))

    causal = st.linearisation.attention_jacobian(X, P, V, ALPHA, causal=True).reshape(N * d, N * d)
    spectrum, dense = timed(lambda: np.linalg.eigvals(causal), 1)
    found, blocks = timed(lambda: st.linearisation.causal_spectrum(X, P, V, ALPHA), 7)
    yield Row("causal, whole spectrum; plain: dense", dense, blocks, 400, None, said(apart(found, spectrum)))

    parts = st.linearisation.attention_blocks(X, P, V, ALPHA, causal=True)
    _, alone = timed(lambda: np.linalg.eigvals(parts), 7)
    yield Row("causal, whole spectrum; plain: LAPACK on the blocks", alone, blocks, None, None, "blocks given")

    values, vectors = np.linalg.eigh(V + V.T)
    v, minority = vectors[:, -1], N // 4
    state = np.repeat([v, -v], [N - minority, minority], axis=0)
    J = st.linearisation.attention_jacobian(state, P, V + V.T, ALPHA).reshape(N * d, N * d)
    spectrum, dense = timed(lambda: np.linalg.eigvals(J), 1)
    weights = st.states.GroupWeights(N - minority, minority, float(np.exp(2 * v @ P @ v)))
    found, modes = timed(lambda: bipartite_spectrum(values[-1], values[:-1], weights), 7)
    claimed = np.concatenate([np.repeat(*pair) for pair in found] + [np.zeros(N)])
    gap = apart(claimed, spectrum)
    yield Row("bipartite state, whole spectrum; plain: dense", dense, modes, 10_000, None, said(gap))


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
