"""Where finished work is kept between runs."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_dir


def cache_folder() -> Path:
    """The folder that the environment variable ATTNVERIFY_CACHE names, else the user's cache directory."""
    return Path(os.environ.get("ATTNVERIFY_CACHE") or user_cache_dir("attnverify", False))


def write_kept(path: Path, text: str) -> None:
    """Write a file of the folder, whole or not at all; a new folder stays out of a repository. Raises OSError."""
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / ".gitignore").write_text("*\n", encoding="utf-8")
    partial = path.with_suffix(f".{os.getpid()}.part")
    partial.write_text(text, encoding="utf-8")
    partial.replace(path)
