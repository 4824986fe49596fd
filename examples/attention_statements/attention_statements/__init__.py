"""Statements in the style of published work on attention, true and false, each with a proof or a counterexample."""

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages


def load() -> None:
    """Import every module of this package, which declares its claims, and read its texts."""
    from attnverify.verify.registry import theories

    theories(Path(__file__).parent, __name__)
    for module in walk_packages(__path__, prefix=f"{__name__}."):
        import_module(module.name)
