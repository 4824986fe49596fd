import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.pictures.sphere import projected, sphere_svg


def test_the_projection_is_a_rotation():
    found = projected(np.eye(3))
    assert np.allclose(found @ found.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(found) == pytest.approx(1)


def test_the_picture_has_its_title_and_repeats_itself():
    states = st.random_tokens(np.random.default_rng(0), 4, 5, 3)
    svg = sphere_svg(states, title="five tokens, seed 0", pole=np.array([0.0, 0.0, 1.0]))
    assert "five tokens, seed 0" in svg
    assert "<text" in svg
    assert svg == sphere_svg(states, title="five tokens, seed 0", pole=np.array([0.0, 0.0, 1.0]))
    assert svg != sphere_svg(states[::-1], title="five tokens, seed 0", pole=np.array([0.0, 0.0, 1.0]))


def test_only_tokens_in_space_are_drawn():
    with pytest.raises(ValueError, match=r"allowed is \(K, N, 3\)"):
        sphere_svg(np.zeros((2, 3, 4)), title="no")
