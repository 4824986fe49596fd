import copy
import json
import subprocess
import sys

import pytest

from attnverify.verify.decision import decide
from attnverify.verify.evidence import Evidence
from attnverify.verify.ledger import build, file_text
from attnverify.verify.referee.files import LedgerError, read
from attnverify.verify.referee.ledgers import Outcome, Report, compare_with_tracked, recheck_ledger, summary
from attnverify.verify.referee.records import digest
from attnverify.verify.referee.tracked import lock, table
from attnverify.verify.verdict import Rung, Verdict


@pytest.fixture
def ledger(make, proved, refuted):
    """A ledger with a proof, a word, a proof resting on that word, a refutation and an open claim."""

    def word(constant=1):
        yield proved(None) if constant == 1 else refuted()

    def false(constant=1):
        yield refuted() if constant == 1 else proved()

    def undecided(constant=1):
        yield Evidence(Rung.OPEN, "all x", "m", reason="too hard")

    claims = [
        make(id="TST-1"),
        make(id="TST-2", check=word),
        make(id="TST-3", rests_on=("TST-2",)),
        make(id="TST-4", check=false, expected=Verdict.ARGUED_FALSE),
        make(id="TST-5", check=undecided, expected=Verdict.OPEN, repairs="TST-4"),
    ]
    return json.loads(json.dumps(build(claims, {claim.id: decide(claim) for claim in claims}, 0)))


def outcomes(ledger):
    return {report.id: report.outcome for report in recheck_ledger(ledger)}


def reseal(claim):
    claim["digest"] = digest(claim)


WITNESS = {"kind": "witness", "values": {"x": 1}, "hypotheses": [], "violates": ["x == 1"]}


def test_an_honest_ledger(ledger):
    assert outcomes(ledger) == {
        "TST-1": Outcome.CONFIRMED, "TST-2": Outcome.WORD, "TST-3": Outcome.WORD, "TST-4": Outcome.CONFIRMED,
        "TST-5": Outcome.OPEN,
    }  # fmt: skip
    assert list(summary(recheck_ledger(ledger)))[-1].startswith("2 confirmed, 2 rests on a tool's word, 1 open")


def strengthen(claim):
    claim["verdict"], claim["evidence"][0]["rung"] = "ARGUED", "proved"


@pytest.mark.parametrize(("number", "tamper", "said"), [
    (0, lambda c: c["evidence"][0]["certificate"]["pairs"][0].update(right="x**2 + 2*x + 2"), "evidence 1"),
    (0, lambda c: c["evidence"][0].update(checked_by="z3's word"), "says checked by"),
    (0, lambda c: c.update(checked_by="the author"), "checked_by is 'the author'"),
    (0, lambda c: c.update(verdict="PROVED"), "verdict is 'PROVED'"),
    (0, lambda c: c.update(scope="everything"), "scope is 'everything'"),
    (0, lambda c: c["evidence"][0].update(covers=False), "the evidence gives 'OPEN'"),
    (0, lambda c: c["twin"].update(verdict="ARGUED"), "twin"),
    (0, lambda c: c.update(note="checked by hand"), "claim: no key 'note'"),
    (0, lambda c: c.update(proof={}), "claim: no key 'proof'"),
    (0, lambda c: c.update(formal={"show": ["1 == 0"]}), "'formal' is the statement of a claim in proof form"),
    (0, lambda c: c.update(paper="another"), "the ledger has no paper 'another'"),
    (0, lambda c: c["twin"].update(note=""), "twin: no key 'note'"),
    (0, lambda c: c["twin"].update(changes={"constant": 3}), "'changes' is an object of texts"),
    (0, lambda c: c["evidence"][0].update(note=""), "evidence: no key 'note'"),
    (0, lambda c: c["evidence"][0]["certificate"].update(note=""), "the kind 'identity' has no key 'note'"),
    (0, lambda c: c["evidence"][0]["certificate"]["pairs"][0].update(note=""), "'pairs' of the kind 'identity' has no"),
    (3, lambda c: c["evidence"][0]["certificate"].update(note=""), "the kind 'witness' has no key 'note'"),
    (0, lambda c: c["twin"].update(verdict="OPEN"), "twin"),
    (0, lambda c: c.update(statement="1 = 0"), "the digest of the statement"),
    (0, lambda c: c.update(role="repair"), "the digest of the statement"),
    (0, lambda c: c.update(as_printed="unclear"), "as_printed"),
    (0, lambda c: c["evidence"][0].update(rung="certified", certificate=WITNESS), "speaks against a claim"),
    (0, lambda c: c["twin"].update(rejected=False), "twin"),
    (0, lambda c: c.update(instance={"x": -1}), "at the instance"),
    (1, lambda c: c["evidence"][0].update(checked_by="referee"), 'found "SymPy\'s word"'),
    (2, lambda c: c.update(rests_on=["TST-5"]), "the evidence gives 'OPEN'"),
    (3, lambda c: c["evidence"][0]["certificate"]["values"].update(x="3/2"), "evidence 1"),
    (3, lambda c: c["evidence"][0]["certificate"]["values"].update(x="-1/2"), "evidence 1"),
    (3, lambda c: c.update(hypotheses=["x > 0", "x > 2/3"], instance={"x": 1}), "'x > 2/3' is false"),
    (3, lambda c: c.update(verdict="ARGUED"), "the evidence gives 'ARGUED FALSE'"),
    (4, strengthen, "says checked by ''"),
    (3, lambda c: c.update(repaired_by="TST-1"), "repaired_by is 'TST-1', but what says so is TST-5"),
    (3, lambda c: c.update(repaired_by=""), "repaired_by is '', but what says so is TST-5"),
    (3, lambda c: c.update(repaired_by="TST-6"), "repaired_by is 'TST-6', but what says so is TST-5"),
    (2, lambda c: c.update(repaired_by="TST-5"), "repaired_by is 'TST-5', but what says so is no claim"),
])  # fmt: skip
def test_tampering_is_caught_even_under_a_new_seal(ledger, number, tamper, said):
    claim = ledger["claims"][number]
    tamper(claim)
    assert outcomes(ledger)[claim["id"]] is Outcome.FAILED
    reseal(claim)
    details = {report.id: report.detail for report in recheck_ledger(ledger) if report.outcome is Outcome.FAILED}
    assert said in details[claim["id"]]


