"""How the workloads measure: medians of process times in one process, and the limits of the machine."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Row:
    """One line of the table: seconds of the plain way and of ours, the least ratio wanted, seconds at the limit.

    most : the most seconds wanted, where it is not a ratio that is wanted.
    """

    workload: str
    plain: float
    ours: float
    goal: float | None = None
    limit: float | None = None
    accuracy: str = ""
    most: float | None = None

    @property
    def missed(self) -> bool:
        """Whether the ratio is below the goal, or the time above."""
        slow = self.goal is not None and self.plain / self.ours < self.goal
        return slow or (self.most is not None and self.ours > self.most)

    def text(self) -> str:
        """The line as `speed.py` prints it."""
        goal = "" if self.goal is None else f"{self.goal:.5g}x"
        goal = goal if self.most is None else f"<{seconds(self.most)}"
        limit = "" if self.limit is None else seconds(self.limit)
        share = "" if self.limit is None else f"{100 * self.limit / self.ours:.0f} %"
        ratio = f"{self.plain / self.ours:.3g}x{'' if not self.missed else ' !'}"
        return (
            f"{self.workload:58} {seconds(self.plain):>10} {seconds(self.ours):>10} {ratio:>8} {goal:>8} {limit:>9}"
            f" {share:>6}  {self.accuracy}"
        )


def seconds(value: float) -> str:
    """A time with its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.3g} us"


def timed(run: Callable[[], Any], repeats: int = 1) -> tuple[Any, float]:
    """What `run` returns, and the median of its process times."""
    spent = []
    for _ in range(repeats):
        start = time.process_time()
        found = run()
        spent.append(time.process_time() - start)
    return found, statistics.median(spent)


@cache
def product_rate(dtype: str = "d") -> float:
    """Floating-point operations a second in a product of two matrices of 1000 rows."""
    A = np.random.default_rng(0).normal(size=(1000, 1000)).astype(dtype)
    return 2e9 / timed(lambda: A @ A, 5)[1]


@cache
def exp_rate(dtype: str = "d") -> float:
    """Exponentials of NumPy a second, on numbers in the first cache."""
    x = np.random.default_rng(0).uniform(-9, 0, 4096).astype(dtype)
    return 4096 * 200 / timed(lambda: [np.exp(x) for _ in range(200)], 5)[1]
