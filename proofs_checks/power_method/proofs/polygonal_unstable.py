"""Lemma 6: a growing tangent perturbation at polygonal states off one line, and which of those on one line are unstable.

M = sum_i Pi_i is positive definite off one line; with M w = v1 the perturbation Pi_i w has the Rayleigh quotient
1 + alpha lambda_1/(N <v1, w>) of the symmetric tangent derivative.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import OJA, Part, V
from proofs_checks.power_method.proofs.polygonal import POLYGON, STATE, instance
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    cases,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

AVERAGE: Part = {
    "letters": ["W: operator", "v1: vector", "lam1: number"],
    "given": [
        "forall z in vector: W(z) == M(z)",
        "alpha > 0",
        "V(v1) == lam1*v1",
        "dot(v1, v1) == 1",
        "lam1 > 0",
        "exists i, j: x[i] != x[j] and x[i] != -x[j]",
    ],
}
"""W is the matrix of M; the tokens are not all on one line."""
MATRIX, OFF = AVERAGE["given"][0], AVERAGE["given"][5]
UNIT = STATE[0]
ACROSS = "dot(Pi(i, b), Pi(i, b))"
SUM = f"sum(i: {ACROSS})"


def along(i: str) -> tuple[str, Tree]:
    """Where the sum is zero, b is along every token."""
    term = ACROSS.replace("(i,", f"({i},")
    steps = [
        (
            f"{SUM} >= {term}",
            rule("term of a positive sum", leaf("1: sq norm(Pi(h, b))"), e=f"fn(i: {ACROSS})", y=i, new={"x": "h"}),
        )
    ]
    zero = leaf(f"1: {SUM} >= {term}", f"eq 1: {SUM} == 0")
    return f"b == dot(x[{i}], b)*x[{i}]", have(steps, rule("equal vectors", zero, u="b", w=f"dot(x[{i}], b)*x[{i}]"))


P = "dot(x[s], x[t])"
EQUAL = rule("equal vectors", leaf(f"eq -2: {P}^2 == 1", use=[UNIT], times=[f"1 + {P}"]), u="x[s]", w="x[t]")
OPPOSITE = rule("equal vectors", leaf(f"eq -2: {P}^2 == 1", use=[UNIT], times=[f"1 - {P}"]), u="x[s]", w="-x[t]")
FALSE = "1 <= 0"
NOT_ALONG = split(
    "dot(x[s], b) == 0 or dot(x[s], b) != 0",
    have(
        [
            ("dot(b, b) == dot(b, dot(x[s], b)*x[s])", lemma("LEM-same-dot", u="b", w="dot(x[s], b)*x[s]", z="b")),
            ("dot(b, b) > 0", rule("positive square", u="b")),
        ],
        leaf(
            "eq 1: dot(b, b) == dot(b, dot(x[s], b)*x[s])",
            "eq dot(x[s], b): dot(x[s], b) == 0",
            times=["dot(b, b)"],
        ),
    ),
    have(
        [
            (
                "dot(x[t], b) == dot(x[t], dot(x[s], b)*x[s])",
                lemma("LEM-same-dot", u="b", w="dot(x[s], b)*x[s]", z="x[t]"),
            ),
            (
                "dot(x[s], b) == dot(x[s], dot(x[t], b)*x[t])",
                lemma("LEM-same-dot", u="b", w="dot(x[t], b)*x[t]", z="x[s]"),
            ),
            (
                f"{P}^2 == 1",
                leaf(
                    f"eq -{P}/dot(x[s], b): dot(x[t], b) == dot(x[t], dot(x[s], b)*x[s])",
                    "eq -1/dot(x[s], b): dot(x[s], b) == dot(x[s], dot(x[t], b)*x[t])",
                ),
            ),
        ],
        cases(
            P,
            have([("x[s] == x[t]", EQUAL)], rule("contradiction", P="x[s] == x[t]", C=FALSE)),
            have([("x[s] == -x[t]", OPPOSITE)], rule("contradiction", P="x[s] == -x[t]", C=FALSE)),
        ),
    ),
)
DEFINITE = rule(
    "positive definite",
    take(
        MATRIX,
        ["b"],
        have(
            [
                ("dot(b, W(b)) == dot(b, M(b))", lemma("LEM-same-dot", u="W(b)", w="M(b)", z="b")),
                (
                    f"{SUM} >= 0",
                    rule("positive sum", leaf("1: sq norm(Pi(h, b))"), e=f"fn(i: {ACROSS})", new={"x": "h"}),
                ),
                (
                    f"{SUM} > 0",
                    split(
                        f"{SUM} == 0 or {SUM} != 0",
                        {"absurd": obtain(OFF, "s,t", have([along("s"), along("t")], NOT_ALONG))},
                        KNOWN,
                    ),
                ),
            ],
            leaf("eq -1: dot(b, W(b)) == dot(b, M(b))", f"1: {SUM} > 0", use=[UNIT]),
        ),
    ),
    new={"u": "b"},
)

formal(
    "LEM-average-definite",
    title="The sum of the projectors across tokens that are not on one line is positive definite",
    statement=model({"letters": ["V: operator", "alpha: number"]}, POLYGON, AVERAGE, {"show": "positive_definite(W)"}),
    proof=DEFINITE,
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
ROWS = [
    (
        "M(w) == v1",
        take(MATRIX, ["w"], lemma("LEM-chain", a="W(w)", b="v1", c="W(w)", d="M(w)")),
    ),
    ROW,
    (DOT, lemma("LEM-same-dot", u="sum(i: dot(x[i], w)*x[i])", w="N*w - v1", z="w")),
    (f"{SQUARES} == a", leaf(f"eq -1: {DOT}", use=[UNIT])),
]
FIXED = unfold("goal", intro("t", leaf(use=STATE, norms=["1"])))
TANGENT = "forall i: dot(x[i], {0}[i]) == 0".format
ALSO = "dot(v1, sum(i: dot(x[i], w)*x[i])) == dot(v1, N*w - v1)"
OWN = "sum(i: dot(x[i], w)^2) == N*dot(w, w) - dot(w, v1)"
MIXED = "sum(i: dot(x[i], w)*dot(x[i], v1)) == N*dot(w, v1) - 1"
EIGEN = ["V(v1) == lam1*v1", "dot(v1, v1) == 1"]
GAINED = [
    *ROWS,
    (ALSO, lemma("LEM-same-dot", u="sum(i: dot(x[i], w)*x[i])", w="N*w - v1", z="v1")),
    (OWN, leaf(f"eq 1: {DOT}")),
    (MIXED, leaf(f"eq 1: {ALSO}", use=EIGEN[1:])),
]
W_POSITIVE = [
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
            [("fixed(oja, x)", FIXED), *W_POSITIVE, *ROWS, MOVES],
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
