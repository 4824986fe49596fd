"""Almost every start of a gradient flow: one proof of a true claim, and what must be refused when one thing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    witness,
)

SPHERE = "on fn(X: forall i: dot(X[i], X[i]) == 1)"
NOT_LOW = "fn(X: forall i: dot(a, X[i]) > -1)"
CLAIM = {
    "letters": ["a, v: vector; r: number; g: moving number; h: number -> number"],
    "flows": [f"climb(X, i) = a - dot(X[i], a)*X[i] {SPHERE}"],
    "given": ["dot(a, a) == 1", "dot(v, v) == 1", "dot(a, v) == 0", "r > 0"],
    "show": [f"almost_all_converge(climb, {NOT_LOW})"],
    "lemmas": {"same": {"letters": ["u, w, z: vector"], "given": ["u == w"], "show": ["dot(z, u) == dot(z, w)"],
        "proof": leaf(use=["u == w"])}},
}  # fmt: skip
"""Tokens that climb, each for itself: almost no start tends to a state with a token at the lowest point."""
ENERGY, WEIGHT = "r*sum(i: dot(a, X[i]))", "r"
T = "dot(a, x[{0}])".format
GAIN = "r*dot(D(climb, x, d, {0}), d[{0}])".format
LOW = f"exists i: {T('i')} <= -1"
RISES = "exists d in state: (forall i: dot(x[i], d[i]) == 0) and r*sum(i: dot(D(climb, x, d, i), d[i])) > 0"


def still(q: str) -> list[Any]:
    """A token at rest is at a or opposite to it, and v is across it."""
    square, across = f"{T(q)}^2 == 1", f"dot(v, x[{q}]) == 0"
    along, aside = (f"dot({z}, climb(x, {q})) == dot({z}, 0*a)" for z in "av")
    return [
        f"climb(x, {q}) == 0",
        (along, lemma("same", u=f"climb(x, {q})", w="0*a", z="a")),
        (aside, lemma("same", u=f"climb(x, {q})", w="0*a", z="v")),
        (square, leaf(f"eq -1: {along}", use=["dot(a, a) == 1"])),
        (across, leaf(f"eq -{T(q)}: {aside}", f"eq -dot(v, x[{q}]): {square}", use=["dot(a, v) == 0"])),
    ]


def proof(energy: str = ENERGY, weight: str = WEIGHT, positive: Tree = KNOWN, size: str = "(1 - {0})*v") -> Tree:
    """The rule; the direction at an equilibrium moves the tokens that are low."""
    push = f"fn(k: {size.format(T('k'))})"
    gain = f"dot(D(climb, x, {push}, {{0}}), {size.format(T('{0}'))})".format
    whole = f"sum(i: {gain('i')}) >= {gain('s')}"
    each = have(
        still("q"),
        split(
            f"{T('q')} >= 0 or {T('q')} < 0",
            have(
                [
                    (f"{T('q')} + 1 > 0", leaf(f"1: {T('q')} >= 0", "1:")),
                    (f"{T('q')} == 1", leaf(f"eq 1/({T('q')} + 1): {T('q')}^2 == 1")),
                ],
                leaf(use=[f"{T('q')} == 1", "dot(v, v) == 1", "dot(a, v) == 0"]),
            ),
            leaf(f"1: -{T('q')} > 0; sq 1 - {T('q')}", use=["dot(v, v) == 1", "dot(a, v) == 0", "dot(v, x[q]) == 0"]),
        ),
    )
    found = witness(
        push,
        both(
            intro("p", have(still("p"), leaf(use=["dot(v, x[p]) == 0"]))),
            have(
                [
                    (whole, rule("term of a positive sum", each, e=f"fn(i: {gain('i')})", y="s", new={"x": "q"})),
                    *still("s"),
                    (f"1 - {T('s')} > 0", leaf(f"1: {T('s')} <= -1", "2:")),
                    (f"-{T('s')} > 0", leaf(f"1: {T('s')} <= -1", "1:")),
                    (
                        f"{gain('s')} > 0",
                        leaf(
                            f"1: -{T('s')} > 0; 1 - {T('s')} > 0; 1 - {T('s')} > 0",
                            use=["dot(v, v) == 1", "dot(a, v) == 0", "dot(v, x[s]) == 0"],
                        ),
                    ),
                ],
                leaf(f"1: r > 0; {whole}", f"1: r > 0; {gain('s')} > 0"),
            ),
        ),
    )
    high = "forall i: dot(a, x[i]) > -1"
    here = have([(LOW, witness("p", KNOWN))], rule("contradiction", P=LOW, C=f"{T('p')} > -1"))
    none = rule("contradiction", intro("p", split(f"{T('p')} > -1 or {T('p')} <= -1", KNOWN, here)), P=high, C="1 <= 0")
    length = "rate(dot(y[p], y[p])) == rate(1)"
    unit = rule(
        "differentiate", enter("every", leaf(use=["forall i: dot(y[i], y[i]) == 1"])), a="dot(y[p], y[p])", b="1"
    )
    tangent = "forall i: dot(y[i], rate(y[i])) == 0"
    return rule(
        "strict saddles",
        intro("p", both(leaf(use=["forall i: dot(x[i], x[i]) == 1"]), positive)),
        have(
            [(f"almost_always({tangent})", enter("ae", intro("p", have([(length, unit)], leaf(f"eq 1/2: {length}")))))],
            enter("ae", leaf(use=[tangent])),
        ),
        have([(LOW, split(f"({LOW}) or not ({LOW})", KNOWN, absurd(none)))], obtain(LOW, "s", found)),
        F="climb",
        e=f"fn(X in state: {energy})",
        w=f"fn(X in state, i: {weight})",
        P=NOT_LOW,
        new={"X": "x", "Y": "y"},
    )


def test_the_rule_gives_it(accepted: Callable[[Any], Any]) -> None:
    assert accepted({**CLAIM, "proof": proof()}).axioms == {"strict saddles"}


FLOW = CLAIM["flows"][0]


@pytest.mark.parametrize(("changed", "made", "match"), [
    ({"flows": [FLOW.replace("a - dot(X[i], a)*X[i]", "g*(a - dot(X[i], a)*X[i])")]}, {},
     "almost_all_converge of something that moves"),
    ({"flows": [FLOW.replace("X[i]) == 1", "X[i]) == 4")]}, {}, "product of unit spheres"),
    ({"flows": [FLOW.replace("a - dot(X[i], a)*X[i]", "a")]}, {}, "strict saddles 1"),
    ({"flows": [FLOW.replace("a - dot(X[i], a)*X[i]", "norm(X[i])*(a - dot(X[i], a)*X[i])")]}, {}, "norm of the state"),
    ({"flows": [FLOW.replace("a - dot(X[i], a)*X[i]", "0*unit(X[i]) + a - dot(X[i], a)*X[i]")]}, {},
     "unit of the state"),
    ({"given": CLAIM["given"][:2] + CLAIM["given"][3:]}, {}, "strict saddles 3"),  # there may be one dimension only
    ({"given": CLAIM["given"][:3]}, {}, "strict saddles 1"),
    ({}, {"energy": f"{ENERGY} + abs(r)*0 + 0*g"}, "it is constant"),
    ({}, {"energy": f"{ENERGY} + 0*abs(dot(a, sum(j: X[j])))"}, "abs of the state"),
    ({}, {"energy": f"{ENERGY} + 0*h(dot(a, sum(j: X[j])))"}, "ap of the state"),
    ({}, {"energy": f"2*{ENERGY}"}, "strict saddles 2"),
    ({}, {"energy": f"-{ENERGY}"}, "strict saddles 2"),
    ({}, {"energy": f"{ENERGY} + sum(k in 0..dot(a, sum(j: X[j])): 0*r)"}, "wanted size"),
    ({"flows": [], "letters": [*CLAIM["letters"], "climb: flow"]}, {},
     "a flow or a function of states is not written out"),
    ({}, {"weight": "r + 0/(1 + dot(a, X[i]))"}, "a divisor"),
    ({}, {"weight": "2*r"}, "strict saddles 2"),
    ({}, {"weight": "0*r", "energy": f"0*{ENERGY}"}, "strict saddles 1"),
    ({}, {"weight": "-r", "energy": f"-{ENERGY}"}, "strict saddles 1"),
    ({}, {"size": "(1 - {0})*a"}, "strict saddles 3"),  # not tangent
    ({}, {"size": "(1 + {0})*v"}, "strict saddles 3"),  # the tokens on top move
    ({}, {"size": "0*(1 - {0})*v"}, "strict saddles 3"),
])  # fmt: skip
def test_a_change_is_refused(
    changed: dict[str, Any], made: dict[str, str], match: str, refused: Callable[[Any], None]
) -> None:
    refused({**CLAIM, **changed, "proof": proof(**made), "match": match})


def test_the_property_belongs_to_the_rule(refused: Callable[[Any], None]) -> None:
    """Almost no start tends to the lowest point, and almost every one tends to the top."""
    for other in ("forall i: dot(a, X[i]) < 1", "forall i: dot(a, X[i]) > 1", "forall i, j: X[i] != X[j]"):
        wrong = {**CLAIM, "show": [f"almost_all_converge(climb, fn(X: {other}))"]}
        refused({**wrong, "proof": proof(), "match": "strict saddles gives"})


TOP = {"a": [0, 1], "v": [1, 0], "r": 1}


@pytest.mark.parametrize(("property", "truth"), [
    ("forall i: X[i] == a", None),  # true, and no instance can say so
    ("forall i: X[i] == -a", False),
    ("forall i: X[i] == v", False),
    ("forall i: dot(a, X[i]) < 1", False),
    ("forall i, j: X[i] == X[j]", None),
    ("exists i: dot(a, X[i]) <= 0", False),
])  # fmt: skip
@pytest.mark.parametrize("tokens", [1, 2, 6])
def test_the_top_attracts_a_neighbourhood(tokens: int, property: str, truth: bool | None, truths: Any) -> None:
    statement = {"letters": ["a, v: vector; r: number"], "flows": CLAIM["flows"]}
    found = truths(
        [f"almost_all_converge(climb, fn(X: {property}))"], "", TOP, statement=statement, tokens=tokens, dim=2
    )
    assert found == [truth]


def test_what_may_drift_along_equilibria_refutes_nothing(truths: Any) -> None:
    """The mean pulls every token: clusters attract as a set, none of them a neighbourhood; on the line all rest."""
    mean = {"flows": [f"mean(X, i) = sum(j: X[j]) - dot(X[i], sum(j: X[j]))*X[i] {SPHERE}"]}
    formulas = [
        "almost_all_converge(mean, fn(X: forall i, j: X[i] == X[j]))",
        "almost_all_converge(mean, fn(X: exists i, j: X[i] != X[j]))",
    ]
    assert truths(formulas, "", {}, statement=mean, tokens=2, dim=2) == [None, None]
    assert truths(formulas, "", {}, statement=mean, tokens=2, dim=1) == [False, False]


def test_a_flow_that_descends_is_repelled_from_the_top(truths: Any) -> None:
    sink = {
        "letters": ["a, v: vector; r: number"],
        "flows": [FLOW.replace("a - dot(X[i], a)*X[i]", "dot(X[i], a)*X[i] - a")],
    }
    formulas = [
        "almost_all_converge(climb, fn(X: forall i: X[i] == a))",
        "almost_all_converge(climb, fn(X: forall i: X[i] != a))",
    ]
    assert truths(formulas, "", TOP, statement=sink, tokens=2, dim=2) == [False, None]
