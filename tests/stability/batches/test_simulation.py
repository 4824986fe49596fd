import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.batches import simulation


def advance(k, X):
    return st.normalise(X + 0.1 * (k + 1) * X[..., ::-1])


@pytest.fixture
def start():
    return st.random_tokens(np.random.default_rng(0), 2, 3, 4)


class Interrupted:
    def __init__(self, after):
        self.left = after

    def __call__(self, k, X):
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return advance(k, X)


@pytest.mark.parametrize("pause", [0.0, 1e9], ids=["written on the way", "written at the interruption"])
def test_what_was_interrupted_goes_on_and_ends_the_same(start, tmp_path, monkeypatch, pause):
    monkeypatch.setattr(simulation, "_PAUSE", pause)
    kept = tmp_path / "a.npz"
    whole = st.simulate(advance, start, 9)
    assert np.array_equal(whole[4], advance(3, whole[3]))
    with pytest.raises(KeyboardInterrupt):
        st.simulate(Interrupted(5), start, 9, checkpoint=kept, request={"a": 1})
    again = Interrupted(4)
    assert np.array_equal(st.simulate(again, start, 9, checkpoint=kept, request={"a": 1}), whole)
    assert again.left == 0
    assert not kept.exists()


def test_checkpoints_of_other_simulations_are_refused(start, tmp_path):
    kept = tmp_path / "a.npz"
    with pytest.raises(KeyboardInterrupt):
        st.simulate(Interrupted(2), start, 9, checkpoint=kept, request={"a": 1})
    for X, request in ((start, {"a": 2}), (-start, {"a": 1})):
        with pytest.raises(ValueError, match="checkpoint of another simulation"):
            st.simulate(advance, X, 9, checkpoint=kept, request=request)
    kept.write_text("no archive")
    with pytest.raises(ValueError, match="is no checkpoint"):
        st.simulate(advance, start, 9, checkpoint=kept, request={"a": 1})
