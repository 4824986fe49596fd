"""How long a measurement will take, said before it starts, and how much is left, shown to who is watching."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import numpy as np

# Shorter work is not announced.
NOTED = 5.0
# What a decomposition costs on one thread, in products of matrices of that size: measured for d from 256 to 1600.
EIGENVALUES, LEADING, EIGENVECTORS, DISCS, SINGULAR_VALUES, LEAST_SQUARES = 20, 14, 20, 80, 3, 4
# A weight that is read and converted, or put into another place, in weights that are drawn: measured.
READ, SHUFFLED = 0.6, 2.0


def announce(
    operations: float, d: int, dtype: np.dtype[np.generic], *, decompositions: float = 0, drawn: float = 0
) -> float:
    """Say on stderr how long the work will take, on this machine as it is now; returns seconds.

    operations : floating-point operations, in products of matrices of d columns.  decompositions : of (d, d) matrices
    in double precision, on one thread, in products of such matrices.  drawn : how many random numbers are drawn.
    """
    import numpy as np

    from attnverify.stability.blas_threads import one_blas_thread

    def product(dtype: np.dtype[np.generic]) -> float:
        left, right = np.ones((512, d), dtype=dtype), np.ones((d, d), dtype=dtype)
        _ = left @ right
        return _timed(lambda: left @ right) * d / 512

    seconds = operations / (2.0 * d**3) * product(dtype) if operations else 0.0
    if decompositions:
        with one_blas_thread():
            seconds += decompositions * product(np.dtype(np.float64))
    if drawn:
        rng = np.random.default_rng(0)
        seconds += drawn * _timed(lambda: rng.standard_normal(2**18, dtype=np.float32)) / 2**18
    if seconds >= NOTED:
        click.echo(f"projected time: about {duration(seconds)}", err=True)
    return seconds


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def attention_operations(d: int, tokens: int) -> float:
    """Of one attention sublayer, for so many tokens in all prompts together; short prompts."""
    return 8.0 * tokens * d * d


def block_operations(d: int, inner: int, tokens: int) -> float:
    """Of one block with its feed-forward part of width `inner`, or 0 for none."""
    return attention_operations(d, tokens) + 4.0 * tokens * d * inner


def block_weights(d: int, inner: int) -> float:
    """How many weights one block has, with its feed-forward part of width `inner`, or 0 for none."""
    return 4.0 * d * d + 2.0 * d * inner


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
