"""An analysis for a person: a table of the equilibria, and what was found besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.cli.analysis_data import case

MAX_ROWS = 200
_COLUMNS = ("equilibrium", "on", "split", "one step", "verdict", "binding", "margin", "flip")
# What is given up when the window is narrow: digits first, then columns, which --json keeps.
_LAYOUTS = ((6, _COLUMNS), (4, _COLUMNS), (4, _COLUMNS[:7]), (4, (*_COLUMNS[:5], "margin")))
_NUMERICAL = "*"


def print_analysis(analysis: Any, limits: Sequence[Any], checks: Sequence[str]) -> None:
    """Print the spectrum, the table of equilibria, the sampled limits, and how far the evidence reaches."""
    from rich.console import Console
    from rich.markup import escape

    console = Console(highlight=False)
    spectrum = analysis.spectrum
    console.print(f"Spectrum of V, summed over the heads ({_kind(spectrum)}): {case(analysis)}")
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
        console.print(f"{_NUMERICAL} numerical only, not certified")
    if limits:
        _print_limits(console, limits)
    console.print("")
    for text in (*analysis.remarks, *checks):
        console.print(f"- {escape(text)}")


def table(records: Sequence[Any], width: int) -> list[str]:
    """The lines of the table, no longer than `width` where the narrowest layout allows it; nothing is cut."""
    lines: list[str] = []
    for digits, columns in _LAYOUTS:
        rows = [dict(zip(_COLUMNS, _cells(record, digits), strict=True)) for record in records]
        wide = [max(len(name), *(len(row[name]) for row in rows)) if rows else len(name) for name in columns]
        cells = [columns, *([row[name] for name in columns] for row in rows)]
        lines = ["  ".join(f"{cell:{w}}" for cell, w in zip(row, wide, strict=True)).rstrip() for row in cells]
        if max(map(len, lines)) <= width:
            break
    return lines


def _print_limits(console: Any, limits: Sequence[Any]) -> None:
    total = sum(limit.count for limit in limits)
    open_ = total - sum(limit.certified for limit in limits)
    console.print(f"\nLimits of {total} random starts, {open_} of them ({open_ / total:.1%}) not certified:")
    for limit in limits:
        console.print(f"  {limit.count:6}  {limit.label} ({limit.certified} certified)")


def _kind(spectrum: Any) -> str:
    words = ["symmetric" if spectrum.symmetric else "normal" if spectrum.normal else "not normal"]
    words += [word for word in ("defective", "singular") if getattr(spectrum, word)]
    return ", ".join(words)


def _cells(record: Any, digits: int) -> list[str]:
    nature = {"FIXED": "fixed point", "TWO_CYCLE": "2-cycle", "MOVES": "moves", "UNDEFINED": "undefined"}
    step = nature.get(record.nature.name, "undecided") if record.nature is not None else "undecided"
    verdict = record.verdict.value if record.verdict is not None else "-"
    split = "+".join(map(str, record.split))
    if record.kind == "sign pattern":
        split = "".join("+" if sign > 0 else "-" for sign in record.split)
    elif record.last:
        split = f"p={record.split[0]}..{record.last[0]}"
    binding = record.binding
    return [
        record.kind,
        "" if record.eigenvalue is None else f"v_{record.eigenvalue + 1}",
        split,
        step,
        verdict if record.certified else verdict + _NUMERICAL,
        *("" if n is None else shown(n, digits) for n in (binding and binding.value, record.margin, record.flip)),
    ]


def shown(value: Any, digits: int = 6) -> str:
    """A number as its short exact fraction, or with so many digits."""
    from flint import fmpq

    import stability as st

    if isinstance(value, fmpq) and len(str(value)) <= 2 * digits:
        return str(value)
    near = st.analyses.middle(value)
    if not near.imag:
        return _rounded(near.real, digits)
    return f"{_rounded(near.real, digits)}{'+' if near.imag > 0 else '-'}{_rounded(abs(near.imag), digits)}i"


def _rounded(x: float, digits: int) -> str:
    """So many digits, and more where these would make a whole number of one that is none: 1.00006 is not 1."""
    text = f"{x:.{digits}g}"
    while digits < 17 and float(text) != x and float(text).is_integer() and abs(x) < 10**digits:
        digits += 1
        text = f"{x:.{digits}g}"
    return text
