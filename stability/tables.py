"""Results that print as a short table, in a terminal and in a notebook, in place of everything they hold."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

LONGEST = 30


@dataclass(frozen=True)
class Table:
    """A line of words, named columns with rows of text, and lines below; of many rows the first 30 are shown."""

    title: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    below: tuple[str, ...] = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """The lines below the rows; the first says how many rows are not shown."""
        hidden = len(self.rows) - LONGEST
        return (*([f"... and {hidden} more"] if hidden > 0 else []), *self.below)

    def text(self) -> str:
        """The table for a terminal."""
        cells = [self.columns, *self.rows[:LONGEST]] if self.columns else []
        wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = ["  ".join(f"{cell:{w}}" for cell, w in zip(row, wide, strict=True)).rstrip() for row in cells]
        return "\n".join([self.title, *lines, *self.remarks])

    def html(self) -> str:
        """The table for a notebook."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in self.rows[:LONGEST])
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        below = "".join(f"<p>{escape(line)}</p>" for line in self.remarks)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if self.columns else ""
        return f"<div><p>{escape(self.title)}</p>{table}{below}</div>"


class Shown:
    """What prints as its `table`; the dataclass that inherits it is declared with repr=False."""

    def table(self) -> Table:
        """What a person sees first."""
        raise NotImplementedError(f"{type(self).__name__} has no table")

    def __repr__(self) -> str:
        return self.table().text()

    def _repr_html_(self) -> str:
        return self.table().html()


def counted(count: int, word: str) -> str:
    """How many of something.

    >>> counted(1, "head"), counted(2, "head")
    ('1 head', '2 heads')
    """
    return f"{count} {word}{'' if count == 1 else 's'}"


def decimal(x: float, digits: int = 6) -> str:
    """So many digits, and more where these would make a whole number of one that is none: 1.00006 is not 1.

    >>> decimal(1.00006, 4), decimal(0.123456789, 4)
    ('1.0001', '0.1235')
    """
    text = f"{x:.{digits}g}"
    while digits < 17 and float(text) != x and float(text).is_integer() and abs(x) < 10**digits:
        digits += 1
        text = f"{x:.{digits}g}"
    return text