def test_a_part_of_a_ledger_may_name_a_repair_that_it_lacks_and_a_whole_one_may_not(ledger):
    assert compare_with_tracked(ledger, (table(ledger), lock(ledger))) == []
    del ledger["claims"][4]
    assert Outcome.FAILED not in outcomes(ledger).values()
    (found,) = compare_with_tracked(ledger, (table(ledger), lock(ledger)))
    assert (found.id, found.outcome) == ("TST-4", Outcome.FAILED)
    assert found.detail == "repaired_by is 'TST-5', but what says so is no claim"


def test_the_seal_catches_a_changed_statement(ledger):
    ledger["claims"][0]["statement"] = "something else"
    report = recheck_ledger(ledger)[0]
    assert report.outcome is Outcome.FAILED
    assert "digest" in report.detail


@pytest.mark.parametrize(("change", "said"), [
    (lambda claims: claims.append(copy.deepcopy(claims[0])), "occurs twice"),
    (lambda claims: claims.append("TST-9"), "not an object"),
    (lambda claims: claims[0].pop("evidence"), "claim: lacks the key 'evidence'"),
    (lambda claims: claims[0].pop("place"), "'place' is None"),
    (lambda claims: claims[0].update(evidence={}), "'evidence' must be a list"),
    (lambda claims: claims[0].update(reconstructed="no"), "'reconstructed' is 'no'"),
    (lambda claims: claims[0].update(reconstructed=True), "'role' is 'printed', 'reconstructed' True"),
    (lambda claims: claims[0].update(role="reconstructed"), "'role' is 'reconstructed', 'reconstructed' False"),
    (lambda claims: claims[0].update(evidence=[{}]), "evidence"),
    (lambda claims: claims[0].update(hypotheses="x > 0"), "'hypotheses'"),
    (lambda claims: claims[0].update(expected="yes"), "'expected'"),
    (lambda claims: claims[0].update(twin=None), "twin"),
    (lambda claims: claims[0].update(instance=[]), "'instance'"),
    (lambda claims: claims[0].update(form="proven"), "'form' is 'proven'"),
    (lambda claims: claims[0].update(form="proof"), "'proof' must be an object"),
    (lambda claims: claims[0].update(role="friend"), "'role' is 'friend'"),
    (lambda claims: claims[0].update(repairs=None), "'repairs' is None"),
    (lambda claims: claims[0].update(repaired_by=[]), "'repaired_by' is []"),
    (lambda claims: claims.pop(1), "ledger lacks"),
    (lambda claims: claims[1].update(rests_on=["TST-3"]), "rests on itself"),
])  # fmt: skip
def test_malformed_claims_fail_one_by_one(ledger, change, said):
    change(ledger["claims"])
    failed = [report for report in recheck_ledger(ledger) if report.outcome is Outcome.FAILED]
    assert any(said in report.detail for report in failed)
    assert Outcome.CONFIRMED in outcomes(ledger).values()


