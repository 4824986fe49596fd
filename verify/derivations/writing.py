"""Derivations as lines of the core's files: only the steps that the last one needs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ..core.files import VERSION, Section, Statement
from ..core.terms import LEAVES, State, unpacked
from .emit import Emitter, mapped


class Lines:
    """Lines that make terms when they are first used."""

    def __init__(self, state: State, head: str, name: str) -> None:
        self.state = state
        self.lines: list[bytes] = [_line([head, VERSION, name])]
        self._places: dict[int, int] = {}
        self._steps = 0

    def back(self, t: int) -> int:
        """How far a term that was made is back."""
        return len(self._places) - self._places[t]

    def term(self, t: int) -> None:
        """Makes a term."""
        stack = [t]
        while stack:
            top = stack[-1]
            op, *args = self.state.nodes[top]
            parts = [] if op in LEAVES else [args[1]] if op == "lam" else args
            missing = [part for part in parts if part not in self._places]
            if missing:
                stack += reversed(missing)
                continue
            stack.pop()
            if top in self._places:
                continue
            if op in LEAVES:
                row: list[Any] = [op, *args]
            elif op == "lam":
                row = [op, args[0], self.back(args[1])]
            else:
                row = [op, *map(self.back, args)]
            self._places[top] = len(self._places)
            self.lines.append(_line(row))

    def step(self, rule: str, args: tuple[Any, ...]) -> None:
        """Adds a step, after the terms that it names."""
        mapped(rule, args, lambda k: k, self.term)
        self.lines.append(_line([f"!{rule}", *mapped(rule, args, lambda k: self._steps - k, self.back)]))
        self._steps += 1


def derivation(emitter: Emitter, k: int, name: str) -> Section:
    """The derivation whose last sequent is k."""
    lines = Lines(emitter.state, "derivation", name)
    for rule, args in emitter.pruned(k):
        lines.step(rule, args)
    return Section("derivation", name, "made here", tuple(lines.lines))


def statement_text(statement: Statement) -> str:
    """The file of the core that asks for one statement."""
    state = State()
    t = unpacked(state, statement.formula, {})
    lines = Lines(state, "statements", statement.name)
    lines.term(t)
    rows = [*lines.lines, _line([statement.kind, statement.name, lines.back(t)])]
    return b"".join(row + b"\n" for row in rows).decode("ascii")


def _line(row: Iterable[Any]) -> bytes:
    return json.dumps(list(row), separators=(",", ":"), default=str).encode("ascii")
