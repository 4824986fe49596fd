"""Relations and expressions at exact values: true, false, undecided, refused."""

from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.referee.grammar import GrammarError, evaluate, holds

V = {"M": [[1, 2], [2, 4]], "A": [["1/2", "1/2"], ["1/4", "3/4"]], "u": [1, -1], "x": "1/3", "n": 3}


@pytest.mark.parametrize(("relation", "truth"), [
    ("x == 1/3", True),
    ("x != 0.5", True),
    ("0 < x < 1 < n", True),
    ("0 < x < 1/3", False),
    ("integer(n)", True),
    ("integer(n*x + x)", False),
    ("rank(M) == 1", True),
    ("det(M) == 0", True),
    ("trace(A) == 5/4", True),
    ("A @ ones(2) == ones(2)", True),
    ("A > 0", True),
    ("A > 1/4", False),
    ("A != M", True),
    ("dot(u, u) == 2", True),
    ("u @ M @ u == M[0][0] - 2*M[0][1] + M[1][1]", True),
    ("transpose(M) == M", True),
    ("M - 5*identity(2) == [[-4, 2], [2, -1]]", True),
    ("diag(1, 2) == diag([1, 2])", True),
    ("rows(A) + cols(A) == 4", True),
    ("Max(x, n) == 3 ", True),
    ("Min(x, n) == x", True),
    ("Abs(-x) == x", True),
    ("sqrt(x**2) == x", True),
    ("exp(log(n)) == n", True),
    ("exp(1) > 2.718281828459045", True),
    ("exp(1) < 2.718281828459046", True),
    ("tanh(20) < 1", True),
    ("exp(x)*exp(-x) == 1", None),
    ("exp(x)*exp(-x) >= 1", None),
    ("sqrt(2)**2 == 2", None),
])  # fmt: skip
def test_holds(relation: str, truth: bool | None) -> None:
    assert holds(relation, V) is truth


@pytest.mark.parametrize("relation", [
    "y > 0", "1/(x - 1/3) > 0", "(x - 1/3)**-1 > 0", "sqrt(-1) > 0", "log(0) < 1", "x", "M + 1 == 2", "M * A == M",
    "M @ [1, 2, 3] == 0", "det(u) == 0", "M[2][0] == 1", "M[x] == 1", "A == [1, 2, 3]", "[[1, 2], [3]] == 0",
    "identity(10**6) == 1", "9**9**9 > 0", "((9**999)**999)**999 > 0", "x**(1/2) > 0", "integer(x) + 1 > 0",
    "ones(0) == 1",
])  # fmt: skip
def test_refused_with_one_line(relation: str) -> None:
    with pytest.raises(GrammarError) as caught:
        holds(relation, V)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("bad", [0.5, float("nan"), True, None, {"a": 1}, "y", "1/0", [], [[1], 2], [[1], [1, 2]]])
def test_values_are_exact_or_refused(bad: Any) -> None:
    with pytest.raises(GrammarError, match=r"x|list|rows"):
        holds("x == x", {"x": bad})


def test_evaluate_is_exact_where_it_can_be() -> None:
    assert evaluate("x + 1/7", {"x": Fraction(1, 7)}) == Fraction(2, 7)
    assert evaluate("exp(0) + sqrt(16) + log(1)", {}) == 5
    low, high = evaluate("sqrt(2)", {}).low, evaluate("sqrt(2)", {}).high  # type: ignore[union-attr]
    assert low**2 < 2 < high**2


def test_more_digits_decide_what_few_cannot() -> None:
    assert holds(f"exp(1) > {Fraction(27182818284590452353602874713526624977, 10**37)}", {}) is True


def test_an_enclosure_that_touches_decides_only_its_own_direction() -> None:
    assert holds("Abs(exp(1)*exp(-1) - 1) >= 0", {}) is True
    assert holds("Abs(exp(1)*exp(-1) - 1) > 0", {}) is None
    assert holds("Abs(exp(1)*exp(-1) - 1) < 0", {}) is False


def test_an_integer_that_cannot_be_told_is_undecided() -> None:
    assert holds("integer(log(sqrt(2) - sqrt(2)))", {}) is None


def test_numbers_too_long_to_print_and_relations_as_values_are_refused() -> None:
    with pytest.raises(GrammarError, match="an exponent must be an integer"):
        holds("x**(3**10000/2) > 0", {"x": 2})
    with pytest.raises(GrammarError, match="relation"):
        holds("x > 0", {"x": "1 < 2"})
