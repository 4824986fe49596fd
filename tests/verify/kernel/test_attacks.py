"""Attacks on binding, moments, levels, sorts, division and instantiation: false claims, each refused by one check.

The numbers are those of the list of attacks the kernel was designed against. Not here: 29 (the rate of the least is a
lemma, no rule), 38 (a missing premise: test_every_premise), 41 (a spectrum is that on the tangent space by definition;
nothing concludes it from another one), 51, 52, 57 (instances: their own tests), 54 (no word says "uniformly in the
initial time").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import (
    KNOWN,
    cases,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    restate,
    rule,
    split,
    take,
    unfold,
    witness,
)

SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"
TWO = {"groups": ["A", "B"]}
OJA = {
    "letters": ["V: operator; v: vector; alpha, beta, lam, N: number"],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "N == sum(j: 1)", "N > 0", "1 + alpha*lam > 0"],
}
ALPHA = f"oja(X, i) = unit(X[i] + alpha/N*V(sum(j: X[j]))) on {SPHERES}"
BETA = f"oja(X, i) = unit(X[i] + beta/N*V(sum(j: X[j]))) on {SPHERES}"
STEP = leaf(use=["V(v) == lam*v", "dot(v, v) == 1", "sum(j: 1) == N"], norms=["1 + alpha*lam"])
FIXED = {**OJA, "maps": [ALPHA], "show": ["fixed(oja, fn(h: v))"], "proof": unfold("goal", intro("i", STEP))}
PAIR = {
    **TWO,
    "letters": ["V: operator; v: vector; lam, r, s, kaa, kab, kba, kbb, p, q: number; S: state"],
    "maps": [f"F(X, h) = unit(X[h]) on {SPHERES}"],
}
PAIR_SPECTRUM = (
    "group_spectrum(F, {}, V, v, fn(x in number: r + p*kaa*x), fn(x in number: q*kab*x), fn(x in number: p*kba*x), "
    "fn(x in number: s + q*kbb*x), r, s, p, q)"
)


def attack(says: str, show: str, proof: Any, match: str, *given: str, **more: Any) -> dict[str, Any]:
    return {"says": says, "show": [show], "proof": proof, "match": match, "given": list(given), **more}


ATTACKS: list[dict[str, Any]] = [
    attack(
        "1 a trace from row sums",
        "sum(i: c[i, i]) >= 0",
        KNOWN,
        "not known here",
        "forall x: sum(i: c[x, i]) >= 0",
        letters="c[token, token]: number",
    ),
    attack(
        "2 a fact about one token, for all",
        "sum(k: a[k]) == sum(k: 3)",
        leaf(use=["a[j] == 3"]),
        "what is left",
        "a[j] == 3",
        letters="a[token]: number; j: token",
    ),
    attack(
        "3 a number chosen inside a sum",
        "sum(i: c[i]*a[i]) >= 0",
        KNOWN,
        "not known here",
        "forall x in number: sum(i: c[i]*x) >= 0",
        letters="a[token], c[token]: number",
    ),
    attack(
        "4 rows and columns in a sum of vectors",
        "sum(i: sum(j: c[i, j])*u[i]) == sum(i: sum(j: c[j, i])*u[i])",
        leaf(),
        "the sides differ",
        letters="c[token, token]: number; u[token]: vector",
    ),
    attack(
        "5 a fact about one group at any token",
        "b[q] == 1",
        KNOWN,
        "not known here",
        "forall i in B: b[i] == 1",
        letters="b[token]: number; q: token",
        **TWO,
    ),
    attack(
        "5b the same by take",
        "b[q] == 1",
        take("forall i in B: b[i] == 1", ["q"], KNOWN),
        "wanted",
        "forall i in B: b[i] == 1",
        letters="b[token]: number; q: token",
        **TWO,
    ),
    attack(
        "5c the same by rewriting",
        "b[q] == 1",
        leaf(use=["forall i in B: b[i] == 1"]),
        "what is left",
        "forall i in B: b[i] == 1",
        letters="b[token]: number; q: token",
        **TWO,
    ),
    attack("6 a sum over all tokens is one over a group", "sum(j: 1) == sum(h in B: 1)", leaf(), "what is left", **TWO),
    attack(
        "7 a fact about tokens for heads",
        "forall h in heads: a[h] > 0",
        KNOWN,
        "is head, wanted token",
        "forall i: a[i] > 0",
        letters="a[token]: number",
    ),
    attack(
        "8 a general matrix where a symmetric one is wanted",
        "spectrum(F, S, V, v, f, g)",
        KNOWN,
        "wanted operator",
        letters="F: map; S: state; V: matrix; v: vector; f: number -> number; g: number",
    ),
    attack("9 a vector plus a number", "dot(v, v + 1) == 1", leaf(), "vector \\+ size", letters="v: vector"),
    attack(
        "10 induction over numbers", "forall n in number: n >= 0", rule("induction", P="fn(n: n >= 0)"), "gives|wanted"
    ),
    attack("11 x/x is 1", "x/x == 1", leaf(), "what is left", letters="x: number"),
    attack("11b x times 1/x is 1", "x*(1/x) == 1", leaf(), "what is left", letters="x: number"),
    attack(
        "12 a divisor nonzero for one group only",
        "sum(j: x[j]*y[j]/x[j]) == sum(j: y[j])",
        leaf(),
        "what is left",
        "forall j in A: x[j] != 0",
        letters="x[token], y[token]: number",
        **TWO,
    ),
    attack(
        "13 a length that may be negative",
        "norm(u) == -n",
        leaf(use=["dot(u, u) == n^2"], norms=["-n"]),
        "what is left",
        "dot(u, u) == n^2",
        letters="u: vector; n: number",
    ),
    attack(
        "13b a length that is right up to its sign",
        "norm(u) == n",
        leaf(use=["dot(u, u) == n^2"], norms=["n"]),
        "what is left",
        "dot(u, u) == n^2",
        letters="u: vector; n: number",
    ),
    attack(
        "14 exponentials of different numbers",
        "exp(a/2)^2 == exp(b)",
        leaf(use=["a == b + 1"]),
        "what is left",
        "a == b + 1",
        letters="a, b: number",
    ),
    attack(
        "15 there is an earlier token", "sum(j in before(i): 1) > 0", leaf(), "sign is not evident", letters="i: token"
    ),
    attack(
        "15b by a rule",
        "sum(j in before(i): 1) > 0",
        rule("strictly positive sum, before"),
        "no rule",
        letters="i: token",
    ),
    attack("16 the greatest of nothing", "max(j in before(i): 0) >= 0", leaf(), "may be empty", letters="i: token"),
    attack("16b the greatest over no sizes", "max(k in 1..0: 0) >= 0", leaf(), "may be empty"),
    attack(
        "17 sums over a triangle exchanged",
        "sum(i: sum(j in before(i): c[i, j])) == sum(j: sum(i in before(j): c[i, j]))",
        leaf(),
        "what is left",
        letters="c[token, token]: number",
    ),
    attack(
        "18 the last term is forgotten",
        "sum(j in upto(i): a[j]) == sum(j in before(i): a[j])",
        leaf(),
        "what is left",
        letters="a[token]: number; i: token",
    ),
    attack(
        "19 a general matrix is symmetric",
        "dot(u, P[h](w)) == dot(w, P[h](u))",
        leaf(),
        "what is left",
        letters="P[head]: matrix; h: head; u, w: vector",
    ),
    attack(
        "20 equal now, so equal rates",
        "almost_always(x == y => rate(x) == rate(y))",
        enter("ae", intro("", leaf(use=["x == y"]))),
        "what is left",
        letters="x, y: moving number",
    ),
    attack(
        "20b by the rule that differentiates",
        "almost_always(x == y => rate(x) == rate(y))",
        enter("ae", intro("", rule("differentiate", a="x", b="y"))),
        "not known here",
        letters="x, y: moving number",
    ),
    attack(
        "21 the rate of something measurable",
        "almost_always(rate(w) == rate(z))",
        enter("ae", KNOWN),
        "rate of a rate or something measurable",
        letters="w: moving number; z: measurable number",
    ),
    attack(
        "22 a fact about constants at something that moves",
        "always(w >= 0)",
        take("forall x in number: at_start(x >= 0) => always(x >= 0)", ["w"], KNOWN),
        "speaks of a moment|moves",
        "at_start(w >= 0)",
        "forall x in number: at_start(x >= 0) => always(x >= 0)",
        letters="w: moving number",
    ),
    attack(
        "23 always from almost always",
        "always(c > 0)",
        enter("every", KNOWN),
        "not known here|measurable",
        "almost_always(c >= a)",
        "almost_always(a > 0)",
        letters="c: moving number; a: measurable number",
    ),
    attack(
        "24 weights that jump never fall",
        "always(w >= 0)",
        rule("monotone", z="w"),
        "always of a rate or something",
        letters="w: measurable number",
    ),
    attack(
        "24b the same almost always",
        "always(1 <= 2)",
        rule("monotone", z="w"),
        "which is measurable",
        letters="w: measurable number",
    ),
    attack(
        "25 a hypothesis that speaks of one moment",
        "decays(z, 1)",
        KNOWN,
        "given: .*speaks of a moment",
        "rate(z) <= -z",
        letters="z: moving number",
    ),
    attack(
        "26 either always or never",
        "always(z >= 0) or always(z < 0)",
        cases("z", KNOWN, KNOWN),
        "no moment was entered",
        letters="z: moving number",
    ),
    attack(
        "26b by the excluded middle",
        "always(z >= 0) or always(z < 0)",
        split("z >= 0 or z < 0", KNOWN, KNOWN),
        "no moment was entered",
        letters="z: moving number",
    ),
    attack(
        "27 a fact of the start, later",
        "almost_always(z >= 0)",
        enter("ae", KNOWN),
        "not known here",
        "at_start(z >= 0)",
        letters="z: moving number",
    ),
    attack(
        "28 decay with a rate that moves",
        "decays(z, 1/(1 + time)^2)",
        KNOWN,
        "moves where it must not",
        letters="z: moving number",
    ),
    attack(
        "30 the rate of a distance to a point chosen now",
        "almost_always(rate(norm(p)) >= 0)",
        enter("ae", obtain("exists x in vector: x == p", "x", have(["rate(norm(p - x)) == 0"], KNOWN))),
        "chosen at a moment|no existence",
        "almost_always(exists x in vector: x == p)",
        letters="p: moving vector",
    ),
    attack(
        "30b a level that was chosen at the moment",
        "almost_always(rate(p) == 0)",
        enter("ae", obtain("exists x in number: p == x", "x", rule("rate on a level", z="p", m="x"))),
        "chosen at a moment",
        "almost_always(exists x in number: p == x)",
        letters="p: moving number",
    ),
    attack(
        "31 a quotient whose divisor vanishes at times",
        "always(e/f >= start(e/f))",
        rule("monotone", z="e/f"),
        "need not be absolutely continuous",
        "almost_always(f != 0)",
        "almost_always(rate(e/f) >= 0)",
        letters="e, f: moving number",
    ),
    attack(
        "32 null sets that depend on a vector",
        "almost_always(dot(a, p) >= 0)",
        enter("ae", KNOWN),
        "not known here",
        "forall u in vector: almost_always(dot(u, p) >= 0)",
        letters="a: moving vector; p: moving vector",
    ),
    attack(
        "33 a map whose step moves",
        "fixed(F, S)",
        KNOWN,
        "the body of a map moves",
        letters="alpha: moving number; S: state",
        maps=[f"F(X, i) = unit(alpha*X[i]) on {SPHERES}"],
    ),
    attack(
        "34 a coefficient that contains the state counts as constant",
        "D(F, S, d, k) == 0",
        leaf(use=["forall j: dot(S[j], p) == 1"]),
        "the sides differ",
        "forall j: dot(S[j], p) == 1",
        letters="S, d: state; p: vector; k: token",
        maps=["F(X, i) = (dot(X[i], p) - 1)*p on fn(X: 0 <= 1)"],
    ),
    attack(
        "35 a lemma on the map with alpha, for the map with beta",
        "fixed(oja, fn(h: v))",
        lemma("L"),
        "L gives|L: the letter",
        **{**OJA, "maps": [BETA], "given": [*OJA["given"], "1 + beta*lam > 0"]},
        lemmas={"L": FIXED},
    ),
    attack(
        "36 a lemma about another state",
        "fixed(oja, fn(h: -v))",
        lemma("L"),
        "L gives",
        **{**OJA, "maps": [ALPHA]},
        lemmas={"L": FIXED},
    ),
    attack("37 a lemma that cites itself", "x >= 0", lemma("claim"), "rests on itself", letters="x: number"),
    attack(
        "37b two lemmas that cite each other",
        "x >= 0",
        lemma("L"),
        "rests on itself",
        letters="x: number",
        lemmas={"L": {"letters": "x: number", "show": ["x >= 0"], "proof": lemma("claim")}},
    ),
    attack(
        "40 a fixed point that is not shown",
        "fixed(oja, fn(h: v))",
        unfold("goal", intro("i", leaf())),
        "the sides differ|divisor",
        **{**OJA, "maps": [ALPHA]},
    ),
    attack(
        "39 the sizes of two groups exchanged",
        PAIR_SPECTRUM.format("S"),
        rule("two groups"),
        "two groups 3",
        "V(v) == lam*v",
        "dot(v, v) == 1",
        "p == sum(h in B: 1)",
        "q == sum(h in A: 1)",
        **PAIR,
    ),
    attack(
        "42 the rule for two groups where there are three",
        PAIR_SPECTRUM.format("S"),
        rule("two groups"),
        "not the declared partition",
        **{**PAIR, "groups": ["A", "B", "C"]},
    ),
    attack(
        "42b for one group twice",
        PAIR_SPECTRUM.format("S"),
        rule("two groups", spaces={"G": "A", "H": "A"}),
        "not the declared partition",
        **PAIR,
    ),
    attack(
        "43 a product is zero, so its second factor is",
        "y == 0",
        leaf("eq 1/x: x*y == 0"),
        "what is left",
        "x*y == 0",
        letters="x, y: number",
    ),
    attack(
        "44 a negative coefficient", "-x >= 0", leaf("-1: x >= 0"), "positive rational", "x >= 0", letters="x: number"
    ),
    attack("44b a coefficient 0", "0 > 0", leaf("0: x > 0"), "positive rational", "x > 0", letters="x: number"),
    attack("45 strict from weak", "x > 0", leaf("1: x >= 0"), "gives <= only", "x >= 0", letters="x: number"),
    attack("45b strict from a square", "x*x > 0", leaf("1: sq x"), "gives <= only", letters="x: number"),
    attack(
        "46 a fact about the earlier tokens at any token",
        "a[q] > 0",
        KNOWN,
        "not known here",
        "forall j in before(i): a[j] > 0",
        letters="a[token]: number; i, q: token",
    ),
    attack(
        "46b by take",
        "a[q] > 0",
        take("forall j in before(i): a[j] > 0", ["q"], KNOWN),
        "condition is not known",
        "forall j in before(i): a[j] > 0",
        letters="a[token]: number; i, q: token",
    ),
    attack(
        "46c in a sign",
        "a[q]*a[q]*a[q] > 0",
        leaf(),
        "sign is not evident",
        "forall j in before(i): a[j] > 0",
        letters="a[token]: number; i, q: token",
    ),
    attack(
        "47 equations that rewrite in a circle",
        "a == 1",
        leaf(use=["a == b + 1", "b == a - 1"]),
        "in a circle",
        "a == b + 1",
        "b == a - 1",
        letters="a, b: number",
    ),
    attack("48 a power above all bounds", "x^1000000000 >= 0", leaf(), "exponent", letters="x: number"),
    attack(
        "48b a product above all bounds",
        "(a + b + c + d + e + f)^64 >= 0",
        leaf(),
        "work",
        letters="a, b, c, d, e, f: number",
    ),
    attack(
        "49 a witness that was chosen at a moment",
        "exists m in number: always(z >= m)",
        enter("every", witness("z", KNOWN)),
        "reads it over time",
        letters="z: moving number",
    ),
    attack(
        "50 the time chosen before the tolerance",
        "exists T in number: forall e in number: e > 0 => always(time >= T => abs(z) < e)",
        witness("T", KNOWN),
        "not declared",
        "tends(z, 0)",
        letters="z: moving number",
    ),
    attack(
        "53 a token of one group for one of another",
        "a[q] == 1",
        lemma("L", q="r"),
        "is token B, wanted token A",
        letters="a[token]: number; q, r: token B",
        **TWO,
        given=["a[r] == 1"],
        lemmas={
            "L": {
                "letters": "a[token]: number; q: token A",
                "given": ["a[q] == 1"],
                "show": ["a[q] == 1"],
                "proof": KNOWN,
                **TWO,
            }
        },
    ),
    attack(
        "55 a definition of the lemma is another one here",
        "c > 0",
        lemma("L"),
        "L gives",
        letters="x: number",
        where="c := x",
        given=["x > 0"],
        lemmas={
            "L": {
                "letters": "x: number",
                "where": "c := x + 1",
                "given": ["x > 0"],
                "show": ["c > 0"],
                "proof": leaf("1: x > 0", "1:"),
            }
        },
    ),
    attack(
        "56 a premise of almost every time proved at every time",
        "always(always(z >= start(z)))",
        enter("every", rule("monotone")),
        "no other one can be entered|almost every",
        letters="z: moving number",
    ),
    attack(
        "58 a lemma on measurable numbers read at every time",
        "always(abs(time - 1) > 0)",
        lemma("L", b="abs(time - 1)"),
        "L gives",
        letters="u: vector",
        given=["almost_always(abs(time - 1) > 0)"],
        lemmas={
            "L": {
                "letters": "b: measurable number",
                "given": ["almost_always(b > 0)"],
                "show": ["almost_always(b > 0)"],
                "proof": KNOWN,
            }
        },
    ),
    attack(
        "59 a lemma on what is absolutely continuous at a quotient that is not",
        "always(1/f >= start(1/f))",
        lemma("L", z="1/f"),
        "need not be absolutely continuous",
        letters="f: moving number",
        given=["almost_always(rate(1/f) >= 0)"],
        lemmas={
            "L": {
                "letters": "z: moving number",
                "given": ["almost_always(rate(z) >= 0)"],
                "show": ["always(z >= start(z))"],
                "proof": rule("monotone"),
            }
        },
    ),
    attack(
        "60 zero now, so always",
        "almost_always(u == 0 => always(u*z == 0))",
        enter("ae", intro("", restate("always(0 == 0)", enter("timeless", KNOWN)))),
        "not the goal",
        letters="u, z: moving number",
    ),
    attack(
        "61 a space has a dimension",
        "dim(E) >= 1",
        leaf(),
        "sign is not evident|what is left|not evident",
        spaces=["E"],
    ),
    attack(
        "61b a space has a nonzero vector",
        "exists w in vector: w != 0",
        witness("0", leaf()),
        "arithmetic proves|no vector|not|evident",
    ),
    attack(
        "62 a law of random letters from one that is not random",
        "probability(c > 0) == 1",
        rule("certain event", C="c > 0"),
        "not known here",
        letters="c: number",
    ),
]


@pytest.mark.parametrize("case", ATTACKS, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
