"""Surrogate layers: unit tokens, one matrix per layer, and the same run for the same seed."""

import numpy as np

from proofs_checks.power_method.main_text import surrogates


def test_a_run_is_reproducible_and_keeps_the_sphere():
    states, matrices = surrogates.run(3)
    again, _ = surrogates.run(3)
    assert len(states) == len(matrices) + 1 == surrogates.LAYERS + 1
    assert np.array_equal(states[-1], again[-1])
    assert np.allclose(np.linalg.norm(states[-1], axis=1), 1)
    assert not np.array_equal(matrices[0], matrices[1])


def test_identical_layers():
    _, matrices = surrogates.run(3, varying=False)
    assert np.array_equal(matrices[0], matrices[-1])


def test_summaries_are_within_their_ranges():
    total, positive, above = surrogates.layers_above_average(range(1))
    assert total == surrogates.LAYERS
    assert 0 <= above <= positive <= total
    for value in (*surrogates.final_alignment(range(1), varying=False), *surrogates.product_alignment(range(1))):
        assert 0 <= value <= 1
