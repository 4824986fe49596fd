import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import attnverify.stability as st


def threads():
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


@pytest.fixture
def two_threads():
    with threadpool_limits(2, user_api="blas"):
        if threads() == {1}:
            pytest.skip("the linear algebra library knows one thread only")
        yield


def test_blocks_nest_and_give_the_threads_back(two_threads):
    before = threads()
    with st.blas_threads.one_blas_thread():
        assert threads() == {1}
        with st.blas_threads.one_blas_thread():
            assert threads() == {1}
        assert threads() == {1}
    assert threads() == before
    with pytest.raises(RuntimeError), st.blas_threads.one_blas_thread():
        raise RuntimeError
    assert threads() == before


def test_large_products_keep_their_threads(two_threads):
    before = threads()
    for N, d, inside in ((32, 128, {1}), (2000, 2000, before), (4, 4, before)):
        with st.blas_threads.small_products(N, d):
            assert threads() == inside


def test_a_layer_of_small_matrices_uses_one_thread(two_threads, monkeypatch):
    seen = set()
    plain = st.models.maps.mixed_values

    def watched(*arguments):
        seen.update(threads())
        return plain(*arguments)

    monkeypatch.setattr("attnverify.stability.models.maps.mixed_values", watched)
    X = st.draws.random_tokens(np.random.default_rng(0), 2, 32, 128)
    st.attention_map(X, np.eye(128), np.eye(128), 0.1)
    assert seen == {1}
