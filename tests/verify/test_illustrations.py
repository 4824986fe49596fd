"""The check beside a claim in proof form: an illustration, run where it is asked for, on which no verdict rests."""

import pytest

from verify.cache import Cache
from verify.decision import Decision, decide
from verify.formal import Formal
from verify.ledger import build
from verify.referee.records import steps_digest
from verify.verdict import Verdict


@pytest.fixture
def claim(make):
    leaf = {"leaf": "arithmetic", "terms": [{"c": "1", "facts": [], "squares": ["x"]}]}
    statement = {"letters": ["x: number"], "show": ["x^2 >= 0"]}
    return make(formal=Formal("TST-1", statement, leaf), expected=Verdict.PROVED)


def test_nothing_runs_the_check_unless_asked(claim):
    assert decide(claim).evidence == ()
    illustrated = decide(claim, illustrate=True)
    assert [item.rung.value for item in illustrated.evidence] == ["proved"]
    assert illustrated.proof == decide(claim).proof
    assert illustrated.plain().evidence == ()


def test_the_check_of_an_argued_claim_always_runs(make):
    assert len(decide(make()).evidence) == len(decide(make(), illustrate=True).evidence) == 1
    assert not decide(make(), illustrate=True).illustrated


def test_the_cache_gives_what_was_asked_for(claim, tmp_path):
    cache = Cache(0, tmp_path)
    cache.put(claim, decide(claim))
    assert cache.get(claim, illustrate=True) is None
    cache.put(claim, decide(claim, illustrate=True))
    assert cache.get(claim, illustrate=True).evidence
    assert cache.get(claim).evidence == ()


def test_it_survives_as_plain_data(claim):
    decision = decide(claim, illustrate=True)
    assert Decision.from_data(decision.to_data()).illustrated


def test_the_tracked_digest_of_the_steps_does_not_depend_on_it(claim):
    entries = [build([claim], {"TST-1": decide(claim, illustrate=asked)}, 0)["claims"][0] for asked in (False, True)]
    assert [len(entry["evidence"]) for entry in entries] == [0, 1]
    assert [entry["verdict"] for entry in entries] == ["PROVED", "PROVED"]
    assert steps_digest(entries[0]) == steps_digest(entries[1])
