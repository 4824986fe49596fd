import json
from dataclasses import replace

import pytest

from attnverify.verify.cache import Cache
from attnverify.verify.cache_folder import read_kept, write_kept
from attnverify.verify.decision import crashed, decide


@pytest.fixture
def claim(make):
    return make()


def test_a_decision_comes_back(tmp_path, claim):
    cache, decision = Cache(0, tmp_path / "new" / "folder"), decide(claim)
    assert cache.get(claim) is None
    cache.put(claim, decision)
    assert Cache(0, tmp_path / "new" / "folder").get(claim) == decision
    assert cache.seconds(claim) == decision.seconds


@pytest.mark.parametrize("change", [{"statement": "another"}, {"rests_on": ("TST-2",)}, {"title": "another"}])
def test_another_declaration_is_another_claim(tmp_path, claim, change):
    cache = Cache(0, tmp_path)
    cache.put(claim, decide(claim))
    assert cache.get(replace(claim, **change)) is None


def test_another_seed_or_library_is_another_decision(tmp_path, claim, monkeypatch):
    Cache(0, tmp_path).put(claim, decide(claim))
    assert Cache(1, tmp_path).get(claim) is None
    monkeypatch.setattr("attnverify.verify.cache.versions", lambda: {"sympy": "0"})
    assert Cache(0, tmp_path).get(claim) is None


def test_changed_code_is_another_decision(project, own_registry, tmp_path):
    project("declare('TST-1')(square)\n")
    cache = Cache(0, tmp_path)
    cache.put(own_registry["TST-1"], decide(own_registry["TST-1"]))
    assert cache.get(own_registry["TST-1"]) is not None
    project("declare('TST-1')(square)\n# more\n")
    assert Cache(0, tmp_path).get(own_registry["TST-1"]) is None
    # a run keeps what it decides under the sources as they were when it began
    assert cache.get(own_registry["TST-1"]) is not None


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"key": "x", "decision": 3}', "\ud800"])
def test_a_damaged_entry_is_not_there(tmp_path, claim, text):
    (tmp_path / "TST-1.json").write_text(text, errors="surrogatepass")
    cache = Cache(0, tmp_path)
    assert cache.get(claim) is None
    assert cache.seconds(claim) == float("inf")


def test_a_damaged_decision_under_a_right_key_is_not_there(tmp_path, claim):
    cache = Cache(0, tmp_path)
    cache.put(claim, decide(claim))
    path = tmp_path / "TST-1.json"
    write_kept(path, json.loads(json.dumps(read_kept(path)).replace('"TESTED"', '"TRUE"')))
    assert cache.get(claim) is None


@pytest.mark.parametrize(("old", "new"), [
    ('"proved"', '"refuted"'), ('"rejected"', '"accepted"'), ('"covers": true', '"covers": false'), ("}", "} ")
])  # fmt: skip
def test_an_edited_entry_is_not_believed(tmp_path, claim, old, new):
    """Whatever is edited: an entry is its digest's, under the name that it was written under."""
    cache, path = Cache(0, tmp_path), tmp_path / "TST-1.json"
    cache.put(claim, decide(claim))
    text = path.read_text()
    path.write_text(text.replace(old, new, 1))
    assert (cache.get(claim) is None) == (old in text)
    path.write_text(text)
    assert cache.get(claim) is not None
    path.rename(tmp_path / "TST-2.json")
    assert cache.get(replace(claim, id="TST-2")) is None


def test_crashes_are_not_kept(tmp_path, claim):
    cache = Cache(0, tmp_path)
    cache.put(claim, crashed(claim, "killed"))
    assert cache.get(claim) is None


def test_the_folder_comes_from_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path))
    assert Cache(0).folder == tmp_path
    monkeypatch.delenv("ATTNVERIFY_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert Cache(0).folder == tmp_path / "home" / "attnverify"


def test_a_new_folder_stays_out_of_a_repository(tmp_path, claim):
    cache = Cache(0, tmp_path / "new")
    cache.put(claim, decide(claim, 0))
    assert (tmp_path / "new" / ".gitignore").read_text() == "*\n"
    assert cache.unwritable == ""


def test_a_folder_that_cannot_be_written_costs_no_decision(tmp_path, claim):
    (tmp_path / "file").write_text("")
    cache = Cache(0, tmp_path / "file" / "cache")
    cache.put(claim, decide(claim, 0))
    assert "file" in cache.unwritable
    assert cache.get(claim) is None
