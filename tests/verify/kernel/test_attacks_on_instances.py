"""Attacks on instances, signs and rewriting, numbered like those of test_attacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, enter, intro, leaf, lemma, obtain, restate, rule, take, witness

from .cases import SPHERES, TWO, attack

PAIR = {
    **TWO,
    "letters": ["V: operator; v: vector; lam, r, s, kaa, kab, kba, kbb, p, q: number; S: state"],
    "maps": [f"F(X, h) = unit(X[h]) on {SPHERES}"],
}
PAIR_SPECTRUM = (
    "group_spectrum(F, {}, V, v, fn(x in number: r + p*kaa*x), fn(x in number: q*kab*x), fn(x in number: p*kba*x), "
    "fn(x in number: s + q*kbb*x), r, s, p, q)"
)

ATTACKS: list[dict[str, Any]] = [
    attack("39 the sizes of two groups exchanged", PAIR_SPECTRUM.format("S"), rule("two groups"), "two groups 3",
        "V(v) == lam*v", "dot(v, v) == 1", "p == sum(h in B: 1)", "q == sum(h in A: 1)", **PAIR),
    attack("42 the rule for two groups where there are three", PAIR_SPECTRUM.format("S"), rule("two groups"),
        "not the declared partition", **{**PAIR, "groups": ["A", "B", "C"]}),
    attack("42b for one group twice", PAIR_SPECTRUM.format("S"), rule("two groups", spaces={"G": "A", "H": "A"}),
        "not the declared partition", **PAIR),
    attack("43 a product is zero, so its second factor is", "y == 0", leaf("eq 1/x: x*y == 0"), "what is left",
        "x*y == 0", letters="x, y: number"),
    attack("44 a negative coefficient", "-x >= 0", leaf("-1: x >= 0"), "positive rational", "x >= 0",
        letters="x: number"),
    attack("44b a coefficient 0", "0 > 0", leaf("0: x > 0"), "positive rational", "x > 0", letters="x: number"),
    attack("45 strict from weak", "x > 0", leaf("1: x >= 0"), "gives <= only", "x >= 0", letters="x: number"),
    attack("45b strict from a square", "x*x > 0", leaf("1: sq x"), "gives <= only", letters="x: number"),
    attack("46 a fact about the earlier tokens at any token", "a[q] > 0", KNOWN, "not known here",
        "forall j in before(i): a[j] > 0", letters="a[token]: number; i, q: token"),
    attack("46b by take", "a[q] > 0", take("forall j in before(i): a[j] > 0", ["q"], KNOWN), "condition is not known",
        "forall j in before(i): a[j] > 0", letters="a[token]: number; i, q: token"),
    attack("46c in a sign", "a[q]*a[q]*a[q] > 0", leaf(), "sign is not evident", "forall j in before(i): a[j] > 0",
        letters="a[token]: number; i, q: token"),
    attack("47 equations that rewrite in a circle", "a == 1", leaf(use=["a == b + 1", "b == a - 1"]), "in a circle",
        "a == b + 1", "b == a - 1", letters="a, b: number"),
    attack("48 a power above all bounds", "x^1000000000 >= 0", leaf(), "exponent", letters="x: number"),
    attack("48b a product above all bounds", "(a + b + c + d + e + f)^64 >= 0", leaf(), "work",
        letters="a, b, c, d, e, f: number"),
    attack("49 a witness that was chosen at a moment", "exists m in number: always(z >= m)",
        enter("every", witness("z", KNOWN)), "reads it over time", letters="z: moving number"),
    attack("49b the value at a moment", "exists m in number: always(z >= m)",
        enter("every", obtain("exists x in number: z == x", "x", witness("x", KNOWN))),
        "the witness was chosen at a moment", "always(exists x in number: z == x)", letters="z: moving number"),
    attack("50 the time chosen before the tolerance",
        "exists T in number: forall e in number: e > 0 => always(time >= T => abs(z) < e)", witness("T", KNOWN),
        "not declared", "tends(z, 0)", letters="z: moving number"),
    attack("53 a token of one group for one of another", "a[q] == 1", lemma("L", q="r"), "is token B, wanted token A",
        letters="a[token]: number; q, r: token B", **TWO, given=["a[r] == 1"],
        lemmas={"L": {"letters": "a[token]: number; q: token A", "given": ["a[q] == 1"], "show": ["a[q] == 1"],
        "proof": KNOWN, **TWO}}),
    attack("55 a definition of the lemma is another one here", "c > 0", lemma("L"), "L gives", letters="x: number",
        where="c := x", given=["x > 0"], lemmas={"L": {"letters": "x: number", "where": "c := x + 1",
        "given": ["x > 0"], "show": ["c > 0"], "proof": leaf("1: x > 0", "1:")}}),
    attack("56 a premise of almost every time proved at every time", "always(always(z >= start(z)))",
        enter("every", rule("monotone")), "no other one can be entered|almost every", letters="z: moving number"),
    attack("58 a lemma on measurable numbers read at every time", "always(abs(time - 1) > 0)",
        lemma("L", b="abs(time - 1)"), "L gives", letters="u: vector", given=["almost_always(abs(time - 1) > 0)"],
        lemmas={"L": {"letters": "b: measurable number", "given": ["almost_always(b > 0)"],
        "show": ["almost_always(b > 0)"], "proof": KNOWN}}),
    attack("59 a lemma on what is absolutely continuous at a quotient that is not", "always(1/f >= start(1/f))",
        lemma("L", z="1/f"), "need not be absolutely continuous", letters="f: moving number",
        given=["almost_always(rate(1/f) >= 0)"], lemmas={"L": {"letters": "z: moving number",
        "given": ["almost_always(rate(z) >= 0)"], "show": ["always(z >= start(z))"], "proof": rule("monotone")}}),
    attack("60 zero now, so always", "almost_always(u == 0 => always(u*z == 0))",
        enter("ae", intro("", restate("always(0 == 0)", enter("timeless", KNOWN)))), "not the goal",
        letters="u, z: moving number"),
    attack("61 a space has a dimension", "dim(E) >= 1", leaf(), "sign is not evident|what is left|not evident",
        spaces=["E"]),
    attack("61b a space has a nonzero vector", "exists w in vector: w != 0", witness("0", leaf()),
        "arithmetic proves|no vector|not|evident"),
    attack("62 a law of random letters from one that is not random", "probability(c > 0) == 1",
        rule("certain event", C="c > 0"), "not known here", letters="c: number"),
]  # fmt: skip


@pytest.mark.parametrize("case", ATTACKS, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
