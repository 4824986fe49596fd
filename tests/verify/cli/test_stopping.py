"""However a run is ended, what is finished is kept and no process stays behind."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import click
import pytest

from attnverify.verify.cli.stopping import INTERRUPTED, ending_in_order

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="sends the signals of POSIX")

PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored
from attnverify.verify import registry
registry.entry_points = lambda group: ()
import project_claims
from attnverify.verify.cli import main
if __name__ == "__main__":
    main(["run", "--jobs", "2"])
"""
SLOW = """
import pathlib, time
def slow(constant=1):
    pathlib.Path("slow has begun").touch()
    time.sleep(600)
declare("TST-9")(slow)
"""
KEPT = "interrupted: 1 of 2 claims finished and kept in the cache\n"


@pytest.fixture
def run(project, tmp_path):
    """A run with two workers, in a process group of its own; one claim is finished, the other will never be."""
    project("declare('TST-1')(square)\n" + SLOW)
    (tmp_path / "program.py").write_text(PROGRAM)
    options = {"stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
    process = subprocess.Popen([sys.executable, "program.py"], env=environment, **options)
    while process.poll() is None and not (Path("slow has begun").exists() and Path("cache/TST-1.json").exists()):
        time.sleep(0.02)
    yield process
    process.stderr.close()
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def said(process):
    """What it wrote on stderr, which ends when the last process that can write there has ended."""
    return process.communicate(timeout=60)[1]


# A signal to the whole group comes from the terminal; SIGTERM may then reach a worker before the run itself.
@pytest.mark.parametrize(("send", "name", "code"), [
    *(("kill", name, code) for name, code in (("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129))),
    *(("killpg", name, code) for name, code in (("SIGINT", 130), ("SIGHUP", 129))),
])  # fmt: skip
def test_a_run_that_is_told_to_end(run, send, name, code):
    getattr(os, send)(run.pid, getattr(signal, name))
    assert said(run) == KEPT
    assert run.returncode == code
    assert Path("cache/TST-1.json").exists()


def test_the_workers_of_a_run_that_is_killed_end_too(run):
    run.kill()
    said(run)
    assert run.returncode == -signal.SIGKILL


def test_a_signal_that_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ending_in_order():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
            os.kill(os.getpid(), signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_the_exit_code_names_the_signal():
    def interrupted():
        with ending_in_order():
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGTERM)
            raise click.exceptions.Exit(INTERRUPTED)

    with pytest.raises(click.exceptions.Exit) as stopped:
        interrupted()
    assert stopped.value.exit_code == 143
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_another_exit_code_stays():
    with pytest.raises(click.exceptions.Exit) as stopped, ending_in_order():
        raise click.exceptions.Exit(INTERRUPTED)
    assert stopped.value.exit_code == INTERRUPTED
