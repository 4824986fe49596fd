"""Claims in a Python file of the user's own, outside any installed package."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module, invalidate_caches
from importlib.util import find_spec
from pathlib import Path

from verify.claim import Claim, DeclarationError
from verify.import_errors import place
from verify.registry import load, register


def load_file(path: Path) -> list[Claim]:
    """The claims that importing the Python file `path` declares, beside those of the installed packages.

    This runs the file. Its folder joins the end of the module search path, so that it may import its neighbours, and
    worker processes may import it. Raises DeclarationError with one line when it cannot be imported, when it declares
    no claims, when an id is taken, or when a claim names one that does not exist.
    """
    if not path.is_file():
        raise DeclarationError(f"{path}: {'is a folder' if path.is_dir() else 'there is no such file'}")
    if path.suffix == ".proof":
        return _of_text(path)
    if path.suffix != ".py":
        raise DeclarationError(f"{path}: a .proof or Python file such as my_claims.py is needed")
    if "." in path.stem:
        name = path.stem.replace(".", "_")
        raise DeclarationError(f"{path}: the name of a module has no dot; rename the file, such as {name}.py")
    known = load()
    _run(path.resolve())
    try:
        claims = load()
    except DeclarationError as error:
        raise DeclarationError(f"{path}: {error}") from error
    # A check may be defined in a neighbour that declares nothing; importing this file declares them all.
    own = [replace(declared, module=path.stem) for id, declared in claims.items() if id not in known]
    if not own:
        raise DeclarationError(f"{path}: declares no claims; mark a check with @claim, or write one with formal(...)")
    return own


def _of_text(path: Path) -> list[Claim]:
    """The claims of a text of theories; nothing is executed."""
    from verify.theory.claims import load_file as read_text
    from verify.theory.text import Fault

    try:
        found = read_text(path)
        for claim in found.claims.values():
            register(claim)
    except Fault as error:
        raise DeclarationError("\n".join(error.lines(error.file))) from error
    claims = load()
    return [claims[id] for id in found.claims]


def _run(path: Path) -> None:
    name, folder = path.stem, str(path.parent)
    if folder not in sys.path:
        sys.path.append(folder)
    invalidate_caches()
    spec = find_spec(name)
    if spec is None or spec.origin is None or Path(spec.origin).resolve() != path:
        where = spec.origin if spec else "nothing"
        raise DeclarationError(f"{path}: the module name {name!r} belongs to {where}; rename the file")
    try:
        import_module(name)
    except DeclarationError as error:
        raise DeclarationError(f"{path}: {error}") from error
    except (Exception, SystemExit, KeyboardInterrupt) as error:  # who interrupts a command interrupts its parent too
        said = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":")
        raise DeclarationError(f"{path}: cannot be imported: {said}, in {place(error, path)}") from error
