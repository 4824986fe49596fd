"""Lemma 9 for two clusters: at an equilibrium with two values that are not antipodal the attention matrix has rank 2.

With proportional rows both clusters see the same mean, so that V of it is along both values: it is 0, V being
nonsingular the mean is 0, and the values are antipodal.
"""

from __future__ import annotations

from itertools import product

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.equilibrium_classes import NONSINGULAR
from proofs_checks.power_method.proofs.exact_clusters import P2, V2, rows
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    groups,
    have,
    intro,
    leaf,
    lemma,
    rule,
    split,
    take,
    unfold,
    witness,
)

UNITS = ["dot(u1, u1) == 1", "dot(u2, u2) == 1"]
ENTRY = "weight(pair, {0}, {1})".format
MINOR = f"{ENTRY('i', 'k')}*{ENTRY('j', 'l')} {{0}} {ENTRY('i', 'l')}*{ENTRY('j', 'k')}"
RANK_AT_LEAST_TWO = f"exists i, j, k, l: {MINOR.format('!=')}"
TWO_DIFFERENT_ROWS = "forall i, j, k: ({}) or ({}) or ({})".format(
    *[f"forall l: {ENTRY(a, 'l')} == {ENTRY(b, 'l')}" for a, b in ("ij", "ik", "jk")]
)

formal(
    "LEM-two-lines",
    title="What is along two unit vectors that are not parallel is 0",
    statement={
        "letters": ["g, u1, u2: vector", "m, n: number"],
        "given": [*UNITS, "dot(u1, u2)^2 < 1", "g == m*u1", "g == n*u2"],
        "show": "m == 0",
    },
    proof=have(
        [
            ("dot(u1, g) == dot(u1, m*u1)", lemma("LEM-same-dot", u="g", w="m*u1", z="u1")),
            ("dot(u2, g) == dot(u2, m*u1)", lemma("LEM-same-dot", u="g", w="m*u1", z="u2")),
            ("dot(u1, g) == dot(u1, n*u2)", lemma("LEM-same-dot", u="g", w="n*u2", z="u1")),
            ("dot(u2, g) == dot(u2, n*u2)", lemma("LEM-same-dot", u="g", w="n*u2", z="u2")),
            (
                "m == n*dot(u1, u2)",
                leaf("eq -1: dot(u1, g) == dot(u1, m*u1)", "eq: dot(u1, g) == dot(u1, n*u2)", use=UNITS),
            ),
            (
                "n == m*dot(u1, u2)",
                leaf("eq -1: dot(u2, g) == dot(u2, n*u2)", "eq: dot(u2, g) == dot(u2, m*u1)", use=UNITS),
            ),
            ("1 - dot(u1, u2)^2 > 0", leaf("1: dot(u1, u2)^2 < 1")),
        ],
        leaf("eq: m == n*dot(u1, u2)", "eq dot(u1, u2): n == m*dot(u1, u2)", times=["1 - dot(u1, u2)^2"]),
    ),
    instance={"dim": 2, "letters": {"g": [0, 0], "u1": [1, 0], "u2": ["3/5", "4/5"], "m": 0, "n": 0}},
)

formal(
    "LEM-same-weights",
    title="Equal weights make equal combinations",
    statement={
        "letters": ["a, b, c, d: number; u1, u2: vector"],
        "given": ["a == c", "b == d"],
        "show": "a*u1 + b*u2 == c*u1 + d*u2",
    },
    proof=leaf(use=["a == c", "b == d"]),
    instance={"dim": 1, "letters": {"a": 1, "b": 2, "c": 1, "d": 2, "u1": [1], "u2": [3]}},
)

ANY_V: Part = {"letters": ["V: matrix", "alpha: number"]}
TWO: Part = {
    "groups": ["A", "B"],
    "letters": ["u1, u2: vector"],
    "where": [
        "p := sum(h in A: 1)",
        "q := sum(h in B: 1)",
        *[f"e{i}{j} := exp(dot(u{i}, P(u{j})))" for i, j in product("12", "12")],
        *[f"Z{i} := p*e{i}1 + q*e{i}2" for i in "12"],
        *[f"M{i} := p*e{i}1/Z{i}*u1 + q*e{i}2/Z{i}*u2" for i in "12"],
    ],
    "states": ["pair: A -> u1, B -> u2"],
    "given": [
        *UNITS,
        "u1 != u2",
        "u1 != -u2",
        "alpha > 0",
        "forall i: norm(pair[i] + alpha*V(sum(j: weight(pair, i, j)*pair[j]))) > 0",
        "fixed(attention, pair)",
    ],
}
FIXED = "forall i: value(attention, pair, i) == pair[i]"


