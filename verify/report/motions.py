"""The motion that refutes a claim: its tokens, its frame, and what every letter of the statement is along it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from attnverify.verify.report.relations import name
from attnverify.verify.report.statements import statement


@dataclass(frozen=True)
class Motion:
    """What a reader sees of a motion.

    setting : the numbers of tokens and heads and the frame, in words. where, letters : formulas.
    """

    setting: Markup
    where: tuple[Markup, ...]
    letters: tuple[Markup, ...]


def motion(entry: Mapping[str, Any]) -> Motion | None:
    """The motion at which a claim of a ledger is proved to fail; None where there is none."""
    data = entry["proof"]["data"] if "proof" in entry else {}
    found = (data.get("refuted") or {}).get("motion")
    if not found:
        return None
    sizes = ", ".join(_counted(found.get(f"{word}s", 1), word) for word in ("token", "head"))
    frame = Markup(", ").join(statement(vector) for vector in found["frame"])
    return Motion(
        Markup("{}, in the space with the orthonormal basis {}").format(sizes, frame),
        tuple(statement(text) for text in found.get("where", ())),
        tuple(line for letter, value in found["letters"].items() for line in _lines(letter, value)),
    )


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _lines(letter: str, value: Any) -> Iterator[Markup]:
    """What a letter stands for; a family has a line for every member, if that is more than another name.

    A whole number is an index, a text a term, a list of lists of texts an operator or a matrix, other lists families.
    """
    if isinstance(value, int):
        yield Markup("{} is number {}").format(name(letter), value + 1)
    elif isinstance(value, str):
        if value != letter.replace("_", ""):
            yield Markup("{} = {}").format(name(letter), statement(value))
    elif all(isinstance(part, list) and part and isinstance(part[0], str) for part in value):
        yield Markup("{} = {}").format(name(letter), Markup(" + ").join(map(_term, value)) or "0")
    else:
        for number, item in enumerate(value, start=1):
            yield from _lines(f"{letter}_{number}", item)


def _term(term: Sequence[str]) -> Markup:
    """number * identity, number * left <left, .>, or number * left <right, .>."""
    number, *sides = term
    factor = Markup("") if number == "1" and sides else _factor(number)
    if not sides:
        return Markup("{} I").format(factor)
    return Markup("{} {} ⟨{}, ·⟩").format(factor, _factor(sides[0]), statement(sides[-1]))


def _factor(text: str) -> Markup:
    return statement(text) if text.isalnum() else Markup("({})").format(statement(text))
