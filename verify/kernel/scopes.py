"""What the names of a statement mean, and which sort may stand where another one is wanted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from . import vocabulary as words
from .parsing import Tree
from .terms import HEAD, NUMBER, SIZE, TOKEN, Letter, Rejected, Sort, Term

NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


@dataclass(frozen=True)
class Macro:
    """A definition that is expanded wherever it is used: parameters, body, and the scope its names are read in."""

    name: str
    parameters: tuple[str, ...]
    body: Tree
    scope: Scope


@dataclass(frozen=True)
class Definition:
    """A predicate that abbreviates a formula: letters and the formula. Kept folded until a proof unfolds it."""

    name: str
    letters: tuple[Letter, ...]
    formula: Term
    timed: bool


@dataclass
class Scope:
    """What the names of a statement mean.

    names : letters, macros, maps, flows and states by name.
    spaces : the names of the vector spaces; the one space of a statement without any is called "".
    groups : the declared partition of the tokens.
    definitions : the predicates that abbreviate formulas.
    bases : the spaces E of which `direction E` is spoken: as many as E has dimensions. A bare `direction` is any index.
    """

    names: dict[str, Any] = field(default_factory=dict)
    spaces: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    bases: set[str] = field(default_factory=set)

    def extended(self) -> Scope:
        """A copy to which names can be added."""
        return Scope(dict(self.names), self.spaces, self.groups, self.definitions, self.bases)

    def declare(self, name: str, meaning: Any) -> None:
        """Give `name` its one role."""
        self.unused(name)
        self.names[name] = meaning

    def unused(self, name: str) -> None:
        """Insist that `name` is one, and has no role yet."""
        if not NAME.fullmatch(name):
            raise Rejected(f"{name[:40]!r} is no name")
        if name in words.RESERVED or name in self.definitions:
            raise Rejected(f"{name!r} is a word of the language")
        if name in self.names or name in self.spaces or name in self.groups:
            raise Rejected(f"{name!r} is declared twice")

    def sort(self, said: tuple[str, ...]) -> Sort:
        """The sort that the words `said` name."""
        word, rest = said[0], said[1:]
        if word in ("number", "size", "formula"):
            return (word,)
        if word == "step":
            return SIZE
        if word == "token":
            return ("index", "token", self._group(rest[0]) if rest else "")
        if word == "head":
            return HEAD
        if word == "direction":
            self.bases.update(rest)
            return ("index", "direction", self.space(rest))
        if word in self.groups and not rest:
            return ("index", "token", word)
        if word in ("vector", "operator", "map", "flow"):
            return (word, self.space(rest))
        if word == "matrix":
            return ("matrix", self.space(rest[:1]), self.space(rest[1:2]))
        if word == "state":
            return ("fn", TOKEN, ("vector", self.space(rest)))
        raise Rejected(f"no sort: {' '.join(said)!r}")

    def space(self, said: tuple[str, ...]) -> str:
        """The space named by `said`, or the only one."""
        if said:
            if said[0] not in self.spaces:
                raise Rejected(f"no space {said[0]!r}; declared are {', '.join(self.spaces) or 'none'}")
            return said[0]
        if len(self.spaces) > 1:
            raise Rejected(f"which space? declared are {', '.join(self.spaces)}")
        return self.spaces[0] if self.spaces else ""

    def _group(self, name: str) -> str:
        if name not in self.groups:
            raise Rejected(f"no group {name!r}; declared are {', '.join(self.groups) or 'none'}")
        return name


def fits(got: Sort, want: Sort) -> bool:
    """Whether a term of sort `got` may stand where `want` is wanted."""
    if got == want or (got == SIZE and want == NUMBER):
        return True
    if got[0] == want[0] == "index":
        return bool(got[1] == want[1] and want[2] == "")
    if got[0] == "operator" and want[0] == "matrix":
        return bool(want[1] == want[2] == got[1])
    if got[0] == want[0] == "fn":
        return fits(want[1], got[1]) and fits(got[2], want[2])
    return False


def said(sort: Sort) -> str:
    """A sort in words."""
    if sort[0] == "fn":
        return f"{said(sort[1])} -> {said(sort[2])}"
    parts = sort[1:] if sort[0] == "index" else sort
    return " ".join(said(part) if isinstance(part, tuple) else part for part in parts if part)
