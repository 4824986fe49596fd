"""SymPy expressions mean what the referee reads, and relations are not decided on the way."""

import pytest
import sympy as sp

from verify.deciders.translate import Signed, text
from verify.referee.grammar import evaluate
from verify.referee.intervals import ends
from verify.statements.reading import read_table
from verify.statements.symbolic import expression, relation, stated, symbols


@pytest.mark.parametrize(
    "shown",
    ["x - y/3 - (-x)**3", "Max(x, Min(y, 2), Abs(x - y))", "sqrt(x**2 + 1)*exp(-y)", "log(y)/tanh(x)", "x**-2/(y/x)"],
)
def test_the_value_is_kept(shown):
    statement = read_table({"variables": {"x": "real", "y": "positive"}, "show": f"{shown} > 0"})
    again = text(expression(statement.show[0].left, symbols(statement)))
    point = {"x": "3/7", "y": "5/2"}
    (low, high), (least, most) = (ends(evaluate(each, point)) for each in (shown, again))
    assert low <= most
    assert least <= high
    assert high - low < 1e-15


def test_relations_stay_relations():
    statement = read_table({"variables": {"x": "real"}, "show": ["1 < 2", "x == x", "exp(x) > 0"]})
    for part in statement.show:
        assert isinstance(relation(part, symbols(statement)), sp.core.relational.Relational)
    assert isinstance(stated(Signed(sp.Integer(1), "positive")), sp.core.relational.Relational)
