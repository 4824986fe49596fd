"""How the frozen files of this folder were made: tiny random models, and what transformers computes with them.

`python make.py FOLDER`, in an environment with torch and transformers (made with 2.13.0 and 5.23.0); no test runs it.
Weights are stored as F32 and computed in double precision. Standard deviations of about 0.4, biases and gains away from
0 and 1: a wrong transposition, scale, bias or mask then shows at once. GPT-Neo's own code computes logits in float32
even in a double model; `exact` holds the same with that cast removed.
"""

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

D, N = 8, 12
SMALL = {"vocab_size": 20, "attention_dropout": 0.0}
CONFIGURATIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "gpt2": ("GPT2Config", "GPT2Model", {"n_embd": D, "n_head": 2, "n_layer": 2, "n_positions": 16, "n_inner": 12}),
    "gpt_neo": ("GPTNeoConfig", "GPTNeoModel", {"hidden_size": D, "num_heads": 2, "num_layers": 2,
        "attention_types": [[["global", "local"], 1]], "window_size": 5, "max_position_embeddings": 16,
        "intermediate_size": 12}),
    "bert": ("BertConfig", "BertForMaskedLM", {"hidden_size": D, "num_attention_heads": 2, "num_hidden_layers": 2,
        "intermediate_size": 12, "max_position_embeddings": 16}),
    "albert": ("AlbertConfig", "AlbertModel", {"hidden_size": D, "embedding_size": 4, "num_attention_heads": 2,
        "num_hidden_layers": 3, "num_hidden_groups": 2, "inner_group_num": 2, "intermediate_size": 12,
        "max_position_embeddings": 16}),
}  # fmt: skip
# family -> class names of the block, path from the block to what makes a_i, and to the module whose input it attends to
PARTS = {
    "gpt2": ("GPT2Block", "attn.c_proj", "attn"),
    "gpt_neo": ("GPTNeoBlock", "attn.attention.out_proj", "attn"),
    "bert": ("BertLayer", "attention.output.dense", "attention"),
    "albert": ("AlbertLayer", "attention.dense", "attention"),
}


def make(family: str, folder: Path) -> None:
    import torch
    import transformers
    from transformers.models.gpt_neo import modeling_gpt_neo

    torch.manual_seed(1)
    config_name, model_name, sizes = CONFIGURATIONS[family]
    model = getattr(transformers, model_name)(getattr(transformers, config_name)(**SMALL, **sizes))
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.normal_(0, 0.4)
            if "norm" in name.lower() or ".ln_" in name or name.startswith("ln_"):
                parameter.add_(1.0 if name.endswith("weight") else 0.2)
    model.save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    (folder / "config.json").write_text(json.dumps(json.loads((folder / "config.json").read_text())) + "\n")
    model = model.double().eval()
    ids = np.random.default_rng(2).integers(0, 20, size=(1, N))
    found = record(model, family, ids)
    if family == "gpt_neo":
        plain = modeling_gpt_neo.torch
        modeling_gpt_neo.torch = SimpleNamespace(**{**vars(torch), "float32": torch.float64})
        found |= {"exact_" + name: array for name, array in record(model, family, ids).items() if name != "ids"}
        modeling_gpt_neo.torch = plain
    np.savez_compressed(folder / "outputs.npz", **found)


def record(model: Any, family: str, ids: Any) -> dict[str, Any]:
    """What the whole model and each of its blocks compute.

    ids, the tokens before the first block and after every one, and the `last` ones. For `fresh` tokens, because those
    of a run become equal with depth and then hide mistakes: what the attention of each block sees and gives, and the
    tokens after the block.
    """
    import torch

    block_class, inner, attention = PARTS[family]
    seen: dict[str, list[Any]] = {"before": [], "after": [], "seen": [], "output": []}

    def first(value: Any) -> Any:
        return value[0] if isinstance(value, tuple) else value

    blocks = [module for module in model.modules() if type(module).__name__ == block_class]
    for module in blocks:
        module.register_forward_pre_hook(lambda _, given: seen["before"].append(first(given)))
        module.register_forward_hook(lambda _, given, made: seen["after"].append(first(made)))
        module.get_submodule(inner).register_forward_hook(lambda _, given, made: seen["output"].append(made))
        module.get_submodule(attention).register_forward_pre_hook(
            lambda _, given, named: seen["seen"].append(given[0] if given else named["hidden_states"]), with_kwargs=True
        )

    def arrays() -> dict[str, Any]:
        found = {name: np.stack([entry.numpy() for entry in entries]) for name, entries in seen.items()}
        for entries in seen.values():
            entries.clear()
        return found

    body = getattr(model, "bert", model)
    fresh = torch.tensor(np.random.default_rng(3).standard_normal((1, N, D)))
    with torch.no_grad():
        last = body(input_ids=torch.tensor(ids)).last_hidden_state
        run = arrays()
        for block in blocks:
            block(fresh)
    alone = arrays()
    states = np.concatenate([run["before"][:1], run["after"]])
    for block in blocks:
        for module in (block, block.get_submodule(inner), block.get_submodule(attention)):
            module._forward_hooks.clear()
            module._forward_pre_hooks.clear()
            module._forward_pre_hooks_with_kwargs.clear()
    return {"ids": ids, "states": states, "last": last.numpy(), "fresh": fresh.numpy()} | {
        "fresh_" + name: alone[name] for name in ("seen", "output", "after")
    }


def main() -> None:
    for family in CONFIGURATIONS:
        folder = Path(sys.argv[1]) / family
        folder.mkdir(parents=True, exist_ok=True)
        make(family, folder)


if __name__ == "__main__":
    main()
