"""How far evidence reaches: the rung of one step, and the verdict on a whole claim."""

from __future__ import annotations

from enum import Enum
from typing import NoReturn


class Verdict(Enum):
    """How far the evidence for a claim reaches.

    PROVED, CERTIFIED and REFUTED tie the claim's own sentence to a proof. A claim whose check yields steps that an
    argument joins to the sentence reaches ARGUED, or ARGUED FALSE where the steps speak against it, and no more.

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


class Rung(Enum):
    """How far one step of evidence reaches, in lower case, so that nobody reads it as the verdict on a claim.

    PROVED : for everything in the step's scope. CERTIFIED : on a stated compact set or finite list.
    TESTED : no counterexample was drawn. REFUTED : an exact counterexample. OPEN : not decided.
    """

    PROVED = "proved"
    CERTIFIED = "certified"
    TESTED = "sampled"
    REFUTED = "refuted"
    OPEN = "open"

    def __bool__(self) -> NoReturn:
        raise TypeError("a Rung has no truth value; compare it with `is`")

    @property
    def holds(self) -> bool:
        """Whether the step speaks for what it says, at whatever strength."""
        return self.strength > 0

    @property
    def strength(self) -> int:
        """Rank among the rungs that speak for a step; 0 for those that do not."""
        return {Rung.PROVED: 3, Rung.CERTIFIED: 2, Rung.TESTED: 1}.get(self, 0)

    @property
    def argued(self) -> Verdict:
        """The best verdict on a claim that such a step can carry: what joins the two is an argument.

        >>> Rung.PROVED.argued.value, Rung.REFUTED.argued.value, Rung.TESTED.argued.value
        ('ARGUED', 'ARGUED FALSE', 'TESTED')
        """
        return _ARGUED[self]


_ARGUED = {
    Rung.PROVED: Verdict.ARGUED,
    Rung.CERTIFIED: Verdict.ARGUED,
    Rung.TESTED: Verdict.TESTED,
    Rung.REFUTED: Verdict.ARGUED_FALSE,
    Rung.OPEN: Verdict.OPEN,
}
