import sys

import pytest

from attnverify.verify.cache_folder import read_kept, write_kept
from attnverify.verify.cli import kept_list


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
    assert kept_list.read() is None
