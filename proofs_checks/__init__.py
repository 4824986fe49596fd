"""The claims of the papers: a folder a paper, a text a section, with its lemmas; Python where something is computed.

`derivations` shows what SymPy derives at the equilibria and of the Lyapunov functions; no verdict rests on it.
"""

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages


def load() -> None:
    """Register the claims of every text below this package, and of every module but `derivations`."""
    from attnverify.verify.registry import theories

    theories(Path(__file__).parent, __name__)
    for module in walk_packages(__path__, prefix=f"{__name__}."):
        if not module.name.startswith(f"{__name__}.derivations"):
            import_module(module.name)
