"""The argument of a claim: which claims it rests on, whether it speaks for the sentence, and the joint in words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .verdict import Verdict

_SHAPE = re.compile(r"(false )?by ((?:[\w.-]+, )*[\w.-]+): (\S.*)")


@dataclass(frozen=True)
class Argument:
    """Words that a person must read, joining claims to the sentence of another one.

    rests_on : ids of the claims that it joins. false : whether it speaks against the sentence.
    """

    rests_on: tuple[str, ...]
    words: str
    false: bool = False

    @property
    def verdict(self) -> Verdict:
        """What the sentence is worth, where all that the argument rests on holds."""
        return Verdict.ARGUED_FALSE if self.false else Verdict.ARGUED

    def __str__(self) -> str:
        return f"{'false ' if self.false else ''}by {', '.join(self.rests_on)}: {self.words}"


def argument(text: str) -> Argument | None:
    """The argument that stands in a text; None where it names no claims, or says nothing.

    >>> argument("false by PER-N8, LEM-corners: the corners are such a state").verdict.value
    'ARGUED FALSE'
    >>> argument("by PER-N8") is None
    True
    """
    found = _SHAPE.fullmatch(text)
    return Argument(tuple(found[2].split(", ")), found[3], bool(found[1])) if found else None
