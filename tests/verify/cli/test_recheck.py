import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("squares")


@pytest.fixture
def ledger(attnverify):
    attnverify("run", "--jobs", "0", "--json", "ledger.json")
    return Path("ledger.json")


def test_an_honest_ledger(attnverify, ledger):
    result = attnverify("recheck", str(ledger))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "3 confirmed"
    reports = json.loads(attnverify("recheck", str(ledger), "--json").stdout)
    assert [report["outcome"] for report in reports] == ["confirmed"] * 3


def test_a_tampered_witness(attnverify, ledger):
    ledger.write_text(ledger.read_text().replace('"x": "1/2"', '"x": "3/2"'))
    result = attnverify("recheck", str(ledger))
    assert result.exit_code == 1
    assert "TST-3: REFUTED: FAILED" in result.stdout
    assert attnverify("recheck", str(ledger), "--json").exit_code == 1


@pytest.mark.parametrize("name", ["absent.json", "project_claims.py", "."])
def test_what_is_no_ledger(attnverify, name):
    result = attnverify("recheck", name)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {name}: ")
    assert len(result.stderr.splitlines()) == 1
