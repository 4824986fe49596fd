"""Effort is counted in steps: the same under any hash seed and in any order, and no clock decides."""

import json
import os
import subprocess
import sys

import pytest

from attnverify.verify.kernel.contexts import TIMELESS, Context
from attnverify.verify.kernel.polynomials import Work
from attnverify.verify.lemmas.files import lemma
from attnverify.verify.search import effort
from attnverify.verify.search.build import leaf
from attnverify.verify.search.citing import Citing
from attnverify.verify.search.deciding import decide_lemma
from attnverify.verify.search.effort import Effort, TimeOut
from attnverify.verify.search.proving import REFUSED, Prover

X, XY = {"x": "real"}, {"x": "real", "y": "real"}
BALL = {"p": "weights", "x": "vectors", "R": "positive"}
LEMMAS = {
    "combination": {"letters": {"x": "positive", "y": "positive"}, "show": "x*y < (x + y)^2"},
    "squares": {"letters": XY, "show": "x^4 + y^4 >= 2*x^2*y^2"},
    "sums": {"letters": BALL, "given": "forall i: norm(x[i]) <= R", "show": "norm(sum(i: p[i]*x[i])) <= R"},
    "stochastic": {"letters": {"A": "row-stochastic"}, "show": "forall i, j: A[i, j] <= 1"},
    "box": {"letters": {"x": "[0, 1]", "y": "[0, 1]"}, "show": "exp(x)*y < 3"},
    "slope": {"letters": {"x": "nonnegative"}, "show": "sin(x) <= x"},
    "witness": {"letters": XY, "given": "x < y", "show": "exists t in number: x < t and t < y"},
    "point": {"letters": {"x": "real", "u": "unit vector"}, "given": "x^2 == 2", "show": "x > 0"},
    "nothing": {
        "show": "forall x, y > 0, t in [0, 1]: log(t*x + (1 - t)*y) >= t*log(x) + (1 - t)*log(y)",
        "letters": {},
    },
}
CODE = """
import json, sys
from attnverify.verify.lemmas.files import lemma
from attnverify.verify.search.deciding import decide_lemma

found = {}
for name, table in json.loads(sys.argv[1]):
    said = decide_lemma(lemma(table, name), most=20_000)
    found[name] = [said.verdict, said.steps, said.data, said.resisted]
print(json.dumps(found, sort_keys=True))
"""


def taken(names, seed):
    """What a process of its own finds, and the steps that it takes."""
    lemmas = json.dumps([(name, LEMMAS[name]) for name in names])
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", CODE, lemmas]
    made = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(made.stdout)


def test_steps_and_proofs_are_the_same_in_every_order_and_under_every_hash_seed():
    pytest.importorskip("clarabel")
    first, second = taken(list(LEMMAS), "1"), taken(list(reversed(LEMMAS)), "2")
    assert {name: row[:2] for name, row in first.items()} == {name: row[:2] for name, row in second.items()}
    assert first == second
    assert {row[0] for row in first.values()} == {"PROVED", "CERTIFIED", "REFUTED", "OPEN"}


def test_more_steps_are_taken_where_more_are_allowed():
    found = [decide_lemma(lemma(LEMMAS["sums"], "x"), most=most).verdict for most in (100, 300_000)]
    assert found == ["OPEN", "PROVED"]


@pytest.mark.parametrize("name", ["combination", "point"])
def test_when_the_time_is_over_it_is_open(name):
    found = decide_lemma(lemma(LEMMAS[name], "x"), seconds=0.0)
    assert (found.verdict, found.data, found.reason) == ("OPEN", None, "time-out after 0 s of processor time")


def test_a_slow_machine_decides_the_same(monkeypatch):
    pytest.importorskip("clarabel")
    clock = iter(range(10**9))
    quick = decide_lemma(lemma(LEMMAS["squares"], "x"))
    monkeypatch.setattr(effort.time, "process_time", lambda: float(next(clock)))
    assert decide_lemma(lemma(LEMMAS["squares"], "x")).data == quick.data


def test_a_part_of_an_effort_is_within_it():
    whole = Effort(1_000)
    with whole.within(5_000):
        assert 900 < whole.left <= 1_000
    with whole.within(0):
        assert whole.left == 0
    assert whole.left > 900
    with pytest.raises(TimeOut):
        Effort(1_000, 0.0).over()


def test_what_the_kernel_refuses_is_no_proof_and_is_said(monkeypatch):
    """The batteries insist that nothing is refused."""
    monkeypatch.setattr(Prover, "prove", lambda self, goal, context, depth=0: leaf("1: x > 7"))
    made = lemma({"letters": {"x": "positive"}, "show": "x^3 + exp(x) > 1 + 3*x^5/10^9"}, "x")
    context = Context(made.statement.scope, made.statement.given, TIMELESS, Work(10**8))
    prover = Prover(Citing(lambda id: None), Effort(0))
    assert (prover.line(made.statement.show[0], context, most=3_000), prover.fault) == (None, REFUSED)
    near = lemma({"letters": {"x": "[0, 1]"}, "show": "x^3 + exp(x) >= 1"}, "x")
    found = decide_lemma(near, most=9_000)
    assert (found.verdict, found.data, found.reason.startswith(REFUSED)) == ("OPEN", None, True)
