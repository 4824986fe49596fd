"""What is decided is kept, by what it depends on: the cache, the runner, the sources of a claim."""

import importlib
import json
import multiprocessing
import os
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from attnverify.verify import sources
from attnverify.verify.cache import Cache
from attnverify.verify.cache_folder import read_kept, write_kept
from attnverify.verify.decision import crashed, decide
from attnverify.verify.registry import load, with_premises
from attnverify.verify.runner import InterruptedRunError, _longest_first, _next, decide_all, expected_seconds
from attnverify.verify.sources import Sources
from attnverify.verify.verdict import Rung


@pytest.fixture
def claim(make):
    return make()


def test_a_decision_comes_back(tmp_path, claim):
    cache, decision = Cache(0, tmp_path / "new" / "folder"), decide(claim)
    assert cache.get(claim) is None
    cache.put(claim, decision)
    assert Cache(0, tmp_path / "new" / "folder").get(claim) == decision
    assert cache.seconds(claim) == decision.seconds


@pytest.mark.parametrize("change", [{"statement": "another"}, {"hypotheses": ("x > 1/4",)}, {"instance": {"x": 5}}])
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
    write_kept(path, json.loads(json.dumps(read_kept(path)).replace('"proved"', '"TRUE"')))
    assert cache.get(claim) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [('"proved"', '"refuted"'), ('"rejected"', '"accepted"'), ('"covers": true', '"covers": false'), ("}", "} ")],
)
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


def ignore(claim, decision):
    pass


def plain_data(decisions):
    """The decisions without their timings."""
    found = {name: decision.to_data() for name, decision in decisions.items()}
    for data in found.values():
        data.pop("seconds")
        for item in data["evidence"]:
            item.pop("seconds")
    return found


def test_premises_come_along_in_the_order_of_declaration(make):
    claims = {
        "TST-1": make(id="TST-1"),
        "TST-2": make(id="TST-2", rests_on=("TST-1",)),
        "TST-3": make(id="TST-3", rests_on=("TST-2",)),
        "TST-4": make(id="TST-4"),
    }
    assert [claim.id for claim in with_premises(["TST-3"], claims)] == ["TST-1", "TST-2", "TST-3"]


MANY = "".join(f"declare('TST-{number}')(square)\n" for number in range(1, 6))


def test_the_result_does_not_depend_on_the_number_of_workers(project, own_registry, tmp_path):

    project(MANY)
    claims = list(own_registry.values())
    alone = decide_all(claims, Cache(0, tmp_path / "a"), jobs=0, done=ignore)
    together = decide_all(claims, Cache(0, tmp_path / "b"), jobs=2, done=ignore)
    assert list(together) == list(alone) == [f"TST-{number}" for number in range(1, 6)]
    assert plain_data(together) == plain_data(alone)


COUNTING = """
import os, pathlib
def counting(constant=1):
    with open(os.environ["COUNT"], "a") as file:
        file.write("x")
    yield from square(constant)
declare("TST-1")(counting)
"""


def test_what_is_cached_is_not_decided_again(project, own_registry, tmp_path, monkeypatch):
    count = tmp_path / "count"
    monkeypatch.setenv("COUNT", str(count))
    project(COUNTING)
    claims, cache = list(own_registry.values()), Cache(0)
    first = decide_all(claims, cache, jobs=0, done=ignore)
    assert count.read_text() == "xx"  # the claim and its twin
    seen = []
    again = decide_all(claims, cache, jobs=0, done=lambda claim, decision: seen.append(claim.id))
    assert (again, seen, count.read_text()) == (first, ["TST-1"], "xx")
    decide_all(claims, cache, jobs=0, fresh=True, done=ignore)
    assert count.read_text() == "xxxx"


DYING = """
import os
def dying(constant=1):
    os.kill(os.getpid(), 9)
    yield
declare("TST-9")(dying)
def leaving(constant=1):
    raise SystemExit(3)
    yield
declare("TST-10")(leaving)
"""


def test_a_worker_that_dies_leaves_only_its_claim_open(project, own_registry):
    project(MANY + DYING)
    claims = list(own_registry.values())
    decisions = decide_all(claims, Cache(0), jobs=2, done=ignore)
    verdicts = {name: decision.evidence[0].rung for name, decision in decisions.items()}
    assert verdicts == {
        **{f"TST-{number}": Rung.PROVED for number in range(1, 6)},
        "TST-9": Rung.OPEN,
        "TST-10": Rung.OPEN,
    }
    assert "worker process died" in decisions["TST-9"].evidence[0].reason
    assert "SystemExit" in decisions["TST-10"].evidence[0].reason
    assert Cache(0).get(own_registry["TST-9"]) is None


INTERRUPTED = """
def interrupted(constant=1):
    raise KeyboardInterrupt
    yield
declare("TST-9")(interrupted)
"""


def test_ctrl_c_keeps_what_is_finished(project, own_registry):
    project("declare('TST-1')(square)\n" + INTERRUPTED)
    claims, cache = list(own_registry.values()), Cache(0)
    with pytest.raises(InterruptedRunError, match="1 finished claims") as caught:
        decide_all(claims, cache, jobs=0, done=ignore)
    assert list(caught.value.decisions) == ["TST-1"]
    assert cache.get(own_registry["TST-1"]) is not None


