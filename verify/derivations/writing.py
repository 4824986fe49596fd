"""Derivations as lines of the core's files: only the steps that the last one needs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from attnverify.verify.core.files import VERSION, Section
from attnverify.verify.core.terms import LEAVES, State
from attnverify.verify.derivations.emit import Emitter

_TERMS = {
    "assume": (0,),
    "disch": (1, None),
    "gen": (1, None),
    "inst": (1, None),
    "ax": (1, None),
    "ring": (0, 1),
    "same": (2,),
    "ext": (1,),
}


class Lines:
    """Lines that make terms when they are first used."""

    def __init__(self, state: State, head: str, name: str) -> None:
        self.state = state
        self.lines: list[bytes] = [_line([head, VERSION, name])]
        self._places: dict[int, int] = {}

    def term(self, t: int) -> int:
        """The place of a term."""
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
            if op == "q":
                row: list[Any] = [op, str(args[0])]
            elif op in LEAVES:
                row = [op, *args]
            elif op == "lam":
                row = [op, args[0], self._places[args[1]]]
            else:
                row = [op, *[self._places[part] for part in args]]
            self._places[top] = len(self._places)
            self.lines.append(_line(row))
        return self._places[t]

    def step(self, rule: str, args: tuple[Any, ...]) -> None:
        if rule == "comb":
            goal, parts, eqs = args
            made = [[str(c), list(ks), [self.term(x) for x in squares]] for c, ks, squares in parts]
            row = [self.term(goal), made, [[self.term(f), k] for f, k in eqs]]
        else:
            where = _TERMS.get(rule, ())
            first = where[0] if where and where[-1] is None else None
            row = [
                self.term(x)
                if k in where or (first is not None and k >= first)
                else [list(p) for p in x]
                if isinstance(x, tuple) and rule == "cite"
                else x
                for k, x in enumerate(args)
            ]
        self.lines.append(_line([f"!{rule}", *row]))


def derivation(emitter: Emitter, k: int, name: str) -> Section:
    """The derivation whose last sequent is k."""
    lines = Lines(emitter.state, "derivation", name)
    for rule, args in emitter.pruned(k):
        lines.step(rule, args)
    return Section("derivation", name, "made here", tuple(lines.lines))


def _line(row: Iterable[Any]) -> bytes:
    return json.dumps(list(row), separators=(",", ":")).encode("ascii")


__all__ = ["Lines", "derivation", "sha256"]
