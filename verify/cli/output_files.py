"""Writing what a command found into the files that the user named."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from .claims import BadInput

STDOUT = Path("-")


def require_pictures(picture: Path) -> None:
    """Raise BadInput unless the file ends in .svg and matplotlib is installed."""
    if picture.suffix != ".svg":
        raise BadInput(f"--picture {picture}: the file must end in .svg")
    if find_spec("matplotlib") is None:
        raise BadInput("--picture needs matplotlib: install it with `pip install 'attnverify[pictures]'`")


def require_distinct(*files: Path | None) -> None:
    """Raise BadInput where two outputs have the same file."""
    named = [file for file in files if file is not None]
    if len(set(named)) < len(named):
        raise BadInput("two outputs have the same file; name a different one for each")


def write_text(path: Path, text: str, option: str = "") -> None:
    """Write the file, '-' for stdout; BadInput, naming the option, where the system refuses."""
    if path == STDOUT:
        click.echo(text, nl=False)
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{option} {path}: cannot be written: {error.strerror}".strip()) from error


def require_archive(path: Path, option: str) -> None:
    """Raise BadInput unless the file ends in .npz."""
    if path.suffix != ".npz":
        raise BadInput(f"{option} {path}: the file must end in .npz")


def write_arrays(path: Path, arrays: dict[str, Any], option: str) -> None:
    """Write a .npz file of arrays, all at once; BadInput, naming the option, where that is impossible."""
    import numpy as np

    part = path.with_suffix(".part.npz")
    try:
        np.savez(part, **arrays)
        part.replace(path)
    except OSError as error:
        raise BadInput(f"{option} {path}: cannot be written: {error.strerror}") from error


def said(error: Exception) -> str:
    """What an error says, without the number that the system gives it."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
