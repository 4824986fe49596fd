"""Kleene truth of formulas at instances, exact where the value is exact and undecided where nothing is known."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import pytest

TRUE = [
    "1/3 + 1/6 == 1/2",
    "2^10 == 1024 and (2/3)^2 == 4/9 and 2^-1 == 1/2",
    "sqrt(2)*sqrt(2) - 2 == 0", "log(4) - 2*log(2) == 0", "log(1/6) + log(2) + log(3) == 0",
    "log(315) == 2*log(3) + log(5) + log(7)",
    "exp(log(3)) == 3 and exp(log(3)/2) == sqrt(3)",
    "exp(1)*exp(-1) == 1 and exp(1/2)^2 == exp(1)",
    "(exp(1) - exp(-1))/(exp(1) + exp(-1)) == tanh(1)",
    "tanh(log(2)) == 3/5", "1/(1 + sqrt(2)) == sqrt(2) - 1",
    "1/(1 + sqrt(2) + sqrt(3))*(1 + sqrt(2) + sqrt(3)) == 1",
    "sqrt(2 + sqrt(2))^2 == 2 + sqrt(2)",
    "sqrt(8) == 2*sqrt(2) and sqrt(2)*sqrt(3) == sqrt(6) and sqrt(4/9) == 2/3",
    "sin(1)^2 + cos(1)^2 == 1 and sin(pi/2) == 1 and cos(pi) == -1",
    "3 < pi and pi < 22/7 and 333/106 < pi",
    "exp(1) > 2718281828/1000000000 and exp(1) < 2718281829/1000000000",
    "log(2)/log(3) > 630929753/1000000000 and log(2)/log(3) < 630929754/1000000000",
    "abs(log(1/2)) == log(2) and abs(1 - sqrt(2)) == sqrt(2) - 1",
    "max(1, sqrt(2), log(4)) == sqrt(2) and min(1, sqrt(2)) == 1",
    "log(exp(2)*3) == 2 + log(3)",
    "sum(k in 0..4: k^2) == 30 and sum(k in 1..5: k) == 15 and sum(k in 3..2: k) == 0",
    "binomial(5, 2) == 10 and binomial(2, 5) == 0",
    "not 1 < 1 and (1 < 0 => 1/0 == 5)", "1/0 == 1 or 0 == 0", "sqrt(1/0) == 1 => 0 == 0", "2*exp(log(2)/3)^3 == 4",
]  # fmt: skip
FALSE = [
    "sqrt(2)*sqrt(2) - 2 != 0", "sqrt(2) == 1414213562/1000000000", "1/0 == 1 and 1 < 0", "log(9)/log(3) != 2",
    "exp(exp(1)) < 15", "sin(3) < cos(1)/4", "sqrt(cos(2)^2) == cos(2)",
]  # fmt: skip
UNDECIDED = [
    "1/0 == 0", "1/0 == 1/0 + 1", "1/(sqrt(2)*sqrt(2) - 2) > 0", "1/(log(4) - 2*log(2)) > 0", "log(0) < 1",
    "log(-1) < 1", "sqrt(-1) == 0", "0*(1/0) == 0", "exp(10^9) > 1", "sin(10^9) <= 1", "10^64*10^64*sqrt(-2) == 0",
    "forall x in number: exp(x) > 0", "exists n in size: n == 1000",
]  # fmt: skip


@pytest.mark.parametrize("formula", TRUE)
def test_what_is_true(truths: Any, formula: str) -> None:
    assert truths(formula) == [True]


@pytest.mark.parametrize("formula", FALSE)
def test_what_is_false(truths: Any, formula: str) -> None:
    assert truths(formula) == [False]


@pytest.mark.parametrize("formula", UNDECIDED)
def test_what_is_not_decided(truths: Any, formula: str) -> None:
    assert truths(formula) == [None]


def test_relations_agree_with_floating_point(truths: Any) -> None:
    """Random expressions against an independent evaluation to fifty digits."""
    mpmath = pytest.importorskip("mpmath")
    mpmath.mp.dps = 50
    draw = random.Random(7)
    names = {f: getattr(mpmath, f) for f in ("exp", "log", "sqrt", "tanh", "sin", "cos")}

    def expression(depth: int) -> str:
        if depth == 0:
            return f"{draw.randint(1, 9)}/{draw.randint(1, 9)}"
        if draw.random() < 0.4:
            return f"{draw.choice([*names, 'abs'])}({expression(depth - 1)})"
        return f"({expression(depth - 1)} {draw.choice('+-*/')} {expression(depth - 1)})"

    decided = 0
    for _ in range(150):
        text = expression(3)
        bound = Fraction(draw.randint(-30, 30), 7)
        for number in range(10):
            text = text.replace(f"{number}/", f"mpf({number})/")
        try:
            value = eval(text.replace("mpf", "mpmath.mpf"), {"mpmath": mpmath, "abs": abs, **names})
        except (ZeroDivisionError, ValueError):
            value = None
        (truth,) = truths(f"{text.replace('mpf', '')} < {bound}")
        if value is None or (hasattr(value, "imag") and value.imag != 0) or not mpmath.isfinite(value):
            assert truth is None, text
        elif truth is not None and abs(mpmath.mpf(bound.numerator) / bound.denominator - value.real) > 1e-40:
            decided += 1
            assert truth == (value.real < mpmath.mpf(bound.numerator) / bound.denominator), text
    assert decided > 80


TOKENS = "x[token]: vector; c[token]: number; m[token, token]: number"
VALUES = {"x": [[1, 2], [3, 4], [-1, 0]], "c": [1, 2, 3], "m": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]}


@pytest.mark.parametrize("formula", [
    "sum(i: c[i]) == 6 and sum(i, j: m[i, j]) == 45 and sum(i: 1) == 3",
    "sum(i: sum(j in before(i): m[i, j])) == 19 and sum(i: sum(j in upto(i): m[i, j])) == 34",
    "sum(i: dot(x[i], x[i])) == 31",
    "max(i: c[i]) == 3 and min(i: c[i] - 2) == -1",
    "diam(i: x[i]) == sqrt(32) and norm(sum(i: x[i])) == sqrt(45)",
    "forall i, j in before(i): c[j] < c[i]", "exists i: c[i] == 2",
    "forall i: (forall j: i <= j) => sum(j in before(i): x[j]) == 0 and sum(j in before(i): c[j]) == 0",
    "forall i, j: m[i, j] == 3*(c[i] - 1) + c[j]",
    "forall i: exists j: m[i, j] == 3*c[i]",
])  # fmt: skip
def test_finite_sums_and_quantifiers(truths: Any, formula: str) -> None:
    assert truths(formula, TOKENS, VALUES, tokens=3, dim=2) == [True]


def test_vectors_and_operators(truths: Any) -> None:
    letters = "V: operator; P: matrix; u, w: vector"
    values = {"V": [[2, 1], [1, 3]], "P": [[0, 1], [-1, 0]], "u": [1, 0], "w": ["3/5", "4/5"]}
    formulas = [
        "dot(u, V(w)) == dot(V(u), w)",
        "dot(u, P(w)) == -dot(P(u), w)",
        "unit(w) == w and unit(5*w) == w and norm(3*w) == 3",
        "dot(unit(u + w), unit(u + w)) == 1",
        "unit(u - u) == u",
        "unit(u + 0*w) != u",
        "u != w",
        "V(u) == 0",
    ]
    assert truths(formulas, letters, values, dim=2) == [True, True, True, True, None, False, True, False]


def test_groups_and_states(truths: Any) -> None:
    statement = {
        "groups": ["A", "B"],
        "letters": ["v: vector; a[token A]: number; q: token B"],
        "states": ["bip: A -> v, B -> -v"],
    }
    formulas = [
        "sum(i: dot(v, bip[i])) == 1",
        "sum(i in A: 1) == 2 and sum(i in B: 1) == 1",
        "bip[q] == -v",
        "forall i in A: a[i] > 0",
        "forall i in A: i < q",
    ]
    values = {"v": [0, 1], "a": [1, 2], "q": 2}
    assert truths(formulas, "", values, statement=statement, tokens={"A": 2, "B": 1}, dim=2) == [True] * 5


def test_time_where_every_letter_stands_still(truths: Any) -> None:
    letters = "z: moving number; b: measurable number; y[token]: moving vector; w: vector"
    formulas = [
        "always(z > 0)",
        "almost_always(rate(z) == 0 and b < 0)",
        "almost_always(b > 0)",
        "start(z) == 2",
        "tends(z, 2)",
        "tends(z, 1)",
        "exponentially_small(z)",
        "exponentially_small(z - 2)",
        "limsup_at_most(z, 2)",
        "decays(z, 1)",
        "decays(z, -1)",
        "decays(-z, 1)",
        "decays(z - 2, 5)",
        "always(z >= time)",
        "always(time >= 0)",
        "at_start(time == 0)",
        "tends(time, 0)",
        "forall i: tends(norm(y[i] - w), 0)",
        "almost_always(rate(z*time) == 2)",
    ]
    expected = [True, True, False, True, True, False, False, True, True, False, True, True, True]
    expected += [False, None, True, None, True, None]
    values = {"z": 2, "b": -1, "y": [[1, 1]], "w": [1, 1]}
    assert truths(formulas, letters, values, tokens=1, dim=2) == expected


def test_equilibria_solve_flows(truths: Any) -> None:
    flow = "f(X, i) = sum(j: X[j]) - dot(X[i], sum(j: X[j]))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"
    statement = {"letters": ["y[token]: moving vector"], "flows": [flow]}
    for y, expected in (
        ([[1, 0], [1, 0]], True),
        ([[1, 0], [-1, 0]], True),
        ([[1, 0], [0, 1]], False),
        ([[2, 0], [2, 0]], False),
        ([[0, 0], [0, 0]], False),
    ):
        assert truths("solves(f, y)", "", {"y": y}, statement=statement, tokens=2, dim=2) == [expected]


def test_functions_and_letters_without_values(truths: Any) -> None:
    statement = {"letters": ["g(number): number; h(number, token): number; y[token]: random vector"]}
    values = {"g": "fn(x: x^2 + 1)", "h": "fn(x, i: x*sum(j in upto(i): 1))"}
    formulas = ["g(3) == 10", "forall i: h(2, i) <= 4", "almost_surely(forall i: norm(y[i]) == 1)", "g(g(0)) == 2"]
    assert truths(formulas, "", values, statement=statement, tokens=2, dim=1) == [True, True, None, True]


SOFTMAX = "sum(j: exp(dot(X[i], P(X[j])))/sum(k: exp(dot(X[i], P(X[k]))))*X[j])"
MAPS = {
    "softmax": f"dot(X[i], u)^0*X[i] + a*{SOFTMAX}",
    "unit": "unit(X[i] + a*sum(j in upto(i): dot(X[j], P(X[i]))*X[j]))",
    "coefficients": "(dot(X[i], u) - 1)*X[i] + norm(X[i])*sum(j in upto(i): abs(dot(X[j], u))*X[j])",
    "functions": "tanh(dot(X[i], u))*X[i] + (sin(dot(X[i], u)) - cos(a*dot(X[i], X[i])))*u + log(2 + dot(X[i], u)^2)*u",
    "extremes": "max(j: dot(X[j], u))*X[i] + min(dot(X[i], u), 5)*u/(1 + dot(X[i], X[i]))",
}


@pytest.mark.parametrize("name", MAPS)
def test_derivatives_agree_with_differences(truths: Any, name: str) -> None:
    """D against symmetric differences of the same map, whose error is of second order in the step."""
    statement = {
        "letters": ["x[token], h[token], xp[token], xm[token]: vector; P: matrix; u, w: vector; a, e, bound: number"],
        "maps": [f"F(X, i) = {MAPS[name]} on fn(X: 0 == 0)"],
    }
    x, h = [["1/2", "2/3"], ["-1/3", "3/4"]], [["1/5", "-1/2"], ["2/3", "1/7"]]
    step = Fraction(1, 1000)
    moved = {
        side: [
            [str(Fraction(p) + sign * step * Fraction(q)) for p, q in zip(u, w, strict=True)]
            for u, w in zip(x, h, strict=True)
        ]
        for side, sign in (("xp", 1), ("xm", -1))
    }
    values = {"x": x, "h": h, **moved, "P": [["1/3", 1], [0, "-1/2"]], "u": [1, "1/2"], "w": [-1, 1]}
    values |= {"a": "1/4", "e": str(step)}
    error = "abs(dot(D(F, x, h, i) - (F(xp, i) - F(xm, i))/(2*e), {})) < bound"
    close = f"forall i: {error.format('u')} and {error.format('w')}"
    half = f"forall i: {error.format('u').replace('D(F, x, h, i)', 'D(F, x, h, i)/2')}"
    given = {**values, "bound": "1/100000"}
    assert truths([close, half], "", given, statement=statement, tokens=2, dim=2) == [True, False]


def test_derivatives_agree_with_sympy(truths: Any) -> None:
    sympy = pytest.importorskip("sympy")
    body = "X[i]/(1 + dot(X[i], X[i])) + dot(X[i], sum(j: X[j]))^2*sum(j in upto(i): X[j])"
    statement = {"letters": ["x[token], h[token], d[token]: vector"], "maps": [f"F(X, i) = {body} on fn(X: 0 == 0)"]}
    X = sympy.Matrix(2, 2, sympy.symbols("p:4"))
    x, h = sympy.Matrix([[1, 2], [3, -1]]) / 2, sympy.Matrix([[1, -1], [2, 5]]) / 3
    images = [
        X[i, :] / (1 + X[i, :].dot(X[i, :]))
        + X[i, :].dot(X[0, :] + X[1, :]) ** 2 * sum((X[j, :] for j in range(i + 1)), sympy.zeros(1, 2))
        for i in range(2)
    ]
    at = dict(zip(X, x, strict=True))
    expected = [
        [sum((image[k].diff(s) * w for s, w in zip(X, h, strict=True)), sympy.S.Zero).subs(at) for k in range(2)]
        for image in images
    ]
    texts = lambda rows: [[str(entry) for entry in row] for row in rows]  # noqa: E731
    values = {"x": texts(x.tolist()), "h": texts(h.tolist()), "d": texts(expected)}
    formulas = ["forall i: D(F, x, h, i) == d[i]", "forall i: D(F, x, x, i) == d[i]"]
    assert truths(formulas, "", values, statement=statement, tokens=2, dim=2) == [True, False]


def test_corners_have_no_derivative(truths: Any) -> None:
    statement = {
        "letters": ["x[token], h[token]: vector; u: vector"],
        "maps": [
            "corner(X, i) = abs(dot(X[i], u))*u on fn(X: 0 == 0)",
            "tie(X, i) = max(j: dot(X[j], u))*u on fn(X: 0 == 0)",
            "root(X, i) = norm(X[i])*u on fn(X: 0 == 0)",
        ],
    }
    values = {"x": [[0, 0], [0, 0]], "h": [[1, 0], [0, 0]], "u": [1, 0]}
    formulas = [f"exists i: D({name}, x, h, i) == u" for name in ("corner", "tie", "root")]
    formulas += ["forall i: corner(x, i) == 0"]
    assert truths(formulas, "", values, statement=statement, tokens=2, dim=2) == [None, None, None, True]


def test_kleene_tables(truths: Any) -> None:
    words = {True: "0 == 0", False: "0 == 1", None: "1/0 == 0"}
    for a, b in itertools.product(words, repeat=2):
        found = truths([f"{words[a]} {op} {words[b]}" for op in ("and", "or", "=>")])
        both = False if False in (a, b) else None if None in (a, b) else True
        either = True if True in (a, b) else None if None in (a, b) else False
        implied = True if a is False or b is True else None if None in (a, b) else False
        assert found == [both, either, implied]
