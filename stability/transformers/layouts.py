"""Where the four families keep their tensors: names below the prefix, and which matrices are stored transposed."""

from __future__ import annotations

from dataclasses import dataclass, field


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
    "tokens": "embeddings.word_embeddings",
    "positions": "embeddings.position_embeddings",
    "types": "embeddings.token_type_embeddings",
    "norm": "embeddings.LayerNorm",
}
_NEO = "attn.attention."

LAYOUTS = {
    "gpt2": Layout(
        "h.{layer}.",
        {"query": "attn.c_attn", "output": "attn.c_proj", **_GPT_REST},
        _GPT_EMBEDDINGS,
        fused=True,
        transposed=True,
        final="ln_f",
    ),
    "gpt_neo": Layout(
        "h.{layer}.",
        {
            "query": _NEO + "q_proj",
            "key": _NEO + "k_proj",
            "value": _NEO + "v_proj",
            "output": _NEO + "out_proj",
            **_GPT_REST,
        },
        _GPT_EMBEDDINGS,
        unbiased=frozenset({"query", "key", "value"}),
        final="ln_f",
    ),
    "bert": Layout(
        "encoder.layer.{layer}.",
        {
            "query": "attention.self.query",
            "key": "attention.self.key",
            "value": "attention.self.value",
            "output": "attention.output.dense",
            "norm_1": "attention.output.LayerNorm",
            "norm_2": "output.LayerNorm",
            "inner": "intermediate.dense",
            "outer": "output.dense",
        },
        _BERT_EMBEDDINGS,
    ),
    "albert": Layout(
        "encoder.albert_layer_groups.{group}.albert_layers.{within}.",
        {
            "query": "attention.query",
            "key": "attention.key",
            "value": "attention.value",
            "output": "attention.dense",
            "norm_1": "attention.LayerNorm",
            "norm_2": "full_layer_layer_norm",
            "inner": "ffn",
            "outer": "ffn_output",
        },
        {**_BERT_EMBEDDINGS, "mapping": "encoder.embedding_hidden_mapping_in"},
    ),
}
