"""Each route decides what it is for, and what a route raises leaves the question open."""

import pytest

from verify.statements import routes
from verify.statements.counterexamples import searched
from verify.statements.reading import read_table
from verify.statements.routes import attempts
from verify.verdict import Rung


def decided(table):
    statement = read_table(table)
    instance, _ = searched(statement)
    found = []
    for item in attempts(statement, statement.show[0], instance):
        found.append(item)
        if item.rung is not Rung.OPEN:
            break
    return found


@pytest.mark.parametrize(
    ("variables", "show", "method", "note"),
    [
        ({"x": "real"}, "tanh(2*x) == 2*tanh(x)/(1 + tanh(x)**2)", "SymPy", ""),
        ({"x": "real"}, "x**2 + 1 > x", "Handelman", ""),
        ({"P": "psd 2", "x": "real"}, "dot([x, 1], P @ [x, 1]) >= 0", "", ""),
        ({"x": "[1, 2]"}, "exp(x) < 2*x**2 + 1", "python-flint", ""),
        ({"x": "real"}, "exp(-x) > -x", "Handelman", "with exp0 = exp(x)"),
        ({"n": "integer"}, "n**2 >= n", "Handelman", "of integers"),
    ],
)
def test_routes(variables, show, method, note):
    last = decided({"variables": variables, "show": show})[-1]
    assert last.rung in (Rung.PROVED, Rung.CERTIFIED)
    assert method in last.method
    assert note in last.reason


def test_a_route_that_raises_is_open(monkeypatch):
    def stop(*arguments, **more):
        raise ZeroDivisionError("inside\nthe tool")

    monkeypatch.setattr(routes, "prove", stop)
    monkeypatch.setattr(routes.decide, "smt", stop)
    found = decided({"variables": {"x": "real"}, "show": "x**2 + 1 > x"})
    assert found
    assert {item.rung for item in found} == {Rung.OPEN}
    assert all("ZeroDivisionError: inside the tool" in item.reason for item in found)


def test_a_counterexample_of_the_relaxed_problem_refutes_nothing():
    found = decided({"variables": {"x": "real"}, "show": "exp(x) > 1 + x + x**2/2 - 1/1000 - x**2"})
    assert Rung.REFUTED not in {item.rung for item in found}
