"""Claims that were once judged wrongly, each beside one that is right: letters inside written functions under a sum,
eigenvalues beside a vector that depends on them, derivatives at ties, maps that leave their set, negative squares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.kernel.refutation import refutes
from verify.kernel.statements import read
from verify.tactics.build import KNOWN, leaf

SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"
FAMILY = {
    "letters": ["g: state -> number; M: matrix; v[token]: vector"],
    "given": ["forall i, j: dot(v[i], M(v[j])) >= 0"],
    "where": ["at(i) := g(fn(j: v[i]))", "U := sum(i: at(i)*v[i])"],
}


def test_a_function_of_the_summed_token_is_not_squared(refused: Callable[[Any], None]) -> None:
    claim = {**FAMILY, "show": ["dot(U, M(U)) >= 0"]}
    refused({**claim, "proof": KNOWN, "match": "not known here"})
    values = {"g": "fn(X: 2 - min(i: dot(X[i], X[i])))", "M": [[0, 1], [1, 0]], "v": [[1, 0], [0, 2]]}  # g is 1 and -2
    assert refutes(read(claim), {"tokens": 2, "dim": 2, "letters": values})


@pytest.mark.parametrize(("show", "true"), [
    ("dot(U, M(U)) == sum(i, j: at(i)*at(j)*dot(v[i], M(v[j])))", True),
    ("dot(U, M(U)) == sum(i, j: at(i)^2*dot(v[i], M(v[j])))", False),
    ("sum(i: at(i))^2 == sum(i, j: at(i)*at(j))", True),
    ("sum(i: at(i))^2 == sum(i, j: at(i)^2)", False),
])  # fmt: skip
def test_functions_of_two_summed_tokens(
    show: str, true: bool, accepted: Callable[[Any], Any], refused: Callable[[Any], None]
) -> None:
    claim = {**FAMILY, "show": [show], "proof": leaf()}
    if true:
        accepted(claim)
    else:
        refused({**claim, "match": "what is left"})


@pytest.mark.parametrize(("along", "truth"), [("v", False), ("v + (s - s)*u", False), ("v + s*u", None)])
def test_pairs_beside_a_vector_that_depends_on_them(along: str, truth: bool | None, truths: Any) -> None:
    """Beside v the eigenvalue is 7; that beside v + s*u is the root of s^3 - s^2 + s - 7, below 5."""
    show = f"forall s in number, w in number: other_eigenvalue(U, {along}, s, w) => s < 5"
    values = {"U": [[1, 0], [0, 7]], "v": [1, 0], "u": [0, 1]}
    assert truths(show, "U: matrix; v, u: vector", values, dim=2) == [truth]


@pytest.mark.parametrize(("at", "truth"), [([0, 0, 1], None), ([1, 0, 0], True)])
def test_at_a_tie_a_map_has_no_derivative_in_any_direction(at: list[int], truth: bool | None, truths: Any) -> None:
    """Along b both parts of the maximum stay where they are, but the map has a corner there."""
    body = "max(dot(a, X[i]), 2*dot(a, X[i]))*a + dot(b, X[i])*b"
    statement = {"letters": ["S, d: state; a, b: vector"], "maps": [f"F(X, i) = {body} on {SPHERES}"]}
    values = {"S": [at], "d": [[0, 1, 0]], "a": [1, 0, 0], "b": [0, 1, 0]}
    assert truths("forall i: D(F, S, d, i) == d[i]", "", values, statement=statement, tokens=1, dim=3) == [truth]


LEAVES = "(1 + 3*(dot(a, X[i]) - 1) + dot(b, X[i])^2)*a + dot(b, X[i])/2*b"  # away from the circle, ever faster
STAYS = "unit(dot(a, X[i])*a + dot(b, X[i])/2*b)"
BACK = "(1 + (dot(a, X[i]) - 1)/3 + dot(b, X[i])^2)*a + dot(b, X[i])/2*b"  # leaves as well, but is drawn back


@pytest.mark.parametrize(("body", "truth"), [(LEAVES, None), (STAYS, True), (BACK, True)])
def test_stability_of_a_map_that_leaves_its_set(body: str, truth: bool | None, truths: Any) -> None:
    statement = {"letters": ["S: state; a, b: vector"], "maps": [f"F(X, i) = {body} on {SPHERES}"]}
    formulas = ["asymptotically_stable(F, S)", "lyapunov(F, S)", "not almost_all_reach(F, fn(X: 1 == 0))"]
    values = {"S": [[1, 0]], "a": [1, 0], "b": [0, 1]}
    found = truths([*formulas, "inside_disc(F, S)"], "", values, statement=statement, tokens=1, dim=2)
    assert found == [truth] * 3 + [True]


def test_the_length_of_a_negative_square_ends_no_walk(refused: Callable[[Any], None]) -> None:
    impossible = {"letters": ["u: vector"], "given": ["dot(u, u) == -1"], "show": ["norm(u) == 3"]}
    refused({**impossible, "proof": leaf(use=["dot(u, u) == -1"]), "match": "what is left"})
