"""An analysis for a person: a table of the equilibria, and what was found besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from .analysis_data import case

MAX_ROWS = 200
# What is given up when the window is narrow: digits first, then columns, which --json keeps.
_LAYOUTS = ((6, 8), (4, 8), (4, 7), (4, 5))


def print_analysis(analysis: Any, limits: Sequence[Any], *, err: bool = False) -> None:
    """Print the spectrum, the table of equilibria, the sampled limits, and how far the evidence reaches."""
    from rich.console import Console
    from rich.markup import escape

    from attnverify.stability.analyses.analysis import NUMERICAL, kind_of, places, shown

    console = Console(highlight=False)
    console.begin_capture()  # rich ends the program with 1, which speaks about a statement, where nobody reads on
    spectrum = analysis.spectrum
    console.print(f"Spectrum of V, summed over the heads ({kind_of(spectrum)}): {case(analysis)}")
    for j, e in enumerate(spectrum.eigenvalues, start=1):
        times = "" if e.multiplicity == 1 else f"  {e.multiplicity} times, eigenspace of dimension {e.geometric}"
        console.print(f"  lambda_{j} = {shown(e.value)}{times}")
    bound, place, reason = analysis.bound
    says = reason if bound is None else f"alpha < {shown(bound)} = {reason}, set by lambda_{place + 1}"
    console.print(f"Step sizes at which the principal consensus is stable: {escape(says)}\n")
    records = analysis.equilibria[:MAX_ROWS]
    for line in table(records, console.width):
        console.print(escape(line), soft_wrap=True)
    if len(analysis.equilibria) > MAX_ROWS:
        console.print(f"... and {len(analysis.equilibria) - MAX_ROWS} more; --json lists all")
    if not all(record.certified for record in records):
        console.print(f"{NUMERICAL} numerical only, not certified")
    for line in places(records):
        console.print(escape(line), soft_wrap=True)
    if limits:
        _print_limits(console, limits)
    console.print("")
    for text in analysis.remarks:
        console.print(f"- {escape(text)}")
    click.echo(console.end_capture(), nl=False, err=err)


def table(records: Sequence[Any], width: int) -> list[str]:
    """The lines of the table, no longer than `width` where the narrowest layout allows it; nothing is cut."""
    from attnverify.stability.analyses.analysis import COLUMNS, cells, names

    lines: list[str] = []
    for digits, kept in _LAYOUTS:
        columns = COLUMNS[:kept] if "margin" in COLUMNS[:kept] else (*COLUMNS[:kept], "margin")
        rows = [
            dict(zip(COLUMNS, cells(record, digits, name), strict=True))
            for record, name in zip(records, names(records), strict=True)
        ]
        wide = [max(len(name), *(len(row[name]) for row in rows)) if rows else len(name) for name in columns]
        whole = [columns, *([row[name] for name in columns] for row in rows)]
        lines = ["  ".join(f"{cell:{w}}" for cell, w in zip(row, wide, strict=True)).rstrip() for row in whole]
        if max(map(len, lines)) <= width:
            break
    return lines


def _print_limits(console: Any, limits: Sequence[Any]) -> None:
    total = sum(limit.count for limit in limits)
    open_ = total - sum(limit.certified for limit in limits)
    console.print(f"\nLimits of {total} random starts, {open_} of them ({open_ / total:.1%}) not certified:")
    for limit in limits:
        console.print(f"  {limit.count:6}  {limit.label} ({limit.certified} certified)")
