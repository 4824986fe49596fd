"""Almost every start of a gradient flow: what the rule proves, what each of its conditions refuses, and instances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, rule, take

from .conftest import Judge

ON = "on fn(X: forall i: dot(X[i], X[i]) == 1)"
AT = "fn(X in state: forall i: X[i] == {0})".format
ENERGY, WEIGHT = "fn(X in state: sum(i: dot(v, X[i])))", "fn(X in state, i: 1)"
UNIT = "(forall i: dot(X0[i], X0[i]) == 1)"
TANGENT = f"forall X0 in state: {UNIT} => (forall i: dot(X0[i], climb(X0, i)) == 0 and 1 > 0)"
SADDLES = (
    f"forall X0 in state: {UNIT} => (forall i: climb(X0, i) == 0) => not (forall i: X0[i] == v) => (exists d in state:"
    " (forall i: dot(X0[i], d[i]) == 0) and sum(i: 1*dot(D(climb, X0, d, i), d[i])) > 0)"
)
_ACROSS = "forall i: dot(Y[i], rate(Y[i])) == 0"
_STAYS = "rate(dot(Y[q], Y[q])) == 0"
GRADIENT = enter(
    "ae",
    have(
        [
            (
                _ACROSS,
                intro(
                    "q",
                    have([(_STAYS, rule("rate on a level", z="dot(Y[q], Y[q])", m="1"))], leaf(f"eq 1/2: {_STAYS}")),
                ),
            )
        ],
        leaf(use=[_ACROSS]),
    ),
)


def case(
    body: str = "v - dot(X[i], v)*X[i]",
    energy: str = ENERGY,
    weight: str = WEIGHT,
    on: str = ON,
    without: str = "",
    tangent: str = TANGENT,
    saddles: str = SADDLES,
    gradient: Tree = GRADIENT,
    **more: Any,
) -> dict[str, Any]:
    """Every token climbs to v by itself; the flow is the gradient of the sum of <v, x_i>."""
    premises = [take(tangent, ["X"], KNOWN), gradient, take(saddles, ["X"], KNOWN)]
    return {
        "letters": ["v: vector; f: vector -> number; P: measurable matrix; k: number"],
        "flows": [f"climb(X, i) = {body} {on}"],
        "given": [text for text in (tangent, saddles) if text != without],
        "show": [f"almost_all_converge(climb, {AT('v')})"],
        "proof": rule("strict saddles", *premises, F="climb", e=energy, w=weight, P=AT("v")),
        **more,
    }


def test_it_is_a_theorem_about_every_gradient(accepted: Callable[[Any], Any]) -> None:
    assert accepted(case()).axioms == {"strict saddles", "rate on a level"}


_TWICE, _SADDLE_2 = TANGENT.replace("1 > 0", "2 > 0"), SADDLES.replace("1*dot", "2*dot")
FALSE = {
    "tangent to the spheres": (case(without=TANGENT), "strict saddles 1"),
    "a gradient": (case(gradient=KNOWN), "strict saddles 2"),
    "the gradient of this function": (case(energy="fn(X in state: 2*sum(i: dot(v, X[i])))"), "strict saddles 2"),
    "the gradient for this metric": (case(weight="fn(X in state, i: 2)", tangent=_TWICE, saddles=_SADDLE_2),
        "strict saddles 2"),
    "every other equilibrium a saddle": (case(without=SADDLES), "strict saddles 3"),
    "of this property": (case(show=[f"almost_all_converge(climb, {AT('-v')})"]), "strict saddles gives"),
    "on unit spheres": (case(on="on fn(X: forall i: dot(X[i], X[i]) == 2)"), "product of unit spheres"),
    "everywhere on them": (case(on="on fn(X: forall i: dot(X[i], X[i]) == 1 and X[i] != v)"),
        "product of unit spheres"),
    "the same at all times": (case(body="P(X[i])", tangent="1 > 0", saddles="1 > 0"), "of something that moves"),
    "a flow": (case(flows=[], maps=[f"climb(X, i) = v - dot(X[i], v)*X[i] {ON}"]), "flow"),
}  # fmt: skip


@pytest.mark.parametrize("needs", FALSE)
def test_it_needs(needs: str, refused: Callable[[Any], None]) -> None:
    made, match = FALSE[needs]
    refused({**made, "match": match})


@pytest.mark.parametrize("body", [
    "abs(dot(X[i], v))*v", "max(dot(X[i], v), 0)*v", "min(j: dot(X[j], v))*v", "norm(X[i] - v)*v", "unit(X[i] - v)",
    "sqrt(dot(X[i], v))*v", "log(dot(X[i], v))*v", "f(X[i])*v", "v/dot(X[i], v)", "v/sum(j: dot(X[j], v))",
    "sum(j: v/(1 - dot(X[i], X[j])))",
])  # fmt: skip
@pytest.mark.parametrize("place", ["body", "energy", "weight"])
def test_it_refuses_what_need_not_be_analytic(body: str, place: str, refused: Callable[[Any], None]) -> None:
    if place == "energy":
        body = f"fn(X in state: sum(i: dot(v, {body})))"
    elif place == "weight":
        body = f"fn(X in state, i: dot(v, {body}))"
    refused({**case(**{place: body}), "match": "need not be analytic|nonzero on the unit spheres"})


@pytest.mark.parametrize(
    "body",
    ["sum(j: exp(k*dot(X[i], X[j]))*X[j])/sum(j: exp(k*dot(X[i], X[j])))", "v/(1 + dot(X[i], X[i]))", "f(v)*X[i]"],
)
def test_quotients_of_what_never_vanishes_are_analytic(body: str, refused: Callable[[Any], None]) -> None:
    refused({**case(body=body), "match": "strict saddles 2"})  # past the condition, at the gradient


@pytest.mark.parametrize(("body", "place", "truth"), [
    ("v - dot(X[i], v)*X[i]", "-v", False),  # v attracts a neighbourhood
    ("v - dot(X[i], v)*X[i]", "v", None),  # true, which no instance decides
    ("dot(X[i], v)*X[i] - v", "v", False),  # -v attracts
    ("v + u - dot(X[i], v + u)*X[i]", "v", None),  # the equilibrium is no axis
    ("0*v", "v", None),  # equilibria that attract nothing
])  # fmt: skip
def test_at_an_instance_an_attractor_without_the_property_refutes(
    body: str, place: str, truth: bool | None, truths: Judge
) -> None:
    shown = {"letters": ["v, u: vector"], "flows": [f"climb(X, i) = {body} {ON}"]}
    values = {"v": [1, 0], "u": [0, 1]}
    found = truths(f"almost_all_converge(climb, {AT(place)})", values=values, statement=shown, tokens=2, dim=2)
    assert found == [truth]


def test_spirals_into_a_state_refute_as_well(truths: Judge) -> None:
    """Complex eigenvalues with a negative real part: on the sphere of three dimensions v attracts in spirals."""

    def judged(body: str, U: list[list[Any]]) -> list[bool | None]:
        shown = {"letters": ["v: vector; U: matrix"], "flows": [f"turn(X, i) = {body} {ON}"]}
        asked = [f"almost_all_converge(turn, {AT(place)})" for place in ("-v", "v")]
        return truths(asked, values={"v": [1, 0, 0], "U": U}, statement=shown, tokens=1, dim=3)

    assert judged("v - dot(X[i], v)*X[i] + U(X[i])", [[0, 0, 0], [0, 0, -5], [0, 5, 0]]) == [False, None]
    repelled = [[0, 0, 0], [0, "3/2", 0], [0, 0, 0]]  # in one direction
    assert judged("v + U(X[i]) - dot(X[i], v + U(X[i]))*X[i]", repelled) == [None, None]
