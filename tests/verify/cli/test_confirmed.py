import json
from pathlib import Path

import pytest

from attnverify.verify.cli import confirmed
from attnverify.verify.referee.files import read
from attnverify.verify.referee.records import digest, seal

pytestmark = pytest.mark.usefixtures("squares")


@pytest.fixture
def ledger(attnverify):
    attnverify("run", "--jobs", "0", "--json", "ledger.json")
    return read(Path("ledger.json"))


@pytest.fixture
def rechecked(monkeypatch):
    """How often the referee is asked."""
    calls = []
    recheck = confirmed.recheck_ledger
    monkeypatch.setattr(confirmed, "recheck_ledger", lambda data: calls.append(1) or recheck(data))
    return calls


def test_a_confirmed_ledger_is_not_rechecked(ledger, rechecked):
    assert confirmed.unconfirmed(ledger) == []
    assert confirmed.unconfirmed(ledger) == []
    assert len(rechecked) == 1


def test_a_changed_ledger_is_rechecked_however_it_is_sealed(ledger, rechecked):
    confirmed.unconfirmed(ledger)
    ledger["claims"][0]["verdict"] = "PROVED"
    assert {"TST-1", "the file"} <= {found.id for found in confirmed.unconfirmed(ledger)}
    ledger["claims"][0]["digest"] = digest(ledger["claims"][0])
    ledger["seal"] = seal(ledger)
    for _ in range(2):  # what failed is not kept
        assert "TST-1" in {found.id for found in confirmed.unconfirmed(ledger)}
    assert len(rechecked) == 4


def test_another_seal_of_the_same_claims_is_no_confirmed_ledger(ledger, rechecked):
    confirmed.unconfirmed(ledger)
    ledger["seal"] = "0" * 64
    assert [found.id for found in confirmed.unconfirmed(ledger)] == ["the file"]


def test_changed_code_rechecks(ledger, rechecked, monkeypatch):
    confirmed.unconfirmed(ledger)
    monkeypatch.setattr(confirmed, "engine_digest", lambda: "another")
    confirmed.unconfirmed(ledger)
    assert len(rechecked) == 2


@pytest.mark.parametrize("text", ["", "{}", "[1, null]", json.dumps("x")])
def test_a_damaged_memory_confirms_nothing(ledger, rechecked, tmp_path, text):
    confirmed.unconfirmed(ledger)
    (confirmed.cache_folder() / "confirmed.ledgers").write_text(text)
    confirmed.unconfirmed(ledger)
    assert len(rechecked) == 2
