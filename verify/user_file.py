"""Claims in a Python file of the user's own, outside any installed package."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import invalidate_caches
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from .claim import Claim, DeclarationError
from .import_errors import place
from .registry import load, register, require_links

# The files that were run, by the names of their modules: what a worker process needs to run them again.
RUN: dict[str, str] = {}


def load_file(path: Path) -> list[Claim]:
    """The claims that running the Python file `path` declares, beside those of the installed packages.

    This runs the file, unless it was imported before, as a test module is. Its folder joins the end of the module
    search path, so that it may import its neighbours. Files of one name are different modules. Raises DeclarationError
    with one line when it cannot be imported, when it declares no claims, when an id is taken, or when a claim names one
    that does not exist.
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
    file = path.resolve()
    known = load(links=False)
    loaded = [name for name, module in list(sys.modules.items()) if _file(module) == str(file)]
    name = loaded[0] if loaded else next(name for name in _names(file) if _is_free(name, file))
    if loaded:
        known = {id: claim for id, claim in known.items() if claim.module != name}
    else:
        run(name, str(file))
    # A check may be defined in a neighbour that declares nothing; importing this file declares them all.
    try:
        own = [replace(declared, module=name) for id, declared in load(links=False).items() if id not in known]
        require_links(own)
    except DeclarationError as error:
        raise DeclarationError(f"{path}: {error}") from error
    if not own:
        raise DeclarationError(f"{path}: declares no claims; mark a check with @claim, or write one with formal(...)")
    return own


def run(name: str, file: str) -> None:
    """Import the Python file under this name; raises DeclarationError with one line where that is impossible."""
    folder = str(Path(file).parent)
    if folder not in sys.path:
        sys.path.append(folder)
    invalidate_caches()
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit, KeyboardInterrupt) as error:  # who interrupts a command interrupts its parent too
        del sys.modules[name]
        if isinstance(error, DeclarationError):
            raise DeclarationError(f"{file}: {error}") from error
        said = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(":")
        raise DeclarationError(f"{file}: cannot be imported: {said}, in {place(error, Path(file))}") from error
    RUN[name] = file


def _names(file: Path) -> Iterator[str]:
    """Names for the module of a file: its own, as its neighbours import it, then with more and more of its folders."""
    parts = [part.replace(".", "_") for part in file.with_suffix("").parts]
    for start in reversed(range(len(parts))):
        yield "/".join(parts[start:])


def _is_free(name: str, file: Path) -> bool:
    """No module of this name is imported, nor would another one be found."""
    spec = None if name in sys.modules else find_spec(name)
    return name not in sys.modules and (spec is None or Path(spec.origin or name).resolve() == file)


def _file(module: object) -> str | None:
    """The file of a module; of one that waits for its first use nothing is asked, for that would import it."""
    return getattr(module, "__file__", None) if type(module) is ModuleType else None


def _of_text(path: Path) -> list[Claim]:
    """The claims of a text of theories; nothing is executed."""
    from .theory.claims import load_file as read_text
    from .theory.text import Fault

    try:
        found = read_text(path)
        for claim in found.claims.values():
            register(claim)
    except Fault as error:
        raise DeclarationError("\n".join(error.lines(error.file))) from error
    claims = load(links=False)
    own = [claims[id] for id in found.claims]
    require_links(own)
    return own
