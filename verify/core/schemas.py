r"""Schemas: formulas that hold of all letters; premises are implications, no condition stands outside the formula.

LITERATURE holds the theorems that are cited, not proved: a verdict lists those on which it rests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from .notation import Reader, Sort, Tree, bound, entries
from .terms import Refused, State, fits


@dataclass(frozen=True)
class Schema:
    """One row: the letters with their sorts, and the function of them whose values are the formulas."""

    name: str
    group: str
    letters: tuple[tuple[str, Sort], ...]
    function: Tree

    def __call__(self, state: State, *terms: int) -> int:
        """The formula at these closed terms."""
        if len(terms) != len(self.letters):
            raise Refused(f"the schema {self.name} takes {len(self.letters)} terms, not {len(terms)}")
        sorts: dict[str, Sort] = {}
        for (letter, wanted), t in zip(self.letters, terms, strict=True):
            if not fits(wanted, state.sorts[t], sorts):
                raise Refused(
                    f"the schema {self.name}: {letter} is of the sort {state.sorts[t]}, not {wanted}, {sorts}"
                )
        key = (self.name, *sorted(sorts.items()))
        if key not in state.schemas:
            state.schemas[key] = state.build(self.function, sorts)
        return state.apply(state.schemas[key], *terms)


def rows(table: str) -> dict[str, Schema]:
    """The schemas of a table, by name."""
    found: dict[str, Schema] = {}
    group = ""
    for entry in entries(table.replace("## ", "@")):
        name, _, text = entry.partition(": ")
        if entry[0] == "@":
            group = entry[1:]
            continue
        reader = Reader(text)
        letters = tuple(reader.letters())
        found[name] = Schema(name, group, letters, bound("\\", letters, reader.formula()))
    return found


TABLE = Path(__file__).with_name("schemas.txt").read_text("ascii")
THEOREMS = Path(__file__).with_name("literature.txt").read_text("ascii")
SCHEMAS: Mapping[str, Schema] = MappingProxyType(rows(TABLE))
LITERATURE: Mapping[str, Schema] = MappingProxyType(rows(THEOREMS))
