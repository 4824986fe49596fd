"""Mirror images are put together; other states with equal numbers are not."""

from dataclasses import replace

import numpy as np

from attnverify.stability.analyses.equilibrium_record import EquilibriumRecord
from attnverify.stability.analyses.mirror_images import without_mirror_images
from attnverify.stability.linearisation.unit_disc import Stability

V, P = np.diag([2.0, 1.0, -1.0]), np.diag([0.5, 0.0, 1.0])
HERE = np.array([[0.6, 0.8, 0.0], [0.0, 0.6, 0.8]])


def record(tokens, split=(2, 3), verdict=Stability.STABLE):
    return EquilibriumRecord("clustering", None, split, None, verdict=verdict, tokens=np.array(tokens))


def test_reflections_that_keep_the_matrices_are_one_state():
    images = [HERE, HERE * [1, 1, -1], HERE * [-1, 1, 1]]
    (found,) = without_mirror_images([record(x) for x in images], P, V)
    assert found.images == 3
    swapped = record(HERE[::-1] * [1, -1, 1], split=(3, 2))
    assert len(without_mirror_images([record(HERE), swapped], P, V)) == 1


def test_everything_else_is_kept_apart():
    turned = HERE[:, [1, 0, 2]]
    assert len(without_mirror_images([record(HERE), record(turned)], P, V)) == 2
    mixed = V + np.array([[0, 0, 0.1], [0, 0, 0], [0.1, 0, 0]])
    assert len(without_mirror_images([record(HERE), record(HERE * [1, 1, -1])], P, mixed)) == 2
    assert len(without_mirror_images([record(HERE), record(HERE, verdict=Stability.UNSTABLE)], P, V)) == 2
    assert len(without_mirror_images([record(HERE), record(HERE, split=(1, 4))], P, V)) == 2
    line = replace(record(HERE), tokens=None)
    assert without_mirror_images([line, line], P, V) == [line, line]
