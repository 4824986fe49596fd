"""Forty claims of the papers: their proofs do not prove anything else, their counterexamples refute nowhere else.

That they have their verdicts is decided by `attnverify run --check`.
"""

from __future__ import annotations

import copy
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from attnverify.verify.formal import all_formal
from attnverify.verify.kernel.claims import check
from attnverify.verify.kernel.judging import judge
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.proof_decision import cited
from attnverify.verify.registry import load
from attnverify.verify.tactics.completion import Completer

load(instances=False)
KINDS: list[set[str]] = [{"motion"}, {"proof", "case"}, {"proof"}]


def drawn(ids: list[str], count: int) -> list[str]:
    """Drawn by the seed 28, so that a claim that is added moves few others."""
    return sorted(ids, key=lambda id: sha256(f"28 {id}".encode()).digest())[:count]


PROVED = drawn([id for id, claim in all_formal().items() if claim.proof is not None], 40)
REFUTED = drawn([id for id, claim in all_formal().items() if claim.refuted and "instance" in claim.refuted], 10)
# One of each of the rarer kinds: refuted by a motion, by a proof in a case, by a proof; proved by a bisection.
OTHERS = [
    *(drawn([id for id, claim in all_formal().items() if set(claim.refuted or ()) == kind], 1)[0] for kind in KINDS),
    drawn([id for id, claim in all_formal().items() if "boxes'" in str(claim.proof)], 1)[0],
]


@cache
def data(id: str) -> dict[str, Any]:
    """What the kernel judges: the proof with what tactics find in the place of its holes."""
    found = {name: part for name, part in all_formal()[id].data().items() if part is not None}
    return found if "proof" not in found else {**found, **Completer(lambda name: all_formal()[name]).data(id)}


@pytest.mark.parametrize("id", OTHERS)
def test_the_rarer_kinds_have_their_verdicts(id: str) -> None:
    found = judge(data(id), cited, id=id)
    assert found.verdict == all_formal()[id].expected.value, found.reason


@pytest.mark.parametrize("id", PROVED)
def test_another_conclusion_or_fewer_hypotheses_are_not_proved(id: str) -> None:
    statement, proof = data(id)["statement"], data(id)["proof"]
    check(read(statement), proof, cited)  # of the claim itself it is a proof
    shown = [statement["show"]] if isinstance(statement["show"], str) else statement["show"]
    for change in ({"show": ["0 == 1"] * len(shown)}, {"given": []}):
        if {**statement, **change} != {"given": [], **statement}:
            with pytest.raises((Rejected, RecursionError)):
                check(read({**statement, **change}), proof, cited)


@pytest.mark.parametrize("id", REFUTED)
def test_at_another_instance_nothing_is_refuted(id: str) -> None:
    """Every number of the counterexample set to zero: what is given fails there, or what is shown holds."""
    assert judge(data(id), cited).verdict == "REFUTED"
    changed = copy.deepcopy(data(id))
    letters = changed["refuted"]["instance"].get("letters", {})
    changed["refuted"]["instance"]["letters"] = {name: zero(value) for name, value in letters.items()}
    assert judge(changed, cited).verdict == "OPEN"


def zero(value: Any) -> Any:
    return [zero(item) for item in value] if isinstance(value, list) else 0
