"""Basins of attraction: regions that are certified to converge, the step that enters one.

Consensus cone: V symmetric with |lambda_j| < lambda_1 for j >= 2. If all v_1^T x_i have one sign, every attention map
(any P, full or causal, any alpha > 0) keeps that sign and multiplies the largest tangent of the angles to the line of
v_1 by (1 + alpha l)/(1 + alpha lambda_1) at most, l = max |lambda_j|, j >= 2.

Caps: P = beta v_1 v_1^T, p tokens within the angle theta of v_1 and q of -v_1, c = cos theta. No token gives more than
w = 1/(1 + (min(p, q)/max(p, q)) e^(2 beta c^2)) of its attention to the other pole. If l < lambda_1 (1 - w - w/c) the
caps are invariant, and the largest tangent contracts by (1 + alpha l)/(1 + alpha lambda_1 (1 - w - w/c)), any alpha >
0.

Source: derived in this project; claims POW-N9 and POW-N9.cone decide both statements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..numbers import Array

Region = Callable[[Array], bool]


def opposite_weight(p: Any, q: Any, gain: Any) -> Any:
    """w: the most attention a token in the caps gives to the other pole; gain = e^(2 beta cos^2 theta)."""
    low, high = (p, q) if p < q else (q, p)
    return 1 / (1 + gain * low / high)


def cap_rate(lambda_1: Any, rest: Any, w: Any, cosine: Any, alpha: Any) -> Any | None:
    """The contraction factor in the caps of angle theta, cos theta = cosine; None when the criterion fails.

    Raises ValueError unless alpha > 0, lambda_1 > 0, rest >= 0 and 0 < cosine <= 1.

    >>> from fractions import Fraction
    >>> cap_rate(1, Fraction(1, 4), Fraction(1, 10), Fraction(1, 2), 1)
    Fraction(25, 34)
    """
    if not (alpha > 0 and lambda_1 > 0 and rest >= 0 and 0 < cosine <= 1):
        raise ValueError(
            f"alpha = {alpha}, lambda_1 = {lambda_1}, rest = {rest}, cosine = {cosine}; needed: alpha > 0,"
            " lambda_1 > 0, rest >= 0, 0 < cosine <= 1"
        )
    held = lambda_1 * (1 - w - w / cosine)
    return (1 + alpha * rest) / (1 + alpha * held) if rest < held else None


def basin(v: Array, cosine: Any = None) -> Region:
    """A part of the basin of consensus at v or -v, v : (d,): whether all tokens certainly have v^T x_i of one sign.

    cosine : where it is given, a part of the basin of the bipartite states on the line of v, if `cap_rate` is no None:
        whether every token certainly has |v^T x_i| >= cosine, with both signs present.
    """

    def inside(X: Array) -> bool:
        heights = X @ v
        if cosine is None:
            return bool(all(h > 0 for h in heights) or all(h < 0 for h in heights))
        up = [h for h in heights if h >= cosine]
        down = [h for h in heights if -h >= cosine]
        return bool(up and down and len(up) + len(down) == len(heights))

    return inside


def first_entry(X: Array, layer: Callable[[Array], Array], region: Region, limit: int) -> int | None:
    """The first step 0, ..., limit at which the trajectory from X is certainly in `region`; None if at none of them.

    With balls (dtype object of `arb`) the answer is rigorous: a comparison of balls is true only when it is certain.
    """
    for step in range(limit + 1):
        if region(X):
            return step
        X = layer(X)
    return None
