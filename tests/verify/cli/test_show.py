import json
from pathlib import Path

import pytest

from attnverify.verify import registry
from attnverify.verify.cli.claims import BadInput
from attnverify.verify.cli.show import page

STILL = """
paper own: My paper

context still
  flows    f(X, i) = 0*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)

lemma solved.still: Nothing moves        in still
  show     forall S in state: (forall i: dot(S[i], S[i]) == 1) => one_solution(f, S)
  proof    let S; assume forall i: dot(S[i], S[i]) == 1
    apply one solution  with Q = fn(z: z), B = fn(s: 0), L = fn(s: 0)  new x = x, y = y, c = c, T = s
    - 3: enter ae

claim OWN-1: Tokens that rest        in still
  source   Lemma 1; kind invariance
  letters  y[token]: moving vector
  given    solves(f, y)
  show     always(forall i: dot(y[i], y[i]) == 1)
  instance tokens 1; dim 1; y = [[1]]
  proof    done
"""

pytestmark = pytest.mark.usefixtures("squares")


def test_a_claim_that_is_not_decided_yet_is_decided(attnverify):
    shown = attnverify("show", "TST-3").output
    for line in (
        "expected    ARGUED FALSE",
        "verdict     ARGUED FALSE",
        "argument    false by TST-1: it fails",
        "checked by  argument",
    ):
        assert line in shown
    assert "about squares" in shown
    assert "role        printed statement" in shown
    assert "as printed  false" in shown
    assert "To decide it again: attnverify run TST-3 --fresh" in shown
    assert attnverify("show", "tst-3").output == shown


def test_a_claim_is_decided_with_its_premises_once(attnverify, monkeypatch):
    entry = json.loads(attnverify("show", "tst-2", "--json").output)
    assert (entry["verdict"], entry["rests_on"]) == ("TESTED", ["TST-1"])
    monkeypatch.setattr("attnverify.verify.runner.decide", lambda *claim, **more: pytest.fail("decided again"))
    assert json.loads(attnverify("show", "TST-2", "--json").output) == entry


def test_another_seed_is_another_run(attnverify):
    assert "run TST-1 --seed 3" in attnverify("show", "TST-1", "--seed", "3").output


def test_a_refuted_claim_names_its_repair(attnverify, project):
    project("declare('TST-1')(square)\ndeclare('TST-1.repaired', repairs='TST-1')(square)\n")
    assert "repaired by TST-1.repaired" in attnverify("show", "TST-1").output
    assert "repairs     TST-1\n" in attnverify("show", "TST-1.repaired").output


def test_long_fields_are_broken_between_words_and_aligned(attnverify, project, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    project(f"declare('TST-1', reading='{'half a dozen words in a row ' * 4}')(square)\n")
    shown = attnverify("show", "TST-1").output.splitlines()
    start = next(number for number, line in enumerate(shown) if line.startswith("reading     half"))
    assert shown[start + 1].startswith(" " * 12 + "half a")
    assert max(map(len, shown[start : start + 4])) <= 40


def test_an_unknown_id(attnverify, one_line):
    one_line(attnverify("show", "TST-33"), "Error: unknown claim id 'TST-33'; did you mean TST-3, TST-2, TST-1?\n")


def test_a_page_decides_the_claim_with_its_premises_and_says_what_the_command_says(attnverify):
    decided = page("TST-2", jobs=0)
    assert "verdict     TESTED" in decided
    assert attnverify("show", "TST-2").output == decided + "\n"


def test_a_page_shows_what_is_in_the_cache_as_it_is(attnverify, monkeypatch):
    first = page("TST-3", seed=4, jobs=0)
    assert "run TST-3 --seed 4" in first
    monkeypatch.setattr("attnverify.verify.runner.decide", lambda *claim, **more: pytest.fail("decided again"))
    assert page("TST-3", seed=4, jobs=0) == first


def test_a_page_of_a_check_that_crashes_is_open_and_says_so(project):
    project("@declare('TST-1')\ndef broken(constant=1):\n    return 1 // 0\n")
    text = page("TST-1", jobs=0)
    assert "verdict     OPEN" in text
    assert "ZeroDivisionError" in text


def test_a_page_of_an_unknown_id():
    with pytest.raises(BadInput, match="unknown claim id 'TST-33'"):
        page("TST-33")


def test_a_page_is_typeset_in_a_notebook():
    text = page("TST-2", jobs=0)
    shown = text._repr_html_()
    assert "TESTED" in shown
    assert "TST-2" in shown
    assert "href" not in shown
    assert "<script" not in shown


def test_a_claim_about_solutions_names_the_lemma_by_which_they_exist(attnverify, project, tmp_path, monkeypatch):
    project("")
    Path("still.proof").write_text(STILL.lstrip())
    monkeypatch.setattr(registry, "_THEORIES", {})
    registry.theories(tmp_path, "project_claims")
    shown = attnverify("show", "OWN-1").output
    assert "verdict     PROVED" in shown
    assert "solutions   exactly one from every start (LEM-solved.still)\n" in shown
    assert "solutions" not in attnverify("show", "LEM-solved.still").output
