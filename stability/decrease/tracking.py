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
