"""Safetensors files, read by rows from a memory map. A file is data: its header is checked, nothing is executed.

Layout: 8 bytes with the length n of the header (little-endian), n bytes of JSON that give each tensor its type, shape
and extent, then the tensors, without gap or overlap. https://huggingface.co/docs/safetensors

The weights of a model folder: one safetensors file or several with an index, under whatever prefix they have.

As `from_pretrained` of transformers resolves them: model.safetensors where it is there, whatever an index beside it
says; else all tensors of the files that the index names, whether or not it lists them. What is left aside is said.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from ..numbers import Array

MAX_HEADER = 100_000_000
MAX_JSON = 4_000_000
# What weights may be stored as. BF16 is read as integers: it is the upper half of an F32.
READABLE = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
_BYTES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1}
_BYTES |= {"U64": 8, "U32": 4, "U16": 2, "U8": 1, "BOOL": 1}


# How files begin that are found under the name of another one, in lower case.
_MISTAKEN = {
    b"version https://git-lfs": "is a git-lfs pointer, not the file: `git lfs pull` brings it",
    b"# xet version": "is a xet pointer, not the file",
    b"<!doctype html": "is a web page, not the file: the link of a page was followed, not that of the download",
    b"<html": "is a web page, not the file: the link of a page was followed, not that of the download",
    b"<?xml": "is an answer of a server in XML, not the file",
    b"<error>": "is an answer of a server in XML, not the file",
    b"pk\x03\x04": "is a zip archive, such as PyTorch writes, not a safetensors file; a pickle is not opened",
    b"\x80\x02": "is a pickle, not a safetensors file; a pickle is a program and is not opened",
    b"\x80\x03": "is a pickle, not a safetensors file; a pickle is a program and is not opened",
    b"\x80\x04": "is a pickle, not a safetensors file; a pickle is a program and is not opened",
    b"\x80\x05": "is a pickle, not a safetensors file; a pickle is a program and is not opened",
    b"\x1f\x8b": "is compressed with gzip; it must be unpacked first",
    b"gguf": "is a GGUF file, not a safetensors file",
    b"\x89hdf": "is an HDF5 file, not a safetensors file",
    b"\x93numpy": "is a NumPy file, not a safetensors file",
}


class WeightsError(ValueError):
    """Weights that are not as they must be: one line with the file, the field, the value and what is allowed."""


@dataclass(frozen=True)
class Entry:
    """One tensor of a file: its type as the file names it, its shape, and its bytes begin:end, counted from 0."""

    dtype: str
    shape: tuple[int, ...]
    begin: int
    end: int


class SafetensorsFile:
    """One file, opened. `entries` : name -> Entry. Raises WeightsError for whatever is not a well-formed file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as stream:
                size = path.stat().st_size
                if size < 8:
                    said = f"{size} bytes; a safetensors file begins with 8 bytes of header length"
                    raise WeightsError(f"{path}: {mistaken(path) or said}")
                length = int.from_bytes(stream.read(8), "little")
                if length > min(MAX_HEADER, size - 8):
                    said = f"the header length is {length}; allowed is at most {min(MAX_HEADER, size - 8)} here"
                    if length <= MAX_HEADER and stream.read(1) == b"{":
                        said += " (a download that was cut short)"
                    raise WeightsError(f"{path}: {mistaken(path) or said}")
                if not length:
                    raise WeightsError(f"{path}: {mistaken(path) or 'the header is empty'}")
                header = strict_json(stream.read(length), f"{path}: header")
            self.entries = _entries(header, 8 + length, size, path)
            self._bytes = np.memmap(path, np.uint8, "r")
        except OSError as error:
            raise WeightsError(f"{path}: cannot be read: {error.strerror}") from error
        self._finite: set[str] = set()

    def raw(self, name: str) -> Array:
        """The stored bytes of a tensor, as uint8."""
        entry = self.entries[name]
        return np.asarray(self._bytes[entry.begin : entry.end])

    def read(self, name: str, dtype: DTypeLike = np.float64, rows: Array | None = None) -> Array:
        """The tensor `name`, or only these rows of it, as an array of the floating type `dtype`.

        A tensor that is stored as `dtype` is not copied and cannot be written to.
        Raises WeightsError for a type other than F64, F32, F16, BF16, and for entries that are not finite.
        """
        entry = self.entries[name]
        if entry.dtype not in READABLE:
            raise WeightsError(
                f"{self.path}: {name} is stored as {entry.dtype}; allowed are {', '.join(READABLE)}"
                " (quantised weights are not read)"
            )
        stored = self.raw(name).view(READABLE[entry.dtype]).reshape(entry.shape)
        if rows is not None:
            stored = stored[rows]
        if entry.dtype == "BF16":
            stored = (stored.astype(np.uint32) << 16).view(np.float32)
        if rows is not None or name not in self._finite:
            bad = int(stored.size - np.count_nonzero(np.isfinite(stored)))
            if bad:
                raise WeightsError(f"{self.path}: {name} holds {bad} entries that are NaN or infinite; none is allowed")
            if rows is None:
                self._finite.add(name)
        # An entry beyond the range of `dtype` would become infinite, which is no warning but an error here.
        with np.errstate(over="raise"):
            try:
                return np.asarray(stored, dtype=dtype)
            except FloatingPointError as error:
                raise WeightsError(
                    f"{self.path}: {name} holds entries beyond the range of {np.dtype(dtype)}"
                ) from error


