"""Inequalities by the sign of a derivative: found, rest on two theorems, and no proof of anything else."""

import json

import pytest

from attnverify.verify.deciding.deciding import decide_lemma
from attnverify.verify.deciding.files import lemma
from attnverify.verify.referee.lemmas import judged

REAL, NONNEGATIVE = {"x": "real"}, {"x": "nonnegative"}
TRUE = [
    (NONNEGATIVE, "sin(x) <= x"), (NONNEGATIVE, "exp(x) >= 1 + x + x^2/2"), (NONNEGATIVE, "tanh(x) <= x"),
    (NONNEGATIVE, "log(1 + x) >= x - x^2/2"), (REAL, "1 - cos(x) <= x^2/2"),
    ({"x": "real", "y": "real"}, "abs(tanh(x) - tanh(y)) <= abs(x - y)"),
]  # fmt: skip
FALSE = [
    (REAL, "sin(x) <= x"), (REAL, "exp(x) >= 1 + x + x^2/2"), (NONNEGATIVE, "tanh(x) <= 99/100*x"),
    (NONNEGATIVE, "tanh(x) >= x - x^3/4"), (REAL, "1 - cos(x) <= 49/100*x^2"),
    ({"x": "real", "y": "real"}, "abs(tanh(x) - tanh(y)) <= 9/10*abs(x - y)"),
]  # fmt: skip


def decided(letters, show, seconds):
    pytest.importorskip("clarabel")
    return decide_lemma(lemma({"letters": letters, "show": show}, "x"), seconds)


@pytest.mark.parametrize(("letters", "show"), TRUE)
def test_it_is_proved_and_says_what_it_rests_on(letters, show):
    found = decided(letters, show, 40)
    assert (found.verdict, found.axioms) == ("PROVED", ("monotone", "rate on a level"))


@pytest.mark.parametrize(("letters", "show"), FALSE)
def test_a_near_miss_is_not_proved(letters, show):
    assert decided(letters, show, 2).verdict in ("REFUTED", "OPEN")


@pytest.mark.parametrize(("old", "new"), [
    ("s >= 0 =>", "s >= 1 =>"),
    ("1 + (-1)*cos(s)", "(-1) + cos(s)"),
    ("min(time, 1)", "min(time, 2)"),
    ('"T": "1"', '"T": "2"'),
    ("rate on a level", "monotone"),
    ("(-1)*sin", "(-2)*sin"),
])  # fmt: skip
def test_a_changed_proof_is_refused(old, new):
    data = json.loads(json.dumps(decided(NONNEGATIVE, "sin(x) <= x", 40).data))
    text = json.dumps(data["proof"])
    changed = text.replace(old, new)
    assert changed != text
    assert judged({**data, "proof": json.loads(changed)}).verdict == "OPEN"


def test_the_proof_of_one_inequality_is_none_of_another():
    data = json.loads(json.dumps(decided(NONNEGATIVE, "sin(x) <= x", 40).data))
    for show in ("sin(x) <= x/2", "sin(x) < x", "x <= sin(x)"):
        assert judged({**data, "statement": {**data["statement"], "show": [show]}}).verdict == "OPEN"
    assert judged({**data, "statement": {**data["statement"], "given": []}}).verdict == "OPEN"
