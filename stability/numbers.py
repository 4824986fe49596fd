"""Number types: one definition of a map, evaluated over floats, symbols, rationals and balls.

Arrays are NumPy arrays. A floating dtype is computed by NumPy; dtype `object` holds exact or rigorous scalars of one
kind: `fractions.Fraction`, SymPy expressions, python-flint `arb` balls, power series of balls (`arb_series`), or what
has methods `exp` and `sqrt` of its own. Only `exp`, `sqrt`, `cos` and `sin` depend on the kind.
"""

from __future__ import annotations

import math
from array import array as buffer
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp
from flint import arb, arb_series, fmpq
from numpy.typing import NDArray

Array = NDArray[Any]
# Where eigenvalues and eigenvectors may be complex; `stability.reading` refuses complex entries elsewhere.
ComplexArray = NDArray[Any]


def entrywise(function: Callable[..., Any], *arrays: Any) -> Array:
    """The function of every entry, or of entries at the same place, as an object array."""
    return np.asarray(np.frompyfunc(function, len(arrays), 1)(*arrays), dtype=object)


def as_array(values: Any, name: str = "array") -> Array:
    """`values` as a floating array or as an object array of exact scalars; integers become exact fractions.

    values : nested sequence, NumPy array, matrix or masked array without masked entries, SymPy matrix, a tensor or
        whatever else has `__array__`; entries may be NumPy scalars, arrays without axes, and `Decimal`, which is exact.
    Raises ValueError when the shape is ragged, a float is not finite, or an entry is complex or no number.

    >>> as_array([[1, 2]])
    array([[Fraction(1, 1), Fraction(2, 1)]], dtype=object)
    """
    array = stored(values, name)
    if array.dtype.kind == "f":
        if not np.all(np.isfinite(array)):
            raise ValueError(f"{name}: contains a value that is not finite; allowed are finite numbers")
        return array
    if array.dtype.kind in "biu":
        return entrywise(lambda entry: Fraction(int(entry)), array)
    if array.dtype.kind == "O":
        scalars = entrywise(lambda entry: _scalar(entry, name), array)
        floats = [isinstance(entry, float) for entry in scalars.flat]
        if floats and all(floats):
            return as_array(scalars.astype(float), name)
        for entry in scalars.flat:
            if isinstance(entry, float):
                raise ValueError(
                    f"{name}: entry {entry!r} of type float; allowed are Fraction, SymPy and arb, or floats alone"
                )
        return scalars
    raise ValueError(f"{name}: entries of type {array.dtype}; allowed are floats, integers, fractions, SymPy and arb")


def like_array(value: Any, name: str) -> Any:
    """What stands for an array as one, with `Decimal` exact; an array, and numbers of a kind of their own, as they are.

    Raises ValueError for shapes that are ragged, for entries that are masked, complex or no numbers, and for what is
    neither an array nor a number.
    """
    if type(value) is np.ndarray and value.dtype.kind in "fiub":
        # SciPy's linear algebra and most of NumPy's end at double precision.
        return value.astype(float) if value.dtype.kind == "f" and value.dtype.itemsize > 8 else value
    if isinstance(value, memoryview | buffer | range):
        value = np.asarray(value)
    nested = isinstance(value, list | tuple)
    if not nested and not hasattr(value, "__array__"):
        if not is_number(value):
            raise ValueError(
                f"{name}: {value!r:.60} of type {type(value).__name__}; allowed is an array of real numbers"
            )
        return value
    array = None if nested and not _is_nested(value) else stored(value, name)
    if array is not None and array.dtype.kind in "fiub":
        return array.astype(float) if array.dtype.kind == "f" and array.dtype.itemsize > 8 else array
    entries = object_array(value).ravel().tolist() if array is None else array.ravel().tolist()
    for entry in entries:
        if not is_number(entry) or (array is not None and array.dtype.kind in "mM"):
            raise ValueError(f"{name}: entry {entry!r:.60} of type {type(entry).__name__}; allowed are real numbers")
    if array is None or array.dtype.kind != "O":
        return value
    kinds = set(map(type, entries))
    foreign = any(issubclass(kind, Decimal | np.generic | np.ndarray) for kind in kinds)
    return entrywise(lambda x: exact(plain(x)), array) if foreign else array


def is_number(value: Any) -> bool:
    """Whether one can calculate with it: numbers of any library, and power series."""
    return not isinstance(value, str | bytes | list | tuple) and hasattr(value, "__add__")


def decimals(value: Any) -> bool:
    """Whether the entries of an array, or of lists, are `Decimal` and integers, so that nobody asked for exact ones."""
    entries = np.asarray(value, dtype=object).ravel().tolist()
    return all(isinstance(x, Decimal | int | np.integer) for x in map(plain, entries))


def _is_nested(values: Any) -> bool:
    """Whether the entries are numbers, at whatever depth: NumPy would take a power series for a list."""
    if isinstance(values, list | tuple):
        return all(map(_is_nested, values))
    numbers = int | float | complex | Decimal | Fraction | sp.Expr | arb | fmpq
    return isinstance(values, numbers) or hasattr(values, "__array__")


def plain(value: Any) -> Any:
    """A Python number for a NumPy scalar, and for an array or tensor without axes; anything else as it is.

    >>> plain(np.int64(4)), plain(np.array(0.5))
    (4, 0.5)
    """
    if isinstance(value, np.generic):
        return value.item()
    if hasattr(value, "__array__") and getattr(value, "ndim", None) == 0:
        return value.item() if hasattr(value, "item") else np.asarray(value).item()
    return value


