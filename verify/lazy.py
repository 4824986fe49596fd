"""Import a heavy package at its first use, so that listing claims does not start a computer algebra system."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any


def lazy(name: str) -> Any:
    """The module `name`, loaded when one of its attributes is first read.

    Raises ModuleNotFoundError at once when there is no such module.
    """
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"no module named {name!r}", name=name)
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
