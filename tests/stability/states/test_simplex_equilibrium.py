"""The spectrum at a simplex against finite differences of the flow itself, and the Gram field against the tokens."""

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st


def corners(m, copies=1):
    return np.repeat(np.array(st.simplex(m).tokens, dtype=float), copies, axis=0)


def full_spectrum(m, beta, copies):
    """Eigenvalues of the tangent Jacobian of the flow, by central differences in tangent coordinates."""
    Y = corners(m, copies)
    bases = [np.linalg.svd(y[np.newaxis])[2][1:] for y in Y]
    size, step = len(Y) * (m - 1), 1e-5

    def moved(x):
        Z = st.models.onto_ellipsoid(Y + np.stack([x.reshape(len(Y), m - 1)[i] @ bases[i] for i in range(len(Y))]))
        field = st.models.velocity(Z, st.models.head_weights(Z, beta * np.eye(m)))
        return np.concatenate([bases[i] @ field[i] for i in range(len(Y))])

    J = np.stack([(moved(step * e) - moved(-step * e)) / (2 * step) for e in np.eye(size)], axis=1)
    return np.sort(np.linalg.eigvals(J).real)


@pytest.mark.parametrize(("m", "beta", "copies"), [(2, -1.0, 1), (3, -2.0, 1), (4, 0.7, 1), (2, -1.3, 2), (3, -1.0, 2)])
def test_modes_are_the_spectrum_of_the_flow(m, beta, copies):
    claimed = [
        float(mode.trace)
        for mode in st.states.simplex_modes(m, sp.Float(beta), copies)
        for _ in range(int(mode.multiplicity))
    ]
    assert np.allclose(np.sort(claimed), full_spectrum(m, beta, copies), atol=1e-6)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_threshold_is_where_the_last_eigenvalue_changes_sign(n):
    threshold = float(st.states.simplex_threshold(n))
    largest = [np.max(full_spectrum(n + 1, threshold + shift, 1)) for shift in (-0.05, 0.05)]
    assert largest[0] < 1e-7 < 1e-3 < largest[1]


def test_the_gram_matrix_moves_as_the_tokens_do():
    rng = np.random.default_rng(1)
    Y = st.models.onto_ellipsoid(rng.normal(size=(5, 3)))
    A = st.models.head_weights(Y, rng.normal(size=(2, 3, 3)))
    rates = st.models.velocity(Y, A)
    assert np.allclose(rates @ Y.T + Y @ rates.T, st.states.gram_velocity(Y @ Y.T, A.sum(axis=0)))


def test_the_simplex_is_an_exact_equilibrium_of_its_gram_matrix():
    odds = st.as_array([[1, 3, 3, 3], [3, 1, 3, 3], [3, 3, 1, 3], [3, 3, 3, 1]])
    assert not np.any(st.states.gram_velocity(st.states.simplex_gram(4), st.models.normalise_rows(odds)))


def test_bad_sizes():
    with pytest.raises(ValueError, match="corners"):
        st.states.simplex_gram(1)
    with pytest.raises(ValueError, match="n >= 1"):
        st.states.simplex_threshold(0)
