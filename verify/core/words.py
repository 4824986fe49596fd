r"""Words: the meaning of what the language says; each is a constant (name, sorts) and a closed term of earlier words.

States are functions I -> V; maps F and flows f stand beside the set G of states where they are defined. Time is the
last argument of what moves and the first of a flow.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from .notation import Reader, Tree, entries

TABLE = Path(__file__).with_name("words.txt").read_text("ascii")


def _words() -> dict[str, tuple[tuple[str, ...], Tree]]:
    words: dict[str, tuple[tuple[str, ...], Tree]] = {}
    for entry in entries(TABLE):
        head, _, text = entry.partition(" = ")
        name, _, sorts = head.rstrip("]").partition("[")
        words[name] = (tuple(sorts.split()), Reader(text).formula())
    return words


# name: (sort parameters, term)
WORDS: Mapping[str, tuple[tuple[str, ...], Tree]] = MappingProxyType(_words())
