"""What the ledger does not pin: the theorems that proofs rest on, what an instance leaves undecided, what is spare."""

from __future__ import annotations

from typing import Any

import pytest

from attnverify.verify.auditing import spare
from attnverify.verify.formal import Formal, all_formal, library
from attnverify.verify.kernel.claims import Library
from attnverify.verify.kernel.judging import judge
from attnverify.verify.proof_decision import cited
from attnverify.verify.registry import load

load()
TIME = {"monotone", "rate on a level", "limit of a bounded length", "some bound", "limit point"}
THEOREMS = {
    "attnverify.proofs_checks.lemmas": TIME,
    "attnverify.proofs_checks.consensus": TIME | {"fewer dimensions", "inverse", "spectral gap"},
    "attnverify.proofs_checks.perspective": TIME | {"symmetric derivative", "fewer dimensions"},
}
WENDEL = {
    "CON-H.2.c.repaired", "CON-R3.4.a.repaired", "CON-R3.4.c", "CON-S5.1.1.e.repaired", "CON-Y.a.repaired",
    "PER-T6.3", "PER-T6.7", "PER-T6.7.cor",
}  # fmt: skip
ALMOST_EVERY = {
    "PER-A.1.flows", "PER-B.3", "PER-B.3.clusters", "PER-N2", "PER-N2.five", "PER-N2.three", "PER-N3", "PER-N5",
    "PER-N8.above", "PER-T4.1", "PER-T4.3", "PER-T4.3.R2", "PER-T5.1", "PER-T5.loj", "PER-T6.1",
}  # fmt: skip
ONE_SOLUTION = {
    "CON-A6", "CON-T3.2.start", "CON-T4.2.start", "CON-T4.5.start", "PER-2.3", "PER-2.3.sa", "PER-2.3.usa",
    "PER-L6.4.start",
}  # fmt: skip
MORE = {
    **{id: {"Wendel"} for id in WENDEL},
    **{id: {"strict saddles"} for id in ALMOST_EVERY},
    **{id: {"one solution"} for id in {*ONE_SOLUTION, *(id for id in all_formal() if id.startswith("LEM-solved."))}},
    "LEM-toward.limit": {"strict saddles, one limit"},
    **{
        id: {f"strict saddles, {x}" for x in ("one limit", "maps")}
        for id in ("LEM-toward.almost", "LEM-toward.conull", "CON-I.a")
    },
    "CON-B2.value": {"Rayleigh"},  # of the step that shortens what is orthogonal to the first eigenvector
    "CON-S5.1.3.b": {"Rayleigh"},  # of the eigenvalues of one printed matrix
    "CON-X7": {"Rayleigh"},  # of both: the threshold for this matrix
    "LEM-powers-vanish.matrix": {"equal tokens, any matrix", "indirect method, stable"},  # of the spectrum of a matrix
    "LEM-balanced-top": {"symmetric derivative"},  # of an eigenvalue of a Jacobian with two symmetric arguments
}
# No instance decides a law of random states, nor of a one-sided derivative that for every e there is a d.
LAWS = ("independent", "uniform")
OF_RANDOM_STATES = {"CON-R3.4.a.repaired", "CON-R3.4.c", "CON-S5.1.1.e.repaired"}
AT_A_POINT = {"CON-T3.2.c"}
# What the models say of themselves, whether a claim about them needs it or not; a lemma has no model.
MODELS = {
    "positive_definite(W)", "root > 0", "root^2 == dim(E)", "forall i: f <= i", "U(v) == lam*v", "dot(v, v) == 1",
    "almost_always(U(v) == lam*v)", "always(dot(v, v) == 1)",
}  # fmt: skip
CLOUDS = {
    "forall i: dot(x[i], x[i]) == 1", "forall i: p[i] >= 0", "sum(j: p[j]) == 1", "beta != 0", "dot(x, x) == 1",
    "dot(v, v) == 1", "dot(z, z) == 1",
}  # fmt: skip
ROOM = {id: room for room in THEOREMS for id, claim in all_formal().items() if claim.module.startswith(room)}


def needless(claim: Formal) -> set[str]:
    return set(spare(claim.statement, data(claim)["proof"]))


def data(claim: Formal) -> dict[str, Any]:
    return {name: part for name, part in claim.data().items() if part is not None}


@pytest.fixture(scope="module")
def kernel() -> Library:
    return library()


@pytest.mark.deep
@pytest.mark.parametrize("id", [id for id in ROOM if all_formal()[id].proof is not None])
def test_it_rests_on_named_theorems_and_needs_what_it_is_given(id: str, kernel: Library) -> None:
    claim, lemma, used = all_formal()[id], id.startswith("LEM-"), kernel.axioms(id)
    assert used <= THEOREMS[ROOM[id]] | MORE.get(id, set())
    assert used & {"Wendel", "strict saddles"} == MORE.get(id, set()) & {"Wendel", "strict saddles"}
    if not lemma:
        found, given = judge(data(claim), cited), claim.statement.get("given", [])
        laws = [text for text in given if text.startswith(LAWS)] if id in OF_RANDOM_STATES else []
        assert list(found.undecided) == (given[:1] if id in AT_A_POINT else laws)
    if ROOM[id].endswith("perspective"):
        assert needless(claim) <= CLOUDS
    else:
        assert needless(claim) <= (set() if lemma else MODELS)
