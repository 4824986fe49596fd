"""What a named general equation may be matched with: letters, vectors of a space, sums, products in any order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import leaf

from .cases import readable

Row = tuple[str, str, str]
SPACES = {"spaces": ["E", "F"]}

FALSE: list[Row] = [
    ("b: vector F", "dot(b, b) == 1", "forall u in vector E: dot(u, u) == 1"),
    ("b: vector F; w: vector E", "norm(b) == norm(w)", "forall u in vector E: dot(u, u) == dot(w, w)"),
    ("P: matrix E; y[token], w: vector E; i: token", "dot(w, P(y[i])) == 0", "forall j: dot(y[j], P(w)) == 0"),
    ("P: matrix E; V: operator E; y[token], w: vector E; i: token", "dot(w, V(P(y[i]))) == 0",
     "forall j: dot(y[j], P(V(w))) == 0"),
    ("P: matrix E; y[token], w: vector E; i: token", "dot(P(y[i]), P(w)) == 1",
     "forall j, k: dot(P(y[j]), P(y[k])) == 1"),
    ("P: matrix E; w, y[token]: vector E; i: token", "dot(P(w), P(y[i])) == 1",
     "forall j, k: dot(P(y[j]), P(y[k])) == 1"),
    ("P: matrix E; y[token]: vector E; i, k: token", "dot(P(y[i]), P(y[k])) == 1",
     "forall j: dot(P(y[j]), P(y[j])) == 1"),
    ("a[token, token]: number; i: token", "sum(k: a[k, i]) == 1", "forall j: sum(k: a[j, k]) == 1"),
    ("a[token, token]: number; i: token", "sum(k in before(i): a[i, k]) == 1", "forall j: sum(k: a[j, k]) == 1"),
    ("a[token, token]: number; i: token", "sum(k: a[i, k]) == 1", "forall j: sum(k in before(j): a[j, k]) == 1"),
    ("a[token, token]: number; i, l: token", "sum(k in before(l): a[i, k]) == 1",
     "forall j: sum(k in before(j): a[j, k]) == 1"),
    ("a[token]: number; b[head]: number; c(number): number; i: token", "c(sum(h in heads: b[h])) == 1",
     "forall j: c(sum(k: a[k])) == 1"),
    ("a[token, token]: number", "sum(k: a[k, k]) == 1", "forall j: sum(k: a[j, k]) == 1"),
    ("a[token]: number", "sum(k: abs(a[k])) == sum(k: 1)", "forall j, k: abs(a[j]*a[k]) == 1"),
    ("f: number -> number; b, c: number", "f(b + c) == 1", "forall x in number: f(x + x*c) == 1"),
    ("f(number, number): number; b, c: number", "f(b, c) == 1", "forall x in number: f(x, x) == 1"),
    ("f(vector E): number; b: vector E", "f(2*b) == 1", "forall u in vector E: f(u) == 1"),
    ("f(number): number; n: size; x: number", "f(x) == 1", "forall m in size: f(m) == 1"),
    ("f: number -> number; b: number; a[token]: number; i: token", "f(a[i] + b) == 1", "forall j: f(a[j] - b) == 1"),
    ("V, W: operator E; y[token], w: vector E; i: token", "dot(y[i], V(W(w))) == 0",
     "forall j: dot(y[j], W(V(w))) == 0"),
    ("g(token, state E): number; u, v: vector E; i: token", "g(i, fn(k: u)) == 1", "forall j: g(j, fn(k: v)) == 1"),
    ("z[token]: moving vector E; w: vector E; i, l: token", "dot(z[i], z[l]) == 0", "forall j: dot(z[j], z[j]) == 0"),
]  # fmt: skip

TRUE: list[Row] = [
    ("g(token, state E): number; u: vector E; i: token", "g(i, fn(k: u)) == 1", "forall j: g(j, fn(k: u)) == 1"),
    ("b: vector F", "dot(b, b) == 1", "forall u in vector F: dot(u, u) == 1"),
    ("V: operator E; y[token], w: vector E; i: token", "dot(w, V(y[i])) == 0", "forall j: dot(y[j], V(w)) == 0"),
    ("V, W: operator E; y[token], w: vector E; i: token", "dot(w, V(W(y[i]))) == 0",
     "forall j: dot(y[j], W(V(w))) == 0"),
    ("P: matrix E; y[token], w: vector E; i: token", "dot(P(y[i]), P(w)) == 1", "forall j: dot(P(w), P(y[j])) == 1"),
    ("P: matrix E; y[token], w: vector E; i: token", "dot(P(w), P(y[i])) == 1", "forall j: dot(P(y[j]), P(w)) == 1"),
    ("P: matrix E; w, y[token]: vector E; i: token", "dot(P(w), P(y[i])) == 1", "forall j: dot(P(y[j]), P(w)) == 1"),
    ("P: matrix E; y[token]: vector E; i, k: token", "dot(P(y[i]), P(y[k])) == 1",
     "forall j, l: dot(P(y[j]), P(y[l])) == 1"),
    ("a[token, token]: number; i: token", "sum(k: a[i, k]) == 1", "forall j: sum(k: a[j, k]) == 1"),
    ("a[token, token]: number; i: token", "sum(k in before(i): a[i, k]) == 1",
     "forall j: sum(k in before(j): a[j, k]) == 1"),
    ("y[token, token], w: vector E; i: token", "sum(k: y[i, k]) == w", "forall j: sum(k: y[j, k]) == w"),
    ("f: number -> number; b, c: number", "f(b*c + 1) == 1", "forall x in number: f(x) == 1"),
    ("f(number, number): number; b, c: number", "f(b + c, b + c) == 1", "forall x in number: f(x, x) == 1"),
    ("f: number -> number; a[token], b: number; i: token", "f(a[i] + b) == 1", "forall j: f(b + a[j]) == 1"),
    ("f: number -> number; a[token], b: number; i, k: token", "f(a[i]*a[k]*b) == 1",
     "forall j, l: f(b*a[j]*a[l]) == 1"),
    ("w: vector E; V: operator E", "dot(V(w), V(w)) == 1", "forall u in vector E: dot(V(u), V(u)) == 1"),
    ("w: vector E; v: vector E; V: operator E", "dot(v, unit(w)) == 1", "forall u in vector E: dot(v, unit(u)) == 1"),
]  # fmt: skip

REORDERED = [
    ("f(a[i]*b) == 1", "forall j: f(b*a[j]) == 1"),
    ("f(a[i] + b) == 1", "forall j: f(b + a[j]) == 1"),
    ("f(a[i]*b*c) == 1", "forall j: f(b*c*a[j]) == 1"),
    ("f(a[i]*b + b*c) == 1", "forall j: f(b*c + b*a[j]) == 1"),
    ("f(a[i]^2*b^3) == 1", "forall j: f(b^3*a[j]^2) == 1"),
]


@pytest.mark.parametrize("row", REORDERED, ids=lambda row: f"{row[1]} {row[0]}")
def test_factors_and_terms_in_another_order(row: tuple[str, str], accepted: Callable[[dict[str, Any]], Any]) -> None:
    """The first fact is read first, so that its members come before b and c, and in the general fact behind them."""
    statement = case(("f(number), a[token], b, c: number; i: token", *row))
    accepted({**statement, "given": ["a[i] > 0", *statement["given"]]})


def test_a_rate_is_a_vector_of_its_space(accepted: Callable[[dict[str, Any]], Any]) -> None:
    proof = {"enter": "ae", "then": leaf(use=["forall u in vector E: dot(u, u) == 1"])}
    given = {"given": ["almost_always(forall u in vector E: dot(u, u) == 1)"], "proof": proof}
    accepted(
        {"spaces": ["E"], "letters": ["y: moving vector E"], "show": ["almost_always(norm(rate(y)) == 1)"], **given}
    )


def case(row: Row) -> dict[str, Any]:
    letters, show, fact = row
    moving = "moving" in letters
    given, goal = (f"always({fact})", f"always({show})") if moving else (fact, show)
    proof: Any = leaf(use=[fact])
    if moving:
        proof = {"enter": "every", "then": proof}
    return {**SPACES, "letters": [letters], "show": [goal], "proof": proof, "given": [given], "match": ""}


@pytest.mark.parametrize("row", TRUE, ids=lambda row: f"{row[2]} {row[1]}")
def test_rewrites(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))


@pytest.mark.parametrize("row", FALSE, ids=lambda row: f"{row[2]} {row[1]}")
def test_does_not_rewrite(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    refused(readable(case(row)))
