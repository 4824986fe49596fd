"""The referee in processes with little memory, for ledgers that somebody wrote to break it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

# `python -m verify.referee FILE` with one gibibyte of memory, forked for each line, so that Python starts only once.
# The seconds are of processor time: a guard against a recheck that does not end; nothing measures it.
PROGRAM = """
import os, resource, sys
from verify.referee.__main__ import main
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
