"""What an instance may say, and the one line that refuses everything else."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.statements import Statement, read
from attnverify.verify.kernel.terms import Rejected

STATEMENT = {
    "spaces": ["E", "F"],
    "groups": ["A", "B"],
    "letters": ["V: operator E; M: matrix E -> F; u: vector E; x[token A]: vector F; c[head, token]: number",
        "n: size; i: token B; f(number): number; y[token]: random vector E; r: number"],
    "show": ["dot(M(V(u)), M(V(u))) >= 0", "forall h in heads, j: c[h, j] > 0", "n == 2", "f(r) == 3",
        "sum(j in A: x[j]) == 0"],
}  # fmt: skip
DATA: dict[str, Any] = {
    "tokens": {"A": 2, "B": 1},
    "heads": 2,
    "dim": {"E": 2, "F": 1},
    "letters": {"V": [[1, "1/2"], ["2/4", "sqrt(2)"]], "M": [[1, 1]], "u": ["log(3)/2", -1], "x": [[1], ["-1"]],
        "c": [[1, 2, 3], [4, 5, 6]], "n": 2, "i": 2, "f": "fn(x: x + 1)", "r": "2"},
}  # fmt: skip


def statement() -> Statement:
    return read(STATEMENT)


def test_all_sorts() -> None:
    report = judge_instance(statement(), DATA)
    assert [truth for _, truth in report.show] == [True] * 5
    assert [text for text, _ in report.show] == STATEMENT["show"]


BAD: list[tuple[tuple[Any, ...], Any, str]] = [
    (("letters", "V"), [[1, 2], [3, 4]], r"V: not symmetric in row 1, column 0"),
    (("letters", "V"), [[1, "sqrt(2)"], ["1414/1000", 1]], "not symmetric"),
    (("letters", "V"), [[1, 2]], "V: a list of 2 is needed, got 1 entries"),
    (("letters", "V"), [[1], [2]], r"V\[0\]: a list of 2"), (("letters", "V"), 3, "V: a list of 2 is needed, got 3"),
    (("letters", "M"), [[1], [1]], "M: a list of 1"), (("letters", "u"), [1, 2, 3], "u: a list of 2"),
    (("letters", "u"), "1", "u: a list of 2"), (("letters", "u"), [1, None], r"u\[1\]: None; a number is"),
    (("letters", "u"), [1, 0.5], r"u\[1\]: 0.5; a number is"),
    (("letters", "u"), [1, True], r"u\[1\]: True; a number is"),
    (("letters", "u"), [1, "1/0"], r"u\[1\]: '1/0' has no value: division by zero"),
    (("letters", "u"), [1, "log(0)"], "has no value"), (("letters", "u"), [1, "u"], "not declared"),
    (("letters", "u"), [1, "1 == 1"], "wanted number"), (("letters", "u"), [1, "1; 2"], "cannot be read further"),
    (("letters", "u"), [1, "(" * 5000 + "1"], "nested"),
    (("letters", "u"), [1, 10**5000], "an integer of 16610 binary digits"),
    (("letters", "u"), [1, "time"], "depends on time"), (("letters", "x"), [[1], [1], [1]], "x: a list of 2"),
    (("letters", "x"), {"0": [1], "1": [1]}, "x: a list of 2 is needed, got a table of 2"),
    (("letters", "c"), [[1, 2, 3]], "c: a list of 2"), (("letters", "n"), -1, "a size is a whole number"),
    (("letters", "n"), "1/2", "a size is a whole number"), (("letters", "n"), "sqrt(2)", "a size is a whole number"),
    (("letters", "i"), 0, "i: 0; allowed are whole numbers from 2 to 2"),
    (("letters", "i"), 3, "allowed are whole numbers from 2 to 2"),
    (("letters", "i"), "2", "allowed are whole numbers"),
    (("letters", "f"), 3, "f: a value of number -> number cannot be written as 3"),
    (("letters", "f"), {"always": 3}, "f: a value of number -> number cannot be written as a table of 1"),
    (("letters", "f"), "fn(x: fn(y: x))", "wanted number"), (("letters", "f"), "fn(x: x < 1)", "wanted number"),
    (("letters", "y"), [[1, 2]] * 3, "y is random and has no value"), (("letters", "z"), 1, "no letter 'z'"),
    (("letters", "r"), "..", "r: '..'"), (("letters",), [1], "'letters' is an object"),
    (("tokens",), 3, "a number for every group is needed: A, B"), (("tokens",), {"A": 2}, "a number for every group"),
    (("tokens", "A"), 0, "tokens of A: 0; allowed are whole numbers from 1 to 64"),
    (("tokens", "B"), 10**9, "tokens of B: 1000000000; allowed"), (("tokens", "B"), True, "tokens of B: True; allowed"),
    (("heads",), 0, "heads: 0; allowed"), (("heads",), "2", "heads: '2'; allowed"),
    (("dim", "E"), -1, "dim of E: -1; allowed"), (("dim", "E"), 10**9, "dim of E: 1000000000; allowed"),
    (("dim",), {"E": 2}, "dim: a number for every space"), (("size",), 3, "no field 'size'"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "message"), BAD)
def test_bad_data_are_refused(path: tuple[Any, ...], value: Any, message: str) -> None:
    data = copy.deepcopy(DATA)
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(Rejected, match=message) as caught:
        judge_instance(statement(), data)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(("missing", "message"), [
    (("letters", "r"), "no value for r: number"),
    (("heads",), "heads are spoken of, but their number is not given"),
    (("tokens",), "tokens are spoken of, but their number is not given"),
    (("dim",), "no dimension of E is given"),
])  # fmt: skip
def test_missing_data_are_refused(missing: tuple[str, ...], message: str) -> None:
    data = copy.deepcopy(DATA)
    place = data
    for key in missing[:-1]:
        place = place[key]
    del place[missing[-1]]
    with pytest.raises(Rejected, match=f"^instance: {message}"):
        judge_instance(statement(), data)


@pytest.mark.parametrize(("letter", "value", "message"), [
    ("s[token]: random number", "standard_normal", "s is random and has no value"),
    ("P: formula", 1, "P: a value of formula cannot be written as 1"),
])  # fmt: skip
def test_letters_that_have_no_value(letter: str, value: Any, message: str) -> None:
    with pytest.raises(Rejected, match=message):
        judge_instance(read({"letters": [letter], "show": ["1 > 0"]}), {"tokens": 1, "letters": {letter[0]: value}})


@pytest.mark.parametrize("data", [None, 3, "x", [], {1: 2}])
def test_an_instance_is_an_object(data: Any) -> None:
    with pytest.raises(Rejected, match="instance: an object is needed"):
        judge_instance(statement(), data)


def test_indices_that_nobody_counted() -> None:
    with pytest.raises(Rejected, match="heads are spoken of"):
        judge_instance(read({"show": ["sum(h in heads: 1) > 0"]}), {})
    with pytest.raises(Rejected, match="no dimension"):
        judge_instance(read({"show": ["forall a in vector: a == a"]}), {})


def test_deep_data_are_refused() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Rejected):
        judge_instance(read({"letters": ["a: number"], "show": ["a > 0"]}), {"letters": {"a": deep}})


@pytest.mark.parametrize("value", [["always"], 3, {"always": 1, "ever": 2}], ids=str)
def test_a_function_of_sizes_is_a_table_of_one_value(value: Any) -> None:
    made = read({"letters": ["g(size): number"], "show": ["g(0) > 0"]})
    assert judge_instance(made, {"letters": {"g": {"always": 1}}}).show[0][1] is True
    with pytest.raises(Rejected, match="g: a value of size -> number cannot be written as"):
        judge_instance(made, {"letters": {"g": value}})
