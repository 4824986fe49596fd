import threading

import numpy as np

from attnverify.stability.draws.generators import seeded


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
