"""How far the evidence for a claim reaches."""

from __future__ import annotations

from enum import Enum
from typing import NoReturn


class Verdict(Enum):
    """How far the evidence for a claim reaches.

    PROVED, CERTIFIED and REFUTED tie the claim's own sentence to a proof. What an argument in words, or the word of a
    tool, joins to the sentence reaches ARGUED, or ARGUED FALSE, and no more; what is drawn reaches TESTED.

    A verdict has no truth value: a decider that could not decide says OPEN, and nothing may read that as "holds".

    >>> Verdict.ARGUED.holds, Verdict.ARGUED_FALSE.fails, Verdict.OPEN.holds
    (True, True, False)
    >>> bool(Verdict.PROVED)
    Traceback (most recent call last):
    ...
    TypeError: a Verdict has no truth value; compare it with `is`
    """

    PROVED = "PROVED"
    CERTIFIED = "CERTIFIED"
    ARGUED = "ARGUED"
    TESTED = "TESTED"
    REFUTED = "REFUTED"
    ARGUED_FALSE = "ARGUED FALSE"
    OPEN = "OPEN"

    def __bool__(self) -> NoReturn:
        raise TypeError("a Verdict has no truth value; compare it with `is`")

    @property
    def holds(self) -> bool:
        """Whether the verdict speaks for the claim, at whatever strength."""
        return self.strength > 0

    @property
    def fails(self) -> bool:
        """Whether the verdict speaks against the claim."""
        return self in (Verdict.REFUTED, Verdict.ARGUED_FALSE)

    def meets(self, demand: Verdict) -> bool:
        """Whether this verdict is the one demanded, or a stronger one that speaks for the claim.

        >>> Verdict.PROVED.meets(Verdict.CERTIFIED), Verdict.CERTIFIED.meets(Verdict.PROVED)
        (True, False)
        >>> Verdict.REFUTED.meets(Verdict.ARGUED_FALSE), Verdict.OPEN.meets(Verdict.TESTED)
        (False, False)
        """
        return self is demand or (demand.holds and self.strength > demand.strength)

    @property
    def strength(self) -> int:
        """Rank among the verdicts that speak for a claim; 0 for those that do not."""
        ranks = {Verdict.PROVED: 4, Verdict.CERTIFIED: 3, Verdict.ARGUED: 2, Verdict.TESTED: 1}
        return ranks.get(self, 0)
