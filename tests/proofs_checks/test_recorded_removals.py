"""The record of what proofs can do without is the one that a search finds now."""

from __future__ import annotations

from typing import Any

import pytest

from verify import proof_decision
from verify.kernel.judging import Judgement
from verify.outline import Telling
from verify.proof_decision import decide_proof
from verify.registry import load
from verify.tactics.removals import recorded

RECORD = recorded("proofs_checks")


def test_every_proof_is_recorded_as_it_is_now(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = set()
    monkeypatch.setattr(proof_decision, "judged", lambda *_: (Judgement("PROVED"), Telling()))
    monkeypatch.setattr(proof_decision, "pruned", lambda goal, proof, lemma: proof)
    claims = {id: claim for id, claim in load(instances=False).items() if claim.formal is not None}
    for id, claim in claims.items():
        if list(decide_proof(claim).removed) != list(RECORD.get(id, [])):
            searched.add(id)
    assert not searched, "`make ledger` records them anew"
    assert set(RECORD) <= set(claims)
    assert len(RECORD) > 900


@pytest.mark.parametrize("id", sorted(RECORD)[7::120])
def test_a_search_finds_what_is_recorded(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = load(instances=False)[id]
    kept = decide_proof(claim)
    nothing: dict[str, Any] = {}
    monkeypatch.setattr(proof_decision, "recorded", lambda package: nothing)
    assert decide_proof(claim) == kept
    assert list(kept.removed) == list(RECORD[id])
