"""How much a search may do, counted in steps of the kernel: the same in every process and on every machine."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from ..kernel.terms import steps


class TimeOut(Exception):  # noqa: N818
    """The time that somebody gave the whole search is over: nothing is decided."""


class Effort:
    """The steps that a search may take from here on.

    most : how many. seconds : of processor time, after which the whole search ends with TimeOut; None where it may
    last. What is found within it never depends on the clock.
    """

    def __init__(self, most: int, seconds: float | None = None) -> None:
        self.most, self.limit = most, steps.done + most
        self._end = None if seconds is None else time.process_time() + seconds

    def over(self) -> bool:
        """Whether the steps are taken. Raises TimeOut."""
        if self._end is not None and time.process_time() > self._end:
            raise TimeOut("the time is over")
        return steps.done > self.limit

    @property
    def left(self) -> int:
        """How many steps are left."""
        return max(0, self.limit - steps.done)

    def renew(self, most: int) -> None:
        """From here on so many steps, whatever was taken, and no more than there were at first."""
        self.limit = steps.done + min(most, self.most)

    @contextmanager
    def within(self, most: float, hard: bool = False) -> Iterator[None]:
        """For a part of the search at most so many steps, and no more than are left.

        hard : what does not ask, and takes twice as many, is ended; by Rejected.
        """
        kept, self.limit, last = self.limit, min(self.limit, steps.done + int(most)), steps.limit
        if hard:
            steps.limit = min(last, steps.done + 2 * int(most))
        try:
            yield
        finally:
            self.limit, steps.limit = kept, last
