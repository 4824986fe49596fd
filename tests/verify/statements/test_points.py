"""Points satisfy the hypotheses, equalities included, and are the same every time."""

from itertools import islice

from verify.statements.points import points, satisfies
from verify.statements.reading import read_table


def test_equalities_are_solved_for():
    statement = read_table(
        {
            "variables": {"p": "positive", "q": "positive", "r": "real"},
            "given": ["p + q == 1", "r == p*q"],
            "show": "r < 1",
        }
    )
    found = list(islice(points(statement), 5))
    assert len(found) == 5
    assert all(point["p"] + point["q"] == 1 and point["r"] == point["p"] * point["q"] for point in found)
    assert found == list(islice(points(statement), 5))


def test_the_given_instance_comes_first():
    statement = read_table({"variables": {"x": "real"}, "show": "x < 1", "instance": {"x": "17/3"}})
    assert str(next(points(statement))["x"]) == "17/3"


def test_contradictions_have_no_points():
    statement = read_table({"variables": {"x": "real"}, "given": ["x > 1", "x < 1"], "show": "x > 0"})
    assert list(points(statement)) == []


def test_what_has_no_value_is_not_satisfied():
    assert not satisfies({"x": 0}, ["1/x > 0"])


def test_integers_in_a_box_are_found():
    statement = read_table({"variables": {"n": "integer"}, "box": {"n": ["71/2", "75/2"]}, "show": "n > 0"})
    assert {point["n"] for point in points(statement)} == {36, 37}
