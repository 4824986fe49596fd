import numpy as np
import pytest

import attnverify.stability as st


def system(seed, N, d, heads=1):
    rng = np.random.default_rng(seed)
    X = st.normalise(rng.standard_normal((N, d)))
    P, V = rng.standard_normal((2, heads, d, d))
    return (X, P[0], V[0]) if heads == 1 else (X, P, V)


def dense(X, P, V, alpha, causal=False):
    A = st.attention_weights(X, P, causal=causal)
    values = np.linalg.eigvals(
        st.linearisation.ambient_jacobian(st.linearisation.attention_derivative(X, A, P, V, alpha), X)
    )
    return values[np.argsort(-np.abs(values))]


@pytest.mark.parametrize(("N", "d", "heads", "k"), [(3, 2, 1, 4), (20, 6, 1, 6), (12, 9, 2, 5), (16, 8, 1, 1)])
def test_leading_eigenvalues_are_those_of_the_whole_jacobian(N, d, heads, k):
    X, P, V = system(N, N, d, heads)
    found = st.linearisation.leading_eigenvalues(X, P, V, 0.3, k)
    whole = dense(X, P, V, 0.3)
    assert np.allclose(np.abs(found), np.abs(whole[:k]), rtol=1e-9)
    assert all(np.min(np.abs(whole - value)) < 1e-8 for value in found)


def test_the_causal_spectrum_is_that_of_the_whole_jacobian_at_any_state():
    X, P, V = system(7, 9, 4)
    found, whole = st.linearisation.causal_spectrum(X, P, V, 0.7), dense(X, P, V, 0.7, causal=True)
    assert np.allclose(np.sort(np.abs(found)), np.sort(np.abs(whole)), atol=1e-7)
    assert all(np.min(np.abs(whole - value)) < 1e-6 for value in found)
    assert np.array_equal(st.linearisation.leading_eigenvalues(X, P, V, 0.7, 3, causal=True), found[:3])


def test_at_a_bipartite_state_they_are_the_modes():
    V = np.diag([1.0, 0.4, -0.2])
    X = np.repeat([[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]], [30, 10], axis=0)
    P = np.eye(3)
    modes = st.linearisation.bipartite_modes(1.0, [0.4, -0.2], st.states.GroupWeights(30, 10, np.exp(2.0)), 0.5)
    expected = [
        abs(z) for m in modes for z in ([m.trace] if m.determinant is None else np.roots([1, -m.trace, m.determinant]))
    ]
    assert np.isclose(np.abs(st.linearisation.leading_eigenvalues(X, P, V, 0.5, 1)[0]), max(expected), rtol=1e-9)


def test_a_k_that_does_not_fit_is_named():
    X, P, V = system(1, 2, 2)
    with pytest.raises(ValueError, match=r"k is 5; .* allowed are 1 to 4"):
        st.linearisation.leading_eigenvalues(X, P, V, 0.3, 5)
