"""The same results in this process, in local processes and on a cluster; a killed worker takes nothing with it."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

import attnverify.stability as st

TASKS = {k: (k, 2) for k in range(6)}


def power(base, exponent):
    return base**exponent


def fails(base, exponent):
    raise ValueError(f"no power of {base}")


def killed_once(base, folder):
    """The task 3 kills its worker, the first time."""
    mark = Path(folder) / "killed"
    if base == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    with (Path(folder) / f"done-{base}").open("a") as file:
        file.write("x")
    return base


def always_killed(base):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("jobs", [0, 2])
def test_results_do_not_depend_on_where_they_are_computed(jobs):
    assert dict(st.batches.finished(power, TASKS, jobs=jobs)) == {k: k**2 for k in TASKS}
    assert jobs or next(st.batches.finished(power, TASKS, jobs=0)) == (0, 0)  # one by one


@pytest.mark.parametrize("jobs", [0, 1])
def test_what_a_task_raises_is_raised(jobs):
    with pytest.raises(ValueError, match="no power of 0"):
        list(st.batches.finished(fails, TASKS, jobs=jobs))


def test_a_killed_worker_loses_no_finished_task(tmp_path):
    tasks = {k: (k, str(tmp_path)) for k in range(6)}
    assert dict(st.batches.finished(killed_once, tasks, jobs=1)) == {k: k for k in range(6)}
    # What was handed over before the worker died was not computed again.
    assert [len((tmp_path / f"done-{k}").read_text()) for k in range(3)] == [1, 1, 1]


def test_workers_that_always_die_end_in_an_error():
    with pytest.raises(st.batches.WorkerDiedError, match="2 tasks left"):
        list(st.batches.finished(always_killed, {0: (0,), 1: (1,)}, jobs=1))


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_two_workers_gives_the_same():
    distributed = pytest.importorskip("distributed")
    options = {"threads_per_worker": 1, "processes": False, "dashboard_address": None}
    with distributed.LocalCluster(n_workers=2, **options) as cluster:
        found = dict(st.batches.finished(power, TASKS, scheduler=cluster.scheduler_address))
        sweep = st.batches.Sweep(grid={"beta": [0.5, 2.0]}, fixed={"N": 4}, runs=5, steps=6, every=3)
        assert st.sweep(sweep, scheduler=cluster.scheduler_address) == st.sweep(sweep, jobs=0)
    assert found == {k: k**2 for k in TASKS}


@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_goes_away_is_named_and_the_journal_kept(tmp_path, capfd):
    pytest.importorskip("distributed")
    where = tmp_path / "scheduler.json"
    started = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard"]
    with quiet([*started, "--host", "127.0.0.1", "--scheduler-file", str(where)]) as scheduler:
        wait_for(where.exists)
        wait_for(lambda: where.read_text().endswith("}"))
        address = json.loads(where.read_text())["address"]
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--no-dashboard", "--nthreads", "1"]
        with quiet([*worker, "--local-directory", str(tmp_path)]):
            journal = tmp_path / "points"
            grid = {"beta": [float(k) for k in range(1, 60)]}
            asked = st.batches.Sweep(grid=grid, statistic="energy", runs=200, steps=200)
            lost = r"scheduler at tcp://127.0.0.1:\d+ is gone; \d+ tasks? left"
            with pytest.raises(st.batches.SchedulerLostError, match=lost):
                st.sweep(
                    asked, scheduler=address, journal=journal, progress=lambda done, total: done and scheduler.kill()
                )
    assert len(journal.read_text().splitlines()) >= 2
    assert capfd.readouterr().err == ""


@contextmanager
def quiet(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for(happened):
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize(("steps", "jobs", "started"), [(10, 2, False), (10**7, 2, True), (10**7, 0, False)])
def test_a_small_sweep_starts_no_processes(steps, jobs, started, monkeypatch):
    """Points without values take no time, however many steps are asked for."""
    asked = st.batches.Sweep("usa", {"beta": [900.0, 1000.0]}, {"N": 4}, steps=steps, runs=2)
    made = []

    def processes(count):
        made.append(count)
        return ThreadPoolExecutor(count)

    assert all(row["reason"] for row in st.sweep(asked, jobs=jobs, processes=processes))
    assert made == [jobs] * started


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("address", "said"), [
    ("nowhere://x", "the Dask scheduler is 'nowhere://x'; allowed"),
    ("tcp://127.0.0.1:9", "no Dask scheduler answers"),
])  # fmt: skip
def test_a_missing_cluster_is_named(address, said):
    pytest.importorskip("distributed")
    with pytest.raises(ValueError, match=said), st.batches.executor(scheduler=address):
        pass


def test_a_script_that_its_workers_would_run_again_is_told_so_once(tmp_path):
    script = tmp_path / "script.py"
    program = "from attnverify.stability.batches.executors import finished\nlist(finished(abs, {1: (-2,)}, jobs=1))\n"
    script.write_text(program)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("Traceback") == 2  # with the cause
    assert "does not say if __name__ == '__main__'" in done.stderr.splitlines()[-1]
    assert "bootstrapping" not in done.stderr
