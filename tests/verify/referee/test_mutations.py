"""Every forgery of a small ledger that changes what is claimed is found, though everything is sealed again."""

import importlib
import json
import random
import sys
from pathlib import Path

import pytest

from attnverify.verify.claim import Paper, Source
from attnverify.verify.decision import decide
from attnverify.verify.evidence import open_
from attnverify.verify.formal import Variant, formal
from attnverify.verify.ledger import build
from attnverify.verify.referee.judges import Judge
from attnverify.verify.referee.ledgers import Outcome, compare_with_tracked, recheck_ledger
from attnverify.verify.referee.tracked import lock, table
from attnverify.verify.registry import load
from attnverify.verify.verdict import Verdict

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
OF_PROOFS = {"formula", "given", "tree", "moved", "lemma", "twin"}


@pytest.fixture(scope="module")
def forgeries():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])
        return importlib.import_module("forgeries")


def missed(forgeries, ledger):
    """The kinds of forgeries that were drawn, and those that were not found, nor are without any short cut."""
    tracked, draw = (table(ledger), lock(ledger)), random.Random(0)
    with forgeries.judging_once():
        recheck = forgeries.Recheck(ledger, tracked)
        drawn = [forgeries.mutated(ledger, draw) for _ in range(400)]
        noticed = [recheck.finds(forged) for forged, _ in drawn]
    for (forged, what), found in zip(drawn, noticed, strict=True):
        plainly = [*compare_with_tracked(forged, tracked), *recheck_ledger(forged)]
        assert found is any(report.outcome is Outcome.FAILED for report in plainly), what
    kinds = {what.partition(":")[0] for _, what in drawn}
    return kinds, {what for (_, what), found in zip(drawn, noticed, strict=True) if not found}


@pytest.fixture
def ledger(make, proved, refuted):
    def false(constant=1):
        yield refuted(reason="at x = 1/2") if constant == 1 else proved()

    def cube(constant=1):
        pairs = [{"says": "cube", "left": "(x - 1)**3", "right": "x**3 - 3*x**2 + 3*x - 1"}]
        certificate = {"kind": "identity", "variables": ["x"], "pairs": pairs, "relations": []}
        yield proved(certificate, scope="every x") if constant == 1 else refuted()

    def undecided(constant=1):
        yield open_("all x", "m", "too hard for 2 routes")

    claims = [
        make(id="TST-1"),
        make(id="TST-2", check=cube, title="A cube", rests_on=("TST-1",), hypotheses=("x > 0", "x < 2")),
        make(id="TST-3", check=false, expected=Verdict.ARGUED_FALSE, no_repair="none", statement="x^2 >= x"),
        make(id="TST-4", check=undecided, expected=Verdict.OPEN, reading="R1", kind="inequality"),
    ]
    return json.loads(json.dumps(build(claims, {claim.id: decide(claim) for claim in claims}, 0)))


def test_what_changes_a_claim_is_found(forgeries, ledger):
    kinds, unnoticed = missed(forgeries, ledger)
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
    claims = list(load(instances=False).values())
    return json.loads(json.dumps(build(claims, {claim.id: decide(claim) for claim in claims}, 0)))


def test_what_changes_a_proof_is_found(forgeries, proofs):
    kinds, unnoticed = missed(forgeries, proofs)
    assert kinds >= OF_PROOFS
    assert [what for what in unnoticed if not forgeries.reason(what)] == []


def test_a_proof_is_judged_again_where_what_it_cites_says_something_else(forgeries, proofs):
    known, texts = {}, {claim["id"]: json.dumps(claim["proof"]["data"]) for claim in proofs["claims"]}
    stronger = texts["TST-1"].replace('"x > 1"', '"x > 3"')
    for cited, judged in ((texts["TST-1"], 1), (texts["TST-1"], 1), (stronger, 2), ("{}", 3), (stronger, 3)):
        now = {**texts, "TST-1": cited}
        assert forgeries.JudgedOnce(known, now).judged("TST-2") == Judge(now).judged("TST-2")
        assert len(known[texts["TST-2"]]) == judged
    del now["TST-1"]
    assert forgeries.JudgedOnce(known, now).judged("TST-2") == Judge(now).judged("TST-2")


def test_only_a_ledger_that_passes_is_forged(forgeries, proofs):
    tracked = table(proofs), lock(proofs)
    proofs["claims"][0]["title"] += "!"
    with pytest.raises(ValueError, match="does not pass itself"):
        forgeries.Recheck(proofs, tracked)
