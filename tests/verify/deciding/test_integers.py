"""Integers of either sign, as differences of two whole numbers: what is true of them is proved, what is not refuted."""

import pytest

from verify.deciding.deciding import decide_lemma
from verify.deciding.files import lemma
from verify.kernel.terms import Rejected
from verify.referee.lemmas import judged


def decided(show, given=(), seconds=30):
    letters = {"n": "integer", "m": "integer", "x": "real"}
    return decide_lemma(lemma({"letters": letters, "given": list(given), "show": show}, "integers"), seconds)


@pytest.mark.parametrize(("given", "show"), [
    ([], "n*(n + 1) >= 0"),
    ([], "abs(n) <= n^2"),
    (["n != 0"], "n^2 >= 1"),
    (["m < n"], "m + 1 <= n"),
    (["m - 1 < n", "n < m + 1"], "n == m"),
])  # fmt: skip
def test_what_holds_of_integers_and_not_of_all_numbers_is_proved(given, show):
    found = decided(show, given)
    assert found.verdict == "PROVED", found.resisted
    assert judged(found.data).verdict == "PROVED"


@pytest.mark.parametrize(
    ("given", "show"), [([], "n >= 0"), ([], "n <= 0"), (["m < n"], "m + 2 <= n"), ([], "n^2 > n")]
)
def test_what_fails_at_an_integer_is_refuted(given, show):
    found = decided(show, given)
    assert found.verdict == "REFUTED"
    assert judged(found.data).verdict == "REFUTED"


def test_half_a_unit_is_no_integer():
    assert decided("n != 0", ["2*n == 1"], 3).verdict == "OPEN"  # of nothing nothing is proved


def test_an_instance_may_name_an_integer():
    assert lemma({"letters": {"n": "integer"}, "show": "n == n", "instance": {"letters": {"n": -3}}}, "x").instance == {
        "letters": {"n_above": 0, "n_below": 3}
    }
    with pytest.raises(Rejected, match="instance: n is '1/2'; a whole number is needed"):
        lemma({"letters": {"n": "integer"}, "show": "n == n", "instance": {"letters": {"n": "1/2"}}}, "x")
