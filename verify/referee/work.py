"""The work that rechecking may cost, counted in steps of the referee and never in seconds: the same on every machine.

Every claim may cost so much and no more, and so may a whole ledger. One unit is about one operation on small numbers;
the limits on single expansions and evaluations hold beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attnverify.verify.referee.syntax import GrammarError, Node, parse

CLAIM_WORK = 2_000_000
LEDGER_WORK = 12_500_000


class SpentError(GrammarError):
    """No work is left; nothing was decided."""


class Work:
    """So many units, of one claim or of a whole ledger.

    whole : what is spent here is spent there as well.
    """

    def __init__(self, limit: int, whole: Work | None = None) -> None:
        self.limit = limit
        self.left = limit
        self.whole = whole

    @property
    def spent(self) -> bool:
        """Whether nothing is left, here or of the whole."""
        return self.left < 0 or (self.whole is not None and self.whole.spent)

    def spend(self, units: int) -> None:
        """Account for `units`; raises SpentError when nothing is left."""
        self.left -= units
        if self.left < 0:
            raise SpentError(f"rechecking needs more than {self.limit} units of work")
        if self.whole is not None:
            self.whole.spend(units)


_open: list[Work] = []


@contextmanager
def counted(work: Work) -> Iterator[None]:
    """Everything inside the block is accounted to `work`."""
    _open.append(work)
    try:
        yield
    finally:
        _open.pop()


def read(text: str) -> Node:
    """The tree of `text`, as `parse` gives it, accounted for by its length."""
    if isinstance(text, str):
        spend(10 + len(text) + (len(text) >> 2))
    return parse(text)


def spend(units: int) -> None:
    """Account for `units` where work is counted; raises SpentError when nothing is left."""
    if _open:
        _open[-1].spend(units)
