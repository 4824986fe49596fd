"""What is refused where a statement is written, and odd ways to write what is true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.kernel.claims import Library
from verify.kernel.parsing import MAX_DEPTH, parse
from verify.kernel.refutation import judge_instance
from verify.kernel.statements import read
from verify.kernel.terms import Rejected, Steps
from verify.kernel.walking import MAX_DEPTH as MOST_NODES
from verify.kernel.walking import Walk
from verify.tactics.build import KNOWN, enter, have, leaf, obtain

MAP = {"letters": ["v: vector"], "maps": ["F(X, i) = unit(X[i]) on fn(X: forall i: dot(X[i], X[i]) == 1)"]}
PART = {"letters": ["G(state): number; a[token]: number; u: vector; i: token; n: size"]}
STATE = {"letters": ["u: vector; y: moving vector"], "groups": ["A", "B"], "show": ["1 > 0"]}
E_F = {"spaces": ["E", "F"]}

REFUSED = [
    ({"letters": ["z: moving number"], "show": ["always(z > 0, 1 < 2)"]}, "'always' is not declared, or takes one"),
    ({"letters": ["z: moving number"], "show": ["start(z, 1) == 0"]}, "'start' is not declared, or takes one"),
    ({"letters": ["x: number"], "show": ["height(x) > 0"]}, "'height' is not declared"),
    ({**MAP, "show": ["lyapunov(F, fn(h in heads: v))"]}, "h runs over another range than token"),
    ({**MAP, "show": ["lyapunov(F, fn(i, j: v))"]}, "fn binds 2 letters"),
    ({**PART, "show": ["G(fn(j in before(i): u)) == 0"]}, "j runs over another range than token"),
    ({**PART, "show": ["G(fn(j in upto(i): u)) == 0"]}, "j runs over another range than token"),
    ({**PART, "show": ["G(fn(j in A: u)) == 0"], "groups": ["A", "B"]}, "j runs over another range than token"),
    ({**PART, "show": ["fn(j in before(i): a[j])[i] == a[i]"]}, "a function of a part of what"),
    ({**PART, "show": ["b(fn(k in 0..n: k)) == 0"], "where": ["b(f) := f(n)"]}, "a function of a part of what"),
    ({**STATE, "states": ["S: A -> y, B -> u"]}, "a state moves"),
    ({**STATE, "states": ["S: A -> u, B -> y"]}, "a state moves"),
    ({"letters": ["x: number"], "show": ["x^65 == 0"]}, "the exponent 65; allowed are"),
    ({"letters": ["x: number"], "show": ["x^(-65) == 0"]}, "the exponent 65; allowed are"),
    ({"letters": ["i, j: token"], "show": ["-i == j"]}, "- i, which is token"),
    ({"letters": ["i: token"], "show": ["i/2 == i"]}, "token / size"),
    ({"letters": ["x, y: number"], "show": ["2^(x + y) == 1"]}, "is no size"),
    ({"letters": ["n: size; x: number"], "show": ["2^(n + x) == 1"]}, "is no size"),
    ({"letters": ["n, m: size"], "show": ["2^(n - m) == 1"]}, "is no size"),
    ({"letters": ["u: vector"], "show": ["max(i: u) == u"]}, "max of vector"),
    ({**E_F, "letters": ["G: map E; A(state F): formula"], "show": ["almost_all_reach(G, A)"]}, "A is .*wanted"),
    ({**E_F, "letters": ["G: map E; S: state F"], "show": ["fixed(G, S)"]}, "S is .*wanted"),
    ([], "a statement is an object"),
    ({"shows": ["1 > 0"]}, "no field 'shows'"),
    ({"show": 3}, "'show' is a list of texts"),
    ({"show": ["1 > 0", 3]}, "'show' is a list of texts"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "match"), REFUSED, ids=lambda x: str(x)[:60])
def test_refused(data: Any, match: str) -> None:
    with pytest.raises(Rejected, match=match):
        read(data)


@pytest.mark.parametrize("show", ["0 + v == v", "v + 0 == v", "v - 0 == v", "0 - v == -v"])
def test_zero_beside_a_vector_is_one(show: str, accepted: Callable[[Any], Any]) -> None:
    accepted({"letters": ["v: vector"], "show": [show], "proof": KNOWN})


@pytest.mark.parametrize(("sign", "end"), [("not ", "x > 0"), ("-", "x"), ("forall i: ", "x > 0")])
def test_signs_and_negations_have_a_greatest_depth(sign: str, end: str) -> None:
    parse(sign * (MAX_DEPTH - 1) + end)
    with pytest.raises(Rejected, match="nested deeper than"):
        parse(sign * MAX_DEPTH + end)


def test_a_negation_of_a_quantifier_needs_no_parentheses() -> None:
    assert parse("not forall i: i == i") == ("not", parse("forall i: i == i"))


@pytest.mark.parametrize("text", ["max(i", "sum(j in upto(i", "(x + 1", "forall"])
def test_a_text_that_breaks_off_is_refused(text: str) -> None:
    with pytest.raises(Rejected, match=r"expected|ends|wanted|missing"):
        parse(text)


@pytest.mark.parametrize("depth", [50, 51])
def test_definitions_have_a_greatest_depth(depth: int) -> None:
    where = ["a0(t) := t", *(f"a{k + 1}(t) := a{k}(t)" for k in range(depth))]
    statement = {"letters": ["x: number"], "where": where, "show": [f"a{depth}(x) == x"]}
    if depth == 50:
        read(statement)
    else:
        with pytest.raises(Rejected, match="definitions nested too deeply at a0"):
            read(statement)


def test_nothing_over_time_is_said_of_what_is_chosen_at_a_moment(refused: Callable[[Any], None]) -> None:
    inside = obtain("exists x in number: x == z", "x", have([("tends(x, 0)", KNOWN)], KNOWN))
    given: dict[str, Any] = {"letters": ["z: moving number"], "given": ["always(exists x in number: x == z)"]}
    refused({**given, "show": ["always(z == z)"], "proof": enter("every", inside), "match": "chosen at a moment"})
    given["where"] = ["g := fn(m in number: always(m > z))"]
    inside = obtain("exists x in number: x == z", "x", have([("g(x)", KNOWN)], KNOWN))
    refused({**given, "show": ["always(z == z)"], "proof": enter("every", inside), "match": "its argument over time"})


def test_a_flow_has_no_value_at_an_instance() -> None:
    statement = read({"letters": ["f: flow; x: number"], "show": ["x == 1"]})
    with pytest.raises(Rejected, match="f is flow and has no value"):
        judge_instance(statement, {"letters": {"f": 1, "x": 1}})
    assert judge_instance(statement, {"letters": {"x": 1}}).show[0][1] is True


def test_a_goal_without_time_may_be_proved_at_a_moment(accepted: Callable[[Any], Any]) -> None:
    accepted({"letters": ["x: number"], "show": ["x == x"], "proof": enter("start", leaf())})


def test_a_map_without_a_body_has_no_derivative(refused: Callable[[Any], None]) -> None:
    letters = ["F: map; S, d: state; i: token"]
    for proof in (leaf(), KNOWN):
        refused({"letters": letters, "show": ["D(F, S, d, i) == 0"], "proof": proof, "match": "not written|not known"})


def test_a_claim_may_take_so_many_steps() -> None:
    steps = Steps()
    steps.allow(3)
    for _ in range(3):
        steps.spend()
    assert not steps.spent
    with pytest.raises(Rejected, match="work: more steps"):
        steps.spend()
    assert steps.spent


def test_a_proof_has_a_greatest_depth(accepted: Callable[[Any], Any], refused: Callable[[Any], None]) -> None:
    proof: Any = KNOWN
    for _ in range(MOST_NODES):
        proof = have([("x == x", KNOWN)], proof)
    given = {"letters": ["x: number"], "show": ["x == x"], "match": "nested deeper than"}
    accepted({**given, "proof": proof})
    refused({**given, "proof": have([("x == x", KNOWN)], proof)})


def test_parentheses_end_before_python_does() -> None:
    with pytest.raises(Rejected, match="nested"):
        read({"letters": ["x: number"], "show": ["(" * 99 + "x > 0" + ")" * 99]})


def test_what_is_random_stands_in_a_probability(refused: Callable[[Any], None]) -> None:
    inside = have([("dot(y[i], y[i]) >= 0", KNOWN)], KNOWN)
    letters = {"letters": ["y[token]: random vector; i: token; x: number"], "show": ["x == x"]}
    refused({**letters, "proof": enter("start", inside), "match": "random outside probability"})


def overflow(*_: Any) -> Any:
    raise RecursionError


def test_what_python_cannot_follow_is_refused(monkeypatch: pytest.MonkeyPatch, refused: Callable[[Any], None]) -> None:
    """A step that recurses too far is refused by the walk, whatever calls it."""
    monkeypatch.setattr(Walk, "_known", overflow)
    refused({"letters": ["x: number"], "given": ["x > 0"], "show": ["x > 0"], "proof": KNOWN, "match": "nested too"})


@pytest.mark.parametrize("place", ["verify.kernel.claims.check", "verify.kernel.refutation.read_instance"])
def test_what_python_cannot_follow_anywhere_else(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, overflow)
    data = {"statement": {"show": ["1 > 0"]}, "proof": KNOWN}
    with pytest.raises(Rejected, match="nested too deeply"):
        judge_instance(read(data["statement"]), {}) if "refutation" in place else Library(lambda _: data).proof("L")
