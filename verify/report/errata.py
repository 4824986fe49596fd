"""The errata of a paper as a letter to its authors, in Markdown: what is printed, what happens, where, what is true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..argument import argument
from .contents import Contents, Entry
from .papers import Reading
from .proofs import flat, texts
from .witnesses import refuting_instance

_MISPRINT = "typo-check"
# The parts of a motion that are no functions of time but proofs.
_PROOFS = ("first", "given", "show")


def errata(contents: Contents, reading: Reading) -> str:
    """A section for every printed statement that is false, then those whose formula was lost to the text at hand."""
    return "\n\n".join(_paragraphs(contents, reading)) + "\n"


def _paragraphs(contents: Contents, reading: Reading) -> Iterator[str]:
    arxiv = reading.paper.get("arxiv")
    yield f"# Errata: {reading.paper['title']}" + (f" (arXiv {arxiv})" if arxiv else "")
    yield f"{reading.summary} Each item was decided by machine, from exact values or by a proof."
    for items, heading in (
        (reading.corrections, "As printed"),
        (reading.reconstructed, "Where the text at hand had lost the formula, which was put together again"),
    ):
        if items:
            yield f"## {heading}"
        for number, entry in enumerate(items, start=1):
            misprint = ", a misprint" if entry["kind"] == _MISPRINT else ""
            yield f"### {number}. {entry['label']} ({entry['id']}{misprint})"
            yield from _item(contents, entry)


def _item(contents: Contents, entry: Entry) -> Iterator[str]:
    yield f"**{entry['role'].capitalize()}.** {entry['statement']}"
    if entry["reading"]:
        yield f"Read as: {entry['reading']}."
    argued = argument(entry["argument"])
    yield f"**What happens instead.** {argued.words if argued else _where(entry)}"
    repair = contents.by_id.get(contents.repairs.get(entry["id"], ""))
    if repair:
        yield f"**True instead** ({repair['id']}, {repair['verdict']}). {repair['statement']}"
    elif entry["no_repair"]:
        yield f"**No repair is offered**: {entry['no_repair']}."


def _where(entry: Entry) -> str:
    """Where it fails: at an instance, along a motion, or, by a proof, in a case of which an instance is given."""
    data = entry.get("proof", {}).get("data", {})
    refuted = data.get("refuted") or {}
    moved = {name: part for name, part in (refuted.get("motion") or {}).items() if name not in _PROOFS}
    found = dict(flat(refuting_instance(entry))) or dict(flat(moved)) or dict(flat(data.get("instance") or {}))
    at = ", ".join(f"`{name} = {_value(value)}`" for name, value in found.items())
    if "proof" not in refuted:
        return f"It fails at {at}." if at else "The negation is proved."
    case = " and ".join(f"`{text}`" for text in texts(refuted.get("case", ())))
    return f"The negation is proved{', where ' + case if case else ''}{', for instance at ' + at if at else ''}."


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_value(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"({', '.join(map(_value, value))})"
    return str(value)
