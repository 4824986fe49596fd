"""A counterexample counts only against the statement as it was written."""

from fractions import Fraction

from verify.statements.counterexamples import model, refuted, searched
from verify.statements.reading import read_table
from verify.verdict import Rung


def at(table, **point):
    statement = read_table(table)
    return refuted(statement, statement.show[0], {name: Fraction(value) for name, value in point.items()}, "by hand")


def test_every_hypothesis_must_hold():
    table = {"variables": {"n": "integer", "x": "(0, 1]"}, "given": "n > x", "show": "n > 2", "box": {"n": [0, 9]}}
    assert at(table, n=1, x="1/2").rung is Rung.REFUTED
    for n, x in ((1, 1), (1, 0), ("3/2", "1/2"), (3, 1), (-1, "1/2")):
        assert at(table, n=n, x=x) is None


def test_the_conclusion_must_have_a_value():
    assert at({"variables": {"x": "real"}, "show": "1/x > 0"}, x=0) is None
    assert at({"variables": {"x": "real"}, "show": "1/x > 0"}, x=-1).rung is Rung.REFUTED


def test_a_semidefinite_matrix_must_be_one():
    table = {"variables": {"P": "psd 2"}, "show": "P[0][1] <= P[0][0]"}
    assert at(table, P_0_0=1, P_0_1=2, P_1_1=1) is None
    assert at(table, P_0_0=1, P_0_1=2, P_1_1=4).rung is Rung.REFUTED


def test_the_search_gives_an_instance_too():
    point, found = searched(read_table({"variables": {"x": "positive"}, "show": "x + 1 > 0"}))
    assert found is None
    assert point["x"] > 0


def test_z3_gives_an_instance_or_says_that_there_is_none():
    point, why = model(read_table({"variables": {"x": "real"}, "given": ["x > 1000", "7*x < 7001"], "show": "x > 0"}))
    assert 1000 < point["x"] < Fraction(7001, 7)
    assert why == ""
    assert "nowhere" in model(read_table({"variables": {"x": "real"}, "given": "x**2 < 0", "show": "x > 0"}))[1]
    assert "instance" in model(read_table({"variables": {"x": "real"}, "given": "exp(x) < 0", "show": "x > 0"}))[1]
