"""Each route decides what it is for, and what a route raises leaves the question open."""

import pytest

from verify.statements import routes
from verify.statements.counterexamples import searched
from verify.statements.reading import read_table
from verify.statements.routes import attempts
from verify.verdict import Verdict


def decided(table):
    statement = read_table(table)
    instance, _ = searched(statement)
    found = []
    for item in attempts(statement, statement.show[0], instance):
        found.append(item)
        if item.verdict is not Verdict.OPEN:
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
    assert last.verdict in (Verdict.PROVED, Verdict.CERTIFIED)
    assert method in last.method
    assert note in last.reason


def test_a_route_that_raises_is_open(monkeypatch):
    def stop(*arguments, **more):
        raise ZeroDivisionError("inside\nthe tool")

    monkeypatch.setattr(routes, "prove", stop)
    monkeypatch.setattr(routes.decide, "smt", stop)
    found = decided({"variables": {"x": "real"}, "show": "x**2 + 1 > x"})
    assert found
    assert {item.verdict for item in found} == {Verdict.OPEN}
    assert all("ZeroDivisionError: inside the tool" in item.reason for item in found)


def test_a_counterexample_of_the_relaxed_problem_refutes_nothing():
    found = decided({"variables": {"x": "real"}, "show": "exp(x) > 1 + x + x**2/2 - 1/1000 - x**2"})
    assert Verdict.REFUTED not in {item.verdict for item in found}