def strict_json(data: bytes, where: str) -> dict[str, Any]:
    """The JSON object in `data`; WeightsError for anything else, a repeated key and NaN included."""
    try:
        found = json.loads(data.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        said = str(error).splitlines()[0][:80]
        raise WeightsError(f"{where}: is no JSON that is allowed here: {said}") from error
    if not isinstance(found, dict):
        raise WeightsError(f"{where}: is a JSON {type(found).__name__}; an object is needed")
    return found


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a small file; raises WeightsError."""
    try:
        size = path.stat().st_size
        if size > MAX_JSON:
            raise WeightsError(f"{path}: {size} bytes; at most {MAX_JSON} are read")
        data = path.read_bytes()
        said = None if data.lstrip()[:1] == b"{" else mistaken(path)
        if said is not None:
            raise WeightsError(f"{path}: {said}")
        return strict_json(data, str(path))
    except OSError as error:
        raise WeightsError(f"{path}: cannot be read: {error.strerror}") from error


def mistaken(path: Path) -> str | None:
    """What a file is that was to hold weights or JSON and does not; None where its beginning does not tell."""
    with path.open("rb") as stream:
        start = stream.read(512)
    if not start:
        return "is empty, 0 bytes: the download did not begin"
    if not any(start):
        return "begins with zeros: the download did not come to its end"
    for begins, said in _MISTAKEN.items():
        if start.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(begins):
            return said
    # Text: what a server answers in place of a file.
    line = start.split(b"\n")[0].strip()
    if len(line) > 3 and all(32 <= byte < 127 for byte in line):
        return f"is not the file but text, {line[:60].decode()!r}"
    return None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is repeated")
    return found


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is no number")


def _entries(header: dict[str, Any], start: int, size: int, path: Path) -> dict[str, Entry]:
    entries = {name: _entry(value, f"{path}: {name!r:.90}") for name, value in header.items() if name != "__metadata__"}
    position = 0
    for name, (dtype, shape, begin, end) in sorted(entries.items(), key=lambda item: item[1][2:]):
        if begin != position:
            raise WeightsError(f"{path}: {name!r:.90} begins at {begin}, where {position} is the end of what is before")
        if dtype in _BYTES and end - begin != math.prod(shape) * _BYTES[dtype]:
            raise WeightsError(f"{path}: {name!r:.90} has {end - begin} bytes, which is not {dtype} of shape {shape}")
        position = end
    if start + position != size:
        cut = " (a download that was cut short)" if size < start + position else ""
        raise WeightsError(
            f"{path}: the tensors end at byte {start + position}, the file at {size}{cut}; they must agree"
        )
    return {
        name: Entry(dtype, shape, start + begin, start + end) for name, (dtype, shape, begin, end) in entries.items()
    }


def _entry(value: Any, where: str) -> tuple[str, tuple[int, ...], int, int]:
    if not isinstance(value, dict) or set(value) != {"dtype", "shape", "data_offsets"}:
        raise WeightsError(f"{where}: allowed are exactly dtype, shape and data_offsets")
    dtype, shape, offsets = value["dtype"], value["shape"], value["data_offsets"]
    if not isinstance(dtype, str):
        raise WeightsError(f"{where}: dtype is {dtype!r:.40}; a text is needed")
    if not _naturals(shape) or len(shape) > 8:
        raise WeightsError(f"{where}: shape is {shape!r:.60}; at most 8 integers from 0 are allowed")
    if not _naturals(offsets) or len(offsets) != 2 or offsets[0] > offsets[1]:
        raise WeightsError(f"{where}: data_offsets is {offsets!r:.60}; two integers 0 <= begin <= end are needed")
    return dtype, tuple(shape), offsets[0], offsets[1]


def _naturals(values: Any) -> bool:
    return isinstance(values, Sequence) and all(type(value) is int and value >= 0 for value in values)


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
