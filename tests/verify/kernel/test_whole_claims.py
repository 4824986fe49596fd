"""Claims of the papers: their proofs prove nothing else, and a judge counts the same steps wherever it runs."""

import copy
import json
import subprocess
import sys
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
from attnverify.verify.referee.judges import Judge
from attnverify.verify.referee.records import plain
from attnverify.verify.registry import load

load()
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
    """What the kernel judges."""
    return {name: part for name, part in all_formal()[id].data().items() if part is not None}


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


# A judge counts the same steps, in which limits are given, in every order, process and hash seed.
# Among them are proofs with rates, sums, groups and sides of several letters, and every kind of refutation.
IDS = (
    "CON-P.e", "CON-TAB1.a", "CON-X3", "CON-B2.infinity", "POW-T3.bip.necc", "PER-L6.4.hull", "POW-N2", "CON-A6.R1",
    "LEM-real-eigenvalue-as-large", "POW-2.0", "CON-H.1", "CON-E9.c.R1", "CON-R2.2.d.R1", "CON-B4", "LEM-softmax",
)  # fmt: skip
_SCRIPT = """
import json, sys
from attnverify.verify.referee.judges import Judge
texts, ids = json.load(sys.stdin)
judge = Judge(texts)
json.dump({id: judge.judged(id).taken for id in ids}, sys.stdout)
"""


@cache
def _texts() -> dict[str, str]:
    load(links=False)
    return {
        id: json.dumps(plain({name: part for name, part in claim.data().items() if part is not None}))
        for id, claim in all_formal().items()
        if id in IDS or id.startswith("LEM-")
    }


def _here() -> dict[str, int]:
    judge = Judge(_texts())
    return {id: judge.judged(id).taken for id in IDS if id in _texts()}


@cache
def _counts() -> dict[str, int]:
    return _here()


def test_the_claims_are_there_and_cost_something() -> None:
    assert len(_counts()) >= 12
    assert min(_counts().values()) > 100


def test_judging_again_in_this_process_counts_the_same() -> None:
    _counts()
    assert _here() == _counts()


@pytest.mark.parametrize("seed", [1, 2])
def test_another_order_process_and_hash_seed_count_the_same(seed: int) -> None:
    ids = list(_counts())[::-1] if seed == 1 else sorted(_counts())
    found = subprocess.run(
        [sys.executable, "-c", _SCRIPT],
        input=json.dumps([_texts(), ids]),
        env={"PYTHONHASHSEED": str(seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(found.stdout) == _counts()
