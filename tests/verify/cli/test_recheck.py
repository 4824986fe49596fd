import json
import re
from pathlib import Path

import pytest

from attnverify.verify.cli import confirmed
from attnverify.verify.ledger import file_text
from attnverify.verify.referee.files import read
from attnverify.verify.referee.records import digest, seal

pytestmark = pytest.mark.usefixtures("squares")


@pytest.fixture
def ledger(attnverify):
    attnverify("run", "--jobs", "0", "--json", "ledger.json")
    return Path("ledger.json")


def test_an_honest_ledger(attnverify, ledger):
    result = attnverify("recheck", str(ledger))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "2 rests on a tool's word, 1 sampled"
    reports = json.loads(attnverify("recheck", str(ledger), "--json").stdout)
    assert len(reports) == 3


@pytest.mark.parametrize("name", ["absent.json", "project_claims.py", "."])
def test_what_is_no_ledger(attnverify, name, one_line):
    one_line(attnverify("recheck", name), f"Error: {name}: ")


@pytest.mark.parametrize("name", ["seed", "versions", "papers", "claims", "seal"])
def test_one_changed_digit_anywhere(attnverify, ledger, name):
    text = ledger.read_text()
    start = text.index(f'\n "{name}"')
    places = [match.start() for match in re.finditer(r"\d", text[start:])]
    for place in places[:: max(1, len(places) // 8)] if name == "claims" else places[:1]:
        at = start + place
        ledger.write_text(f"{text[:at]}{'1' if text[at] != '1' else '2'}{text[at + 1 :]}")
        assert attnverify("recheck", str(ledger)).exit_code in (1, 2), text[at - 40 : at + 10]


def test_a_number_of_the_same_value_with_another_digit(attnverify, ledger, one_line):
    """0.30000000000000004 and ...05 are one number; only the first is what the program writes."""
    found = re.sub(r'"seconds": [\d.e-]+', f'"seconds": {0.1 + 0.2!r}', ledger.read_text(), count=1)
    data = json.loads(found)
    text = file_text({**data, "seal": seal(data)})
    ledger.write_text(text)
    assert attnverify("recheck", str(ledger)).exit_code == 0
    ledger.write_text(text.replace("0.30000000000000004", "0.30000000000000005", 1))
    one_line(attnverify("recheck", str(ledger)), "0.30000000000000005 was changed")


def test_a_seal_that_does_not_fit_is_reported_last(attnverify, ledger):
    data = json.loads(ledger.read_text())
    ledger.write_text(json.dumps({**data, "seed": 1}))
    result = attnverify("recheck", str(ledger))
    assert result.exit_code == 1
    assert "the file: no verdict: FAILED (its seal does not fit" in result.stdout


# A ledger that was confirmed is not checked again.
@pytest.fixture
def data(ledger):
    return read(ledger)


@pytest.fixture
def rechecked(monkeypatch):
    """How often the referee is asked."""
    calls = []
    recheck = confirmed.recheck_ledger
    monkeypatch.setattr(confirmed, "recheck_ledger", lambda read: calls.append(1) or recheck(read))
    return calls


def test_a_confirmed_ledger_is_not_rechecked(data, rechecked):
    assert confirmed.unconfirmed(data) == []
    assert confirmed.unconfirmed(data) == []
    assert len(rechecked) == 1


def test_a_changed_ledger_is_rechecked_however_it_is_sealed(data, rechecked):
    confirmed.unconfirmed(data)
    data["claims"][0]["verdict"] = "PROVED"
    assert {"TST-1", "the file"} <= {found.id for found in confirmed.unconfirmed(data)}
    data["claims"][0]["digest"] = digest(data["claims"][0])
    data["seal"] = seal(data)
    for _ in range(2):  # what failed is not kept
        assert "TST-1" in {found.id for found in confirmed.unconfirmed(data)}
    assert len(rechecked) == 4


def test_another_seal_of_the_same_claims_is_no_confirmed_ledger(data, rechecked):
    confirmed.unconfirmed(data)
    data["seal"] = "0" * 64
    assert [found.id for found in confirmed.unconfirmed(data)] == ["the file"]


def test_changed_code_rechecks(data, rechecked, monkeypatch):
    confirmed.unconfirmed(data)
    monkeypatch.setattr(confirmed, "engine_digest", lambda: "another")
    confirmed.unconfirmed(data)
    assert len(rechecked) == 2


@pytest.mark.parametrize("text", ["", "{}", "[1, null]", json.dumps("x")])
def test_a_damaged_memory_confirms_nothing(data, rechecked, tmp_path, text):
    confirmed.unconfirmed(data)
    (confirmed.cache_folder() / "confirmed.ledgers").write_text(text)
    confirmed.unconfirmed(data)
    assert len(rechecked) == 2
