"""How public names take their arguments: one reading for whatever stands for a number or an array.

Every function that is reached as `st.name` or `st.folder.name`, and every method of such a class, reads the arguments
whose annotation says `Array`, `int`, `float` or `Any`: NumPy scalars, arrays without axes, matrices, lists, tensors
(whatever has `__array__`) and `Decimal` become what the function is written for. A `Decimal` is exact, and becomes a
float where another argument is floating. What is no array of real numbers where one is needed is refused by name. What
is an array of floats or of exact scalars already is passed on as it is.

Arrays of PyTorch, JAX or another library of the array API standard are computed by NumPy on the host; what comes back
is of the same library, on the same device. Arrays of two libraries are refused. `batches` compute where arrays are.

Inside the package functions are imported from their modules and called as they are. NumPy is imported at the first
call only, so that names can be listed without it.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import functools
import importlib
import inspect
import operator
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import FunctionType
from typing import Any

from attnverify import stability

_ARRAYS = ("Array", "Array | None", "Array | Schedule", "Array | Schedule | None", "Array | Flow", "Array | Enclosure")
_SEQUENCES = ("Sequence[Array]", "tuple[Array, ...]", "list[Array]")
# How many axes the arrays of the table of symbols have at least; any other has one.
_AXES = dict.fromkeys(("A", "P", "V", "W", "J"), 2)
_SCALARS = ("alpha", "beta", "tau")
# Products of three entries below this, and sums of some of them, are whole numbers of 64 bits.
_WHOLE = 1 << 19
_WHOLE_NUMBERS = ("int", "int | None")
_NUMBERS = (*_WHOLE_NUMBERS, "float", "float | None", "Any")
__all__ = ["attach", "stability"]
_MARK = "_reads_its_arguments"
_readers: dict[FunctionType, Any] = {}


def attach(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """What a package whose names stand below its `if TYPE_CHECKING:` defines: __getattr__, __dir__, __all__.

    A name is imported when it is first used, and reads its arguments.
    """
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    places = {alias.name: node.module for node in imports for alias in node.names}

    def found(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        place = places[name]
        if place is None:
            return importlib.import_module(f"{package}.{name}")
        item = _reading(getattr(importlib.import_module(f"{package}.{place}"), name), package)
        sys.modules[package].__dict__[name] = item
        return item

    return found, lambda: sorted(places), sorted(places)


def _reading(item: Any, package: str) -> Any:
    """A function that reads its arguments, a class whose methods do; anything else as it is."""
    if not str(getattr(item, "__module__", "")).startswith("attnverify.stability."):
        return item
    if isinstance(item, FunctionType):
        return _reader(item, package)
    if inspect.isclass(item):
        for name, method in list(vars(item).items()):
            public = name == "__init__" or not name.startswith("_")
            if public and isinstance(method, FunctionType) and not hasattr(method, _MARK):
                setattr(item, name, _reader(method, package))
    return item


def _reader(function: FunctionType, package: str) -> Any:
    if function in _readers:
        return _readers[function]
    parameters = list(inspect.signature(function).parameters.values())
    kinds = [(place, item.name, str(item.annotation)) for place, item in enumerate(parameters)]
    kinds = [kind for kind in kinds if kind[2] in (*_ARRAYS, *_SEQUENCES, *_NUMBERS)]
    if not kinds:
        return function

    @functools.wraps(function)
    def read(*args: Any, **named: Any) -> Any:
        given = list(args)
        like = _read(kinds, given, named)
        found = function(*given, **named)
        return found if like is None else _returned(found, like)

    setattr(read, _MARK, True)
    _readers[function] = read
    if read.__qualname__ == read.__name__:
        # Where pickle finds it again: in the package, which this module knows by its name.
        read.__module__, read.__qualname__ = __name__, f"{package.removeprefix('attnverify.')}.{read.__name__}"
    return read


def _read(kinds: list[tuple[int, str, str]], given: list[Any], named: dict[str, Any]) -> Any:
    """Replace what is to be read, in place; an array of another library than NumPy, if that is what is given."""
    import numpy as np

    places: list[tuple[Any, Any, str, str]] = []
    later = False
    for place, name, kind in kinds:
        where: Any = given if place < len(given) else named
        key: Any = place if place < len(given) else name
        value = where[key] if where is given else named.get(name)
        if where is named and name not in named:
            continue
        if value is None and kind.endswith(("None", "Any")):
            continue
        word = kind == "Any" and name not in _SCALARS
        exact = (int,) if kind in _WHOLE_NUMBERS else (int, Fraction, str) if word else (int, Fraction)
        if kind in _NUMBERS and isinstance(value, exact):
            continue
        places.append((where, key, name, kind))
        plain_array = type(value) is np.ndarray and value.dtype.kind == "f" and value.itemsize <= 8
        enough = type(value) is np.ndarray and value.ndim >= _AXES.get(name, 1)
        number = type(value) is float and kind in _NUMBERS and kind not in _WHOLE_NUMBERS
        later = later or not ((plain_array and enough) or number)
    if later:
        before = [where[key] for where, key, _, _ in places]
        for where, key, name, kind in places:
            where[key] = _one(where[key], name, kind)
        _settle(places, before)
        return _foreign([value for value, place in zip(before, places, strict=True) if place[3] in _ARRAYS])
    return None


def _foreign(values: list[Any]) -> Any:
    """The first array of another library than NumPy; ValueError where there are arrays of two libraries."""
    import numpy as np

    found = {library: value for value in reversed(values) if (library := _library(value))}
    if len(found) > 1:
        raise ValueError(f"arrays of {' and '.join(sorted(found))}; allowed is one library")
    return next((value for value in found.values() if not isinstance(value, np.ndarray)), None)


def _library(value: Any) -> str:
    """The name of the library that an array is of; empty for what is no array of one."""
    if hasattr(value, "__array_namespace__") and value.ndim:
        return str(value.__array_namespace__().__name__)
    return "torch" if type(value).__module__.partition(".")[0] == "torch" else ""


def _returned(found: Any, like: Any) -> Any:
    """The same with its arrays in the library and on the device of `like`."""
    import numpy as np

    if isinstance(found, np.ndarray) and found.dtype.kind in "fiubc":
        xp = like.__array_namespace__() if hasattr(like, "__array_namespace__") else sys.modules["torch"]
        return xp.asarray(found, device=like.device)
    if type(found) in (tuple, list):
        return type(found)(_returned(entry, like) for entry in found)
    if dataclasses.is_dataclass(found) and not isinstance(found, type):
        copied = copy.copy(found)
        for field in dataclasses.fields(found):
            object.__setattr__(copied, field.name, _returned(getattr(found, field.name), like))
        return copied
    return found


def _one(value: Any, name: str, kind: str) -> Any:
    from .numbers import exact, is_number, like_array, object_array, plain

    if kind in _ARRAYS:
        named = any(base.__name__ in kind.split(" | ")[1:] for base in type(value).__mro__)
        if named or (callable(value) and "Schedule" in kind):
            return value
        array = like_array(value, name)
        shape, least = object_array(array).shape, _AXES.get(name, 1)
        if len(shape) < least:
            raise ValueError(f"{name} has shape {shape}; allowed is an array with {least} axes or more")
        return array
    if kind in _SEQUENCES:
        if not isinstance(value, list | tuple):
            return like_array(value, name)
        return type(value)(like_array(entry, f"{name}[{k}]") for k, entry in enumerate(value))
    value = plain(value)
    whole = kind in _WHOLE_NUMBERS
    if whole and hasattr(value, "__index__"):
        return operator.index(value)
    odd = (kind != "Any" and not is_number(value)) or (name in _SCALARS and isinstance(value, str | bytes | dict))
    if whole or odd:
        needed = "a whole number" if whole else "a number"
        raise ValueError(f"{name}: {value!r:.60} of type {type(value).__name__}; allowed is {needed}")
    return float(value) if kind.startswith("float") and isinstance(value, Decimal) else exact(value)


def _settle(places: list[tuple[Any, Any, str, str]], before: list[Any]) -> None:
    """What was `Decimal` is exact beside exact numbers, or without arrays, and floating otherwise.

    Arrays of integers become floating beside a floating number. Large ones become so beside floating arrays, and exact
    otherwise; others have 64 bits. So their products do not wrap around.
    """
    import numpy as np

    from .numbers import decimals, entrywise

    values = [where[key] for where, key, _, _ in places]
    arrays = [value for value in values if isinstance(value, np.ndarray)]
    floating = any(array.dtype.kind == "f" for array in arrays)
    beside = any(isinstance(value, float) for value, place in zip(values, places, strict=True) if place[3] == "Any")
    kinds = (getattr(getattr(value, "dtype", None), "kind", "") for value in values)
    precise = [isinstance(value, Fraction) or kind == "O" for value, kind in zip(values, kinds, strict=True)]
    changed = zip(precise, values, before, strict=True)
    written = [is_precise and value is not old and decimals(old) for is_precise, value, old in changed]
    exact = any(is_precise and not own for is_precise, own in zip(precise, written, strict=True))
    for (where, key, _, kind), value, own in zip(places, values, written, strict=True):
        if own and (floating or (arrays and not exact)):
            where[key] = value.astype(float) if isinstance(value, np.ndarray) else float(value)
        elif kind in _ARRAYS and isinstance(value, np.ndarray) and value.dtype.kind in "iu":
            if np.all((value > -_WHOLE) & (value < _WHOLE)) and (floating or not beside):
                where[key] = value.astype(np.int64)
            elif floating or beside:
                where[key] = value.astype(float)
            else:
                where[key] = entrywise(lambda entry: Fraction(int(entry)), value)
