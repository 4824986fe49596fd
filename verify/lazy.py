"""Import a heavy package at its first use, so that listing claims does not start a computer algebra system."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class _Later(ModuleType):
    """Stands for a module, and is not among the imported ones: others look there for what is in use."""

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self.__name__), name)


def lazy(name: str) -> Any:
    """The module `name`, loaded when one of its attributes is first read.

    Raises ModuleNotFoundError at once when there is no such module.
    """
    if name in sys.modules:
        return sys.modules[name]
    if find_spec(name) is None:
        raise ModuleNotFoundError(f"no module named {name!r}", name=name)
    return _later(name)


@cache
def _later(name: str) -> ModuleType:
    return _Later(name)
