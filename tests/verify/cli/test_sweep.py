import csv
import io
import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

import stability as st

README = (Path(__file__).parents[3] / "README.md").read_text()
PRINTED = re.findall(r"^attnverify (sweep .+)$", README, re.MULTILINE)
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
    expected = st.swept(
        st.batches.Sweep(grid={"beta": [0.5, 2.0], "d": [2, 3]}, fixed={"N": 4}, runs=5, steps=8, every=4)
    )
    assert [float(row["near"]) for row in rows] == [row["near"] for row in expected]
    assert attnverify("sweep", "--grid", "beta=0.5:2:2", "--grid", "d=2,3", *SMALL, "--csv", "a.csv").exit_code == 0
    assert (tmp_path / "a.csv").read_text() == first.stdout
    assert not (tmp_path / "a.csv.journal").exists()


def test_an_interrupted_sweep_goes_on(attnverify, tmp_path, monkeypatch):
    import stability.batches.sweeps as sweeps

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
    assert "interrupted: 1 of 2 points are finished and kept in a.csv.journal" in stopped.stderr
    assert attnverify(*asked).exit_code == 0
    assert calls == [0, 1, 1]
    assert len((tmp_path / "a.csv").read_text().splitlines()) == 1 + 2 * 3


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `pictures` is not installed")
def test_the_phase_diagram(attnverify, tmp_path):
    for axes in ((), ("--axes", "beta,d")):
        asked = (
            "sweep",
            "--grid",
            "beta=0.5,2",
            "--grid",
            "d=2,3",
            *SMALL,
            "--csv",
            "a.csv",
            "--picture",
            "a.svg",
            *axes,
        )
        assert attnverify(*asked).exit_code == 0
        text = (tmp_path / "a.svg").read_text()
        assert "beta" in text
        assert ("d = 3" in text) == (not axes)
    wrong = attnverify("sweep", "--grid", "beta=0.5,2", *SMALL, "--picture", "a.svg", "--axes", "beta,N")
    assert wrong.exit_code == 2
    assert "--axes beta,N: two or three of beta, time, step, seed are needed" in wrong.stderr


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra `pictures` is not installed")
@pytest.mark.parametrize("line", PRINTED)
def test_the_sweeps_of_the_readme_work_as_printed(attnverify, line):
    """With fewer values, starts and steps: the last one of an option counts."""
    fewer = shlex.split(re.sub(r"(beta=\S+?:\S+?):\d+", r"\1:2", line))
    result = attnverify(*fewer, "--runs", "2", "--steps", "2", "--jobs", "0")
    assert result.exit_code == 0
    tables = [Path(name).read_text() for name in re.findall(r"--csv (\S+)", line)] or [result.stdout]
    assert all(table.startswith("beta,") and len(table.splitlines()) > 2 for table in tables)
    assert all("<svg" in Path(name).read_text() for name in re.findall(r"--picture (\S+)", line))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--grid", "beta"), "--grid beta: allowed are NAME=a,b,c"),
        (("--grid", "beta=1:2"), "allowed is NAME=FROM:TO:COUNT"),
        (("--grid", "beta=1,x"), "beta=1,x is 'x'; allowed are"),
        (("--grid", "gamma=1,2"), "parameter 'gamma'; allowed are"),
        (("--set", "beta"), "--set beta: allowed is NAME=VALUE"),
        (("--set", "value=odd"), "value = 'odd'; allowed are"),
        (("--statistic", "limit"), "allowed with the layers of the dynamics attention"),
        (("--set", "N=2000", "--set", "d=2000", "--runs", "5000"), "GiB; allowed are 2.0 GiB"),
        (("--delta", "2"), "delta = 2.0; allowed"),
    ],
)
def test_bad_input_is_one_line(attnverify, arguments, said):
    result = attnverify("sweep", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
