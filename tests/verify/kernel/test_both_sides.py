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
from verify.tactics.build import KNOWN, both, enter, leaf, obtain, rule, witness

from .cases import Row, case, named, readable

PREDICATE = "P(number): formula; z, w: moving number; n: size; x, y: number; i, k: token"

FALSE: list[Row] = [
    # at the start a moving letter is its initial value, and only there
    (PREDICATE, "always(P(z)) or 1 == 0", enter("start", {"left": KNOWN}), ("always(P(start(z)))",)),
    (PREDICATE, "at_start(pi == 0)", enter("start", leaf()), ()),
    ("x: number", "at_start(dim(E) == 0)", enter("start", leaf()), (), {"spaces": ["E"]}),
    # a letter of a general fact for which nothing stands
    ("P(token): formula; k: token", "P(k)", KNOWN, ("forall i, j in before(i): P(i)",)),
    # odd powers, and products of what is visibly not negative
    (PREDICATE, "(x - y)^3 >= 0", KNOWN, ()),
    (PREDICATE, "(x - y)^2*(x - y) >= 0", KNOWN, ()),
    (PREDICATE, "(x - y)^2 + x >= 0", KNOWN, ()),
    (PREDICATE, "x + (x - y)^2 >= 0", KNOWN, ()),
    ("G(vector): number; u, v: vector", "G(u) == G(v)", leaf(), ()),
    # the same state, written as a function and as a member of a family
    ("F: map; x[step, token]: vector", "fixed(F, fn(i: x[4, i]))", KNOWN, ("fixed(F, x[3])",)),
    # symmetric operators change their order on the other side of a product
    ("A, B, C: operator; u, v: vector", "dot(A(B(C(u))), v) == dot(u, A(B(C(v))))", leaf(), ()),
    # sums before a token that a letter chooses: not followed, though this one would be right
    ("q[token]: token; a[token]: number; k: token",
     "sum(j in before(q[k]): a[j]) == sum(j in before(q[k]): 1*a[j])", leaf(), ()),
    # what is constant only if its arguments are
    ("G(state): number; y[token]: moving vector", "almost_always(rate(2*G(fn(i: 2*y[i]))) == 0)",
     enter("ae", leaf()), ()),
    # what moves is no witness of what is read over time
    (PREDICATE, "almost_always(exists c in number: rate(c) == 1)", enter("ae", witness("time", leaf())), ()),
    # rates of what has corners, where it has none
    *((PREDICATE, f"almost_always(rate(abs({both})) == rate(abs({one})))", enter("ae", leaf()), ())
      for both, one in (("exp(2*z)", "exp(z)"), ("exp(z + w)", "exp(z)"), ("exp(z + w)", "exp(w)"))),
    # what is left of a size need not be one
    ("x: number; n, m: size", "x^n == 0", leaf(use=["n == 3 - m", "x == 0"]), ("n == 3 - m", "x == 0")),
    # fields of nodes
    ("u, v: vector; x: number", "u == v", leaf(use=["u == v"], times=["x"]), ("u == v", "x > 0")),
    (PREDICATE, "x > 0", {"both": [KNOWN]}, ("x > 0",)),
    (PREDICATE, "x < y", {**rule("contradiction", P="x < x", C="x < y"), "spaces": {"Q": ""}}, ("x < x",)),
    ("c[token]: number", "forall j: c[j] > 0", {"groups": "AB"}, ("forall j: c[j] > 0",), {"groups": ["A", "B"]}),
]  # fmt: skip

TRUE: list[Row] = [
    (PREDICATE, "always(P(z)) or 1 == 0", enter("start", {"left": KNOWN}), ("always(P(z*1))",)),
    ("A, B, C: operator; u, v: vector", "dot(A(B(C(u))), v) == dot(u, C(B(A(v))))", leaf(), ()),
    ("F: map; x[step, token]: vector", "fixed(F, fn(i: x[3, i]))", KNOWN, ("fixed(F, x[3])",)),
    ("F: map; x[step, token]: vector", "fixed(F, x[3])", KNOWN, ("fixed(F, fn(i: x[3, i]))",)),
    *(("P(vector): formula; u: vector", f"P({same})", KNOWN, ("P(u)",))
      for same in ("0 + u", "u + 0", "u - 0", "-(0 - u)", "0 + 1*u")),
    (PREDICATE, "k <= k and k == k", both(KNOWN, KNOWN), ()),
    (PREDICATE, "1/(1 + x) - 1/(1 + y) <= (y - x)/((1 + x)*(1 + y))", KNOWN, ("1 + x != 0", "1 + y != 0")),
    (PREDICATE, "1/(1 + x) - 1/(1 + y) <= (y - x)/((1 + x)*(1 + y))", leaf(), ("1 + x != 0", "1 + y != 0")),
    ("G(state): number; u[token]: vector", "almost_always(rate(2*G(fn(i: 2*u[i]))) == 0)", enter("ae", leaf()), ()),
    ("a[token]: number; i: token", "sum(j in upto(i): a[j] - a[j]) == 0", leaf(), ()),
    ("a[token], x, y: number; i: token",
     "(x^2 + y^2)*sum(j in before(i): a[j]/(x^2 + y^2)) == sum(j in before(i): a[j])", leaf(), ("x^2 + y^2 != 0",)),
    ("u, v: vector", "dot(u - v, u - v)^3 >= 0", KNOWN, ()),
    ("u, v: vector; x, y: number", "dot(u - v, u - v) + (x - y)^2 >= 0", KNOWN, ()),
    ("u, v: vector; x, y: number", "dot(u - v, u - v)*(x - y)^2 >= 0", KNOWN, ()),
    ("G(vector): number; y: moving vector", "at_start(G(y) == start(G(y)))", enter("start", leaf()), ()),
    (PREDICATE, "always(exists c in number: c > z)", enter("every", witness("z + 1", KNOWN)), ()),
    (PREDICATE, "always(exists c in number: c > z)",
     enter("every", obtain("exists c in number: c > z", "c", witness("c", KNOWN))),
     ("always(exists c in number: c > z)",)),
    (PREDICATE, "always(z > 0)", enter("timeless", KNOWN), ("always(z > 0)",)),
    (PREDICATE, "x > 0", {**KNOWN, "says": "it is given"}, ("x > 0",)),
    # what is not zero may be divided by, however that is known
    (PREDICATE, "(x^2 + y^2)/(x^2 + y^2) == 1", leaf(), ("x^2 + y^2 != 0",)),
    (PREDICATE, "abs(x) > 0", KNOWN, ("abs(x) != 0",)),
    (PREDICATE, "n > 0", KNOWN, ("n != 0",)),
    ("x: number; n: size", "x^(dim(E) + n + 1) == x^(dim(E) + n)*x", leaf(), (), {"spaces": ["E"]}),
]  # fmt: skip


@pytest.mark.parametrize("row", FALSE, ids=named)
def test_refused(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    refused(readable(case(row)))


@pytest.mark.parametrize("row", TRUE, ids=named)
def test_accepted(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))


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


MAP = {
    "letters": ["v: vector; x: number; V: operator"],
    "maps": ["F(X, i) = unit(X[i]) on fn(X: dot(X[i], X[i]) == 1)"],
}
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