def exact(value: Any) -> Any:
    """A `Decimal` as the fraction that it is, anything else as it is; ValueError where it is not finite."""
    if not isinstance(value, Decimal):
        return value
    if not value.is_finite():
        raise ValueError(f"{value} is not finite; allowed are finite numbers")
    return Fraction(value)


def stored(values: Any, name: str) -> Array:
    """The array that `values` stands for, of whatever type; ValueError where it is ragged, masked or complex."""
    if hasattr(values, "detach"):
        # A tensor of PyTorch, which may be on another device and part of a derivative.
        values = values.detach().cpu()
    if isinstance(values, np.ma.MaskedArray) and np.any(np.ma.getmaskarray(values)):
        raise ValueError(f"{name}: has masked entries; a number is needed everywhere")
    try:
        array = np.asarray(values)
        if array.ndim == 0 and array.dtype.kind == "O" and hasattr(values, "tolist"):
            array = np.asarray(values.tolist())
    except (ValueError, TypeError, RuntimeError) as error:
        ragged = "its rows differ in length" if "inhomogeneous" in str(error) else error
        raise ValueError(f"{name}: {ragged}") from error
    if array.dtype.kind == "c" or (array.dtype.kind == "O" and any(isinstance(x, complex) for x in array.flat)):
        raise ValueError(f"{name}: has complex entries; allowed are real numbers")
    kinds = set(map(type, array.ravel().tolist())) if array.dtype.kind == "O" else set()
    some = any(issubclass(kind, float | np.floating) for kind in kinds)
    if some and all(issubclass(kind, float | np.floating | int | np.integer | Decimal) for kind in kinds):
        return array.astype(float)
    return array


def object_array(nested: Any) -> Array:
    """Nested lists as an object array whose entries stay whole; NumPy alone would take a power series for a list.

    >>> object_array([[arb_series([1, 2]), arb(0)]]).shape
    (1, 2)
    """
    if isinstance(nested, np.ndarray):
        return nested
    if isinstance(nested, list | tuple):
        rows = [object_array(entry) for entry in nested]
        return np.stack(rows) if rows else np.empty(0, dtype=object)
    leaf = np.empty((), dtype=object)
    leaf[()] = nested
    return leaf


def _scalar(entry: Any, name: str) -> Any:
    entry = exact(plain(entry))
    if isinstance(entry, int):
        return Fraction(entry)
    if isinstance(entry, fmpq):
        return Fraction(int(entry.p), int(entry.q))
    if isinstance(entry, Fraction | sp.Expr | arb | float):
        return entry
    raise ValueError(f"{name}: entry {entry!r} of type {type(entry).__name__}; allowed are Fraction, SymPy and arb")


def exp(array: Array) -> Array:
    """Entrywise exponential. Raises ValueError for a rational other than 0, whose exponential is not rational."""
    if array.dtype.kind == "f":
        return np.asarray(np.exp(array))
    return entrywise(_exp, array)


def sqrt(array: Array) -> Array:
    """Entrywise square root. Raises ValueError for a rational that is not the square of a rational."""
    if array.dtype.kind == "f":
        return np.asarray(np.sqrt(array))
    return entrywise(_sqrt, array)


def cos(x: Any) -> Any:
    """Entrywise cosine of a float, a SymPy expression, a ball, a series, or an array of one of them."""
    return _trigonometric("cos", x)


def sin(x: Any) -> Any:
    """Entrywise sine, like `cos`."""
    return _trigonometric("sin", x)


def _trigonometric(name: str, x: Any) -> Any:
    if isinstance(x, arb | arb_series):
        return getattr(x, name)()
    if isinstance(x, sp.Expr):
        return getattr(sp, name)(x)
    if isinstance(x, np.ndarray) and x.dtype.kind == "O":
        return entrywise(lambda entry: _trigonometric(name, entry), x)
    if isinstance(x, Fraction):
        if x == 0:
            return Fraction(name == "cos")
        raise ValueError(f"{name}({x}) is not rational: give floats, SymPy expressions or balls")
    return getattr(np, name)(x)


def _exp(x: Any) -> Any:
    if isinstance(x, sp.Expr):
        return sp.exp(x)
    if hasattr(x, "exp"):
        return x.exp()
    if x == 0:
        return Fraction(1)
    raise ValueError(f"exp({x}) is not rational: give the attention weights (`attention_step`) instead of logits")


def _sqrt(x: Any) -> Any:
    if isinstance(x, sp.Expr):
        return sp.sqrt(x)
    if hasattr(x, "sqrt"):
        return x.sqrt()
    if x >= 0:
        root = Fraction(math.isqrt(x.numerator), math.isqrt(x.denominator))
        if root * root == x:
            return root
    raise ValueError(f"sqrt({x}) is not rational: give tokens whose step has a rational norm, or use balls")


def sign(x: Any) -> int | None:
    """The sign of a scalar as -1, 0 or 1; None when it is not decided (a ball around 0, a symbol without assumptions).

    >>> sign(Fraction(-3, 7)), sign(sp.Symbol("x", positive=True)), sign(sp.Symbol("x"))
    (-1, 1, None)
    """
    if isinstance(x, arb):
        return 1 if x > 0 else -1 if x < 0 else 0 if x == 0 else None
    if isinstance(x, sp.Expr):
        return 1 if x.is_positive else -1 if x.is_negative else 0 if x.is_zero else None
    return int(x > 0) - int(x < 0)


def is_zero(x: Any) -> bool | None:
    """Whether a scalar is exactly zero; None when undecided. A SymPy expression is put over a common denominator."""
    if isinstance(x, arb):
        return True if x == 0 else None if x.contains(0) else False
    if isinstance(x, sp.Expr):
        zero = sp.cancel(sp.together(x)).is_zero
        return None if zero is None else bool(zero)
    return bool(x == 0)
