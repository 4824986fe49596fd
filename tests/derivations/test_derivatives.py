"""Derivatives of written maps: the right one is accepted, a wrong one or one where there is none is not."""

from __future__ import annotations

from typing import Any

import pytest

from attnverify.verify.core.files import Checker, Statement, shows
from attnverify.verify.core.terms import State, packed
from attnverify.verify.derivations.__main__ import proofs
from attnverify.verify.derivations.coverage import ACCEPTED, Library
from attnverify.verify.derivations.walk import Walk
from attnverify.verify.derivations.writing import derivation
from attnverify.verify.registry import load

ARITHMETIC, NONE = {"leaf": "arithmetic"}, ()
APART, POSITIVE, EQUAL = ("norm(S[i]) > 0",), ("dot(S[i], v) > 0",), ("dot(S[i], v) == 0",)


def data(image: str, value: str, given: tuple[str, ...] = ()) -> dict[str, Any]:
    """The claim that a map has this derivative at a state S, in the direction d."""
    letters = ["S, d: state; v: vector; a: number; i: token; V: operator; f[token]: number"]
    everywhere = ["forall k: " + fact.replace("[i]", "[k]") for fact in given]
    image = image.replace("[i]", "[k]").replace("(i)", "(k)")
    statement = {
        "letters": letters,
        "maps": [f"F(X, k) = {image} on fn(X: 0 == 0)"],
        "given": everywhere,
        "show": [f"D(F, S, d, i) == {value}"],
    }
    return {"statement": statement, "proof": {**ARITHMETIC, "use": list(given) if given == EQUAL else []}}


# a map, what is given, its derivative, and what is not its derivative
DERIVATIVES = [
    ("v", NONE, "0", "v"),
    ("a*X[i]", NONE, "a*d[i]", "a*S[i]"),
    ("X[i] + v", NONE, "d[i]", "d[i] + v"),
    ("V(X[i]) - X[i]", NONE, "V(d[i]) - d[i]", "V(d[i])"),
    ("dot(X[i], X[i])*v", NONE, "2*dot(S[i], d[i])*v", "dot(S[i], d[i])*v"),
    ("dot(X[i], v)*X[i]", NONE, "dot(d[i], v)*S[i] + dot(S[i], v)*d[i]", "dot(d[i], v)*d[i]"),
    ("sum(j: f[j]*X[j])", NONE, "sum(j: f[j]*d[j])", "sum(j: f[j])*d[i]"),
    ("sum(j in upto(i): dot(X[j], X[i]))*v", NONE, "sum(j in upto(i): dot(d[j], S[i]) + dot(S[j], d[i]))*v", "0"),
    ("exp(dot(X[i], v))*v", NONE, "exp(dot(S[i], v))*dot(d[i], v)*v", "exp(dot(S[i], v))*v"),
    ("tanh(dot(X[i], v))*v", NONE, "(1 - tanh(dot(S[i], v))^2)*dot(d[i], v)*v", "dot(d[i], v)*v"),
    ("sin(dot(X[i], v))*v", NONE, "cos(dot(S[i], v))*dot(d[i], v)*v", "-cos(dot(S[i], v))*dot(d[i], v)*v"),
    ("cos(dot(X[i], v))*v", NONE, "-sin(dot(S[i], v))*dot(d[i], v)*v", "sin(dot(S[i], v))*dot(d[i], v)*v"),
    ("v/dot(X[i], v)", POSITIVE, "-dot(d[i], v)/dot(S[i], v)^2*v", "dot(d[i], v)/dot(S[i], v)^2*v"),
    ("log(dot(X[i], v))*v", POSITIVE, "dot(d[i], v)/dot(S[i], v)*v", "dot(d[i], v)*v"),
    ("sqrt(dot(X[i], v))*v", POSITIVE, "dot(d[i], v)/(2*sqrt(dot(S[i], v)))*v", "dot(d[i], v)/sqrt(dot(S[i], v))*v"),
    ("norm(X[i])*v", APART, "dot(S[i], d[i])/norm(S[i])*v", "dot(S[i], d[i])*v"),
    ("exp(dot(X[i], v))*v", EQUAL, "dot(d[i], v)*v", "2*dot(d[i], v)*v"),
]
# a map that has no derivative, or of which that is not known
NOWHERE = [
    ("norm(X[i])*v", NONE, "dot(S[i], d[i])/norm(S[i])*v"),
    ("unit(X[i])", NONE, "1/norm(S[i])*(d[i] - dot(unit(S[i]), d[i])*unit(S[i]))"),
    ("v/dot(X[i], v)", NONE, "-dot(d[i], v)/dot(S[i], v)^2*v"),
    ("sqrt(dot(X[i], v))*v", EQUAL, "0"),
    ("log(dot(X[i], v))*v", NONE, "dot(d[i], v)/dot(S[i], v)*v"),
    ("abs(dot(X[i], v))*v", NONE, "dot(d[i], v)*v"),
    ("abs(dot(X[i], v))*v", EQUAL, "0"),
    ("max(dot(X[i], v), 0)*v", EQUAL, "0"),
]


@pytest.mark.parametrize(("image", "given", "value", "wrong"), DERIVATIVES)
def test_a_derivative_is_shown_and_a_wrong_one_is_not(
    image: str, given: tuple[str, ...], value: str, wrong: str
) -> None:
    library = Library({"right": data(image, value, given), "wrong": data(image, wrong, given)}.__getitem__)
    assert (library.outcome("right").answer, library.outcome("right").why) == (ACCEPTED, "")
    assert library.outcome("wrong").why.startswith("Failed leaf")


@pytest.mark.parametrize(("image", "given", "value"), NOWHERE)
def test_there_is_no_derivative_at_a_corner(image: str, given: tuple[str, ...], value: str) -> None:
    library = Library({"claim": data(image, value, given)}.__getitem__)
    assert library.outcome("claim").why.startswith("Failed leaf")


RULES = [
    "POW-L6.mode.repaired",  # the largest eigenvalue of a symmetric derivative
    "POW-T2.cons",  # equal tokens, an eigenvalue outside of the disc, instability
    "POW-2.1.gen.causal",  # a triangular derivative, all eigenvalues inside of the disc
    "POW-2.1.gen.nonsym",  # any matrix
    "POW-L5.block",  # two groups, one eigenvalue outside of the disc
    "LEM-equal-outside",  # an eigenvector
    "PER-A.1.flows",  # almost all trajectories, by strict saddles
    "LEM-oja-one-limit",  # one limit, by strict saddles
]


@pytest.mark.parametrize("id", RULES)
def test_claims_about_derivatives_are_accepted(id: str) -> None:
    outcome = Library(lambda id: proofs([load()[id]])[id]).outcome(id)
    assert (outcome.answer, outcome.why) == (ACCEPTED, "")


def test_there_is_a_derivative_of_all_maps() -> None:
    """What a statement with D takes as given can hold."""
    walk = Walk(State(), None, None)
    letter = walk.derivative("V:E")
    k = walk.some_derivative(letter)
    assert walk.f(k) == walk.make("ex", walk.lam(letter, walk.differentiates(letter)))
    section = derivation(walk, k, "a derivative of all maps")
    lemma = Checker([section]).result(section.id).lemma
    assert lemma is not None
    assert shows(lemma, Statement("claim", "", packed(walk.state, walk.f(k))))
