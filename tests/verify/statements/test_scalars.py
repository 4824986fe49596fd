"""Matrices written out by entries mean what the referee's own matrix arithmetic says."""

import pytest

from verify.referee.grammar import evaluate
from verify.referee.syntax import GrammarError, parse
from verify.statements.scalars import Scalars
from verify.statements.writing import written

POINT = {"P_0_0": 2, "P_0_1": -1, "P_1_1": 3, "x": "1/2", "y": 5}
MATRIX = {"P": [[2, -1], [-1, 3]], "x": "1/2", "y": 5}


@pytest.mark.parametrize(
    "text",
    [
        "P[0][1]*x - P[1][0]/y",
        "dot([x, y], P @ [x, y])",
        "det(P - x*[[1, 0], [0, 1]])",
        "trace(P @ P + transpose(P))",
        "(P @ [x, y])[1]",
        "det([[x, y, 1], [y, 2, x], [0, 1, P[0][0]]])",
        "[x, y] @ [y, x]",
        "-(P/2)[0][0]**-2",
        "Max(x, y, -P[0][0]) + Abs(-x)",
    ],
)
def test_entries_give_the_same_number(text):
    scalar = Scalars({"P": 2, "x": 0, "y": 0}).number(parse(text))
    assert evaluate(written(scalar), POINT) == evaluate(text, MATRIX)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("P", "a number is needed"),
        ("P[2][0]", "outside 0..1"),
        ("P[x][0]", "literal number"),
        ("x[0]", "only matrices"),
        ("P + x", "do not match"),
        ("P @ [x, y, 1]", "do not match"),
        ("x/P", "cannot be divided by"),
        ("P*P", "multiplied with @"),
        ("rank(P)", "has no place"),
        ("det([x, y])", "has no place"),
        ("[[x, y], [x]]", "of one length"),
        ("x**y", "literal number"),
        ("z", "not declared"),
        ("trace(" + "P @ " * 40 + "P)", "symbols"),
    ],
)
def test_what_does_not_fit_is_refused(text, says):
    with pytest.raises(GrammarError, match=says):
        Scalars({"P": 2, "x": 0, "y": 0}).number(parse(text))
