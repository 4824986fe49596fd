"""Sizes are upper bounds of what SymPy finds when it expands."""

import pytest
import sympy as sp

from verify.referee.syntax import GrammarError, parse
from verify.statements.scalars import Scalars
from verify.statements.sizes import measured
from verify.statements.symbolic import expression

KNOWN = {name: sp.Symbol(name, real=True) for name in "abc"}


def scalar(text):
    return Scalars(dict.fromkeys(KNOWN, 0)).number(parse(text))


@pytest.mark.parametrize(
    "text",
    ["(a + b + c)**5", "(a - b)*(a + b)**2*(c + 1)", "a/(b + c) + b/(a + c)", "(a/(b + 1) + c)**3", "1/(a + 2*b)**-4"],
)
def test_terms_and_degrees_are_bounded(text):
    node = scalar(text)
    found = measured(node)
    top, bottom = sp.fraction(sp.together(expression(node, KNOWN)))
    for part, most in ((top, found.terms), (bottom, found.bottom)):
        polynomial = sp.Poly(sp.expand(part), *KNOWN.values())
        assert len(polynomial.terms()) <= most
        assert polynomial.total_degree() <= found.degree


@pytest.mark.parametrize(
    "text", ["(a + b + c)**30*(a - b + 1)**10", "exp(exp(8))", "Max(a, a, a, a, a, a, a, a, a)", "a**(1/2)"]
)
def test_what_is_too_large_is_refused(text):
    with pytest.raises(GrammarError):
        measured(scalar(text))
