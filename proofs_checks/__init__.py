"""The claims of the papers: one package per paper, one module per part of it."""

from importlib import import_module
from pkgutil import walk_packages


def load() -> None:
    """Import every module below this package that registers claims; on `derivations` no verdict rests."""
    for module in walk_packages(__path__, prefix=f"{__name__}."):
        if not module.name.startswith(f"{__name__}.derivations"):
            import_module(module.name)
