import numpy as np

import attnverify.stability as st


def test_group_weights_agree_with_the_attention_of_the_state():
    a = 0.7
    weights = st.states.GroupWeights(3, 2, np.exp(2 * a))
    X = np.array([[1.0, 0.0]] * 3 + [[-1.0, 0.0]] * 2)
    A = st.attention_weights(X, np.array([[a, 5.0], [-2.0, 1.0]]))
    assert np.allclose(weights.matrix[0].astype(float), [A[0, :3].sum(), A[0, 3:].sum()])
    assert np.allclose(weights.matrix[1].astype(float), [A[4, :3].sum(), A[4, 3:].sum()])
    assert np.isclose(weights.kappa, weights.matrix[0, 0] + weights.matrix[1, 1] - 1)
    trace, determinant = weights.trace_determinant(-1.0, 2.0, 0.1)
    block = weights.block(-1.0, 2.0, 0.1).astype(float)
    assert np.isclose(np.trace(block), trace)
    assert np.isclose(np.linalg.det(block), determinant)
