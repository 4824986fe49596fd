"""What is measurable in time is derived from the definition; what need not be is not."""

from __future__ import annotations

import pytest

from attnverify.verify.core.files import Checker
from attnverify.verify.core.terms import State
from attnverify.verify.derivations.emit import Failed
from attnverify.verify.derivations.facts import Place
from attnverify.verify.derivations.solutions import Measurable
from attnverify.verify.derivations.statement import Declined, Translator
from attnverify.verify.derivations.walk import Walk
from attnverify.verify.derivations.writing import derivation
from attnverify.verify.kernel.statements import read
from tests.derivations.test_statement import shown

LETTERS = (
    "c: measurable number; f[head]: measurable number; a, root: number; u, w: vector; x[token]: vector; i: token;"
    " y: measurable vector; P[head]: measurable matrix; U: measurable matrix; M: matrix; W: operator; h: head;"
    " z: moving number; g: number -> number"
)
FLOW = {"flows": ["still(X, j) = 0*X[j] on fn(X: forall k: dot(X[k], X[k]) == 1)"], "spaces": ["E"]}
SOLVED = "one_solution(still, fn(j: u))"


def derived(text: str) -> str:
    """The core's answer to what is derived of a number's measurability."""
    statement = read(
        {**FLOW, "letters": [LETTERS], "given": [SOLVED, "root > 0"], "show": [f"almost_always({text} == 0)"]}
    )
    walk = Walk(State(), {}, None)
    _, hypotheses, _ = walk.parts(statement)
    place = Place(tuple(part for p in hypotheses for part in walk.parts_of(walk.assume(p))), statement.scope)
    t = walk.fresh("R", "t")
    z = walk.lam(t, walk.term(statement.show[0].args[0].args[0], t))
    k = Measurable(walk).number(place, z)
    assert walk.f(k) == walk.ap(walk.make("word", "measurable"), z)
    assert walk.hyps(k) <= {*hypotheses}
    section = derivation(walk, k, "measurable")
    return Checker([section]).result(section.id).answer


@pytest.mark.parametrize("text", [
    "a", "time", "z", "c", "f[h]", "c + a*c^2", "exp(a*c)", "c/root", "1/(root*exp(c))",
    "sum(k in heads: f[k]*exp(f[k]))",
    "dot(u, y)", "dot(y, u)", "dot(u, U(w))", "dot(u, c*y + U(w))", "dot(u, W(U(w)))", "dot(u, M(w))", "dot(u, W(y))",
    "sum(k in upto(i): dot(x[i], P[h](x[k])))/sum(k in upto(i): exp(dot(x[i], P[h](x[k]))))",
    "dot(u, sum(k in heads, j: dot(x[i], P[k](x[j]))*P[k](x[j])))",
])  # fmt: skip
def test_it_is_measurable(text: str) -> None:
    assert derived(text) == "accept"


@pytest.mark.parametrize("text", [
    "g(time)", "g(c)", "1/c", "1/a*c + 1/(c*c)", "sqrt(c)", "rate(z)", "dot(u, M(y))",
    "dot(u, M(U(w)))", "max(k in heads: f[k])",
])  # fmt: skip
def test_it_is_not_known_to_be_measurable(text: str) -> None:
    with pytest.raises(Failed):
        derived(text)


def test_what_is_measurable_is_said_to_be_where_it_matters() -> None:
    """Where a solution exists, and where a statement is refuted; all others hold of any function of time."""
    said = []
    for show, refuted in (("0 == 0", False), (SOLVED, False), ("0 == 0", True)):
        letters = "u: vector; c, d[token]: measurable number; y: measurable vector; U: measurable matrix"
        statement = read({**FLOW, "letters": [letters], "show": [show]})
        translator = Translator(state := State())
        translator.measured = refuted
        said.append(shown(state, translator.statement(statement)))
        assert ("measurable" in said[-1]) is (refuted or show == SOLVED)
    for formula in said[1:]:
        assert "measurable['3] => (all(\\measurable['3['0]]) => (all(\\measurable[\\dot('1, '3['0])])" in formula
        assert "all(\\all(\\measurable[\\dot('1, lin('3['0], '2))]))" in formula
    assert "one_solution[\\\\\\(0 * '1['0])][\\all(\\(dot('1['0], '1['0]) = 1))][\\'5]" in said[1]


def test_a_function_of_time_without_such_a_word_is_declined() -> None:
    statement = read({**FLOW, "letters": ["u: vector; P: measurable formula"], "show": [SOLVED]})
    with pytest.raises(Declined, match="measurable formula"):
        Translator(State()).statement(statement)
