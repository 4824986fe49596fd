"""The list of all claims as it was when they were last loaded; it holds while no source of theirs has changed."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from verify import registry
from verify.cache_folder import cache_folder, write_kept
from verify.claim import Claim
from verify.cli.plain_text import plain

_LIBRARY = Path(os.__file__).parent


@dataclass(frozen=True)
class Row:
    """What a list says of a claim: texts."""

    id: str
    paper: str
    paper_title: str
    label: str
    role: str
    expected: str
    title: str


def row(claim: Claim) -> Row:
    """The row of a claim."""
    paper, label = claim.source.paper, claim.source.label
    return Row(claim.id, paper.name, paper.title, label, claim.role, claim.expected.value, plain(claim.title))


def read() -> list[Row] | None:
    """The kept list; None where there is none, where it is damaged, or where a source has changed since."""
    if registry.registered():  # by somebody else than the packages that the list is about
        return None
    try:
        data = json.loads(_file().read_text(encoding="utf-8"))
        if data["state"] != _state(data["more"]):
            return None
        rows = [Row(*fields) for fields in data["rows"]]
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return rows if all(isinstance(field, str) for item in rows for field in astuple(item)) else None


def keep(claims: Iterable[Claim]) -> None:
    """Keep the list of all claims, if all of them are declared in packages of the entry points.

    Where the cache cannot be written, the next list is made anew.
    """
    claims = list(claims)
    roots = set(registry.packages())
    if any(claim.module.partition(".")[0] not in roots for claim in claims):
        return
    more = sorted(_loaded())
    data = {"state": _state(more), "more": more, "rows": [astuple(row(claim)) for claim in claims]}
    with suppress(OSError):
        write_kept(_file(), json.dumps(data))


def _file() -> Path:
    return cache_folder() / "claims.list"


def _loaded() -> set[str]:
    """The files of the modules that are loaded, those of Python itself apart."""
    # The type of a module that is to be imported at its first use is another one; asking it anything would import it.
    loaded = [module for module in list(sys.modules.values()) if type(module) is ModuleType]
    files = {getattr(module, "__file__", None) for module in loaded}
    return {file for file in files if file and ("site-packages" in file or _LIBRARY not in Path(file).parents)}


def _state(more: Sequence[str]) -> str:
    """A digest of all files of the packages and of the files `more`: of sources the contents, else size and time."""
    packages = registry.packages()
    digest = hashlib.sha256(f"{sys.version}\0{packages}\0".encode())
    for name in packages:
        spec = find_spec(name)
        roots = (spec.submodule_search_locations or [spec.origin or ""]) if spec else []
        for root in map(Path, roots):
            inside = [path for path in root.rglob("*") if path.suffix != ".pyc"] if root.is_dir() else [root]
            for path in sorted(inside):
                _add(digest, path)
    for file in more:
        _add(digest, Path(file))
    return digest.hexdigest()


def _add(digest: hashlib._Hash, path: Path) -> None:
    if path.suffix == ".py":
        content = path.read_bytes()
        digest.update(f"{path}\0{len(content)}\0".encode())
        digest.update(content)
    elif path.is_file():
        about = path.stat()
        digest.update(f"{path}\0{about.st_size}\0{about.st_mtime_ns}\0".encode())
