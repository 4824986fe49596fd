"""A reader that stops reading, a full disk and a defect never end a command with 1, which speaks about a statement."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from attnverify.verify import cli
from attnverify.verify.referee import __main__ as referee
from attnverify.verify.referee.streams import DEFECT, OutputError, printing
from attnverify.verify.referee.workers import deaf_children

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
COMMAND = [sys.executable, "-P", "-c", "from attnverify.verify.cli import main; main(prog_name='attnverify')"]
REFEREE = [sys.executable, "-P", "-m", "attnverify.verify.referee"]
FULL = "error: the output: No space left on device"


def ended(command, out, err=None):
    """The exit code and what stderr said of a command that prints to a full device, to a pipe without reader, or to
    nothing at all."""
    if out == "none":
        command, out = ["sh", "-c", 'exec "$@" >&-', "sh", *command], None
    reader, closed = os.pipe()
    os.close(reader)
    places = {"closed": closed, "full": os.open("/dev/full", os.O_WRONLY), None: subprocess.PIPE}
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, stdout=places[out], stderr=places[err], text=True, env=environment)
    for place in (closed, places["full"]):
        os.close(place)
    return done.returncode, (done.stderr or "").strip()


@pytest.mark.parametrize(("arguments", "out", "err", "code", "said"), [
    (["--help"], "closed", None, 141, ""),
    (["--help"], "full", None, 2, FULL),
    (["--version"], "closed", None, 141, ""),
    (["run", "--help"], "full", None, 2, FULL),
    (["decide", "false.toml"], "none", None, 2, "error: the output: is closed"),
    (["analyse", "--value", "I.csv", "--attention", "I.csv", "--tokens", "1", "--step", "1"], "closed", None, 141, ""),
    (["nothing"], None, "full", 2, ""),
    (["nothing"], None, "closed", 2, ""),
    (["decide", "false.toml"], "closed", None, 141, ""),
    (["decide", "false.toml"], "full", None, 2, FULL),
    (["decide", "false.toml", "--json", "-"], "closed", None, 141, ""),
    (["decide", "false.toml", "--json", "/dev/full"], None, None, 2, "/dev/full: cannot be written"),
    (["decide", "false.toml"], None, None, 1, ""),
])  # fmt: skip
def test_where_the_output_goes_is_no_verdict(tmp_path, monkeypatch, arguments, out, err, code, said):
    monkeypatch.chdir(tmp_path)
    Path("I.csv").write_text("1,0\n0,1\n")
    Path("false.toml").write_text('show = "x > 1"\n[letters]\nx = "positive"\n')
    found, line = ended([*COMMAND, *arguments], out, err)
    assert found in ((code, 141) if err == "closed" else (code,))
    assert said in line
    assert "Traceback" not in line
    assert said or not line


@pytest.fixture(scope="module")
def true_lemma(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lemma")
    (folder / "true.toml").write_text('show = "x + 1 > 1"\n[letters]\nx = "positive"\n')
    done = CliRunner().invoke(cli.main, ["decide", str(folder / "true.toml"), "--json", str(folder / "true.json")])
    assert done.exit_code == 0
    return folder / "true.json"


@pytest.mark.parametrize(("file", "out", "err", "code", "said"), [
    ("", "closed", None, 141, ""), ("", "full", None, 2, FULL), ("", "none", None, 2, "error: the output: is closed"),
    ("", None, None, 0, ""), ("none", None, "full", 2, ""),
])  # fmt: skip
def test_the_referee_alone(true_lemma, file, out, err, code, said):
    assert ended([*REFEREE, file or str(true_lemma)], out, err) == (code, said)


def test_a_defect_of_the_referee_is_no_failure_of_a_proof(monkeypatch, capsys):
    monkeypatch.setattr(referee, "recheck_file", lambda *_: 1 / 0)
    assert referee.main(["ledger.json"]) == DEFECT
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_file_that_cannot_be_used_is_named():
    with pytest.raises(OutputError) as raised, printing():
        Path("/dev/null/there").write_text("")
    assert (raised.value.code, raised.value.line) == (2, "error: /dev/null/there: Not a directory")


@pytest.mark.parametrize("error", [KeyError("?"), RecursionError("?")], ids=type)
def test_a_defect_is_neither_a_refutation_nor_bad_input(monkeypatch, error):
    @click.command
    def broken():
        raise error

    monkeypatch.setattr(cli._Commands, "get_command", lambda *_: broken)
    done = CliRunner().invoke(cli.main, ["broken"])
    assert done.exit_code == DEFECT
    assert f"{type(error).__name__}: " in done.output
    assert "defect" in done.output


@pytest.mark.parametrize("command", [
    ["analyse", "--value", "I.csv", "--attention", "I.csv", "--tokens", "3", "--step"], ["sweep", "--grid"], ["find"],
    ["simulate", "--random", "3", "2", "--direction"],
])  # fmt: skip
def test_what_is_nested_too_deeply_is_bad_input(tmp_path, monkeypatch, one_line, command):
    monkeypatch.chdir(tmp_path)
    Path("I.csv").write_text("1,0\n0,1\n")
    deep = "(" * 190 + "1" + ")" * 190
    one_line(CliRunner().invoke(cli.main, [*command, f"beta={deep}" if command[0] == "sweep" else deep]), "too deeply")


@pytest.mark.parametrize("command", [
    ["analyse", "--value", "I.csv", "--attention", "I.csv", "--tokens", "2", "--step", "1", "--starts", "0"],
    ["simulate", "--random", "3", "2", "--layers", "2"], ["decide", "true.toml"],
])  # fmt: skip
def test_what_goes_to_a_program_is_json_alone(tmp_path, monkeypatch, one_line, command):
    """What is said to a person then stands on stderr; two files are never mixed."""
    monkeypatch.chdir(tmp_path)
    Path("I.csv").write_text("1,0\n0,1\n")
    Path("true.toml").write_text('show = "x + 1 > 1"\n[letters]\nx = "positive"\n')
    done = CliRunner().invoke(cli.main, [*command, "--json", "-"])
    assert done.exit_code == 0
    assert json.loads(done.stdout)
    assert done.stderr
    if command[0] == "simulate":
        one_line(
            CliRunner().invoke(cli.main, [*command, "--json", "-", "--csv", "-"]), "two outputs have the same file"
        )


def test_a_signal_while_a_process_starts_is_heard_when_it_has_started():
    heard = []
    before = signal.signal(signal.SIGTERM, lambda *_: heard.append(True))
    try:
        with deaf_children():
            os.kill(os.getpid(), signal.SIGTERM)
            assert not heard
        assert heard
        assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


TOLD_WHILE_STARTING = """
import os, signal
from multiprocessing import util
spawn = util.spawnv_passfds
def spawned(path, args, passfds):
    pid = spawn(path, args, passfds)
    if any("spawn_main" in str(arg) for arg in args):  # the worker exists, and waits for what it is to do
        os.kill(os.getpid(), signal.{name})
    return pid
util.spawnv_passfds = spawned
from attnverify.verify.cli.stopping import ending_in_order
from attnverify.verify.referee.workers import Workers
if __name__ == "__main__":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with ending_in_order():
        workers = Workers({{"A": "{{}}"}}, ["A"], 1, 1)
        try:
            workers.judged("A")
        except KeyboardInterrupt:
            print("told to end")
        finally:
            workers.stop()
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_worker_that_is_starting_leaves_no_traceback(tmp_path, name):
    program = tmp_path / "program.py"
    program.write_text(TOLD_WHILE_STARTING.format(name=name))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert (done.stdout, done.stderr) == ("told to end\n", "")
