"""Equation (1): the layer map keeps unit tokens and commutes with flips, permutations, and changes of basis."""

from __future__ import annotations

from proofs_checks.lemmas.permutations import PERMUTES
from proofs_checks.power_method.proofs.models import LAYER, SPHERES, Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, take

MIXED = LAYER["maps"][0].partition(" = unit(")[2].partition(") on ")[0]
Y = MIXED.replace("X[i]", "x[i]").replace("X[j]", "x[j]").replace("(X,", "(x,")
TURNED = "weight2(X, h, i, j) := " + LAYER["where"][0].partition(":= ")[2].replace("P[h]", "P2[h]")
ANY: Part = {
    "letters": ["V[head], P[head]: matrix; alpha: number; x[token]: vector"],
    "where": LAYER["where"],
    "maps": LAYER["maps"],
    "given": ["alpha > 0", "forall i: dot(x[i], x[i]) == 1", f"forall i: norm({Y}) > 0"],
}
RELABELLED: Part = {
    **PERMUTES,
    "letters": [*PERMUTES["letters"], "z[token]: vector"],
    "given": [*PERMUTES["given"], "forall i, j: c[i, j] == 1 => z[i] == x[j]"],
}
BASIS: Part = {
    "letters": ["Q, V2[head], P2[head]: matrix; r[token]: vector"],
    "where": [TURNED],
    "maps": [f"turned(X, i) = unit({MIXED.replace('V[', 'V2[').replace('weight(', 'weight2(')}) on {SPHERES}"],
    "given": [
        "forall a in vector, b in vector: dot(Q(a), Q(b)) == dot(a, b)",
        "forall h in heads, a in vector: V2[h](Q(a)) == Q(V[h](a))",
        "forall h in heads, a in vector, b in vector: dot(Q(a), P2[h](Q(b))) == dot(a, P[h](b))",
        "forall i: r[i] == Q(x[i])",
    ],
}
CANCELLED = "dot(u, u) == 1 and sum(h in heads: V[h](u)) == -1/alpha*u"
PLACED = RELABELLED["given"][3]

SCORE = "exp(dot({0}[{1}], P[g]({0}[j])))".format
MEAN = "sum(j: weight({0}, g, {1}, j)*{0}[j])".format
FORCE = "sum(j: " + SCORE("{0}", "{1}") + "*{0}[j])"


def relabelled() -> Tree:
    """Terms of the relabelled tokens are those of the tokens in their places."""
    at = ["z[s] == x[t]", "z[p] == x[q]"]
    return intro(["p", "q", ""], have([(at[1], take(PLACED, ["p", "q"], KNOWN))], leaf(use=at)))


