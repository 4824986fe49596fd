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


def test_kleene_tables(truths: Any) -> None:
    words = {True: "0 == 0", False: "0 == 1", None: "1/0 == 0"}
    for a, b in itertools.product(words, repeat=2):
        found = truths([f"{words[a]} {op} {words[b]}" for op in ("and", "or", "=>")])
        both = False if False in (a, b) else None if None in (a, b) else True
        either = True if True in (a, b) else None if None in (a, b) else False
        implied = True if a is False or b is True else None if None in (a, b) else False
        assert found == [both, either, implied]


Judge = Callable[..., list[bool | None]]
SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"


@pytest.fixture
def truth(truths: Judge) -> Callable[[str], bool | None]:
    def judge(formula: str) -> bool | None:
        maps = [f"F(X, i) = unit(2*w + X[i]) on {SPHERES}", f"G(X, i) = unit(3*X[i] - 2*w) on {SPHERES}"]
        maps = maps if "F" in formula or "G" in formula else []
        values = {"u": [3, 4], "w": [0, 1], "V": [[2, 0], [0, 1]], "U": [[1, 2], [2, 1]]}
        letters = "u, w: vector; V, U: operator"
        return truths(formula, letters, values, statement={"maps": maps}, tokens=3, dim=2)[0]

    return judge


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
