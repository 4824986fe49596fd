import csv
import io
import re
import shlex
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import attnverify.stability as st

GUIDE = (Path(__file__).parents[3] / "docs/systems.md").read_text()
PRINTED = re.findall(r"^attnverify (sweep .+)$", GUIDE, re.MULTILINE)
assert len(PRINTED) == 6
SMALL = ("--set", "N=4", "--runs", "5", "--steps", "8", "--every", "4", "--jobs", "0")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_the_table_is_written_and_repeats_itself(attnverify, tmp_path):
    first = attnverify("sweep", "--grid", "beta=0.5:2:2", "--grid", "d=2,3", *SMALL)
    assert first.exit_code == 0
    rows = list(csv.DictReader(io.StringIO(first.stdout)))
    assert len(rows) == 2 * 2 * 3
    assert [row["beta"] for row in rows[::3]] == ["0.5", "0.5", "2.0", "2.0"]
    grid = {"beta": [0.5, 2.0], "d": [2, 3]}
    expected = st.sweep(st.batches.Sweep(grid=grid, fixed={"N": 4}, runs=5, steps=8, every=4))
    assert [float(row["near"]) for row in rows] == [row["near"] for row in expected]
    assert attnverify("sweep", "--grid", "beta=0.5:2:2", "--grid", "d=2,3", *SMALL, "--csv", "a.csv").exit_code == 0
    assert (tmp_path / "a.csv").read_text() == first.stdout
    assert not (tmp_path / "a.csv.journal").exists()


def test_an_interrupted_sweep_goes_on(attnverify, tmp_path, monkeypatch):
    import attnverify.stability.batches.sweeps as sweeps

    asked = ("sweep", "--grid", "beta=0.5,2", *SMALL, "--csv", "a.csv")
    plain, calls = sweeps.task_values, []

    def interrupted(sweep, point, task):
        calls.append(task)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return plain(sweep, point, task)

    monkeypatch.setattr(sweeps, "task_values", interrupted)
    stopped = attnverify(*asked)
    assert stopped.exit_code == 130
    assert "interrupted: 1 of 2 points finished and kept in a.csv.journal" in stopped.stderr
    assert attnverify(*asked).exit_code == 0
    assert calls == [0, 1, 1]
    # No signal is sent: a process in the background of a shell ignores this one.
    monkeypatch.setattr(st, "sweep", lambda *given, **options: signal.default_int_handler(signal.SIGINT, None))
    early = attnverify(*asked[:-1], "b.csv")
    assert (early.exit_code, "interrupted" in early.stderr, "kept" in early.stderr) == (130, True, False)
    assert len((tmp_path / "a.csv").read_text().splitlines()) == 1 + 2 * 3


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `pictures` is not installed")
def test_the_phase_diagram(attnverify, tmp_path):
    for axes in ((), ("--axes", "beta,d")):
        asked = ["sweep", "--grid", "beta=0.5,2", "--grid", "d=2,3", "--csv", "a.csv", "--picture", "a.svg"]
        assert attnverify(*asked, *SMALL, *axes).exit_code == 0
        text = (tmp_path / "a.svg").read_text()
        assert "beta" in text
        assert ("d = 3" in text) == (not axes)
    wrong = attnverify("sweep", "--grid", "beta=0.5,2", *SMALL, "--picture", "a.svg", "--axes", "beta,N")
    assert wrong.exit_code == 2
    assert "--axes beta,N: two or three of beta, time, step, seed are needed" in wrong.stderr


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `pictures` is not installed")
@pytest.mark.parametrize("line", PRINTED)
def test_the_sweeps_of_the_guide_work_as_printed(attnverify, line):
    """With fewer values, starts and steps: the last one of an option counts."""
    fewer = shlex.split(re.sub(r"(beta=\S+?:\S+?):\d+", r"\1:2", line))
    result = attnverify(*fewer, "--runs", "2", "--steps", "2", "--every", "1", "--jobs", "0")
    assert result.exit_code == 0
    tables = [Path(name).read_text() for name in re.findall(r"--csv (\S+)", line)] or [result.stdout]
    assert all(table.startswith("beta,") and len(table.splitlines()) > 2 for table in tables)
    assert all("<svg" in Path(name).read_text() for name in re.findall(r"--picture (\S+)", line))


