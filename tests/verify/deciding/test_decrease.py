"""A maximum of functions along a field: proved, refuted at an exact state, left open, or refused."""

import pytest

from attnverify.verify.deciding.deciding import decide_lemma
from attnverify.verify.deciding.files import lemma
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.referee.lemmas import judged

PLANE = {"x": "real", "y": "real"}
AVERAGING = {"x": "reals", "A": "row-stochastic"}


def made(letters, pieces, field, given=()):
    return lemma({"letters": letters, "pieces": pieces, "field": field, "given": list(given)}, "decrease")


def decided(*args):
    found = decide_lemma(made(*args), 30)
    if found.data is not None:
        assert judged(found.data).verdict == found.verdict
    return found


@pytest.mark.parametrize("args", [
    (PLANE, ["x^2", "y^2"], {"x": "-x + y", "y": "x - y"}),
    (AVERAGING, ["for k: x[k]"], {"x[i]": "sum(j: A[i, j]*(x[j] - x[i]))"}),
    ({"v": "vector", "y": "vector"}, ["dot(y, y)"], {"y": "dot(v, y)*v - dot(v, v)*y"}),
    ({"x": "real"}, ["x/(1 + x^2)"], {"x": "-x^2"}, ["-1 <= x", "x <= 1"]),
], ids=["plane", "averaging", "Oja", "quotient"])  # fmt: skip
def test_what_does_not_rise_is_proved(args):
    found = decided(*args)
    assert found.verdict == "PROVED", found.resisted


@pytest.mark.parametrize("args", [
    (PLANE, ["x^2", "y^2"], {"x": "-x + 2*y", "y": "x - y"}),
    (PLANE, ["x^2"], {"x": "-x + y", "y": "x - y"}),
    (AVERAGING, ["for k: x[k]"], {"x[i]": "x[i] - sum(j: A[i, j]*x[j])"}),
], ids=["plane", "one piece only", "away from the average"])  # fmt: skip
def test_what_rises_somewhere_is_refuted_at_an_exact_state(args):
    found = decided(*args)
    assert found.verdict == "REFUTED"
    assert found.data["refuted"]["instance"]["letters"]["x"]


def test_what_resists_is_open():
    found = decide_lemma(made({"x": "real"}, ["-x^2*sin(x)"], {"x": "x"}, ["0 <= x", "x <= 1"]), 2)
    assert found.verdict == "OPEN"
    assert found.data is None


def test_the_statement_has_a_line_for_every_piece_and_every_divisor():
    shown = made({"x": "real", "y": "positive"}, ["x/y", "x^2"], {"x": "-x"}).data["show"]
    assert shown == ["y != 0", "x^2 <= x/y => (-x)/y <= 0", "x/y <= x^2 => 2*x^1*(-x) <= 0"]


@pytest.mark.parametrize(("letters", "pieces", "field", "said"), [
    (PLANE, ["abs(x)"], {"x": "-x"}, "pieces: abs has corners where its argument moves"),
    (PLANE, ["max(x, y)"], {"x": "1"}, "pieces: max2 has corners"),
    (AVERAGING, ["max(k: x[k])"], {"x[i]": "1"}, "pieces: max has corners"),
    (PLANE, ["x + time"], {"x": "0"}, "without time"),
    ({"z": "reals", "p": "softmax of z"}, ["for k: p[k]"], {"z[i]": "1"}, "p has no rate, but an equation ties it"),
    (PLANE, ["x^2"], {"z": "-x"}, "field: 'z' is no letter; write x, or x"),
    (PLANE, ["x^2"], {"x[i]": "-x"}, "field: x is no family over tokens"),
    (PLANE, [], {"x": "-x"}, "pieces: at least one is needed"),
    (PLANE, ["x^2"], "-x", "'field' is a table"),
    (AVERAGING, ["for x: x[x]"], {"x[i]": "0"}, "x is a letter already"),
    (AVERAGING, ["for k: x[k]"], {"x[i]": "-x[i]", "x[j]": "x[j]"}, "field: x has two rates; 'x[j]' is one too many"),
    (AVERAGING, ["for k: x[k]"], {"x[i]": "-x[i]", "x[ i ]": "x[i]"}, "field: x has two rates"),
    (PLANE, ["x"], {"x": "-1", " x": "1"}, "field: x has two rates"),
    (PLANE, ["x"], {"2*x": "-1"}, "field: '2*x' is no letter"),
    ({"x": "vector 2"}, ["x[0]"], {"x": "0"}, "a number is needed, got an array"),
])  # fmt: skip
def test_bad_input_is_named(letters, pieces, field, said):
    with pytest.raises(Rejected) as error:
        made(letters, pieces, field)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_constant_beside_a_corner_is_no_corner():
    assert decided(PLANE, ["abs(y) + x^2"], {"x": "-x"}).verdict == "PROVED"


def test_show_and_pieces_exclude_each_other():
    with pytest.raises(Rejected, match="and not both"):
        lemma({"letters": PLANE, "pieces": ["x"], "field": {"x": "-x"}, "show": "x == x"}, "decrease")
