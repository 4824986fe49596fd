"""Directions of a space, hypotheses that contradict each other, errors of the kernel, the table of its theorems."""

from typing import Any

import pytest

from attnverify.verify.kernel.catalogue import THEOREMS, table
from attnverify.verify.kernel.judging import judge
from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.search.build import KNOWN
from attnverify.verify.search.contradiction import contradictory


@pytest.mark.parametrize(
    ("sort", "directions", "fits"), [("direction E", 2, True), ("direction E", 3, False), ("direction", 3, True)]
)
def test_as_many_directions_of_a_space_as_it_has_dimensions(sort: str, directions: int, fits: bool) -> None:
    statement = read({"spaces": ["E"], "show": [f"sum(k in {sort}: 1) == dim(E)"]})
    values = {"dim": 2, "directions": directions}
    if fits:
        assert judge_instance(statement, values).show[0][1] == (directions == 2)
    else:
        with pytest.raises(Rejected, match="3 directions of E; as many as its dimension"):
            judge_instance(statement, values)


CLASHES: list[tuple[str, list[str], tuple[str, ...]]] = [  # letters, what is given, what of it is named
    ("x: number", ["x > 1", "x < 0"], ("x > 1", "x < 0")),
    ("x: number", ["x > 1", "x < 2"], ()),
    ("x: number", ["x == 1", "x == 2"], ("x == 1", "x == 2")),
    ("x: number", ["x^2 <= -1"], ("x^2 <= -1",)),
    ("a[token]: number", ["forall i: a[i] > 1", "forall i: a[i] < 0"], ("a[any0] > 1", "a[any0] < 0")),
    ("z: moving number", ["always(z >= 1)", "at_start(z <= 0)"], ("z <= 0", "start(z) > 0")),
    ("z: moving number", ["always(z >= 1)", "always(z < 1)"], ("z >= 1", "z < 1")),
    ("z: moving number", ["always(z >= 0)", "at_start(z <= 0)"], ()),
]


@pytest.mark.parametrize(("letters", "given", "named"), CLASHES)
def test_hypotheses_that_contradict_each_other_are_named(
    letters: str, given: list[str], named: tuple[str, ...]
) -> None:
    assert contradictory(read({"letters": [letters], "given": given, "show": ["0 <= 1"]})) == named


@pytest.mark.parametrize("broken", [KeyError("?"), TypeError("x"), ZeroDivisionError()])
def test_an_error_of_the_kernel_proves_nothing(broken: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise broken

    monkeypatch.setattr("attnverify.verify.kernel.judging.check", fails)
    found = judge({"statement": {"show": ["0 <= 1"]}, "proof": KNOWN}, fails)  # type: ignore[arg-type]
    assert found.verdict == "OPEN"
    assert found.reason.startswith(f"the kernel failed: {type(broken).__name__}")


def test_every_theorem_says_where_it_is_proved_and_can_be_read() -> None:
    assert all(entry["cites"].endswith(".") and entry["read"].startswith("https://") for entry in THEOREMS.values())


@pytest.mark.parametrize(("text", "message"), [("a\n  shows x\n", "no field"), ("a\n  show x\na\n", "stands twice")])
def test_a_table_of_rules_is_read_strictly(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        table(text)
