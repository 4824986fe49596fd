"""What a statement says of its values."""

from verify.statements.reading import read_table


def test_where_it_is_defined_is_said():
    statement = read_table({"variables": {"x": "real"}, "given": "sqrt(x) < 2", "show": ["log(x - 1) < x", "1/x > 0"]})
    assert statement.hypotheses() == ["sqrt(x) < 2", "x >= 0"]
    assert [part.text for part in statement.needs()] == ["x - 1 > 0", "x != 0"]
    assert statement.scope() == "all real x with sqrt(x) < 2, wherever x >= 0 and x - 1 > 0 and x != 0"


def test_what_one_conclusion_needs_is_not_given_to_another():
    statement = read_table({"variables": {"x": "real"}, "show": ["x >= 0", "sqrt(x) >= 0"]})
    assert [part.text for part in statement.show[0].needs()] == []


def test_integers_are_asked_of_witnesses():
    statement = read_table({"variables": {"n": "integer"}, "show": "n > 0"})
    assert statement.hypotheses() == ["integer(n)"]


def test_negation():
    statement = read_table({"variables": {"x": "real"}, "show": ["x < 1 <= 2", "x == 1"]})
    assert [part.negated.text for part in statement.show] == ["x >= 1", "1 > 2", "x != 1"]
