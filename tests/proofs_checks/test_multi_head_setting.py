import numpy as np
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.power_method.multi_head import multi_head_setting as heads
from attnverify.proofs_checks.power_method.symbols import symbols


def test_answers_of_a_moved_token_are_those_of_central_differences():
    rng = np.random.default_rng(0)
    V, P = rng.standard_normal((2, 2, 3, 3))
    alpha, counts = 0.3, [2, 3]
    tokens = np.stack([np.eye(3)[0], -np.eye(3)[0]])
    step = heads.attention(*(np.vectorize(sp.Rational, otypes=[object])(matrix) for matrix in (P, V)))
    exact = heads.moved(step, tokens.astype(int).astype(object), np.array(counts, dtype=object), 1, heads.unit(1))
    found = np.array([[float(entry.subs(symbols().alpha, alpha)) for entry in row] for row in exact])

    def image(h):
        X = np.repeat(tokens, counts, axis=0)
        X[2] += h * np.eye(3)[1]
        return st.attention_step(X, st.attention_weights(X, P), V, alpha)

    numeric = (image(1e-6) - image(-1e-6)) / 2e-6
    # Token 2 is the moved one of the second group, 3 another of that group, 0 one of the first.
    assert np.allclose(found, numeric[[2, 3, 0]], atol=1e-8)
