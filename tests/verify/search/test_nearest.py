"""Few facts, those nearest to a goal: what they prove and what they do not, in an effort of its own."""

from itertools import pairwise

import pytest

from attnverify.verify.kernel.contexts import TIMELESS, Context
from attnverify.verify.kernel.polynomials import Work
from attnverify.verify.kernel.terms import steps
from attnverify.verify.lemmas.files import lemma
from attnverify.verify.search.citing import Citing
from attnverify.verify.search.deciding import decide_lemma
from attnverify.verify.search.effort import Effort
from attnverify.verify.search.proving import NEAREST, Prover

MANY = [f"a{k}" for k in range(30)]
FORM = "forall x in vector, y in vector: dot(x, A(y)) <= b*norm(x)*norm(y)"
CASES = {
    "an equation times a positive number": (
        {"u": "vector", **dict.fromkeys("abcq", "real")},
        ["dot(u, u) > 0", "a*dot(u, u) == b*q", "dot(u, u) == c*q"], "a*c == b", "a*c == 2*b"),
    "an equation times what is missing in it": (
        dict.fromkeys("abcxy", "real"), ["a*exp(c*x) == b*exp(c*y)", "x == y"], "a == b", "a == 2*b"),
    "facts times what is positive": (
        {"q": "positive", "r": "positive", "s": "real", "G": "real"},
        ["r*s^2/(2*q) <= G", "1 + 2*G/r <= exp(2*G/r)"], "s^2 + q <= q*exp(2*G/r)", "s^2 + 2*q <= q*exp(2*G/r)"),
    "a vector that is another": (
        {"v": "vector", "w": "vector"}, ["dot(w, w) > 0", "v == w"], "v != 0", "v != w"),
    "an equation of vectors, solved": (
        {"u": "vector", "v": "vector", "w": "vector", "c": "real"}, ["u + v == 0*u", "norm(w - v) < c"],
        "norm(w + u) < c", "norm(w - u) < c"),
    "an instance whose sign is evident once it is stated": (
        {"A": "operator", "u": "vector", "v": "vector", "b": "real"}, ["norm(u) == 1", "norm(v) == 1", FORM],
        "dot(u, A(v)) <= b", "dot(u, A(v)) <= b/2"),
    "two facts of many": (
        dict.fromkeys([*MANY, "x", "y", "z"], "real"),
        ["x^2 + y^2 == 1", "z == x + 1", *(f"{a}*{b} > exp({a})*x" for a, b in pairwise(MANY))],
        "y <= 1", "y <= 1/2"),
}  # fmt: skip


def nearest(letters, given, show):
    statement = lemma({"letters": letters, "given": given, "show": show}, "x").statement
    context = Context(statement.scope, statement.given, TIMELESS, Work(10**8))
    prover, before = Prover(Citing(lambda id: None), Effort(200_000)), steps.done
    found = prover.nearest(statement.show[0], context)
    assert not prover.fault
    assert steps.done - before < 2 * NEAREST + 50_000
    assert found is None or prover.citing.accepts(found, statement.show[0], context)
    return found


@pytest.mark.parametrize(("letters", "given", "true", "false"), CASES.values(), ids=CASES)
def test_few_facts_prove_what_they_say_and_nothing_else(letters, given, true, false):
    pytest.importorskip("clarabel")
    assert nearest(letters, given, true) is not None
    assert nearest(letters, given, false) is None


def test_an_instance_is_stated_before_it_is_used():
    letters, given, true, _ = CASES["an instance whose sign is evident once it is stated"]
    assert nearest(letters, given, true)["have"] == "dot(u, A(v)) <= b*norm(u)*norm(v)"


def test_a_vector_whose_text_reads_as_a_number_leads_to_no_certificate_that_is_refused():
    statement = (
        "(exists x in number: exp(x) < 0) => (exists u in vector: u != 0*u and (forall v in vector: dot(u, v) == 0))"
    )
    nearest({}, [], statement)


def test_they_are_asked_where_the_search_has_found_nothing_and_there_alone(monkeypatch):
    asked = []
    monkeypatch.setattr(Prover, "nearest", lambda self, goal, context: asked.append(goal))
    assert decide_lemma(lemma({"letters": {"x": "real"}, "given": "x > 1", "show": "x^2 > x"}, "x")).verdict == "PROVED"
    assert decide_lemma(lemma({"letters": {"x": "real"}, "show": "x^2 > x"}, "x")).verdict == "REFUTED"
    assert not asked
    resists = lemma({"letters": ["f: number -> number"], "show": "f(0) >= 0"}, "x")
    assert decide_lemma(resists, most=2_000).verdict == "OPEN"
    assert asked == list(resists.statement.show)
