"""`attnverify check`: a user's own claims under the rules of the registry."""

import json
from pathlib import Path

import pytest

from attnverify.verify.referee.tracked import table

TWO = 'declare("OWN-1")(square)\ndeclare("OWN-2", rests_on=["OWN-1"])(square)\n'


pytestmark = pytest.mark.usefixtures("without_papers")


def test_claims_are_decided_and_rechecked(attnverify, own_file, tmp_path):
    written, report = tmp_path / "own.json", tmp_path / "own.xml"
    result = attnverify("check", str(own_file(TWO)), "--jobs", "0", "--json", str(written), "--junit", str(report))
    assert result.exit_code == 0, result.output
    assert "OWN-2  TESTED" in result.output
    assert [claim["id"] for claim in json.loads(written.read_text())["claims"]] == ["OWN-1", "OWN-2"]
    assert 'tests="2" failures="0"' in report.read_text()
    assert attnverify("recheck", str(written)).exit_code == 0


def test_worker_processes_find_the_file_and_its_neighbours(attnverify, own_file):
    own_file("", "users_neighbour.py")
    path = own_file("import users_neighbour\ndeclare('OWN-1')(users_neighbour.square)\n")
    result = attnverify("check", str(path), "--jobs", "1")
    assert result.exit_code == 0, result.output


def test_another_verdict_than_pinned_fails(attnverify, own_file):
    result = attnverify("check", str(own_file('declare("OWN-1", Verdict.ARGUED)(square)\n')), "--jobs", "0")
    assert result.exit_code == 1
    assert "OWN-1: TESTED, expected ARGUED" in result.output


def test_a_check_that_cannot_fail_is_open(attnverify, own_file):
    text = 'def same(constant=1):\n    return square(1)\ndeclare("OWN-1")(same)\n'
    result = attnverify("check", str(own_file(text)), "--jobs", "0")
    assert result.exit_code == 1
    assert "cannot fail" in result.output


def test_own_claims_are_decided_anew_though_they_are_cached(attnverify, own_file):
    note = 'def noted(constant=1):\n    import pathlib\n    pathlib.Path(__file__ + ".txt").open("a").write("again")\n'
    path = own_file(note + '    return square(constant)\ndeclare("OWN-1")(noted)\n')
    for _ in range(2):
        assert attnverify("check", str(path), "--jobs", "0").exit_code == 0
    assert Path(f"{path}.txt").read_text() == "again" * 4


def test_claims_may_rest_on_those_of_the_papers(attnverify, own_file, without_papers):
    (without_papers / "sitecustomize.py").unlink()
    result = attnverify("check", str(own_file('declare("OWN-1", rests_on=["CON-A1"])(square)\n')), "--jobs", "0")
    assert result.exit_code == 0, result.output
    assert "CON-A1" in result.output


def test_a_crash_names_its_line_and_shows_its_traceback(attnverify, own_file, capfd):
    path = own_file("@declare('OWN-1')\ndef broken(constant=1):\n    return 1 // 0\n")
    line = len(path.read_text().splitlines())
    result = attnverify("check", str(path), "--jobs", "0")
    assert result.exit_code == 1
    assert "OWN-1: OPEN, expected TESTED: the check crashed: ZeroDivisionError" in result.output
    assert f"in {path}, line {line}" in result.output
    assert "Traceback" in capfd.readouterr().err


PATCHES = {
    "the ledger": "import attnverify.verify.ledger as l\nentry = l._entry\n"
    "l._entry = lambda *a: {**entry(*a), 'verdict': 'PROVED', 'expected': 'PROVED'}\n",
    "the referee": "import attnverify.verify.referee.ledgers as r\nr.recheck_ledger = lambda ledger: []\n"
    "import attnverify.verify.decision as d\nd.REACHED = list(Verdict)\n",
    "the process": "import os\nos._exit(0)\n",
    "the answer": "import os, sys\nopen(sys.argv[1], 'w').write('{}')\nos._exit(0)\n",
}
WRONG = """
def wrong(constant=1):
    return Evidence(Verdict.PROVED, "all x", "SymPy") if constant == 1 else square(2)
declare("OWN-1")(wrong)
"""