def test_an_interrupted_parent_stops_its_workers(project, own_registry):
    project("import time\ndef slow(constant=1):\n    time.sleep(600)\n    yield\ndeclare('TST-9')(slow)\n" + MANY)

    def stop(claim, decision):
        raise KeyboardInterrupt

    with pytest.raises(InterruptedRunError):
        decide_all(list(own_registry.values()), Cache(0), jobs=2, done=stop)
    assert multiprocessing.active_children() == []


def test_the_environment_is_left_as_it_was(project, own_registry, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    project("declare('TST-1')(square)\n")
    decide_all(list(own_registry.values()), Cache(0), jobs=1, done=ignore)
    assert os.environ["OMP_NUM_THREADS"] == "3"
    assert "PYTHONHASHSEED" not in os.environ


def test_a_lane_keeps_to_its_module_and_then_opens_a_new_one(make):
    waiting = [make(id=f"TST-{number}", module=module) for number, module in enumerate("aabc")]
    assert _next(waiting, "b", {"a"}).id == "TST-2"
    assert _next(waiting, "", {"a", "b"}).id == "TST-3"
    assert _next(waiting, "d", {"a", "b", "c"}).id == "TST-0"


def test_long_modules_come_first(make):
    class Known:
        def seconds(self, claim):
            return {"TST-0": 1, "TST-1": 5, "TST-2": 4, "TST-3": 3}[claim.id]

    claims = [make(id=f"TST-{number}", module=module) for number, module in enumerate("aabb")]
    assert [claim.id for claim in _longest_first(claims, Known())] == ["TST-2", "TST-3", "TST-1", "TST-0"]


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of one's own that is not imported yet."""
    folder = tmp_path / "remembered"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "claims.py").write_text("from remembered import base\n")
    (folder / "base.py").write_text("f = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "remembered"]:
        del sys.modules[name]


def test_the_digest_follows_imports_inside_the_package(tmp_path, monkeypatch):
    package = tmp_path / "digested"
    (package / "part").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "part" / "__init__.py").write_text("LEVEL = 1\n")
    (package / "part" / "claims.py").write_text("def check():\n    from ..base import f\n")
    (package / "base.py").write_text("import digested.deep as deep\nf = deep.g\n")
    (package / "deep.py").write_text("g = 1\n")
    (package / "other.py").write_text("unused = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    digest = Sources().digest("digested.part.claims")
    assert digest == Sources().digest("digested.part.claims")
    (package / "other.py").write_text("unused = 2\n")
    assert Sources().digest("digested.part.claims") == digest
    for name in ("deep.py", "base.py", "part/__init__.py", "__init__.py", "part/claims.py"):
        (package / name).write_text((package / name).read_text() + "# changed\n")
        changed = Sources().digest("digested.part.claims")
        assert changed != digest, name
        digest = changed
    assert "digested" in sys.modules  # find_spec of a submodule imports its packages, which are light


def test_what_is_remembered_is_not_parsed_again(package, tmp_path, monkeypatch):
    memory = tmp_path / "memory"
    first = Sources(memory, "engine")
    digest = first.digest("remembered.claims")
    first.keep()
    monkeypatch.setattr(sources, "_import_statements", lambda source: pytest.fail("parsed"))
    assert Sources(memory, "engine").digest("remembered.claims") == digest
    (package / "base.py").write_text("f = 2\n")
    with pytest.raises(pytest.fail.Exception):
        Sources(memory, "engine").digest("remembered.claims")


def test_a_memory_changes_no_digest(package, tmp_path):
    memory = tmp_path / "memory"
    for text in ("f = 1\n", "import remembered.other\n", "from . import other\n"):
        (package / "base.py").write_text(text)
        (package / "other.py").write_text(f"said = {text!r}\n")
        with_memory = Sources(memory, "engine")
        assert with_memory.digest("remembered.claims") == Sources().digest("remembered.claims"), text
        with_memory.keep()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"engine": "another", "imports": {}}', '{"engine": "engine", "imports": {"SHA": [3]}}']
)
def test_a_damaged_or_old_memory_is_not_there(package, tmp_path, text):
    memory = tmp_path / "memory"
    Sources().digest("remembered.claims")
    memory.write_text(text)
    assert Sources(memory, "engine").digest("remembered.claims") == Sources().digest("remembered.claims")


def test_what_was_never_decided_is_guessed_by_its_text():
    """Over all claims of a paper the guesses are of the order of what they take: two CPU minutes, here by the texts."""
    claims = load(instances=False, links=False)
    cache = SimpleNamespace(seconds=lambda claim: float("inf"))
    guessed = [expected_seconds(claim, cache) for claim in claims.values()]
    assert 30 < sum(guessed) < 600
    assert expected_seconds(claims["POW-L4.stable"], SimpleNamespace(seconds=lambda claim: 7.0)) == 7.0
