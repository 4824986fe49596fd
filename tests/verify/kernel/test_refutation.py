"""Whole statements at instances: what refutes them and what does not; bounded work on hostile ones."""

from __future__ import annotations

from typing import Any

import pytest

from verify.kernel.refutation import judge_instance, refutes
from verify.kernel.statements import read
from verify.kernel.values import MAX_WORK, meter

PRODUCT: dict[str, Any] = {"letters": ["p, q: size"], "given": ["p >= 1", "q >= 1"], "show": ["p*q >= 1", "p*q >= 2"]}


def test_refuted_only_where_everything_given_holds() -> None:
    false = read(PRODUCT)
    assert refutes(false, {"letters": {"p": 1, "q": 1}})
    assert not refutes(false, {"letters": {"p": 1, "q": 2}})
    assert not refutes(false, {"letters": {"p": 0, "q": 1}})


def test_what_is_not_decided_refutes_nothing() -> None:
    undecided = read({"letters": ["x: number"], "given": ["x >= 0"], "show": ["1/x > 0"]})
    assert not refutes(undecided, {"letters": {"x": 0}})
    report = judge_instance(undecided, {"letters": {"x": 0}})
    assert report.satisfies
    assert report.show == (("1/x > 0", None),)
    vacuous = read({"letters": ["x: number"], "given": ["1/x == 0"], "show": ["x == 1"]})
    report = judge_instance(vacuous, {"letters": {"x": 0}})
    assert not report.satisfies
    assert not report.refutes


def test_a_number_that_only_looks_different_from_zero_refutes_nothing() -> None:
    for zero in ("sqrt(2)*sqrt(2) - 2", "log(4) - 2*log(2)", "exp(log(3)/2) - sqrt(3)", "tanh(log(2)) - 3/5"):
        assert not refutes(
            read({"letters": ["x: number"], "show": ["x == 0", "x <= 0", "x >= 0"]}), {"letters": {"x": zero}}
        )
        assert refutes(read({"letters": ["x: number"], "show": ["x != 0"]}), {"letters": {"x": zero}})


def test_a_step_beyond_the_bound() -> None:
    """|1 - alpha*lam| < 1 for 0 < lam < 100, and the statement with its step bound."""
    letters = ["alpha, lam: number"]
    given = ["0 < alpha", "0 < lam", "lam < 100"]
    false = read({"letters": letters, "given": given, "show": ["abs(1 - alpha*lam) < 1"]})
    true = read({"letters": letters, "given": [*given, "alpha*lam < 2"], "show": ["abs(1 - alpha*lam) < 1"]})
    for alpha, lam in (("1/4", 8), ("sqrt(2)", "sqrt(2)"), ("log(9)", "1/log(3)")):
        assert refutes(false, {"letters": {"alpha": alpha, "lam": lam}})
        assert not refutes(true, {"letters": {"alpha": alpha, "lam": lam}})
    assert not refutes(false, {"letters": {"alpha": "1/4", "lam": 7}})


HALF = "half(X, i) = X[i]/2 on fn(X: sum(i: dot(X[i], u)) == 0)"


@pytest.mark.parametrize("formula", [
    "sum(i, j: exp(c[i]*c[j]/7)/(1 + exp(c[i]/3 + c[j]/5)))^64 > 0",
    "sum(h in 0..99999: sum(k in 0..99999: h*k)) == 0",
    "((((2^64)^64)^64)^64)^64 > 0",
    "forall r in number, s in number, t in number: exp(r) > -exp(s) - exp(t) - exp(r*s*t)",
    "((((log(2)^64)^64)^64)^64)^64 - log(2) == 1",
    "sum(k in 1..99999: 1/k) < 13", "inside_disc(half, fn(i: x[i] - x[i]))",
    "1/sum(k in 1..5000: 1/k^2) > sum(k in 1..5000: 1/k)",
    "norm(sum(i: unit(sum(j: exp(dot(x[i], x[j]))/sum(k: exp(dot(x[i], x[k])))*x[j])))) == 1/3",
])  # fmt: skip
def test_hostile_work_ends(formula: str) -> None:
    statement = read(
        {"letters": ["c[token]: number; x[token]: vector; u: vector"], "show": [formula, "0 == 0"], "maps": [HALF]}
    )
    tokens = 64 if "half" in formula else 8
    data = {
        "tokens": tokens,
        "dim": 2,
        "letters": {
            "u": [1, 0],
            "c": [f"{k}/11" for k in range(tokens)],
            "x": [[f"{k}/13", f"1/{k + 2}"] for k in range(tokens)],
        },
    }
    report = judge_instance(statement, data, MAX_WORK // 5)
    assert report.show[0][1] is None
    assert meter.left > -MAX_WORK


def test_the_same_work_every_time() -> None:
    statement = read(
        {"letters": ["c[token]: number"], "show": ["sum(i, j: exp(c[i]*c[j])) > 3", "max(i: tanh(c[i])) < 1"]}
    )
    data = {"tokens": 3, "letters": {"c": ["1/2", "log(2)", "sqrt(3)"]}}
    used = set()
    for _ in range(3):
        assert [truth for _, truth in judge_instance(statement, data).show] == [True, True]
        used.add(meter.left)
    assert len(used) == 1


TWO_SPACES = {"spaces": ["E", "F"], "letters": ["e, f, g: vector E; p, q, r: vector F"]}


@pytest.mark.parametrize("formula", [
    "forall x in number: sqrt(x*x) != x and sqrt(x*x) != -x => 1 <= 0",
    "forall a in vector F: norm(dot(a, p)*r) != dot(a, p) and norm(dot(a, p)*r) != -dot(a, p) => 1 <= 0",
    "forall a in vector F: norm(a)*e + dot(a, p)*f + dot(a, q)*g != 0 => dot(a, a) > 0",
    "forall a in vector F: norm(a)*e + dot(a, p)*f != 0 => dot(a, a) > 0",
    "forall a in vector F: norm(a) < 0 => 1 <= 0",
    "forall a in vector F: norm(a) == -1 => 1 <= 0",
])  # fmt: skip
def test_a_length_is_no_free_letter(formula: str) -> None:
    """True formulas: what is said of a length and of the vector cannot be chosen independently."""
    axes = {"e": [1, 0, 0], "f": [0, 1, 0], "g": [0, 0, 1], "p": [1, 0], "q": [0, 1], "r": [1, 0]}
    statement = read({**TWO_SPACES, "show": [formula]})
    assert not refutes(statement, {"tokens": 1, "dim": {"E": 3, "F": 2}, "letters": axes})
