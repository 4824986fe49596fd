"""Single terms of sums, sines and cosines, the limit of a small speed: what they give, and what they must not."""

from __future__ import annotations

from itertools import product
from math import cos, exp, isclose, sin

import pytest

from verify.kernel.statements import read
from verify.kernel.terms import Rejected


def test_differences_of_angles_are_those_of_the_library() -> None:
    for a, b in product((-2.5, -0.3, 0.0, 0.7, 3.1), repeat=2):
        assert isclose(cos(a - b), cos(a) * cos(b) + sin(a) * sin(b), abs_tol=1e-15)
        assert isclose(sin(a - b), sin(a) * cos(b) - cos(a) * sin(b), abs_tol=1e-15)


def test_the_remaining_way_of_a_small_speed_is_at_most_its_bound() -> None:
    """Speeds w(t) exp(-k t) with |w| <= c: what is left of the way from any time on is at most c/k exp(-k t)."""
    steps, end = 4000, 12.0
    for k, c, turns in product((0.7, 2.0), (1.0, 3.0), (0.0, 5.0)):
        h = end / steps
        way = [0.0]
        for step in range(steps):
            t = (step + 0.5) * h
            way.append(way[-1] + h * c * cos(turns * t) * exp(-k * t))
        rest = [abs(way[-1] - y) / (c / k * exp(-k * n * h)) for n, y in enumerate(way[: steps // 2])]
        assert max(rest) <= 1 + 1e-3
        assert turns or max(rest) > 0.99


def test_a_word_at_a_family_of_vectors_is_refused_and_not_a_crash() -> None:
    statement = {"letters": ["x[token]: vector; u: vector"], "show": ["dot(x, u) == 0"]}
    with pytest.raises(Rejected, match="x is token -> vector, wanted vector token in"):
        read(statement)
