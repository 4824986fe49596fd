"""Tracking of a moving eigenvector by the first token (Remark 4.7): x = tan(angle of y_1 and v(t)).

U(t) is symmetric with simple largest eigenvalue, gap at least g, unit eigenvector v(t) and |v'| <= w. The first token
obeys  D+x <= w (1 + x^2) - (g/sqrt(d)) x.  Below the critical speed g/(2 sqrt(d)) the right side has the roots x_- < 1
and x_+ = 1/x_-: from x(0) < x_+ follows limsup x <= x_- = tan(asin(w/critical)/2). At a uniform rotation in the plane
this is an equality.

Source: "Consensus is all you get" (ICML 2025), Remark 4.7; the bound is the claim CON-B6.
"""

from __future__ import annotations

import numpy as np


def critical_speed(gap: float, d: int) -> float:
    """g/(2 sqrt(d)), the speed of v from which on tracking may fail. Raises ValueError unless gap > 0, d >= 2."""
    if not gap > 0 or d < 2:
        raise ValueError(f"gap = {gap}, d = {d}; allowed are gap > 0 and d >= 2")
    return float(gap / (2 * np.sqrt(d)))


def tracking_tangents(speed: float, gap: float, d: int) -> tuple[float, float]:
    """(x_-, x_+): the tangent within which v is finally tracked, and the one from below which it is.

    Raises ValueError unless 0 < speed < critical_speed(gap, d).
    """
    critical = critical_speed(gap, d)
    if not 0 < speed < critical:
        raise ValueError(f"speed = {speed}; allowed is 0 < speed < gap/(2 sqrt(d)) = {critical}")
    ratio = speed / critical
    inner = float(ratio / (1 + np.sqrt(1 - ratio**2)))
    return inner, 1 / inner


def tangent_rate(x: float, speed: float, gap: float, d: int) -> float:
    """w (1 + x^2) - (g/sqrt(d)) x, the bound on the rate of x >= 0. Raises ValueError as `critical_speed` does."""
    return float(speed * (1 + x**2) - 2 * critical_speed(gap, d) * x)


def height_bounds(error: float, gap: float, d: int) -> tuple[float, float]:
    """(b_-, b_+), the roots in [0, 1] of (g/sqrt(d)) b (1 - b^2) = error: b(0) > b_- gives liminf b >= b_+.

    error : sup |v'^T y_1|, the input of equation (8). With b = v^T y_1, claim CON-R4.7.c.
    Raises ValueError unless 0 <= error < 2 g/(3 sqrt(3 d)), the greatest value of the left side.
    """
    largest = 4 * critical_speed(gap, d) / (3 * np.sqrt(3))
    if not 0 <= error < largest:
        raise ValueError(f"error = {error}; allowed is 0 <= error < 2 gap/(3 sqrt(3 d)) = {largest}")
    turn = float(np.arccos(-error / largest)) / 3
    lower, upper = (float(2 / np.sqrt(3) * np.cos(turn - 2 * np.pi * k / 3)) for k in (1, 0))
    return max(lower, 0.0), min(upper, 1.0)
