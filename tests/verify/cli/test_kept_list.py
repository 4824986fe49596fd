import os
import sys
import time

import pytest

from attnverify.verify.cache_folder import read_kept, write_kept
from attnverify.verify.cli import kept_run, listing


def test_a_kept_list_says_the_same(process):
    first, loaded = process("list")
    assert loaded
    assert first.stdout.splitlines()[2] == "KEPT-2  OPEN          A title of KEPT-2"
    again, loaded = process("list")
    assert not loaded
    assert (again.stdout, again.stderr, again.exit_code) == (first.stdout, first.stderr, 0)
    assert process("list", "--paper", "testing")[0].stdout == first.stdout
    assert "allowed are testing" in process("list", "--paper", "other")[0].stderr


def test_what_rests_on_a_claim_is_kept_too(package, process):
    first, loaded = process("impact", "kept-1")
    assert loaded
    again, loaded = process("impact", "KEPT-1")
    assert not loaded
    assert again.output == first.output
    (package / "new.py").write_text("")
    assert process("impact", "KEPT-1")[1]


def test_a_page_that_changes_nothing_is_shown_again(package, process, monkeypatch):
    first, loaded = process("show", "kept-1")
    assert loaded
    again, loaded = process("show", "KEPT-1")
    assert not loaded
    assert again.output == first.output
    assert process("show", "KEPT-1", "--json")[1]
    monkeypatch.setenv("COLUMNS", "50")
    assert process("show", "KEPT-1")[1]
    (package / "new.py").write_text("")
    assert process("show", "KEPT-1")[1]


@pytest.mark.parametrize("change", ["claims.py", "new.py", "table.csv", "removed"])
def test_any_change_of_the_package_makes_the_list_anew(package, process, change):
    process("list")
    if change == "removed":
        (package / "table.csv").unlink()
    else:
        path = package / change
        path.write_text((path.read_text() if path.exists() else "") + "# 2\n")
    assert process("list")[1]
    assert not process("list")[1]


def test_a_changed_module_outside_the_package_makes_the_list_anew(package, tmp_path, process):
    helper = tmp_path / "kept_helper.py"
    helper.write_text("x = 1\n")
    (package / "claims.py").write_text("import kept_helper\n" + (package / "claims.py").read_text())
    process("list")
    assert not process("list")[1]
    helper.write_text("x = 2\n")
    assert process("list")[1]
    del sys.modules["kept_helper"]


def test_claims_registered_otherwise_are_listed(process, own_registry, attnverify, make):
    process("list")
    own_registry.clear()
    own_registry["TST-1"] = make()
    assert "TST-1" in attnverify("list").stdout
    assert "TST-1" not in process("list")[0].stdout


@pytest.mark.parametrize(
    "damage", ["", "[]", "null", {"found": [[1, 2, 3, 4]]}, {"found": [["a"]]}, {"found": 1}, {"more": 3}]
)
def test_a_damaged_list_is_made_anew(tmp_path, process, damage):
    first, _ = process("list")
    file = tmp_path / "cache" / "claims.list"
    if isinstance(damage, dict):
        write_kept(file, read_kept(file) | damage)
    else:
        file.write_text(damage)
    again, loaded = process("list")
    assert loaded
    assert again.stdout == first.stdout


def test_a_cache_that_cannot_be_written_costs_no_list(tmp_path, process, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "file" / "cache"))
    assert process("list")[0].exit_code == 0
    assert listing._kept() is None


# Kept run.
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


@pytest.mark.parametrize("command", [RUN, ("show", "KEPT-1")])
def test_a_claim_that_crashed_is_tried_again(package, process, command):
    (package / "claims.py").write_text(
        (package / "claims.py").read_text().replace("return open_(", "raise ValueError(")
    )
    assert process(*command)[1]
    assert process(*command)[1]


@pytest.mark.parametrize("damage", [1, None, [], [1, 2], [["a"], "b"], [[1], []]])
def test_a_damaged_file_is_written_again(tmp_path, process, damage):
    first, _ = process(*RUN)
    file = tmp_path / "cache" / "claims.run"
    write_kept(file, read_kept(file) | {"found": damage})
    again, loaded = process(*RUN)
    assert loaded
    assert said(again) == said(first)
