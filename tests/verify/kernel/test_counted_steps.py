"""A judge counts the same steps, in which limits are given, in every order, process and hash seed."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest

from attnverify.verify.formal import all_formal
from attnverify.verify.referee.judges import Judge
from attnverify.verify.referee.records import plain
from attnverify.verify.registry import load

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
    load(instances=False, links=False)
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
