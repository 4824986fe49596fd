"""Conditions of the kernel of which only one side was met by any other test: here is the other one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from verify.kernel.conditions import holds
from verify.kernel.contexts import TIMELESS, Context
from verify.kernel.polynomials import Work
from verify.kernel.statements import read
from verify.kernel.terms import Rejected
from verify.tactics.build import rule

from .cases import case

JUMPS = "w: measurable number; z, c[token]: moving number; b[size]: moving number; n: size; f: number -> number"
KINKS = ["sqrt(z)", "sqrt(z)/2", "2/(z + 1)", "log(exp(sqrt(z)))", "sqrt(exp(sqrt(z)))", "sum(i: sqrt(c[i]))",
         "max(i: sqrt(c[i]))", "min(i: 1/c[i])", "sum(k in 0..n: b[k])", "f(z)", "z^n", "-sqrt(z)",
         "exp(1/z)", "abs(1/z)", "sqrt(z)^2", "max(z, 1/z)"]  # fmt: skip
SMOOTH = ["z/2", "log(exp(z))", "sqrt(exp(z))", "sum(i: c[i])", "max(i: c[i]^2)", "min(i: exp(c[i]))",
          "exp(z)/exp(2*z)", "abs(z) + max(z, 1)", "tanh(sin(cos(time)))", "f(n)*z"]  # fmt: skip


@pytest.mark.parametrize("term", KINKS)
def test_what_need_not_be_absolutely_continuous(term: str, refused: Callable[[dict[str, Any]], None]) -> None:
    refused({**case((JUMPS, f"always({term} >= start({term}))", rule("monotone", z=term), ())), "match": "need not be"})


@pytest.mark.parametrize("term", SMOOTH)
def test_what_is_absolutely_continuous(term: str, accepted: Callable[[dict[str, Any]], Any]) -> None:
    given = (f"almost_always(rate({term}) >= 0)",)
    accepted(case((JUMPS, f"always({term} >= start({term}))", rule("monotone", z=term), given)))


SORTS = {"letters": ["v, u[token]: vector; x: number; V: operator; z: moving number; A(state): formula"]}
TRAJECTORIES = "z: moving number; p: measurable number; s: random number; V: operator; v: vector"
NOT_READ = [
    (SORTS, "x + v == x", "number \\+ vector"),
    (SORTS, "v + x == v", "vector \\+ number"),
    (SORTS, "v*x == v", "vector \\* number"),
    (SORTS, "v*v == 1", "vector \\* vector"),
    (SORTS, "x*V == x", "number \\* operator"),
    (SORTS, "V*v == v", "operator \\* vector"),
    (SORTS, "dot(sum(i: V)(v), v) == 0", "sum of operator"),
    (SORTS, "sum(i: i == i) == 1", "sum of formula"),
    (SORTS, "diam(i, j: u[i] + u[j]) == 0", "diam of number"),
    (SORTS, "A(sum(i: v))", "wanted"),
    (SORTS, "probability(time > x) == 0", "speaks of time"),
    (SORTS, "almost_always(probability(rate(z) > x) == 0)", "speaks of time"),
    # a written function of what moves: its argument is one number, and not the number over time
    *(({"letters": [TRAJECTORIES], "where": [f"g := fn(m in number: {body})"]}, show,
        "a function that reads its argument over time") for body,
        show in (("probability(s > m)", "at_start(g(z) == 1)"), ("normal(s, m)", "at_start(g(z))"),
        ("start(m)", "g(rate(z)) == 0"), ("start(m)", "almost_always(g(p) == p)"), ("start(m)", "g(s) == g(s)"),
        ("rate(m)", "almost_always(g(z) == 0)"), ("always(m > 0)", "at_start(g(z))"), ("tends(m, 0)", "at_start(g(z))"),
        ("eigenvalue(V, v, m)", "at_start(g(z))"))),
    # a range that moves would jump, and its sum with it
    ({"letters": ["f: number -> token"]}, "1 > 0", "f: an index depends on indices only"),
    ({"letters": ["f(token, number): token"]}, "1 > 0", "f: an index depends on indices only"),
    ({"letters": ["f(state): head"]}, "1 > 0", "f: an index depends on indices only"),
    ({"letters": ["f[size, token]: direction"]}, "1 > 0", "f: an index depends on indices only"),
    ({"letters": ["fixed: number"]}, "1 > 0", "'fixed' is a word of the language"),
    ({"letters": ["k: A B"], "groups": ["A", "B"]}, "1 > 0", "cannot be read further"),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "show", "match"), NOT_READ, ids=lambda x: str(x)[:60])
def test_what_has_no_sort(statement: dict[str, Any], show: str, match: str) -> None:
    with pytest.raises(Rejected, match=match):
        read({**statement, "show": [show]})


ONE, TWO_SPACES = (), ("E", "F")
READ = [
    (ONE, "V: moving operator", "always(positive_definite(V))"),
    (ONE, "_x: number", "_x + 1 > _x"),
    (ONE, "f[head, token]: token; a[token]: number; h: head; k: token", "sum(j in before(f[h, k]): a[j]) > 0"),
    (ONE, "f: token -> head; a[head]: number; k: token", "a[f(k)] > 0"),
    (TWO_SPACES, "U: operator F; v: vector F; s, w: number", "other_eigenvalue(U, v, s, w)"),
    (TWO_SPACES, "U: matrix F -> F; v: vector F; s, w: number", "other_eigenvalue(U, v, s, w)"),
]


@pytest.mark.parametrize(("spaces", "letters", "show"), READ)
def test_what_is_read(spaces: tuple[str, ...], letters: str, show: str) -> None:
    read({"spaces": list(spaces), "letters": [letters], "show": [show]})


INSTANCES: list[tuple[str, dict[str, Any], bool | None]] = [
    ("2^n == 4", {"n": 2}, True),
    ("forall m in size: 2^m > 0", {}, None),
    # square roots that are no lengths of vectors of bound letters
    ("forall x in number: x^2 + sqrt(1 + sqrt(2)) > 0", {}, True),
    ("forall u in vector: dot(u, v) == sqrt(1 + sqrt(2)) => dot(u, v) > 0", {}, True),
    ("forall x in number, y in number: x == y => sqrt(1 + sqrt(2))*(x - y)^2 >= 0", {}, True),
    ("forall x in number: sqrt(x^2 + 1) >= x", {}, None),
    # conditions that no values fulfil
    ("forall x in number, y in number: x == y => (x != y => x == 5)", {}, None),
    ("forall u in vector: u != 0 => dot(u, u) - dot(u, v) > 0", {}, False),
    ("forall u in vector: dot(u, v) == 1 => (dot(u, u) < 0 or 0 == 0)", {}, True),
    ("exists s in number: forall w in number: other_eigenvalue(A, v, s, w) => s > 100", {}, None),
    ("forall m in number, w in number: eigenvalue(A, v, m) => m > 1", {}, None),
    # ranges of tokens before another one
    ("forall u in vector: forall j in before(i): dot(u, u) + 1 > 0", {"i": 1}, True),
    ("forall u in vector: (forall j in before(i): dot(u, e[j]) == 0) => dot(u, e[i]) == 0", {"i": 1}, False),
    ("forall B in operator: dot(v, B(v)) >= 0", {}, None),
]


@pytest.mark.parametrize(("formula", "values", "truth"), INSTANCES, ids=lambda x: str(x)[:60])
def test_at_an_instance(formula: str, values: dict[str, Any], truth: bool | None, truths: Any) -> None:
    given = {"r": 0, "n": 0, "v": [1, 0], "e": [[1, 0], [0, 1]], "i": 0, "A": [[1, 0], [0, 2]]}
    letters = "r: number; n: size; v, e[token]: vector; i: token; A: operator"
    assert truths(formula, letters, {**given, **values}, tokens=2, dim=2) == [truth]


OFF = {"letters": ["S: state; v: vector"], "maps": ["F(X, i) = X[i]/2 on fn(X: forall i: dot(X[i], X[i]) == 0)"]}
FLOW = {"letters": ["S: state; v: vector"], "flows": ["F(X, i) = -X[i] + v on fn(X: forall i: dot(X[i], X[i]) == 4)"]}


@pytest.mark.parametrize(("word", "statement"), [("almost_all_reach", OFF), ("almost_all_converge", FLOW)])
def test_a_state_off_the_set_refutes_nothing(word: str, statement: dict[str, Any], truths: Any) -> None:
    values = {"S": [[1]], "v": [1]}
    assert truths(f"{word}(F, fn(X: 1 == 0))", "", values, statement=statement, tokens=1, dim=1) == [None]


SPHERE = "fn(X: forall i: dot(X[i], X[i]) == 1)"


@pytest.mark.parametrize(("body", "smooth"), [("X[i] + c[i]*V(X[i])", True), ("X[i] + f(dot(X[i], v))*v", False)])
def test_a_map_may_use_functions_of_anything_but_the_state(body: str, smooth: bool) -> None:
    letters = ["c[token]: number; V: operator; v: vector; f: number -> number"]
    statement = read({"letters": letters, "maps": [f"F(X, i) = unit({body}) on {SPHERE}"], "show": ["1 > 0"]})
    context = Context(statement.scope, (), TIMELESS, Work(10_000))
    with nullcontext() if smooth else pytest.raises(Rejected, match="ap of the state"):
        holds("spheres", [statement.scope.names["F"][0]], context)
