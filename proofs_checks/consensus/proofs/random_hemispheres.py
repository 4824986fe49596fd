"""Remark 3.4: the printed probability, the printed threshold, and what simulation 5.1.1 has of them.

Each is refuted in the case that the proof names, by Wendel's probability, which sums up to n and not to n - 1.
"""

from __future__ import annotations

from math import comb
from typing import Any

from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, define, have, intro, leaf, lemma, rule

SHARED = "probability(exists w in vector: forall i: dot(w, y[i]) > 0)"
RANDOM: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["y[token]: random vector"],
    "given": ["independent(y)", "uniform_on_sphere(y)"],
}
# l = m + 1 tokens of S^n, n = e + 1
SIZES: dict[str, Any] = {
    "letters": ["n, e, m: size"],
    "given": ["m + 1 == sum(j: 1)", "n + 1 == dim(E)", "e + 1 == n"],
}


def instance(tokens: int, dim: int, letters: dict[str, Any]) -> dict[str, Any]:
    """Sizes and letters; what is random has a law in the place of a value."""
    return {"tokens": tokens, "dim": dim, "letters": letters}


def wendel(m: int, e: int, sizes: list[str], then: Tree) -> Tree:
    """With the probability of m + 1 tokens in R^(e + 1), for sizes that are equal to these numbers, e <= 2."""
    found = f"{SHARED} == sum(k in 0..{e}: binomial({m}, k))/2^{m}"
    rows = summed(m, e)
    value = f"{SHARED} == {sum(comb(m, k) for k in range(e + 1))}/2^{m}"
    law = rule("Wendel", *[leaf(f"eq -1: {size}") for size in sizes], m=str(m), e=str(e))
    terms = [f"eq 1/2^{m}: {fact}" for fact, _ in rows[1:]]
    return have([*rows, (found, law), (value, leaf(f"eq 1: {found}", *terms))], then)


def summed(m: int, e: int) -> list[tuple[str, Tree]]:
    """The sum of the binomials of m up to e <= 2, by the first columns."""
    ends = [f"sum(k in 0..{k}: binomial({m}, k))" for k in range(e + 1)]
    facts: list[tuple[str, Tree]] = [
        (COLUMNS, lemma("LEM-binomial.columns")),
        (f"binomial({m}, 0) == 1", rule("nothing chosen", n=str(m))),
        (f"{ends[0]} == binomial({m}, 0)", rule("first term", e=f"fn(k in size: binomial({m}, k))")),
    ]
    for k in range(1, e + 1):
        value = (f"{m}", f"{m}*({m} - 1)/2")[k - 1]
        last = rule("last term", e=f"fn(k in size: binomial({m}, k))", n=str(k - 1))
        facts.append((f"{ends[k]} == {ends[k - 1]} + binomial({m}, {k})", last))
        facts.append((f"binomial({m}, {k}) == {value}", KNOWN))
    return facts


COLUMNS = "(forall s in size: binomial(s, 1) == s) and (forall s in size: binomial(s, 2) == s*(s - 1)/2)"
_LAW = {"y": "uniform_on_sphere"}
_TEN = ["sum(j: 1) == 10", "dim(E) == 3"]

formal(
    "CON-S5.1.1.e.repaired",
    statement=model(RANDOM, {"given": _TEN, "show": [f"{SHARED} == 46/512", f"{SHARED} == 23/256"]}),
    proof=[
        wendel(9, 2, _TEN, leaf(f"eq 1: {SHARED} == 46/2^9")),
        leaf(f"eq 1: {SHARED} == 46/512"),
    ],
    instance=instance(10, 3, _LAW),
    twin=Variant("the printed sum, to n - 1", {SHARED: "sum(k in 0..1: binomial(9, k))/2^9"}, instance(10, 3, _LAW)),
)
_PAIR = ["sum(j: 1) == 2", "dim(E) == 2"]
_PRINTED = f"{SHARED} == sum(k in 0..e: binomial(m, k))/2^m"
_NO_MORE = "sum(k in 0..0: binomial(1, k)) == binomial(1, 0)"

formal(
    "CON-R3.4.a",
    statement=model(RANDOM, SIZES, {"show": [_PRINTED]}),
    instance=instance(2, 2, {"n": 1, "e": 0, "m": 1, **_LAW}),
    refuted={
        "case": ["e == 0", "m == 1", *_PAIR],
        "proof": intro(
            "",
            wendel(
                1,
                1,
                _PAIR,
                leaf(
                    f"eq -2: {SHARED} == 2/2^1",
                    f"eq 2: {_PRINTED}",
                    f"eq 1: {_NO_MORE}",
                    "eq 1: binomial(1, 0) == 1",
                    use=["e == 0", "m == 1"],
                ),
            ),
        ),
    },
)

formal(
    "CON-R3.4.c.R1",
    statement=model(RANDOM, SIZES, {"given": ["n < m + 1"], "show": [f"{SHARED} < 1"]}),
    instance=instance(2, 2, {"n": 1, "e": 0, "m": 1, **_LAW}),
    refuted={
        "case": _PAIR,
        "proof": intro(
            "", wendel(1, 1, _PAIR, define([f"chance := {SHARED}"], leaf("eq -1/(1 - chance): chance == 2/2^1")))
        ),
    },
)

_PROBABLE = f"{SHARED} == sum(k in 0..1: binomial(9, k))/2^9"
formal(
    "CON-S5.1.1.e",
    statement=model(RANDOM, {"given": _TEN, "show": [_PROBABLE, f"{SHARED} == 5/256"]}),
    instance=instance(10, 3, _LAW),
    refuted={
        "proof": intro("", wendel(9, 2, _TEN, leaf(f"eq -128/9: {SHARED} == 46/2^9", f"eq 128/9: {SHARED} == 5/256")))
    },
)

_ROWS = [
    "forall s in size, e in size: sum(k in 0..e + 1: binomial(s + 1, k))"
    " == sum(k in 0..e + 1: binomial(s, k)) + sum(k in 0..e: binomial(s, k))",
    "forall e in size: sum(k in 0..e: binomial(0, k)) == 1",
    "forall s in size: forall d in size: sum(k in 0..s + d: binomial(s, k)) == 2^s",
]
_ALL_ROWS = " and ".join(f"({row})" for row in _ROWS)
_WHOLE = "sum(k in 0..{0}: binomial(m, k))/2^m == 1".format

formal(
    "CON-R3.4.b",
    sentence=(
        r"$2^{-(\ell-1)}\sum_{\mu=0}^{n-1}\binom{\ell-1}\mu = 1$ whenever $n \ge \ell$. (With the sum to n, it is 1"
        r" already for $n \ge \ell - 1$.)"
    ),
    # l = m + 1; n = l + c, so that the sum ends at n - 1 = m + c; with the sum to n = m + c
    statement={"letters": ["m, c: size"], "show": [_WHOLE("m + c")]},
    proof=have(
        [(_ALL_ROWS, lemma("LEM-binomial.rows")), "sum(k in 0..m + c: binomial(m, k)) == 2^m"],
        leaf("eq 1/2^m: sum(k in 0..m + c: binomial(m, k)) == 2^m"),
    ),
    instance={"letters": {"m": 3, "c": 2}},
    twin=Variant("the sum begins at 1", {"0..m + c": "1..m + c"}, {"letters": {"m": 3, "c": 2}}),
)
