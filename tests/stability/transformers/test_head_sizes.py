import numpy as np

from attnverify.stability.transformers.head_sizes import head_norms
from attnverify.stability.transformers.model import TransformerModel


def test_the_norms_are_those_of_the_matrices(surrogate):
    attention = TransformerModel(surrogate("gpt2")).attention(0)
    whole = attention.whole()
    logits, values = head_norms(attention)
    assert np.allclose(logits, np.linalg.norm(whole.P, 2, axis=(1, 2)))
    assert np.allclose(values, np.linalg.norm(whole.V, 2, axis=(1, 2)))
