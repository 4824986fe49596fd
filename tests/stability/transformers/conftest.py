"""Models for the tests: the frozen ones, and small random ones in the layouts of the four families."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.storing import write_surrogate

GOLDEN = Path(__file__).parent / "golden"
SMALL = {
    "gpt2": {"n_embd": 16, "n_head": 4, "n_layer": 3, "n_positions": 32},
    "gpt_neo": {"hidden_size": 16, "num_heads": 4, "num_layers": 2, "window_size": 4, "max_position_embeddings": 32},
    "bert": {"hidden_size": 16, "num_attention_heads": 4, "num_hidden_layers": 3, "max_position_embeddings": 32},
    "albert": {"hidden_size": 16, "embedding_size": 6, "num_attention_heads": 4, "num_hidden_layers": 3,
        "max_position_embeddings": 32},
}  # fmt: skip


@pytest.fixture
def golden() -> Callable[[str], tuple[TransformerModel, dict[str, np.ndarray]]]:
    """A frozen model, and what transformers computes with it; of GPT-Neo without its casts to float32 as well."""

    def load(family: str) -> tuple[TransformerModel, dict[str, np.ndarray]]:
        with np.load(GOLDEN / family / "outputs.npz") as stored:
            return TransformerModel(GOLDEN / family), {name: stored[name] for name in stored.files}

    return load


@pytest.fixture
def surrogate(tmp_path: Path) -> Callable[..., Path]:
    """The folder of a small random model: a family, changes of its config.json, and options of `write_surrogate`."""

    def write(family: str, *, name: str = "model", std: float = 0.25, **more: Any) -> Path:
        options = {key: more.pop(key) for key in ("seed", "dtype", "shards") if key in more}
        config = {"model_type": family, "vocab_size": 50, **SMALL[family], **more}
        write_surrogate(tmp_path / name, config, std=std, **options)
        return tmp_path / name

    return write


@pytest.fixture
def distance() -> Callable[[np.ndarray, np.ndarray], float]:
    """The largest difference of two arrays, relative to the largest entry of the second."""
    return lambda found, wanted: float(np.max(np.abs(found - wanted)) / np.max(np.abs(wanted)))
