"""Statements are parsed and bounded; whatever is wrong gives one line."""

import sys

import pytest

from verify.statements.domains import StatementError
from verify.statements.reading import MAX_BYTES, read_file, read_table

GOOD = {"variables": {"x": "real"}, "show": "x**2 >= 0"}


def test_a_whole_file_is_read(tmp_path):
    path = tmp_path / "lemma.toml"
    path.write_text(
        'title = "t"\ngiven = ["0 < x < 1.5"]\nshow = ["P[0][1]*x <= 0.1"]\n[variables]\nx = "real"\nP = "psd 2"\n'
        '[box]\nx = [0.5, "4/3"]\n[instance]\nx = 1\nP = [[1, 0], [0, 1]]\n'
    )
    statement = read_file(path)
    assert statement.scalars == ["x", "P_0_0", "P_0_1", "P_1_1"]
    assert [relation.text for relation in statement.given] == ["0 < x", "x < 3/2"]
    assert [relation.text for relation in statement.show] == ["P_0_1*x <= 1/10"]
    assert "1/2 <= x" in statement.hypotheses()
    assert statement.instance["P_1_1"] == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"show": "x.__class__"}, "unexpected '.'"),
        ({"show": "__import__ > 0"}, "unexpected '_'"),
        ({"show": "a__b > 0"}, "double underscores"),
        ({"show": "open(x) > 0"}, "unknown function 'open'"),
        ({"show": "9**9**9 > 0"}, "literal number"),
        ({"show": "x**31 > 0"}, "at most 30"),
        ({"show": "(((9**30)**30)**30)**30 > 0"}, "binary digits"),
        ({"show": "(x**30)**30 > 0"}, "degree"),
        ({"show": "exp(exp(exp(9))) > 0"}, "beyond 1000"),
        ({"show": "exp(2000) > 0"}, "beyond 1000"),
        ({"show": "(" * 60 + "x" + ")" * 60 + " > 0"}, "nesting deeper"),
        ({"show": "-" * 3000 + "x > y"}, "not declared"),
        ({"show": "x > 0 if x else y"}, "unexpected 'if'"),
        ({"show": "9" * 101 + " > x"}, "100 digits"),
        ({"show": "x + 1"}, "not a relation"),
        ({"show": "integer(x)"}, "not a relation"),
        ({"show": "P[0][1] > 0"}, "'P' is not declared"),
        ({"show": "[x, x] > 0"}, "a number is needed"),
        ({"show": "x*" * 999 + "x > 0"}, "degree"),
        ({"show": "x" * 4001}, "4001 characters"),
        ({"show": ["x > 0"] * 25}, "at most 24"),
        ({"show": 3}, "a text or a list of texts"),
        ({"show": [["x > 0"]]}, "a text or a list of texts"),
        ({"show": []}, "'show' is missing"),
        ({"shows": "x > 0"}, "unknown field 'shows'"),
        ({"title": 3}, "'title'"),
        ({"title": "two\nlines"}, "'title'"),
        ({"variables": []}, "'variables' must be a table"),
        ({"variables": {}}, "'variables' must be a table"),
        ({"variables": {f"x{i}": "real" for i in range(25)}}, "at most 24"),
        ({"variables": {"x": 1}}, "variables.x is '1'"),
        ({"variables": {"x": "complex"}}, "allowed are real"),
        ({"variables": {"x": "psd 9"}}, "from 1 to 4"),
        ({"variables": {"x": "psd 0"}}, "from 1 to 4"),
        ({"variables": {"x": "[1, 0]"}}, "lower end comes first"),
        ({"variables": {"x": "[0, exp(1)]"}}, "exact number"),
        ({"variables": {"x": "[0, 1e400000]"}}, "exact number"),
        ({"variables": {"x": {"real": True}}}, "variables.x"),
        ({"variables": {"__x": "real"}}, "a name is"),
        ({"variables": {"root_1_": "real"}}, "a name is"),
        ({"variables": {"exp": "real"}}, "a name is"),
        ({"variables": {"P": "psd 2", "P_0_1": "real"}, "show": "P_0_1 > 0"}, "also the name of a matrix's entry"),
        ({"box": {"y": [0, 1]}}, "no such number"),
        ({"box": {"x": [1, 0]}}, "lower end comes first"),
        ({"box": {"x": [0, "nan"]}}, "exact number"),
        ({"box": {"x": [0, True]}}, "exact number"),
        ({"box": [1]}, "'box' must be a table"),
        ({"instance": {"y": 1}}, "no such variable"),
        ({"instance": 1}, "'instance' must be a table"),
        ({"squares": "1/x"}, "not a polynomial"),
        ({"given": "x > "}, "unexpected 'the end'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(change, says):
    with pytest.raises(StatementError) as caught:
        read_table({**GOOD, **change})
    assert says in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 600


def test_instances_fit_their_matrices():
    table = {"variables": {"P": "psd 2"}, "show": "det(P) >= 0"}
    for rows, says in (([[1, 2]], "2 rows"), ([[1, 2], [3, 4]], "not symmetric"), (1, "2 rows")):
        with pytest.raises(StatementError, match=says):
            read_table({**table, "instance": {"P": rows}})
    with pytest.raises(StatementError, match="no value for y"):
        read_table({"variables": {"x": "real", "y": "real"}, "show": "x > y", "instance": {"x": 1}})


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\x00\xff\xfe binary", "no UTF-8"),
        (b"\x00", "not TOML"),
        (b"x" * (MAX_BYTES + 1), "longer than"),
        (b"x = " + b"9" * 10_000_000, "longer than"),
        (b"a" + b".a" * 30_000 + b" = 1", "longer than 500 characters"),
        (("x = " + "[" * 450).encode(), "nested too deeply|not TOML"),
        (b"x = " + b"9" * 400, "unknown field"),
        (b"x = 1e999999999", "unknown field"),
        (b"x = ", "not TOML"),
        (b"", "'variables' must be"),
    ],
)
def test_hostile_files_are_refused(tmp_path, content, says):
    path = tmp_path / "hostile.toml"
    path.write_bytes(content)
    with pytest.raises(StatementError, match=says) as caught:
        read_file(path)
    assert len(str(caught.value)) < 600


def test_many_nested_arrays_are_refused(tmp_path):
    path = tmp_path / "nested.toml"
    path.write_text("x = " + "[\n" * (sys.getrecursionlimit() * 2))
    with pytest.raises(StatementError, match="nested too deeply"):
        read_file(path)


def test_a_file_that_is_not_there(tmp_path):
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(StatementError, match="cannot be read"):
            read_file(path)