@pytest.mark.parametrize("patch", PATCHES.values(), ids=PATCHES)
def test_a_file_cannot_patch_its_way_to_success(attnverify, own_file, patch):
    result = attnverify("check", str(own_file(patch + WRONG)), "--jobs", "0")
    assert result.exit_code == 2, result.output
    assert "Error: " in result.output


def test_bad_files_are_one_line(attnverify, own_file, tmp_path, one_line):
    one_line(attnverify("check", str(own_file("1/0\n"))), "ZeroDivisionError")
    assert attnverify("check", str(tmp_path / "none.py")).exit_code == 2


def test_help_says_that_it_runs_the_file(attnverify):
    assert "this executes it" in attnverify("check", "--help").output


FORMAL = """
from attnverify.verify.formal import Variant, formal
from attnverify.verify.search.build import leaf

def own(id, show, **more):
    formal(id, title="A square", source=Source(Paper("own", "My paper"), "Lemma 1"), kind="inequality",
        statement={"letters": ["x: number"], "given": ["x > 1"], "show": [show]}, **more)

own("OWN-1", "x*x > 1", proof=leaf("1: x > 1; x > 1", "2: x > 1"), instance={"letters": {"x": 2}},
    twin=Variant("above 4", {"x*x > 1": "x*x > 4"}, {"letters": {"x": 2}}))
own("OWN-2", "x > 2", refuted={"instance": {"letters": {"x": "3/2"}}}, no_repair="none")
"""


def test_claims_in_proof_form_need_no_other_ones(attnverify, own_file):
    result = attnverify("check", str(own_file(FORMAL)), "--jobs", "0")
    assert result.exit_code == 0, result.output
    assert "OWN-1  PROVED        A square  [kernel]" in result.output
    assert "OWN-2  REFUTED       A square  [kernel]" in result.output
    assert "false twins: 1 none, 1 rejected" in result.output


@pytest.mark.parametrize(("given", "said"), [
    ("", "no instance is given"),
    (', "x < 0"', "no instance is given; what is given contradicts itself: x > 1 and x < 0"),
])  # fmt: skip
def test_what_may_be_vacuous_is_open_and_says_so(attnverify, own_file, tmp_path, given, said):
    single = FORMAL.replace(', instance={"letters": {"x": 2}},\n    twin', ",\n    twin")
    alone = single.replace('["x > 1"]', f'["x > 1"{given}]')
    ledger = tmp_path / "ledger.json"
    result = attnverify("check", str(own_file(alone)), "--jobs", "0", "--json", str(ledger))
    assert result.exit_code == 1
    assert f"OWN-1: OPEN, expected PROVED: may be vacuous: {said}" in result.output
    data = json.loads(ledger.read_text())
    assert f"| OPEN | kernel | may be vacuous: {said} |" in table(data)
    assert f"may be vacuous: {said}" in attnverify("recheck", str(ledger)).output


def test_a_proof_that_is_not_found_is_open_and_a_refutation_shows_its_counterexample(attnverify, own_file):
    wrong = FORMAL + 'own("OWN-3", "x > 2", proof=leaf("1: x > 1"))\n'
    wrong = wrong.replace('no_repair="none"', 'no_repair="none", expected=Verdict.PROVED')
    wrong = wrong.replace('no_repair="none", ', "")
    result = attnverify("check", str(own_file(wrong)), "--jobs", "0")
    assert result.exit_code == 1
    assert "OWN-3: OPEN, expected PROVED: leaf: " in result.output
    assert "OWN-2: REFUTED, expected PROVED" in result.output
    assert "x = 3/2" in result.output


def test_a_neighbour_called_as_a_package_of_this_program_is_not_in_its_way(attnverify, own_file, monkeypatch):
    folder = own_file("def check(): return 1\n", "verify.py").parent
    monkeypatch.syspath_prepend(str(folder))
    result = attnverify("check", str(own_file(TWO)), "--jobs", "1")
    assert result.exit_code == 0, result.output
