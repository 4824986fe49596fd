"""Running the command line inside the test process."""

import importlib
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from attnverify.verify import registry
from attnverify.verify.claim import Claim
from attnverify.verify.cli import main

SQUARES = """
from attnverify.verify.argument import argument
from attnverify.verify.registry import recorded

def enclosed(constant=1):
    found = Evidence(Verdict.ARGUED, "all x", "python-flint: balls")
    return found if constant == 1 else open_("all x", "python-flint: balls", "too wide")

declare("TST-1", Verdict.ARGUED)(enclosed)
declare("TST-2", rests_on=["TST-1"])(square)
recorded("TST-3", title="A square", statement="about squares", source=Source(PAPER, "Lemma 1"), kind="identity",
    expected=Verdict.ARGUED_FALSE, argument=argument("false by TST-1: it fails"), no_repair="none is possible",
    module="project_claims", line=9)
"""


@pytest.fixture
def squares(project: Callable[[str], None]) -> None:
    """A project with an enclosure, draws that rest on it, and an argument against a sentence."""
    project(SQUARES)


@pytest.fixture
def attnverify() -> Callable[..., Result]:
    """Run a command line; exceptions other than a clean exit are failures."""

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments, catch_exceptions=False)

    return call


@pytest.fixture
def one_line() -> Callable[[Result, str], None]:
    """What was asked is bad input, and one line says so."""

    def check(result: Result, said: str) -> None:
        assert result.exit_code == 2, result.output
        assert said in result.stderr
        assert result.stderr.count("\n") == 1

    return check


SIZES: dict[str, dict[str, Any]] = {
    "gpt2": {"n_embd": 16, "n_head": 2, "n_layer": 4, "n_positions": 64},
    "gpt_neo": {"hidden_size": 16, "num_heads": 2, "num_layers": 4, "max_position_embeddings": 64},
    "bert": {"hidden_size": 16, "num_attention_heads": 2, "num_hidden_layers": 4, "max_position_embeddings": 64},
    "albert": {"hidden_size": 16, "embedding_size": 8, "num_attention_heads": 2, "num_hidden_layers": 4,
        "max_position_embeddings": 64},
}  # fmt: skip


@pytest.fixture
def model_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """The folder of a small random model below the current folder: a family, and changes of its config.json."""
    from attnverify.stability.transformers.storing import write_surrogate

    monkeypatch.chdir(tmp_path)

    def write(family: str, name: str = "model", **changes: Any) -> Path:
        config = {"model_type": family, "vocab_size": 40, **SIZES[family], **changes}
        write_surrogate(tmp_path / name, config, std=0.25)
        return Path(name)

    return write


_PACKAGE = """
from attnverify.verify import Paper, Source, Twin, Verdict, claim, open_

PAPER = Paper("testing", "A paper for tests")

def check(constant=1):
    return open_("all", "m", "nothing")

for id in ("KEPT-1", "KEPT-2"):
    claim(id, title=f"A title of {id}", statement="nothing", source=Source(PAPER, "Lemma 1"), kind="identity",
        twin=Twin("another constant", {"constant": 2}), expected=Verdict.OPEN)(check)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_registry: dict[str, Claim]) -> Iterator[Path]:
    """The folder of an installed package of two claims."""
    folder = tmp_path / "kept_claims"
    folder.mkdir()
    (folder / "__init__.py").write_text("def load():\n    import kept_claims.claims\n")
    (folder / "claims.py").write_text(_PACKAGE)
    (folder / "table.csv").write_text("1\n")
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [EntryPoint("own", "kept_claims:load", registry.ENTRY_POINT_GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    importlib.invalidate_caches()
    yield folder
    _forget(own_registry)


def _forget(own_registry: dict[str, Claim]) -> None:
    own_registry.clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "kept_claims"]:
        del sys.modules[name]


@pytest.fixture
def process(
    package: Path, own_registry: dict[str, Claim], attnverify: Callable[..., Result]
) -> Callable[..., tuple[Result, bool]]:
    """A command in another process: what it answers, and whether it looked at the claims of `package` themselves."""

    def call(*arguments: str) -> tuple[Result, bool]:
        _forget(own_registry)
        result = attnverify(*arguments)
        return result, bool(own_registry)

    return call