@pytest.mark.parametrize(("arguments", "said"), [
    (("--grid", "beta"), "--grid beta: allowed are NAME=a,b,c"),
    (("--grid", "beta=1:2"), "allowed is NAME=FROM:TO:COUNT"),
    (("--grid", "beta=1,x"), "beta=1,x is 'x'; allowed are"),
    (("--grid", "gamma=1,2"), "parameter 'gamma'; allowed are"),
    (("--set", "beta"), "--set beta: allowed is NAME=VALUE"),
    (("--set", "value=odd"), "value = 'odd'; allowed are"),
    (("--statistic", "limit"), "allowed with the layers of the dynamics attention"),
    (("--set", "N=2000", "--set", "d=2000", "--runs", "5000"), "GiB; allowed are 2.0 GiB"),
    (("--delta", "2"), "delta = 2.0; allowed"),
    (("--grid", "beta=1", "--grid", "beta=2"), "--grid beta: is given twice"),
    (("--set", "beta=1", "--set", "beta=2"), "--set beta: is given twice"),
    (("--grid", "d=2,3,2"), "d = 2 is in the grid more than once"),
    (("--steps", "3", "--every", "4"), "every = 4 is more than the steps, 3"),
    (("--grid", "beta=1,2", "--csv", "no/x.csv"), "Error: no/x.csv.journal: No such file or directory"),
])  # fmt: skip
def test_bad_input_is_one_line(attnverify, arguments, said, one_line):
    one_line(attnverify("sweep", *arguments), said)


@pytest.mark.parametrize(("asked", "code", "reason", "said"), [
    ("--statistic energy --grid beta=0,1", 0, "the energy divides by beta", "1 of 2 points without values"),
    ("--statistic energy --grid beta=0", 2, "the energy divides by beta", "no point has values: the energy"),
    ("--statistic energy --dynamics usa --grid beta=0,1,1000", 0, "e", "2 of 3 points without values"),
    ("--dynamics usa --grid beta=1,1000 --set alpha=0.1", 0, "reach e^", "1 of 2 points without values"),
    ("--grid attention=identity,goe --set beta=1e308", 0, "logits up to", "1 of 2 points without values"),
    ("--continuous --dynamics usa --grid beta=1,20 --set alpha=0.1", 0, "too long for the field", "1 of 2 points"),
    ("--continuous --single --grid alpha=0.1,40", 0, "too long for the field", "1 of 2 points without values"),
    ("--continuous --dynamics flow --set value=gaussian --grid alpha=9", 2, "too long for the field", "no point has"),
    ("--grid beta=1e309", 2, None, "beta=1e309: holds a number beyond the floating-point range"),
    ("--grid beta=1 --set N=1", 2, "one token has none", "no point has values: near is a share"),
    ("--grid beta=1 --single --delta 1e-9", 2, "in this precision", "no point has values: delta = 1e-09"),
])  # fmt: skip
def test_a_point_without_values_is_a_row_and_one_line(attnverify, asked, code, reason, said):
    more = () if "N=" in asked else ("--set", "N=4")
    small = ("--runs", "5", "--steps", "4", "--every", "4", "--jobs", "0")
    result = attnverify("sweep", *shlex.split(asked), *more, *small)
    assert result.exit_code == code
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert all("inf" not in row.values() and "nan" not in row.values() for row in rows)
    if reason is not None:
        bad = [row for row in rows if row["reason"]]
        assert bad
        assert all(reason in row["reason"] and row["step"] == "" for row in bad)
        assert (len(bad) < len(rows)) == (code == 0)


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `pictures` is not installed")
def test_the_picture_is_drawn_over_the_points_that_have_values(attnverify, tmp_path):
    asked = ("--statistic", "energy", "--grid", "beta=0,1,2", "--csv", "a.csv", "--picture", "a.svg")
    assert attnverify("sweep", *asked, *SMALL).exit_code == 0
    assert "<svg" in (tmp_path / "a.svg").read_text()


@pytest.mark.parametrize("dynamics", ["sa", "usa", "attention", "flow", "oja"])
def test_heads_count(attnverify, dynamics):
    """Five heads with V = I drive five times as much as one: as one head with five times the step."""
    found = []
    for heads, alpha in ((1, 0.05), (5, 0.05), (1, 0.25)):
        asked = ("--set", f"heads={heads}", "--set", f"alpha={alpha}", "--statistic", "misalignment")
        result = attnverify("sweep", "--dynamics", dynamics, "--grid", "beta=1", *asked, *SMALL)
        found.append(float(list(csv.DictReader(io.StringIO(result.stdout)))[-1]["misalignment"]))
    assert found[1] == pytest.approx(found[2], abs=1e-12)
    assert abs(found[0] - found[1]) > 1e-2


INTERRUPTED = """
import os, signal, sys
from multiprocessing import util
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
from attnverify.verify.cli import main

start = util.spawnv_passfds

def told(path, arguments, descriptors):
    child = start(path, arguments, descriptors)
    if any(argument.startswith("from multiprocessing.spawn") for argument in map(os.fsdecode, arguments)):
        os.kill(os.getpid(), signal.NAME)
    return child

util.spawnv_passfds = told
if __name__ == "__main__":
    main("sweep --grid beta=1,2 --set N=40 --set d=40 --runs 4000 --steps 100000 --jobs 2 --csv a.csv".split())
"""


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_sweep_that_is_told_to_end_while_a_process_starts(tmp_path, name, code):
    program = tmp_path / "program.py"
    program.write_text(INTERRUPTED.replace("NAME", name))
    ended = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=60, check=False)
    kept = "interrupted: 0 of 2 points finished and kept in a.csv.journal; the same command goes on\n"
    assert (ended.stderr, ended.returncode) == (kept, code)
