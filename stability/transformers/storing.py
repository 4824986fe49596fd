"""Writing safetensors files and whole model folders, in the layouts that are read. Nothing is ever overwritten."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from attnverify.stability.numbers import Array
from attnverify.stability.transformers.block import Block
from attnverify.stability.transformers.layouts import LAYOUTS, Layout
from attnverify.stability.transformers.safetensors_file import READABLE, WeightsError
from attnverify.stability.transformers.weight_folder import INDEX, SINGLE


def encoded(values: Array, dtype: str) -> Array:
    """The bytes of `values` as F64, F32, F16 or BF16, as uint8, rounded to the nearest.

    Raises WeightsError when an entry is not finite in that type.
    """
    if dtype not in READABLE:
        raise WeightsError(f"tensors of type {dtype!r:.20} are not written; allowed are {', '.join(READABLE)}")
    with np.errstate(over="ignore"):
        if dtype == "BF16":
            bits = np.ascontiguousarray(values, dtype="<f4").view("<u4").astype(np.uint64)
            stored = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")  # to nearest, ties to even
            finite = (stored & 0x7F80) != 0x7F80
        else:
            stored = np.ascontiguousarray(values, dtype=READABLE[dtype])
            finite = np.isfinite(stored)
    if not np.all(finite):
        raise WeightsError(f"{np.count_nonzero(~finite)} entries are not finite as {dtype}, which reaches less far")
    return np.asarray(stored.reshape(-1).view(np.uint8))


def write_safetensors(path: Path, tensors: Iterable[tuple[str, str, tuple[int, ...], Array]]) -> None:
    """Write a new file of tensors (name, type, shape, bytes as uint8). Raises FileExistsError if there is one."""
    rows = list(tensors)
    header, position = {}, 0
    for name, dtype, shape, data in rows:
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [position, position + data.size]}
        position += data.size
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with path.open("xb") as stream:
        stream.write(len(text).to_bytes(8, "little") + text)
        for *_, data in rows:
            stream.write(data.data)


def write_model(
    folder: Path, config: Mapping[str, Any], tensors: Mapping[str, Array], *, dtype: str = "F32", shards: int = 1
) -> None:
    """Write a new folder with config.json and the tensors, in one file or in `shards` files with an index.

    Raises FileExistsError when the folder exists.
    """
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(dict(config), indent=2) + "\n", encoding="utf-8")
    names = sorted(tensors)
    parts = [names[k::shards] for k in range(shards)]
    files = [SINGLE] if shards == 1 else [f"model-{k + 1:05d}-of-{shards:05d}.safetensors" for k in range(shards)]
    for file, part in zip(files, parts, strict=True):
        stored = ((name, dtype, tensors[name].shape, encoded(tensors[name], dtype)) for name in part)
        write_safetensors(folder / file, stored)
    if shards > 1:
        owners = {name: file for file, part in zip(files, parts, strict=True) for name in part}
        (folder / INDEX).write_text(json.dumps({"metadata": {}, "weight_map": owners}) + "\n", encoding="utf-8")


def block_tensors(block: Block, family: str, group: int, within: int = 0) -> dict[str, Array]:
    """The tensors of a block by name, as files of the family hold them. A bias that the block lacks is stored as 0."""
    layout, attention = LAYOUTS[family], block.attention
    zero = np.zeros(attention.W_o.shape[0], dtype=attention.W_o.dtype)
    biases = [zero if b is None else b for b in (attention.b_q, None, attention.b_v, attention.b_o)]
    matrices = [attention.W_q, attention.W_k, attention.W_v, attention.W_o]
    stored = dict(zip(("query", "key", "value", "output"), zip(matrices, biases, strict=True), strict=True))
    if layout.fused:
        pairs = [stored.pop(role) for role in ("query", "key", "value")]
        stored["query"] = (np.concatenate([W for W, _ in pairs]), np.concatenate([b for _, b in pairs]))
    if block.feed_forward is not None:
        part = block.feed_forward
        stored |= {"inner": (part.W_1, part.b_1), "outer": (part.W_2, part.b_2)}
    found: dict[str, Array] = {}
    for role, (matrix, bias) in stored.items():
        found |= _named(layout, layout.module(role, group, within), oriented(matrix, layout), bias, role)
    for role, norm in (("norm_1", block.norm_1), ("norm_2", block.norm_2)):
        if norm is not None:
            found |= _named(layout, layout.module(role, group, within), norm.gain, norm.shift, role)
    return found


def oriented(matrix: Array, layout: Layout) -> Array:
    """A matrix that acts on columns, as the family stores it."""
    return matrix.T if layout.transposed else matrix


def _named(layout: Layout, name: str, matrix: Array, bias: Array, role: str) -> dict[str, Array]:
    found = {name + ".weight": matrix}
    return found if role in layout.unbiased else {**found, name + ".bias": bias}
