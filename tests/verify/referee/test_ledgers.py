"""Ledgers as the referee reads them: records, findings, mutations, workers."""

import copy
import importlib
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from attnverify.verify.argument import Argument
from attnverify.verify.claim import Paper, Source, Twin
from attnverify.verify.decision import decide
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.formal import Variant, formal
from attnverify.verify.ledger import build, file_text
from attnverify.verify.referee.files import LedgerError, read
from attnverify.verify.referee.judges import Judge
from attnverify.verify.referee.ledgers import Outcome, Report, compare_with_tracked, recheck_ledger, summary
from attnverify.verify.referee.proofs import Kernel
from attnverify.verify.referee.records import RecordError, digest, plain, record, restored, statement_digest
from attnverify.verify.referee.tracked import lock, table
from attnverify.verify.referee.workers import Workers
from attnverify.verify.registry import load
from attnverify.verify.verdict import Verdict


def argued(make, *rests_on, **changes):
    found = Argument(rests_on, "it follows", changes.pop("false", False))
    return make(check=None, twin=Twin("none", {}), argument=found, rests_on=rests_on, **changes)


OPENED = {"check": None, "undecided": "too hard for 2 routes", "twin": Twin("none", {}), "expected": Verdict.OPEN}


@pytest.fixture
def ledger(make, tested):
    """A ledger with draws, a word, an argument resting on that word, one against a sentence, and an open claim."""

    def word(constant=1):
        found = tested(verdict=Verdict.ARGUED, scope="all x", method="python-flint: balls")
        return found if constant == 1 else open_("all x", "python-flint: balls", "too wide")

    claims = [
        make(id="TST-1"),
        make(id="TST-2", check=word, expected=Verdict.ARGUED),
        argued(make, "TST-2", id="TST-3", expected=Verdict.ARGUED),
        argued(make, "TST-2", id="TST-4", expected=Verdict.ARGUED_FALSE, false=True),
        make(
            id="TST-5", check=None, undecided="too hard", twin=Twin("none", {}), expected=Verdict.OPEN, repairs="TST-4"
        ),
    ]
    return json.loads(json.dumps(build(claims, {claim.id: decide(claim) for claim in claims}, 0)))


def outcomes(ledger):
    return {report.id: report.outcome for report in recheck_ledger(ledger)}


def reseal(claim):
    claim["digest"] = digest(claim)


def test_an_honest_ledger(ledger):
    assert outcomes(ledger) == {
        "TST-1": Outcome.SAMPLED, "TST-2": Outcome.WORD, "TST-3": Outcome.WORD, "TST-4": Outcome.WORD,
        "TST-5": Outcome.OPEN,
    }  # fmt: skip
    assert list(summary(recheck_ledger(ledger)))[-1].startswith("3 rests on a tool's word, 1 sampled, 1 open")


