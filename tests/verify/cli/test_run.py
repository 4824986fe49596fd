import json
import re
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from attnverify.verify import registry
from attnverify.verify.cli import deciding
from attnverify.verify.referee.ledgers import Outcome, recheck_ledger

ALONE = ("run", "--jobs", "0")
WRONG = "declare('TST-1', Verdict.OPEN)(square)\n"


@pytest.mark.usefixtures("squares")
def test_all_as_expected(attnverify):
    result = attnverify(*ALONE)
    assert result.exit_code == 0
    assert "1  ARGUED\n" in result.output
    assert "1  ARGUED FALSE" in result.output
    assert "false twins: 1 none, 2 rejected" in result.output
    assert "not as it should be" not in result.output
    assert re.fullmatch(r"all as expected, in \d+:\d\d", result.output.splitlines()[-1])


@pytest.mark.usefixtures("squares")
def test_workers_decide_the_same(attnverify):
    alone = json.loads(attnverify(*ALONE, "--json", "-").stdout)
    together = json.loads(attnverify("run", "--jobs", "2", "--fresh", "--json", "-").stdout)
    assert [item["digest"] for item in together["claims"]] == [item["digest"] for item in alone["claims"]]
    assert {report.outcome for report in recheck_ledger(together)} == {Outcome.WORD, Outcome.SAMPLED}


@pytest.mark.usefixtures("squares")
def test_an_id_brings_its_premises(attnverify):
    ledger = json.loads(attnverify(*ALONE, "TST-2", "--json", "-").stdout)
    assert [item["id"] for item in ledger["claims"]] == ["TST-1", "TST-2"]


def test_better_than_expected_fails(attnverify, project):
    project(WRONG)
    result = attnverify(*ALONE)
    assert result.exit_code == 1
    assert "TST-1: TESTED, expected OPEN" in result.output
    assert result.output.splitlines()[-1].startswith("1 not as expected, in 0:")


def test_worse_than_expected_fails_with_the_reason(attnverify, project):
    project("def hard(constant=1):\n    return open_('all x', 'm', 'too hard')\ndeclare('TST-1')(hard)\n")
    result = attnverify(*ALONE)
    assert result.exit_code == 1
    assert "TST-1: OPEN, expected TESTED: too hard" in result.output


@pytest.mark.usefixtures("squares")
@pytest.mark.parametrize(("id", "demand", "code"), [
    ("TST-1", "ARGUED", 0), ("TST-1", "TESTED", 0), ("TST-1", "PROVED", 1), ("TST-3", "ARGUED FALSE", 0),
    ("TST-3", "ARGUED", 1), ("TST-3", "REFUTED", 1), ("TST-1", "NEVER", 2),
])  # fmt: skip
def test_a_verdict_is_demanded(attnverify, id, demand, code):
    """Whatever is pinned: TST-3 is pinned ARGUED FALSE, and as expected."""
    result = attnverify(*ALONE, id, "--require", demand)
    assert result.exit_code == code
    assert ("required" in result.output) == (code == 1)


def test_a_proof_that_serves_the_false_twin_too_meets_no_demand(attnverify, project):
    """The verdict is PROVED, and what is replaced in the twin changes nothing that the proof needs."""
    project(
        "from attnverify.verify.formal import Variant, formal\n"
        "formal('TST-7', title='T', source=Source(Paper('p', 'P'), 'L'), kind='identity', statement={'letters':"
        " ['x: number'], 'given': ['x > 1'], 'show': ['x^2 >= 0']}, proof={'leaf': 'arithmetic', 'terms': [{'c': '1',"
        " 'squares': ['x']}]}, instance={'letters': {'x': 2}}, twin=Variant('further', {'x > 1': 'x > 2'}))\n"
    )
    result = attnverify(*ALONE, "TST-7", "--require", "PROVED")
    assert "TST-7  PROVED" in result.output
    assert "TST-7: the proof is accepted for the false twin as well" in result.output
    assert result.exit_code == 1


@pytest.mark.usefixtures("squares")
def test_the_tracked_ledger(attnverify):
    missing = attnverify(*ALONE, "--check")
    assert missing.exit_code == 1
    assert "LEDGER.md: cannot be read: No such file" in missing.output
    assert attnverify(*ALONE, "--ledger", "LEDGER.md").exit_code == 0
    assert attnverify(*ALONE, "--check").exit_code == 0
    text = Path("LEDGER.md").read_text()
    Path("LEDGER.md").write_text(text.replace("ARGUED FALSE | argument", "ARGUED | argument"))
    stale = attnverify(*ALONE, "--check")
    assert stale.exit_code == 1
    assert "LEDGER.md is stale" in stale.output
    assert "TST-3" in stale.output
    Path("LEDGER.md").write_bytes(b"\xff")
    assert "LEDGER.md: is not a text in UTF-8" in attnverify(*ALONE, "--check").output


