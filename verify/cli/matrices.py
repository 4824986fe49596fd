"""Reading a user's matrix: NumPy's files, tables of text, and TOML. Data is parsed, never evaluated.

Numbers in text are decimals, taken literally (0.1 is one tenth), fractions such as -3/5, and sums, products and
quotients of those with log(r), the logarithm of a positive rational. A number with an exponent, such as 2e-3, stands
alone, so that nobody has to know what 1/2e3 divides by. In files of NumPy, and as floats of a .toml file, numbers are
the binary ones that are stored.
"""

from __future__ import annotations

import re
import tomllib
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..kernel.parsing import Tree, parse
from ..kernel.terms import Rejected
from ..lazy import lazy
from .claims import BadInput
from .tables import entries, plain_text, text_of

np = lazy("numpy")

MAX_BYTES = 16_000_000
MAX_SIDE = 512
MAX_ENTRY = 400
MAX_EXPONENT = 400
ARRAYS, TEXTS = (".npy", ".npz"), (".csv", ".txt", ".tsv", ".dat")
_COMPLEX = re.compile(r"[-+\d.e() ]*\d\.?(?:e[+-]?\d+)?[ij]\)?", re.IGNORECASE)
_DECIMAL = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(?:[eE]([+-]?\d+))?", re.ASCII)


def read_matrix(path: Path, option: str) -> list[list[Any]]:
    """The square matrix in the file, as rows of floats, exact rationals and exact logarithms.

    option : how the user named it, for messages.  Raises BadInput: no file, another format, too large, ragged, not
    square, or an entry that is no number.
    """
    where = f"{option} {path}"
    suffix = path.suffix.lower()
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise BadInput(f"{where}: {size} bytes; at most {MAX_BYTES} are read")
        if suffix in ARRAYS:
            rows = _rows(read_array(path, where), where)
        else:
            rows = _toml(path, where) if suffix == ".toml" else _numbers(read_texts(path, where, ".toml"), where)
    except OSError as error:
        raise BadInput(f"{where}: cannot be read: {error.strerror}") from error
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise BadInput(f"{where}: the rows must be equally long and there must be one at least")
    if len(rows) != len(rows[0]) or len(rows) > MAX_SIDE:
        extra = ""
        if len(rows) == len(rows[0]) + 1 and rows[0] == list(range(len(rows[0]))):
            extra = "; the first row seems to number the columns"
        if len(rows) + 1 == len(rows[0]) and [row[0] for row in rows] in (_count(rows, 0), _count(rows, 1)):
            extra = "; the first column seems to number the rows"
        raise BadInput(
            f"{where}: shape ({len(rows)}, {len(rows[0])}); a square matrix up to {MAX_SIDE} is needed{extra}"
        )
    return rows


def read_texts(path: Path, where: str, *more: str) -> list[list[str]]:
    """The rows of a file of text; raises OSError, and BadInput. more : what other endings were allowed."""
    if path.suffix.lower() not in TEXTS:
        raise BadInput(f"{where}: the file must end in {', '.join((*ARRAYS, *TEXTS, *more))}")
    return entries(path, where)


def read_array(path: Path, where: str) -> Any:
    """The array of real numbers of a .npy file, or the one of a .npz file; raises BadInput."""
    try:
        found = np.load(path, allow_pickle=False)
        if not isinstance(found, np.ndarray):
            with found as kept:
                names = list(kept)
                if len(names) != 1:
                    raise BadInput(
                        f"{where}: holds {', '.join(names[:5]) or 'no array'}; a file of one array is needed"
                    )
                found = kept[names[0]]
    except OSError as error:
        raise BadInput(f"{where}: cannot be read: {error.strerror or error}") from error
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        raise BadInput(f"{where}: is no array of plain numbers, as numpy.save writes one") from error
    if found.dtype.kind == "c":
        raise BadInput(f"{where}: holds complex numbers; real ones are needed")
    if found.dtype.kind not in "fiu":
        raise BadInput(f"{where}: holds entries of type {found.dtype}; real numbers are needed")
    if found.dtype.kind == "f" and not np.all(np.isfinite(found)):
        raise BadInput(f"{where}: contains a value that is not finite; allowed are finite numbers")
    return found


def _rows(array: Any, where: str) -> list[list[Any]]:
    if array.ndim != 2:
        raise BadInput(f"{where}: shape {array.shape}; a two-dimensional array is needed")
    return [list(row) for row in array.astype(float if array.dtype.kind == "f" else object).tolist()]


