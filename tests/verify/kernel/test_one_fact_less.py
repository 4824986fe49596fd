"""Signs, divisors and matches that one more fact, or one less, makes known or unknown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, enter, leaf, take

from .cases import Row, case, named, readable

SIZES = ("forall n in size: P(n)",)
UNITS = "forall u in vector: dot(unit(u), w) == 1"
RISING = "forall y in number: y > 0 => forall w in number: w > y => w > 5"
PAIR = "f: number -> number -> number"
E_F: dict[str, Any] = {"spaces": ["E", "F"]}

TRUE: list[Row] = [
    # signs of products
    ("x, y: number", "x^3*y > 0", KNOWN, ("x < 0", "y < 0")),
    ("x, y: number", "x*y != 0", KNOWN, ("x != 0", "y != 0")),
    ("x, y: number", "x*y != 0", KNOWN, ("x < 0", "y != 0")),
    ("x, y: number", "x*y >= 0", KNOWN, ("x <= 0", "y <= 0")),
    ("x, y: number", "1/(2*x^2 + 2*y^2) > 0", KNOWN, ("x^2 + y^2 > 0",)),
    ("a[token]: number", "0 < sum(j: sum(k: a[k]))", KNOWN, ("forall j: a[j] > 0",)),
    ("b[token, token]: number", "0 < sum(j: sum(k: b[j, k]))", KNOWN, ("forall j, k: b[j, k] > 0",)),
    ("a[token]: number; i: token", "0 <= sum(j: sum(k in before(i): a[k]*a[j]))", KNOWN, ("forall j: a[j] > 0",)),
    # divisors
    ("a, b, c: number", "((a + b)*c*(a - b))/((a + b)*c*(a - b)) == 1", leaf(), ("a + b != 0", "a - b != 0", "c != 0")),
    ("a[token], b[token]: number; i, k: token",
     "((a[i] + b[i])*(a[k] + b[k]))/((a[i] + b[i])*(a[k] + b[k])) == 1", KNOWN, ("forall j: a[j] + b[j] > 0",)),
    ("x: number", "1/(x - x) == 1/0", leaf(), ()),
    # exponentials that an equation rewrites
    ("x, y: number", "exp(3*x/2)*exp(-x/2) == exp(x/2)^2", leaf(use=["exp(x) == y"]), ("exp(x) == y",)),
    ("x, y: number", "exp(2*x) == y^2", leaf(use=["exp(x) == y"]), ("exp(x) == y",)),
    ("x, y: number", "exp(-3*x)*y^3 == 1", leaf(use=["exp(x) == y"]), ("exp(x) == y", "y > 0")),
    # what stands for a letter of a general fact
    ("P(number): formula", "P(0)", KNOWN, SIZES),
    ("P(number): formula", "P(3)", KNOWN, SIZES),
    ("W: matrix E -> F; x: vector E; w: vector F", "dot(W(x), w) == 1", KNOWN,
     ("forall u in vector F: dot(u, w) == 1",), E_F),
    ("d: state; S: state; t: token; w: vector E", "dot(D(F, S, d, t), w) == 1", KNOWN,
     ("forall u in vector E: dot(u, w) == 1",),
     {"spaces": ["E"], "maps": ["F(X, i) = unit(X[i]) on fn(X: forall j: dot(X[j], X[j]) == 1)"]}),
    ("V: operator; x, w: vector", "dot(unit(V(x)), w) == 1", leaf(use=[UNITS]), (UNITS,)),
    ("V[head]: operator; h: head; x, w: vector", "dot(unit(V[h](x)), w) == 1", leaf(use=[UNITS]), (UNITS,)),
    ("x, w: vector", "dot(unit(unit(x)), w) == 1", leaf(use=[UNITS]), (UNITS,)),
    ("y[token], w: vector", "dot(unit(sum(j: y[j])), w) == 1", leaf(use=[UNITS]), (UNITS,)),
    ("W: matrix E -> F; x: vector E; w: vector F", "dot(unit(W(x)), w) == 1",
     leaf(use=["forall u in vector F: dot(unit(u), w) == 1"]), ("forall u in vector F: dot(unit(u), w) == 1",), E_F),
    ("w: vector; y[token]: moving vector; i: token", "almost_always(dot(unit(rate(y[i])), w) == 1)",
     enter("ae", leaf(use=[UNITS])), (UNITS,)),
    ("x: number", "x + 1 > 5", take(RISING, ["x", "x + 1"], KNOWN), (RISING, "x > 0")),
    (f"{PAIR}; v: vector; S, d: state; t: token", "D(F, S, d, t) == 0", leaf(), (),
     {"maps": ["F(X, i) = f(1, 2)*v on fn(X: forall j: X[j] == X[j])"]}),
]  # fmt: skip

FALSE: list[Row] = [
    ("x, y: number", "x*y != 0", KNOWN, ("x != 0", "y >= 0")),
    ("x, y: number", "x*y != 0", KNOWN, ("x >= 0", "y != 0")),
    ("x, y: number", "x*y >= 0", KNOWN, ("x != 0", "y >= 0")),
    ("x, y: number", "x*y >= 0", KNOWN, ("x >= 0", "y != 0")),
    ("x, y: number", "x*y >= 0", KNOWN, ("x < 0", "y != 0")),
    ("x, y: number", "x*y > 0", KNOWN, ("x != 0", "y != 0")),
    ("x, y: number", "x*y > 0", KNOWN, ("x <= 0", "y <= 0")),
    ("a[token]: number", "sum(j: a[j]) != 0", KNOWN, ("forall j: a[j] != 0",)),
    ("a[token]: number; i: token", "0 < sum(j in before(i): sum(k: a[k]))", KNOWN, ("forall j: a[j] > 0",)),
    ("a[token]: number", "0 < sum(j: sum(k in before(j): a[k]*a[j]))", KNOWN, ("forall j: a[j] > 0",)),
    ("a[token]: number; i: token", "0 < sum(j: sum(k in before(i): a[k]*a[j]))", KNOWN, ("forall j: a[j] > 0",)),
    *(("b[token, token]: number; i: token", f"0 < sum(j: sum(k in {where}: b[j, k]))", KNOWN,
       ("forall j, k: b[j, k] > 0",)) for where in ("before(i)", "before(j)")),
    ("a, b, c: number", "((a + b)*c)/((a + b)*c) == 1", leaf(), ("a + b != 0",)),
    ("a, b: number", "(a^2 - b^2)/(a^2 - b^2) == 1", leaf(), ("a + b != 0",)),
    ("x, y: number", "exp(x/2) == y", leaf(use=["exp(x) == y"]), ("exp(x) == y",)),
    ("P(number): formula", "P(0.5)", KNOWN, SIZES),
    ("P(number): formula", "P(1/2)", KNOWN, SIZES),
    ("P(number): formula", "P(-1)", KNOWN, SIZES),
    ("v: vector; n, m: size", "sum(k in 0..n: v) == sum(k in 0..m: v)", leaf(), ()),
    # a length has no derivative at zero
    *(("v: vector; d: state; t: token", f"D(F, {state}, d, t) == 0", leaf(), (),
       {"maps": [f"F(X, i) = {length}*v on fn(X: forall j: X[j] == X[j])"]})
      for state in ("fn(i: 0)", "fn(i: v - v)", "fn(i: v)") for length in ("norm(X[i])", "sqrt(dot(X[i], X[i]))")),
    # a function of two numbers of which one moves
    *((f"{PAIR}; v: vector; S, d: state; t: token", "D(F, S, d, t) == 0", leaf(), (),
       {"maps": [f"F(X, i) = f({at})*v on fn(X: forall j: X[j] == X[j])"]})
      for at in ("dot(X[i], v), 1", "1, dot(X[i], v)")),
    *((f"{PAIR}; z: moving number", f"almost_always(rate(f({at})) == 0)", enter("ae", leaf()), ())
      for at in ("z, 1", "1, z")),
    ("f: number -> number; b: number", "f(b) == b", leaf(use=["forall x in number: f(2*x) == x"]),
     ("forall x in number: f(2*x) == x",)),
    ("x: number", "x + 1 > 5", take(RISING, ["x", "x + 1"], KNOWN), (RISING,)),
]  # fmt: skip


@pytest.mark.parametrize("row", TRUE, ids=named)
def test_accepted(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))


@pytest.mark.parametrize("row", FALSE, ids=named)
def test_refused(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    refused(readable(case(row)))
