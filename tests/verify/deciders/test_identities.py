"""Identities: true ones proved, false ones refuted at a point, and what resists stays open."""

import pytest
import sympy as sp

from attnverify.verify.deciders.identities import identity
from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.verdict import Rung

a, b, c, n, x, y = sp.symbols("a b c n x y")
E = sp.symbols("E", positive=True)

TRUE = [
    ((x + y) ** 2 / (x - y), (x**2 + 2 * x * y + y**2) / (x - y)), (sp.exp(a + b / 2), sp.exp(a) * sp.exp(b / 4) ** 2),
    (2 * sp.tanh(a) / (1 + sp.tanh(a) ** 2), sp.tanh(2 * a)), (sp.cosh(a) ** 2 - sp.sinh(a) ** 2, 1),
    (sp.sqrt(1 + a**2) ** 3 / sp.sqrt(1 + a**2), 1 + a**2),
    (sp.sqrt(2) * sp.sqrt(2 + x) ** 2, sp.sqrt(2) ** 3 + x * sp.sqrt(2)), ((1 + x) ** (n + 1), (1 + x) * (1 + x) ** n),
    (sp.log(x) * (y + 1), y * sp.log(x) + sp.log(x)), (sp.E * sp.exp(x) * sp.pi, sp.exp(x + 1) * sp.pi),
]  # fmt: skip


@pytest.mark.parametrize("pair", TRUE, ids=range(len(TRUE)))
def test_true_identities_are_proved(pair: tuple[sp.Expr, sp.Expr]) -> None:
    found = identity({"pair": pair}, scope="all")
    assert found.rung is Rung.PROVED
    assert recheck(found.certificate).status is Status.CONFIRMED


@pytest.mark.parametrize("pair", TRUE[:5], ids=range(5))
def test_false_twins_are_refuted(pair: tuple[sp.Expr, sp.Expr]) -> None:
    found = identity({"pair": (pair[0], 2 * pair[1] + 1)}, scope="all")
    assert found.rung is Rung.REFUTED
    assert recheck(found.certificate).status is Status.CONFIRMED


def test_the_refuting_point_satisfies_what_is_given() -> None:
    found = identity({"pair": (x * E, x)}, given=[x > 3, x < 4], scope="all")
    assert found.rung is Rung.REFUTED
    assert found.certificate is not None
    assert set(found.certificate["hypotheses"]) == {"x - 3 > 0", "4 - x > 0", "E > 0"}


def test_relations() -> None:
    tie = [(c**2, 1 + a)]
    assert identity({"c": (c**4, (1 + a) ** 2)}, relations=tie, scope="all").rung is Rung.PROVED
    assert identity({"c": (c**4, (1 + a) ** 2)}, scope="all").rung is Rung.REFUTED
    false = identity({"c": (c**4, (1 + a) ** 3)}, relations=tie, given=[a > 0], scope="all")
    assert false.rung is Rung.REFUTED
    assert identity({"c": (c, 1 + a)}, relations=[(c**2, -1 - a**2)], scope="all").rung is Rung.OPEN


def test_matrices_entry_by_entry() -> None:
    m = sp.Matrix([[x, y], [0, 1]])
    assert identity({"square": (m**2, m * m)}, scope="all").rung is Rung.PROVED
    false = identity({"square": (m**2, m)}, scope="all")
    assert false.rung is Rung.REFUTED
    with pytest.raises(ValueError, match="shape"):
        identity({"square": (m, sp.Matrix([1, 2]))}, scope="all")


def test_beyond_the_method_is_open_with_the_difference() -> None:
    found = identity({"double angle": (sp.sin(2 * x), 2 * sp.sin(x) * sp.cos(x))}, scope="all")
    assert found.rung is Rung.OPEN
    assert "double angle" in found.reason


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="at least one"):
        identity({}, scope="all")
    with pytest.raises(ValueError, match="float"):
        identity({"x": (0.5 * x, x / 2)}, scope="all")


@pytest.mark.parametrize("strange", [sp.nan, sp.zoo, sp.oo])
def test_what_is_no_number_equals_nothing(strange: sp.Expr) -> None:
    with pytest.raises(ValueError, match="real"):
        identity({"pair": (strange, strange)}, scope="all")


def test_products_that_do_not_commute_are_refused() -> None:
    a, b = sp.symbols("a b", commutative=False)
    m, n = sp.MatrixSymbol("m", 2, 2), sp.MatrixSymbol("n", 2, 2)
    for pair in ((a * b, b * a), (m * n, n * m)):
        with pytest.raises(ValueError, match="commute"):
            identity({"pair": pair}, scope="all")


@pytest.mark.parametrize("name", ["2", "x ", "x+1", ""])
def test_a_name_that_reads_as_something_else_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="called"):
        identity({"pair": (sp.Symbol(name), 2 * x)}, scope="all")
