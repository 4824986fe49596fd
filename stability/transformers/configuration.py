"""config.json of a model folder: the family, the sizes, and how attention is scaled and masked, all of it checked.

Then where the four families keep their tensors, names below the prefix and which matrices are stored transposed, and
the sizes of the models that arXiv 2605.25619 studies, as its Table 1 prints them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .safetensors_file import WeightsError, read_json

FAMILIES = ("gpt2", "gpt_neo", "bert", "albert")
NAMES = {"gpt2": "GPT-2", "gpt_neo": "GPT-Neo", "bert": "BERT", "albert": "ALBERT"}
_ALLOWED = f"allowed are {', '.join(FAMILIES)}"
_CLASSES = {"gpt2": "GPT2", "gpt_neo": "GPTNeo", "bert": "Bert", "albert": "Albert"}
# family -> where config.json keeps the dimension, the heads, the layers
_KEYS = {"gpt2": ("n_embd", "n_head", "n_layer"), "gpt_neo": ("hidden_size", "num_heads", "num_layers")}
_DEFAULT_KEYS = ("hidden_size", "num_attention_heads", "num_hidden_layers")
_POSITIONS = {"gpt2": ("n_positions", 1024), "gpt_neo": ("max_position_embeddings", 2048)}
_DEFAULT_POSITIONS = ("max_position_embeddings", 512)
_ACTIVATIONS = {"gpt2": ("activation_function", "gelu_new"), "gpt_neo": ("activation_function", "gelu_new")}
_ACTIVATIONS |= {"bert": ("hidden_act", "gelu"), "albert": ("hidden_act", "gelu_new")}
MAX_SIZE = 1_000_000


@dataclass(frozen=True)
class Configuration:
    """What config.json says, in one form for the four families.

    d, heads, layers, inner : model dimension, heads, depth as the file counts it, width of the feed-forward part.
    embedding : dimension of the embeddings, d but for ALBERT.  groups, per_group : ALBERT's shared layers, else layers,
    1. scales : the factor of the logits of each sublayer.  windows : how many keys, itself included, a token sees;
    None: all. eps : added to the variance in norms.  causal : a token sees itself and those before it.
    """

    family: str
    d: int
    heads: int
    layers: int
    inner: int
    embedding: int
    vocabulary: int
    positions: int
    groups: int
    per_group: int
    eps: float
    activation: str
    causal: bool
    scales: tuple[float, ...]
    windows: tuple[int | None, ...]

    @property
    def depth(self) -> int:
        """Attention sublayers that a token passes: layers, times ALBERT's sublayers per group."""
        return self.layers * self.per_group

    @property
    def pre_norm(self) -> bool:
        """Whether norms stand before the sublayers (GPT) and not after them (BERT)."""
        return self.family in ("gpt2", "gpt_neo")

    def place(self, layer: int) -> tuple[int, int]:
        """(group, sublayer in it) of the weights that sublayer 0 <= layer < depth uses; (layer, 0) where none are
        shared.

        ALBERT divides in floating point, so that i G // L would be another group for some (L, G).
        """
        i, within = divmod(layer, self.per_group)
        return int(i / (self.layers / self.groups)), within


def read_configuration(folder: Path) -> Configuration:
    """The configuration in folder/config.json. Raises WeightsError with the field, its value and what is allowed."""
    path = folder / "config.json"
    if not folder.is_dir():
        raise WeightsError(f"{folder}: is no folder; the folder with config.json and model.safetensors is needed")
    if not path.is_file() and any(folder.glob("snapshots/*/config.json")):
        raise WeightsError(f"{folder}: is a folder of the hub's cache; the model is in a folder below its snapshots")
    if not path.is_file():
        raise WeightsError(f"{path}: there is no such file; it names the family and the sizes of the model")
    return parse_configuration(read_json(path), str(path))