@pytest.mark.usefixtures("squares")
def test_what_the_core_accepted_it_has_to_accept_again(attnverify):
    assert attnverify(*ALONE, "--ledger", "LEDGER.md").exit_code == 0
    lock, ran = Path("LEDGER.lock"), attnverify(*ALONE)
    assert ran.exit_code == 0
    lock.write_text(lock.read_text().replace("TST-1 ARGUED", "TST-1 ARGUED core"))
    for command in (ALONE, ALONE, [*ALONE, "TST-1"], [*ALONE, "TST-1", "--require", "ARGUED"]):
        ran = attnverify(*command)
        assert ran.exit_code == 1
        assert "TST-1: the core does not accept it" in ran.output
        assert "TST-2: the core" not in ran.output
    checked = attnverify(*ALONE, "--check").output
    assert "TST-1: verdict is 'ARGUED', tracked was 'ARGUED core'" in checked


@pytest.mark.usefixtures("squares")
def test_junit(attnverify):
    assert attnverify(*ALONE, "--junit", "report.xml").exit_code == 0
    suite = ElementTree.parse("report.xml").getroot()
    assert suite.attrib["tests"] == "3"
    assert suite.attrib["failures"] == "0"
    assert [case.attrib["name"] for case in suite] == ["TST-1", "TST-2", "TST-3"]
    verdicts = [case.find("properties/property").attrib["value"] for case in suite]
    assert verdicts == ["ARGUED", "TESTED", "ARGUED FALSE"]


@pytest.mark.usefixtures("squares")
def test_what_is_wrong_has_its_verdict_its_file_and_its_line(attnverify, monkeypatch):
    wrong = ["TST-3", "--jobs", "0", "--require", "PROVED", "--junit", "report.xml", "--sarif", "found.sarif"]
    assert "::error" not in attnverify("run", "TST-3", "--jobs", "0").output
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    ran = attnverify("run", *wrong)
    assert ran.exit_code == 1
    failure = ElementTree.parse("report.xml").getroot().find("testcase/failure")
    assert failure.attrib["message"] == "ARGUED FALSE, required PROVED"
    (result,) = json.loads(Path("found.sarif").read_text())["runs"][0]["results"]
    assert result["message"]["text"] == "TST-3: ARGUED FALSE, required PROVED"
    place = result["locations"][0]["physicalLocation"]
    file, line = place["artifactLocation"]["uri"], place["region"]["startLine"]
    assert f"::error file={file},line={line},title=ARGUED FALSE::TST-3: ARGUED FALSE, required PROVED" in ran.output
    assert file.endswith(".py")
    assert line > 1


@pytest.mark.usefixtures("squares")
@pytest.mark.parametrize(("arguments", "said"), [
    (["TST-4"], "unknown claim id 'TST-4'; did you mean TST-"),
    (["nonsense"], "unknown claim id 'nonsense'; `attnverify list`"),
    (["--paper", "testing", "--paper", "nobody"], "unknown paper 'nobody'; allowed are testing"),
    (["--paper", "nobody"], "unknown paper 'nobody'; allowed are testing"),
    (["TST"], "unknown claim id 'TST'; did you mean TST-1, TST-2, TST-3?"),
    (["tst-22"], "unknown claim id 'tst-22'"),
    (["TST-1", "--ledger", "LEDGER.md"], "--ledger writes the table of all claims"),
    (["TST-1", "--check"], "--check compares the table of all claims"),
    (["--jobs", "-1"], "--jobs"),
    (["--json", "no/such/folder/x.json"], "no/such/folder/x.json: cannot be written"),
])  # fmt: skip
def test_bad_input(attnverify, arguments, said, one_line):
    one_line(attnverify(*ALONE, *arguments), said)


def test_a_malformed_declaration(attnverify, project, one_line):
    project("declare('TST-1', rests_on=['TST-0'])(square)\n")
    one_line(attnverify(*ALONE), "Error: claim 'TST-1': names 'TST-0', which is not a claim\n")


def test_claims_that_cannot_be_imported(attnverify, monkeypatch, tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("from attnverify.verify import claim\nclaim('TST-1')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    point = EntryPoint("broken", "broken:load", "attnverify.claims")
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    result = attnverify(*ALONE)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: the claims cannot be imported: TypeError: claim() missing")
    assert result.stderr.endswith(f"in {broken}, line 2\n")


@pytest.mark.usefixtures("squares")
def test_a_cache_that_cannot_be_written(attnverify, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "file" / "cache"))
    result = attnverify(*ALONE)
    assert result.exit_code == 0
    assert result.stderr.startswith("nothing is kept: ")
    assert result.stderr.count("\n") == 1


def test_the_bar_measures_seconds_and_not_claims(monkeypatch):
    told = []

    class Bar:
        def __init__(self, **more):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

        def add_task(self, what, total):
            told.append(total)

        def update(self, task, advance, description):
            told.append((description, advance))

    monkeypatch.setattr("rich.progress.Progress", Bar)
    with deciding._progress({"TST-1": 9.0, "TST-2": 1.0, "TST-3": 5.0}) as done:
        for id in ("TST-0", "TST-1", "TST-3"):  # the first was in the cache
            done(SimpleNamespace(id=id), None)
    assert told == [15.0, ("TST-0", 0.0), ("TST-1", 9.0), ("TST-3", 5.0)]
