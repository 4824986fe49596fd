"""Refutations become derivations of the negation under sizes alone; what refutes nothing does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from attnverify.verify.core.files import Checker, Result, Section, Statement, shows
from attnverify.verify.core.terms import Refused, State
from attnverify.verify.derivations.emit import Failed
from attnverify.verify.derivations.refutations import Refutations
from attnverify.verify.derivations.statement import Declined
from attnverify.verify.derivations.stored import statement_of
from attnverify.verify.derivations.writing import derivation
from attnverify.verify.kernel.statements import read
from attnverify.verify.search.build import KNOWN, enter, intro, leaf, obtain, rule, take


def no_lemma(id: str) -> Any:
    raise Declined(f"the lemma {id}")


def refuted(data: Mapping[str, Any]) -> tuple[Section, Result, Statement]:
    """The derivation, what the core says of it, and what it has to show."""
    statement, checker = read(data["statement"]), Checker(())
    walk = Refutations(State(), checker, no_lemma)
    section = derivation(walk, walk.refutation(statement, data), "test")
    checker.sections[section.id] = section
    return section, checker.result(section.id), statement_of("test", statement, "refute")


def at(show: str, declared: list[str], given: list[str], **instance: Any) -> dict[str, Any]:
    return {"statement": {"letters": declared, "given": given, "show": [show]}, "refuted": {"instance": instance}}


POINTS = ["x[token]: vector; k: token"]
UNITS = ["forall i: dot(x[i], x[i]) == 1"]
PLANE = {"tokens": 3, "dim": 2}
THREE = {"x": [[1, 0], ["3/5", "4/5"], [-1, 0]], "k": 1}
OPERATOR = {"U": [[2, 0], [0, 1]], "v": [1, 0], "m": 2}
TOP = ["U: operator; v: vector; m: number"]
WALL = ["y: moving number"]
REFUTATIONS = {
    "numbers": at("x <= 1", ["x: number"], ["0 <= x"], letters={"x": "3/2"}),
    "sizes": at("n < 2", ["n: size"], [], letters={"n": 2}),
    "roots": at("sqrt(x) < 7/5", ["x: number"], ["x == 2"], letters={"x": 2}),
    "logarithms": at("x < 69/100", ["x: number"], ["exp(x) == 2"], letters={"x": "log(2)"}),
    "exponentials": at("exp(x) < 271/100", ["x: number"], ["x == 1"], letters={"x": 1}),
    "tokens in order": at("forall i: i <= k", POINTS, [], **PLANE, letters=THREE),
    "sums": at("sum(i: dot(x[i], x[k])) < 1", POINTS, UNITS, **PLANE, letters=THREE),
    "sums up to a token": at("sum(i in upto(k): dot(x[i], x[k])) < 8/5", POINTS, UNITS, **PLANE, letters=THREE),
    "maxima": at("max(i: norm(x[i] - x[k])) < 7/4", POINTS, UNITS, **PLANE, letters=THREE),
    "some token": at("not (exists i: x[i] == -x[k] or i < k)", POINTS, UNITS, **PLANE, letters=THREE),
    "the number of tokens": at("sum(i: 1) == 2", POINTS, UNITS, **PLANE, letters=THREE),
    "the dimension": at("dim(E) == 3", ["x[token]: vector"], UNITS, tokens=1, dim=2, letters={"x": [[0, 1]]}),
    "operators": at("m < 2", TOP, ["simple_top(U, v, m)", "positive_definite(U)"], dim=2, letters=OPERATOR),
    "limits": at("tends(y, 1)", WALL, [], letters={"y": 2}),
    "a motion": {
        "statement": {"letters": ["y: moving vector"], "given": ["almost_always(rate(y) == y)"], "show": ["1 <= 0"]},
        "refuted": {
            "motion": {
                "frame": ["a"],
                "letters": {"y": "exp(time)*a"},
                "given": [enter("ae", leaf())],
                "show": intro("", KNOWN),
            }
        },
    },
    "a case": {
        "statement": {"letters": ["x: number"], "given": ["0 <= x"], "show": ["x <= 1"]},
        "refuted": {"case": ["x == 2"], "proof": intro("", leaf("1: x <= 1", "eq -1: x == 2"))},
        "instance": {"letters": {"x": 2}},
    },
}
REFUTATIONS["the dimension"]["statement"]["spaces"] = ["E"]


def of_map(show: str, F: list[list[Any]], *, tokens: int = 1, given: tuple[str, ...] = ()) -> dict[str, Any]:
    """A statement about unit(F(X[i])) at tokens along (1, 0), of which it is refuted."""
    x = [[1, 0]] * tokens
    made = at(show, ["F: matrix; x[token]: vector"], [*given], tokens=tokens, dim=2, letters={"F": F, "x": x})
    made["statement"]["maps"] = ["next(X, i) = unit(F(X[i])) on fn(X: forall i: dot(X[i], X[i]) == 1)"]
    return made


STRETCHED: list[list[Any]] = [[2, 1], [0, 1]]
SQUEEZED: list[list[Any]] = [[1, 1], [0, 2]]
SHEARED: list[list[Any]] = [[2, 8, 0], [0, 1, 7], [0, 0, "-1/2"]]
BESIDE = "forall s in number, w in number: other_eigenvalue(F, v, s, w) => "
BESIDES: dict[str, Any] = {"dim": 3, "letters": {"F": [[3, 1, 2], [0, 1, -2], [0, 2, 1]], "v": [1, 0, 0]}}
FAR = "exists i: norm(X[i] - x[i]) >= 2"
TOO_FAR = leaf("1: norm(Y[t] - x[t]) < 1", "1: norm(Y[t] - x[t]) >= 2")
NEAR_STABLE = of_map(f"almost_all_reach(next, fn(X: {FAR}))", STRETCHED)
NEAR_STABLE["instance"] = NEAR_STABLE["refuted"]["instance"]
NEAR_STABLE["refuted"] = {
    "case": ["on(next, x)", "lyapunov(next, x)"],
    "proof": rule(
        "near a stable state",
        KNOWN,
        KNOWN,
        leaf("1:"),
        intro("", obtain(FAR.replace("X", "Y"), "t", take("forall i: norm(Y[i] - x[i]) < 1", ["t"], TOO_FAR))),
        F="next",
        S="x",
        e="1",
        A=f"fn(X: {FAR})",
        new={"X": "Y"},
    ),
}
REFUTATIONS |= {
    "near a stable state": NEAR_STABLE,
    "complex eigenvalues": at("F(v) != 3*v", ["F: matrix; v: vector"], [BESIDE + "s^2 + w^2 < 6"], **BESIDES),
    "real parts": at("F(v) != 3*v", ["F: matrix; v: vector"], [BESIDE + "s < 2 and s^2 + w^2 <= 5"], **BESIDES),
    "eigenvalues of what is not normal": at(
        "F(v) != 2*v",
        ["F: matrix; v: vector"],
        [BESIDE + "s^2 + w^2 < 2"],
        dim=3,
        letters={"F": SHEARED, "v": [1, 0, 0]},
    ),
    "an attracting state": of_map("not asymptotically_stable(next, x)", STRETCHED, tokens=2),
    "a stable state": of_map("not lyapunov(next, x)", STRETCHED),
    "a repelling state": of_map("lyapunov(next, x)", SQUEEZED),
    "a state that attracts nothing": of_map("asymptotically_stable(next, x)", SQUEEZED, tokens=2),
    "no eigenvalue outside": of_map("outside_disc(next, x)", STRETCHED, tokens=2),
    "random tokens": at(
        "1 <= 0",
        ["y[token]: random vector"],
        ["uniform_on_sphere(y)", "independent(y)"],
        tokens=2,
        dim=2,
        letters={"y": "uniform_on_sphere"},
    ),
    "what is not reached": of_map("almost_all_reach(next, fn(X: forall i: X[i] == -x[i]))", STRETCHED),
}


@pytest.mark.parametrize("name", REFUTATIONS)
def test_the_negation_is_derived_under_sizes_alone(name: str) -> None:
    _, found, statement = refuted(REFUTATIONS[name])
    assert (found.answer, found.refusal) == ("accept", None)
    assert found.lemma is not None
    assert shows(found.lemma, statement)
    assert not shows(found.lemma, Statement("claim", "test", statement.formula))


HOLDS = {
    "what is claimed": at("x <= 2", ["x: number"], ["0 <= x"], letters={"x": "3/2"}),
    "its bound is met": at("sqrt(x) < 3/2", ["x: number"], ["x == 2"], letters={"x": 2}),
    "nothing that is given": at("x <= 1", ["x: number"], ["x <= 1"], letters={"x": "3/2"}),
    "tokens of other lengths": at("k < k", POINTS, UNITS, **PLANE, letters={**THREE, "x": [[2, 0], [1, 0], [1, 0]]}),
    "an operator with a larger value": at(
        "m < 2", TOP, ["simple_top(U, v, m)"], dim=2, letters={**OPERATOR, "U": [[2, 0], [0, 3]]}
    ),
    "an operator that is not symmetric": at("m < 2", TOP, [], dim=2, letters={**OPERATOR, "U": [[2, 1], [0, 1]]}),
    "eigenvalues that are on the circle": at(
        "F(v) != 3*v", ["F: matrix; v: vector"], [BESIDE + "s^2 + w^2 < 5"], **BESIDES
    ),
    "a real part that is met": at("F(v) != 3*v", ["F: matrix; v: vector"], [BESIDE + "s < 1"], **BESIDES),
    "tokens of another law": at(
        "1 <= 0",
        ["y[token]: random vector"],
        ["standard_normal(y)"],
        tokens=2,
        dim=2,
        letters={"y": "uniform_on_sphere"},
    ),
    "a state that attracts": of_map("lyapunov(next, x)", STRETCHED),
    "a state that repels": of_map("not lyapunov(next, x)", SQUEEZED),
    "a state that may attract": of_map("not asymptotically_stable(next, x)", [[1, 0], [0, 1]]),
    "an eigenvalue outside": of_map("outside_disc(next, x)", SQUEEZED),
    "what is reached": of_map("almost_all_reach(next, fn(X: forall i: X[i] == x[i] or X[i] == -x[i]))", STRETCHED),
    "a limit": at("tends(y, 2)", WALL, [], letters={"y": 2}),
}


@pytest.mark.parametrize("name", HOLDS)
def test_what_an_instance_does_not_refute_is_not_derived(name: str) -> None:
    with pytest.raises((Failed, Declined, Refused)):
        refuted(HOLDS[name])


@pytest.mark.parametrize("name", ["sums", "operators"])
def test_a_negation_under_more_than_sizes_refutes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Refutations, "leave", lambda self, k: k)  # what was obtained is still assumed
    _, found, statement = refuted(REFUTATIONS[name])
    assert found.answer == "accept"
    assert found.lemma is not None
    assert not shows(found.lemma, statement)
