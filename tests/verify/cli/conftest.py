"""Running the command line inside the test process."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from verify.cli import main

SQUARES = """
declare("TST-1")(square)
declare("TST-2", rests_on=["TST-1"])(square)
def false(constant=1):
    yield from square(3 - constant)
declare("TST-3", Verdict.ARGUED_FALSE, no_repair="none is possible")(false)
"""


@pytest.fixture
def squares(project: Callable[[str], None]) -> None:
    """A project with two proofs, one resting on the other, and a refutation."""
    project(SQUARES)


@pytest.fixture
def attnverify() -> Callable[..., Result]:
    """Run a command line; exceptions other than a clean exit are failures."""

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments, catch_exceptions=False)

    return call


SIZES: dict[str, dict[str, Any]] = {
    "gpt2": {"n_embd": 16, "n_head": 2, "n_layer": 4, "n_positions": 64},
    "gpt_neo": {"hidden_size": 16, "num_heads": 2, "num_layers": 4, "max_position_embeddings": 64},
    "bert": {"hidden_size": 16, "num_attention_heads": 2, "num_hidden_layers": 4, "max_position_embeddings": 64},
    "albert": {
        "hidden_size": 16,
        "embedding_size": 8,
        "num_attention_heads": 2,
        "num_hidden_layers": 4,
        "max_position_embeddings": 64,
    },
}


@pytest.fixture
def model_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """The folder of a small random model below the current folder: a family, and changes of its config.json."""
    from stability.transformers.random_weights import write_surrogate

    monkeypatch.chdir(tmp_path)

    def write(family: str, name: str = "model", **changes: Any) -> Path:
        config = {"model_type": family, "vocab_size": 40, **SIZES[family], **changes}
        write_surrogate(tmp_path / name, config, std=0.25)
        return Path(name)

    return write
