"""Written trees parse to the same value."""

import random

import pytest

from verify.referee.grammar import evaluate
from verify.referee.syntax import parse
from verify.statements.scalars import Scalars
from verify.statements.writing import written

SCALARS = {"a": 0, "b": 0}


def _text(source: random.Random, depth: int) -> str:
    if depth == 0:
        return source.choice(("a", "b", "3", "0.5", "2"))
    left, right = _text(source, depth - 1), _text(source, depth - 1)
    shapes = (f"({left}) - ({right})", f"({left})*({right})", f"-({left})", f"({left})**2", f"{left} + {right}")
    return source.choice((*shapes, f"({left})/(({right})**2 + 1)", f"Max({left}, {right})", f"{left} - {right}"))


@pytest.mark.parametrize("seed", range(60))
def test_random_expressions_keep_their_value(seed):
    text = _text(random.Random(seed), 4)
    again = written(Scalars(SCALARS).number(parse(text)))
    point = {"a": "2/3", "b": -5}
    assert evaluate(again, point) == evaluate(text, point)
