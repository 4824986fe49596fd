"""The truth of formulas at instances: exact where it can be, undecided where nothing is known, never wrong."""

from __future__ import annotations

import itertools
import operator
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected

# Kleene truth of formulas at instances, exact where the value is exact and undecided where nothing is known.
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
        "dot(u, V(w)) == dot(V(u), w)", "dot(u, P(w)) == -dot(P(u), w)",
        "unit(w) == w and unit(5*w) == w and norm(3*w) == 3", "dot(unit(u + w), unit(u + w)) == 1", "unit(u - u) == u",
        "unit(u + 0*w) != u", "u != w", "V(u) == 0",
    ]  # fmt: skip
    assert truths(formulas, letters, values, dim=2) == [True, True, True, True, None, False, True, False]


def test_groups_and_states(truths: Any) -> None:
    statement = {
        "groups": ["A", "B"],
        "letters": ["v: vector; a[token A]: number; q: token B"],
        "states": ["bip: A -> v, B -> -v"],
    }
    formulas = [
        "sum(i: dot(v, bip[i])) == 1", "sum(i in A: 1) == 2 and sum(i in B: 1) == 1", "bip[q] == -v",
        "forall i in A: a[i] > 0", "forall i in A: i < q",
    ]  # fmt: skip
    values = {"v": [0, 1], "a": [1, 2], "q": 2}
    assert truths(formulas, "", values, statement=statement, tokens={"A": 2, "B": 1}, dim=2) == [True] * 5


def test_time_where_every_letter_stands_still(truths: Any) -> None:
    letters = "z: moving number; b: measurable number; y[token]: moving vector; w: vector"
    formulas = [
        "always(z > 0)", "almost_always(rate(z) == 0 and b < 0)", "almost_always(b > 0)", "start(z) == 2",
        "tends(z, 2)", "tends(z, 1)", "exponentially_small(z)", "exponentially_small(z - 2)", "limsup_at_most(z, 2)",
        "decays(z, 1)", "decays(z, -1)", "decays(-z, 1)", "decays(z - 2, 5)", "always(z >= time)", "always(time >= 0)",
        "at_start(time == 0)", "tends(time, 0)", "forall i: tends(norm(y[i] - w), 0)",
        "almost_always(rate(z*time) == 2)",
    ]  # fmt: skip
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


# Formulas at instances whose truth is easy to get wrong by one: bounds, multiplicities, quantifiers, functions.
Judge = Callable[..., list[bool | None]]
TWO = "forall x in number, y in number: "
SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"

