"""Claims of the papers with the proofs that tactics found for them, as data: what the kernel says of them stays.

`claims.json` holds their statements, completed proofs, instances and twins. None survives another conclusion or the
loss of its hypotheses.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from verify.kernel.claims import as_rule, check
from verify.kernel.judging import judge
from verify.kernel.rules import Rule
from verify.kernel.statements import read
from verify.kernel.terms import Rejected

DATA = json.loads(Path(__file__).with_name("claims.json").read_text())
CLAIMS: dict[str, Any] = DATA["claims"]
PROVED = [id for id, claim in CLAIMS.items() if claim["verdict"] == "PROVED"]
REFUTED = [id for id, claim in CLAIMS.items() if "instance" in claim["data"].get("refuted", {})]


def cited(id: str) -> Rule:
    return as_rule(id, read(DATA["cited"][id]))


@pytest.mark.parametrize("id", CLAIMS)
def test_the_verdict_stays(id: str) -> None:
    claim = CLAIMS[id]
    found = judge(claim["data"], cited, id=id)
    assert (found.verdict, found.reason) == (claim["verdict"], found.reason if found.verdict == "REFUTED" else "")
    assert found.twin == claim["twin"]
    assert not found.twin_fault
    assert (list(found.axioms), list(found.lemmas)) == (claim["axioms"], claim["lemmas"])


@pytest.mark.parametrize("id", PROVED)
def test_another_conclusion_is_not_proved(id: str) -> None:
    data = CLAIMS[id]["data"]
    with pytest.raises((Rejected, RecursionError)):
        check(read({**data["statement"], "show": ["1 <= 0"] * len(data["statement"]["show"])}), data["proof"], cited)


@pytest.mark.parametrize("id", [id for id in PROVED if CLAIMS[id]["data"]["statement"].get("given")])
def test_without_all_its_hypotheses_it_is_not_proved(id: str) -> None:
    data = CLAIMS[id]["data"]
    with pytest.raises((Rejected, RecursionError)):
        check(read({**data["statement"], "given": []}), data["proof"], cited)


@pytest.mark.parametrize("id", REFUTED)
def test_at_another_instance_nothing_is_refuted(id: str) -> None:
    """Every number of the counterexample set to zero: what is given fails there, or what is shown holds."""
    data = copy.deepcopy(CLAIMS[id]["data"])
    letters = data["refuted"]["instance"].get("letters", {})
    data["refuted"]["instance"]["letters"] = {name: zero(value) for name, value in letters.items()}
    assert judge(data, cited).verdict == "OPEN"


def zero(value: Any) -> Any:
    return [zero(item) for item in value] if isinstance(value, list) else 0
