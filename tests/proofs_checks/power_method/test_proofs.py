"""Claims of the paper in proof form: the kernel accepts every proof, and twins are refuted by their own hypotheses."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

from proofs_checks import lemmas
from proofs_checks.lemmas import vectors
from proofs_checks.power_method import proofs
from verify.formal import all_formal
from verify.verdict import Verdict

from ..judged import completed, judged

MODULES = [
    import_module(f"{package.__name__}.{module.name}")
    for package in (lemmas, proofs)
    for module in iter_modules(package.__path__)
]
CLAIMS = {
    id: claim for id, claim in all_formal().items() if claim.module.startswith((proofs.__name__, vectors.__name__))
}


def test_there_are_at_least_forty() -> None:
    assert len(CLAIMS) >= 40


@pytest.mark.parametrize("id", CLAIMS)
def test_the_kernel_gives_the_pinned_verdict(id: str) -> None:
    claim = CLAIMS[id]
    judgement = judged(claim, completed(claim))
    lower = any(all_formal()[cited].expected is Verdict.CERTIFIED for cited in claim.cites())
    alone = Verdict.PROVED if lower and claim.expected is Verdict.CERTIFIED else claim.expected
    assert judgement.verdict in (alone.name, claim.expected.name), judgement.reason
    if claim.refuted is None and claim.tested is None:
        allowed = ("refuted", "none") if id.startswith("LEM-") else ("refuted",)
        assert judgement.twin in allowed, judgement.twin_fault
