"""The weights of a model folder: one safetensors file or several with an index, under whatever prefix they have.

As `from_pretrained` of transformers resolves them: model.safetensors where it is there, whatever an index beside it
says; else all tensors of the files that the index names, whether or not it lists them. What is left aside is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import DTypeLike

from attnverify.stability.numbers import Array
from attnverify.stability.transformers.safetensors_file import SafetensorsFile, WeightsError, read_json

SINGLE, INDEX = "model.safetensors", "model.safetensors.index.json"
# Formats that hold programs, or that other libraries own.
PROGRAMS = (".bin", ".pt", ".pth", ".ckpt", ".pkl")
FOREIGN = (*PROGRAMS, ".msgpack", ".h5", ".onnx", ".gguf")
# What tools leave of a download that did not come to its end.
UNFINISHED = (".incomplete", ".part", ".partial", ".crdownload", ".aria2", ".tmp", ".download")
_SHARD = re.compile(r".*-\d{5}-of-\d{5}\.safetensors")
# Older files name the gain and the shift of a norm after the Greek letters.
OLD_NAMES = {".weight": ".gamma", ".bias": ".beta"}


class WeightFolder:
    """The tensors of a folder, by name. Raises WeightsError when there are none that can be read.

    files : those that are read.  left : the names of other weights in the folder, which are left aside.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        listed: dict[str, str] = {}
        if (path / SINGLE).is_file():
            self.files = {SINGLE: SafetensorsFile(path / SINGLE)}
        elif (path / INDEX).is_file():
            listed = _listed(path)
            self.files = {file: _shard(path, file) for file in sorted(set(listed.values()))}
        else:
            raise WeightsError(_nothing(path))
        read = {*self.files, INDEX} if listed else set(self.files)
        self.left = sorted({file.name for file in path.glob("*.safetensors*")} - read)
        self.owner = {name: file for file in self.files.values() for name in file.entries}
        # A tensor that is in several files is that of the file where the index has it.
        self.owner |= {name: self.files[file] for name, file in listed.items() if name in self.files[file].entries}
        self.prefix = ""

    @property
    def notes(self) -> tuple[str, ...]:
        """What to say where the folder holds weights that are not read."""
        if not self.left:
            return ()
        more = f" and {len(self.left) - 3} more" if len(self.left) > 3 else ""
        return (f"read: {', '.join(self.files)}; also in the folder, and left aside: {', '.join(self.left[:3])}{more}",)

    def find_prefix(self, anchor: str) -> None:
        """Set `prefix` to what stands before `anchor` in the one key that ends with it; WeightsError if none does."""
        found = [name.removesuffix(anchor) for name in self.owner if name.endswith(anchor)]
        found = [prefix for prefix in found if not prefix or prefix.endswith(".")]
        if len(found) != 1:
            raise WeightsError(
                f"{self.path}: {len(found)} tensors end with {anchor}, which exactly one must;"
                f" there are {len(self.owner)} tensors, {', '.join(sorted(self.owner)[:3])}, ..."
            )
        self.prefix = found[0]

    def key(self, name: str) -> str | None:
        """The full key of a tensor in the files, under its present or its old name; None if there is none."""
        for full in (name, *(name.removesuffix(new) + old for new, old in OLD_NAMES.items() if name.endswith(new))):
            if self.prefix + full in self.owner:
                return self.prefix + full
        return None

    def require(self, names: Iterable[str]) -> None:
        """Raise WeightsError naming the first of the tensors that are missing."""
        missing = [name for name in names if self.key(name) is None]
        if missing:
            more = ", ..." if len(missing) > 3 else ""
            raise WeightsError(
                f"{self.path}: {len(missing)} tensors are missing: {', '.join(missing[:3])}{more}"
                f" (prefix found: {self.prefix!r})"
            )

    def read(
        self, name: str, shape: tuple[int, ...], dtype: DTypeLike = np.float64, rows: Array | None = None
    ) -> Array:
        """The tensor, or rows of it. shape : what the configuration says of the whole tensor; raises WeightsError."""
        self.require([name])
        key = str(self.key(name))
        file = self.owner[key]
        if file.entries[key].shape != shape:
            raise WeightsError(f"{file.path}: {key} has shape {file.entries[key].shape}; config.json says {shape}")
        return file.read(key, dtype, rows)

    def stored_types(self) -> str:
        """The types of the tensors, the most frequent in bytes first."""
        sizes: dict[str, int] = {}
        for name, file in self.owner.items():
            entry = file.entries[name]
            sizes[entry.dtype] = sizes.get(entry.dtype, 0) + entry.end - entry.begin
        return ", ".join(sorted(sizes, key=lambda dtype: -sizes[dtype]))


def _listed(path: Path) -> dict[str, str]:
    """The names of the tensors with those of their files, as the index has them."""
    where = path / INDEX
    parts = read_json(where).get("weight_map")
    if not isinstance(parts, dict) or not parts:
        raise WeightsError(f"{where}: 'weight_map' must give every tensor the name of its file")
    for name, file in parts.items():
        if not isinstance(file, str) or file != Path(file).name or "\\" in file or file in (".", ".."):
            raise WeightsError(f"{where}: {name} is in {file!r:.60}; allowed is the name of a file in the same folder")
    return parts


def _shard(path: Path, file: str) -> SafetensorsFile:
    if not (path / file).is_file():
        raise WeightsError(f"{path / INDEX}: {_absent(path, file)}")
    return SafetensorsFile(path / file)


def _absent(path: Path, file: str) -> str:
    """Why there is no such file to read."""
    if (path / file).is_symlink():
        return f"{file} is a link to {(path / file).readlink()}, where there is no file"
    partly = sorted(other.name for other in path.iterdir() if other.suffix in UNFINISHED)
    return f"there is no file {file} in {path}" + (f"; {partly[0]} is an unfinished download" if partly else "")


def _nothing(path: Path) -> str:
    others = sorted(file.name for file in path.iterdir() if file.suffix in (*FOREIGN, ".safetensors"))
    shards = [name for name in others if _SHARD.fullmatch(name)]
    if shards:
        return f"{path}: there is {shards[0]} but no {INDEX}, which says what belongs together"
    if any(name.endswith(PROGRAMS) for name in others):
        return (
            f"{path}: there is {others[0]} but no {SINGLE}; a pickle is a program and is not opened:"
            " convert it with save_pretrained, where you trust it"
        )
    if others:
        named = "a file of this name is" if others[0].endswith(".safetensors") else "safetensors files are"
        return f"{path}: there is {others[0]} but no {SINGLE}; only {named} read"
    if (path / SINGLE).is_symlink() or any(file.suffix in UNFINISHED for file in path.iterdir()):
        return f"{path}: {_absent(path, SINGLE)}"
    return f"{path}: there is neither {SINGLE} nor {INDEX}"
