"""Every structured equilibrium of one's own attention map: natures, spectra, stability and step sizes, certified.

Numbers stay exact where they are rational; everything else is enclosed, with more digits where a verdict needs them. A
verdict is "marginal" only where an eigenvalue lies exactly on the unit circle, "undecided" where no precision decides.
It is said in words and short numbers, the same for a terminal, a notebook and the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np
from flint import acb, arb, ctx, fmpq

from ..blas_threads import one_blas_thread
from ..linearisation import exact_spectrum
from ..linearisation.exact_spectrum import Eigenline, Eigenlines, Eigenvalue, ValueSpectrum
from ..linearisation.spectral_verdicts import Stability
from ..log_numbers import ball_matrix, exact_rational, integer_matrix, log_matrix, rational_matrix
from ..numbers import Array, sign
from ..states.equilibrium import Nature
from ..tables import Shown, Table, counted, decimal
from .bipartite_analysis import (
    MAX_TOKENS,
    bipartite_ranges,
    bipartite_record,
    group_weights,
    pair_record,
    pattern_records,
    unstable_on_all_splits,
)
from .consensus_analysis import FLIP_UNDECIDED, TooCloseError, consensus_record, step_size_bound
from .equilibrium_record import EquilibriumRecord, Number, middle

PRECISIONS = (128, 512, 2048)
LISTED = 2_000
MAX_D, MAX_N, MAX_BITS = 512, 10**9, 40_000
# Minutes that a matrix of this size takes; they grow with the cube of the size.
MINUTES = 2
LARGEST = fmpq(10) ** 250


@dataclass(frozen=True)
class System:
    """The attention map of the heads (P_h, V_h) on N tokens with step size alpha.

    P : (d, d) arrays of LogNumber.  V : (d, d) arrays of fmpq.  One of each per head.
    """

    P: tuple[Array, ...]
    V: tuple[Array, ...]
    N: int
    alpha: fmpq
    causal: bool = False

    @property
    def total(self) -> Array:
        """The sum of the value matrices, which is the layer matrix of a consensus."""
        return sum(self.V[1:], self.V[0])

    def balls(self) -> tuple[Array, Array, arb]:
        """P, V and alpha in balls at the working precision; P, V : (d, d) for one head, otherwise (H, d, d)."""
        P, V = (np.array([ball_matrix(m).tolist() for m in heads], dtype=object) for heads in (self.P, self.V))
        return (P[0], V[0], arb(self.alpha)) if len(P) == 1 else (P, V, arb(self.alpha))

    def floats(self) -> tuple[Array, Array, float]:
        """The same in floating point."""
        with ctx.workprec(PRECISIONS[0]):
            P, V = (np.asarray(np.frompyfunc(lambda x: float(x.mid()), 1, 1)(M), float) for M in self.balls()[:2])
        return P, V, int(self.alpha.p) / int(self.alpha.q)


@dataclass(frozen=True, repr=False)
class Analysis(Shown):
    """The spectrum of the summed value matrix, the step-size bound of the principal consensus, and all equilibria.

    bound : (supremum or None, place of the eigenvalue that sets it, the formula or the reason).
    remarks : what the theory does not cover here.
    """

    system: System
    spectrum: ValueSpectrum
    bound: tuple[Number | None, int | None, str]
    equilibria: tuple[EquilibriumRecord, ...]
    remarks: tuple[str, ...]

    def table(self) -> Table:
        """The equilibria, one a row: where it is, what a step does, the verdict and the eigenvalue that binds."""
        return analysis_table(self)


def system(P: Any, V: Any, N: int, alpha: Any, *, heads: Sequence[Any] = (), causal: bool = False) -> System:
    """The parsed input of `analyse`. Raises ValueError naming the matrix, the entry and what is allowed."""
    if isinstance(N, bool) or not isinstance(N, int) or not 1 <= N <= MAX_N:
        raise ValueError(f"N is {N!r}; a whole number from 1 to {MAX_N} is needed")
    step = exact_rational(alpha, "alpha")
    if step <= 0:
        raise ValueError(f"alpha is {alpha}; a positive number is needed")
    values, logits = [], []
    for number, (logit, value) in enumerate([(P, V), *heads], start=1):
        name = "" if number == 1 else str(number)
        values.append(rational_matrix(value, f"V{name}"))
        logits.append(log_matrix(logit, f"P{name}"))
        for letter, matrix in (("V", values[-1]), ("P", logits[-1])):
            if matrix.shape != values[0].shape:
                raise ValueError(f"{letter}{name} has shape {matrix.shape}; V has {values[0].shape}")
    if not 2 <= len(values[0]) <= MAX_D:
        minutes = MINUTES * (len(values[0]) / MAX_D) ** 3
        estimate = f", which takes about {MINUTES} minutes; these would be {minutes:.2g}" if minutes > MINUTES else ""
        raise ValueError(f"V has dimension {len(values[0])}; allowed are 2 to {MAX_D}{estimate}")
    largest = max(abs(entry) for value in values for entry in value.reshape(-1))
    if max(step, step * largest, largest) > LARGEST:
        raise ValueError(f"alpha and V are too large: they and their product may be at most {float(LARGEST):.0e}")
    logits, values = _merged(logits, values)
    scaled, _ = integer_matrix(sum(values[1:], values[0]))
    if max(abs(entry).bit_length() for entry in scaled.entries()) > MAX_BITS // len(values[0]):
        raise ValueError(
            f"V spans too many orders of magnitude; its entries may have {MAX_BITS // len(values[0])} bits"
        )
    return System(tuple(logits), tuple(values), N, step, causal)


def _merged(logits: list[Array], values: list[Array]) -> tuple[list[Array], list[Array]]:
    """Heads with equal logits act as one with the sum of their value matrices."""
    kept: list[int] = []
    total = list(values)
    for h, P in enumerate(logits):
        twin = next((g for g in kept if np.all(logits[g] == P)), None)
        if twin is None:
            kept.append(h)
        else:
            total[twin] = total[twin] + values[h]
    return [logits[h] for h in kept], [total[h] for h in kept]


def analyse(
    P: Any, V: Any, N: int, alpha: Any, *, heads: Sequence[Any] = (), causal: bool = False, split: int | None = None
) -> Analysis:
    """All consensus and bipartite equilibria of the attention map with logit matrix P and value matrix V.

    P : (d, d), may contain logarithms.  V : (d, d), rational or floating, floats as the exact numbers they are.
    N : tokens.  alpha : step size.  heads : further (P_h, V_h).  causal : token i sees the tokens 1..i.
    split : list the bipartite states with this many tokens at one pole only; otherwise all, in ranges where many.

    Raises ValueError naming the matrix, the entry and what is allowed.

    >>> found = analyse([[0, 0], [0, 0]], [[1, 0], [0, -2]], 4, 0.25)
    >>> [(record.kind, record.split, record.verdict.value) for record in found.equilibria][:2]
    [('consensus', (4,), 'stable'), ('consensus', (4,), 'unstable')]
    """
    with one_blas_thread():
        return _analysed(system(P, V, N, alpha, heads=heads, causal=causal), split)


def _analysed(given: System, split: int | None) -> Analysis:
    N = given.N
    if split is not None and not 1 <= split < N:
        raise ValueError(f"split is {split}; a whole number from 1 to {N - 1} is needed")
    spectra = cache(partial(exact_spectrum.spectrum, given.total))
    lines = cache(lambda bits: Eigenlines(spectra(bits), given.P, bits))
    spectrum, bound = _compared(spectra)
    equilibria: list[EquilibriumRecord] = []
    for kind in (_consensus, _others):
        for k, e in enumerate(spectrum.eigenvalues):
            if not e.is_real:
                continue
            for bits in PRECISIONS:
                with ctx.workprec(bits):
                    records = list(kind(given, lines(bits), _same(spectra(bits), e), split))
                if not any(r.verdict is Stability.UNDECIDED or FLIP_UNDECIDED in r.note for r in records):
                    break
            equilibria += [replace(record, eigenvalue=k) for record in records]
    return Analysis(given, spectrum, bound, tuple(equilibria), tuple(_remarks(given, spectrum, split)))


def _same(spectrum: ValueSpectrum, e: Eigenvalue) -> int:
    """The place of the eigenvalue e in a spectrum of the same matrix with other digits.

    Roots of one factor are isolated from each other, those of different factors are not.
    """
    found = [
        k
        for k, other in enumerate(spectrum.eigenvalues)
        if other.factor == e.factor
        and (other.exact == e.exact if e.exact is not None else acb(other.value).overlaps(acb(e.value)))
    ]
    if len(found) != 1:
        raise ArithmeticError(f"the root {e.value} of the characteristic polynomial is not isolated")
    return found[0]


def _compared(spectra: Callable[[int], ValueSpectrum]) -> tuple[ValueSpectrum, tuple[Number | None, int | None, str]]:
    """The spectrum with as many digits as its comparisons for the step-size bound need, and the bound."""
    reason = ""
    for bits in PRECISIONS:
        try:
            with ctx.workprec(bits):
                return spectra(bits), step_size_bound(spectra(bits))
        except TooCloseError as error:
            reason = f"not decided: {error}"
    return spectra(PRECISIONS[-1]), (None, None, reason)


def _consensus(given: System, lines: Eigenlines, k: int, split: int | None) -> Iterator[EquilibriumRecord]:
    yield consensus_record(lines.spectrum, k, given.N, given.alpha, causal=given.causal)


def _others(given: System, lines: Eigenlines, k: int, split: int | None) -> Iterator[EquilibriumRecord]:
    """The bipartite states, or sign patterns, on one line."""
    spectrum, N = lines.spectrum, given.N
    if N < 2 or (given.causal and (N > MAX_TOKENS or len(given.P) > 1)):
        return
    line = lines.line(spectrum.eigenvalues[k])
    if len(given.P) > 1:
        for p in _shown_splits(given, split):
            yield pair_record(line, k, given.P, given.V, given.alpha, p, N - p)
        return
    odds = line.odds()
    if odds is None:
        yield _family(given, line, spectrum, k)
    elif given.causal:
        yield from pattern_records(spectrum, k, odds[0], N, given.alpha)
    elif split is not None or _few(given, spectrum):
        for p in range(1, N // 2 + 1) if split is None else (split,):
            yield bipartite_record(spectrum, k, given.alpha, group_weights(p, N, odds[0]), split=(p, N - p))
    else:
        reason = unstable_on_all_splits(spectrum, k, given.alpha)
        if reason:
            last = (N // 2, N - N // 2)
            record = bipartite_record(spectrum, k, given.alpha, group_weights(last[0], N, odds[0]), split=last)
            yield replace(record, verdict=Stability.UNSTABLE, split=(1, N - 1), last=last, note=reason)
        else:
            yield from bipartite_ranges(spectrum, k, odds[0], N, given.alpha)


def _family(given: System, line: Eigenline, spectrum: ValueSpectrum, k: int) -> EquilibriumRecord:
    """All bipartite states on a larger eigenspace on which the logits vary."""
    reason = unstable_on_all_splits(spectrum, k, given.alpha)
    first, last = (1, given.N - 1), (given.N // 2, given.N - given.N // 2)
    if reason:
        return EquilibriumRecord("bipartite", k, first, Nature.FIXED, (), Stability.UNSTABLE, last=last, note=reason)
    space = f"the {line.eigenvalue.geometric}-dimensional eigenspace"
    note = f"the logits vary on {space}, or its line was not enclosed: not covered"
    return EquilibriumRecord("bipartite", k, first, None, (), Stability.UNDECIDED, False, last=last, note=note)


def _few(given: System, spectrum: ValueSpectrum) -> bool:
    real = sum(e.is_real for e in spectrum.eigenvalues)
    return real * (given.N // 2) * len(spectrum.eigenvalues) <= LISTED


def _shown_splits(given: System, split: int | None) -> list[int]:
    """Several heads have no cheap spectrum: all splits of small systems, otherwise the extreme ones and the middle."""
    if split is not None:
        return [split]
    half = given.N // 2
    cheap = len(given.V[0]) ** 2 * half <= 1_000
    return list(range(1, half + 1)) if cheap else sorted({1, max(1, half // 2), half})


def _remarks(given: System, spectrum: ValueSpectrum, split: int | None) -> Iterator[str]:
    if any(not e.is_real for e in spectrum.eigenvalues):
        yield "complex eigenvalues have no real eigenvector: no consensus or bipartite state belongs to them"
    if spectrum.defective:
        yield "V is defective: the spectra hold, but no basis of eigenvectors exists"
    if any(e.is_real and e.geometric > 1 for e in spectrum.eigenvalues):
        yield "a larger eigenspace: its equilibria form continuous families, along which one eigenvalue is exactly 1"
    if given.causal and given.N > MAX_TOKENS:
        yield f"causal attention: the 2^(N-1) sign patterns are listed for N up to {MAX_TOKENS} only"
    if given.causal and len(given.P) > 1:
        yield "causal attention with several heads: sign patterns are not covered, consensus is"
    if len(given.P) > 1 and not given.causal:
        shown = _shown_splits(given, split)
        if split is None and len(shown) < given.N // 2:
            yield f"several heads: of the {given.N // 2} splits only p = {', '.join(map(str, shown))} are listed"
        yield "several heads: bipartite states off the eigenvectors of the sum of the heads are not covered"
    if not np.all(spectrum.matrix == spectrum.matrix.T):
        yield "V is not symmetric: where trajectories go is not covered by the convergence theorems"


COLUMNS = ("equilibrium", "on", "split", "one step", "verdict", "binding", "margin", "flip")
NUMERICAL = "*"
_STEPS = {
    Nature.FIXED: "fixed point", Nature.TWO_CYCLE: "2-cycle", Nature.MOVES: "moves", Nature.UNDEFINED: "undefined",
}  # fmt: skip


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
    if not near and not isinstance(value, acb) and sign(value):  # too small for floats
        return str(arb(value).str(digits, radius=False))
    if not near.imag:
        return decimal(near.real, digits)
    return f"{decimal(near.real, digits)}{'+' if near.imag > 0 else '-'}{decimal(abs(near.imag), digits)}i"
