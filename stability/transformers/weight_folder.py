"""The weights of a model folder: one safetensors file or several with an index, under whatever prefix they have."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import DTypeLike

from stability.numbers import Array
from stability.transformers.safetensors_file import SafetensorsFile, WeightsError, read_json

SINGLE, INDEX = "model.safetensors", "model.safetensors.index.json"
# Formats that hold programs, or that other libraries own.
PROGRAMS = (".bin", ".pt", ".pth", ".ckpt", ".pkl")
FOREIGN = (*PROGRAMS, ".msgpack", ".h5", ".onnx", ".gguf")
# Older files name the gain and the shift of a norm after the Greek letters.
OLD_NAMES = {".weight": ".gamma", ".bias": ".beta"}


class WeightFolder:
    """The tensors of a folder, by name. Raises WeightsError when there are none that can be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if (path / INDEX).is_file():
            self.files = _sharded(path)
        elif (path / SINGLE).is_file():
            self.files = {SINGLE: SafetensorsFile(path / SINGLE)}
        else:
            raise WeightsError(_nothing(path))
        self.owner = {name: file for file in self.files.values() for name in file.entries}
        self.prefix = ""

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


def _sharded(path: Path) -> dict[str, SafetensorsFile]:
    where = path / INDEX
    parts = read_json(where).get("weight_map")
    if not isinstance(parts, dict) or not parts:
        raise WeightsError(f"{where}: 'weight_map' must give every tensor the name of its file")
    for name, file in parts.items():
        if not isinstance(file, str) or file != Path(file).name or "\\" in file or file in (".", ".."):
            raise WeightsError(f"{where}: {name} is in {file!r:.60}; allowed is the name of a file in the same folder")
    files = {}
    for file in sorted(set(parts.values())):
        if not (path / file).is_file():
            raise WeightsError(f"{where}: there is no file {file} in {path}")
        files[file] = SafetensorsFile(path / file)
        listed = {name for name, owner in parts.items() if owner == file}
        differing = sorted(listed ^ set(files[file].entries))
        if differing:
            raise WeightsError(f"{where}: {differing[0]} and {len(differing) - 1} more are not as in {file}")
    return files


def _nothing(path: Path) -> str:
    others = sorted(file.name for file in path.iterdir() if file.suffix in FOREIGN)
    if any(name.endswith(PROGRAMS) for name in others):
        return (
            f"{path}: there is {others[0]} but no {SINGLE}; a pickle is a program and is not opened:"
            " convert it with save_pretrained, where you trust it"
        )
    if others:
        return f"{path}: there is {others[0]} but no {SINGLE}; only safetensors files are read"
    return f"{path}: there is neither {SINGLE} nor {INDEX}"
