import importlib
import json
import sys
from importlib.metadata import EntryPoint

import pytest

from verify import registry
from verify.cli import kept_list

CLAIMS = """
from verify import Paper, Source, Twin, Verdict, claim

PAPER = Paper("testing", "A paper for tests")

def check(constant=1):
    yield from ()

for id in ("KEPT-1", "KEPT-2"):
    claim(id, title=f"A title of {id}", statement="nothing", source=Source(PAPER, "Lemma 1"), kind="identity",
        hypotheses=["x > 0"], instance={"x": 1}, twin=Twin("another constant", {"constant": 2}),
        expected=Verdict.OPEN)(check)
"""


@pytest.fixture
def package(tmp_path, monkeypatch, own_registry):
    """An installed package of two claims, as each process finds it; `package.forget()` begins another process."""
    folder = tmp_path / "kept_claims"
    folder.mkdir()
    (folder / "__init__.py").write_text("def load():\n    import kept_claims.claims\n")
    (folder / "claims.py").write_text(CLAIMS)
    (folder / "table.csv").write_text("1\n")
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    points = [EntryPoint("own", "kept_claims:load", registry.ENTRY_POINT_GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    importlib.invalidate_caches()
    yield folder
    forget(own_registry)


def forget(own_registry):
    own_registry.clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "kept_claims"]:
        del sys.modules[name]


def listed(attnverify, own_registry, *more):
    """What another process lists, and whether it looked at the claims themselves."""
    forget(own_registry)
    result = attnverify("list", *more)
    return result, bool(own_registry)


def test_a_kept_list_says_the_same(package, own_registry, attnverify):
    first, loaded = listed(attnverify, own_registry)
    assert loaded
    assert first.stdout.splitlines()[2] == "KEPT-2  OPEN          A title of KEPT-2"
    again, loaded = listed(attnverify, own_registry)
    assert not loaded
    assert (again.stdout, again.stderr, again.exit_code) == (first.stdout, first.stderr, 0)
    assert listed(attnverify, own_registry, "--paper", "testing")[0].stdout == first.stdout
    assert "allowed are testing" in listed(attnverify, own_registry, "--paper", "other")[0].stderr


@pytest.mark.parametrize("change", ["claims.py", "new.py", "table.csv", "removed"])
def test_any_change_of_the_package_makes_the_list_anew(package, own_registry, attnverify, change):
    listed(attnverify, own_registry)
    if change == "removed":
        (package / "table.csv").unlink()
    else:
        path = package / change
        path.write_text((path.read_text() if path.exists() else "") + "# 2\n")
    assert listed(attnverify, own_registry)[1]
    assert not listed(attnverify, own_registry)[1]


def test_a_changed_module_outside_the_package_makes_the_list_anew(package, tmp_path, own_registry, attnverify):
    helper = tmp_path / "kept_helper.py"
    helper.write_text("x = 1\n")
    (package / "claims.py").write_text("import kept_helper\n" + CLAIMS)
    listed(attnverify, own_registry)
    assert not listed(attnverify, own_registry)[1]
    helper.write_text("x = 2\n")
    assert listed(attnverify, own_registry)[1]
    del sys.modules["kept_helper"]


def test_claims_registered_otherwise_are_listed(package, own_registry, attnverify, make):
    listed(attnverify, own_registry)
    forget(own_registry)
    own_registry["TST-1"] = make()
    assert "TST-1" in attnverify("list").stdout
    assert "TST-1" not in listed(attnverify, own_registry)[0].stdout


@pytest.mark.parametrize("damage", ["", "[]", "null", {"rows": [[1, 2, 3, 4]]}, {"rows": [["a"]]}, {"more": 3}])
def test_a_damaged_list_is_made_anew(package, tmp_path, own_registry, attnverify, damage):
    first, _ = listed(attnverify, own_registry)
    file = tmp_path / "cache" / "claims.list"
    file.write_text(json.dumps(json.loads(file.read_text()) | damage) if isinstance(damage, dict) else damage)
    again, loaded = listed(attnverify, own_registry)
    assert loaded
    assert again.stdout == first.stdout


def test_a_cache_that_cannot_be_written_costs_no_list(package, tmp_path, own_registry, attnverify, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "file" / "cache"))
    assert listed(attnverify, own_registry)[0].exit_code == 0
    assert kept_list.read() is None
