"""The claims of the papers: one package per paper, one module per part of it."""

from importlib import import_module
from pkgutil import walk_packages


def load() -> None:
    """Import every module below this package, which registers its claims."""
    for module in walk_packages(__path__, prefix=f"{__name__}."):
        import_module(module.name)
