"""Writing safetensors files and whole model folders, in the layouts that are read. Nothing is ever overwritten.

Random weights in the place of trained ones: drawn as transformers draws them, or the entries of a file shuffled.

They are the null models of every measurement: what they show as well is no evidence of training.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from ..numbers import Array
from .attention import Block, FactoredAttention, FeedForward, Mask, Norm
from .configuration import LAYOUTS, Configuration, Layout, parse_configuration
from .safetensors_file import INDEX, READABLE, SINGLE, WeightsError


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


# The standard deviation of transformers' own initialisation, for any dimension.
STD = 0.02


def drawn_block(
    configuration: Configuration,
    layer: int,
    rng: np.random.Generator,
    *,
    feed_forward: bool = True,
    dtype: DTypeLike = np.float64,
    std: float = STD,
) -> Block:
    """A block as transformers initialises it: entries N(0, std^2), gains 1, shifts and biases 0.

    In GPT-2 both output matrices have std / sqrt(2 L); in GPT-Neo, BERT and ALBERT they have not.
    """
    d, m = configuration.d, configuration.inner
    small = std / math.sqrt(2 * configuration.layers) if configuration.family == "gpt2" else std

    def normal(rows: int, columns: int, deviation: float) -> Array:
        # In single precision, as in files, so that a seed means the same weights in every precision.
        drawn = rng.standard_normal((rows, columns), dtype=np.float32) * np.float32(deviation)
        return np.asarray(drawn, dtype=dtype)

    ones, zeros = np.ones(d, dtype=dtype), np.zeros(d, dtype=dtype)
    norm = Norm(ones, zeros, configuration.eps)
    W_q, W_k, W_v = (normal(d, d, std) for _ in range(3))
    mask = Mask(configuration.causal, configuration.windows[layer])
    scale = configuration.scales[layer]
    attention = FactoredAttention(W_q, W_k, W_v, normal(d, d, small), configuration.heads, scale, mask)
    if not feed_forward:
        return Block(attention, norm, None, None, configuration.pre_norm)
    first, none = normal(m, d, std), np.zeros(m, dtype=dtype)
    part = FeedForward(first, none, normal(d, m, small), zeros, configuration.activation)
    return Block(attention, norm, norm, part, configuration.pre_norm)


def shuffled_attention(attention: FactoredAttention, rng: np.random.Generator) -> FactoredAttention:
    """The sublayer with the entries of each of W_q, W_k, W_v, W_o in random order: the same sizes, no structure."""
    W_q, W_k, W_v, W_o = (_shuffled(W, rng) for W in (attention.W_q, attention.W_k, attention.W_v, attention.W_o))
    return replace(attention, W_q=W_q, W_k=W_k, W_v=W_v, W_o=W_o)


def shuffled_block(block: Block, rng: np.random.Generator) -> Block:
    """The block with the entries of every matrix in random order; norms and biases stay."""
    part = block.feed_forward
    if part is not None:
        part = replace(part, W_1=_shuffled(part.W_1, rng), W_2=_shuffled(part.W_2, rng))
    return replace(block, attention=shuffled_attention(block.attention, rng), feed_forward=part)


def surrogate_block(configuration: Configuration, layer: int, rng: np.random.Generator, std: float) -> Block:
    """A random block whose biases, gains and shifts are not trivial, to try a program on: it is no trained block."""
    block, d = drawn_block(configuration, layer, rng, std=std), configuration.d
    b_q, b_v, b_o, shift_1, shift_2 = rng.normal(0, 0.1, size=(5, d))
    if configuration.family == "gpt_neo":
        b_q = b_v = np.zeros(d)
    gains = 1 + rng.normal(0, 0.1, size=(2, d))
    attention = replace(block.attention, b_q=b_q, b_v=b_v, b_o=b_o)
    norms = [Norm(gains[0], shift_1, configuration.eps), Norm(gains[1], shift_2, configuration.eps)]
    return replace(block, attention=attention, norm_1=norms[0], norm_2=norms[1])


def write_surrogate(
    folder: Path, config: Mapping[str, Any], *, std: float, seed: int = 0, dtype: str = "F32", shards: int = 1
) -> None:
    """Write a model folder of random weights, to try the command on. Raises FileExistsError when the folder exists.

    config : the content of its config.json, for one of the four families.  std : of the matrices; about 1/sqrt(d).
    """
    configuration = parse_configuration(dict(config), "config")
    layout, rng = LAYOUTS[configuration.family], np.random.default_rng(seed)
    tensors: dict[str, Array] = {}
    places = dict.fromkeys(configuration.place(layer) for layer in range(configuration.depth))
    for layer, (group, within) in enumerate(places):
        tensors |= block_tensors(surrogate_block(configuration, layer, rng, std), configuration.family, group, within)
    e, d = configuration.embedding, configuration.d
    rows = {"tokens": configuration.vocabulary, "positions": configuration.positions, "types": 2}
    for role, name in layout.embeddings.items():
        if role in rows:
            tensors[name + ".weight"] = rng.normal(0, std, size=(rows[role], e))
        elif role == "norm":
            tensors |= {name + ".weight": np.ones(e), name + ".bias": np.zeros(e)}
        else:
            tensors |= {name + ".weight": rng.normal(0, std, size=(d, e)), name + ".bias": np.zeros(d)}
    if layout.final is not None:
        tensors |= {layout.final + ".weight": np.ones(d), layout.final + ".bias": np.zeros(d)}
    write_model(folder, config, tensors, dtype=dtype, shards=shards)


def _shuffled(matrix: Array, rng: np.random.Generator) -> Array:
    return np.asarray(rng.permutation(matrix.reshape(-1)).reshape(matrix.shape))
