"""Formulas at instances whose truth is easy to get wrong by one: bounds, multiplicities, quantifiers, functions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Judge = Callable[..., list[bool | None]]
TWO = "forall x in number, y in number: "
SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"

TRUE = [
    "sin(pi/2) == 1", "cos(pi) == -1", "sin(3*pi/2) == -1", "cos(2*pi) == 1", "sin(0) == 0",
    "sin(1)^2 + cos(1)^2 == 1", "tanh(0) == 0", "tanh(log(2)) == 3/5",
    "sqrt(8) == 2*sqrt(2)", "sqrt(12)*sqrt(3) == 6", "sqrt(2)^4 == 4", "1/(1 + sqrt(2)) == sqrt(2) - 1",
    "exp(log(3)/2)^2 == 3", "exp(2*log(5)) == 25", "log(8) == 3*log(2)", "log(6/5) == log(2) + log(3) - log(5)",
    "log(exp(2)*3) == 2 + log(3)", "exp(1) > 271/100", "exp(1) < 272/100", "pi > 314/100", "pi < 22/7",
    "2^0 == 1", "0^0 == 1", "binomial(5, 0) == 1", "binomial(5, 2) == 10", "binomial(3, 5) == 0",
    "max(1, 2, 3) == 3", "min(3, 2, 1) == 1", "abs(-3) == 3", "sum(k in 2..1: 1) == 0", "sum(k in 0..3: k) == 6",
    "sum(i: sum(j in before(i): 1)) == 3", "max(i: sum(j in upto(i): 1)) == 3",
    "diam(i: u) == 0", "norm(u) == 5", "unit(u) == u/5", "dot(u, V(u)) == 3^2*2 + 4^2",
    TWO + "(x + y)^2 >= 0", TWO + "x^2 + y^2 >= 2*x*y", TWO + "x == y => x - y == 0",
    "forall x in number: x^2 >= 2*x - 1", "forall x in number: x > 1 => x^2 > 1", "exists x in number: x^2 == 2",
    "forall x in number: x^2 != -1", "exists x in number: x^3 - x + 1 == 0", "forall x in number: x != 0 => x^2 > 0",
    "forall e in vector: dot(e, V(e)) >= dot(e, e)", "forall e in vector: dot(e, V(e)) <= 2*dot(e, e)",
    "forall e in vector: e != 0 => dot(e, V(e)) > 0", "positive_definite(V)", "eigenvector(V, w, 1)",
    "eigenvalue(V, w, 2)", "not eigenvalue(V, w, 1)", "forall m in number: eigenvalue(V, w, m) => m == 2",
    "forall a in vector, b in vector: dot(a, V(b)) <= 2*norm(a)*norm(b)",
    "forall i, j: i < j or j <= i", "exists i: forall j: i <= j", "decays(0, 5)", "tends(3, 3)",
    "exponentially_small(0)", "fixed(F, fn(i: w))", "inside_disc(F, fn(i: w))", "lyapunov(F, fn(i: w))",
    "asymptotically_stable(F, fn(i: w))", "not inside_disc(G, fn(i: w))", "outside_disc(G, fn(i: w))",
    "spectrum(F, fn(i: w), V, w, fn(m: 1/3), 1/3)",
]  # fmt: skip
FALSE = [
    "sin(pi/2 + pi) == 1", "sin(pi/2 + 1) == 1", "cos(pi/2) == 1", "exp(1) > 272/100", "pi > 22/7", "sqrt(3/4) == 1/2",
    "sqrt(2) == 141421/100000",
    "0^2 == 1", "binomial(4, 2) == 5", "sum(k in 0..3: k) == 5", "sum(i: sum(j in upto(i): 1)) == 3",
    TWO + "x^2 - y^2 >= 0", TWO + "x*y == 0", TWO + "(x + y)^2 > 0", "forall x in number: x^2 > 0",
    "forall x in number: x^2 >= 2*x", "exists x in number: x^2 == -1", "forall x in number: x > 1 => x > 2",
    "forall e in vector: dot(e, V(e)) >= 2*dot(e, e)", "forall e in vector: dot(e, V(e)) > 0",
    "forall a in vector, b in vector: dot(a, V(b)) <= norm(a)*norm(b)", "eigenvalue(V, w, 1)", "eigenvector(V, w, 2)",
    "eigenvector(V, 0, 1)", "forall m in number: eigenvalue(V, w, m) => m < 2", "positive_definite(U)",
    "exists i: forall j: i < j", "decays(1, 1)", "decays(-1, -1)", "tends(3, 4)", "exponentially_small(1)",
    "fixed(F, fn(i: u/5))", "fixed(F, fn(i: -w))", "inside_disc(G, fn(i: w))", "lyapunov(G, fn(i: w))",
    "spectrum(F, fn(i: w), V, w, fn(m: 1/3), 1/2)", "spectrum(F, fn(i: w), V, w, fn(m: m/3), 1/3)",
]  # fmt: skip
UNDECIDED = [
    "1/(1 - 1) == 0", "log(-1) == 0", "log(0) < 0", "sqrt(-1) == 0", "unit(0) == 0",
    "forall x in number: exp(x) >= 1 + x", "1/(1 - 1) == 0 and 1 == 1", "0*(1/0) == 0",
    "exists x in number: exp(x) == 2 and x < 7/10", "inside_disc(F, fn(i: 2*w))",
]  # fmt: skip
NEVER_FALSE = [
    "forall x in number, y in number: x + y != 0 => (x + y)^2 > 0",
    "forall x in number: x*x^2 >= 0 or x < 0",
]


@pytest.fixture
def truth(truths: Judge) -> Callable[[str], bool | None]:
    def judge(formula: str) -> bool | None:
        maps = [f"F(X, i) = unit(2*w + X[i]) on {SPHERES}", f"G(X, i) = unit(3*X[i] - 2*w) on {SPHERES}"]
        maps = maps if "F" in formula or "G" in formula else []
        values = {"u": [3, 4], "w": [0, 1], "V": [[2, 0], [0, 1]], "U": [[1, 2], [2, 1]]}
        letters = "u, w: vector; V, U: operator"
        return truths(formula, letters, values, statement={"maps": maps}, tokens=3, dim=2)[0]

    return judge


@pytest.mark.parametrize("formula", TRUE)
def test_true(formula: str, truth: Callable[[str], bool | None]) -> None:
    assert truth(formula) is True


@pytest.mark.parametrize("formula", FALSE)
def test_false(formula: str, truth: Callable[[str], bool | None]) -> None:
    assert truth(formula) is False


@pytest.mark.parametrize("formula", UNDECIDED)
def test_undecided(formula: str, truth: Callable[[str], bool | None]) -> None:
    assert truth(formula) is None


@pytest.mark.parametrize("formula", NEVER_FALSE)
def test_a_truth_is_never_called_false(formula: str, truth: Callable[[str], bool | None]) -> None:
    assert truth(formula) is not False
