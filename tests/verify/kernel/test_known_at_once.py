"""What is known at once, and what only looks so: conditions, opened facts, empty differences; and odd claims."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.kernel.judging import judge
from verify.kernel.rules import Rule
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, enter, lemma, obtain, rule, split

from .cases import Row, case, named, readable

TRUE: list[Row] = [
    ("u, w: vector", "u != w", KNOWN, ("2*w != 2*u",)),
    ("u, w: vector", "u == w", KNOWN, ("2*w == 2*u",)),
    ("x, y: number", "x - 1 != y", KNOWN, ("2*y != 2*x - 2",)),
    ("x, y: number", "not (x == y)", KNOWN, ("x < y",)),
    ("a[token]: number", "0 <= sum(j: a[j]^2)", KNOWN, ()),
    ("x, y: number", "0 <= x^3*y^2 + y", KNOWN, ("x >= 0", "y >= 0")),
    ("P(number): formula; x: number", "P(x)", KNOWN, ("forall y in number: y > 0 => y < 9 => P(y)", "0 < x", "x < 9")),
    ("i, j: token", "i != j", KNOWN, ("i < j",)),
    ("i, j: token", "i != j", KNOWN, ("j < i",)),
    ("x, y: number", "0 <= (x - y)^2*(x + y)^4", KNOWN, ()),
    ("x, y: number", "x <= 3*y", {"leaf": "arithmetic", "terms": [{"c": 3, "facts": ["x/3 <= y"]}]}, ("x/3 <= y",)),
    ("c: number; z: moving number", "always(z > 0)", enter("every", KNOWN), ("c > 0 => always(z > 0)", "c > 0")),
    ("V: operator; v: vector; m, c: number", "eigenvector(V, 1*v, m)", KNOWN, ("c > 0 and eigenvector(V, v, m)",)),
    ("V: operator; y[token]: vector; m: number; i: token", "eigenvector(V, 1*y[i], m)", KNOWN,
     ("eigenvector(V, y[i], m)",)),
    ("P(number): formula; x: number", "P(1*x)", KNOWN, ("P(x)",)),
    ("a[token]: number; i: token", "exists k: k < i", obtain("exists k in before(i): a[k] > 0", "k",
     {"witness": "k", "then": KNOWN}), ("exists k in before(i): a[k] > 0",)),
    ("n[token]: size; i: token", "n[i] >= 0", KNOWN, ()),
    ("x, y: number", "1/(x + y) != 0", KNOWN, ("x + y != 0",)),
    *(("x[token], c, S, r: number; i: token", f"S/r - abs({asked})/r >= 0", KNOWN,
        ("r > 0", f"forall j: abs({said}) <= S")) for said in ("x[j] - c", "c - x[j]") for asked in ("x[i] - c",
        "c - x[i]")),
    ("x, y: number", "1/(sqrt(x) + x*y/sqrt(x)) == 1/(sqrt(x)*(1 + y))", KNOWN, ("x > 0", "1 + y != 0")),
    ("a[token], b[token]: number; i: token", "(a[i] + b[i])/(a[i] + b[i]) == 1", KNOWN, ("forall j: a[j] + b[j] > 0",)),
    ("z: moving number", "always(z^2 >= start(z^2))", rule("monotone", z="z^2"), ("almost_always(rate(z^2) >= 0)",)),
]  # fmt: skip

FALSE: list[Row] = [
    ("i, j: token", "i == j", KNOWN, ("i <= j",)),
    ("i, j: token", "i <= j", KNOWN, ("j < i",)),
    ("i, j: token", "i < j", KNOWN, ("i <= j",)),
    ("i, j: token", "i != j", KNOWN, ("i <= j",)),
    ("x, y: number", "x < y", KNOWN, ("x <= y",)),
    ("x, y: number", "x != y", KNOWN, ("x <= y",)),
    ("x, y: number", "x == y", KNOWN, ("x <= y",)),
    ("x, y: number", "x == y", KNOWN, ("x == 2*y",)),
    ("x, y: number", "x - y != 1", KNOWN, ("x - y != 2",)),
    ("u, w: vector", "u == w", KNOWN, ("u == 2*w",)),
    ("u, w: vector", "u != w", KNOWN, ("u != 2*w",)),
    ("u, w: vector", "u != w", KNOWN, ("u == w",)),
    ("x, y: number", "0 <= x*y", KNOWN, ("x >= 0",)),
    ("x, y: number", "0 <= x*y", KNOWN, ("y >= 0",)),
    ("x: number", "0 <= x^3", KNOWN, ()),
    ("x, y: number", "0 <= x^2 + y", KNOWN, ()),
    ("x, y: number", "0 <= y + x^2", KNOWN, ()),
    ("x: number", "1 <= x^2", KNOWN, ()),
    ("u, w: vector", "0 <= dot(u, w)", KNOWN, ()),
    ("a[token]: number", "0 <= sum(j: a[j])", KNOWN, ()),
    ("x: number; n: size", "0 <= sum(k in 0..n: x)", KNOWN, ()),
    ("P(number): formula; x: number", "P(x)", KNOWN, ("forall y in number: y > 0 => y < 9 => P(y)", "x > 0")),
    ("P(number): formula; x: number", "P(x)", KNOWN, ("forall y in number: y > 0 => y < 9 => P(y)", "x < 9")),
    ("P(number, number): formula; x, y: number", "P(x, y)", KNOWN, ("forall s in number: P(s, s)",)),
    ("P, Q: formula", "P and Q", KNOWN, ("P",)),
    ("P, Q: formula", "P and Q", KNOWN, ("Q",)),
    ("P, Q: formula", "P or Q", KNOWN, ()),
    ("P, Q: formula", "P", KNOWN, ("P or Q",)),
    ("P, Q: formula", "not P", KNOWN, ("P",)),
    ("x, y: number", "not (x == y)", KNOWN, ("x <= y",)),
    ("V: operator; v: vector; m, c: number", "eigenvector(V, 1*v, m)", KNOWN, ("c > 0 => eigenvector(V, v, m)",)),
    ("V[token]: operator; v: vector; m: number; i: token", "eigenvector(V[i], 1*v, m)", KNOWN,
     ("forall j in before(i): eigenvector(V[j], v, m)",)),
    ("V: operator; v: vector; y, z: number", "eigenvector(V, v, 1) or 1/y < 1/z", KNOWN,
     ("eigenvector(V, v, 1) or 1/z < 1/y",)),
    ("A: matrix; u, v: vector; z: moving number", "always(dot(u, A(v/z)) >= start(dot(u, A(v/z))))",
     rule("monotone", z="dot(u, A(v/z))"), ("almost_always(rate(dot(u, A(v/z))) >= 0)",)),
    ("x, y: number", "x == y or y < x", split("x == y or y < x", KNOWN, KNOWN), ()),
    ("x, y: number", "x == y or y <= x", split("x == y or y <= x", KNOWN, KNOWN), ()),
    ("x, y, w: number", "x <= y or w < x", split("x <= y or w < x", KNOWN, KNOWN), ()),
    ("x, y, w: number", "x < y or w <= x", split("x < y or w <= x", KNOWN, KNOWN), ()),
    ("v: vector", "v != v", KNOWN, ()),
    ("x: number", "x != x", KNOWN, ()),
    ("x: number", "x > 0", KNOWN, ("x^2 > 0",)),
    ("x: number", "1/x != 0", KNOWN, ()),
    ("x, y: number", "1/(sqrt(x) + x*y/sqrt(x)) == sqrt(x)/(x^3*(1 + y))", KNOWN, ("x > 0", "1 + y != 0")),
    ("a[token], b[token]: number; i: token", "(a[i] + b[i])/(a[i] + b[i]) == 1", KNOWN,
     ("forall j: a[j] + b[j] >= 0",)),
    ("a[token]: number; i: token", "0 <= sum(j in before(i): a[j]) + sum(j: a[j])", KNOWN,
     ("forall j in before(i): a[j] > 0",)),
    ("c: number; z: moving number", "always(z > 0)", enter("every", KNOWN), ("c > 0 => always(z > 0)",)),
]  # fmt: skip


@pytest.mark.parametrize("row", TRUE, ids=named)
def test_accepted(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))


@pytest.mark.parametrize("row", FALSE, ids=named)
def test_refused(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    refused(readable(case(row)))


STATEMENT = {"letters": ["x: number"], "given": ["x > 0"], "show": ["x < 0"]}


def _nothing(id: str) -> Rule:
    raise Rejected(f"no claim {id}")


@pytest.mark.parametrize("wrong", [[1], "x > 1", {"x > 1": 1}, [["x > 1"]]], ids=str)
def test_the_case_of_a_negation_is_a_list_of_texts(wrong: Any) -> None:
    found = judge({"statement": STATEMENT, "refuted": {"proof": KNOWN, "case": wrong}}, _nothing)
    assert found.verdict == "OPEN"
    assert "'case' is a list of texts" in found.reason


def test_whatever_runs_out_of_memory_leaves_the_claim_open() -> None:
    def exhausted(id: str) -> Rule:
        raise MemoryError

    found = judge({"statement": STATEMENT, "proof": lemma("LEM")}, exhausted)
    assert (found.verdict, found.reason) == ("OPEN", "too large or nested too deeply (MemoryError)")


TURNED = {
    "letters": ["V: operator; v: vector; S, d, e: state; i: token; u: vector"],
    "maps": ["F(X, k) = unit(X[k] + V(X[k])) on fn(X: forall j: dot(X[j], X[j]) == 1)"],
    "match": "not known here",
}


@pytest.mark.parametrize("said", ["eigenvector(V, v, dot(D(F, S, {}, i), u))", "eigenvector(V, D(F, S, {}, i), 1)"])
def test_derivatives_that_may_not_exist_are_not_compared(said: str, refused: Callable[[dict[str, Any]], None]) -> None:
    refused({**TURNED, "given": [said.format("d")], "show": [said.format("e")], "proof": KNOWN})


def test_a_definition_of_a_family_in_another_space(accepted: Callable[[dict[str, Any]], Any]) -> None:
    said = "exists w in vector F: w != 0 and dot(v, w) == 0 and U[h](w) == m*w"
    given = {"letters": ["U[head]: operator F; v: vector F; m: number; h: head"], "spaces": ["E", "F"]}
    proof = {"unfold": "goal", "then": KNOWN}
    accepted({**given, "given": [said], "show": ["eigenvalue(U[h], v, m)"], "proof": proof})


def test_a_member_of_a_state_by_groups_is_a_vector(accepted: Callable[[dict[str, Any]], Any]) -> None:
    given = {"groups": ["A", "B"], "letters": ["u, w, p: vector; i: token"], "states": ["s: A -> u, B -> w"]}
    said = "forall a in vector: dot(a, p) == 1"
    accepted({**given, "given": [said], "show": ["dot(s[i], p) == 1"], "proof": KNOWN})
