"""The claims of the papers: one package per paper, one module per part of it."""

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from verify.registry import theories


def load() -> None:
    """Import every module and read every text below this package, which registers its claims."""
    for module in walk_packages(__path__, prefix=f"{__name__}."):
        import_module(module.name)
    theories(Path(__file__).parent, __name__)