def pulled(i: str, t: str) -> list[tuple[str, Tree] | str]:
    """V M_i is along u_i."""
    y = f"u{i} + alpha*V(M{i})"
    return [
        (f"value(attention, pair, {t}) == u{i}", take(FIXED, [t], KNOWN)),
        (f"value(attention, pair, {t}) == unit({y})", leaf()),
        (f"unit({y}) == u{i}", lemma("LEM-both-equal", a=f"value(attention, pair, {t})", b=f"unit({y})", c=f"u{i}")),
        (f"norm(pair[{t}] + alpha*V(sum(j: weight(pair, {t}, j)*pair[j]))) > 0", KNOWN),
        (
            f"norm({y}) > 0",
            leaf(f"1: norm(pair[{t}] + alpha*V(sum(j: weight(pair, {t}, j)*pair[j]))) > 0"),
        ),
        (
            f"V(M{i}) == dot(u{i}, V(M{i}))*u{i} and norm({y}) == 1 + alpha*dot(u{i}, V(M{i}))"
            f" and V(M{i}) == (norm({y}) - 1)/alpha*u{i}",
            lemma("LEM-pull", x=f"u{i}", g=f"V(M{i})", k="alpha"),
        ),
    ]


EQUAL_MINOR = f"{ENTRY('t', 't')}*{ENTRY('s', 's')} == {ENTRY('t', 's')}*{ENTRY('s', 't')}"
APART = [
    ("dot(u1 - u2, u1 - u2) > 0", have([("u1 - u2 != 0", KNOWN)], rule("positive square", u="u1 - u2"))),
    ("dot(u1 + u2, u1 + u2) > 0", have([("u1 + u2 != 0", KNOWN)], rule("positive square", u="u1 + u2"))),
    (
        "dot(u1, u2)^2 < 1",
        leaf("1/4: dot(u1 - u2, u1 - u2) > 0; dot(u1 + u2, u1 + u2) > 0", use=UNITS),
    ),
]
NO_MEAN = [
    ("e11*e22 == e12*e21", leaf(f"eq Z1*Z2: {EQUAL_MINOR}")),
    ("p*e21/Z2 == p*e11/Z1", leaf("eq -p*q: e11*e22 == e12*e21", times=["Z1", "Z2"])),
    ("q*e22/Z2 == q*e12/Z1", leaf("eq p*q: e11*e22 == e12*e21", times=["Z1", "Z2"])),
    ("M2 == M1", lemma("LEM-same-weights", a="p*e21/Z2", b="q*e22/Z2", c="p*e11/Z1", d="q*e12/Z1")),
]
ALONG_FIRST, ALONG_SECOND = "dot(u1, V(M1))", "dot(u2, V(M2))"
GAP = "q*e12/Z1*(1 - dot(u1, u2)^2)"
SAME_ROWS = have(
    [
        *NO_MEAN,
        ("V(M2) == V(M1)", lemma("LEM-same-image", u="M2", w="M1", M="V")),
        (f"V(M1) == {ALONG_SECOND}*u2", lemma("LEM-both-equal", a="V(M2)", b="V(M1)", c=f"{ALONG_SECOND}*u2")),
        (f"{ALONG_FIRST} == 0", lemma("LEM-two-lines", g="V(M1)", m=ALONG_FIRST, n=ALONG_SECOND)),
        (
            f"dot(V(M1), V(M1)) == dot(V(M1), {ALONG_FIRST}*u1)",
            lemma("LEM-same-dot", u="V(M1)", w=f"{ALONG_FIRST}*u1", z="V(M1)"),
        ),
        (
            "V(M1) == 0",
            rule(
                "equal vectors",
                leaf(
                    f"eq 1: dot(V(M1), V(M1)) == dot(V(M1), {ALONG_FIRST}*u1)",
                    f"eq {ALONG_FIRST}: {ALONG_FIRST} == 0",
                ),
                u="V(M1)",
                w="0*u1",
            ),
        ),
        ("M1 == 0", take(NONSINGULAR["given"][0], ["M1"], KNOWN)),
        *[(f"dot(u{i}, M1) == dot(u{i}, 0*u1)", lemma("LEM-same-dot", u="M1", w="0*u1", z=f"u{i}")) for i in "12"],
        (
            f"{GAP} == 0",
            leaf(
                "eq 1: dot(u2, M1) == dot(u2, 0*u1)",
                "eq -dot(u1, u2): dot(u1, M1) == dot(u1, 0*u1)",
                use=UNITS,
            ),
        ),
        ("1 - dot(u1, u2)^2 > 0", leaf("1: dot(u1, u2)^2 < 1")),
    ],
    absurd(
        lemma(
            "LEM-two-signs",
            leaf(f"eq 1: {GAP} == 0"),
            leaf("1: q > 0; e12 > 0; 1/Z1 > 0; 1 - dot(u1, u2)^2 > 0"),
            a=f"-{GAP}",
        )
    ),
)
SAME_GROUP = groups(intro("l", leaf()), intro("l", leaf()))
ALTERNATIVES = {
    "same as the second": {"left": {"left": SAME_GROUP}},
    "same as the third": {"left": {"right": SAME_GROUP}},
    "second and third": {"right": SAME_GROUP},
}


