"""Words of time around a bound letter: what stands for the letter must not be read over its own time.

All false claims here were accepted by an earlier kernel; the true ones beside them are still accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, both, enter, intro, leaf, lemma, rule, take, unfold

from .cases import SPHERES

CONSTANT_IN_STATE = {
    "given": ["forall X in state: f(X, k) == 0"],
    "proof": enter("every", take("forall X in state: f(X, k) == 0", "y", then=KNOWN)),
}
MAXIMUM = {"letters": ["z, w: moving number"], "given": ["almost_always(forall x in number: rate(max(z, x)) == 0)"]}
AT_ONE_TIME = {
    "letters": ["f(number): measurable number; w: moving number"],
    "given": ["almost_always(forall x in number: f(x) == 0)"],
    "show": ["almost_always(f(w) == 0)"],
    "proof": enter("ae", KNOWN),
}

AUTONOMOUS = {
    "letters": ["g: number -> number; v: vector; y[token]: moving vector"],
    "flows": ["f(X, i) = g(dot(v, X[i]))*v on fn(X: 0 <= 1)"],
    "given": ["solves(f, y)", "forall x in number: g(x) == x"],
    "show": ["almost_always(forall i: rate(y[i]) == dot(v, y[i])*v)"],
    "proof": unfold("solves(f, y)", enter("ae", intro("t",
        take("forall x in number: g(x) == x", ["dot(v, y[t])"],
        leaf(use=["rate(y[t]) == g(dot(v, y[t]))*v", "g(dot(v, y[t])) == dot(v, y[t])"]))))),
}  # fmt: skip
STARTS = {
    "letters": ["v: vector; y[token]: moving vector"],
    "given": ["almost_always(forall i: rate(y[i]) == start(dot(v, y[i]))*v)"],
    "show": AUTONOMOUS["show"],
    "lemmas": {"L": AUTONOMOUS},
}
SOLVED = unfold(
    "goal", both(enter("every", leaf()), enter("ae", intro("t", leaf(use=["rate(y[t]) == start(dot(v, y[t]))*v"]))))
)
STABLE = {
    "letters": ["g(vector): vector; S: state"],
    "maps": [f"F(X, i) = unit(g(X[i])) on {SPHERES}"],
    "given": ["asymptotically_stable(F, S)"],
    "show": ["lyapunov(F, S)"],
    "proof": rule("asymptotically stable is Lyapunov stable"),
}

FALSE: list[dict[str, Any]] = [
    {**STARTS, "says": "a function of a lemma that reads its argument at the start, in a flow of the lemma",
     "proof": lemma("L", SOLVED, intro("z", leaf()), g="fn(x in number: start(x))"),
     "match": "reads its argument over time"},
    {"says": "the same in a map, whose derivative would be zero", "letters": ["S: state"],
     "maps": [f"F(X, i) = unit(X[i]) on {SPHERES}"], "show": ["lyapunov(F, S)"], "lemmas": {"L": STABLE},
     "proof": lemma("L", KNOWN, g="fn(x in vector: start(x))"), "match": "reads its argument over time"},
    {"says": "the identity, written with the start of its state, has the derivative zero",
     "letters": ["V: operator; v: vector; lam, n: number"], "maps": [f"F(X, i) = unit(start(X[i])) on {SPHERES}"],
     "given": ["V(v) == lam*v", "dot(v, v) == 1", "n == sum(j: 1)"],
     "show": ["spectrum(F, fn(i: v), V, v, fn(x: 0 + n*0*x), 0)"],
     "proof": rule("equal tokens", KNOWN, KNOWN, KNOWN, intro("i", {"left": KNOWN}),
     unfold("goal", intro("i", leaf(use=["dot(v, v) == 1"]))), leaf(), S="fn(i: v)", r="0", k="0"),
     "match": "the state is read over time"},
    {"says": "a set of states that reads them over time", "letters": ["y[token]: moving vector; v: vector"],
     "flows": ["f(X, i) = X[i] - X[i] on fn(X: forall i: start(X[i]) == X[i])"], "given": ["solves(f, y)"],
     "show": ["always(forall i: y[i] == v)"], "proof": KNOWN, "match": "speaks of time"},
    {"says": "a flow that reads its state at the start is a constant one of a lemma",
     "letters": ["y[token]: moving vector; k: token"], "flows": [f"h(X, i) = start(X[i]) - X[i] on {SPHERES}"],
     "show": ["always(start(y[k]) - y[k] == 0)"], "lemmas": {"L": {"letters":
     ["f: flow; y[token]: moving vector; k: token"], "show": ["always(f(y, k) == 0)"], **CONSTANT_IN_STATE}},
     "proof": lemma("L", intro("X", leaf()), f="h"), "match": "the state is read over time"},
    {"says": "the rate of a state in a flow is that of the solution", "letters": ["y[token]: moving vector; k: token"],
     "flows": [f"h(X, i) = rate(X[i]) on {SPHERES}"], "show": ["almost_always(rate(y[k]) == 0)"],
     "proof": enter("ae", leaf()), "match": "the state is read over time"},
    {"says": "a flow with a random coefficient has solutions that are not random",
     "letters": ["y[token]: moving vector; r: random vector"], "flows": [f"h(X, i) = r on {SPHERES}"],
     "given": ["solves(h, y)"], "show": ["almost_always(forall i, j: rate(y[i]) == rate(y[j]))"], "proof": KNOWN,
     "match": "the body of a flow is random"},
    {"says": "an equation about the rate of a maximum with constants rewrites one with something that moves", **MAXIMUM,
     "show": ["almost_always(rate(max(z, w)) == 0)"], "proof": enter("ae",
     leaf(use=["forall x in number: rate(max(z, x)) == 0"])), "match": "reads its letters over time does not rewrite"},
    {"says": "an equation whose condition is read at the start rewrites at something that moves",
     "letters": ["w: moving number; f(number): number"],
     "given": ["forall x in number: at_start(x >= 0) => f(x) == 0", "at_start(w >= 0)"], "show": ["always(f(w) == 0)"],
     "proof": enter("every", leaf(use=["forall x in number: at_start(x >= 0) => f(x) == 0"])),
     "match": "reads its letters over time does not rewrite"},
    {"says": "a function of a lemma that is a rate of its argument, applied to something that moves", **MAXIMUM,
     "show": ["almost_always(rate(max(z, w)) == 0)"], "lemmas": {"L": AT_ONE_TIME},
     "proof": lemma("L", f="fn(x: rate(max(z, x)))"), "match": "reads its argument over time"},
    {"says": "the same in the second argument", **MAXIMUM, "show": ["almost_always(rate(max(z, w)) == 0)"],
     "lemmas": {"L": {"letters": ["f(token, number): measurable number; w: moving number; i: token"],
     "given": ["almost_always(forall x in number: f(i, x) == 0)"], "show": ["almost_always(f(i, w) == 0)"],
     "proof": enter("ae", KNOWN)}}, "letters": ["z, w: moving number; i: token"],
     "proof": lemma("L", f="fn(j: fn(x: rate(max(z, x))))"), "match": "reads its argument over time"},
    {"says": "a property of a lemma that is one over time, applied to something that moves",
     "letters": ["z, w: moving number"], "given": ["forall x in number: (at_start(z >= x) => always(z >= x))"],
     "show": ["always(at_start(z >= w) => always(z >= w))"],
     "lemmas": {"L": {"letters": ["P(number): formula; w: moving number"], "given": ["forall x in number: P(x)"],
     "show": ["always(P(w))"], "proof": enter("every", KNOWN)}},
     "proof": lemma("L", P="fn(x: at_start(z >= x) => always(z >= x))"), "match": "reads its argument over time"},
]  # fmt: skip

TRUE: list[dict[str, Any]] = [
    {"says": "a function that reads what is not its argument over time", "letters": ["z, w: moving number"],
     "given": ["almost_always(forall x in number: rate(z)*x == 0)"], "show": ["almost_always(rate(z)*w == 0)"],
     "lemmas": {"L": AT_ONE_TIME}, "proof": lemma("L", f="fn(x: rate(z)*x)")},
    {"says": "a function that reads its argument over time, applied to constants only", "letters": ["z: moving number"],
     "given": ["forall x in number: always(z >= x) or x >= 0"], "show": ["always(z >= -1) or -1 >= 0"],
     "lemmas": {"L": {"letters": ["P(number): formula; c: number"], "given": ["forall x in number: P(x)"],
     "show": ["P(c)"], "proof": KNOWN}}, "proof": lemma("L", P="fn(x: always(z >= x) or x >= 0)", c="-1")},
    {"says": "the instance of the same fact at a constant", **MAXIMUM, "show": ["almost_always(rate(max(z, 3)) == 0)"],
     "proof": enter("ae", take("forall x in number: rate(max(z, x)) == 0", "3", then=KNOWN))},
    {"says": "a flow with a start in it that is not of its state",
     "letters": ["y[token]: moving vector; z: moving vector; k: token"], "flows": [f"h(X, i) = start(z) on {SPHERES}"],
     "given": ["solves(h, y)"], "show": ["almost_always(rate(y[k]) == start(z))"], "proof": enter("ae", KNOWN)},
]  # fmt: skip


@pytest.mark.parametrize("case", FALSE, ids=lambda case: case["says"])
def test_what_is_read_over_time_stays_there(case: dict[str, Any], refused: Callable[[dict[str, Any]], None]) -> None:
    refused(case)


@pytest.mark.parametrize("case", TRUE, ids=lambda case: case["says"])
def test_true_claims_beside_them(case: dict[str, Any], accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case)
