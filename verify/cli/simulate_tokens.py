"""The initial tokens of `attnverify simulate`: read from a file, or drawn at random."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from verify.cli.claims import BadInput
from verify.cli.matrices import read_matrix, read_number
from verify.cli.tables import entries
from verify.lazy import lazy

np = lazy("numpy")

MAX_TOKENS = 1000


def tokens(path: Path) -> Any:
    """(N, d) in floats, or (B, N, d) from a .npy file; raises BadInput."""
    where = f"--tokens {path}"
    try:
        if path.suffix == ".npy":
            Y = np.load(path, allow_pickle=False)
        elif path.suffix == ".csv":
            Y = [[number(entry, f"{where}: row {i}") for entry in row] for i, row in enumerate(entries(path, where), 1)]
            if any(len(row) != len(Y[0]) for row in Y):
                raise BadInput(f"{where}: the rows must be equally long")
            Y = np.array(Y)
        else:
            raise BadInput(f"{where}: the file must end in .npy, .csv")
    except OSError as error:
        raise BadInput(f"{where}: cannot be read: {error.strerror}") from error
    except (ValueError, EOFError) as error:
        raise BadInput(f"{where}: is no table of numbers: {str(error).splitlines()[0][:80]}") from error
    fits = Y.ndim in (2, 3) and Y.dtype.kind in "fiu" and 1 <= Y.shape[-2] <= MAX_TOKENS and np.all(np.isfinite(Y))
    if not fits or 0 in Y.shape:
        raise BadInput(f"{where}: shape {Y.shape}; 1 to {MAX_TOKENS} rows of finite real numbers are needed")
    return Y.astype(float)


def random_tokens(size: tuple[int, int], runs: int, seed: int) -> Any:
    """Uniform tokens (runs, N, d) on the sphere; (N, d) for one run."""
    import stability as st

    N, d = size
    if not (1 <= N <= MAX_TOKENS and d >= 2):
        raise BadInput(f"--random {N} {d}: 1 to {MAX_TOKENS} tokens and d >= 2 are needed")
    Y = st.random_tokens(np.random.default_rng(seed), runs, N, d)
    return Y[0] if runs == 1 else Y


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
    return np.array([[_float(entry) for entry in row] for row in read_matrix(path, option)])


def number(text: str, where: str) -> float:
    """One number of the command line or a file as a float; raises BadInput."""
    return _float(read_number(text, where))


def _float(entry: Any) -> float:
    """A read number as a float; exact logarithms are enclosed first."""
    return float(entry.ball().mid()) if hasattr(entry, "ball") else float(entry)
