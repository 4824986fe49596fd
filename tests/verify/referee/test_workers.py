"""Proofs judged in worker processes: the same reports in the same order, one budget, one line when it goes wrong."""

import copy
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest

from attnverify.verify.ledger import file_text
from attnverify.verify.referee.judges import Judge
from attnverify.verify.referee.ledgers import Outcome, recheck_ledger
from attnverify.verify.referee.proofs import Kernel
from attnverify.verify.referee.records import digest, statement_digest
from attnverify.verify.referee.workers import Workers

SQUARE = {"leaf": "arithmetic", "terms": [{"c": "1", "squares": ["x - 1"]}]}
COSTLY = "(x + 1)^20*(x + 2)^20*(x + {})^20 >= 0"
ENDLESS = "(x + exp(x) + cos(x) + log(x) + {})^16 >= 0"


@pytest.fixture
def ledger(square):
    return square


def with_proof(ledger, number, proof, **changes):
    """The claim number `number` with this proof of this statement, sealed again."""
    claim = copy.deepcopy(ledger["claims"][0])
    claim["id"] = f"TST-{number}"
    claim["proof"]["data"] |= {"proof": proof, "instance": {"letters": {"x": number}}}
    claim["proof"] |= {name: changes.pop(name) for name in ("lemmas", "steps") if name in changes}
    claim |= changes
    claim["statement_digest"] = statement_digest(claim)
    claim["digest"] = digest(claim)
    return claim


def citing(ledger, number, lemma):
    cited = f"TST-{lemma}"
    steps = [{**ledger["claims"][0]["proof"]["steps"][0]}]
    return with_proof(
        ledger, number, {"lemma": cited, "with": {"x": "x"}}, lemmas=[cited], rests_on=[cited], steps=steps
    )


def reports(claims, ledger, jobs):
    return recheck_ledger({**ledger, "claims": claims}, jobs)


@pytest.fixture
def claims(ledger):
    """Twelve claims: honest ones, false ones, chains and circles of lemmas."""
    wrong = {"leaf": "arithmetic", "terms": [{"c": "1", "squares": ["x - 2"]}]}
    return [
        citing(ledger, 1, 2), *(with_proof(ledger, number, SQUARE) for number in (2, 3, 4)),
        with_proof(ledger, 5, wrong), citing(ledger, 6, 5), citing(ledger, 7, 6), citing(ledger, 8, 8),
        citing(ledger, 9, 10), citing(ledger, 10, 9), citing(ledger, 11, 10), citing(ledger, 12, 99),
    ]  # fmt: skip


def test_the_reports_do_not_depend_on_the_processes(claims, ledger):
    alone = reports(claims, ledger, 0)
    assert reports(claims, ledger, 3) == alone
    assert reports(claims[::-1], ledger, 2) == reports(claims[::-1], ledger, 0)
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


def test_one_budget_whatever_the_processes(ledger, monkeypatch):
    monkeypatch.setattr("attnverify.verify.referee.proofs.LEDGER_STEPS", 20_000)
    leaf = {"leaf": "arithmetic"}
    proofs = [{"have": COSTLY.format(number), "by": leaf, "then": leaf} for number in range(3, 27)]
    claims = [with_proof(ledger, number, proof) for number, proof in enumerate(proofs)]
    alone = reports(claims, ledger, 0)
    assert 0 < sum("not rechecked" in report.detail for report in alone) < len(claims)
    assert reports(claims, ledger, 2) == alone


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
def endless(ledger, tmp_path):
    """A file with a ledger that takes long to recheck."""
    if not os.path.exists(CHILDREN.format(os.getpid())):
        pytest.skip("children cannot be seen here")
    leaf = {"leaf": "arithmetic"}
    proofs = [{"have": ENDLESS.format(number), "by": leaf, "then": SQUARE} for number in range(200)]
    claims = [with_proof(ledger, number, proof) for number, proof in enumerate(proofs)]
    path = tmp_path / "ledger.json"
    path.write_text(file_text({**ledger, "claims": claims}))
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
