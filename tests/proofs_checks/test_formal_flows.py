"""Every lemma and flow claim in proof form is accepted, and not without what it is given."""

from typing import Any

import pytest

import proofs_checks
from proofs_checks.consensus.proofs.models import CAUSAL, FULL, HEADS, TURNING
from proofs_checks.consensus.proofs.setting import ANY_VALUES
from verify.formal import all_formal
from verify.kernel.claims import Library

from .judged import judged, spare

proofs_checks.load()
ROOMS = ("proofs_checks.lemmas", "proofs_checks.consensus.proofs")
CLAIMS = {id: claim for id, claim in all_formal().items() if claim.module.startswith(ROOMS)}
LEMMAS = [id for id in CLAIMS if id.startswith("LEM-")]
FALSE = [id for id, claim in CLAIMS.items() if claim.refuted is not None]
TRUE = [id for id in CLAIMS if id not in FALSE]
PAPER = [id for id in TRUE if not id.startswith("LEM-")]
TIME = {"monotone", "rate on a level"}
LIMITS = {"limit of a bounded length"}
PROBABILITY = {
    "CON-R3.4.a.repaired",
    "CON-R3.4.c",
    "CON-S5.1.1.e.repaired",
}  # of random states: no instance decides a law, Wendel's theorem is cited
ALMOST_EVERY = {"CON-H.2.c.repaired", "CON-Y.a.repaired"}  # of almost every initial state as well: with a law there
FINITE_DIMENSION = {"fewer dimensions", "inverse", "limit point", "some bound", "spectral gap"}
MORE = {
    **{id: {"Wendel"} for id in PROBABILITY | ALMOST_EVERY},
    "CON-B2.value": {"Rayleigh"},  # of the step that shortens what is orthogonal to the first eigenvector
    "CON-S5.1.3.b": {"Rayleigh"},  # of the eigenvalues of one printed matrix
    "CON-X7": {"Rayleigh"},  # of both: the threshold for this matrix
    "LEM-powers-vanish.matrix": {"equal tokens, any matrix", "indirect method, stable"},  # of the spectrum of a matrix
    "LEM-balanced-top": {"symmetric derivative"},  # of an eigenvalue of a Jacobian with two symmetric arguments
}
# what the models say of themselves, whether a claim about them needs it or not
OF_THE_MODEL = {*FULL["given"], *CAUSAL["given"], *HEADS["given"], *TURNING["given"], *ANY_VALUES["given"]}


@pytest.fixture(scope="module")
def library() -> Library:
    def data(id: str) -> dict[str, Any]:
        claim = all_formal()[id]  # a lemma may rest on a claim of another paper
        return {"statement": claim.statement, "proof": claim.proof}

    return Library(data)


@pytest.mark.parametrize("id", TRUE)
def test_the_kernel_accepts_the_proof_and_what_it_cites(id: str, library: Library) -> None:
    assert library.axioms(id) <= TIME | LIMITS | FINITE_DIMENSION | MORE.get(id, set())


@pytest.mark.parametrize("id", LEMMAS)
def test_a_lemma_about_time_rests_on_the_two_axioms(id: str, library: Library) -> None:
    assert library.axioms(id) <= TIME | LIMITS | {"some bound", "limit point"} | MORE.get(id, set())


@pytest.mark.parametrize("id", PAPER)
def test_hypotheses_hold_at_the_instance_and_the_twin_falls(id: str) -> None:
    found = judged(CLAIMS[id])
    assert (found.verdict, found.undecided, found.twin, found.twin_fault) == ("PROVED", (), "refuted", "")


@pytest.mark.parametrize("id", FALSE)
def test_a_false_claim_is_refuted(id: str) -> None:
    found = judged(CLAIMS[id])
    assert found.verdict == "REFUTED"
    assert set(found.axioms) <= TIME | FINITE_DIMENSION | {"Wendel"}


@pytest.mark.parametrize("id", LEMMAS)
def test_a_lemma_needs_everything_it_is_given(id: str) -> None:
    assert list(spare(CLAIMS[id])) == []


@pytest.mark.parametrize("id", PAPER)
def test_a_claim_of_the_paper_needs_what_it_is_given(id: str) -> None:
    assert set(spare(CLAIMS[id])) <= OF_THE_MODEL
