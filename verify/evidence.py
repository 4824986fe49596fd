"""What a computation found, and the verdict of a claim that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .verdict import Verdict

REACHED = (Verdict.ARGUED, Verdict.TESTED, Verdict.OPEN)
# What a method may begin with to be called a tool: anything else is the word of the claim's author.
_TOOLS = {
    "sympy": "SymPy", "flint": "python-flint", "python-flint": "python-flint", "numpy": "NumPy",
    "scipy": "SciPy", "mpmath": "mpmath",
}  # fmt: skip


@dataclass(frozen=True)
class Evidence:
    """What one computation found.

    verdict : ARGUED where a tool enclosed all that the claim speaks of, TESTED where nothing drawn speaks against it,
        OPEN otherwise.
    scope : in words, the sizes, draws and parameters it speaks about.  method : the tool and the technique.
    reason : for OPEN, what resisted; otherwise a remark for the reader, such as the worst margin.
    crashed : it is OPEN because of an exception, not because the mathematics resisted.
    """

    verdict: Verdict
    scope: str
    method: str
    reason: str = ""
    crashed: bool = False
    seconds: float = 0.0

    @property
    def checked_by(self) -> str:
        """Whose word it is: that of the draws, or of the tool that the method begins with."""
        if self.verdict is Verdict.OPEN:
            return ""
        if self.verdict is Verdict.TESTED:
            return "sampling"
        first = self.method.replace(",", " ").replace(":", " ").strip().partition(" ")[0]
        return f"{_TOOLS.get(first.lower(), 'its author')}'s word"


def open_(scope: str, method: str, reason: str) -> Evidence:
    """Undecided, with the reason."""
    return Evidence(Verdict.OPEN, scope, method, reason)


def conjunction(parts: Mapping[str, Evidence], *, scope: str) -> Evidence:
    """One piece of evidence for a statement that is the conjunction of `parts`: as good as the weakest of them.

    Raises ValueError when there are no parts.
    """
    if not parts:
        raise ValueError("conjunction of no parts: give at least one part")
    says, weakest = min(parts.items(), key=lambda part: part[1].verdict.strength)
    methods = "; ".join(dict.fromkeys(part.method for part in parts.values()))
    reasons = " ".join(dict.fromkeys(part.reason for part in parts.values() if part.reason))
    opened = weakest.verdict is Verdict.OPEN
    return Evidence(weakest.verdict, scope, methods, f"undecided: {says}: {weakest.reason}" if opened else reasons)


@dataclass(frozen=True)
class Combined:
    """The verdict of a claim, with the scope and the reason of what decided it."""

    verdict: Verdict
    scope: str
    reason: str = ""
