"""Pieces of a file that know where they stand, and how they are cut: outside brackets only."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

Place = tuple[int, int]
_LONGEST = 1000  # characters of a message; it may quote a line of any length
_BRACKETS = re.compile(r"[()\[\]]")


class Fault(Exception):  # noqa: N818 - it is what is wrong, at a place
    """What is wrong in a text: `place` is line and column, from 1; `more` are further lines, such as the goal there."""

    file = ""

    def __init__(self, place: Place, why: str, more: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.place, self.why, self.more = place, why, tuple(more)

    def lines(self, file: str) -> Iterator[str]:
        """The message: FILE:LINE:COL, what is wrong, and the further lines."""
        yield f"{file}:{self.place[0]}:{self.place[1]}: {self.why[:_LONGEST]}"
        yield from (f"    {line}" for line in self.more)


class Text(str):
    """A text, its lines joined by blanks. `marks` are the offsets where a line begins, with line and column."""

    __slots__ = ("_base", "_marks")
    _marks: Sequence[tuple[int, int, int]]
    _base: int

    @classmethod
    def of(cls, text: str, marks: Sequence[tuple[int, int, int]] = ((0, 0, 1),), base: int = 0) -> Text:
        """`text`, which begins `base` characters after what `marks` speak of."""
        made = cls(text)
        made._marks, made._base = marks, base
        return made

    def at(self, offset: int = 0) -> Place:
        """Line and column of a character."""
        found = offset + self._base
        start, line, column = self._marks[max(0, bisect_right(self._marks, (found, 10**9, 0)) - 1)]
        return line, column + found - start

    def fault(self, why: str) -> Fault:
        """What is wrong with it."""
        return Fault(self.at(), why)

    def part(self, start: int, end: int | None = None) -> Text:
        """The part from `start` to `end`, without blanks around it."""
        cut = str.__getitem__(self, slice(start, end))
        bare = cut.lstrip()
        return Text.of(bare.rstrip(), self._marks, self._base + start + len(cut) - len(bare))

    def like(self, other: str) -> Text:
        """Another text at the place of this one."""
        return Text.of(other, self._marks, self._base)


def joined(lines: Iterable[tuple[int, int, str, str]]) -> Text:
    """Lines joined: line, column, text, and what stands between it and the one before."""
    text = ""
    marks: list[tuple[int, int, int]] = []
    for line, column, said, between in lines:
        text += between if marks else ""
        marks.append((len(text), line, column))
        text += said
    return Text.of(text, tuple(marks))


def cuts(text: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Where `pattern` matches outside all brackets."""
    matches = list(pattern.finditer(text))
    if not matches:
        return
    brackets = [(found.start(), 1 if found[0] in "([" else -1) for found in _BRACKETS.finditer(text)]
    depth = at = 0
    for match in matches:
        while at < len(brackets) and brackets[at][0] < match.start():
            depth += brackets[at][1]
            at += 1
        if depth == 0:
            yield match


def balanced(text: Text) -> Text:
    """The text itself; raises Fault where one of its brackets has no partner."""
    opened: list[int] = []
    for found in _BRACKETS.finditer(text):
        if found[0] in "([":
            opened.append(found.start())
        elif not opened or text[opened.pop()] + found[0] not in ("()", "[]"):
            raise Fault(text.at(found.start()), f"{found[0]!r} closes no bracket")
    if opened:
        raise Fault(text.at(opened[-1]), f"{text[opened[-1]]!r} is not closed")
    return text


_SEPARATORS = {sign: re.compile(re.escape(sign)) for sign in (";", " | ", ",", ":")}


def split(text: Text, sign: str) -> list[Text]:
    """The parts of `text` between the signs that stand outside brackets; empty ones count."""
    if sign not in text:
        return [text.part(0)]
    parts, start = [], 0
    for found in cuts(text, _SEPARATORS[sign]):
        parts.append(text.part(start, found.start()))
        start = found.end()
    return [*parts, text.part(start)]


def items(text: Text) -> list[Text]:
    """What `;` separates."""
    return [item for item in split(text, ";") if item]


def halves(text: Text, sign: str) -> tuple[Text, Text] | None:
    """What stands before and after the first `sign` outside brackets."""
    found = next(cuts(text, re.compile(re.escape(sign))), None)
    return (text.part(0, found.start()), text.part(found.end())) if found else None


_LABEL = re.compile(r"([A-Za-z]\w*): ")


def labelled(text: Text) -> tuple[str, Text]:
    """The label in front of a formula, empty where there is none, and the formula."""
    found = _LABEL.match(text)
    return (found[1], text.part(found.end())) if found else ("", text)
