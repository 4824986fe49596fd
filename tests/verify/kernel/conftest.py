"""Short ways to ask for the truth of formulas at an instance, and to have proofs judged."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from attnverify.verify.kernel.claims import Library, Proof
from attnverify.verify.kernel.proofs import Refused
from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.statements import FIELDS, read
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.kernel.values import MAX_WORK

Judge = Callable[..., list[bool | None]]
Case = Mapping[str, Any]
Prove = Callable[[Case], Proof]


def data(case: Case, id: str) -> dict[str, Any]:
    """The claim of a case: fields of a statement, "proof", and "lemmas" of the same form by id."""
    found = case if id == "claim" else case.get("lemmas", {})[id]
    return {"statement": {name: found[name] for name in FIELDS if name in found}, "proof": found.get("proof")}


def judged(case: Case) -> Proof:
    return Library(partial(data, case)).proof("claim")


@pytest.fixture
def claims() -> Callable[[Case], Callable[[str], dict[str, Any]]]:
    """`claims(case)("claim")`: what is judged of a case."""
    return lambda case: partial(data, case)


@pytest.fixture
def accepted() -> Prove:
    """`accepted(case)`: the proof of a true claim, which the kernel must accept."""
    return judged


@pytest.fixture
def refused() -> Callable[[Case], None]:
    """`refused(case)`: the kernel refuses the case, names the node or the field of the statement, says "match"."""

    def check(case: Case) -> None:
        with pytest.raises(Rejected) as caught:
            judged(case)
        error, said = caught.value, str(caught.value)
        in_proof = isinstance(error, Refused)  # it names the path of the node, or the top
        in_statement = said.startswith(tuple(f"{name}:" for name in (*FIELDS, "statement")))
        by_claim = "proofs for" in said or "rests on itself" in said
        assert in_proof or in_statement or by_claim, f"no place is named: {said}"
        assert re.search(case["match"], said), f"refused, but for another reason than {case['match']!r}: {said}"

    return check


@pytest.fixture
def truths() -> Judge:
    """`truths(formulas, letters, values, tokens=..., dim=..., maps=...)`: the truth of every formula, by a fifth of the
    work that one judgement may ask for, so that what stays undecided does so soon.
    """

    def judge(
        formulas: Sequence[str] | str,
        letters: str = "",
        values: dict[str, Any] | None = None,
        *,
        statement: dict[str, Any] | None = None,
        **sizes: Any,
    ) -> list[bool | None]:
        shown = [formulas] if isinstance(formulas, str) else list(formulas)
        made = read({"letters": [letters] if letters else [], "show": shown, **(statement or {})})
        work = min(MAX_WORK, MAX_WORK // 5 * len(shown))
        return [truth for _, truth in judge_instance(made, {"letters": values or {}, **sizes}, work).show]

    return judge
