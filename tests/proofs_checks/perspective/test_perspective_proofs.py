"""Claims of the perspective paper: all are recorded, proofs are accepted, twins fall, and what is given is needed."""

from __future__ import annotations

import pytest

import proofs_checks
from proofs_checks.perspective import PAPER
from proofs_checks.perspective.proofs.gradient import CLOUD
from proofs_checks.perspective.proofs.models import ENERGY, UNIT
from verify.decision import decide
from verify.formal import all_formal, library
from verify.kernel.claims import Library
from verify.proof_decision import decide_proof
from verify.registry import load
from verify.verdict import Verdict

from ..judged import completed, judged, spare

proofs_checks.load()
ROOM = "proofs_checks.perspective"
CLAIMS = {id: claim for id, claim in all_formal().items() if claim.module.startswith(ROOM)}
FALSE = [id for id, claim in CLAIMS.items() if claim.refuted is not None]
TRUE = [id for id in CLAIMS if id not in FALSE]
# what the models say of themselves, whether a claim about them needs it or not
OF_THE_MODEL = {UNIT, *CLOUD["given"], *ENERGY["given"], "dot(x, x) == 1", "dot(v, v) == 1", "dot(z, z) == 1"}
# of random states: Wendel's theorem is cited
PROBABILITY = {"PER-T6.7", "PER-T6.7.cor", "PER-T6.3"}
# of almost every start of the flows, and of nothing else
THEOREMS = {"PER-A.1.flows", "PER-T4.1", "PER-T4.3", "PER-T4.3.R2", "PER-T5.1", "PER-T5.loj", "PER-T6.1"}
ALMOST_EVERY = THEOREMS | {
    "PER-B.3",
    "PER-B.3.clusters",
    "PER-N2.chain",
    "PER-N2.five",
    "PER-N2.three",
    "PER-N3",
    "PER-N5",
    "PER-N8.above",
}
AXIOMS = {
    "monotone",
    "rate on a level",
    "limit of a bounded length",
    "symmetric derivative",
    "some bound",
    "fewer dimensions",
}
NOTES = [f"PER-N{number}" for number in range(1, 10)]
PROBLEMS = [f"PER-PR{number}" for number in range(1, 8)]


@pytest.fixture(scope="module")
def kernel() -> Library:
    return library()


def test_every_claim_of_the_paper_is_in_the_registry() -> None:
    found = {id: claim for id, claim in load(instances=False).items() if claim.source.paper == PAPER}
    assert len(found) >= 128
    assert set(NOTES) | set(PROBLEMS) <= set(found)
    assert all(found[id].role == "extension" for id in NOTES)
    rebuilt = [claim for claim in found.values() if claim.source.reconstructed]
    assert len(rebuilt) >= 80
    assert all("(formula reconstructed)" in str(claim.source) for claim in rebuilt)


def test_what_nothing_decides_says_why() -> None:
    of_paper = [claim for claim in load(instances=False).values() if claim.source.paper == PAPER]
    claims = [claim for claim in of_paper if claim.formal is None and claim.kind != "experiment"]
    argued = [claim for claim in claims if claim.expected is Verdict.ARGUED]
    assert [claim.id for claim in argued] == ["PER-C3.cuts", "PER-PR3.nine", "PER-N2"]
    assert all("Missing for a proof" in claim.statement for claim in argued)
    open_ones = [claim for claim in claims if claim not in argued]
    assert open_ones
    for claim in open_ones:
        assert claim.expected is Verdict.OPEN
        assert claim.undecided.strip()
        assert decide(claim).evidence[0].reason == claim.undecided


def test_at_least_eighty_five_are_decided_by_the_kernel() -> None:
    assert len(CLAIMS) >= 85


@pytest.mark.parametrize("id", TRUE)
def test_the_kernel_accepts_the_proof_and_what_it_cites(id: str, kernel: Library) -> None:
    found = kernel.axioms(id)
    assert found <= AXIOMS | {"Wendel", "strict saddles"}
    assert ("Wendel" in found, "strict saddles" in found) == (id in PROBABILITY, id in ALMOST_EVERY)


@pytest.mark.parametrize("id", [id for id in TRUE if not id.startswith("LEM-")])
def test_hypotheses_hold_at_the_instance_and_the_twin_falls(id: str) -> None:
    claim = CLAIMS[id]
    found = judged(claim, completed(claim))
    # the kernel judges the proof alone, without what it cites
    weaker = any(all_formal()[lemma].expected is Verdict.CERTIFIED for lemma in claim.cites())
    verdict = (Verdict.PROVED if weaker else claim.expected).value
    assert (found.verdict, found.undecided, found.twin, found.twin_fault) == (verdict, (), "refuted", "")


@pytest.mark.parametrize("id", FALSE)
def test_a_false_claim_is_refuted_by_its_instance(id: str) -> None:
    assert judged(CLAIMS[id], completed(CLAIMS[id])).verdict == "REFUTED"
    assert decide_proof(load(instances=False)[id]).verdict is Verdict.REFUTED


@pytest.mark.parametrize("id", TRUE)
def test_a_claim_needs_what_it_is_given(id: str) -> None:
    assert set(spare(CLAIMS[id], completed(CLAIMS[id]))) <= OF_THE_MODEL