@pytest.mark.parametrize(("number", "tamper", "said"), [
    (0, lambda c: c["evidence"].update(verdict="ARGUED"), "what was found gives 'ARGUED'"),
    (0, lambda c: c["evidence"].update(verdict="PROVED"), "a computation is no reason for PROVED"),
    (0, lambda c: c["evidence"].update(scope="all x"), "scope is '9 draws'"),
    (0, lambda c: c.update(checked_by="the author"), "checked_by is 'the author'"),
    (0, lambda c: c.update(verdict="PROVED"), "verdict is 'PROVED'"),
    (0, lambda c: c.update(scope="everything"), "scope is 'everything'"),
    (0, lambda c: c["twin"].update(verdict="TESTED"), "twin"),
    (0, lambda c: c["twin"].update(rejected=False), "twin"),
    (0, lambda c: c["twin"].update(fault="why"), "twin"),
    (0, lambda c: c.update(note="checked by hand"), "claim: no key 'note'"),
    (0, lambda c: c.update(proof={}), "claim: no key 'proof'"),
    (0, lambda c: c.update(formal={"show": ["1 == 0"]}), "'formal' is what a claim has that is proof"),
    (0, lambda c: c.update(argument="by TST-2: words"), "'argument' is what a claim has that is argued"),
    (0, lambda c: c.update(form="open"), "it is open, and computed to be TESTED"),
    (0, lambda c: c.update(form="argued"), "'argument' is ''"),
    (0, lambda c: c.update(paper="another"), "the ledger has no paper 'another'"),
    (0, lambda c: c["twin"].update(note=""), "twin: no key 'note'"),
    (0, lambda c: c["twin"].update(changes={"constant": 3}), "'changes' is an object of texts"),
    (0, lambda c: c["evidence"].update(note=""), "evidence: no key 'note'"),
    (0, lambda c: c.update(statement="1 = 0"), "the digest of the statement"),
    (0, lambda c: c.update(role="repair"), "the digest of the statement"),
    (0, lambda c: c.update(as_printed="true"), "as_printed"),
    (1, lambda c: c.update(checked_by="sampling"), "allowed is python-flint's word"),
    (2, lambda c: c.update(rests_on=["TST-1"]), "'argument' is 'by TST-2: it follows'"),
    (2, lambda c: c.update(rests_on=["TST-1"], argument="by TST-1: it follows"), "what was found gives 'OPEN'"),
    (2, lambda c: c.update(argument="false by TST-2: it follows"), "what was found gives 'ARGUED FALSE'"),
    (2, lambda c: c.update(verdict="PROVED"), "what was found gives 'ARGUED'"),
    (2, lambda c: c.update(evidence={"verdict": "ARGUED"}), "evidence: 'scope' is None"),
    (2, lambda c: c["twin"].update(rejected=True), "twin"),
    (3, lambda c: c.update(verdict="ARGUED"), "what was found gives 'ARGUED FALSE'"),
    (4, lambda c: c.update(verdict="ARGUED"), "what was found gives 'OPEN'"),
    (4, lambda c: c["evidence"].update(verdict="ARGUED"), "it is open, and computed to be ARGUED"),
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


@pytest.mark.parametrize(("change", "said"), [
    (lambda claims: claims.append(copy.deepcopy(claims[0])), "occurs twice"),
    (lambda claims: claims.append("TST-9"), "not an object"),
    (lambda claims: claims[0].pop("evidence"), "claim: lacks the key 'evidence'"),
    (lambda claims: claims[0].pop("place"), "'place' is None"),
    (lambda claims: claims[0].update(evidence={}), "evidence: 'scope' is None"),
    (lambda claims: claims[0].update(reconstructed="no"), "'reconstructed' is 'no'"),
    (lambda claims: claims[0].update(reconstructed=True), "'role' is 'printed', 'reconstructed' True"),
    (lambda claims: claims[0].update(role="reconstructed"), "'role' is 'reconstructed', 'reconstructed' False"),
    (lambda claims: claims[0].update(evidence=[{}]), "evidence"),
    (lambda claims: claims[0].update(expected="yes"), "'expected'"),
    (lambda claims: claims[0].update(twin=None), "twin"),
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
    assert Outcome.OPEN in outcomes(ledger).values()


@pytest.mark.parametrize(("text", "said"), [
    ("not json", "is not JSON"),
    ("[" * 100_000, "is not JSON"),
    ("[]", "is not a ledger"),
    ('{"format": "other"}', "is not a ledger"),
    ('{"format": "attnverify-ledger", "version": 1, "claims": []}', "is a ledger of format 1"),
    ('{"format": "attnverify-ledger", "version": 4, "claims": []}', "'version' is '4'"),
    ('{"format": "attnverify-ledger", "version": 3, "claims": {}}', "'claims' must be a list"),
    ('{"format": "attnverify-ledger", "version": 3, "claims": []}', "holds no claims"),
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
    (lambda data: data.update(equilibria=[]), "has the key 'equilibria', which no ledger has"),
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
    ledger["claims"][0]["verdict"] = "ARGUED"
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
    ledger["claims"][0]["evidence"]["seconds"] = 10**400
    assert outcomes(ledger)["TST-1"] is Outcome.FAILED


def test_what_failed_is_printed_last():
    reports = [Report("A", "PROVED", Outcome.FAILED, "why"), Report("B", "PROVED", Outcome.CONFIRMED, "referee")]
    lines = list(summary(reports))
    assert [line[0] for line in lines[:2]] == ["B", "A"]
    assert lines[-1] == "1 confirmed, 1 FAILED"


def test_evidence_survives_as_json(tested):
    for item in (tested(seconds=0.25), Evidence(Verdict.OPEN, "s", "m", crashed=True)):
        assert restored(json.loads(json.dumps(record(item)))) == item


@pytest.mark.parametrize(("field", "value"), [
    ("verdict", "TRUE"), ("verdict", ["TESTED"]), ("scope", None), ("method", 7), ("seconds", True),
    ("crashed", "no"),
])  # fmt: skip
def test_a_wrong_field_is_named(tested, field, value):
    with pytest.raises(RecordError, match=field):
        restored({**record(tested()), field: value})


def test_what_is_no_object_is_no_evidence():
    with pytest.raises(RecordError, match="not an object"):
        restored("PROVED")


@pytest.mark.parametrize("data", [float("inf"), {"a": object()}, {1, 2}, b"bytes"])
def test_only_plain_data_is_plain(data):
    with pytest.raises(RecordError, match="not plain JSON"):
        plain(data)


def test_the_digest_sees_everything_but_timings(tested):
    claim = {"id": "TST-1", "verdict": "TESTED", "evidence": record(tested())}
    seal = digest(claim)
    assert digest({**claim, "digest": seal}) == seal
    assert digest({**claim, "evidence": record(tested(seconds=9.0))}) == seal
    assert digest({**claim, "verdict": "ARGUED"}) != seal
    assert digest({**claim, "evidence": record(tested(scope="more"))}) != seal


# Every forgery of a small ledger that changes what is claimed is found, though everything is sealed again.
BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
OF_PROOFS = {"formula", "given", "tree", "moved", "lemma", "twin"}


@pytest.fixture(scope="module")
def forgeries():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])
        return importlib.import_module("forgeries")


def missed(forgeries, mutated):
    """The kinds of forgeries that were drawn, and those that were not found, nor are without any short cut."""
    tracked, draw = (table(mutated), lock(mutated)), random.Random(0)
    recheck = forgeries.Recheck(mutated, tracked)
    drawn = [forgeries.mutated(mutated, draw) for _ in range(400)]
    noticed = [recheck.finds(forged) for forged, _ in drawn]
    for (forged, what), found in zip(drawn, noticed, strict=True):
        plainly = [*compare_with_tracked(forged, tracked), *recheck_ledger(forged)]
        assert found is any(report.outcome is Outcome.FAILED for report in plainly), what
    kinds = {what.partition(":")[0] for _, what in drawn}
    return kinds, {what for (_, what), found in zip(drawn, noticed, strict=True) if not found}


@pytest.fixture
def mutated(make, tested):
    def word(scope):
        def check(constant=1):
            found = tested(verdict=Verdict.ARGUED, scope=scope, method="python-flint: balls")
            return found if constant == 1 else open_(scope, "python-flint: balls", "too wide")

        return check

    claims = [
        make(id="TST-1"),
        make(id="TST-2", check=word("every x"), title="A cube", rests_on=("TST-1",), expected=Verdict.OPEN),
        make(id="TST-3", check=word("x < 2"), expected=Verdict.ARGUED, statement="x^2 >= x"),
        argued(make, "TST-3", id="TST-4", expected=Verdict.ARGUED_FALSE, false=True, no_repair="none"),
        make(id="TST-5", reading="R1", kind="inequality", **OPENED),
    ]
    return json.loads(json.dumps(build(claims, {claim.id: decide(claim) for claim in claims}, 0)))


def test_what_changes_a_claim_is_found(forgeries, mutated):
    kinds, unnoticed = missed(forgeries, mutated)
    drawn = {mutation.__name__ for mutation in sys.modules["ledger_mutations"].MUTATIONS}
    assert kinds == drawn - OF_PROOFS
    assert [what for what in unnoticed if not forgeries.reason(what)] == []


@pytest.fixture
def proofs(own_registry):
    """A ledger with three claims in proof form, one of which cites another."""
    words = {"source": Source(Paper("testing", "A paper for tests"), "Lemma 1"), "kind": "inequality"}
    square = {"letters": ["x: number"], "given": ["x > 1"], "show": ["x^2 - 2*x + 1 > 0"]}
    factors = {"leaf": "arithmetic", "terms": [{"c": "1", "facts": ["x > 1", "x > 1"]}]}
    formal("TST-1", title="A square", statement=square, proof=factors, instance={"letters": {"x": 2}}, twin=Variant(
        "no hypothesis", {"x > 1": "x >= 1"}, {"letters": {"x": 1}}), **words)  # fmt: skip
    cites = {"letters": ["y: number"], "given": ["y > 2"], "show": ["y^2 - 2*y + 1 > 0"]}
    above = {"leaf": "arithmetic", "terms": [{"c": "1", "facts": ["y > 2"]}, {"c": "1"}]}
    formal("TST-2", title="Another", statement=cites, proof={"lemma": "TST-1", "with": {"x": "y"}, "premises": [above]},
        **words)  # fmt: skip
    formal("TST-3", title="A third", statement={"letters": ["z: number"], "show": ["z > 5"]},
        refuted={"instance": {"letters": {"z": 4}}}, no_repair="none", **words)  # fmt: skip
    claims = list(load().values())
    return json.loads(json.dumps(build(claims, {claim.id: decide(claim) for claim in claims}, 0)))


def test_what_changes_a_proof_is_found(forgeries, proofs):
    kinds, unnoticed = missed(forgeries, proofs)
    assert kinds >= OF_PROOFS
    assert [what for what in unnoticed if not forgeries.reason(what)] == []


def test_only_a_ledger_that_passes_is_forged(forgeries, proofs):
    tracked = table(proofs), lock(proofs)
    proofs["claims"][0]["title"] += "!"
    with pytest.raises(ValueError, match="does not pass itself"):
        forgeries.Recheck(proofs, tracked)


# Proofs judged in worker processes: the same reports in the same order, one budget, one line when it goes wrong.
SQUARE = {"leaf": "arithmetic", "terms": [{"c": "1", "squares": ["x - 1"]}]}
COSTLY = "(x + 1)^20*(x + 2)^20*(x + {})^20 >= 0"
ENDLESS = "(x + exp(x) + cos(x) + log(x) + {})^16 >= 0"


@pytest.fixture
def made(square):
    return square


def with_proof(made, number, proof, **changes):
    """The claim number `number` with this proof of this statement, sealed again."""
    claim = copy.deepcopy(made["claims"][0])
    claim["id"] = f"TST-{number}"
    claim["proof"]["data"] |= {"proof": proof, "instance": {"letters": {"x": number}}}
    claim["proof"] |= {name: changes.pop(name) for name in ("lemmas", "steps") if name in changes}
    claim |= changes
    claim["statement_digest"] = statement_digest(claim)
    claim["digest"] = digest(claim)
    return claim


def citing(made, number, lemma):
    cited = f"TST-{lemma}"
    steps = [{**made["claims"][0]["proof"]["steps"][0]}]
    return with_proof(made, number, {"lemma": cited, "with": {"x": "x"}}, lemmas=[cited], rests_on=[cited], steps=steps)


def reports(claims, made, jobs):
    return recheck_ledger({**made, "claims": claims}, jobs)


@pytest.fixture
def claims(made):
    """Twelve claims: honest ones, false ones, chains and circles of lemmas."""
    wrong = {"leaf": "arithmetic", "terms": [{"c": "1", "squares": ["x - 2"]}]}
    return [
        citing(made, 1, 2), *(with_proof(made, number, SQUARE) for number in (2, 3, 4)),
        with_proof(made, 5, wrong), citing(made, 6, 5), citing(made, 7, 6), citing(made, 8, 8),
        citing(made, 9, 10), citing(made, 10, 9), citing(made, 11, 10), citing(made, 12, 99),
    ]  # fmt: skip


def test_the_reports_do_not_depend_on_the_processes(claims, made):
    alone = reports(claims, made, 0)
    assert reports(claims, made, 3) == alone
    assert reports(claims[::-1], made, 2) == reports(claims[::-1], made, 0)
    confirmed = {report.id for report in alone if report.outcome is Outcome.CONFIRMED}
    assert {"TST-2", "TST-3", "TST-4"} <= confirmed <= {"TST-1", "TST-2", "TST-3", "TST-4"}
    assert len(alone) == len(claims)


def test_a_claim_is_worth_what_its_lemmas_are(claims):
    """Whatever the ledger says of what rests on what, and wherever one begins to ask."""
    for ids in (range(1, 13), range(12, 0, -1)):
        kernel = Kernel(claims)
        found = {number: kernel.judged(f"TST-{number}").judgement for number in ids}
        assert [number for number in sorted(found) if found[number].verdict == "PROVED"] == [1, 2, 3, 4]
        assert all(found[number].verdict == "OPEN" for number in range(5, 13))
        assert "the lemma TST-6 is not proved: the lemma TST-5 is not proved" in found[7].reason
        assert "TST-8 rests on itself" in found[8].reason
        assert "rests on itself: " in found[9].reason + found[10].reason
        assert "the lemma TST-10 is not proved" in found[11].reason
        assert "no claim 'TST-99'" in found[12].reason


def test_the_steps_of_a_claim_do_not_depend_on_what_was_judged_before(claims):
    texts = {claim["id"]: json.dumps(claim["proof"]["data"]) for claim in claims}
    judge = Judge(texts)
    one_after_another = {id: judge.judged(id) for id in [*texts, *texts]}
    assert one_after_another == {id: Judge(texts).judged(id) for id in texts}


def test_one_budget_whatever_the_processes(made, monkeypatch):
    monkeypatch.setattr("attnverify.verify.referee.proofs.LEDGER_STEPS", 20_000)
    leaf = {"leaf": "arithmetic"}
    proofs = [{"have": COSTLY.format(number), "by": leaf, "then": leaf} for number in range(3, 27)]
    claims = [with_proof(made, number, proof) for number, proof in enumerate(proofs)]
    alone = reports(claims, made, 0)
    assert 0 < sum("not rechecked" in report.detail for report in alone) < len(claims)
    assert reports(claims, made, 2) == alone


def test_no_claim_is_judged_ahead_once_the_steps_are_spent(claims):
    texts = {claim["id"]: json.dumps(claim["proof"]["data"]) for claim in claims}
    workers = Workers(texts, list(texts), 1, 1)
    try:
        workers.judged("TST-2")
        assert len(workers._waiting) >= len(texts) - 2
    finally:
        workers.stop()


def test_a_worker_that_dies_leaves_its_claim_open_and_is_replaced(claims):
    texts = {claim["id"]: json.dumps(claim["proof"]["data"]) for claim in claims}
    others = set(multiprocessing.active_children())
    workers = Workers(texts, list(texts), 1, 10**9)
    try:
        workers._start("TST-3")
        for child in set(multiprocessing.active_children()) - others:
            child.kill()
        found = workers.judged("TST-3").found
        assert (found.verdict, found.reason) == ("OPEN", "the worker process died (killed, or out of memory)")
        assert workers.judged("TST-4").found.verdict == "PROVED"
    finally:
        workers.stop()
    assert set(multiprocessing.active_children()) <= others


CHILDREN = "/proc/{0}/task/{0}/children"


def _children(pid):
    with open(CHILDREN.format(pid)) as file:
        return file.read().split()


def hearing():
    """Ctrl-C is heard, also where the tests run in the background of a shell, which has it ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def endless(made, tmp_path):
    """A file with a ledger that takes long to recheck."""
    if not os.path.exists(CHILDREN.format(os.getpid())):
        pytest.skip("children cannot be seen here")
    leaf = {"leaf": "arithmetic"}
    proofs = [{"have": ENDLESS.format(number), "by": leaf, "then": SQUARE} for number in range(200)]
    claims = [with_proof(made, number, proof) for number, proof in enumerate(proofs)]
    path = tmp_path / "ledger.json"
    path.write_text(file_text({**made, "claims": claims}))
    return path


def test_an_interrupted_recheck_says_so_in_one_line(endless):
    for program in (["attnverify.verify.referee"], ["attnverify", "recheck"]):
        command = [sys.executable, "-m", *program, str(endless)]
        running = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=hearing,
        )
        until = time.monotonic() + 60
        while not _children(running.pid) and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(0.5)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
        assert (running.returncode, out, err) == (130, "", "interrupted\n")


def test_the_workers_of_a_recheck_end_with_it(endless):
    command = [sys.executable, "-m", "attnverify", "recheck", str(endless), "--jobs", "2"]
    for number, code, says in ((signal.SIGTERM, 143, "interrupted\n"), (signal.SIGKILL, -signal.SIGKILL, None)):
        running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        while running.poll() is None and len(_children(running.pid)) < 3:  # two workers, and what Python adds
            time.sleep(0.02)
        running.send_signal(number)
        _, err = running.communicate(timeout=60)  # until nobody can write there
        assert (running.returncode, says in (None, err)) == (code, True)
