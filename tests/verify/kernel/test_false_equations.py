"""Equations and signs of which a small change of the normal form alone would judge otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import enter, leaf

from .cases import Row, case, readable

TWO = {"groups": ["A", "B"]}

FALSE: list[Row] = [
    ("P: matrix; u, w: vector; c: number", "dot(P(w), u) == c*dot(w, u)", leaf(use=["P(u) == c*u"]),
     ("P(u) == c*u",), {}),
    ("x: number", "x == 4", leaf(use=["x^2 == 4"]), ("x^2 == 4",), {}),
    ("x: number", "x == 16", leaf(use=["x^2 == 4"]), ("x^2 == 4",), {}),
    ("a[token, token]: number; i: token", "sum(k in before(i): abs(a[i, k])) + sum(k: abs(a[i, k]))"
     " == sum(k in before(i): a[i, k]) + sum(k: a[i, k])", leaf(), ("forall k in before(i): a[i, k] > 0",), {}),
    ("a[token], b[token]: number; k: token; c, x: number",
     "(a[k] + b[k])*(c + x)/((a[k] + b[k])*(c + x)) == 1", leaf(), ("forall j in A: a[j] + b[j] > 0", "c + x > 0"),
     TWO),
    ("x, y: number; n, z: size", "x^n == 0", leaf(use=["n == y + z + 1", "x == 0"]), ("n == y + z + 1", "x == 0"), {}),
    ("a[token, token, token]: number",
     "max(i: max(j: max(k: a[i, j, k]))) == max(i: max(j: max(k: a[i, i, k])))", leaf(), (), {}),
    ("a[token, token, token]: number",
     "max(i: max(j: max(k: a[i, j, k]))) == max(i: max(j: max(k: a[j, i, i])))", leaf(), (), {}),
    ("x[size]: number", " + ".join(f"sqrt(x[{k}])^3" for k in range(45)) + " == 0", leaf(),
     ("forall k in size: x[k] > 0",), {}),
    ("a[token]: number; i: token", "sum(k in before(i): a[k]) == sum(k: a[k])", leaf(), (), TWO),
    ("f: number -> number; a[token]: number; b, c, k: number; i: token", "f(a[i]*b*c) == k",
     leaf(use=["forall j: f(a[j]*b) == k"]), ("forall j: f(a[j]*b) == k",), {}),
    ("f: number -> number; a[token]: number; b, c, k: number; i: token", "f(a[i] + b + c) == k",
     leaf(use=["forall j: f(a[j] + b) == k"]), ("forall j: f(a[j] + b) == k",), {}),
    ("f: number -> number; b, c: number; a[token]: number; i: token", "f(a[i]*b) == c",
     leaf(use=["forall j, k: f(a[j]*a[k]) == c"]), ("forall j, k: f(a[j]*a[k]) == c",), {}),
    ("f: number -> number; a[token]: number; b, c: number; i: token", "f(b*a[i]) == c",
     leaf(use=["forall j, k: f(a[j]*a[k]) == c"]), ("forall j, k: f(a[j]*a[k]) == c",), {}),
    ("f: number -> number; a[token]: number; b, k: number; i: token", "f(a[i]*b) == k",
     leaf(use=["forall j: f(a[j]*b^2) == k"]), ("forall j: f(a[j]*b^2) == k",), {}),
]  # fmt: skip

TRUE: list[Row] = [
    ("b[token]: number; v[token], w: vector; i: token",
     "dot(w, sum(j in before(i): v[j]/b[j])) == sum(j in before(i): dot(w, v[j])/b[j])", leaf(),
     ("forall j in before(i): b[j] > 0",), {}),
    ("z: moving number; c: number", "almost_always(rate(c^2*z) == c^2*rate(z))", enter("ae", leaf()), (), {}),
]  # fmt: skip


@pytest.mark.parametrize("row", TRUE, ids=lambda row: row[1][:80])
def test_accepted(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))


@pytest.mark.parametrize("row", FALSE, ids=lambda row: row[1][:80])
def test_refused(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    refused(readable(case(row)))
