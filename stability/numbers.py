"""Number types: one definition of a map, evaluated over floats, symbols, rationals and balls.

Arrays are NumPy arrays. A floating dtype is computed by NumPy; dtype `object` holds exact or rigorous scalars of one
kind: `fractions.Fraction`, SymPy expressions, python-flint `arb` balls, power series of balls (`arb_series`), or texts
(`expressions.Expression`). Only `exp`, `sqrt`, `cos` and `sin` depend on the kind.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp
from flint import arb, arb_series, fmpq
from numpy.typing import NDArray

from stability.expressions import Expression

Array = NDArray[Any]


def as_array(values: Any, name: str = "array") -> Array:
    """`values` as a floating array or as an object array of exact scalars; integers become exact fractions.

    values : nested sequence, NumPy array, SymPy matrix.
    Raises ValueError when the shape is ragged, a float is not finite, or an entry is no number.

    >>> as_array([[1, 2]])
    array([[Fraction(1, 1), Fraction(2, 1)]], dtype=object)
    """
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    if array.dtype.kind == "f":
        if not np.all(np.isfinite(array)):
            raise ValueError(f"{name}: contains a value that is not finite; allowed are finite numbers")
        return array
    if array.dtype.kind in "biu":
        return np.asarray(np.frompyfunc(lambda entry: Fraction(int(entry)), 1, 1)(array), dtype=object)
    if array.dtype.kind == "O":
        return np.asarray(np.frompyfunc(lambda entry: _scalar(entry, name), 1, 1)(array), dtype=object)
    raise ValueError(f"{name}: entries of type {array.dtype}; allowed are floats, integers, fractions, SymPy and arb")


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
    if isinstance(entry, int):
        return Fraction(entry)
    if isinstance(entry, fmpq):
        return Fraction(int(entry.p), int(entry.q))
    if isinstance(entry, Fraction | sp.Expr | arb):
        return entry
    raise ValueError(f"{name}: entry {entry!r} of type {type(entry).__name__}; allowed are Fraction, SymPy and arb")


def exp(array: Array) -> Array:
    """Entrywise exponential. Raises ValueError for a rational other than 0, whose exponential is not rational."""
    if array.dtype.kind == "f":
        return np.asarray(np.exp(array))
    return np.asarray(np.frompyfunc(_exp, 1, 1)(array), dtype=object)


def sqrt(array: Array) -> Array:
    """Entrywise square root. Raises ValueError for a rational that is not the square of a rational."""
    if array.dtype.kind == "f":
        return np.asarray(np.sqrt(array))
    return np.asarray(np.frompyfunc(_sqrt, 1, 1)(array), dtype=object)


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
        return np.asarray(np.frompyfunc(lambda entry: _trigonometric(name, entry), 1, 1)(x), dtype=object)
    return getattr(np, name)(x)


def _exp(x: Any) -> Any:
    if isinstance(x, arb | arb_series | Expression):
        return x.exp()
    if isinstance(x, sp.Expr):
        return sp.exp(x)
    if x == 0:
        return Fraction(1)
    raise ValueError(f"exp({x}) is not rational: give the attention weights (`attention_step`) instead of logits")


def _sqrt(x: Any) -> Any:
    if isinstance(x, arb | arb_series | Expression):
        return x.sqrt()
    if isinstance(x, sp.Expr):
        return sp.sqrt(x)
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
