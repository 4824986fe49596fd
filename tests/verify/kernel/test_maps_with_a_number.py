"""Maps with a number in brackets, one map for every number: what may be said of them, and what may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, both, intro, leaf, take, witness

from .cases import SPHERES, attack
from .conftest import Judge

PULL = [f"F[a](X, i) = unit(X[i] + a*dot(v, X[i])*v) on {SPHERES}"]
V = {"letters": "v: vector; S: state; k: token", "maps": PULL}
STABLE = "lyapunov(F[{}], S)".format
UNIT = "dot(v, v) == 1"


def test_a_number_takes_the_place_of_the_letter(accepted: Callable[[Any], Any]) -> None:
    once = f"forall a in number: a > 0 => value(F[a], fn(h: v), k) == (1 + a)/norm((1 + a)*v)*v and {STABLE('a + 1')}"
    given = [UNIT, f"forall a in number: a > 1 => {STABLE('a')}"]
    proof = intro("t,", both(leaf(use=[UNIT]), take(given[1], ["t + 1"], KNOWN)))
    assert not accepted({**V, "letters": [V["letters"]], "given": given, "show": [once], "proof": proof}).axioms


def test_truths_at_an_instance(truths: Judge) -> None:
    asked = [
        "asymptotically_stable(F[1], fn(i: v))",
        "asymptotically_stable(F[-1/2], fn(i: v))",
        "forall a in number: asymptotically_stable(F[a], fn(i: v))",
        "forall a in number: a > 0 => asymptotically_stable(F[a], fn(i: v))",
        "value(F[1], fn(i: 1/2*v), k) == v",
    ]
    values = {"v": [1, 0], "S": [[1, 0]], "k": 0}
    statement = {"letters": [V["letters"]], "maps": PULL}
    assert truths(asked, values=values, statement=statement, tokens=1, dim=2) == [True, False, False, None, True]


FALSE = [
    attack("stable at one number, so at another", STABLE("2"), KNOWN, "not known here", STABLE("1"), **V),
    attack("one bound for all numbers, from a bound for each",
        f"exists b in number: forall a in number: a > b => {STABLE('a')}", witness("0", KNOWN), "not known here",
        f"forall a in number: exists b in number: a > b => {STABLE('a')}", **V),
    attack("the family of maps as one map", "lyapunov(F, S)", KNOWN, "F is number -> map", **V),
    attack("a vector for the number", "lyapunov(F[v], S)", KNOWN, "wanted number", **V),
    attack("the letter outside of its map", "lyapunov(F[a], S)", KNOWN, "'a' is not declared", **V),
    attack("a map that moves", "lyapunov(F[w], fn(i: v))", KNOWN, "something that moves",
        letters="v: vector; w: moving number", maps=PULL),
    *(attack(says, "1 <= 1", leaf(), match, letters="v: vector; w: moving number",
        maps=[f"{head} on {SPHERES}"]) for says, head, match in (("a letter with two roles", "F[X](X, i) = X*v",
        "'X' is bound twice"), ("a letter that is declared", "F[v](X, i) = v*X[i]", "'v' is declared twice"),
        ("a word of the language", "F[time](X, i) = X[i]", "is a word of the language"),
        ("no letter", "F[](X, i) = X[i]", "name"), ("two letters", "F[a, b](X, i) = a*b*X[i]", "expected ']'"),
        ("a number that is read over time", "F[a](X, i) = start(a*w)*v", "read over time"))),
    attack("a set that depends on the number", "1 <= 1", leaf(), "'a' is not declared",
        maps=["F[a](X, i) = X[i] on fn(X: a > 0)"]),
    attack("a map of a family that is not written out has a derivative", "D(F(2), S, S, k) == 0", leaf(),
        "not written out", letters="F(number): map; S: state; k: token"),
    attack("a flow with a number", "1 <= 1", leaf(), "expected '\\('", flows=[f"F[a](X, i) = a*X[i] on {SPHERES}"]),
]  # fmt: skip


@pytest.mark.parametrize("case", FALSE, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused({**case, "letters": [case["letters"]] if "letters" in case else []})
