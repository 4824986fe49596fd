"""Section 2 and Appendices A and B: the layer matrix, both conventions, square Q and K, both block orders."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import Tree, intro, leaf, restate, rule, take

COUNTED = "sum(r in direction S: sum(h in heads: own[h, r])*dot(row[r], z)"
OWNED = "forall r in direction S: sum(h in heads: own[h, r]) == 1"


def counted_once(vector: str, space: str) -> Tree:
    """Sums over the rows and their heads, in either space: every row has one head."""
    return rule(
        "equal vector sums, directions",
        take(OWNED, ["t"], leaf(use=["sum(h in heads: own[h, t]) == 1"])),
        e=f"fn(r in direction S: sum(h in heads: own[h, r])*dot(row[r], z)*{vector})",
        f=f"fn(r in direction S: dot(row[r], z)*{vector})",
        new={"x": "t"},
        spaces={"E": space, "E2": "S"},
    )


formal(
    "POW-EQ2",
    statement={
        "spaces": ["E", "S"],
        "letters": [
            "own[head, direction S]: number",
            "row[direction S]: vector E",
            "e[direction S]: vector S",
            "O: matrix S -> E",
        ],
        "where": [
            "stacked(h, x) := sum(r in direction S: own[h, r]*dot(row[r], x)*e[r])",
            "Vcat(x) := sum(r in direction S: dot(row[r], x)*e[r])",
            "V(h, x) := O(stacked(h, x))",
        ],
        "given": [OWNED],
        "show": [
            "forall x in vector E: sum(h in heads: stacked(h, x)) == Vcat(x)",
            "forall x in vector E: sum(h in heads: V(h, x)) == O(Vcat(x))",
        ],
    },
    proof=[
        intro("z", restate(f"{COUNTED}*e[r]) == Vcat(z)", counted_once("e[r]", "S"))),
        intro("z", restate(f"{COUNTED}*O(e[r])) == O(Vcat(z))", counted_once("O(e[r])", "E"))),
    ],
    instance={
        "heads": 2,
        "dim": {"E": 2, "S": 2},
        "directions": {"E": 2, "S": 2},
        "letters": {
            "own": [[1, 0], [0, 1]],
            "row": [[1, 2], [3, -1]],
            "e": [[1, 0], [0, 1]],
            "O": [[1, 1], [0, 2]],
        },
    },
    twin=Variant(
        "every head owns every row",
        {"own[h, r]) == 1": "own[h, r]) == sum(h in heads: 1)"},
        {
            "heads": 2,
            "dim": {"E": 2, "S": 2},
            "directions": {"E": 2, "S": 2},
            "letters": {
                "own": [[1, 1], [1, 1]],
                "row": [[1, 2], [3, -1]],
                "e": [[1, 0], [0, 1]],
                "O": [[1, 1], [0, 2]],
            },
        },
    ),
)

FILLED = "forall a in vector S, b in vector S: dot(J(a), J(b)) == dot(a, b)"
formal(
    "POW-D1.square",
    statement={
        "spaces": ["E", "S"],
        "letters": ["Q, K: matrix E -> S", "J: matrix S -> E", "P, I: matrix E -> E", "x[token]: vector E"],
        "where": [
            "Q_square(a) := J(Q(a))",
            "K_square(a) := J(K(a))",
            "odds(i, j) := exp(dot(Q(x[i]), K(x[j])))",
            "odds_square(i, j) := exp(dot(Q_square(x[i]), K_square(x[j])))",
            "odds_of_P(i, j) := exp(dot(x[i], P(x[j])))",
        ],
        "given": [FILLED, "forall a in vector E: I(a) == a"],
        "show": [
            "forall a in vector E, b in vector E: dot(Q_square(a), K_square(b)) == dot(Q(a), K(b))",
            "forall i, j: odds_square(i, j)/sum(k: odds_square(i, k)) == odds(i, j)/sum(k: odds(i, k))",
            "(forall a in vector E, b in vector E: dot(a, P(b)) == dot(Q(a), K(b)))"
            " => (forall i, j: odds_of_P(i, j)/sum(k: odds_of_P(i, k)) == odds(i, j)/sum(k: odds(i, k)))",
            "forall a in vector E, b in vector E: dot(a, P(b)) == dot(I(a), P(b))",
        ],
    },
    proof=[
        intro("s,t", take(FILLED, ["Q(s)", "K(t)"], leaf(use=["dot(J(Q(s)), J(K(t))) == dot(Q(s), K(t))"]))),
        intro("s,t", leaf(use=[FILLED])),
        intro(",s,t", leaf(use=["forall a in vector E, b in vector E: dot(a, P(b)) == dot(Q(a), K(b))"])),
        intro("s,t", leaf(use=["forall a in vector E: I(a) == a"])),
    ],
    instance={
        "tokens": 2,
        "dim": {"E": 2, "S": 1},
        "letters": {
            "Q": [[1, 2]],
            "K": [[3, -1]],
            "J": [[1], [0]],
            "P": [[3, -1], [6, -2]],
            "I": [[1, 0], [0, 1]],
            "x": [[1, 0], ["3/5", "4/5"]],
        },
    },
    twin=Variant(
        "filled up with rows of ones",
        {"dot(J(a), J(b)) == dot(a, b)": "dot(J(a), J(b)) == 2*dot(a, b)"},
        {
            "tokens": 2,
            "dim": {"E": 2, "S": 1},
            "letters": {
                "Q": [[1, 2]],
                "K": [[3, -1]],
                "J": [[1], [1]],
                "P": [[3, -1], [6, -2]],
                "I": [[1, 0], [0, 1]],
                "x": [[1, 0], ["3/5", "4/5"]],
            },
        },
    ),
)

COUNTS = ["forall i, h in heads: sum(j: A[h, i, j]) == 1"]
CONVENTIONS = {
    "tokens": 2,
    "heads": 2,
    "dim": {"E": 2, "S": 1},
    "directions": {"E": 2, "S": 1},
    "letters": {
        "X": [[1, 2], [0, -1]],
        "A": [[["1/2", "1/2"], ["1/3", "2/3"]], [["1/4", "3/4"], [0, 1]]],
        "WV": [[[1], [2]], [[0], [3]]],
        "WO": [[[1, -1]], [[2, 5]]],
    },
}
formal(
    "POW-EQ2.conv",
    statement={
        "spaces": ["E", "S"],
        "letters": [
            "X[token, direction E]: number",
            "A[head, token, token]: number",
            "WV[head, direction E, direction S]: number",
            "WO[head, direction S, direction E]: number",
        ],
        "where": [
            "mixed(h, i, b) := sum(j: A[h, i, j]*sum(a in direction E: X[j, a]*WV[h, a, b]))",
            "in_rows(i, c) := sum(h in heads: sum(b in direction S: mixed(h, i, b)*WO[h, b, c]))",
            "O(c, h, b) := WO[h, b, c]",
            "block(h, b, a) := WV[h, a, b]",
            "Xt(a, j) := X[j, a]",
            "At(h, j, i) := A[h, i, j]",
            "value_of(h, b, j) := sum(a in direction E: block(h, b, a)*Xt(a, j))",
            "head_output(h, b, i) := sum(j: value_of(h, b, j)*At(h, j, i))",
            "in_columns(c, i) := sum(h in heads: sum(b in direction S: O(c, h, b)*head_output(h, b, i)))",
            "F(c, a) := sum(h in heads: sum(b in direction S: O(c, h, b)*block(h, b, a)))",
            "product(a, c) := sum(h in heads: sum(b in direction S: WV[h, a, b]*WO[h, b, c]))",
        ],
        "given": COUNTS,
        "show": [
            "forall i, c in direction E: in_rows(i, c) == in_columns(c, i)",
            "forall a in direction E, c in direction E: F(c, a) == product(a, c)",
            "forall h in heads, i: sum(j: At(h, j, i)) == 1",
        ],
    },
    proof=[
        intro("t,r", leaf()),
        intro("s,t", leaf()),
        intro("g,t", take(COUNTS[0], ["t", "g"], leaf(use=["sum(j: A[g, t, j]) == 1"]))),
    ],
    instance=CONVENTIONS,
    twin=Variant(
        "the attention matrix is not transposed",
        {"At(h, j, i) := A[h, i, j]": "At(h, j, i) := A[h, j, i]"},
        CONVENTIONS,
    ),
)
