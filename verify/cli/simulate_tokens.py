"""The initial tokens of `attnverify simulate`: read from a file, or drawn at random."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..lazy import lazy
from .claims import BadInput
from .matrices import ARRAYS, read_array, read_matrix, read_number, read_texts

np = lazy("numpy")

# Seconds for one logit and its exponential, and more for each dimension: measured for N = 1e5 and rounded up.
_PAIR, _DIMENSION = 1.5e-9, 0.2e-9
_HOURS = 24


def tokens(path: Path) -> Any:
    """(N, d) in floats, or (B, N, d) from a file of NumPy; raises BadInput."""
    where = f"--tokens {path}"
    if path.suffix.lower() in ARRAYS:
        Y = read_array(path, where)
    else:
        try:
            rows = read_texts(path, where)
        except OSError as error:
            raise BadInput(f"{where}: cannot be read: {error.strerror}") from error
        if any(len(row) != len(rows[0]) for row in rows):
            raise BadInput(f"{where}: the rows must be equally long")
        if len(rows) > 1 and len(rows[0]) > 2 and rows[0] == [str(k) for k in range(len(rows[0]))]:
            raise BadInput(
                f"{where}: the first row seems to number the columns; take it out, or write it as 0.0, 1.0, ..."
            )
        Y = np.array([[number(entry, f"{where}: row {i}") for entry in row] for i, row in enumerate(rows, 1)])
    if Y.ndim not in (2, 3) or 0 in Y.shape or not np.all(np.isfinite(Y)):
        raise BadInput(f"{where}: shape {Y.shape}; one or more rows of finite real numbers are needed")
    return Y.astype(float)


def random_tokens(size: tuple[int, int], runs: int, seed: int) -> Any:
    """Uniform tokens (runs, N, d) on the sphere; (N, d) for one run."""
    import attnverify.stability as st

    N, d = size
    if not (N >= 1 and d >= 2):
        raise BadInput(f"--random {N} {d}: 1 or more tokens and d >= 2 are needed")
    Y = st.draws.random_tokens(np.random.default_rng(seed), runs, N, d)
    return Y[0] if runs == 1 else Y


def require_time(evaluations: int, pairs: float, d: int, what: str) -> None:
    """Raise BadInput, with the estimate, where the attention of so many pairs, so often, takes more than a day."""
    hours = evaluations * pairs * (_PAIR + _DIMENSION * d) / 3600
    if hours > _HOURS:
        times = f"{evaluations} evaluation{'s' * (evaluations > 1)}"
        raise BadInput(f"{what}: {times} of the attention take about {hours:.2g} hours; allowed are {_HOURS}")


def matrices(paths: tuple[Path, ...], option: str) -> Any:
    """The matrices of all heads as floats : (H, d, d), None for no file; raises BadInput."""
    if not paths:
        return None
    found = [floats(path, option) for path in paths]
    shapes = [matrix.shape for matrix in found]
    if len(set(shapes)) > 1:
        raise BadInput(f"{option}: the heads have shapes {', '.join(map(str, shapes))}; allowed is one shape")
    return np.stack(found)


def floats(path: Path, option: str) -> Any:
    """One square matrix as floats; raises BadInput."""
    return np.array([[_float(entry, f"{option} {path}") for entry in row] for row in read_matrix(path, option)])


def number(text: str, where: str) -> float:
    """One number of the command line or a file as a float; raises BadInput."""
    return _float(read_number(text, where), where)


def _float(entry: Any, where: str) -> float:
    """A read number as a float; exact logarithms are enclosed first."""
    try:
        return float(entry.ball().mid()) if hasattr(entry, "ball") else float(entry)
    except OverflowError as error:
        raise BadInput(f"{where}: holds a number beyond the floating-point range") from error
