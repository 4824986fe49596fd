"""Single limits of analytic ascents, almost every start of a map: what the rules prove, what each condition refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, obtain, rule, take, witness

from .conftest import Judge

ON = "on fn(X: forall i: dot(X[i], X[i]) == 1)"
AT = "fn(X in state: forall i: X[i] == {0})".format
NEAR = (
    "(forall r in number: r > 0"
    " => (exists s in size: forall n in size: n >= s => (forall i: norm(x[n, i] - S[i]) < r)))"
)
STEP = "sum(i: dot(x[n + 1, i] - x[n, i], x[n + 1, i] - x[n, i]))"
UNITS = "forall n in step, i: dot(x[n, i], x[n, i]) == 1"
ENERGY, SLOPE = "sum(i: dot(v, {0}[i]))", "v - dot({0}[i], v)*{0}[i]"
ACROSS = "forall i: dot(Y[i], rate(Y[i])) == 0"
STAYS = "rate(dot(Y[q], Y[q])) == 0"
GRADIENT = enter(
    "ae",
    have(
        [
            (
                ACROSS,
                intro(
                    "q", have([(STAYS, rule("rate on a level", z="dot(Y[q], Y[q])", m="1"))], leaf(f"eq 1/2: {STAYS}"))
                ),
            )
        ],
        leaf(use=[ACROSS]),
    ),
)


def limit(
    energy: str = ENERGY,
    slope: str = SLOPE,
    without: str = "",
    gradient: Tree = GRADIENT,
    end: str = "",
    moving: tuple[str, str] = ("", ""),
) -> dict[str, Any]:
    """A sequence that the premises speak of; the energy and what is said to be its gradient, for a state {0}."""
    rises = f"forall n in step: {energy.format('x[n + 1]')} - {energy.format('x[n]')} >= c*{STEP}"
    steep = f"forall n in step: sum(i: dot({slope.format('x[n]')}, {slope.format('x[n]')})) <= k*{STEP}"
    facts = {"unit": UNITS, "c": "c > 0", "rises": rises, "steep": steep}
    return {
        "letters": ["v: vector; x[step, token]: vector; c, k: number; f: vector -> number; z: moving vector"],
        "given": [text for name, text in facts.items() if name != without],
        "show": [
            "exists S in state: (forall i: dot(S[i], S[i]) == 1)"
            f" and (forall i: {end or slope.format('S')} == 0) and {NEAR}"
        ],
        "proof": rule(
            "strict saddles, one limit",
            KNOWN,
            gradient,
            KNOWN,
            KNOWN,
            KNOWN,
            e=f"fn(X in state: {energy.format('X')}{moving[0]})",
            g=f"fn(X in state, i: {slope.format('X')}{moving[1]})",
        ),
    }


def test_an_analytic_ascent_has_one_limit(accepted: Callable[[Any], Any]) -> None:
    assert accepted(limit()).axioms == {"strict saddles, one limit", "rate on a level"}


FALSE_LIMITS = {
    "unit tokens": (limit(without="unit"), "one limit 1"),
    "a gradient at all": (limit(gradient=KNOWN), "one limit 2"),
    "the gradient of this function": (limit(slope=f"2*({SLOPE})"), "one limit 2"),
    "not that of the opposite": (limit(energy=f"-{ENERGY}"), "one limit 2"),
    "a positive constant": (limit(without="c"), "one limit 3"),
    "an ascent": (limit(without="rises"), "one limit 4"),
    "steps that are long enough": (limit(without="steep"), "one limit 5"),
    "a limit where the gradient is zero": (limit(end="v"), "one limit gives"),
    "an energy that is constant in time": (limit(moving=(" + 0*dot(z, z)", "")), "it is constant"),
    "a gradient that is constant in time": (limit(moving=("", " + 0*z")), "it is constant"),
}


@pytest.mark.parametrize("needs", FALSE_LIMITS)
def test_one_limit_needs(needs: str, refused: Callable[[Any], None]) -> None:
    made, match = FALSE_LIMITS[needs]
    refused({**made, "match": match})


NOT_ANALYTIC = [
    "abs(dot({0}[i], v))*v", "max(dot({0}[i], v), 0)*v", "norm({0}[i] - v)*v", "unit({0}[i] - v)", "unit(0*{0}[i])",
    "sqrt(dot({0}[i], v))*v", "f({0}[i])*v", "v/dot({0}[i], v)",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_ANALYTIC)
@pytest.mark.parametrize("place", ["energy", "slope"])
def test_one_limit_refuses_what_need_not_be_analytic(text: str, place: str, refused: Callable[[Any], None]) -> None:
    text = f"sum(i: dot(v, {text}))" if place == "energy" else text
    refused({**limit(**{place: text}), "match": "need not be analytic|nonzero on the unit spheres"})


UNIT = "(forall i: dot(X0[i], X0[i]) == 1)"
LONG = f"forall X0 in state: {UNIT} => (forall i: norm(X0[i] + v/2) > 0)"
KEPT = f"forall X0 in state: {UNIT} => (forall i: dot(climb(X0, i), climb(X0, i)) == 1)"
_MOVED = "dot(climb(X0, i) - X0[i], climb(X0, i) - X0[i])"
RISES = f"forall X0 in state: {UNIT} => sum(i: dot(v, climb(X0, i))) - sum(i: dot(v, X0[i])) >= sum(i: {_MOVED})"
STEEP = f"forall X0 in state: {UNIT} => sum(i: dot({SLOPE}, {SLOPE})) <= 9*sum(i: {_MOVED})".format("X0")
ONTO = (
    f"forall X0 in state, d0 in state: {UNIT} => (forall i: dot(X0[i], d0[i]) == 0)"
    " => (forall i: D(climb, X0, d0, i) == 0) => (forall i: d0[i] == 0)"
)
SADDLES = f"forall X0 in state: {UNIT} => fixed(climb, X0) => not (forall i: X0[i] == v) => outside_disc(climb, X0)"
GIVEN = {"long": LONG, "kept": KEPT, "rises": RISES, "steep": STEEP, "onto": ONTO, "saddles": SADDLES}
ENDS = f"exists S in state: (forall i: dot(S[i], S[i]) == 1) and (forall i: {SLOPE.format('S')} == 0) and {NEAR}"
AFTER = "forall i: x[m + 1, i] == climb(x[m], i)"


def at_step(fact: str) -> Tree:
    """A fact about every state, at one of the orbit."""
    here = fact[fact.index("=> ") + 3 :].replace("X0[i]", "x[m][i]").replace("X0", "x[m]")
    units = intro("q", take(UNITS, ["m", "q"], KNOWN))
    orbit = intro("q", take("forall n in step, i: x[n + 1, i] == climb(x[n], i)", ["m", "q"], KNOWN))
    return intro(
        "m",
        have(
            [("forall i: dot(x[m, i], x[m, i]) == 1", units), (AFTER, orbit)],
            take(fact, ["x[m]"], leaf(f"1: {here}", use=[AFTER])),
        ),
    )


def case(body: str = "unit(X[i] + v/2)", on: str = ON, without: str = "", **more: Any) -> dict[str, Any]:
    """Every token climbs to v by itself, in steps."""
    ascent = rule(
        "strict saddles, one limit",
        KNOWN,
        GRADIENT,
        leaf(),
        at_step(RISES),
        at_step(STEEP),
        c="1",
        k="9",
        e=f"fn(X in state: {ENERGY.format('X')})",
        g=f"fn(X in state, i: {SLOPE.format('X')})",
    )
    premises = [
        take(KEPT, ["X"], KNOWN),
        have([(ENDS, ascent)], obtain(ENDS, "T", witness("T", KNOWN))),
        take(ONTO, ["X", "d"], KNOWN),
        take(SADDLES, ["X"], KNOWN),
    ]
    return {
        "letters": ["v: vector; f: vector -> number; A: measurable matrix"],
        "maps": [f"climb(X, i) = {body} {on}"],
        "given": [text for name, text in GIVEN.items() if name != without],
        "show": [f"almost_all_converge(climb, {AT('v')})"],
        "proof": rule("strict saddles, maps", *premises, F="climb", P=AT("v")),
        **more,
    }


def test_almost_every_orbit_of_an_ascent_without_saddles(accepted: Callable[[Any], Any]) -> None:
    axioms = {"strict saddles, maps", "strict saddles, one limit", "rate on a level"}
    assert accepted(case()).axioms == axioms


FALSE = {
    "a length that is nowhere zero": (case(without="long"), "unit of the state"),
    "the spheres to themselves": (case(without="kept"), "maps 1"),
    "an ascent": (case(without="rises"), "maps 2.*one limit 4"),
    "steps that are long enough": (case(without="steep"), "maps 2.*one limit 5"),
    "no tangent lost": (case(without="onto"), "maps 3"),
    "every other fixed point outside": (case(without="saddles"), "maps 4"),
    "of this property": (case(show=[f"almost_all_converge(climb, {AT('-v')})"]), "saddles, maps gives"),
    "on unit spheres": (case(on="on fn(X: forall i: dot(X[i], X[i]) == 2)"), "product of unit spheres"),
    "everywhere on them": (case(on="on fn(X: forall i: dot(X[i], X[i]) == 1 and X[i] != v)"),
        "product of unit spheres"),
    "the same at all times": (case(body="unit(A(X[i]))"), "the body of a map moves"),
    "a map that is written out": ({**case(), "letters": ["v: vector; G: map"],
        "show": [f"almost_all_converge(G, {AT('v')})"], "proof": rule("strict saddles, maps", F="G", P=AT("v"))},
        "not written out"),
    "a map": (case(maps=[], flows=[f"climb(X, i) = v - dot(X[i], v)*X[i] {ON}"]), "is flow"),
}  # fmt: skip


@pytest.mark.parametrize("needs", FALSE)
def test_almost_every_orbit_needs(needs: str, refused: Callable[[Any], None]) -> None:
    made, match = FALSE[needs]
    refused({**made, "match": match})


@pytest.mark.parametrize("text", [text.format("X") for text in NOT_ANALYTIC])
def test_a_map_that_need_not_be_analytic_is_refused(text: str, refused: Callable[[Any], None]) -> None:
    refused({**case(body=text), "match": "need not be analytic|nonzero on the unit spheres"})


@pytest.mark.parametrize(("body", "place", "truth"), [
    ("unit(X[i] + v/2)", "-v", False),  # v attracts a neighbourhood
    ("unit(X[i] + v/2)", "v", None),  # true, which no instance decides
    ("unit(X[i] - v/2)", "v", False),  # -v attracts
    ("X[i]", "v", None),  # fixed points that attract nothing
    ("-X[i]", "v", None),
    ("unit(X[i] - 4*(X[i] - dot(X[i], v)*v))", "-v", None),  # the derivative at v is -3, which would draw a flow in
])  # fmt: skip
@pytest.mark.parametrize("tokens", [1, 3])
def test_at_an_instance_an_attractor_without_the_property_refutes(
    body: str, place: str, truth: bool | None, tokens: int, truths: Judge
) -> None:
    shown = {"letters": ["v: vector"], "maps": [f"climb(X, i) = {body} {ON}"]}
    asked = f"almost_all_converge(climb, {AT(place)})"
    assert truths(asked, values={"v": [1, 0]}, statement=shown, tokens=tokens, dim=2) == [truth]
