"""The five rungs of the evidence ladder."""

from __future__ import annotations

from enum import Enum
from typing import NoReturn


class Verdict(Enum):
    """How far the evidence for a claim reaches.

    A verdict has no truth value: a decider that could not decide says OPEN, and nothing may read that as "holds".

    >>> Verdict.PROVED.holds, Verdict.OPEN.holds
    (True, False)
    >>> bool(Verdict.PROVED)
    Traceback (most recent call last):
    ...
    TypeError: a Verdict has no truth value; compare it with `is`
    """

    PROVED = "PROVED"
    CERTIFIED = "CERTIFIED"
    TESTED = "TESTED"
    REFUTED = "REFUTED"
    OPEN = "OPEN"

    def __bool__(self) -> NoReturn:
        raise TypeError("a Verdict has no truth value; compare it with `is`")

    @property
    def holds(self) -> bool:
        """Whether the verdict speaks for the claim, at whatever strength."""
        return self in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.TESTED)

    @property
    def strength(self) -> int:
        """Rank among the verdicts that speak for a claim; 0 for those that do not."""
        return {Verdict.PROVED: 3, Verdict.CERTIFIED: 2, Verdict.TESTED: 1}.get(self, 0)
