"""Attacks on moments, levels and lemmas, numbered like those of test_attacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, cases, enter, have, intro, leaf, lemma, obtain, rule, split, take, unfold

from .cases import SPHERES, attack

OJA = {
    "letters": ["V: operator; v: vector; alpha, beta, lam, N: number"],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "N == sum(j: 1)", "N > 0", "1 + alpha*lam > 0"],
}
ALPHA = f"oja(X, i) = unit(X[i] + alpha/N*V(sum(j: X[j]))) on {SPHERES}"
BETA = f"oja(X, i) = unit(X[i] + beta/N*V(sum(j: X[j]))) on {SPHERES}"
STEP = leaf(use=["V(v) == lam*v", "dot(v, v) == 1", "sum(j: 1) == N"], norms=["1 + alpha*lam"])
FIXED = {**OJA, "maps": [ALPHA], "show": ["fixed(oja, fn(h: v))"], "proof": unfold("goal", intro("i", STEP))}

ATTACKS: list[dict[str, Any]] = [
    attack("20 equal now, so equal rates", "almost_always(x == y => rate(x) == rate(y))",
        enter("ae", intro("", leaf(use=["x == y"]))), "what is left", letters="x, y: moving number"),
    attack("20b by the rule that differentiates", "almost_always(x == y => rate(x) == rate(y))",
        enter("ae", intro("", rule("differentiate", a="x", b="y"))), "not known here", letters="x, y: moving number"),
    attack("21 the rate of something measurable", "almost_always(rate(w) == rate(z))", enter("ae", KNOWN),
        "rate of a rate or something measurable", letters="w: moving number; z: measurable number"),
    attack("22 a fact about constants at something that moves", "always(w >= 0)",
        take("forall x in number: at_start(x >= 0) => always(x >= 0)", ["w"], KNOWN), "speaks of a moment|moves",
        "at_start(w >= 0)", "forall x in number: at_start(x >= 0) => always(x >= 0)", letters="w: moving number"),
    attack("23 always from almost always", "always(c > 0)", enter("every", KNOWN), "not known here|measurable",
        "almost_always(c >= a)", "almost_always(a > 0)", letters="c: moving number; a: measurable number"),
    attack("24 weights that jump never fall", "always(w >= 0)", rule("monotone", z="w"),
        "always of a rate or something", letters="w: measurable number"),
    attack("24b the same almost always", "always(1 <= 2)", rule("monotone", z="w"), "which is measurable",
        letters="w: measurable number"),
    attack("25 a hypothesis that speaks of one moment", "decays(z, 1)", KNOWN, "given: .*speaks of a moment",
        "rate(z) <= -z", letters="z: moving number"),
    attack("26 either always or never", "always(z >= 0) or always(z < 0)", cases("z", KNOWN, KNOWN),
        "no moment was entered", letters="z: moving number"),
    attack("26b by the excluded middle", "always(z >= 0) or always(z < 0)", split("z >= 0 or z < 0", KNOWN, KNOWN),
        "no moment was entered", letters="z: moving number"),
    attack("27 a fact of the start, later", "almost_always(z >= 0)", enter("ae", KNOWN), "not known here",
        "at_start(z >= 0)", letters="z: moving number"),
    attack("28 decay with a rate that moves", "decays(z, 1/(1 + time)^2)", KNOWN, "moves where it must not",
        letters="z: moving number"),
    attack("30 the rate of a distance to a point chosen now", "almost_always(rate(norm(p)) >= 0)",
        enter("ae", obtain("exists x in vector: x == p", "x", have(["rate(norm(p - x)) == 0"], KNOWN))),
        "chosen at a moment|no existence", "almost_always(exists x in vector: x == p)", letters="p: moving vector"),
    attack("30b a level that was chosen at the moment", "almost_always(rate(p) == 0)",
        enter("ae", obtain("exists x in number: p == x", "x", rule("rate on a level", z="p", m="x"))),
        "chosen at a moment", "almost_always(exists x in number: p == x)", letters="p: moving number"),
    attack("31 a quotient whose divisor vanishes at times", "always(e/f >= start(e/f))", rule("monotone", z="e/f"),
        "need not be absolutely continuous", "almost_always(f != 0)", "almost_always(rate(e/f) >= 0)",
        letters="e, f: moving number"),
    attack("32 null sets that depend on a vector", "almost_always(dot(a, p) >= 0)", enter("ae", KNOWN),
        "not known here", "forall u in vector: almost_always(dot(u, p) >= 0)",
        letters="a: moving vector; p: moving vector"),
    attack("33 a map whose step moves", "fixed(F, S)", KNOWN, "the body of a map moves",
        letters="alpha: moving number; S: state", maps=[f"F(X, i) = unit(alpha*X[i]) on {SPHERES}"]),
    attack("34 a coefficient that contains the state counts as constant", "D(F, S, d, k) == 0",
        leaf(use=["forall j: dot(S[j], p) == 1"]), "the sides differ", "forall j: dot(S[j], p) == 1",
        letters="S, d: state; p: vector; k: token", maps=["F(X, i) = (dot(X[i], p) - 1)*p on fn(X: 0 <= 1)"]),
    attack("34b as many equal summands as a function of the state says", "D(F, S, d, k) == 0", leaf(),
        "the derivative of something over sizes", letters="S, d: state; p: vector; k: token; f(number): size",
        maps=["F(X, i) = sum(m in 0..f(dot(X[i], p)): 1)*p on fn(X: 0 <= 1)"]),
    attack("35 a lemma on the map with alpha, for the map with beta", "fixed(oja, fn(h: v))", lemma("L"),
        "L gives|L: the letter", **{**OJA, "maps": [BETA], "given": [*OJA["given"], "1 + beta*lam > 0"]},
        lemmas={"L": FIXED}),
    attack("36 a lemma about another state", "fixed(oja, fn(h: -v))", lemma("L"), "L gives", **{**OJA, "maps": [ALPHA]},
        lemmas={"L": FIXED}),
    attack("37 a lemma that cites itself", "x >= 0", lemma("claim"), "rests on itself", letters="x: number"),
    attack("37b two lemmas that cite each other", "x >= 0", lemma("L"), "rests on itself", letters="x: number",
        lemmas={"L": {"letters": "x: number", "show": ["x >= 0"], "proof": lemma("claim")}}),
    attack("40 a fixed point that is not shown", "fixed(oja, fn(h: v))", unfold("goal", intro("i", leaf())),
        "the sides differ|divisor", **{**OJA, "maps": [ALPHA]}),
]  # fmt: skip


@pytest.mark.parametrize("case", ATTACKS, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
