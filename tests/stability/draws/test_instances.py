import threading

import numpy as np

import attnverify.stability as st
from attnverify.stability.draws.generators import seeded
from attnverify.stability.draws.instances import orthogonal


def test_random_bases_are_orthogonal_exactly():
    B = orthogonal(np.random.default_rng(6), 5)
    assert np.array_equal(B @ B.T, st.as_array(np.eye(5, dtype=int)))


def test_instances_satisfy_assumption_one_and_cover_its_situations():
    seen = set()
    for draw in range(60):
        rng = np.random.default_rng(draw)
        instance = st.draws.symmetric_instance(rng, int(rng.integers(2, 5)))
        first, *others = instance.eigenvalues
        assert first > 0
        assert all(other < first and other != 0 for other in others)
        assert others == sorted(others, reverse=True)
        assert np.all(instance.V == instance.V.T)
        assert np.all(instance.basis.T * instance.eigenvalues == instance.V @ instance.basis.T)
        seen |= {
            name
            for name, holds in {
                "all positive": others[-1] > 0,
                "second negative": others[0] < 0,
                "last dominates in modulus": -others[-1] > first,
                "repeated": len(set(others)) < len(others),
            }.items()
            if holds
        }
    assert seen == {"all positive", "second negative", "last dominates in modulus", "repeated"}


# Generators.
def test_all_numbers_follow_from_the_code():
    first = seeded(7).random(5)
    seeded(8).integers(0, 9, 3, dtype=np.int8)  # leaves half of a drawn word behind
    assert np.array_equal(seeded(7).random(5), first)
    assert np.array_equal(seeded(2**62 - 1).random(3), seeded(2**62 - 1).random(3))


def test_neighbouring_codes_are_unrelated():
    drawn = np.array([seeded(code).standard_normal(50) for code in range(400)])
    correlations = np.corrcoef(drawn)[~np.eye(400, dtype=bool)]
    assert np.max(np.abs(correlations)) < 0.75  # five and a half times 1/sqrt(50)
    assert abs(np.mean(drawn)) < 0.03


def test_threads_do_not_disturb_each_other():
    mine = seeded(3)
    other = threading.Thread(target=lambda: seeded(4).random(10))
    other.start()
    other.join()
    drawn = mine.random(4)
    assert np.array_equal(drawn, seeded(3).random(4))
