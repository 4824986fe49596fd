"""What a command found of all claims, as it was when they were last loaded; it holds while no source has changed."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from .. import registry
from ..cache_folder import cache_folder, read_kept, write_kept
from ..claim import Claim

_LIBRARY = Path(os.__file__).parent


def read(name: str, also: str = "") -> Any:
    """What was kept as `name`; None where there is none, where it is damaged, or where a source has changed since.

    also : what else it depends on, as it was kept.
    """
    if registry.registered():  # by somebody else than the packages that it is about
        return None
    try:
        data = read_kept(cache_folder() / name)
        return data["found"] if data["state"] == _state(data["more"])[0] and data["also"] == also else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def keep(name: str, found: Any, claims: Iterable[Claim], since: float, also: str = "") -> None:
    """Keep what was found of all claims, if all of them are declared in packages of the entry points.

    since : when the work began, as `time.time` says; a source that changed later may not be what was read.
    Where the cache cannot be written, the next command finds it anew.
    """
    roots = set(registry.packages())
    if any(registry.package_of(claim.module) not in roots for claim in claims):
        return
    more = sorted(_loaded())
    state, newest = _state(more)
    if newest < since:
        with suppress(OSError):
            write_kept(cache_folder() / name, {"state": state, "more": more, "also": also, "found": found})


def _loaded() -> set[str]:
    """The files of the modules that are loaded, those of Python itself apart."""
    # The type of a module that is to be imported at its first use is another one; asking it anything would import it.
    loaded = [module for module in list(sys.modules.values()) if type(module) is ModuleType]
    files = {getattr(module, "__file__", None) for module in loaded}
    return {file for file in files if file and ("site-packages" in file or _LIBRARY not in Path(file).parents)}


def _state(more: Sequence[str]) -> tuple[str, float]:
    """A digest of all files of the packages and of the files `more`, and when the last one of them changed.

    Of sources it has the contents, else size and time.
    """
    packages = registry.packages()
    digest = hashlib.sha256(f"{sys.version}\0{packages}\0".encode())
    newest = 0.0
    for name in packages:
        spec = find_spec(name)
        roots = (spec.submodule_search_locations or [spec.origin or ""]) if spec else []
        for root in map(Path, roots):
            inside = [path for path in root.rglob("*") if path.suffix != ".pyc"] if root.is_dir() else [root]
            for path in sorted(inside):
                newest = max(newest, _add(digest, path))
    for file in more:
        newest = max(newest, _add(digest, Path(file)))
    return digest.hexdigest(), newest


def _add(digest: hashlib._Hash, path: Path) -> float:
    """Add a file to the digest; returns when it changed."""
    if not path.is_file():
        return 0.0
    about = path.stat()
    if path.suffix == ".py":
        content = path.read_bytes()
        digest.update(f"{path}\0{len(content)}\0".encode())
        digest.update(content)
    else:
        digest.update(f"{path}\0{about.st_size}\0{about.st_mtime_ns}\0".encode())
    return max(about.st_mtime, about.st_ctime)
