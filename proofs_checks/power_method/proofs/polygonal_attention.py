"""Lemma 15, proof: the derivative of the attention enters the linearisation in the same order of alpha as the weights.

At a polygonal state y_i = x_i, so that the tangent derivative is affine in alpha; at p tokens u and p tokens -u with
<u, P u> = 0 its three kinds of modes are explicit.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import ATTENTION, Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, define, have, intro, leaf, lemma, rule, take

MATRICES: Part = {"letters": ["V, P: matrix", "alpha: number"]}
POLES: Part = {
    "groups": ["A", "B"],
    "letters": ["u, w: vector", "d[token]: vector"],
    "where": [
        "p := sum(h in A: 1)",
        "q := sum(h in B: 1)",
        "C(z) := V(z) - dot(u, V(z))*u",
        "g := C(u)",
        "r := dot(w, P(u))",
        "l := dot(u, P(w))",
    ],
    "states": ["poles: A -> u, B -> -u", "opposite: A -> w, B -> -w"],
    "given": ["dot(u, u) == 1", "dot(u, w) == 0", "dot(u, P(u)) == 0", "p == q"],
}
FACTS = POLES["given"]
WITHIN: Part = {
    "given": [
        "forall i: dot(u, d[i]) == 0",
        "sum(i in A: d[i]) == 0",
        "sum(i in B: d[i]) == 0",
    ]
}
OWN = "dot(d[i], P(u))"
FOUR: Part = {
    "tokens": {"A": 2, "B": 2},
    "dim": 2,
    "letters": {
        "V": [[2, 1], [3, -1]],
        "P": [[0, "log(2)"], ["-log(3)", 1]],
        "alpha": "1/10",
        "u": [1, 0],
        "w": [0, 1],
        "d": [[0, 1], [0, -1], [0, 2], [0, -2]],
    },
}
MODES = [
    "forall i in A: D(attention, poles, fn(h: w), i) == w + alpha*(C(w) + r*g)",
    "forall i in B: D(attention, poles, fn(h: w), i) == w + alpha*(C(w) + r*g)",
    "forall i in A: D(attention, poles, opposite, i) == w + alpha*(r + l)*g",
    "forall i in B: D(attention, poles, opposite, i) == -(w + alpha*(r + l)*g)",
    f"forall i in A: D(attention, poles, d, i) == d[i] + alpha*{OWN}*g",
    f"forall i in B: D(attention, poles, d, i) == d[i] + alpha*{OWN}*g",
]
SUMS = [f"sum(i in {group}: dot(u, P(d[i]))) == 0" for group in "AB"]


def no_pull(group: str) -> list[tuple[str, object]]:
    """The logits of differences within a pole cancel."""
    total = f"sum(i in {group}: d[i])"
    image = f"P({total}) == P(0*u)"
    product = f"dot(u, P({total})) == dot(u, P(0*u))"
    return [
        (f"{total} == 0*u", KNOWN),
        (image, lemma("LEM-same-image", M="P", u=total, w="0*u")),
        (product, lemma("LEM-same-dot", u=f"P({total})", w="P(0*u)", z="u")),
        (f"sum(i in {group}: dot(u, P(d[i]))) == 0", leaf(f"eq 1: {product}")),
    ]


SCORES = "exp(dot(x[{0}], P(x[j])))".format
STATE: Part = {
    "letters": ["x[token], delta[token]: vector"],
    "where": [
        *ATTENTION["where"],
        "Pi(i, z) := z - dot(x[i], z)*x[i]",
        "K1(i) := Pi(i, V(sum(j: weight(x, i, j)*delta[j])))",
        "K2(i) := Pi(i, V(sum(j: weight(x, i, j)*(dot(delta[i], P(x[j])) + dot(x[i], P(delta[j])))*x[j])))",
    ],
    "given": [
        "forall i: dot(x[i], x[i]) == 1",
        "forall i: dot(x[i], delta[i]) == 0",
        "forall i: sum(j: weight(x, i, j)*x[j]) == 0",
    ],
}
UNIT, TANGENT, ZERO = STATE["given"]
MEAN = "sum(j: weight(x, t, j)*x[j])"
TOTAL, SCALE = f"sum(j: {SCORES('t')}*x[j])", f"sum(k: {SCORES('t').replace('x[j]', 'x[k]')})"
NO_MEAN = [
    (f"{MEAN} == 0", take(ZERO, ["t"], KNOWN)),
    (f"dot({MEAN}, {MEAN}) == dot({MEAN}, 0*x[t])", lemma("LEM-same-dot", u=MEAN, w="0*x[t]", z=MEAN)),
]
HALF = f"sum(j in A: {SCORES('t')}*x[j]) == -sum(j in B: {SCORES('t')}*x[j])"
ALL_ZERO = define(
    [f"mean := {MEAN}", f"total := {TOTAL}", f"scale := {SCALE}"],
    rule("equal vectors", leaf("eq scale^2: dot(mean, mean) == dot(mean, 0*x[t])"), u="total", w="0"),
)
AFFINE = intro("t", have([*NO_MEAN, (f"{TOTAL} == 0", ALL_ZERO), HALF], leaf(use=[HALF, UNIT, TANGENT], norms=["1"])))
LINEAR = "forall i: D(attention, x, delta, i) == delta[i] + alpha*(K1(i) + K2(i))"
AT_POLES = leaf(use=FACTS, norms=["1"])
WITHIN_POLES = intro(
    "t", have([*no_pull("A"), *no_pull("B")], leaf(use=[*FACTS, *WITHIN["given"], *SUMS], norms=["1"]))
)
LETTERS = {
    **FOUR["letters"],
    "x": [[1, 0], [1, 0], [-1, 0], [-1, 0]],
    "delta": [[0, 1], [0, 2], [0, -1], [0, 3]],
}
formal(
    "POW-L15.bound.repaired",
    statement=model(MATRICES, STATE, {"maps": ATTENTION["maps"]}, POLES, WITHIN, {"show": [LINEAR, *MODES]}),
    proof=[AFFINE, *[intro("t", AT_POLES)] * 4, *[WITHIN_POLES] * 2],
    instance={**FOUR, "letters": LETTERS},
    twin=Variant(
        "without u^T P delta",
        {"opposite, i) == w + alpha*(r + l)*g": "opposite, i) == w + alpha*r*g"},
        {**FOUR, "letters": LETTERS},
    ),
)
