"""How long a measurement will take, said before it starts, and how much is left, shown to who is watching."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import numpy as np

# Shorter work is not announced.
NOTED = 5.0
# What a decomposition costs, in products of matrices of that size: measured, on several dimensions, as 2 d^3 each.
EIGENVALUES, EIGENVECTORS, DISCS, SINGULAR_VALUES = 40, 70, 110, 10


def announce(operations: float, d: int, dtype: np.dtype[np.generic]) -> float:
    """Say on stderr how long so many floating-point operations will take, in products of d columns; returns seconds.

    The speed is measured now, with one product of matrices.
    """
    import numpy as np

    left, right = np.ones((512, d), dtype=dtype), np.ones((d, d), dtype=dtype)
    _ = left @ right
    begun = time.perf_counter()
    _ = left @ right
    seconds = operations * (time.perf_counter() - begun) / (2 * 512 * d * d)
    if seconds >= NOTED:
        click.echo(f"projected time: about {duration(seconds)}", err=True)
    return seconds


def attention_operations(d: int, tokens: int) -> float:
    """Of one attention sublayer, for so many tokens in all prompts together; short prompts."""
    return 8.0 * tokens * d * d


def block_operations(d: int, inner: int, tokens: int) -> float:
    """Of one block with its feed-forward part of width `inner`, or 0 for none."""
    return attention_operations(d, tokens) + 4.0 * tokens * d * inner


class Steps:
    """Counts finished steps and shows the time left on one line of stderr, if someone is watching."""

    def __init__(self, total: int, what: str) -> None:
        self.total, self.what, self.done = total, what, 0
        self.begun = time.perf_counter()
        self.watched = sys.stderr.isatty()

    def step(self, note: str = "") -> None:
        """One step is finished."""
        self.done += 1
        if not self.watched:
            return
        left = (time.perf_counter() - self.begun) / self.done * (self.total - self.done)
        line = f"{self.what} {self.done}/{self.total}, {duration(left)} left {note}"
        click.echo(f"\r{line:<78.78}", err=True, nl=False)

    def close(self) -> None:
        """Clear the line."""
        if self.watched and self.done:
            click.echo(f"\r{'':<78}\r", err=True, nl=False)


def duration(seconds: float) -> str:
    """Seconds, minutes or hours, as one says them.

    >>> duration(3.2), duration(200), duration(9000)
    ('3 s', '3 min', '2.5 h')
    """
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
