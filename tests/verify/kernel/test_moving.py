"""Instances that move: signs, limits and rates of functions of time, angles known by rates, solutions of flows."""

import random
from typing import Any

import pytest

from attnverify.verify.kernel import functions
from attnverify.verify.kernel.clock import time
from attnverify.verify.kernel.elaboration import Elaborator
from attnverify.verify.kernel.evaluation import evaluated
from attnverify.verify.kernel.instances import Instance
from attnverify.verify.kernel.judging import judge
from attnverify.verify.kernel.limits import growth
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.refutation import judge_instance, refutes
from attnverify.verify.kernel.scopes import Scope
from attnverify.verify.kernel.signs import inverse, sign
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import NUMBER, Rejected
from attnverify.verify.kernel.values import Number, Undecided, meter, number
from attnverify.verify.search.build import KNOWN, intro

CIRCLE = {
    "letters": ["x[token]: moving vector; beta: number"],
    "where": ["e(X, i, j) := exp(beta*dot(X[i], X[j]))", "pull(X, i) := sum(j: e(X, i, j)*X[j])/sum(k: e(X, i, k))"],
    "flows": ["sa(X, i) = pull(X, i) - dot(X[i], pull(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["solves(sa, x)"],
    "show": ["forall i, j: tends(norm(x[i] - x[j]), 0)"],
}  # fmt: skip
PAIR = {"tokens": 2, "dim": 2, "letters": {"beta": 0}}


@pytest.fixture(autouse=True)
def _work() -> None:
    meter.start()


def at_all_times(text: str) -> Number:
    """The value of a text at all positive times."""
    found = evaluated(Elaborator(Scope()).check(parse(text), NUMBER), Instance(), time())
    assert isinstance(found, Number)
    return found


def mirrored(speed: str, beta: int = 0) -> dict[str, Any]:
    """Two tokens that come to an axis from both sides."""
    leaning, rising = (f"{top}/sqrt(4 + exp(-2*{speed}*time))" for top in (f"exp(-{speed}*time)", "2"))
    return {**PAIR, "letters": {"beta": beta, "x": [[leaning, rising], [f"-{leaning}", rising]]}}


@pytest.mark.parametrize(("text", "expected"), [
    ("time", 1), ("-time*exp(time)", -1), ("1 - exp(-time)", 1), ("exp(-time) - exp(-2*time)", 1),
    ("exp(-sqrt(2)*time) - 1", -1), ("3*exp(-2*time) - 3*exp(-time) + 1", 1), ("exp(-time/3) - exp(-time/2)", 1),
    ("sqrt(1 + exp(-2*time)) - 1", 1), ("exp(-time) - sqrt(1 + exp(-2*time))", -1),
    ("sqrt(2) - sqrt(1 + exp(-time))", 1),
    ("1/(2 - exp(-time)) - 1", -1), ("1/sqrt(1 + exp(-time)) - 1/sqrt(2)", 1), ("exp(time) - exp(time)", 0),
    ("sqrt(exp(2*time)) - exp(time)", 0), ("tanh(time)", 1), ("1/(1 + exp(-time)) - exp(time)/(exp(time) + 1)", 0),
])  # fmt: skip
def test_signs(text: str, expected: int) -> None:
    assert sign(at_all_times(text)) == expected


@pytest.mark.parametrize("text", [
    "1 - 2*exp(-time)", "exp(-time) - exp(-sqrt(2)*time)", "time - 1", "exp(time) - time - 1", "sin(time)",
    "sqrt(1 + exp(-2*time)) - 6/5",
])  # fmt: skip
def test_what_changes_its_sign_or_is_not_seen_has_none(text: str) -> None:
    with pytest.raises(Undecided):
        sign(at_all_times(text))


def test_signs_agree_with_the_values_at_drawn_times() -> None:
    mpmath = pytest.importorskip("mpmath")
    draw = random.Random(5)
    decided = 0
    for _ in range(150):
        terms = [f"({draw.randint(-4, 4)})*exp(-{draw.randint(0, 4)}*time)" for _ in range(3)]
        text = " + ".join(terms) + draw.choice(["", " + sqrt(1 + exp(-2*time))", " - 2*sqrt(2 + exp(-time))"])
        try:
            found = sign(at_all_times(text))
        except Undecided:
            continue
        decided += found != 0
        for t in (1e-6, 0.1, 0.7, 2, 9):
            value = eval(text, {"exp": mpmath.exp, "sqrt": mpmath.sqrt, "time": mpmath.mpf(t)})
            assert mpmath.sign(value) == found or abs(value) < 1e-30, (text, t)
    assert decided > 80


@pytest.mark.parametrize(("text", "order", "leading"), [
    ("3*exp(-2*time) + exp(-3*time)", -2, 3), ("1 + exp(-time)", 0, 1), ("sqrt(4 + exp(-time)) - 2", -1, "1/4"),
    ("exp(-time)/sqrt(4 + exp(-2*time))", -1, "1/2"), ("exp(2*time)/(1 + exp(time))", 1, 1),
    ("sqrt(1 + 4*exp(2*time)) - 2*exp(time)", -1, "1/4"), ("7", 0, 7), ("exp(time) - exp(time)", 0, 0),
])  # fmt: skip
def test_growth(text: str, order: int, leading: Any) -> None:
    e, c = growth(at_all_times(text))
    assert e == order
    assert c.rational == evaluated(Elaborator(Scope()).check(parse(str(leading)), NUMBER), Instance()).rational


@pytest.mark.parametrize("text", ["time", "exp(-time) + exp(-sqrt(2)*time)", "cos(time)"])
def test_growth_of_other_functions_is_not_found(text: str) -> None:
    with pytest.raises(Undecided):
        growth(at_all_times(text))


def test_cosines_of_parts_of_a_half_turn() -> None:
    for k in range(-24, 49):
        angle = number(k) * functions.pi() * inverse(number(12))
        if k % 2 == 0 or k % 3 == 0:
            c, s = functions.cos(angle), functions.sin(angle)
            assert (c * c).rational is not None
            assert sign(c * c + s * s - number(1)) == 0
        else:
            assert not functions.cos(angle).is_rational
    assert functions.cos(functions.pi() * inverse(number(3))).rational == 0.5
    assert sign(functions.sin(number(7) * functions.pi() * inverse(number(6)))) == -1


def test_a_pair_that_moves_solves_a_flow() -> None:
    report = judge_instance(read(CIRCLE), mirrored("1"))
    assert report.given == (("solves(sa, x)", True),)
    assert report.show[0][1] is True


@pytest.mark.parametrize(("speed", "beta"), [("2", 0), ("1/2", 0), ("1", 1)])
def test_another_motion_solves_it_not(speed: str, beta: int) -> None:
    assert judge_instance(read(CIRCLE), mirrored(speed, beta)).given[0][1] is not True


@pytest.mark.parametrize(("shown", "expected"), [
    ("almost_always(rate(dot(x[p], x[q])) > 0)", True), ("almost_always(rate(dot(x[p], x[q])) <= 0)", False),
    ("always(dot(x[p], x[q]) >= 3/5)", True), ("always(dot(x[p], x[q]) > 3/5)", False),
    ("at_start(dot(x[p], x[q]) == 3/5)", True), ("always(dot(x[p], x[q]) < 1)", True),
    ("tends(dot(x[p], x[q]), 1)", True), ("tends(dot(x[p], x[q]), 0)", False),
    ("limsup_at_most(dot(x[p], x[q]), 1)", True), ("limsup_at_most(dot(x[p], x[q]), 9/10)", False),
    ("exponentially_small(1 - dot(x[p], x[q]))", True), ("exponentially_small(dot(x[p], x[q]))", False),
    ("decays(1 - dot(x[p], x[q]), 1)", True), ("decays(1 - dot(x[p], x[q]), 2)", False),
    ("always(dot(x[p], x[q]) <= start(dot(x[p], x[q])))", False), ("always(exp(-time) <= 1)", True),
])  # fmt: skip
def test_what_holds_along_a_motion(shown: str, expected: bool) -> None:
    letters = {**mirrored("1")["letters"], "p": 0, "q": 1}
    statement = read({**CIRCLE, "letters": [*CIRCLE["letters"], "p, q: token"], "show": [shown]})
    report = judge_instance(statement, {**PAIR, "letters": letters})
    assert report.show[0][1] is expected
    assert report.refutes is (expected is False)


def test_what_only_sometimes_holds_is_neither_always_true_nor_always_false() -> None:
    statement = read({"letters": ["z: moving number"], "show": ["always(z > 1/2)", "almost_always(z > 1/2)"]})
    report = judge_instance(statement, {"letters": {"z": "exp(-time)"}})
    assert [truth for _, truth in report.show] == [False, None]


ANGLE = "-2*sin(p)*cos(p)*exp(beta*(cos(p)^2 - sin(p)^2))/(exp(beta) + exp(beta*(cos(p)^2 - sin(p)^2)))"


def turned(rate: str, beta: str = "log(2)", start: str = "pi/6") -> dict[str, Any]:
    """Two mirrored tokens at an angle with this rate."""
    x = [["sin(p)", "cos(p)"], ["-sin(p)", "cos(p)"]]
    return {**PAIR, "angles": {"p": [start, rate.replace("beta", beta)]}, "letters": {"beta": beta, "x": x}}


def test_a_pair_known_by_the_rate_of_its_angle() -> None:
    shown = ["at_start(forall i, j: i != j => dot(x[i], x[j]) == 1/2)", "always(forall i: dot(x[i], x[i]) == 1)"]
    report = judge_instance(read({**CIRCLE, "show": shown}), turned(ANGLE))
    assert report.given[0][1] is True
    assert [truth for _, truth in report.show] == [True, True]
    assert judge_instance(read(CIRCLE), turned(f"2*({ANGLE})")).given[0][1] is not True
    assert judge_instance(read(CIRCLE), turned(ANGLE)).show[0][1] is None  # the limit is not known from the rate


@pytest.mark.parametrize(("rate", "why"), [
    ("p", "no function of sines"), ("p*cos(p)", "no function of sines"), ("cos(p/2)", "no function of sines"),
    ("time*sin(p)", "no function of sines"), ("cos(p^2)", "no function of sines"), ("1/cos(p)", "has no value"),
    ("sqrt(sin(p))", "has no value"), ("q", "not declared"),
])  # fmt: skip
def test_angles_that_might_not_exist(rate: str, why: str) -> None:
    with pytest.raises(Rejected, match=why):
        judge_instance(read(CIRCLE), turned(rate))


@pytest.mark.parametrize(("value", "why"), [
    ("1/(1 - exp(-time))", "no value at every time"), ("log(time)", "no value at every time"),
    ("1/(time - 1)", "no value at every time"), ("sqrt(exp(-time) - 1/2)", "no value at every time"),
    ("rate(time)", "no value at every time"), ("abs(1 - time)", "no value at every time"), ("speed", "not declared"),
])  # fmt: skip
def test_motions_that_are_not_seen_to_exist(value: str, why: str) -> None:
    statement = read({"letters": ["z: moving number"], "show": ["always(z == z)"]})
    with pytest.raises(Rejected, match=why):
        judge_instance(statement, {"letters": {"z": value}})


@pytest.mark.parametrize("level", ["", "measurable "])
def test_only_what_moves_continuously_may_speak_of_time(level: str) -> None:
    statement = read({"letters": [f"z: {level}number"], "show": ["almost_always(z == z)"]})
    with pytest.raises(Rejected, match="depends on time"):
        judge_instance(statement, {"letters": {"z": "exp(-time)"}})


def test_a_false_statement_is_refuted_by_a_motion_that_no_rest_refutes() -> None:
    statement = read({**CIRCLE, "show": ["always(forall i: x[i] == start(x[i]))"]})
    assert refutes(statement, mirrored("1"))
    assert not refutes(statement, {**PAIR, "letters": {"beta": 0, "x": [[1, 0], [1, 0]]}})


def test_what_is_shown_of_solutions_needs_an_instance_with_one() -> None:
    statement = {**CIRCLE, "given": []}
    apart = {**PAIR, "letters": {"beta": 0, "x": [[1, 0], [0, 1]]}}

    def verdict(show: str, proof: Any, instance: dict[str, Any]) -> tuple[str, str]:
        data = {"statement": {**statement, "show": [show]}, "proof": proof, "instance": instance}
        found = judge(data, lambda _: None, id="MY-1")  # type: ignore[arg-type,return-value]
        return found.verdict, found.reason

    shown, proof = "solves(sa, x) => solves(sa, x)", intro("", KNOWN)
    assert verdict(shown, proof, mirrored("1")) == ("PROVED", "")
    assert verdict(shown, proof, apart)[0] == "OPEN"
    assert "may be vacuous" in verdict(shown, proof, apart)[1]
    both = {
        **statement,
        "letters": [*statement["letters"], "z: moving number"],
        "show": ["always(z == 1) => always(z == 1)"],
    }
    two, one = ({**mirrored("1"), "letters": {**mirrored("1")["letters"], "z": value}} for value in (2, 1))
    twin = {"replace": {"always(z == 1) => ": ""}, "instance": one}
    for more, wanted in (({}, "OPEN"), ({"twin": twin}, "PROVED"), ({"unseen": "z is 1 elsewhere"}, "PROVED")):
        found = judge({"statement": both, "proof": proof, "instance": two, **more}, lambda _: None, id="MY-2")  # type: ignore[arg-type,return-value]
        assert found.verdict == wanted
    seen = {"statement": both, "proof": proof, "instance": one, "unseen": "it is seen"}
    assert "but all hold" in judge(seen, lambda _: None, id="MY-3").reason  # type: ignore[arg-type,return-value]
    within = "forall u in vector: dot(u, u) == 1 => (solves(sa, x) => dot(u, u) == 1)"
    assert verdict(within, intro("u,,", KNOWN), mirrored("1"))[0] == "PROVED"
    assert verdict(within, intro("u,,", KNOWN), apart)[0] == "OPEN"
