"""The entries of a text file of numbers: as spreadsheets write it, with commas and quotes, or as NumPy, with blanks."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from verify.cli.claims import BadInput

# The name of a column: a word that is neither a number nor one of the words for what is none.
_NAME = re.compile(r"(?!(?:nan|inf|infinity)$)[^\W\d][\w .\[\]-]*", re.IGNORECASE)


def entries(path: Path, where: str) -> list[list[str]]:
    """The rows of the file as texts, without empty lines, comments (#) and a first row of names.

    Entries stand between commas, or between blanks in a file without a comma; between commas they may be quoted.
    Raises BadInput for a file that is no text, and OSError.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")  # spreadsheets begin with a mark
    except UnicodeDecodeError as error:
        raise BadInput(f"{where}: is not text in UTF-8") from error
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if any("," in line for line in lines):
        try:
            rows = [[entry.strip() for entry in row] for row in csv.reader(lines, skipinitialspace=True, strict=True)]
        except csv.Error as error:
            raise BadInput(f"{where}: is no table with commas: {error}") from error
    else:
        rows = [line.split() for line in lines]
    return rows[1:] if len(rows) > 1 and all(_NAME.fullmatch(entry) for entry in rows[0]) else rows
