"""The packages of attnverify, found beside this one whatever else is called the same.

`verify` is a name that a project may well give to a module of its own. Python would then find that one first, because
the project's folder comes before the installed packages.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOMS = ("verify", "stability", "proofs_checks")
_HERE = Path(__file__).resolve().parents[1]


def own_rooms() -> None:
    """Import attnverify's own packages under their names.

    Raises ImportError with one line when a module of another project already has one of these names.
    """
    for name in ROOMS:
        own = _HERE / name / "__init__.py"
        there = sys.modules.get(name)
        if there is None:
            _load(name, own)
            continue
        file = getattr(there, "__file__", None) or ""
        if Path(file).resolve() != own:
            raise ImportError(
                f"attnverify needs its package {name!r}, but {file or there} is imported under that name; "
                "rename that module, or import attnverify in a process of its own"
            )


def _load(name: str, file: Path) -> None:
    spec = spec_from_file_location(name, file, submodule_search_locations=[str(file.parent)])
    if spec is None or spec.loader is None:
        raise ImportError(f"attnverify is incomplete: there is no {file}")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
