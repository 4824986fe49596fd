"""Texts of the terms of one derivation in Rocq: free letters have names of their own, and what is long has a name."""

from __future__ import annotations

import re

from ..core.terms import Sort, State
from .print import Printer, sort_text

LONG = 200  # letters of a text that may be repeated
Bound = tuple[str, ...]


class Letters(Printer):
    """Free letters have names of their own."""

    def parts(self, t: int, bound: Bound) -> tuple[str, int]:
        return (self.letter(t), 0) if self.state.nodes[t][0] == "v" else super().parts(t, bound)

    def letter(self, t: int) -> str:
        return re.sub(r"\W", "_", f"{self.state.nodes[t][1]}_{t}")


class Abbreviations(Letters):
    """What is long has a name, as many steps repeat it; its definition is added to the lines."""

    def __init__(self, state: State, lines: list[str]) -> None:
        super().__init__(state)
        self.lines, self._named = lines, set[int]()

    def parts(self, t: int, bound: Bound) -> tuple[str, int]:
        whole, own = super().parts(t, bound)
        short = " ".join([f"t'{t}", *self.arguments(t, bound)])
        if len(whole) < max(LONG, 2 * len(short)):
            return whole, own
        if t not in self._named:
            here = self.bound(t)
            whole, _ = super().parts(t, here)
            self.lines.append(f"Definition t'{t}{self.binders(t, here)} : {sort_text(self.state.sort(t))} := {whole}.")
            self._named.add(t)
        return short, 10

    def _loose(self, t: int) -> list[tuple[int, Sort]]:
        """The loose letters of a term, the outermost first."""
        return sorted(self.state.loose[t], reverse=True)

    def bound(self, t: int) -> Bound:
        """Names for all that is bound around a term, as far as it is loose."""
        return tuple(f"x{k}" for k in range(max((k + 1 for k, _ in self.state.loose[t]), default=0)))

    def arguments(self, t: int, bound: Bound) -> list[str]:
        """The letters of a term, free and loose."""
        return [*map(self.letter, sorted(self.state.free[t])), *(bound[-1 - k] for k, _ in self._loose(t))]

    def binders(self, t: int, bound: Bound) -> str:
        """These letters as binders."""
        sorts = [*map(self.state.sort, sorted(self.state.free[t])), *(sort for _, sort in self._loose(t))]
        return "".join(f" ({x} : {sort_text(s)})" for x, s in zip(self.arguments(t, bound), sorts, strict=True))
