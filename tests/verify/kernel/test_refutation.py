"""Statements at instances, and what refutes: an instance, the proof of the negation, the law of random states."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from attnverify.verify.kernel.judging import judge
from attnverify.verify.kernel.refutation import judge_instance, refutes
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.kernel.values import MAX_WORK, meter
from attnverify.verify.tactics.build import KNOWN, intro, leaf

# Whole statements at instances: what refutes them and what does not; bounded work on hostile ones.
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


# Refutations by the proof of the negation in a case, and those about the laws of random states.
# False, but its negation follows for negative numbers only.
SQUARES = {"letters": ["a: number"], "given": ["a < 3"], "show": ["a^2 >= 5*a + 6"]}
NEGATION = intro("", leaf("1/6: a^2 >= 5*a + 6", "1/6: a > 0; a < 2", "1/2: a > 0"))
LAW = {"letters": {"y": "uniform_on_sphere"}}
SAME = {"letters": ["y[token]: random vector"], "given": ["independent(y)", "uniform_on_sphere(y)"]}


def nothing(id: str) -> Rule:
    raise Rejected(f"no claim {id}")


def verdict(statement: Any, refuted: Any, instance: Any) -> str:
    return judge({"statement": statement, "refuted": refuted, "instance": instance}, nothing).verdict


def test_the_negation_holds_in_the_case() -> None:
    refuted = {"case": ["a > 0", "a < 2"], "proof": NEGATION}
    assert verdict(SQUARES, refuted, {"letters": {"a": 1}}) == "REFUTED"


@pytest.mark.parametrize(("case", "a"), [
    ([], 1),  # the negation is not proved
    (["a > 0", "a < 2"], 2),  # the case does not hold at the instance
    (["a > 0", "a < 2", "a > 5"], 1),  # nothing is in the case
    (["a > 0", "a < 2", "forall x in number: sin(x) <= 1"], 1),  # nobody knows whether anything is
    ("a > 0", 1), (["b > 0"], 1),
])  # fmt: skip
def test_cases_that_refute_nothing(case: Any, a: int) -> None:
    assert verdict(SQUARES, {"case": case, "proof": NEGATION}, {"letters": {"a": a}}) == "OPEN"


def test_an_empty_case_is_refused() -> None:
    empty = {"case": ["1 <= 0"], "proof": intro("", KNOWN)}
    assert verdict({**SQUARES, "show": ["a == a"]}, empty, {"letters": {"a": 1}}) == "OPEN"


@pytest.mark.parametrize(("given", "instance", "expected"), [
    ([], {"tokens": 1, "dim": 1, **LAW}, "REFUTED"),
    ([], {"tokens": 1, "dim": 1}, "OPEN"),
    ([], {"tokens": 1, **LAW}, "OPEN"),
    ([], {"tokens": 1, "dim": 0, **LAW}, "OPEN"),
    (["almost_surely(exists w in vector: forall i: dot(w, y[i]) > 2)"], {"tokens": 1, "dim": 1, **LAW}, "OPEN"),
    (["standard_normal(y)"], {"tokens": 1, "dim": 1, **LAW}, "OPEN"),
])  # fmt: skip
def test_independent_uniform_states_exist(given: list[str], instance: Any, expected: str) -> None:
    statement = {**SAME, "given": [*SAME["given"], *given], "show": ["1 <= 0"]}
    assert verdict(statement, {"proof": intro("", leaf("1: 1 <= 0"))}, instance) == expected


# Statements about flows and maps of self-attention at instances that satisfy every hypothesis, and where they fail.
FLOW: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["W: operator; P[head]: measurable matrix; v, z: vector; root, K, C: number; M[head]: number",
        "y[token]: moving vector"],
    "where": ["e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "force(X, i) := sum(h in heads, j: e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))*X[j])"],
    "flows": ["six(X, i) = force(X, i) - dot(X[i], W(force(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)"],
    "given": ["positive_definite(W)", "root > 0", "root^2 == dim(E)", "dot(v, W(v)) == 1",
        "almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K*norm(a)*norm(b))",
        "solves(six, y)", "at_start(forall i: dot(v, y[i]) > 0)", "W(z) == v and C > 0 and C^2 >= dot(v, z)",
        "almost_always(forall h in heads, a in vector, b in vector: dot(a, W(a)) == 1 and dot(b, W(b)) == 1"
        " => -M[h] <= dot(a, P[h](b)) <= M[h])"],
    "show": ["always(forall i: dot(v, y[i]) > 0)", "forall i, j: tends(norm(y[i] - y[j]), 0)",
        "exists m in number: m > 0 and always(forall i: dot(v, y[i]) >= m)",
        "decays(diam(i: y[i]/dot(v, y[i])), start(min(i: dot(v, y[i])))/C*sum(h in heads: exp(-2*M[h]))/root)"],
}  # fmt: skip
CONSENSUS: dict[str, Any] = {
    "tokens": 3, "heads": 2, "dim": 2,
    "letters": {"W": [[2, 1], [1, 1]], "P": [[["log(3)", 1], [0, "log(2)"]], [[1, 0], [2, 1]]], "v": [0, 1],
        "z": [-1, 2], "root": "sqrt(2)", "y": [[0, 1]] * 3, "K": 3, "C": 2, "M": [3, 9]},
}  # fmt: skip


def test_the_flow_at_consensus() -> None:
    report = judge_instance(read(FLOW), CONSENSUS)
    assert report.satisfies
    assert [truth for _, truth in report.show] == [True] * 4
    assert not report.refutes


@pytest.mark.parametrize(("letter", "value", "failing"), [
    ("W", [[2, 1], [1, "1/2"]], 0),
    ("root", "-sqrt(2)", 1),
    ("root", "14142/10000", 2),
    ("v", [1, 1], 3),
    ("K", "241/100", 4),
    ("y", [[0, 1], [0, 1], [0, -1]], 6),
    ("y", [[0, 1], ["1/2", 1], [0, 1]], 5),
    ("C", "7/5", 7),
    ("M", [1, 9], 8),
])  # fmt: skip
def test_every_hypothesis_can_fail(letter: str, value: Any, failing: int) -> None:
    data = copy.deepcopy(CONSENSUS)
    data["letters"][letter] = value
    report = judge_instance(read(FLOW), data)
    assert report.given[failing][1] is False
    assert not report.refutes


def test_a_token_at_the_antipode_refutes_the_statement_without_its_start() -> None:
    """Tokens at v and -v stand still: without the open half-space at the start there is no consensus."""
    dropped = {
        **FLOW,
        "given": [text for text in FLOW["given"] if not text.startswith("at_start")],
        "show": FLOW["show"][1:2],
    }
    data = copy.deepcopy(CONSENSUS)
    data["letters"]["y"] = [[0, 1], [0, 1], [0, -1]]
    assert refutes(read(dropped), data)
    assert not refutes(read(dropped), CONSENSUS)


MAP: dict[str, Any] = {
    "letters": ["V: operator; v, w: vector; x[token]: vector; alpha, lam, low: number; N: size"],
    "where": ["S := sum(j: x[j])/N", "r(i) := norm(x[i] + alpha*V(S))", "D := sum(i: oja(x, i) - x[i])"],
    "maps": ["oja(X, i) = unit(X[i] + alpha/N*V(sum(j: X[j]))) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "N == sum(j: 1)", "alpha > 0", "forall i: dot(x[i], x[i]) == 1"],
    "show": ["0 == 0"],
}
OJA: dict[str, Any] = {
    "tokens": 2, "dim": 3,
    "letters": {"V": [[2, 0, 0], [0, -10, 0], [0, 0, 1]], "v": [1, 0, 0], "w": [0, 1, 0],
        "x": [["3/5", "4/5", 0], ["5/13", 0, "12/13"]], "alpha": "1/4", "lam": 2, "low": -10, "N": 2},
}  # fmt: skip


def test_a_map_whose_images_have_irrational_length() -> None:
    """The growth of the energy, an identity between sums of roots."""
    energy = "dot(sum(i: {0}), V(sum(i: {0})))/(2*N)"
    statement = {
        **MAP,
        "where": MAP["where"][:2],
        "show": [
            f"{energy.format('oja(x, i)')} - {energy.format('x[i]')}"
            f" == {factor}/(2*alpha)*sum(i: (1 + r(i))*dot(oja(x, i) - x[i], oja(x, i) - x[i]))"
            f" + {energy.format('(oja(x, i) - x[i])')}"
            for factor in (1, 2)
        ],
    }
    assert [truth for _, truth in judge_instance(read(statement), OJA).show] == [True, False]


def test_the_edge_of_stability_is_not_decided_by_the_linearisation() -> None:
    shown = [
        *MAP["given"], "alpha*(-low - lam) == 2", "asymptotically_stable(oja, fn(i: v))", "inside_disc(oja, fn(i: v))",
    ]  # fmt: skip
    statement = {**MAP, "where": [], "show": shown}
    edge = [truth for _, truth in judge_instance(read(statement), OJA).show]
    assert edge == [True] * 6 + [None, False]  # an eigenvalue -1 is not inside the open disc
    for low, stable in ((-9, True), (-11, False)):
        data = copy.deepcopy(OJA)
        data["letters"] |= {"V": [[2, 0, 0], [0, low, 0], [0, 0, 1]], "low": low}
        assert [truth for _, truth in judge_instance(read(statement), data).show][-2:] == [stable, stable]
