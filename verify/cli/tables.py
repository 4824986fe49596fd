"""The entries of a text file of numbers, as spreadsheets, pandas, R and NumPy write it."""

from __future__ import annotations

import codecs
import csv
import re
from pathlib import Path

from .claims import BadInput

# The name of a column: a word that is neither a number nor one of the words for what is none.
_NAME = re.compile(r"(?!(?:nan|inf|infinity|log\b.*)$)[^\W\d][\w .:\[\]-]*", re.IGNORECASE)
_INDEX_NAMES = ("", "index", "row", "id", "i", "token", "unnamed: 0")
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16",
}  # fmt: skip
# What typesetting puts in place of a minus and a blank.
_TYPESET = str.maketrans({"\u2212": "-", "\u2012": "-", "\u2013": "-", "\ufe63": "-", "\uff0d": "-"})
_TYPESET |= str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u2009": " ", "\ufeff": ""})


def plain_text(text: str) -> str:
    """The text with the minus signs and blanks of a keyboard in place of typeset ones.

    >>> plain_text("\u22121/2")
    '-1/2'
    """
    return text.translate(_TYPESET)


def text_of(path: Path, where: str) -> str:
    """The text of a file in UTF-8, or in UTF-16 or UTF-32 with or without a mark; raises BadInput, and OSError."""
    data = path.read_bytes()
    encoding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")
    # Without a mark, zeros between the bytes of digits and separators show two bytes to a letter.
    if encoding == "utf-8" and data.count(b"\0") >= len(data) // 3 > 0:
        encoding = "utf-16-be" if data[0] == 0 else "utf-16-le"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise BadInput(f"{where}: is not text in UTF-8, nor in UTF-16 or UTF-32 with a mark") from error
    if "\0" in text:
        raise BadInput(f"{where}: is not text: it holds bytes that are zero")
    return text


def entries(path: Path, where: str) -> list[list[str]]:
    """The rows of the file as texts, without empty lines, comments (#), a first row of names and an index column.

    Entries stand between semicolons (with decimal points or commas), else between commas, else between tabs or blanks;
    they may be quoted, and a separator may end the lines. Raises BadInput for a file that is no text, and OSError.
    """
    lines = [line for line in plain_text(text_of(path, where)).splitlines() if line.strip()]
    lines = [line for line in lines if not line.lstrip().startswith("#")]
    mark = next((mark for mark in ";,\t" if any(mark in line for line in lines)), None)
    if mark is None:
        rows = [[entry.strip("\"'") for entry in line.split()] for line in lines]
    else:
        try:
            found = csv.reader(lines, delimiter=mark, skipinitialspace=mark != "\t", strict=True)
            rows = [[entry.strip() for entry in row] for row in found]
        except csv.Error as error:
            raise BadInput(f"{where}: is no table with {_WORDS[mark]}: {error}") from error
        # A separator at the end of a line separates nothing.
        rows = [row[:-1] if len(row) > 1 and not row[-1] else row for row in rows]
    if mark == ";":
        rows = [[re.sub(r"^([+-]?\d*),(\d+(?:[eE][+-]?\d+)?)$", r"\1.\2", entry) for entry in row] for row in rows]
    return _unnamed(rows)


_WORDS = {";": "semicolons", ",": "commas", "\t": "tabs"}


def _unnamed(rows: list[list[str]]) -> list[list[str]]:
    """Without a first row of names, and without the column of numbers or names of the rows that goes with it."""
    if len(rows) < 2:
        return rows
    first, rest = rows[0], rows[1:]
    named = all(_NAME.fullmatch(entry) for entry in first[1:]) and (_NAME.fullmatch(first[0]) or not first[0])
    # pandas leaves the name of the index empty, and R leaves it out; what is missing in a row of numbers is no name.
    numbers = [str(k) for k in range(len(first))]
    empty = not first[0] and len(first) > 1 and (named or first[1:] in (numbers[:-1], numbers[1:]))
    short = bool(named and all(len(row) == len(first) + 1 for row in rest))
    if not (named or empty):
        return rows
    column = [row[0] for row in rest]
    counts = [str(k) for k in range(len(rest) + 1)]
    index = column in (counts[:-1], counts[1:]) or all(_NAME.fullmatch(entry) for entry in column)
    if empty or short or (index and first[0].lower() in _INDEX_NAMES):
        return [row[1:] for row in rest]
    return rest
