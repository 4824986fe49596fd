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
    leaf,
    lemma,
)

from .cases import case


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
