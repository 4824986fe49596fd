"""The rewriting is undone by putting back what the symbols stand for."""

import pytest
import sympy as sp

from attnverify.verify.deciders.algebraic import Algebraic

x, y = sp.symbols("x y", positive=True)


@pytest.mark.parametrize("expr", [
    sp.exp(x / 2 + 1) * sp.tanh(y),
    sp.sqrt(1 + sp.exp(x)) / (x + sp.sqrt(y)),
    x ** (y + 1) + sp.log(x),
    (1 + x) ** sp.Rational(-3, 2),
    sp.exp(sp.sqrt(x)) * sp.E,
])  # fmt: skip
def test_putting_back_gives_the_same_value(expr: sp.Expr) -> None:
    algebraic = Algebraic([expr])
    rewritten = algebraic.of(expr)
    restored = rewritten
    while restored.free_symbols & set(algebraic.where):
        restored = restored.subs(algebraic.where)
    difference = (restored - expr).subs({x: sp.Rational(3, 7), y: sp.Rational(5, 3)})
    assert abs(difference.evalf(40)) < sp.Float("1e-30")
    assert not rewritten.atoms(sp.exp, sp.log, sp.tanh)


def test_new_names_do_not_clash() -> None:
    taken = sp.Symbol("exp0")
    algebraic = Algebraic([taken + sp.exp(x)])
    assert str(algebraic.of(taken + sp.exp(x))) in ("exp0 + exp1", "exp1 + exp0")
