"""Which array library to compute with: that of the arrays which the caller passes, NumPy by default.

Code of this room uses nothing but the array API standard (2024.12) of the namespace `xp` found here, so that arrays of
NumPy, JAX, CuPy, PyTorch and others are computed where they are.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ..numbers import as_array, exact, plain


def namespace(*arrays: Any) -> Any:
    """The array API namespace of the arrays; numbers and None count for nothing, NumPy is the answer without arrays.

    Raises ValueError for arrays of two libraries, and for a library without the standard where the package
    array-api-compat, which provides it for PyTorch and others, is not installed.
    """
    if len(arrays) == 1 and type(arrays[0]) is np.ndarray:
        return np
    found: dict[str, Any] = {}
    for array in arrays:
        if array is not None and not isinstance(array, int | float | np.generic):
            xp = _of(array)
            found[xp.__name__] = xp
    if len(found) > 1:
        raise ValueError(f"arrays of {' and '.join(sorted(found))}; allowed is one library")
    return next(iter(found.values()), np)


def given(value: Any, name: str) -> Any:
    """What a caller gave as an array or a number: arrays of a library as they are, all else as floats of NumPy.

    Raises ValueError for what is no array of real numbers.
    """
    value = exact(plain(value))
    if value is None or isinstance(value, int | float | Fraction):
        return float(value) if isinstance(value, Fraction) else value
    if type(value) is not np.ndarray and not isinstance(value, list | tuple | np.matrix | np.ma.MaskedArray):
        try:
            _of(value)
        except ValueError:
            pass
        else:
            return value
    if type(value) is np.ndarray and value.dtype in (np.float32, np.float64):
        return value
    return as_array(value, name).astype(float)


def is_numpy(xp: Any) -> bool:
    """Whether the namespace is NumPy's own."""
    return xp is np


def to_numpy(array: Any) -> Any:
    """The array as a NumPy array in the memory of the host."""
    if isinstance(array, np.ndarray):
        return array
    try:
        return np.asarray(np.from_dlpack(array))
    except (TypeError, BufferError, RuntimeError, AttributeError):
        return np.asarray(array.get() if hasattr(array, "get") else array.cpu() if hasattr(array, "cpu") else array)


def count_true(mask: Any) -> Any:
    """How many entries of each matrix are true: (B,) for mask : (B, m, m), in NumPy eight at a time where m allows."""
    xp = namespace(mask)
    if is_numpy(xp) and mask.flags.c_contiguous and mask.shape[1] * mask.shape[2] % 8 == 0:
        return np.sum(np.bitwise_count(mask.reshape(mask.shape[0], -1).view(np.uint64)), axis=-1, dtype=np.int64)
    return xp.sum(xp.astype(mask, xp.int64), axis=(-2, -1))


def precision(xp: Any, array: Any) -> float:
    """The distance from 1 to the next number of the array's type."""
    return float(xp.finfo(array.dtype).eps)


def _of(array: Any) -> Any:
    if isinstance(array, np.ndarray):
        return np
    if hasattr(array, "__array_namespace__"):
        return array.__array_namespace__()
    try:
        from array_api_compat import array_namespace

        return array_namespace(array)
    except (ImportError, TypeError) as error:
        raise ValueError(
            f"an array of type {type(array).__module__}.{type(array).__name__}: allowed are arrays of the array API"
            " standard, and those that the package array-api-compat knows where it is installed"
        ) from error
