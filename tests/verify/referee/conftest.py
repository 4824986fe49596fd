"""The referee in processes with little memory, for ledgers that somebody wrote to break it."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from attnverify.verify.claim import Claim, Paper, Source
from attnverify.verify.decision import decide
from attnverify.verify.formal import formal
from attnverify.verify.ledger import build
from attnverify.verify.registry import load

# `python -m attnverify.verify.referee FILE` with one gibibyte of memory, forked for each line: Python starts only once.
# The seconds are of processor time: a guard against a recheck that does not end; nothing measures it.
PROGRAM = """
import os, resource, sys
from attnverify.verify.referee.__main__ import main
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
for line in sys.stdin:
    file = line.strip()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
        said = os.open(f"{file}.said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(said, 1)
        os.dup2(said, 2)
        sys.exit(main([file]))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@pytest.fixture(scope="session")
def _referee() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture
def rechecked(_referee: subprocess.Popen[str], tmp_path: Path) -> Callable[[str | bytes], tuple[int, list[str]]]:
    """Recheck this text in a process with one gibibyte of memory: exit code and lines."""

    def run(text: str | bytes) -> tuple[int, list[str]]:
        path = tmp_path / "ledger.json"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        assert _referee.stdin is not None
        assert _referee.stdout is not None
        print(path, file=_referee.stdin, flush=True)
        code = int(_referee.stdout.readline())
        said = Path(f"{path}.said").read_text()
        assert "Traceback" not in said, said
        return code, said.splitlines()

    return run


def changed(certificate: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The certificate with one entry replaced."""
    result = copy.deepcopy(certificate)
    inside = result
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = new
    return result


@pytest.fixture
def square(own_registry: dict[str, Claim]) -> dict[str, Any]:
    """A ledger with one claim in proof form, TST-0: that x^2 - 2 x + 1 is not negative."""
    formal(
        "TST-0",
        title="A square",
        sentence="A square is not negative.",
        source=Source(Paper("testing", "A paper for tests"), "Lemma 1"),
        kind="inequality",
        statement={"letters": ["x: number"], "show": ["x^2 - 2*x + 1 >= 0"]},
        proof={"leaf": "arithmetic", "terms": [{"c": "1", "squares": ["x - 1"]}]},
        instance={"letters": {"x": 1}},
    )
    claim = load()["TST-0"]
    made: dict[str, Any] = json.loads(json.dumps(build([claim], {claim.id: decide(claim)}, 0)))
    return made
