"""Tokens on the circle in no open half circle: a search for states of which no arc's turning raises the energy.

Turning the tokens of S by one angle changes the energy at an equilibrium, to second order, by a negative multiple of

    cut(S) = sum_{i in S, j not in S} g(theta_i - theta_j),   g(s) = e^(beta cos s) (cos s - beta sin^2 s),

so that an equilibrium with a negative cut is a strict saddle. The search halves boxes of gaps between neighbours until
an arc with a negative cut is found on each. Rounding is outwards only: angles are whole multiples of pi/grid, kept in
integers; g is bounded there from above in ball arithmetic, by whole multiples of 2^-24, whose sums are exact in floats.
Between two grid points of one half circle g is at most the larger of its two values, since as a function of
c = cos s it falls and then rises: its derivative is e^(beta c) (beta^2 c^2 + 3 beta c + 1 - beta^2), which is positive
at c = 1, and at c = -1 negative where the vertex c = -3/(2 beta) of that parabola is above -1.

Source: arXiv 2312.10794, (B.2) and Problem 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise

import numpy as np
from flint import arb, ctx, fmpq

from ..numbers import Array

_UNIT = 2**24
_EXACT = 2**53
_BITS = 64
_AT_ONCE = 50_000
_FIRST = Fraction(1, 4)
_NARROWEST = Fraction(1, 1024)


@dataclass(frozen=True)
class ArcCuts:
    """What a search found.

    boxes : how many boxes were looked at. left : the gaps (n,), in multiples of pi/grid, and the beta of a state that
    the search could not decide, None where an arc has a negative cut at every state.
    """

    boxes: int
    left: tuple[tuple[int, ...], Fraction] | None


def arc_cuts(
    n: int, low: Fraction, high: Fraction, *, grid: int = 512, widest: Fraction = Fraction(1), most: int = 20_000_000
) -> ArcCuts:
    """Whether states of n tokens without a gap above widest*pi have an arc with a negative cut; low <= beta <= high.

    grid : into how many steps pi is divided, a multiple of widest's denominator. widest : 1 for the states in no open
    half circle. most : ends the search after so many boxes.
    Raises ValueError for n < 3, another order than 0 <= low <= high, widest outside [2/n, 2], or e^high n^2 above 2^29.

    >>> arc_cuts(4, Fraction(0), Fraction(7, 2)).left is None
    True
    """
    if n < 3 or not 0 <= low <= high or not Fraction(2, n) <= widest <= 2 or (grid * widest).denominator != 1:
        raise ValueError(
            f"n is {n}, beta in [{low}, {high}], widest is {widest}, grid is {grid}; allowed are n >= 3,"
            " 0 <= low <= high, 2/n <= widest <= 2 and a grid on which widest*pi lies"
        )
    if arb(fmpq(*high.as_integer_ratio())).exp() * n * n * _UNIT > _EXACT:
        raise ValueError(f"beta is up to {high} with {n} tokens; allowed is e^beta n^2 <= 2^29, so that sums are exact")
    search = _Search(n, grid, int(grid * widest), most)
    steps = max(1, int(-(-(high - low) // _FIRST)))
    ends = [low + (high - low) * k / steps for k in range(steps + 1)]
    cells = [*pairwise(ends)]
    while cells:
        below, above = cells.pop()
        left = search.undecided(below, above)
        if left is None:
            continue
        if above - below <= _NARROWEST or search.boxes > most:
            return ArcCuts(search.boxes, (left, (below + above) / 2))
        middle = (below + above) / 2
        cells += [(below, middle), (middle, above)]
    return ArcCuts(search.boxes, None)


class _Search:
    """Boxes of the first n - 1 gaps, in grid steps: the last gap is a largest, the first at most the last but one."""

    def __init__(self, n: int, grid: int, widest: int, most: int) -> None:
        self.n, self.grid, self.widest, self.most, self.boxes = n, grid, widest, most, 0
        pairs = list(combinations(range(n), 2))
        self.first, self.second = (np.array(side) for side in zip(*pairs, strict=True))
        arcs = list(combinations(range(n), 2))  # {a, ..., b - 1}
        self.across = np.array([[float((a <= i < b) != (a <= j < b)) for a, b in arcs] for i, j in pairs])

    def undecided(self, below: Fraction, above: Fraction) -> tuple[int, ...] | None:
        """The gaps of a state that stays undecided for beta between the two; None where every box is decided."""
        table = np.array([*bounds_of_g(self.grid, below, above)], dtype=float)
        table = np.concatenate([table, table[-2::-1]])
        low = np.zeros((1, self.n - 1), dtype=np.int64)
        stack = [(low, np.full_like(low, self.widest))]
        while stack:
            low, high = stack.pop()
            self.boxes += len(low)
            low, high = self._narrowed(low, high)
            high_enough = self._greatest_least(low, high, table) >= 0
            low, high = low[high_enough], high[high_enough]
            if not len(low):
                continue
            width = (high - low).max(axis=1)
            if np.any(width <= 1) or self.boxes > self.most:
                return self._state(low[width.argmin()], high[width.argmin()])
            stack += _halved(low, high)
        return None

    def _state(self, low: Array, high: Array) -> tuple[int, ...]:
        """The gaps of a state of the box, the last one as wide as it may be there."""
        room = max(0, 2 * self.grid - self.widest - int(low.sum()))
        gaps = low + np.diff(np.minimum(np.cumsum(high - low), room), prepend=0)
        return (*map(int, gaps), int(2 * self.grid - gaps.sum()))

    def _narrowed(self, low: Array, high: Array) -> tuple[Array, Array]:
        """The boxes without what the last gap and the order exclude; those that are empty are left out."""
        turn = 2 * self.grid
        for _ in range(2):
            least, greatest = low.sum(axis=1), high.sum(axis=1)
            last_low = np.maximum(turn - greatest, low.max(axis=1))
            last_high = np.minimum(self.widest, turn - least)
            high = np.minimum(high, last_high[:, np.newaxis])
            high = np.minimum(high, (turn - last_low - least)[:, np.newaxis] + low)
            low = np.maximum(low, (turn - last_high - greatest)[:, np.newaxis] + high)
            high[:, 0] = np.minimum(high[:, 0], high[:, -1])
            low[:, -1] = np.maximum(low[:, -1], low[:, 0])
        fits = np.all(low <= high, axis=1) & (last_low <= last_high)
        return low[fits], high[fits]

    def _greatest_least(self, low: Array, high: Array, table: Array) -> Array:
        """Upper bounds of the least cut on every box."""
        near, far = (self._angles(gaps) for gaps in (low, high))
        far = np.minimum(far, 2 * self.grid)
        g = np.maximum(table[near], table[far])
        g = np.where((near <= self.grid) & (far >= self.grid), np.maximum(g, table[self.grid]), g)
        return np.asarray((g @ self.across).min(axis=1))

    def _angles(self, gaps: Array) -> Array:
        places = np.concatenate([np.zeros((len(gaps), 1), dtype=np.int64), np.cumsum(gaps, axis=1)], axis=1)
        return np.asarray(places[:, self.second] - places[:, self.first])


def least_arc_cut(gaps: Sequence[int], beta: Fraction, *, grid: int = 512) -> arb:
    """The least cut of an arc at the state with these gaps, in multiples of pi/grid, of sum 2 grid; a ball.

    >>> least_arc_cut((512, 512), Fraction(1))
    [-0.367879441171442 +/- 3.35e-16]
    """
    if sum(gaps) != 2 * grid or min(gaps) < 0:
        raise ValueError(f"the gaps {tuple(gaps)} have the sum {sum(gaps)}; allowed are gaps >= 0 of sum {2 * grid}")
    places = [sum(gaps[:k]) for k in range(len(gaps))]
    strength = arb(fmpq(*beta.as_integer_ratio()))

    def g(steps: int) -> arb:
        cosine, sine = arb.cos_pi_fmpq(fmpq(steps, grid)), arb.sin_pi_fmpq(fmpq(steps, grid))
        return (strength * cosine).exp() * (cosine - strength * sine * sine)

    cuts = [
        sum((g(abs(i - j)) for i in places[a:b] for j in (*places[:a], *places[b:])), arb(0))
        for a, b in combinations(range(len(gaps)), 2)
    ]
    return reduce(arb.min, cuts)


def bounds_of_g(grid: int, below: Fraction, above: Fraction) -> Iterator[int]:
    """Upper bounds of 2^30 g(k pi/grid) for k = 0, ..., grid and every beta between the two."""
    with ctx.workprec(_BITS):
        ends = [arb(fmpq(*beta.as_integer_ratio())) for beta in (below, above)]
        for k in range(grid + 1):
            cosine, sine = arb.cos_pi_fmpq(fmpq(k, grid)), arb.sin_pi_fmpq(fmpq(k, grid))
            factor = cosine - ends[0] * sine * sine
            powers = [(beta * cosine).exp() for beta in ends]
            power = powers[0].union(powers[1])
            yield int((factor * power * _UNIT).upper().fmpq().ceil())


def _halved(low: Array, high: Array) -> list[tuple[Array, Array]]:
    """The boxes, at least one, halved along their longest side, in portions."""
    rows, longest = np.arange(len(low)), (high - low).argmax(axis=1)
    middle = (low[rows, longest] + high[rows, longest]) // 2
    lows, highs = np.concatenate([low, low]), np.concatenate([high, high])
    highs[rows, longest] = middle
    lows[rows + len(low), longest] = middle
    return [(lows[k : k + _AT_ONCE], highs[k : k + _AT_ONCE]) for k in range(0, len(lows), _AT_ONCE)]
