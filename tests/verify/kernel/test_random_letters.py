"""Random letters: what is said of their law is closed, what is said of their values is not."""

from __future__ import annotations

import pytest

from proofs_checks.consensus.proofs import wendel
from verify.formal import all_formal
from verify.kernel.claims import Library
from verify.kernel.judging import judge
from verify.kernel.terms import Rejected

ID = "CON-R3.4.a.repaired"


def with_text(old: str, new: str) -> dict[str, object]:
    statement = {
        name: [text.replace(old, new) for text in ([found] if isinstance(found, str) else found)]
        for name, found in all_formal()[ID].statement.items()
    }
    assert statement != all_formal()[ID].statement
    return {"statement": statement, "proof": all_formal()[ID].proof}


def test_the_repaired_probability_is_proved() -> None:
    data = all_formal()[wendel.CLAIM.id].data()
    judgement = judge(data, Library(lambda _: data).rule)
    assert (judgement.verdict, judgement.axioms) == ("PROVED", ("Wendel",)), judgement.reason


@pytest.mark.parametrize(("old", "new"), [
    ("0..n:", "0..m:"),
    ("/2^m", "/2^n"),
    ("n + 1 == dim(E)", "n == dim(E)"),
    ("m + 1 == sum(j: 1)", "m == sum(j: 1)"),
    ("dot(w, y[i]) > 0", "dot(w, y[i]) >= 0"),
    ("independent(y)", "m >= 0"),
    ("uniform_on_sphere(y)", "m >= 0"),
    ("independent(y)", "dot(y[t], y[t]) == 1"),
])  # fmt: skip
def test_every_part_of_it_matters(old: str, new: str) -> None:
    data = with_text(old, new)
    with pytest.raises(Rejected):
        Library(lambda _: data).proof(ID)


def test_a_value_of_a_random_letter_is_not_closed() -> None:
    data = {
        "statement": {"letters": ["z: random number"], "given": ["z > 0"], "show": ["1 > 0"]},
        "proof": {"known": True},
    }
    with pytest.raises(Rejected, match="speaks of a moment"):
        Library(lambda _: data).proof(ID)
