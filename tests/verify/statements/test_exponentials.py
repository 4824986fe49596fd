"""The facts about the replaced functions are true, and keep what the functions are."""

import itertools
import random

import pytest
import sympy as sp

from verify.deciders.translate import Signed
from verify.statements.exponentials import is_transcendental, replaced

x, y = sp.symbols("x y", real=True)
EXPRESSIONS = [
    sp.exp(x) + sp.exp(y),
    sp.log(sp.exp(x) + sp.exp(y)) - sp.exp(x + 2 * y),
    sp.tanh(x) * sp.tanh(x - y / 2),
    sp.exp(1) + sp.log(7) - sp.exp(sp.Rational(-3, 2)) * x,
    sp.log(1 + sp.tanh(x) ** 2) * sp.exp(-y),
]


@pytest.mark.parametrize("expr", EXPRESSIONS, ids=str)
def test_the_facts_hold_at_random_points(expr):
    found = replaced([Signed(expr, "positive")])
    assert found is not None
    assert not is_transcendental([*found.conditions, *found.facts])
    source = random.Random(3)
    for _ in range(25):
        point = {x: sp.Rational(source.randint(-30, 30), 10), y: sp.Rational(source.randint(-30, 30), 10)}
        meanings = {name: sp.sympify(meaning, locals={"x": x, "y": y}) for name, meaning in found.legend.items()}
        values = {name: sp.N(meaning.subs(point), 40) for name, meaning in meanings.items()}
        at = {**point, **{symbol: values[symbol.name] for symbol in _new(found) if symbol.name in values}}
        assert abs(sp.N(found.conditions[0].expr.subs(at) - expr.subs(point), 30)) < 1e-25
        for fact in found.facts:
            value = sp.N(fact.expr.subs(at), 30)
            allowed = {"positive": value > 0, "nonnegative": value > -1e-25, "zero": abs(value) < 1e-25}
            assert allowed[fact.sign], (fact, point)


def _new(found):
    parts = itertools.chain(found.conditions, found.facts)
    return {symbol for part in parts for symbol in part.expr.free_symbols} - {x, y}


def test_new_names_avoid_those_of_the_user():
    taken = sp.Symbol("exp0", real=True)
    found = replaced([Signed(sp.exp(x) + taken + sp.Symbol("log0", real=True) + sp.log(x), "positive")])
    assert found is not None
    assert not {"exp0", "log0"} & set(found.legend)


def test_too_many_functions_are_left_alone():
    many = sum(sp.exp(sp.Symbol(f"x{i}", real=True)) for i in range(12))
    assert replaced([Signed(many, "positive")]) is None
