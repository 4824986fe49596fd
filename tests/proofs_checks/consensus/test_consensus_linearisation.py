"""The claimed spectra at consensus against finite differences of the model at sizes no claim looks at."""

import numpy as np
import pytest

import attnverify.stability as st


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("heads", [1, 3])
def test_spectrum_by_finite_differences(causal, heads):
    rng = np.random.default_rng(heads)
    N, d, step = 5, 4, 1e-6
    mus = np.array([1.5, 0.7, -0.4, -2.0])
    Q = np.linalg.qr(rng.normal(size=(d, d)))[0]
    U = rng.normal(size=(heads, d, d))
    U[0] = Q @ np.diag(mus) @ Q.T - U[1:].sum(axis=0)
    flow = st.Flow(rng.normal(size=(heads, d, d)), U=U, causal=causal)
    v, tangent = Q[:, 0], Q[:, 1:]
    X = np.tile(v, (N, 1))
    J = np.zeros((N * (d - 1), N * (d - 1)))
    for column, (j, k) in enumerate(np.ndindex(N, d - 1)):
        D = np.zeros((N, d))
        D[j] = tangent[:, k]
        slopes = [flow.velocity(0.0, st.onto_ellipsoid(X + sign * step * D)) for sign in (1, -1)]
        J[:, column] = (((slopes[0] - slopes[1]) / (2 * step)) @ tangent).ravel()
    shares = [1 / i for i in range(1, N + 1)] if causal else [1.0] + [0.0] * (N - 1)
    claimed = sorted((mu * share - mus[0]) / np.sqrt(d) for mu in mus[1:] for share in shares)
    assert np.allclose(sorted(np.linalg.eigvals(J).real), claimed, atol=1e-3 if not causal else 1e-6)
    assert np.allclose(np.poly(J), np.poly(claimed), atol=1e-5)
