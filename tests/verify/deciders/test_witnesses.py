"""A refutation counts when the referee confirms its witness."""

import sympy as sp

from attnverify.verify.deciders.witnesses import hunt, points, refutation
from attnverify.verify.verdict import Rung

x = sp.Symbol("x")


def test_a_confirmed_witness_refutes() -> None:
    found = refutation(
        {x: sp.Rational(1, 2), "M": sp.eye(2)}, [x**2 < x], hypotheses=[x > 0, "det(M) == 1"], scope="s", method="m"
    )
    assert found.rung is Rung.REFUTED
    assert "x = 1/2" in found.reason


def test_anything_else_is_open() -> None:
    for values, violates in (({"x": 2}, [x**2 < x]), ({"x": 0.5}, [x**2 < x]), ({}, [x < 0]), ({"x": 1}, [])):
        assert refutation(values, violates, scope="s", method="m").rung is Rung.OPEN
    false_hypothesis = refutation({"x": -1}, [x < 0], hypotheses=[x > 0], scope="s", method="m")
    assert false_hypothesis.rung is Rung.OPEN


def test_the_hunt_is_deterministic_and_exact() -> None:
    assert list(points(["x", "y"], 20)) == list(points(["x", "y"], 20))
    assert hunt(["x > 2", "x < 3", "y == 0"], ["x", "y"]) is not None
    assert hunt(["x > 2", "x < 2"], ["x"]) is None
