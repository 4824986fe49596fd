"""False claims that one check of the kernel refuses and no other, and true ones that a slip in it would refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.kernel.parsing import MAX_TEXT, parse
from verify.kernel.statements import read
from verify.kernel.terms import Rejected
from verify.tactics.build import (
    KNOWN,
    absurd,
    both,
    cases,
    define,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    restate,
    split,
    take,
    unfold,
    witness,
)

from .cases import Row, case, named, readable

FALSE: list[Row] = [
    # the proof inside a step
    ("x: number", "x > 0", restate("x > 0", KNOWN), ()),
    ("z: moving number", "always(z > 0)", enter("every", KNOWN), ()),
    ("x: number", "exists y in number: y > x", witness("x", KNOWN), ()),
    ("x: number", "x > 0", obtain("exists y in number: y > x", "y", KNOWN), ("exists y in number: y > x",)),
    ("x: number", "x > 0", take("forall y in number: y >= y", ["x"], KNOWN), ("forall y in number: y >= y",)),
    ("V: operator; v: vector", "eigenvector(V, v, 1)", unfold("goal", KNOWN), ()),
    ("V: operator; v: vector", "eigenvector(V, v, 1)", unfold("eigenvector(V, v, 2)", KNOWN),
     ("eigenvector(V, v, 2)",)),
    ("x: number", "x > 0", absurd(KNOWN), ()),
    ("x: number", "x > 0", define(["a := x"], KNOWN), ()),
    ("x: number", "x > 0", have([("x == x", KNOWN)], KNOWN), ()),
    ("x: number", "x > 0", have([("x > 0", KNOWN)], KNOWN), ()),
    ("x: number", "x > 0", cases("x", KNOWN, KNOWN), ()),
    ("x: number", "x >= 0", cases("x", KNOWN, KNOWN), ()),
    ("x: number", "x >= 0", split("x < 0 or x >= 0", KNOWN, KNOWN), ()),
    ("x: number", "x >= 0", split("x >= 0 or x < 0", KNOWN, KNOWN), ()),
    ("x: number", "forall y in number: y > x", intro("y", KNOWN), ()),
    ("x: number", "x > 0 and x == x", both(KNOWN, KNOWN), ()),
    ("x: number", "x == x and x > 0", both(KNOWN, KNOWN), ()),
    ("x: number", "x > 0 or x == x", {"left": KNOWN}, ()),
    ("x: number", "x == x or x > 0", {"right": KNOWN}, ()),
    # rates of powers
    ("z: moving number", "almost_always(rate(z^1) == 0)", enter("ae", leaf()), ()),
    # alternatives
    ("x, y: number", "x > 0 or not (y > 0)", split("x > 0 or not (y > 0)", {"left": KNOWN}, {"right": KNOWN}), ()),
    # what a difference from a number says
    ("x: number", "x > 0", KNOWN, ("1 != x",)),
    ("x: number", "x < 0", KNOWN, ("-1 != x",)),
    # ranges
    ("n: size", "forall k in 1..n: k <= 1", intro("k", KNOWN), ()),
    ("n: size", "forall k in 1..n: n <= k", intro("k", KNOWN), ()),
    # more roots than are cleared
    ("x[size]: number", f"1/({'*'.join(f'sqrt(x[{k}])' for k in range(45))}) == 0", leaf(),
     tuple(f"x[{k}] > 0" for k in range(45))),
    # divisors of several factors
    ("x, y, z: number", "(x*y + x*z)/(x*y + x*z) == 1", leaf(), ("y + z != 0",)),
    ("x, y: number", "x*y/(x*y) == 1", leaf(), ("x != 0",)),
    ("x, y: number", "x*y/(x*y) == 1", leaf(), ("y != 0",)),
    # what holds at one time only
    ("P(number): formula; z: moving number", "always(P(z)) or 1 == 0", enter("start", {"left": KNOWN}),
     ("always(P(abs(z)))", "at_start(z > 0)")),
    # what stands for a size
    ("P(number): formula; m: size", "P(m/2)", KNOWN, ("forall n in size: P(n)",)),
    ("P(number): formula; m: size; x: number", "P(m*x)", KNOWN, ("forall n in size: P(n)",)),
    ("P(number): formula; m: size; x: number", "P(m + x)", KNOWN, ("forall n in size: P(n)",)),
    # what an equation rewrites
    ("a[token, token]: number; i, k: token", "a[i, k] == 0", leaf(use=["forall j: a[j, j] == 0"]),
     ("forall j: a[j, j] == 0",)),
    ("f: number -> number; b, k: number", "f(b) == k", leaf(use=["forall x in number: f(x^2) == k"]),
     ("forall x in number: f(x^2) == k",)),
    ("f: number -> number; b, k: number", "f(b) == k", leaf(use=["forall x in number: f(2*x + 1) == k"]),
     ("forall x in number: f(2*x + 1) == k",)),
    ("f: number -> number; b, c, k: number", "f(b) == k", leaf(use=["forall x in number: f(c*x) == k"]),
     ("forall x in number: f(c*x) == k",)),
]  # fmt: skip

TRUE: list[Row] = [
    ("x, y, z: number", "(x*y + x*z)/(x*y + x*z) == 1", leaf(), ("x != 0", "y + z != 0")),
    ("P(number): formula; z: moving number", "always(P(z)) or 1 == 0", enter("start", {"left": KNOWN}),
     ("always(P(1*z))", "at_start(z > 0)")),
    ("V: operator; x, w: vector", "dot(V(x), w) == 1", KNOWN, ("forall u in vector: dot(u, w) == 1",)),
    ("z: moving number", "almost_always(rate(z^0) == 0)", enter("ae", leaf()), ()),
    ("n: size", "forall k in 1..n: k <= n and 1 <= k", intro("k", {"both": [KNOWN, KNOWN]}), ()),
    ("P(number): formula; m: size", "P(2*m + 1)", KNOWN, ("forall n in size: P(n)",)),
    ("V: operator; v: vector; s, w: number", "other_eigenvalue(V, v, 1*s, w)", KNOWN,
     ("other_eigenvalue(V, v, s, w)",)),
    ("a[token, token]: number; i: token", "a[i, i] == 0", leaf(use=["forall j: a[j, j] == 0"]),
     ("forall j: a[j, j] == 0",)),
]  # fmt: skip


@pytest.mark.parametrize("row", TRUE, ids=named)
def test_accepted(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))


@pytest.mark.parametrize("row", FALSE, ids=named)
def test_refused(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    refused(readable(case(row)))


def test_a_definition_may_be_a_function_of_two_letters(accepted: Callable[[dict[str, Any]], Any]) -> None:
    where = ["b := fn(i, j: a[i] + a[j])"]
    accepted({**case(("a[token]: number; k: token", "b(k, k) == 2*a[k]", leaf(), ())), "where": where})


def test_a_function_stands_under_binders_for_what_is_bound_there(accepted: Callable[[dict[str, Any]], Any]) -> None:
    """The argument has a bound letter of its own and one of the place where it stands."""
    letters, said = ["a[token], c[token, token]: number"], "forall i: sum(k: a[k]*sum(j: c[i, j])) == 0"
    general = "forall i: f(sum(j: c[i, j])) == 0"
    cited = {"letters": [*letters, "f: number -> number"], "given": [general], "show": [general], "proof": KNOWN}
    proof = lemma("L", f="fn(x: sum(k: a[k]*x))")
    accepted({"letters": letters, "given": [said], "show": [said], "proof": proof, "lemmas": {"L": cited}})


@pytest.mark.parametrize("text", ["dim(1) >= 1", "dim(E, E) >= 1", "dim(x + x) >= 1"])
def test_a_dimension_is_that_of_a_space(text: str) -> None:
    with pytest.raises(Rejected, match="dim of a space"):
        read({"spaces": ["E"], "letters": ["x: number"], "show": [text]})


def test_a_text_has_a_greatest_length() -> None:
    with pytest.raises(Rejected, match="characters; allowed are"):
        parse("x" + " " * MAX_TEXT)


INSTANCES: list[tuple[str, str, dict[str, Any], bool | None]] = [
    ("exp(log(3)^2) == 3", "", {}, False),
    ("exp(log(1 + sqrt(2))^2) == 1 + sqrt(2)", "", {}, False),
    ("forall x in number: x + 1 != 0 => x^2 > 0", "", {}, False),
    ("forall u in vector: dot(u, u) == 1 => dot(u, v) + 3*dot(u, w)^2 >= -1", "v, w: vector",
     {"v": ["1", "0"], "w": ["0", "1"]}, None),
    ("forall u in vector: u != v => dot(u, u) > 0", "v: vector", {"v": ["1", "0"]}, False),
    ("forall x in number, y in number: x^2 + y^2 + 1 + x^2*y/1000 >= 0", "", {}, None),
    *((formula, "z: moving number", {"z": "2"}, truth) for formula, truth in (
        ("limsup_at_most(z, 1)", False), ("limsup_at_most(z, 2)", True), ("limsup_at_most(z, 3)", True),
        ("tends(z, 1)", False), ("tends(z, 2)", True), ("exponentially_small(z)", False),
        ("exponentially_small(0*z)", True), ("decays(z, 1)", False), ("decays(z, 0)", True), ("decays(z, -1)", True),
    )),
    ("exists s in number: other_eigenvalue(U, v, s, 1)", "U: matrix; v: vector",
     {"U": [["1", "0"], ["0", "2"]], "v": ["1", "0"]}, None),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "letters", "values", "truth"), INSTANCES, ids=lambda x: str(x)[:60])
def test_at_an_instance(formula: str, letters: str, values: dict[str, Any], truth: bool | None, truths: Any) -> None:
    sizes = {"dim": 2} if values else {}
    assert truths(formula, letters, values, **sizes) == [truth]


SLOPES = [("sqrt", "4", "1/4"), ("tanh", "log(2)", "16/25"), ("exp", "log(2)", "2"), ("log", "2", "1/2"),
          ("sin", "pi", "-1"), ("cos", "pi/2", "-1"), ("abs", "-2", "-1")]  # fmt: skip


@pytest.mark.parametrize(("name", "at", "slope"), SLOPES, ids=lambda x: str(x))
def test_a_derivative_at_an_instance(name: str, at: str, slope: str, truths: Any) -> None:
    statement = {
        "letters": ["x[token], d[token]: vector; v: vector; s: number"],
        "maps": [f"F(X, i) = {name}(dot(X[i], v))*v on fn(X: forall i: X[i] == X[i])"],
    }
    values = {"x": [[at]], "d": [["1"]], "v": ["1"], "s": slope}
    formulas = ["forall i: D(F, x, d, i) == s*v", "forall i: D(F, x, d, i) == (s + 1)*v"]
    assert truths(formulas, statement=statement, values=values, tokens=1, dim=1) == [True, False]


@pytest.mark.parametrize(("at", "truth"), [("0, 1", True), ("1, sqrt(2)", False), ("0, 2", False), ("1, 0", False)])
def test_both_parts_of_a_polynomial_vanish_at_an_eigenvalue(at: str, truth: bool, truths: Any) -> None:
    """At 1 + i sqrt(2) the real part of x^2 + 1 is zero and the imaginary part is not."""
    values = {"U": [["1", "0", "0"], ["0", "0", "-1"], ["0", "1", "0"]], "v": ["1", "0", "0"]}
    assert truths(f"other_eigenvalue(U, v, {at})", "U: matrix; v: vector", values, dim=3) == [truth]
