"""How long a measurement will take, said once one of its steps is done, and how much is left, for who is watching."""

from __future__ import annotations

import sys
import time

import click

# Shorter work is not announced.
NOTED = 5.0


class Steps:
    """Counts finished steps. If someone is watching, the time left is shown on one line of stderr; otherwise the time
    of the whole is said there after the first step, by what that took."""

    def __init__(self, total: int, what: str) -> None:
        self.total, self.what, self.done = total, what, 0
        self.begun = time.perf_counter()
        self.watched = sys.stderr.isatty()

    def step(self, note: str = "") -> None:
        """One step is finished."""
        self.done += 1
        each = (time.perf_counter() - self.begun) / self.done
        if self.watched:
            line = f"{self.what} {self.done}/{self.total}, {duration(each * (self.total - self.done))} left {note}"
            click.echo(f"\r{line:<78.78}", err=True, nl=False)
        elif self.done == 1 and each * self.total >= NOTED:
            click.echo(f"projected time: about {duration(each * self.total)}", err=True)

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