def _count(rows: list[Any], start: int) -> list[int]:
    return list(range(start, start + len(rows)))


def read_number(text: str, where: str) -> Any:
    """One number of a text file, exactly; raises BadInput."""
    if len(text) > MAX_ENTRY:
        raise BadInput(f"{where}: a number of {len(text)} characters; at most {MAX_ENTRY} are read")
    text = plain_text(text).strip()
    if _COMPLEX.fullmatch(text):
        raise BadInput(f"{where} is {text[:40]!r}: complex; real numbers are needed")
    try:
        plain = _plain(text)
        return _value(parse(text)) if plain is None else plain
    except ZeroDivisionError as error:
        raise BadInput(f"{where} is {text[:40]!r}: a division by zero") from error
    except RecursionError as error:
        raise BadInput(f"{where} is {text[:40]!r}: nested too deeply") from error
    except (Rejected, ValueError) as error:
        raise BadInput(f"{where} is {text[:40]!r}; allowed are -0.5, 2e-3, -3/5, log(3)/2: {error}") from error


def _plain(text: str) -> Fraction | None:
    """A decimal, with an exponent or without; None for anything else."""
    match = _DECIMAL.fullmatch(text)
    if match is None:
        return None
    mantissa, exponent = match[1], match[2] or "0"
    if abs(int(exponent)) > MAX_EXPONENT:
        raise ValueError(f"an exponent beyond {MAX_EXPONENT}")
    return Fraction(mantissa) * Fraction(10) ** int(exponent)


def _numbers(rows: list[list[str]], where: str) -> list[list[Any]]:
    if len(rows) > MAX_SIDE or any(len(row) > MAX_SIDE for row in rows):
        raise BadInput(f"{where}: more than {MAX_SIDE} rows or columns")
    return [
        [read_number(entry, f"{where}: row {i}, column {j}") for j, entry in enumerate(row, start=1)]
        for i, row in enumerate(rows, start=1)
    ]


def _toml(path: Path, where: str) -> list[list[Any]]:
    """The key `matrix`: a list of rows of numbers and texts."""
    try:
        data = tomllib.loads(text_of(path, where))
    except (RecursionError, ValueError) as error:
        raise BadInput(f"{where}: is not TOML: {str(error)[:80]}") from error
    rows = data.get("matrix")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows) or len(rows) > MAX_SIDE:
        raise BadInput(f"{where}: 'matrix' must be a list of at most {MAX_SIDE} rows of numbers")
    return [
        [_entry(entry, f"{where}: row {i}, column {j}") for j, entry in enumerate(row, start=1)]
        for i, row in enumerate(rows, start=1)
    ]


def _entry(entry: Any, where: str) -> Any:
    if isinstance(entry, str):
        return read_number(entry, where)
    if isinstance(entry, bool) or not isinstance(entry, int | float):
        raise BadInput(f"{where} is {str(entry)[:40]!r}; a number or a text such as '-3/5' is needed")
    if isinstance(entry, float) and not abs(entry) < float("inf"):
        raise BadInput(f"{where} is {entry}; allowed are finite numbers")
    return entry


def _value(tree: Tree) -> Any:
    """The exact value of a parsed text; raises ValueError for what is no rational combination of logarithms."""
    import attnverify.stability as st

    match tree:
        case ("num", number):
            return number
        case ("neg", part):
            return _scaled(_value(part), Fraction(-1))
        case ("call", ("name", "log"), (part,)):
            inner = _value(part)
            if not isinstance(inner, Fraction):
                raise ValueError("the logarithm of a positive rational is needed")
            return st.log_numbers.log_of(inner)
        case ("+" | "-" as sign, left, right):
            total, term = _value(left), _scaled(_value(right), Fraction(1 if sign == "+" else -1))
            if isinstance(total, Fraction) and isinstance(term, Fraction):
                return total + term
            return st.log_numbers.log_number(total, "") + st.log_numbers.log_number(term, "")
        case ("*" | "/" as sign, left, right):
            total, factor = _value(left), _value(right)
            if sign == "*" and isinstance(total, Fraction):
                total, factor = factor, total
            if not isinstance(factor, Fraction):
                raise ValueError("a product or quotient of two logarithms")
            return _scaled(total, 1 / factor if sign == "/" else factor)
    raise ValueError("only +, -, *, / and log are allowed")


def _scaled(value: Any, factor: Fraction) -> Any:
    import attnverify.stability as st

    return value * factor if isinstance(value, Fraction) else value.scaled(st.log_numbers.exact_rational(factor, ""))
