"""Every eigenvalue is enclosed, also where it is multiple and the matrix has no basis of eigenvectors."""

import numpy as np
import pytest
from flint import acb, arb, ctx

from attnverify.stability.linearisation.ball_eigenvalues import enclosed_eigenvalues


def balls(matrix, radius=0.0):
    return np.array([[arb(float(entry), radius) for entry in row] for row in matrix], dtype=object)


@pytest.mark.parametrize(("matrix", "values"), [
    ([[2, 0], [0, -1]], [2, -1]),
    ([[0, -1], [1, 0]], [1j, -1j]),
    ([[3, 0], [0, 3]], [3, 3]),
    ([[3, 1], [0, 3]], [3, 3]),
    ([[2, 1, 0, 0], [0, 2, 1, 0], [0, 0, 2, 1], [0, 0, 0, 2]], [2, 2, 2, 2]),
    ([[5, 1, 0], [0, 5, 0], [0, 0, -4]], [5, 5, -4]),
    ([[0, 0], [0, 0]], [0, 0]),
])  # fmt: skip
def test_the_balls_contain_the_eigenvalues_and_are_small(matrix, values):
    with ctx.workprec(128):
        found = [acb(value) for value in enclosed_eigenvalues(balls(matrix, 1e-35))]
    left = list(values)
    for ball in found:
        place = next(i for i, value in enumerate(left) if ball.contains(acb(value)))
        del left[place]
        assert float(ball.real.rad()) < 1e-6
    assert left == []
