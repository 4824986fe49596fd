import multiprocessing
import os
from types import SimpleNamespace

import pytest

from attnverify.verify.cache import Cache
from attnverify.verify.registry import load, with_premises
from attnverify.verify.runner import InterruptedRunError, _longest_first, _next, decide_all, expected_seconds
from attnverify.verify.verdict import Verdict


def ignore(claim, decision):
    pass


def plain_data(decisions):
    """The decisions without their timings."""
    found = {name: decision.to_data() for name, decision in decisions.items()}
    for data in found.values():
        data.pop("seconds")
        data["evidence"].pop("seconds")
    return found


def test_premises_come_along_in_the_order_of_declaration(make):
    claims = {
        "TST-1": make(id="TST-1"), "TST-2": make(id="TST-2", rests_on=("TST-1",)),
        "TST-3": make(id="TST-3", rests_on=("TST-2",)), "TST-4": make(id="TST-4"),
    }  # fmt: skip
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
    return square(constant)
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
declare("TST-9")(dying)
def leaving(constant=1):
    raise SystemExit(3)
declare("TST-10")(leaving)
"""


def test_a_worker_that_dies_leaves_only_its_claim_open(project, own_registry):
    project(MANY + DYING)
    claims = list(own_registry.values())
    decisions = decide_all(claims, Cache(0), jobs=2, done=ignore)
    verdicts = {name: decision.evidence.verdict for name, decision in decisions.items()}
    assert verdicts == {
        **{f"TST-{number}": Verdict.TESTED for number in range(1, 6)},
        "TST-9": Verdict.OPEN,
        "TST-10": Verdict.OPEN,
    }
    assert "worker process died" in decisions["TST-9"].evidence.reason
    assert "SystemExit" in decisions["TST-10"].evidence.reason
    assert Cache(0).get(own_registry["TST-9"]) is None


INTERRUPTED = """
def interrupted(constant=1):
    raise KeyboardInterrupt
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
    project("import time\ndef slow(constant=1):\n    time.sleep(600)\ndeclare('TST-9')(slow)\n" + MANY)

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


def test_what_was_never_decided_is_guessed_by_its_text():
    """Over all claims of a paper the guesses are of the order of what they take: two CPU minutes, here by the texts."""
    claims = load(links=False)
    cache = SimpleNamespace(seconds=lambda claim: float("inf"))
    guessed = [expected_seconds(claim, cache) for claim in claims.values()]
    assert 30 < sum(guessed) < 600
    assert expected_seconds(claims["POW-L4.stable"], SimpleNamespace(seconds=lambda claim: 7.0)) == 7.0
