"""`attnverify check`: a user's own claims under the rules of the registry."""

import json
import sys
from pathlib import Path

from verify.cache import Cache

ROOT = Path(__file__).parents[3]
TWO = 'mine("OWN-1")(square)\nmine("OWN-2", rests_on=["OWN-1"])(square)\n'


def test_claims_are_decided_and_rechecked(attnverify, own_file, tmp_path):
    written, report = tmp_path / "own.json", tmp_path / "own.xml"
    result = attnverify("check", str(own_file(TWO)), "--jobs", "0", "--json", str(written), "--junit", str(report))
    assert result.exit_code == 0, result.output
    assert "OWN-2  ARGUED" in result.output
    assert [claim["id"] for claim in json.loads(written.read_text())["claims"]] == ["OWN-1", "OWN-2"]
    assert 'tests="2" failures="0"' in report.read_text()
    assert attnverify("recheck", str(written)).exit_code == 0


def test_worker_processes_find_the_file_and_its_neighbours(attnverify, own_file):
    own_file("", "users_neighbour.py")
    path = own_file("import users_neighbour\nmine('OWN-1')(users_neighbour.square)\n")
    result = attnverify("check", str(path), "--jobs", "1")
    assert result.exit_code == 0, result.output


def test_another_verdict_than_pinned_fails(attnverify, own_file):
    result = attnverify("check", str(own_file('mine("OWN-1", Verdict.TESTED)(square)\n')), "--jobs", "0")
    assert result.exit_code == 1
    assert "OWN-1: ARGUED, expected TESTED" in result.output


def test_a_check_that_cannot_fail_is_open(attnverify, own_file):
    text = 'def same(constant=1):\n    yield from square(1)\nmine("OWN-1")(same)\n'
    result = attnverify("check", str(own_file(text)), "--jobs", "0")
    assert result.exit_code == 1
    assert "cannot fail" in result.output


def test_own_claims_are_decided_anew_though_they_are_cached(attnverify, own_file, own_registry):
    path = own_file('mine("OWN-1")(square)\n')
    assert attnverify("check", str(path), "--jobs", "0").exit_code == 0
    claim = own_registry["OWN-1"]
    kept = Cache(0).get(claim)
    assert kept is not None
    Cache(0).put(claim, type(kept)(kept.id, (), kept.twin))
    own_registry.clear()
    own_file("")
    del sys.modules["users_own_claims"]
    own_file('mine("OWN-1")(square)\n')
    assert attnverify("check", str(path), "--jobs", "0").exit_code == 0


def test_claims_may_rest_on_those_of_the_papers(attnverify, own_file, project):
    project('declare("TST-1")(square)\n')
    result = attnverify("check", str(own_file('mine("OWN-1", rests_on=["TST-1"])(square)\n')), "--jobs", "0")
    assert result.exit_code == 0, result.output
    assert "TST-1" in result.output


def test_bad_files_are_one_line(attnverify, own_file, tmp_path):
    result = attnverify("check", str(own_file("1/0\n")))
    assert result.exit_code == 2
    assert "ZeroDivisionError" in result.output
    assert len(result.output.splitlines()) == 1
    assert attnverify("check", str(tmp_path / "none.py")).exit_code == 2


def test_help_says_that_it_runs_the_file(attnverify):
    assert "this executes it" in attnverify("check", "--help").output


def test_the_example_is_argued(attnverify, own_file):
    result = attnverify("check", str(ROOT / "examples" / "my_claims.py"), "--jobs", "0")
    assert result.exit_code == 0, result.output
    assert "MY-L1  ARGUED" in result.output