@pytest.mark.parametrize(("text", "said"), [
    ("not json", "is not JSON"),
    ("[" * 100_000, "is not JSON"),
    ("[]", "is not a ledger"),
    ('{"format": "other"}', "is not a ledger"),
    ('{"format": "attnverify-ledger", "version": 1, "claims": []}', "is a ledger of format 1"),
    ('{"format": "attnverify-ledger", "version": 3, "claims": []}', "'version' is '3'"),
    ('{"format": "attnverify-ledger", "version": 2, "claims": {}}', "'claims' must be a list"),
    ('{"format": "attnverify-ledger", "version": 2, "claims": []}', "holds no claims"),
    ('{"format": "attnverify-ledger", "format": "other"}', "the key 'format' occurs twice"),
    ('{"format": "attnverify-ledger", "version": NaN}', "NaN is no number"),
    ('{"format": "attnverify-ledger", "version": 1e999}', "too large"),
    ('{"version": ' + "9" * 5000 + "}", "is not JSON"),
])  # fmt: skip
def test_foreign_files(tmp_path, text, said):
    path = tmp_path / "ledger.json"
    path.write_text(text)
    with pytest.raises(LedgerError, match=said) as caught:
        read(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("change", "said"), [
    (lambda data: data.pop("seal"), "lacks the key 'seal'"),
    (lambda data: data.pop("papers"), "lacks the key 'papers'"),
    (lambda data: data.update(note="true"), "has the key 'note', which no ledger has"),
    (lambda data: data.update(equilibria=[]), "has the key 'equilibria', which no ledger has, or not alone"),
    (lambda data: data["papers"][0].update(note=""), "'papers' is a list of objects"),
    (lambda data: data["versions"].update(z3={}), "'versions' an object of texts"),
    (lambda data: data.update(seed="0"), "'seed' is a whole number"),
])  # fmt: skip
def test_the_schema_of_a_file_is_closed(tmp_path, ledger, change, said):
    path, data = tmp_path / "ledger.json", json.loads(file_text(ledger))
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises(LedgerError, match=said):
        read(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(LedgerError, match="cannot be read"):
        read(tmp_path / "absent.json")


def test_the_program_needs_the_standard_library_alone(tmp_path, ledger):
    path = tmp_path / "ledger.json"
    path.write_text(file_text(ledger))
    script = (
        "import sys, runpy; sys.argv = ['referee', sys.argv[1]]\n"
        "try: runpy.run_module('attnverify.verify.referee', run_name='__main__')\n"
        "except SystemExit as stop: code = stop.code\n"
        "foreign = {name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names\n"
        "print(code, sorted(name for name in foreign if not name.startswith('_')))\n"
    )
    command = [sys.executable, "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}\n{script}", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "0 ['attnverify']"
    ledger["claims"][0]["verdict"] = "TESTED"
    path.write_text(file_text(ledger))
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "1 ['attnverify']"


def test_the_program_without_a_ledger():
    command = [sys.executable, "-m", "attnverify.verify.referee"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 2


def test_a_claim_cannot_write_lines_of_its_own(ledger):
    ledger["claims"][0]["id"] = "X\nTST-4: PROVED: confirmed (referee)\x1b[2K\ud800"
    lines = list(summary(recheck_ledger(ledger)))
    assert len(lines) == len(ledger["claims"]) + 1
    assert all(line.isprintable() for line in lines)


def test_timings_that_are_no_numbers_fail(ledger):
    ledger["claims"][0]["evidence"][0]["seconds"] = 10**400
    assert outcomes(ledger)["TST-1"] is Outcome.FAILED


def test_a_claim_without_hypotheses_fails(ledger):
    # Every point would be a counterexample.
    ledger["claims"][0]["hypotheses"] = []
    reseal(ledger["claims"][0])
    assert outcomes(ledger)["TST-1"] is Outcome.FAILED


def test_what_failed_is_printed_last():
    reports = [Report("A", "PROVED", Outcome.FAILED, "why"), Report("B", "PROVED", Outcome.CONFIRMED, "referee")]
    lines = list(summary(reports))
    assert [line[0] for line in lines[:2]] == ["B", "A"]
    assert lines[-1] == "1 confirmed, 1 FAILED"
