"""An analysis in words and short numbers, the same for a terminal, a notebook and the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flint import fmpq

from attnverify.stability.analyses.equilibrium_record import EquilibriumRecord, Number, middle
from attnverify.stability.linearisation.exact_spectrum import ValueSpectrum
from attnverify.stability.states.equilibrium import Nature
from attnverify.stability.tables import Table, counted, decimal

if TYPE_CHECKING:
    from attnverify.stability.analyses.analysis import Analysis

COLUMNS = ("equilibrium", "on", "split", "one step", "verdict", "binding", "margin", "flip")
NUMERICAL = "*"
_STEPS = {
    Nature.FIXED: "fixed point",
    Nature.TWO_CYCLE: "2-cycle",
    Nature.MOVES: "moves",
    Nature.UNDEFINED: "undefined",
}


def analysis_table(analysis: Analysis) -> Table:
    """The equilibria of an analysis, one a row, below its system and spectrum; then where states off the lines are."""
    given, records = analysis.system, analysis.equilibria
    heads = "" if len(given.P) == 1 else f", {len(given.P)} heads"
    mask = ", causal" if given.causal else ""
    values = ", ".join(
        shown(e.value) + (f" ({e.multiplicity} times)" if e.multiplicity > 1 else "")
        for e in analysis.spectrum.eigenvalues[:8]
    )
    more = ", ..." if len(analysis.spectrum.eigenvalues) > 8 else ""
    title = (
        f"{counted(given.N, 'token')} in dimension {len(given.V[0])}{heads}{mask}, alpha = {given.alpha}; V is"
        f" {kind_of(analysis.spectrum)}, with the eigenvalues {values}{more}"
    )
    rows = tuple(tuple(cells(record, 6, name)) for record, name in zip(records, names(records), strict=True))
    marks = ("* numerical only, not certified",) if not all(record.certified for record in records) else ()
    return Table(title, COLUMNS, rows, (*marks, *places(records), *analysis.remarks))


def names(records: Sequence[EquilibriumRecord]) -> list[str]:
    """What a state lies on: v_k for the k-th eigenvector of V; a letter of its own off the eigenvectors."""
    found, free = [], 0
    for record in records:
        free += record.eigenvalue is None
        found.append(f"({free})" if record.eigenvalue is None else f"v_{record.eigenvalue + 1}")
    return found


def places(records: Sequence[EquilibriumRecord], most: int = 12) -> list[str]:
    """Where the states off the eigenvectors are: a line for each, with its tokens and how many of each there are."""
    lines = []
    for record, name in zip(records, names(records), strict=True):
        if record.tokens is None:
            continue
        tokens = ", ".join(
            f"{count} at ({', '.join(f'{entry:.3f}' for entry in token)})"
            for count, token in zip(record.split, record.tokens, strict=True)
        )
        images = f"; {record.images} such states, mirror images" if record.images > 1 else ""
        lines.append(f"{name}: {tokens}{images}")
    hidden = len(lines) - most
    return [*lines[:most], f"... and {hidden} more states off the eigenvectors"] if hidden > 0 else lines


def cells(record: EquilibriumRecord, digits: int, name: str) -> list[str]:
    """The entries of `COLUMNS` for one record."""
    verdict = record.verdict.value if record.verdict is not None else "-"
    split = "+".join(map(str, record.split))
    if record.kind == "sign pattern":
        split = "".join("+" if sign > 0 else "-" for sign in record.split)
    elif record.last:
        split = f"p={record.split[0]}..{record.last[0]}"
    binding = record.binding
    return [
        record.kind,
        name,
        split,
        "undecided" if record.nature is None else _STEPS.get(record.nature, "undecided"),
        verdict if record.certified else verdict + NUMERICAL,
        *("" if n is None else shown(n, digits) for n in (binding and binding.value, record.margin, record.flip)),
    ]


def kind_of(spectrum: ValueSpectrum) -> str:
    """Symmetric, normal or not, and whether it is defective or singular."""
    words = ["symmetric" if spectrum.symmetric else "normal" if spectrum.normal else "not normal"]
    words += [word for word in ("defective", "singular") if getattr(spectrum, word)]
    return ", ".join(words)


def shown(value: Number, digits: int = 6) -> str:
    """A number as its short exact fraction, or with so many digits."""
    if isinstance(value, fmpq) and len(str(value)) <= 2 * digits:
        return str(value)
    near = middle(value)
    if not near.imag:
        return decimal(near.real, digits)
    return f"{decimal(near.real, digits)}{'+' if near.imag > 0 else '-'}{decimal(abs(near.imag), digits)}i"
