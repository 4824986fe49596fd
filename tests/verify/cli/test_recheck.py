import json
import re
from pathlib import Path

import pytest

from attnverify.verify.ledger import file_text
from attnverify.verify.referee.records import seal

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


def test_a_ledger_is_compared_with_the_tracked_table(attnverify, ledger):
    attnverify("run", "--jobs", "0", "--ledger", "LEDGER.md")
    assert attnverify("recheck", str(ledger), "--against", "LEDGER.md").exit_code == 0
    Path("LEDGER.lock").write_text(Path("LEDGER.lock").read_text().replace("TST-1 ARGUED", "TST-1 TESTED"))
    result = attnverify("recheck", str(ledger), "--against", "LEDGER.md")
    assert (result.exit_code, "TST-1: no verdict: FAILED" in result.stdout) == (1, True)


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
