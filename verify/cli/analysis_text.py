"""An analysis for a person: a table of the equilibria, and what was found besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.cli.analysis_data import case

MAX_ROWS = 200


def print_analysis(analysis: Any, limits: Sequence[Any], checks: Sequence[str]) -> None:
    """Print the spectrum, the table of equilibria, the sampled limits, and how far the evidence reaches."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(highlight=False)
    spectrum = analysis.spectrum
    console.print(f"Spectrum of V ({_kind(spectrum)}): {case(spectrum)}")
    for j, e in enumerate(spectrum.eigenvalues, start=1):
        times = "" if e.multiplicity == 1 else f"  {e.multiplicity} times, eigenspace of dimension {e.geometric}"
        console.print(f"  lambda_{j} = {shown(e.value)}{times}")
    bound, place, reason = analysis.bound
    says = reason if bound is None else f"alpha < {shown(bound)}, set by lambda_{place + 1}: {reason}"
    console.print(f"Step sizes at which the principal consensus is stable: {escape(says)}\n")
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("equilibrium", "on", "split", "one step", "verdict", "binding", "margin", "flip"):
        table.add_column(column, no_wrap=column in ("equilibrium", "verdict", "split"))
    for record in analysis.equilibria[:MAX_ROWS]:
        table.add_row(*map(escape, _cells(record)))
    console.print(table)
    if len(analysis.equilibria) > MAX_ROWS:
        console.print(f"... and {len(analysis.equilibria) - MAX_ROWS} more; --json lists all")
    if limits:
        _print_limits(console, limits)
    for text in (*analysis.remarks, *checks):
        console.print(f"- {escape(text)}")


def _print_limits(console: Any, limits: Sequence[Any]) -> None:
    total = sum(limit.count for limit in limits)
    open_ = total - sum(limit.certified for limit in limits)
    console.print(f"\nLimits of {total} random starts, {open_} of them ({open_ / total:.1%}) not certified:")
    for limit in limits:
        console.print(f"  {limit.count:6}  {limit.label} ({limit.certified} certified)")
    console.print("")


def _kind(spectrum: Any) -> str:
    words = ["symmetric" if spectrum.symmetric else "normal" if spectrum.normal else "not normal"]
    words += [word for word in ("defective", "singular") if getattr(spectrum, word)]
    return ", ".join(words)


def _cells(record: Any) -> list[str]:
    nature = {"FIXED": "fixed point", "TWO_CYCLE": "2-cycle", "MOVES": "no fixed point", "UNDEFINED": "undefined"}
    step = nature.get(record.nature.name, "undecided") if record.nature is not None else "undecided"
    verdict = record.verdict.value if record.verdict is not None else "-"
    if not record.certified:
        verdict += " (numerical only)"
    split = "+".join(map(str, record.split)) if record.kind != "sign pattern" else _signs(record.split)
    if record.last:
        split += " to " + "+".join(map(str, record.last))
    binding = record.binding
    return [
        record.kind,
        "" if record.eigenvalue is None else f"v_{record.eigenvalue + 1}",
        split,
        step,
        verdict,
        "" if binding is None else shown(binding.value),
        "" if record.margin is None else shown(record.margin),
        "" if record.flip is None else shown(record.flip),
    ]


def _signs(signs: Sequence[int]) -> str:
    return "".join("+" if sign > 0 else "-" for sign in signs)


def shown(value: Any) -> str:
    """A number as its short exact fraction, or with six digits."""
    from flint import fmpq

    import stability as st

    if isinstance(value, fmpq) and len(str(value)) <= 12:
        return str(value)
    near = st.middle(value)
    if not near.imag:
        return f"{near.real:.6g}"
    return f"{near.real:.6g} {'+' if near.imag > 0 else '-'} {abs(near.imag):.6g}i"
