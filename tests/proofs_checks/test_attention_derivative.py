"""The linear functional that stands for a weighted sum over the tokens of a row."""

from fractions import Fraction

import pytest
import sympy as sp

from proofs_checks.power_method.attention.attention_derivative import mean

WEIGHTS = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
TOKENS = ((1, 2, -1), (3, Fraction(-1, 2), 2), (-2, 5, 4))  # (x, u, w) per token


def _moments(expr):
    """The symbols m_abc of `expr` as weighted sums of x^a u^b w^c over TOKENS."""
    values = {}
    for symbol in expr.free_symbols:
        a, b, c = (int(power) for power in symbol.name.removeprefix("m_"))
        values[symbol] = sum(A * x**a * u**b * w**c for A, (x, u, w) in zip(WEIGHTS, TOKENS, strict=True))
    return values


@pytest.mark.parametrize("text", ["x*u", "x + 3*w", "(u + w)*x - 2", "x**2*w - u"])
def test_mean_is_the_weighted_sum_over_tokens(text):
    x, u, w = sp.symbols("x u w", real=True)
    expr = sp.sympify(text, locals={"x": x, "u": u, "w": w})
    found = mean(expr)
    direct = sum(A * expr.subs({x: a, u: b, w: c}) for A, (a, b, c) in zip(WEIGHTS, TOKENS, strict=True))
    assert sp.simplify(found.subs(_moments(found)) - direct) == 0


def test_mean_of_a_constant_is_the_constant_because_weights_sum_to_one():
    assert mean(sp.Integer(7)) == 7
