"""The models and the notation: every map and flow that statements of a ledger are about, taken from the statements."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ..kernel.terms import Rejected, Sort
from .contents import Entry
from .proofs import declared_letters, texts
from .rules import sort_said
from .statements import statement

_NAME = re.compile(r"\s*(\w+)")
_WORDS = re.compile(r"\w+")


@dataclass(frozen=True)
class Model:
    """A map or a flow as statements define it.

    what : "map" or "flow".  equation, where : the definition, and those of the letters in it.  claims : who quotes it.
    """

    what: str
    equation: Markup
    where: tuple[Markup, ...]
    claims: tuple[str, ...]


def models(entries: Sequence[Entry]) -> list[Model]:
    """The maps and flows of the statements, those of many claims first; equal definitions are one model."""
    found: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for entry in entries:
        stated = entry.get("formal") or {}
        for field, what in (("flows", "flow"), ("maps", "map")):
            for text in texts(stated.get(field) or []):
                key = (what, text, tuple(_needed(text, texts(stated.get("where") or []))))
                found.setdefault(key, []).append(entry["id"])
    return [
        Model(what, statement(text), tuple(statement(line) for line in where), tuple(ids))
        for (what, text, where), ids in sorted(found.items(), key=lambda item: -len(item[1]))
    ]


def _needed(text: str, where: Sequence[str]) -> Iterator[str]:
    """The definitions that a text needs, and those that these need, in the order of the statement."""
    names, kept = {*_WORDS.findall(text)}, []
    for line in reversed(where):
        match = _NAME.match(line)
        if match and match[1] in names:
            kept.append(line)
            names |= {*_WORDS.findall(line)}
    return reversed(kept)


def notation(entries: Sequence[Entry]) -> list[tuple[Markup, str, int]]:
    """The letters of the statements, what each one is, and in how many statements it is that; the frequent ones.

    Letters that fewer than three statements have are explained by these alone.
    """
    found: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        for name, sort in _letters(entry.get("formal") or {}):
            found[name, sort_said(sort, many=False)] += 1
    common = [(name, said, count) for (name, said), count in found.items() if count >= 3]
    return [(statement(name), said, count) for name, said, count in sorted(common, key=lambda row: (-row[2], row[0]))]


def _letters(stated: Mapping[str, Any]) -> Iterator[tuple[str, Sort]]:
    try:
        letters = declared_letters(stated) if stated else ()
    except Rejected:
        return
    for letter in letters:
        yield letter.name, letter.sort
