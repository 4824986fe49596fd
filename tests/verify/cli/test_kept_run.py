import os
import time

import pytest

from attnverify.verify.cache_folder import read_kept, write_kept
from attnverify.verify.cli import kept_run

RUN = ("run", "--jobs", "0")


def said(result):
    return result.stdout.rpartition(", in ")[0]


def test_a_run_that_changes_nothing_prints_the_same(process):
    first, loaded = process(*RUN)
    assert loaded
    assert "KEPT-2" in first.stdout
    again, loaded = process(*RUN)
    assert not loaded
    assert (said(again), again.exit_code) == (said(first), first.exit_code)


def test_a_run_of_papers_that_changes_nothing_prints_the_same(process):
    process(*RUN)
    name = ("--paper", "testing")
    first, loaded = process(*RUN, *name)
    assert loaded
    again, loaded = process(*RUN, *name, *name)
    assert not loaded
    assert (said(again), again.exit_code) == (said(first), first.exit_code)
    assert not process(*RUN)[1]
    assert process(*RUN, *name, "--paper", "other")[0].exit_code == 2
    assert process(*RUN, *name, "--seed", "1")[1]


@pytest.mark.parametrize("more", [["--fresh"], ["KEPT-1"], ["--seed", "1"], ["--json", "-"], ["--check"]])
def test_other_runs_look_at_the_claims(process, more):
    process(*RUN)
    assert process(*RUN, *more)[1]


def test_a_changed_claim_is_decided_again(package, process):
    first, _ = process(*RUN)
    file = package / "claims.py"
    file.write_text(file.read_text().replace("A title of", "Another title of"))
    again, loaded = process(*RUN)
    assert loaded
    assert said(again) == said(first).replace("A title of", "Another title of")


def test_what_changed_while_it_ran_is_not_kept(package, process):
    later = time.time() + 60
    os.utime(package / "claims.py", (later, later))
    process(*RUN)
    assert process(*RUN)[1]


def test_another_engine_decides_again(process, monkeypatch):
    process(*RUN)
    monkeypatch.setattr(kept_run, "engine_digest", lambda: "another")
    assert process(*RUN)[1]


def test_a_claim_that_crashed_is_tried_again(package, process):
    (package / "claims.py").write_text(
        (package / "claims.py").read_text().replace("return open_(", "raise ValueError(")
    )
    assert process(*RUN)[1]
    assert process(*RUN)[1]


@pytest.mark.parametrize("damage", [1, None, [], [1, 2], [["a"], "b"], [[1], []]])
def test_a_damaged_file_is_written_again(tmp_path, process, damage):
    first, _ = process(*RUN)
    file = tmp_path / "cache" / "claims.run"
    write_kept(file, read_kept(file) | {"found": damage})
    again, loaded = process(*RUN)
    assert loaded
    assert said(again) == said(first)
