"""Quantifiers over numbers, vectors and states: decided exactly, refuted by a sample, or left undecided."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

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
VALUES = {
    "V": [[2, 1], [1, 2]],
    "W": [[1, 2], [2, 1]],
    "P": [[0, 2], [-1, 0]],
    "v": [1, 1],
    "y": [[1, 2], [2, -1]],
    "K": 2,
    "c": 3,
}
VECTORS = {
    "forall a in vector: V(a) == V(a) + 0": True,
    "forall a in vector: V(W(a)) == W(V(a))": True,
    "forall a in vector: V(P(a)) == P(V(a))": False,
    "forall a in vector, b in vector: dot(a, V(b)) == dot(V(a), b)": True,
    "forall a in vector, b in vector: dot(a, P(b)) == dot(P(a), b)": False,
    "forall a in vector: dot(a, V(a)) >= 0": True,
    "forall a in vector: dot(a, V(a)) <= 3*dot(a, a)": True,
    "forall a in vector: dot(a, V(a)) <= 29/10*dot(a, a)": False,
    "forall a in vector: dot(a, W(a)) >= 0": False,
    "forall a in vector: dot(a, V(a)) > 0": False,
    "forall a in vector: a != 0 => dot(a, V(a)) > 0": True,
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
    "forall a in vector: dot(v, a) <= sqrt(2)*norm(a)": True,
    "forall a in vector: dot(v, a) <= 14/10*norm(a)": False,
    "forall a in vector: norm(a) >= 0": None,
    "forall a in vector: norm(a)^2 == dot(a, a)": True,
    "forall a in vector, b in vector: dot(a, V(a)) == 1 and dot(b, V(b)) == 1 => -K <= dot(a, P(b)) <= K": True,
    "forall a in vector, b in vector: dot(a, V(a)) == 1 and dot(b, V(b)) == 1 => dot(a, P(b)) <= 1": False,
    "forall a in vector: dot(a, v) > 0 => dot(a, v) + 1 > 0": None,
    "forall a in vector: (dot(v, a) == 0 and dot(v, a) == 1) => a == v": True,
    "forall i, a in vector: dot(y[i], a)^2 <= 5*dot(a, a)": True,
    "forall a in vector, i: dot(y[i], a)^2 <= 4*dot(a, a)": False,
    "exists w in vector: forall i: dot(w, y[i]) > 0": True,
    "exists w in vector: w != w": None,
    "forall a in vector: a == v": False,
    "forall a in vector: (forall b in vector: dot(a, b) == 0) => a == 0": None,
    "forall a in vector: a == 0 or a != 0": None,
    "forall X in state: (forall i: dot(X[i], X[i]) >= 0)": True,
    "exists X in state: forall i: dot(X[i], X[i]) == 1": True,
    "forall X in state: sum(i: V(X[i])) == V(sum(i: X[i]))": True,
    "forall X in state: sum(i: V(X[i])) == V(sum(i: 2*X[i]))": False,
}


@pytest.mark.parametrize("formula", VECTORS)
def test_vectors(truths: Any, formula: str) -> None:
    assert truths(formula, LETTERS, VALUES, tokens=2, dim=2) == [VECTORS[formula]]


def test_negated_statements_are_negated(truths: Any) -> None:
    for formula, expected in VECTORS.items():
        (truth,) = truths(f"not ({formula})", LETTERS, VALUES, tokens=2, dim=2)
        assert truth == (None if expected is None else not expected)


def test_eigenvalues(truths: Any) -> None:
    letters = "V: operator; v, w: vector; lam: number"
    values = {"V": [[2, 0, 0], [0, 0, 1], [0, 1, 1]], "v": [1, 0, 0], "w": [0, 1, 0], "lam": 2}
    formulas = {
        "eigenvalue(V, v, 2)": False,
        "eigenvalue(V, v, (1 + sqrt(5))/2)": True,
        "eigenvalue(V, w, 2)": True,
        "eigenvalue(V, w, (1 + sqrt(5))/2)": False,
        "eigenvalue(V, v - v, 2)": True,
        "eigenvector(V, v, lam)": True,
        "eigenvector(V, v - v, lam)": False,
        "eigenvector(V, w, lam)": False,
        "forall m in number: eigenvalue(V, v, m) => m^2 == m + 1": True,
        "forall m in number: eigenvalue(V, v, m) => m < lam": True,
        "forall m in number: eigenvalue(V, v, m) => m < 8/5": False,
        "forall m in number: eigenvalue(V, v, m) => m > 0": False,
        "exists m in number: eigenvalue(V, v, m) and m < 0": True,
        "simple_top(V, v, lam)": True,
        "simple_top(V, v, lam + 1)": False,
        "simple_top(V, w, lam)": False,
    }
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