SCORES, FORCES = (SCORE("z", "s"), SCORE("x", "t")), (SCORE("z", "s") + "*z[j]", SCORE("x", "t") + "*x[j]")
MASS = (
    f"sum(j: {SCORES[0]}) == sum(j: {SCORES[1]})",
    lemma("LEM-permuted-sum.constant", *[KNOWN] * 3, relabelled(), e=f"fn(j: {SCORES[1]})", f=f"fn(j: {SCORES[0]})"),
)
PULL = (
    f"sum(j: {FORCES[0]}) == sum(j: {FORCES[1]})",
    lemma("LEM-permuted-sum.at-rest", *[KNOWN] * 3, relabelled(), u=f"fn(j: {FORCES[1]})", w=f"fn(j: {FORCES[0]})"),
)
SAME_MEAN: Steps = [
    MASS,
    PULL,
    (
        f"{MEAN('z', 's')} == {MEAN('x', 't')}",
        lemma(
            "LEM-same-ratio",
            a=FORCE.format("z", "s"),
            b=FORCE.format("x", "t"),
            m=f"sum(j: {SCORE('z', 's')})",
            n=f"sum(j: {SCORE('x', 't')})",
        ),
    ),
    (
        f"V[g]({MEAN('z', 's')}) == V[g]({MEAN('x', 't')})",
        lemma("LEM-same-image", M="V[g]", u=MEAN("z", "s"), w=MEAN("x", "t")),
    ),
]
HEADS = "sum(h in heads: V[h](" + MEAN("{0}", "{1}").replace("g,", "h,") + "))"
formal(
    "LEM-same-ratio",
    title="Equal vectors over equal numbers",
    statement={"letters": ["a, b: vector; m, n: number"], "given": ["a == b", "m == n"], "show": "1/m*a == 1/n*b"},
    proof=leaf(use=["a == b", "m == n"]),
    instance={"dim": 1, "letters": {"a": [1], "b": [1], "m": 2, "n": 2}},
)
PERMUTATION = intro(
    "s,t,",
    have(
        [
            ("z[s] == x[t]", KNOWN),
            (
                f"{HEADS.format('z', 's')} == {HEADS.format('x', 't')}",
                rule(
                    "equal vector sums, heads",
                    have(SAME_MEAN, KNOWN),
                    e=f"fn(h in heads: V[h]({MEAN('z', 's').replace('g,', 'h,')}))",
                    f=f"fn(h in heads: V[h]({MEAN('x', 't').replace('g,', 'h,')}))",
                    new={"x": "g"},
                ),
            ),
        ],
        lemma(
            "LEM-same-direction",
            a="z[s]",
            b="x[t]",
            u=HEADS.format("z", "s"),
            w=HEADS.format("x", "t"),
        ),
    ),
)
formal(
    "LEM-same-direction",
    title="Equal vectors pushed equally have equal directions",
    statement={
        "letters": ["a, b, u, w: vector; alpha: number"],
        "given": ["a == b", "u == w"],
        "show": "unit(a + alpha*u) == unit(b + alpha*w)",
    },
    proof=leaf(use=["a == b", "u == w"]),
    instance={"dim": 1, "letters": {"a": [1], "b": [1], "u": [1], "w": [1], "alpha": 1}},
)
EQUAL = Y.replace("x[i]", "u").replace("x[j]", "u").replace("(x,", "(fn(k: u),")
EAST, NORTH = [1, 0], [0, 1]
QUARTER = [[0, -1], [1, 0]]
VALUES: Part = {
    "tokens": 2,
    "heads": 2,
    "dim": 2,
    "letters": {
        "V": [[[1, 0], [0, 2]], [[0, 1], [0, 0]]],
        "P": [[["log(2)", 0], [0, 0]], [[0, "log(3)"], [0, 0]]],
        "alpha": "1/2",
        "x": [EAST, NORTH],
        "c": [[0, 1], [1, 0]],
        "z": [NORTH, EAST],
        "Q": QUARTER,
        "V2": [[[2, 0], [0, 1]], [[0, 0], [-1, 0]]],
        "P2": [[[0, 0], [0, "log(2)"]], [[0, 0], ["-log(3)", 0]]],
        "r": [NORTH, [-1, 0]],
    },
}
formal(
    "POW-EQ1",
    statement=model(
        ANY,
        RELABELLED,
        BASIS,
        {
            "show": [
                "forall i: dot(value(layer, x, i), value(layer, x, i)) == 1",
                "forall i: value(layer, fn(h: -x[h]), i) == -value(layer, x, i)",
                "forall i, j: c[i, j] == 1 => value(layer, z, i) == value(layer, x, j)",
                "forall i: value(turned, r, i) == Q(value(layer, x, i))",
                f"forall u in vector: {CANCELLED} => (forall i: {EQUAL} == 0)",
            ]
        },
    ),
    proof=[
        intro("t", leaf()),
        intro("t", leaf()),
        PERMUTATION,
        intro("t", leaf(use=BASIS["given"])),
        intro("u,,t", leaf(use=CANCELLED.split(" and "))),
    ],
    instance=VALUES,
    twin=Variant("the image of -X is the image of X", {"== -value(layer, x, i)": "== value(layer, x, i)"}, VALUES),
)