TRUE_HERE = [
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
FALSE_HERE = [
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
UNDECIDED_HERE = [
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


@pytest.mark.parametrize("formula", TRUE_HERE)
def test_true(formula: str, truth: Callable[[str], bool | None]) -> None:
    assert truth(formula) is True


@pytest.mark.parametrize("formula", FALSE_HERE)
def test_false(formula: str, truth: Callable[[str], bool | None]) -> None:
    assert truth(formula) is False


@pytest.mark.parametrize("formula", UNDECIDED_HERE)
def test_undecided(formula: str, truth: Callable[[str], bool | None]) -> None:
    assert truth(formula) is None


@pytest.mark.parametrize("formula", NEVER_FALSE)
def test_a_truth_is_never_called_false(formula: str, truth: Callable[[str], bool | None]) -> None:
    assert truth(formula) is not False


# Quantifiers over numbers, vectors and states: decided exactly, refuted by a sample, or left undecided.
NUMBERS = {
    "forall x in number: x^2 - 2*x + 1 >= 0": True,
    "forall x in number: x^2 - 2*x + 1 > 0": False,
    "forall x in number: x^4 - x^2 + 1/4 >= 0": True,
    "forall x in number: x^4 - x^2 + 1/5 >= 0": False,
    "forall x in number: x^2 == 2 => x^4 == 4 and x < 3/2": True,
    "forall x in number: x^2 == 2 => x > 0": False,
    "exists x in number: x^3 == 2": True,
    "exists x in number: x^3 == 2 and x < 126/100": True,
    "exists x in number: x^3 == 2 and x < 1259/1000": False,
    "exists x in number: x^2 == -1": False,
    "exists x in number: x^2 < 1/1000000 and x > 0": True,
    "forall x in number: x > 0 or x < 0 or x == 0": True,
    "forall x in number: x > 0 or x < 0": False,
    "forall x in number: not (x^2 < 0)": True,
    "forall x in number: sqrt(2)*x^2 - 2*x + 1/sqrt(2) >= 0": True,
    "forall x in number: sqrt(2)*x^2 - 2*x + 7/10 >= 0": False,
    "forall x in number: (x - 1)*(x - 2)*(x - 3) == 0 => x == 1 or x == 2 or x == 3": True,
    "forall x in number: x^3 - 6*x^2 + 11*x - 6 == 0 => x == 1 or x == 2": False,
    "forall x in number: exp(x)*exp(-x) == 1": True,
    "forall x in number: exp(2*x) == exp(x)^2 and (x + 1)^2 == x^2 + 2*x + 1": True,
    "forall x in number: exp(x) > x": None, "forall x in number: exp(x) < 2": False,
    "exists x in number: exp(x) > 2": True, "forall x in number: x*(1/x) == 1": None,
    "forall x in number: 1/x > 0": False, "exists x in number: 1/x == 0": None,
    "exists x in number: x == -1 and exp(x) < 1": True,
    "forall x in number, y in number: 2*x*y <= x^2 + y^2": True,
    "forall x in number, y in number: 3*x*y <= x^2 + y^2": False,
    "forall x in number, y in number: x^2 + y^2 > 0": False,
    "forall x in number, y in number: x^2 + y^2 + 1 > x + y": True,
    "forall x in number: exists y in number: y > x": None,
    "exists x in number: forall y in number: y^2 >= x": True,
    "forall x in number: x >= 0 or (forall y in number: y < x)": False,
    "forall n in size: n^2 >= n": None, "forall n in size: n^2 > n": False, "exists n in size: 2^n == 8": True,
}  # fmt: skip


@pytest.mark.parametrize("formula", NUMBERS)
def test_numbers(truths: Any, formula: str) -> None:
    assert truths(formula) == [NUMBERS[formula]]


LETTERS = "V, W: operator; P: matrix; v: vector; y[token]: vector; K, c: number"
OF_VECTORS = {
    "V": [[2, 1], [1, 2]], "W": [[1, 2], [2, 1]], "P": [[0, 2], [-1, 0]], "v": [1, 1], "y": [[1, 2], [2, -1]], "K": 2,
    "c": 3,
}  # fmt: skip
VECTORS = {
    "forall a in vector: V(a) == V(a) + 0": True, "forall a in vector: V(W(a)) == W(V(a))": True,
    "forall a in vector: V(P(a)) == P(V(a))": False,
    "forall a in vector, b in vector: dot(a, V(b)) == dot(V(a), b)": True,
    "forall a in vector, b in vector: dot(a, P(b)) == dot(P(a), b)": False,
    "forall a in vector: dot(a, V(a)) >= 0": True, "forall a in vector: dot(a, V(a)) <= 3*dot(a, a)": True,
    "forall a in vector: dot(a, V(a)) <= 29/10*dot(a, a)": False, "forall a in vector: dot(a, W(a)) >= 0": False,
    "forall a in vector: dot(a, V(a)) > 0": False, "forall a in vector: a != 0 => dot(a, V(a)) > 0": True,
    "forall a in vector: a != 0 => dot(a, W(a)) > 0": False,
    "forall a in vector: dot(v, a) == 0 => dot(a, V(a)) == dot(a, a)": True,
    "forall a in vector: dot(v, a) == 0 => dot(a, V(a)) == 2*dot(a, a)": False,
    "forall a in vector: dot(v, a) == 0 => dot(a, W(a)) <= 0": True,
    "forall a in vector: a != 0 and dot(v, a) == 0 => dot(a, W(a)) < 0": True,
    "forall a in vector: a != 0 and dot(v, a) == 0 => dot(a, V(a)) < dot(a, a)": False,
    "forall a in vector: dot(a, a) == 1 => dot(a, V(a)) <= 3": True,
    "forall a in vector: dot(a, a) == 1 => dot(a, V(a)) < 3": False,
    "forall a in vector: dot(a, a) == 1 => dot(a, v) <= sqrt(2)": True,
    "forall a in vector: dot(a, a) == 1 => dot(a, v) < 7/5": False,
    "forall a in vector: dot(a, V(a)) == 1 => dot(a, a) <= 1": True,
    "forall a in vector: dot(a, V(a)) == 1 => dot(a, a) < 1": False,
    "forall a in vector, b in vector: dot(a, P(b)) <= K*norm(a)*norm(b)": True,
    "forall a in vector, b in vector: dot(a, P(b)) <= 19/10*norm(a)*norm(b)": False,
    "forall a in vector, b in vector: dot(a, P(b)) <= 0 - norm(a)*norm(b)": False,
    "forall a in vector: dot(v, a) <= sqrt(2)*norm(a)": True, "forall a in vector: dot(v, a) <= 14/10*norm(a)": False,
    "forall a in vector: norm(a) >= 0": None, "forall a in vector: norm(a)^2 == dot(a, a)": True,
    "forall a in vector, b in vector: dot(a, V(a)) == 1 and dot(b, V(b)) == 1 => -K <= dot(a, P(b)) <= K": True,
    "forall a in vector, b in vector: dot(a, V(a)) == 1 and dot(b, V(b)) == 1 => dot(a, P(b)) <= 1": False,
    "forall a in vector: dot(a, v) > 0 => dot(a, v) + 1 > 0": None,
    "forall a in vector: (dot(v, a) == 0 and dot(v, a) == 1) => a == v": True,
    "forall i in token, a in vector: dot(y[i], a)^2 <= 5*dot(a, a)": True,
    "forall a in vector, i: dot(y[i], a)^2 <= 4*dot(a, a)": False,
    "exists w in vector: forall i: dot(w, y[i]) > 0": True, "exists w in vector: w != w": None,
    "forall a in vector: a == v": False, "forall a in vector: (forall b in vector: dot(a, b) == 0) => a == 0": None,
    "forall a in vector: a == 0 or a != 0": None, "forall X in state: (forall i: dot(X[i], X[i]) >= 0)": True,
    "exists X in state: forall i: dot(X[i], X[i]) == 1": True,
    "forall X in state: sum(i: V(X[i])) == V(sum(i: X[i]))": True,
    "forall X in state: sum(i: V(X[i])) == V(sum(i: 2*X[i]))": False,
}  # fmt: skip


@pytest.mark.parametrize("formula", VECTORS)
def test_vectors(truths: Any, formula: str) -> None:
    assert truths(formula, LETTERS, OF_VECTORS, tokens=2, dim=2) == [VECTORS[formula]]


def test_negated_statements_are_negated(truths: Any) -> None:
    for formula, expected in VECTORS.items():
        (truth,) = truths(f"not ({formula})", LETTERS, OF_VECTORS, tokens=2, dim=2)
        assert truth == (None if expected is None else not expected)


def test_eigenvalues(truths: Any) -> None:
    letters = "V: operator; v, w: vector; lam: number"
    values = {"V": [[2, 0, 0], [0, 0, 1], [0, 1, 1]], "v": [1, 0, 0], "w": [0, 1, 0], "lam": 2}
    formulas = {
        "eigenvalue(V, v, 2)": False, "eigenvalue(V, v, (1 + sqrt(5))/2)": True, "eigenvalue(V, w, 2)": True,
        "eigenvalue(V, w, (1 + sqrt(5))/2)": False, "eigenvalue(V, v - v, 2)": True, "eigenvector(V, v, lam)": True,
        "eigenvector(V, v - v, lam)": False, "eigenvector(V, w, lam)": False,
        "forall m in number: eigenvalue(V, v, m) => m^2 == m + 1": True,
        "forall m in number: eigenvalue(V, v, m) => m < lam": True,
        "forall m in number: eigenvalue(V, v, m) => m < 8/5": False,
        "forall m in number: eigenvalue(V, v, m) => m > 0": False,
        "exists m in number: eigenvalue(V, v, m) and m < 0": True, "simple_top(V, v, lam)": True,
        "simple_top(V, v, lam + 1)": False, "simple_top(V, w, lam)": False,
    }  # fmt: skip
    assert truths(list(formulas), letters, values, dim=3) == list(formulas.values())


def test_forms_agree_with_eigenvalues(truths: Any) -> None:
    """Random symmetric forms against numpy's eigenvalues, away from ties."""
    numpy = pytest.importorskip("numpy")
    draw = random.Random(3)
    for _ in range(25):
        n = draw.choice([1, 2, 3])
        A = [[0] * n for _ in range(n)]
        for i in range(n):
            for j in range(i + 1):
                A[i][j] = A[j][i] = draw.randint(-4, 6)
        B = [[draw.randint(-3, 3) for _ in range(n)] for _ in range(n)]
        least, largest = numpy.linalg.eigvalsh(numpy.array(A))[[0, -1]]
        stretch = numpy.linalg.norm(numpy.array(B), 2)
        c, k = draw.randint(-3, 8), draw.randint(1, 6)
        if min(abs(least - c), abs(largest - c), abs(stretch - k), abs(least)) < 1e-6:
            continue
        formulas = {
            "forall a in vector: dot(a, A(a)) >= c*dot(a, a)": least > c,
            "forall a in vector: dot(a, a) == 1 => dot(a, A(a)) < c": largest < c,
            "forall a in vector, b in vector: dot(a, B(b)) <= k*norm(a)*norm(b)": stretch < k,
            "positive_definite(A)": least > 0,
        }
        values = {"A": A, "B": B, "c": c, "k": k}
        assert truths(list(formulas), "A: operator; B: matrix; c, k: number", values, dim=n) == list(formulas.values())


def test_no_dimension_at_all(truths: Any) -> None:
    formulas = [
        "forall a in vector, b in vector: dot(a, P(b)) <= -norm(a)*norm(b)",
        "forall a in vector: a == 0",
        "dim(E) == 0",
    ]
    assert truths(formulas, "P: matrix", {"P": []}, statement={"spaces": ["E"]}, dim=0) == [True, True, True]


def test_random_formulas_in_one_number(truths: Any) -> None:
    """No universal truth has a counterexample on a grid, no false existence a witness."""
    draw = random.Random(8)
    grid = [Fraction(k, 4) for k in range(-16, 17)]

    def drawn(depth: int) -> tuple[str, Callable[[Fraction], bool]]:
        if depth == 0:
            a, b, c = draw.randint(-2, 2), draw.randint(-3, 3), draw.randint(-3, 3)
            word, holds = draw.choice(list(RELATIONS.items()))
            return f"{a}*x^2 + {b}*x + {c} {word} 0", lambda x: holds(a * x**2 + b * x + c, 0)
        (left, p), (right, q) = drawn(depth - 1), drawn(depth - 1)
        word, join = draw.choice(list(CONNECTIVES.items()))
        return f"({left}) {word} ({right})", lambda x: join(p(x), q(x))

    seen = set()
    for _ in range(60):
        text, holds = drawn(draw.randint(0, 2))
        everywhere, somewhere = truths([f"forall x in number: {text}", f"exists x in number: {text}"])
        seen |= {everywhere, somewhere}
        assert None not in (everywhere, somewhere)
        assert not (everywhere and not all(map(holds, grid))), text
        assert not (somewhere is False and any(map(holds, grid))), text
        (opposite,) = truths(f"exists x in number: not ({text})")
        assert opposite is not everywhere
    assert seen == {True, False}


RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
CONNECTIVES: dict[str, Callable[[bool, bool], bool]] = {
    "and": lambda p, q: p and q,
    "or": lambda p, q: p or q,
    "=>": lambda p, q: not p or q,
}


def test_a_long_range_is_not_run_through(truths: Callable[..., list[bool | None]]) -> None:
    assert truths("sum(k in 0..100001: 1) > 0") == [None]


# Inequalities of forms for all numbers and vectors: true, false, or left undecided where nothing here decides them.

OF_NUMBERS = {  # for all x and y
    "x - x == 0 => x^2 + y^2 >= 0": True,
    "2*x == 2*y => 2*x == x + y => x^2 - y^2 == 0": True,
    "x == y and x == y + 1 => x > 0": True,
    "x < y => x^2 + y^2 >= 0": True,
    "x < y => x^2 - 1 >= 0": False,
    "x == y => exp(x) + y^2 > 0": None,
    "x == y => x^2 - y^2 > 0": False,
    # of positive numbers: sums of terms of one sign have it, differences have none
    "0 < x => 0 < y => x + y != 0": True,
    "0 < x => 0 < y => 0 < x + y or 0 < x - y": True,
    "0 < x => 0 < y => x - y < 0 or x == 7": False,
    "0 < x => 0 < y => abs(x + y) >= 0": None,
}
LENGTHS = {
    # for all u and w
    "norm(u) >= 0": None, "norm(u) > 0": False, "norm(u) == 0": False, "dot(u, w) <= norm(u)*norm(w)": True,
    "dot(u, w) < norm(u)*norm(w)": False, "dot(u, w) < norm(u)*norm(w) + 1": None,
    "dot(u, w) <= norm(u)*norm(w)/2": False, "dot(u, w)^2 <= norm(u)*norm(w)": None, "dot(u, w) <= norm(u)": False,
    "dot(u, v) <= norm(u)": True, "dot(u, v) <= norm(u)/2": False, "u != v => dot(u, v) <= norm(u)": None,
    "dot(u, v)^2 <= norm(u)": None,
    "dot(u, v)^2 + dot(u, v) <= norm(u)": False,
    "dot(u, v) <= norm(u) + norm(w)": None, "dot(u, v) <= norm(u) + 1": None,
    "dot(u, v)*norm(w) <= norm(u)*norm(w)": True,
    "(dot(u, v)^3 - dot(u, v))*v != 0 => dot(w, v)^3 == dot(w, v)": False,
    "dot(u, u) == 1 and dot(w, w) == 1 => dot(u, w) + dot(u, v)^2 <= 2": None,
    "dot(u, u) == 1 => dot(u, v) + dot(u, v)^2 <= 2": None,
    "dot(u, u) == -1 => i < i": None, "i < i": False,
    "dot(u, u) == 1 and dot(w, w) == 1 => dot(u, w) <= 1": True,
    "dot(u, u) == 1 and dot(w, w) == 1 => dot(u, w) < 1": False,
    "dot(u, u) == 1 and dot(w, w) == 1 => dot(u, w) < 2": True,
    "dot(u, u) == 1 => dot(u, w) <= 1": False,
    "dot(u, u) == 1 and dot(w, w) != 1 => dot(u, w) <= 1": None,
    "dot(w, w) != 1 and dot(u, u) == 1 => dot(u, w) <= 1": None,
    "dot(u, u) == 1 and dot(w, w) == 1 => dot(w, v)^2 <= 1 + dot(u, v)^2": None,
    "dot(u, u) == 1 and dot(u, w) == 1 and dot(w, w) == 4 => dot(u, w) <= 1": None,
    "dot(u, u) == 1 and dot(u, u) == 4 => dot(u, w) <= 1": None,
    "dot(u, u) == 1 and dot(u, u) + dot(w, w) == 4 => dot(u, u) <= 1": None,
}  # fmt: skip
ON_SPHERES = {  # what is given of u, and whether dot(u, v) <= 1, <= 2, dot(u, v)^2 <= 1, dot(u, u) <= 1 then
    "dot(u, u) == 1": (True, True, True, True),
    "2*dot(u, u) == 8": (False, True, False, False),
    "dot(u, u) == -1": (None, None, None, None),
    "dot(u, u) == 0": (None, None, None, None),
    "dot(u, u) + dot(u, v) == 1": (None, None, None, None),
    "dot(u, v) == 1": (True, True, True, False),
    "dot(u, v)^2 == 1": (True, True, True, None),
}
AT: dict[str, Any] = {"tokens": 1, "dim": 2}


@pytest.mark.parametrize(("formula", "truth"), OF_NUMBERS.items())
def test_of_numbers(truths: Judge, formula: str, truth: bool | None) -> None:
    assert truths(f"forall x in number, y in number: {formula}") == [truth]


@pytest.mark.parametrize(("formula", "truth"), LENGTHS.items())
def test_of_lengths(truths: Judge, formula: str, truth: bool | None) -> None:
    letters, values = "v: vector; i: token", {"v": [1, 0], "i": 0}
    assert truths(f"forall u in vector, w in vector: {formula}", letters, values, **AT) == [truth]


@pytest.mark.parametrize(("given", "expected"), ON_SPHERES.items())
def test_on_spheres(truths: Judge, given: str, expected: tuple[bool | None, ...]) -> None:
    goals = ("dot(u, v) <= 1", "dot(u, v) <= 2", "dot(u, v)^2 <= 1", "dot(u, u) <= 1")
    formulas = [f"forall u in vector: {given} => {goal}" for goal in goals]
    assert truths(formulas, "v: vector", {"v": [1, 0]}, **AT) == list(expected)


EIGENVALUES = [  # U, v, and whether 1 is another eigenvalue, and whether all others are 7
    ([[1]], [1], False, True),
    ([[1, 0], [0, 1]], [1, 0], True, False),
    ([[1, 0], [0, 1]], [0, 0], None, None),
]


@pytest.mark.parametrize(("U", "v", "one", "seven"), EIGENVALUES)
def test_eigenvalues_beside_one(truths: Judge, U: Any, v: Any, one: bool | None, seven: bool | None) -> None:
    formulas = [
        "other_eigenvalue(U, v, 1, 0)",
        "forall s in number, w in number: other_eigenvalue(U, v, s, w) => s == 7",
    ]
    assert truths(formulas, "U: matrix; v: vector", {"U": U, "v": v}, dim=len(v)) == [one, seven]


# What is left undecided at an instance: what is too large, what depends on time, what no map has.

OF_A_SIZE = {  # n, and whether binomial(n, 2) > 0 and 2^n > 0
    1000: [True, True],
    1001: [True, None],
    10_000: [True, None],
    10_001: [None, None],
}


@pytest.mark.parametrize(("n", "expected"), OF_A_SIZE.items())
def test_sizes_that_are_counted_with(truths: Judge, n: int, expected: list[bool | None]) -> None:
    assert truths(["binomial(n, 2) > 0", "2^n > 0"], "n: size", {"n": n}) == expected


@pytest.mark.parametrize(("formula", "truth"), [
    ("((((2^64)^64)^64)^64) > 0", None),
    ("exp(log(2)*1000) > 1", True),
    ("exp(log(2)*100000) > 1", None),
    ("almost_always(rate(time*x) == x)", None),
    ("almost_always(rate(time*x) == 0)", None),
    ("almost_always(rate(2*x) == 0)", True),
])  # fmt: skip
def test_too_many_digits_and_rates(truths: Judge, formula: str, truth: bool | None) -> None:
    assert truths(formula, "x: number", {"x": 2}) == [truth]


def test_a_premise_about_every_token(truths: Judge) -> None:
    orthogonal = "forall u in vector: (forall j: dot(u, y[j]) == 0) => "
    formulas = [f"{orthogonal}dot(u, y[i]) == 0", f"{orthogonal}dot(u, y[i]) > 0", f"{orthogonal}dot(u, w) == 0"]
    values: dict[str, Any] = {"y": [[1, 0, 0], [0, 1, 0]], "w": [0, 1, 1], "i": 1}
    found = truths(formulas, "y[token], w: vector; i: token", values, tokens=2, dim=3)
    assert found == [True, False, False]


def test_a_family_of_numbers_is_no_state(truths: Judge) -> None:
    """Among the letters of the instance that could be an attractor there is one with numbers for its tokens."""
    statement = {
        "letters": ["V: operator; S: state; p[token]: number"],
        "maps": ["F(X, i) = unit(X[i] + V(X[i])) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    }
    values = {"p": [3], "V": [[2, 0], [0, 1]], "S": [[-1, 0]]}
    formulas = ["almost_all_reach(F, fn(X: forall i: X[i] == S[i]))"]
    assert truths(formulas, "", values, statement=statement, tokens=1, dim=2) == [False]


def test_a_state_of_the_instance_may_attract(truths: Judge) -> None:
    """The state S is no axis, and no vector of the instance: it is looked at as one of the letters."""
    statement = {
        "letters": ["V: operator; S: state"],
        "maps": ["F(X, i) = unit(X[i] + V(X[i])) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    }
    values = {"V": [["9/25", "12/25"], ["12/25", "16/25"]], "S": [["3/5", "4/5"], ["3/5", "4/5"]]}
    assert truths(
        "almost_all_reach(F, fn(X: exists i: X[i] != S[i]))", "", values, statement=statement, tokens=2, dim=2
    ) == [False]


def test_a_state_at_which_only_one_component_rests_is_no_equilibrium(truths: Judge) -> None:
    """Every solution tends to 5 w; at w the field is along w, and its other component is zero."""
    statement = {"letters": ["v, w: vector"], "flows": ["F(X, i) = 5*w - X[i] on fn(X: forall i: dot(v, X[i]) == 0)"]}
    formulas = [f"almost_all_converge(F, fn(X: forall i: dot(w, X[i]) > {k}))" for k in (3, 5)]
    found = [
        truths(formulas, "", {"v": [1, 0], "w": w}, statement=statement, tokens=1, dim=2) for w in ([0, 1], [0, 0])
    ]
    assert found == [[None, None], [False, False]]


# Families over steps at an instance: one value at every step, and what is said of all steps.
OVER_STEPS = ["x[step, token]: vector; a[step]: number; f: size -> number; i: token"]
AT_REST: dict[str, Any] = {
    "tokens": 2,
    "dim": 2,
    "letters": {"x": {"always": [[1, 0], [0, 2]]}, "a": {"always": 3}, "f": "fn(n in size: n^2)", "i": 0},
}


def truths(*formulas: str, **letters: Any) -> list[bool | None]:
    """Their truth at AT_REST with other letters."""
    statement = read({"letters": OVER_STEPS, "show": list(formulas)})
    report = judge_instance(statement, {**AT_REST, "letters": {**AT_REST["letters"], **letters}})
    return [truth for _, truth in report.show]


def test_a_constant_family_is_known_at_every_step() -> None:
    assert truths(
        "forall n in step, j: x[n + 1, j] == x[n, j]",
        "forall n in step: a[n] == 3 and dot(x[n, i], x[n, i]) == 1",
        "forall n in step: a[n] == 4",
        "a[7] == 3",
    ) == [True, True, False, True]


def test_what_fails_for_some_number_is_not_refuted_for_sizes() -> None:
    assert truths("forall n in size: n*(n - 1) >= 0", "forall n in size, m in size: (n - m)^2 != 1/4") == [None, None]


def test_what_holds_for_all_numbers_holds_for_sizes_and_what_fails_at_a_size_fails() -> None:
    assert truths("forall n in size: n^2 + 1 > 0", "forall n in size: f(n) >= 0", "forall n in size: n < 3") == [
        True,
        True,
        False,
    ]


def test_a_family_over_steps_is_no_list() -> None:
    with pytest.raises(Rejected, match="a value of size -> number cannot be written"):
        truths("a[0] == 1", a=[1, 2])
    with pytest.raises(Rejected, match="a value of size -> number cannot be written"):
        truths("a[0] == 1", a={"always": 1, "after": 2})
