"""Vectors at the corners of a regular simplex that pair with them symmetrically or antisymmetrically, and others."""

from __future__ import annotations

from proofs_checks.lemmas.simplices import (
    ALIKE,
    BALANCED,
    CORNER_WORDS,
    FRAME,
    OVER_CORNER,
    SIMPLEX,
    SPAN,
    TURN,
    at_pairs,
    framed,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, split, take

PAIRED = "forall i, j: dot(x[i], c[j]) == sigma*dot(x[j], c[i])"
_FACTOR = "sigma*k*(m + 1)/m"
TURNED = "sum(j: dot(x[{0}], c[j])*x[j])".format
SHOWN = [
    "sum(j: c[j]) == 0",
    f"forall i: {TURNED('i')} == {_FACTOR}*c[i]",
    f"forall i: {OVER_CORNER('i')}",
    ALIKE,
]


def facts(c: str, sigma: str) -> str:
    """What LEM-simplex.paired says of vectors that pair with the simplex in this way."""
    whole = " and ".join(f"({text})" for text in SHOWN)
    return whole.replace("c[", f"{c}[").replace("sigma", f"({sigma})")


_SWAPPED = "sum(j: sigma*dot(x[j], c[p])*x[j])"
_AT_C = "sum(j: dot(x[j], c[p])*x[j]) == k*(m + 1)/m*c[p]"
_ACROSS = "sum(j: dot(x[p], c[j])) == sum(j: sigma*dot(x[j], c[p]))"
_PULLED = f"{TURNED('p')} == {_SWAPPED}"
_STEPS: Steps = [
    (
        "forall i: dot(x[i], sum(j: c[j])) == 0",
        intro(
            "p",
            have(
                [
                    (
                        _ACROSS,
                        rule(
                            "equal sums",
                            KNOWN,
                            e="fn(j: dot(x[p], c[j]))",
                            f="fn(j: sigma*dot(x[j], c[p]))",
                            new={"x": "q"},
                        ),
                    ),
                    ("dot(c[p], sum(j: x[j])) == 0", leaf(use=[BALANCED])),
                ],
                leaf(f"eq 1: {_ACROSS}", "eq sigma: dot(c[p], sum(j: x[j])) == 0"),
            ),
        ),
    ),
    (SHOWN[0], take(SPAN, ["sum(j: c[j])"], KNOWN)),
    (
        SHOWN[1],
        intro(
            "p",
            have(
                [
                    (
                        _PULLED,
                        rule(
                            "equal vector sums",
                            have(
                                ["dot(x[p], c[q]) == sigma*dot(x[q], c[p])"],
                                leaf(use=["dot(x[p], c[q]) == sigma*dot(x[q], c[p])"]),
                            ),
                            e="fn(j: dot(x[p], c[j])*x[j])",
                            f="fn(j: sigma*dot(x[j], c[p])*x[j])",
                            new={"x": "q"},
                        ),
                    ),
                    (_AT_C, take(FRAME, ["c[p]"], KNOWN)),
                    (f"{_SWAPPED} == {_FACTOR}*c[p]", leaf(use=[_AT_C])),
                ],
                lemma("LEM-same-chain", u=TURNED("p"), w=_SWAPPED, z=f"{_FACTOR}*c[p]"),
            ),
        ),
    ),
    (
        ALIKE,
        intro(
            ["p", "q", ""],
            have(
                [
                    (f"{TURNED('p')} == {_FACTOR}*c[p]", KNOWN),
                    (f"{TURNED('q')} == {_FACTOR}*c[q]", KNOWN),
                    (f"{TURNED('p')} == {TURNED('q')}", leaf(use=["x[p] == x[q]"])),
                    (
                        f"{TURNED('p')} == {_FACTOR}*c[q]",
                        lemma("LEM-same-chain", u=TURNED("p"), w=TURNED("q"), z=f"{_FACTOR}*c[q]"),
                    ),
                    (
                        f"{_FACTOR}*c[q] == {_FACTOR}*c[p]",
                        lemma("LEM-both-equal", a=TURNED("p"), b=f"{_FACTOR}*c[q]", c=f"{_FACTOR}*c[p]"),
                    ),
                ],
                lemma(
                    "LEM-scale",
                    split(
                        f"{_FACTOR} == 0 or {_FACTOR} != 0",
                        have(
                            [("sigma == 0", leaf(f"eq m/(k*(m + 1)): {_FACTOR} == 0"))],
                            rule("contradiction", P="sigma == 0", C=f"{_FACTOR} != 0"),
                        ),
                        KNOWN,
                    ),
                    KNOWN,
                    u=f"{_FACTOR}*c[q]",
                    w="c[p]",
                    k=_FACTOR,
                ),
            ),
        ),
    ),
    (SHOWN[2], lemma("LEM-simplex.corner")),
]
_TURNED = at_pairs(c=TURN, sigma=-1)
formal(
    "LEM-simplex.paired",
    title="Vectors that pair symmetrically or antisymmetrically with the corners of a simplex",
    statement=model(
        CORNER_WORDS,
        SIMPLEX,
        {"letters": ["c[token]: vector; sigma: number"], "given": ["k > 0", "sigma != 0", PAIRED], "show": SHOWN},
    ),
    proof=[framed(have(_STEPS, KNOWN))] * 4,
    instance=_TURNED,
    twin=Variant("the factor k", {"sigma*k*(m + 1)/m*c[i]": "sigma*k*c[i]"}, _TURNED),
)

_COLUMN = "sum(j: sum(i: same(j, i))*dot(z, c[j])) == sum(j: k*dot(z, c[j]))"
WITHIN = "forall i: sum(j: same(i, j)*c[j]) == 0"
_OWN = "sum(j: same({0}, j)*c[j])".format
_CORNER_X = "sum(l: same({0}, l)*x[l])".format
_NO_SUM = f"sum(i: dot(z, {_OWN('i')})) == sum(i: dot(z, 0))"
_SPREAD = f"sum(j: k*dot(u, c[j])*dot(z, x[j])) == sum(j: dot(u, c[j])*dot(z, {_CORNER_X('j')}))"
_NOTHING = f"sum(i: dot(z, x[i])*dot(u, {_OWN('i')})) == sum(i: dot(z, x[i])*dot(u, 0))"
_AT_ROW = "sum(j: same(q, j)) == k"
_ALONG = f"dot(z, {_CORNER_X('q')}) == dot(z, k*x[q])"
_GONE = f"dot(u, {_OWN('q')}) == dot(u, 0)"
_CORNER_SUMS: Steps = [
    ("forall i, j: x[i] == x[j] => x[i] == x[j]", intro(["p", "q", ""], KNOWN)),
    (f"forall i: {OVER_CORNER('i').replace('c[', 'x[')}", lemma("LEM-simplex.corner", c="x")),
]


def _everywhere(sum_: str, goal: str, then: Tree) -> Tree:
    return have([(f"forall i: dot(x[i], {sum_}) == 0", intro("p", then))], take(SPAN, [sum_], KNOWN))


_TOTAL = "forall z in vector: dot(z, sum(j: c[j])) == 0"
_PAIRINGS = "forall u in vector, z in vector: sum(j: dot(u, c[j])*dot(z, x[j])) == 0"
_PAIRING = "sum(j: dot(x[o], c[j])*dot(x[p], x[j])) == 0"
_FREE: Steps = [
    (
        _TOTAL,
        intro(
            "z",
            have(
                [
                    (
                        _COLUMN,
                        rule(
                            "equal sums",
                            have([_AT_ROW], leaf(f"eq dot(z, c[q]): {_AT_ROW}")),
                            e="fn(j: sum(i: same(j, i))*dot(z, c[j]))",
                            f="fn(j: k*dot(z, c[j]))",
                            new={"x": "q"},
                        ),
                    ),
                    (
                        _NO_SUM,
                        rule(
                            "equal sums",
                            lemma("LEM-same-dot", u=_OWN("q"), w="0"),
                            e=f"fn(i: dot(z, {_OWN('i')}))",
                            f="fn(i: dot(z, 0))",
                            new={"x": "q"},
                        ),
                    ),
                ],
                leaf(f"eq -1/k: {_COLUMN}", f"eq 1/k: {_NO_SUM}"),
            ),
        ),
    ),
    (
        _PAIRINGS,
        intro(
            "u,z",
            have(
                [
                    *_CORNER_SUMS,
                    (
                        _SPREAD,
                        rule(
                            "equal sums",
                            have(
                                [
                                    f"{_CORNER_X('q')} == k*x[q]",
                                    (_ALONG, lemma("LEM-same-dot", u=_CORNER_X("q"), w="k*x[q]")),
                                ],
                                leaf(f"eq -dot(u, c[q]): {_ALONG}"),
                            ),
                            e="fn(j: k*dot(u, c[j])*dot(z, x[j]))",
                            f=f"fn(j: dot(u, c[j])*dot(z, {_CORNER_X('j')}))",
                            new={"x": "q"},
                        ),
                    ),
                    (
                        _NOTHING,
                        rule(
                            "equal sums",
                            have(
                                [(_GONE, lemma("LEM-same-dot", u=_OWN("q"), w="0", z="u"))],
                                leaf(f"eq dot(z, x[q]): {_GONE}"),
                            ),
                            e=f"fn(i: dot(z, x[i])*dot(u, {_OWN('i')}))",
                            f="fn(i: dot(z, x[i])*dot(u, 0))",
                            new={"x": "q"},
                        ),
                    ),
                ],
                leaf(f"eq 1/k: {_SPREAD}", f"eq 1/k: {_NOTHING}"),
            ),
        ),
    ),
    (
        SHOWN[0],
        have(
            [("forall i: dot(x[i], sum(j: c[j])) == 0", intro("p", take(_TOTAL, ["x[p]"], KNOWN)))],
            take(SPAN, ["sum(j: c[j])"], KNOWN),
        ),
    ),
    (
        f"forall i: {TURNED('i')} == 0",
        intro(
            "o",
            have(
                [
                    (
                        f"forall i: dot(x[i], {TURNED('o')}) == 0",
                        intro(
                            "p",
                            have([(_PAIRING, take(_PAIRINGS, ["x[o]", "x[p]"], KNOWN))], leaf(f"eq 1: {_PAIRING}")),
                        ),
                    )
                ],
                take(SPAN, [TURNED("o")], KNOWN),
            ),
        ),
    ),
]
formal(
    "LEM-simplex.within",
    title="Vectors at a simplex whose sum over each corner is zero",
    statement=model(
        CORNER_WORDS,
        SIMPLEX,
        {
            "letters": ["c[token]: vector"],
            "given": ["k > 0", WITHIN],
            "show": [SHOWN[0], f"forall i: {TURNED('i')} == 0"],
        },
    ),
    proof=[have(_FREE, KNOWN)] * 2,
    instance=at_pairs(c=[[0, 1], [1, 0], [0, 0], [0, -1], [-1, 0], [0, 0]]),
    twin=Variant("at two corners only", {WITHIN: "sum(j: c[j]) == 0"}, at_pairs(c=[[0, 1], [0, -1], *[[0, 0]] * 4])),
)