def row_of(i: str, j: str, k: str) -> Tree:
    """Two of three tokens are in one group."""
    which = "same as the second" if i == j else "same as the third" if i == k else "second and third"
    return ALTERNATIVES[which]


THREE_ROWS = groups(
    *[
        intro(
            "i1",
            groups(*[intro("j1", groups(*[intro("k1", row_of(i, j, k)) for k in "AB"])) for j in "AB"]),
        )
        for i in "AB"
    ]
)
SINGULAR: Part = {
    "tokens": {"A": 1, "B": 1},
    "dim": 2,
    "letters": {
        "V": [[0, 0], [0, 0]],
        "P": [[0, 0], [0, 0]],
        "alpha": "1/10",
        "u1": [1, 0],
        "u2": [0, 1],
    },
}
formal(
    "POW-L9.clust.R1.repaired",
    title="Rank of the attention matrix at a two-cluster equilibrium",
    sentence=(
        "For nonsingular V, symmetric or not, at every equilibrium of the attention map with exactly two distinct"
        r" tokens $u_2 \ne -u_1$ the attention matrix has rank 2: some minor of order 2 is not 0, and of any"
        " three rows two are equal. For m = 4 distinct tokens the rank can be smaller (POW-L9.clust.R1)."
    ),
    source=Source(PAPER, "Lemma 9"),
    kind="rank",
    repairs="POW-L9.clust.R1",
    statement=model(ANY_V, P, NONSINGULAR, ATTENTION, TWO, {"show": [RANK_AT_LEAST_TWO, TWO_DIFFERENT_ROWS]}),
    proof=[
        unfold(
            "fixed(attention, pair)",
            rule(
                "some element, group",
                rule(
                    "some element, group",
                    witness(
                        "t",
                        witness(
                            "s",
                            witness(
                                "t",
                                witness(
                                    "s",
                                    split(
                                        f"{EQUAL_MINOR} or {EQUAL_MINOR.replace('==', '!=')}",
                                        have([*APART, *pulled("1", "t"), *pulled("2", "s")], SAME_ROWS),
                                        KNOWN,
                                    ),
                                ),
                            ),
                        ),
                    ),
                    C=RANK_AT_LEAST_TWO,
                    new={"x": "s"},
                    spaces={"G": "B"},
                ),
                C=RANK_AT_LEAST_TWO,
                new={"x": "t"},
                spaces={"G": "A"},
            ),
        ),
        THREE_ROWS,
    ],
    instance={
        "tokens": {"A": 1, "B": 1},
        "dim": 2,
        "letters": {
            "V": rows(V2),
            "P": rows(P2, "log(2)"),
            "alpha": "1/10",
            "u1": [1, 0],
            "u2": ["-4/5", "3/5"],
        },
    },
    twin=Variant("V singular", {"forall b in vector: V(b) == 0 => b == 0": "alpha < 1"}, SINGULAR),
)