def parse_configuration(data: dict[str, Any], where: str) -> Configuration:
    """The configuration in the content of a config.json. where : its name, for messages."""
    family = _family(data, where)
    if data.get("quantization_config") is not None:
        raise WeightsError(f"{where}: 'quantization_config' is set; quantised weights are not read")
    keys = _KEYS.get(family, _DEFAULT_KEYS)
    d, heads, layers = (_size(data, key, where) for key in keys)
    if d % heads:
        raise WeightsError(f"{where}: {keys[0]!r} is {d} and {keys[1]!r} {heads}; the heads must divide the dimension")
    if data.get("position_embedding_type", "absolute") != "absolute":
        raise WeightsError(
            f"{where}: 'position_embedding_type' is {data['position_embedding_type']!r:.40}; allowed is 'absolute'"
        )
    if data.get("add_cross_attention"):
        raise WeightsError(f"{where}: 'add_cross_attention' is set; only self-attention is known")
    groups = _size(data, "num_hidden_groups", where, 1) if family == "albert" else layers
    per_group = _size(data, "inner_group_num", where, 1) if family == "albert" else 1
    if groups > layers:
        raise WeightsError(f"{where}: 'num_hidden_groups' is {groups}; at most the {layers} layers are allowed")
    inner_key = {"gpt2": "n_inner"}.get(family, "intermediate_size")
    gpt = family in ("gpt2", "gpt_neo")
    positions, default = _POSITIONS.get(family, _DEFAULT_POSITIONS)
    return Configuration(
        family=family,
        d=d,
        heads=heads,
        layers=layers,
        inner=_size(data, inner_key, where, 4 * d),
        embedding=_size(data, "embedding_size", where, 128) if family == "albert" else d,
        vocabulary=_size(data, "vocab_size", where),
        positions=_size(data, positions, where, default),
        groups=groups,
        per_group=per_group,
        eps=_eps(data, "layer_norm_epsilon" if gpt else "layer_norm_eps", 1e-5 if gpt else 1e-12, where),
        activation=str(data.get(*_ACTIVATIONS[family])),
        causal=gpt or bool(data.get("is_decoder", False)),
        scales=_scales(data, family, d // heads, layers * per_group),
        windows=_windows(data, layers, where) if family == "gpt_neo" else (None,) * (layers * per_group),
    )


def _family(data: dict[str, Any], where: str) -> str:
    named = data.get("model_type")
    if named is None:
        architectures = data.get("architectures") or ["nothing"]
        first = str(architectures[0]) if isinstance(architectures, list) else "nothing"
        # The longest class name first: GPTNeoX begins with GPTNeo and is another family.
        fitting = [family for family, name in _CLASSES.items() if first.startswith(name) and "NeoX" not in first]
        if not fitting:
            raise WeightsError(f"{where}: no 'model_type', and 'architectures' is {first!r:.60}; {_ALLOWED}")
        return fitting[0]
    if named not in FAMILIES:
        raise WeightsError(f"{where}: 'model_type' is {named!r:.60}, a family that is not known; {_ALLOWED}")
    return str(named)


def _size(data: dict[str, Any], key: str, where: str, default: int | None = None) -> int:
    value = data.get(key)
    if value is None:
        value = default
    if type(value) is not int or not 1 <= value <= MAX_SIZE:
        raise WeightsError(f"{where}: {key!r} is {value!r:.40}; an integer from 1 to {MAX_SIZE} is needed")
    return value


def _eps(data: dict[str, Any], key: str, default: float, where: str) -> float:
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
        raise WeightsError(f"{where}: {key!r} is {value!r:.40}; a number from 0 to 1 is needed")
    return float(value)


def _scales(data: dict[str, Any], family: str, head_dimension: int, depth: int) -> tuple[float, ...]:
    scale = 1 / math.sqrt(head_dimension)
    if family == "gpt_neo" or (family == "gpt2" and not data.get("scale_attn_weights", True)):
        scale = 1.0
    by_layer = family == "gpt2" and data.get("scale_attn_by_inverse_layer_idx", False)
    return tuple(scale / (layer + 1) if by_layer else scale for layer in range(depth))


def _windows(data: dict[str, Any], layers: int, where: str) -> tuple[int | None, ...]:
    kinds = data.get("attention_layers")
    if kinds is None:
        kinds = _expanded(data.get("attention_types", [[["global", "local"], layers // 2]]), layers, where)
    if not isinstance(kinds, list) or len(kinds) != layers or any(kind not in ("global", "local") for kind in kinds):
        raise WeightsError(f"{where}: the attention layers are {kinds!r:.60}; {layers} of 'global', 'local' are needed")
    window = _size(data, "window_size", where, 256)
    return tuple(window if kind == "local" else None for kind in kinds)


def _expanded(types: Any, layers: int, where: str) -> list[str]:
    """[[["global", "local"], 2], ...] written out; a repetition beyond `layers` is cut there."""
    try:
        written = [str(kind) for kinds, times in types for _ in range(min(int(times), layers)) for kind in kinds]
    except (TypeError, ValueError) as error:
        raise WeightsError(f"{where}: 'attention_types' is {types!r:.60}; allowed is [[[kinds], times]]") from error
    return written


@dataclass(frozen=True)
class Layout:
    """The names of one family.

    stem : what stands before the names of a layer, with {layer}, or {group} and {within}.
    modules : role -> module below the stem; its matrix is `.weight`, its bias `.bias`.
    embeddings : role -> module.  fused : query, key and value are one matrix, side by side.
    transposed : matrices are stored (in, out), "Conv1D", and not (out, in).  unbiased : roles without a bias.
    final : the norm after the last layer, where there is one.
    """

    stem: str
    modules: dict[str, str]
    embeddings: dict[str, str]
    fused: bool = False
    transposed: bool = False
    unbiased: frozenset[str] = field(default_factory=frozenset)
    final: str | None = None

    @property
    def anchor(self) -> str:
        """The key of the first query matrix, from which the prefix is found."""
        return self.stem.format(layer=0, group=0, within=0) + self.modules["query"] + ".weight"

    def module(self, role: str, group: int, within: int) -> str:
        """The name of a module of a layer."""
        return self.stem.format(layer=group, group=group, within=within) + self.modules[role]


_GPT_REST = {"norm_1": "ln_1", "norm_2": "ln_2", "inner": "mlp.c_fc", "outer": "mlp.c_proj"}
_GPT_EMBEDDINGS = {"tokens": "wte", "positions": "wpe"}
_BERT_EMBEDDINGS = {
    "tokens": "embeddings.word_embeddings", "positions": "embeddings.position_embeddings",
    "types": "embeddings.token_type_embeddings", "norm": "embeddings.LayerNorm",
}  # fmt: skip
_GPT2 = {"query": "attn.c_attn", "output": "attn.c_proj", **_GPT_REST}
_NEO = {
    "query": "attn.attention.q_proj", "key": "attn.attention.k_proj", "value": "attn.attention.v_proj",
    "output": "attn.attention.out_proj", **_GPT_REST,
}  # fmt: skip
_BERT = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "output": "attention.output.dense", "norm_1": "attention.output.LayerNorm", "norm_2": "output.LayerNorm",
    "inner": "intermediate.dense", "outer": "output.dense",
}  # fmt: skip
_ALBERT = {
    "query": "attention.query", "key": "attention.key", "value": "attention.value", "output": "attention.dense",
    "norm_1": "attention.LayerNorm", "norm_2": "full_layer_layer_norm", "inner": "ffn", "outer": "ffn_output",
}  # fmt: skip
_ALBERT_EMBEDDINGS = {**_BERT_EMBEDDINGS, "mapping": "encoder.embedding_hidden_mapping_in"}
_QUERIES = frozenset({"query", "key", "value"})

LAYOUTS = {
    "gpt2": Layout("h.{layer}.", _GPT2, _GPT_EMBEDDINGS, fused=True, transposed=True, final="ln_f"),
    "gpt_neo": Layout("h.{layer}.", _NEO, _GPT_EMBEDDINGS, unbiased=_QUERIES, final="ln_f"),
    "bert": Layout("encoder.layer.{layer}.", _BERT, _BERT_EMBEDDINGS),
    "albert": Layout("encoder.albert_layer_groups.{group}.albert_layers.{within}.", _ALBERT, _ALBERT_EMBEDDINGS),
}


# family -> name -> (dimension, heads, layers)
PUBLISHED: dict[str, dict[str, tuple[int, int, int]]] = {
    "albert": {"base": (768, 12, 12), "large": (1024, 16, 24), "xlarge": (2048, 16, 24), "xxlarge": (4096, 64, 12)},
    "bert": {"base": (768, 12, 12), "large": (1024, 16, 24)},
    "gpt2": {"small": (768, 12, 12), "medium": (1024, 16, 24), "large": (1280, 20, 36), "xl": (1600, 25, 48)},
    "gpt_neo": {"125M": (768, 12, 12), "1.3B": (2048, 16, 24), "2.7B": (2560, 20, 32)},
}


def published_name(configuration: Configuration) -> str | None:
    """The name of the row with the family and dimension of a model; None if there is none. The rest may differ."""
    rows = PUBLISHED[configuration.family]
    return next((name for name, (d, _, _) in rows.items() if d == configuration.d), None)
