"""Lemma 6: a growing tangent perturbation at polygonal states whose tokens are not all on one line.

M = sum_i Pi_i is positive definite off one line; with M w = v1 the perturbation Pi_i w has the Rayleigh quotient
1 + alpha lambda_1/(N <v1, w>) of the symmetric tangent derivative.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.average_definite import AVERAGE, MATRIX, UNIT
from proofs_checks.power_method.proofs.models import OJA, Part, V
from proofs_checks.power_method.proofs.polygonal import POLYGON, STATE, instance
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    both,
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

RESPONSE: Part = {
    "letters": ["w: vector"],
    "where": ["delta(i) := Pi(i, w)", "a := dot(v1, w)", "q := 1 + alpha*lam1/(N*a)"],
    "given": ["W(w) == v1"],
}
ROW = "sum(i: dot(x[i], w)*x[i]) == N*w - v1"
DOT = "dot(w, sum(i: dot(x[i], w)*x[i])) == dot(w, N*w - v1)"
MOVED = "D(oja, x, fn(h: Pi(h, w)), i)"
SQUARES = "sum(i: dot(delta(i), delta(i)))"
PRODUCTS = f"sum(i: dot({MOVED}, delta(i)))"
EIGENVALUE = (
    "exists e in state, m in number: m >= q and (exists i: e[i] != 0) and (forall i: dot(x[i], e[i]) == 0)"
    " and (forall i: D(oja, x, e, i) == m*e[i])"
)
ROWS: Steps = [
    (
        "M(w) == v1",
        take(MATRIX, ["w"], lemma("LEM-chain", a="W(w)", b="v1", c="W(w)", d="M(w)")),
    ),
    ROW,
    (DOT, lemma("LEM-same-dot", u="sum(i: dot(x[i], w)*x[i])", w="N*w - v1", z="w")),
    (f"{SQUARES} == a", leaf(f"eq -1: {DOT}", use=[UNIT])),
]
FIXED = unfold("goal", intro("t", leaf(use=STATE, norms=["1"])))
LENGTH = ("forall i: norm(x[i] + alpha/N*sum(j: V(x[j]))) > 0", intro("t", leaf(use=STATE, norms=["1"])))
TANGENT = "forall i: dot(x[i], {0}[i]) == 0".format
ALSO = "dot(v1, sum(i: dot(x[i], w)*x[i])) == dot(v1, N*w - v1)"
OWN = "sum(i: dot(x[i], w)^2) == N*dot(w, w) - dot(w, v1)"
MIXED = "sum(i: dot(x[i], w)*dot(x[i], v1)) == N*dot(w, v1) - 1"
EIGEN = ["V(v1) == lam1*v1", "dot(v1, v1) == 1"]
GAINED: Steps = [
    *ROWS,
    (ALSO, lemma("LEM-same-dot", u="sum(i: dot(x[i], w)*x[i])", w="N*w - v1", z="v1")),
    (OWN, leaf(f"eq 1: {DOT}")),
    (MIXED, leaf(f"eq 1: {ALSO}", use=EIGEN[1:])),
]
W_POSITIVE: Steps = [
    ("positive_definite(W)", lemma("LEM-average-definite")),
    (
        "w != 0",
        split(
            "w == 0 or w != 0",
            have(
                [
                    ("dot(v1, W(w)) == dot(v1, v1)", lemma("LEM-same-dot", u="W(w)", w="v1", z="v1")),
                    ("dot(W(v1), w) == dot(W(v1), 0*v1)", lemma("LEM-same-dot", u="w", w="0*v1", z="W(v1)")),
                ],
                {
                    "absurd": leaf(
                        "eq -1: dot(v1, W(w)) == dot(v1, v1)", "eq 1: dot(W(v1), w) == dot(W(v1), 0*v1)", use=EIGEN[1:]
                    )
                },
            ),
            KNOWN,
        ),
    ),
    ("dot(w, W(w)) > 0", rule("positive form", W="W", u="w")),
    ("dot(w, W(w)) == dot(w, v1)", lemma("LEM-same-dot", u="W(w)", w="v1", z="w")),
    ("a > 0", leaf("1: dot(w, W(w)) > 0", "eq 1: dot(w, W(w)) == dot(w, v1)")),
]
SYMMETRIC = leaf(use=[*STATE, TANGENT("b"), TANGENT("c")], norms=["1"])
MOVES = (
    "exists i: delta(i) != 0",
    split(
        "(exists i: delta(i) != 0) or not (exists i: delta(i) != 0)",
        KNOWN,
        {
            "absurd": have(
                [
                    (
                        f"{SQUARES} == sum(i: 0)",
                        rule(
                            "equal sums",
                            split(
                                "delta(k) == 0 or delta(k) != 0",
                                have(
                                    [
                                        (
                                            "dot(delta(k), delta(k)) == dot(delta(k), 0*v1)",
                                            lemma("LEM-same-dot", u="delta(k)", w="0*v1", z="delta(k)"),
                                        )
                                    ],
                                    leaf("eq 1: dot(delta(k), delta(k)) == dot(delta(k), 0*v1)"),
                                ),
                                have(
                                    [("exists i: delta(i) != 0", witness("k", KNOWN))],
                                    rule(
                                        "contradiction", P="exists i: delta(i) != 0", C="dot(delta(k), delta(k)) == 0"
                                    ),
                                ),
                            ),
                            e="fn(i: dot(delta(i), delta(i)))",
                            f="fn(i: 0)",
                            new={"x": "k"},
                        ),
                    )
                ],
                leaf(f"eq -1: {SQUARES} == a", f"eq 1: {SQUARES} == sum(i: 0)", times=["a"]),
            )
        },
    ),
)
SYMMETRY = (
    f"forall b in state, c in state: ({TANGENT('b')}) => ({TANGENT('c')})"
    " => sum(i: dot(D(oja, x, b, i), c[i])) == sum(i: dot(b[i], D(oja, x, c, i)))"
)
SQUARE = instance(
    {
        "V": [[2, 0], [0, -1]],
        "alpha": "3",
        "x": [["3/5", "4/5"], ["-3/5", "-4/5"], ["1", "0"], ["-1", "0"]],
        "W": [["32/25", "-24/25"], ["-24/25", "68/25"]],
        "v1": [1, 0],
        "lam1": 2,
        "w": ["17/16", "3/8"],
    }
)
formal(
    "POW-L6.mode.repaired",
    statement=model(
        V,
        OJA,
        POLYGON,
        AVERAGE,
        RESPONSE,
        {
            "show": [
                "positive_definite(W)",
                "exists z in vector: W(z) == v1",
                "forall i: dot(x[i], delta(i)) == 0",
                "a > 0 and q > 1",
                f"{PRODUCTS} == q*{SQUARES}",
                SYMMETRY,
                EIGENVALUE,
            ]
        },
    ),
    proof=[
        lemma("LEM-average-definite"),
        witness("w", KNOWN),
        intro("t", leaf(use=[UNIT])),
        have(W_POSITIVE, both(KNOWN, leaf("1: alpha > 0; lam1 > 0", times=["N*a"]))),
        have(
            [*W_POSITIVE, *GAINED],
            leaf(
                f"eq -1: {OWN}",
                f"eq -alpha*lam1/N: {MIXED}",
                f"eq -q: {SQUARES} == a",
                use=[*STATE, ROW, *EIGEN],
                norms=["1"],
            ),
        ),
        intro("b,c,,", SYMMETRIC),
        have(
            [("fixed(oja, x)", FIXED), LENGTH, *W_POSITIVE, *ROWS, MOVES],
            rule(
                "symmetric derivative",
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                leaf(f"eq -1: {PRODUCTS} == q*{SQUARES}", use=STATE, norms=["1"]),
                F="oja",
                S="x",
                d="fn(h: Pi(h, w))",
                q="q",
                new={"a": "b", "b": "c"},
            ),
        ),
    ],
    instance=SQUARE,
    twin=Variant("without N", {"q := 1 + alpha*lam1/(N*a)": "q := 1 + alpha*lam1/a"}, SQUARE),
)
