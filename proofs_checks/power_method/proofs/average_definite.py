"""The sum of the projectors across the tokens is positive definite where they are not all on one line."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.polygonal import POLYGON, STATE, instance
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    cases,
    have,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
)

AVERAGE: Part = {
    "letters": ["W: operator", "v1: vector", "lam1: number"],
    "given": [
        "forall h in vector: W(h) == M(h)",
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

OFF_LINE = {
    "V": [[2, 0], [0, -1]],
    "alpha": "3",
    "x": [["3/5", "4/5"], ["-3/5", "-4/5"], ["1", "0"], ["-1", "0"]],
    "W": [["32/25", "-24/25"], ["-24/25", "68/25"]],
    "v1": [1, 0],
    "lam1": 2,
}
formal(
    "LEM-average-definite",
    title="The sum of the projectors across tokens that are not on one line is positive definite",
    statement=model({"letters": ["V: operator", "alpha: number"]}, POLYGON, AVERAGE, {"show": "positive_definite(W)"}),
    proof=DEFINITE,
    instance=instance(OFF_LINE),
    twin=Variant(
        "tokens on one line",
        {OFF: "exists i, j: x[i] != x[j]"},
        instance({**OFF_LINE, "x": [[1, 0], [-1, 0]], "W": [[0, 0], [0, 2]]}, tokens=2),
    ),
)
