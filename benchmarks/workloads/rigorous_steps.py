"""Rigorous trajectories of maps and flows (`benchmarks/rigorous.py`); times of maps are those of a layer.

The plain way is the same enclosure with a derivative by power series; for the largest map, plain balls.
"""

from __future__ import annotations

from collections.abc import Iterator

from measure import Row
from rigorous import flows, maps


def rows() -> Iterator[Row]:
    """Contracting and expanding maps of three sizes, then flows."""
    for name, plain, balls, ours, goal, worst in maps():
        says = f"worst error {worst:.0e}"
        yield Row(f"rigorous map, {name}", plain or balls, ours, None, None, says, most=goal)
    for name, plain, _, ours, goal_or_none, error in flows(None):
        says = f"last error {error:.0e}"
        yield Row(f"rigorous flow, {name}", plain, ours, None, None, says, most=goal_or_none)
