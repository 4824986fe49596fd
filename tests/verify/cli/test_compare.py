"""What falls with a claim or a rule, and what two ledgers say differently."""

import json
from pathlib import Path

import pytest

from attnverify.verify.ledger import file_text

pytestmark = pytest.mark.usefixtures("squares")
RUN = ("run", "--jobs", "0", "--json")


def test_what_rests_on_a_claim_falls_with_it(attnverify):
    assert attnverify("impact", "tst-1").stdout == "0  TST-1\n1  TST-2 TST-3\n"
    assert attnverify("impact", "TST-3").stdout == "0  TST-3\n"
    attnverify(*RUN, "old.json")
    assert attnverify("impact", "TST-1", "--ledger", "old.json").stdout == "0  TST-1\n1  TST-2 TST-3\n"
    assert attnverify("impact", "nothing").exit_code == 2
    assert "add --ledger" in attnverify("impact", "monotone").stderr
    assert attnverify("impact", "no rule", "--ledger", "old.json").exit_code == 2


def test_a_rule_is_looked_for_in_the_proofs_of_a_ledger(attnverify):
    attnverify(*RUN, "old.json")
    ledger = json.loads(Path("old.json").read_text())
    ledger["claims"][0]["proof"] = {"axioms": ["Rayleigh"]}
    Path("rules.json").write_text(file_text({name: ledger[name] for name in ledger if name != "seal"}))
    assert attnverify("impact", "Rayleigh", "--ledger", "rules.json").stdout == "0  TST-1\n1  TST-2 TST-3\n"


def test_what_two_ledgers_say_differently(attnverify):
    attnverify(*RUN, "old.json")
    assert attnverify("diff", "old.json", "old.json").output == "nothing differs\n"
    ledger = json.loads(Path("old.json").read_text())
    ledger["claims"] = [{**ledger["claims"][1], "verdict": "OPEN"}, ledger["claims"][2]]
    Path("new.json").write_text(file_text({name: ledger[name] for name in ledger if name != "seal"}))
    differing = attnverify("diff", "old.json", "new.json")
    assert differing.exit_code == 1
    assert differing.output == "TST-1: gone, ARGUED\nTST-2: verdict: TESTED -> OPEN\n"
    assert attnverify("diff", "old.json", "absent.json").exit_code == 2
    del ledger["claims"][0]["scope"]
    Path("new.json").write_text(file_text({name: ledger[name] for name in ledger if name != "seal"}))
    assert "Error: new.json: claim 1: 'scope'" in attnverify("diff", "old.json", "new.json").stderr
