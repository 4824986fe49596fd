"""A transformer model on disk: its attention sublayers, blocks, norms and embeddings, read when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import DTypeLike

from ..numbers import Array
from ..tables import counted
from .attention import ACTIVATIONS, Block, FactoredAttention, FeedForward, Mask, Norm, affine
from .configuration import LAYOUTS, read_configuration
from .safetensors_file import WeightFolder, WeightsError


class TransformerModel:
    """The model in a folder with config.json and safetensors files: GPT-2, GPT-Neo, BERT or ALBERT.

    configuration : the sizes.  weights : the files.  dtype : the floating type that everything is computed in.
    Raises WeightsError when the folder is not as it must be; tensors are read, and checked, when they are needed.
    """

    def __init__(self, folder: Path, dtype: DTypeLike = np.float64) -> None:
        self.configuration = read_configuration(folder)
        self.weights = WeightFolder(folder)
        self.layout = LAYOUTS[self.configuration.family]
        self.dtype = np.dtype(dtype)
        self.weights.find_prefix(self.layout.anchor)
        self.weights.require(self._needed())

    @property
    def depth(self) -> int:
        """Attention sublayers from input to output."""
        return self.configuration.depth

    @property
    def notes(self) -> tuple[str, ...]:
        """What to say of weights in the folder that are not read: files, and layers beyond those of config.json."""
        model = self.configuration
        places = {model.place(layer) for layer in range(model.depth)}
        # The {} are digits; all else in a name stands for itself.
        parts = re.split(r"\{(?:layer|group|within)\}", self.layout.stem + self.layout.modules["query"] + ".weight")
        pattern = re.compile(re.escape(self.weights.prefix) + r"(\d+)".join(map(re.escape, parts)))
        matches = filter(None, map(pattern.fullmatch, self.weights.owner))
        stored = {(int(found[1]), int(found[2]) if found.re.groups > 1 else 0) for found in matches}
        if not stored - places:
            return self.weights.notes
        ignored = counted(len(stored - places), "layer")
        return (
            *self.weights.notes,
            f"config.json names {len(places)} of {len(stored)} stored layers; {ignored} ignored",
        )

    def attention(self, layer: int) -> FactoredAttention:
        """The attention sublayer 0 <= layer < depth."""
        model, place = self.configuration, self.configuration.place(layer)
        d = model.d
        b_q: Array | None = None
        b_v: Array | None = None
        if self.layout.fused:
            W_q, W_k, W_v = np.split(self._matrix("query", place, 3 * d, d), 3)
            b_q, _, b_v = np.split(self._bias("query", place, 3 * d), 3)
        else:
            W_q, W_k, W_v = (self._matrix(role, place, d, d) for role in ("query", "key", "value"))
            if self._biased("query"):
                b_q, b_v = self._bias("query", place, d), self._bias("value", place, d)
        W_o, b_o = self._matrix("output", place, d, d), self._bias("output", place, d)
        mask = Mask(model.causal, model.windows[layer])
        return FactoredAttention(W_q, W_k, W_v, W_o, model.heads, model.scales[layer], mask, b_q, b_v, b_o)

    def norm_1(self, layer: int) -> Norm:
        """The norm that belongs to the attention sublayer."""
        return self._norm(self.layout.module("norm_1", *self.configuration.place(layer)))

    def block(self, layer: int, *, feed_forward: bool = True) -> Block:
        """The whole block, or without its feed-forward part and the norm of it. Raises WeightsError: an activation."""
        attention, norm_1 = self.attention(layer), self.norm_1(layer)
        if not feed_forward:
            return Block(attention, norm_1, None, None, self.configuration.pre_norm)
        model, place = self.configuration, self.configuration.place(layer)
        if model.activation not in ACTIVATIONS:
            raise WeightsError(
                f"{self.weights.path / 'config.json'}: the activation is {model.activation!r:.40};"
                f" allowed are {', '.join(ACTIVATIONS)}"
            )
        d, m = model.d, model.inner
        W_1, b_1 = self._matrix("inner", place, m, d), self._bias("inner", place, m)
        W_2, b_2 = self._matrix("outer", place, d, m), self._bias("outer", place, d)
        feed_forward_part = FeedForward(W_1, b_1, W_2, b_2, model.activation)
        norm_2 = self._norm(self.layout.module("norm_2", *place))
        return Block(attention, norm_1, norm_2, feed_forward_part, model.pre_norm)

    def final_norm(self) -> Norm | None:
        """The norm after the last layer (GPT), None where there is none."""
        return None if self.layout.final is None else self._norm(self.layout.final)

    def embed(self, ids: Array) -> Array:
        """The input tokens of prompts ids : (..., N), integers below the vocabulary: (..., N, d).

        Raises WeightsError for an id outside the vocabulary and for more tokens than there are positions.
        """
        model, names = self.configuration, self.layout.embeddings
        if ids.size and not 0 <= ids.min() <= ids.max() < model.vocabulary:
            raise WeightsError(f"token ids from {ids.min()} to {ids.max()}; allowed are 0 to {model.vocabulary - 1}")
        length = ids.shape[-1]
        if length > model.positions:
            raise WeightsError(f"{counted(length, 'token')} in a prompt; the model has {model.positions} positions")
        X = self._rows(names["tokens"], (model.vocabulary, model.embedding), ids)
        X = X + self._rows(names["positions"], (model.positions, model.embedding), np.arange(length))
        if "types" in names:
            key = self.weights.key(names["types"] + ".weight")
            types = 2 if key is None else self.weights.owner[key].entries[key].shape[0]
            X = X + self._rows(names["types"], (types, model.embedding), np.zeros(1, dtype=int))
        if "norm" in names:
            X = self._norm(names["norm"], model.embedding)(X)
        if "mapping" in names:
            W = self.weights.read(names["mapping"] + ".weight", (model.d, model.embedding), self.dtype)
            X = affine(X, W, self.weights.read(names["mapping"] + ".bias", (model.d,), self.dtype))
        return np.asarray(X)

    def token_embedding(self, token: int) -> Array:
        """The row of the embedding matrix of one token : (e,)."""
        shape = (self.configuration.vocabulary, self.configuration.embedding)
        return np.asarray(self._rows(self.layout.embeddings["tokens"], shape, np.array([token]))[0])

    def run(self, X: Array) -> Array:
        """The tokens X : (..., N, d) after all blocks and the final norm."""
        for layer in range(self.depth):
            X = self.block(layer)(X)
        final = self.final_norm()
        return X if final is None else final(X)

    def _matrix(self, role: str, place: tuple[int, int], outputs: int, inputs: int) -> Array:
        shape = (inputs, outputs) if self.layout.transposed else (outputs, inputs)
        stored = self.weights.read(self.layout.module(role, *place) + ".weight", shape, self.dtype)
        return stored.T if self.layout.transposed else stored

    def _bias(self, role: str, place: tuple[int, int], size: int) -> Array:
        return self.weights.read(self.layout.module(role, *place) + ".bias", (size,), self.dtype)

    def _biased(self, role: str) -> bool:
        return role not in self.layout.unbiased

    def _norm(self, name: str, d: int | None = None) -> Norm:
        shape = (self.configuration.d if d is None else d,)
        gain, shift = (self.weights.read(name + end, shape, self.dtype) for end in (".weight", ".bias"))
        return Norm(gain, shift, self.configuration.eps)

    def _rows(self, name: str, shape: tuple[int, ...], rows: Array) -> Array:
        return self.weights.read(name + ".weight", shape, self.dtype, rows)

    def _needed(self) -> Iterator[str]:
        """Every tensor that the attention sublayers and their norms need."""
        for layer in range(self.depth):
            for role in ("query", "key", "value", "output", "norm_1"):
                if role in self.layout.modules:
                    name = self.layout.module(role, *self.configuration.place(layer))
                    yield name + ".weight"
                    if self._biased(role):
                        yield name + ".bias"
