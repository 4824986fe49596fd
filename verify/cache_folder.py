"""Where finished work is kept between runs."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir


def cache_folder() -> Path:
    """The folder that the environment variable ATTNVERIFY_CACHE names, else the user's cache directory."""
    return Path(os.environ.get("ATTNVERIFY_CACHE") or user_cache_dir("attnverify", False))


def write_kept(path: Path, found: Any) -> None:
    """Write a file of the folder, whole or not at all: JSON below a digest of it and of the file's name.

    Raises OSError. A new folder stays out of a repository.
    """
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / ".gitignore").write_text("*\n", encoding="utf-8")
    partial, text = path.with_suffix(f".{os.getpid()}.part"), json.dumps(found)
    partial.write_text(f"{_digest(path, text)}\n{text}", encoding="utf-8")
    partial.replace(path)


def read_kept(path: Path) -> Any:
    """What `write_kept` wrote; raises OSError or ValueError where it is not there, or was damaged or edited."""
    digest, _, text = path.read_text(encoding="utf-8").partition("\n")
    if digest != _digest(path, text):
        raise ValueError(f"{path}: its digest does not fit")
    return json.loads(text)


def _digest(path: Path, text: str) -> str:
    return hashlib.sha256(f"{path.name}\0{text}".encode()).hexdigest()
