"""Claims that one state refutes: the map and its projection, misalignment, closed hemispheres, the sign of lambda.

A solution that does not move is given by its equilibrium. A constant P satisfies every assumption that is made on P.
"""

from proofs_checks.consensus.proofs.hemisphere_needed import STEADY
from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, diagonal, full
from proofs_checks.consensus.proofs.models import BOUNDED_P, CAUSAL, CAUSAL_SOLUTION, HEADS, MOVING, SOLUTION
from proofs_checks.consensus.proofs.setting import ANY_VALUES
from verify.formal import formal, model

_NONE = [[0] * 4] * 4
_IDENTITY = diagonal(1, 1, 1, 1)
TENDS = "forall i, j: tends(norm(y[i] - y[j]), 0)"
_SLANTED = ["3/5", "4/5", 0, 0]

formal(
    "CON-E1.c",
    statement=model(
        {**ANY_VALUES, "letters": ["W: operator; P[head], U[head]: matrix; root: number"]},
        {
            "letters": ["y[token]: vector"],
            "given": ["positive_definite(W)", "forall i: dot(y[i], W(y[i])) == 1"],
            "show": ["forall i: y[i] + force(y, i) != 0"],
        },
    ),
    refuted={
        "instance": {
            "tokens": 2,
            "heads": 1,
            "dim": 4,
            "letters": {
                "W": _IDENTITY,
                "P": [_NONE],
                "U": [diagonal(-4, 0, 0, 0)],
                "root": 2,
                "y": [TOP, [0, 1, 0, 0]],
            },
        }
    },
)

formal(
    "CON-T3.2.g",
    statement={
        "letters": ["W: operator; v: vector; y[token]: vector"],
        "given": ["positive_definite(W)", "dot(v, W(v)) == 1", "forall i: dot(y[i], W(y[i])) == 1"],
        "show": [
            "forall i: 1 - dot(v, y[i]) >= 0",
            "forall i: (1 - dot(v, y[i]) == 0 => y[i] == v) and (y[i] == v => 1 - dot(v, y[i]) == 0)",
        ],
    },
    refuted={"instance": {"tokens": 1, "dim": 2, "letters": {"W": [["1/4", 0], [0, 1]], "v": [2, 0], "y": [[2, 0]]}}},
)

_PAIR = {"W": _IDENTITY, "P": [_NONE, _NONE], "y": [TOP, OPPOSITE]}

formal(
    "CON-TAB1.a.R1",
    statement=model(
        STEADY,
        SOLUTION,
        {"given": ["v != 0", "at_start(forall i: dot(v, y[i]) >= 0)"], "show": [TENDS]},
    ),
    refuted={"instance": full(2, **_PAIR | {"v": [0, 1, 0, 0]})},
)

_LARGEST = "forall m in number: eigenvalue(U, v, m) => m <= lam"
_BOUNDED = {
    "letters": ["K: number"],
    "given": ["almost_always(forall a in vector, b in vector: dot(a, P(b)) <= K*norm(a)*norm(b))"],
}
_HELD = {
    "tokens": 2,
    "dim": 4,
    "letters": {
        "U": [[-1, 0, 0, 0], [0, "-8/3", 0, 0], [0, 0, -5, 0], [0, 0, 0, -5]],
        "P": _NONE,
        "v": TOP,
        "lam": -1,
        "root": 2,
        "K": 0,
        "y": [TOP, _SLANTED],
    },
}

formal(
    "CON-T4.5.h",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        _BOUNDED,
        {
            "given": ["simple_top(U, v, lam)"],
            "show": [
                f"at_start(forall i: dot(v, y[i]) > 0) => ({TENDS})",
                f"at_start(forall i: dot(v, y[i]) < 0) => ({TENDS})",
            ],
        },
    ),
    refuted={"instance": _HELD},
)

formal(
    "CON-TAB1.c",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        _BOUNDED,
        {"given": [_LARGEST, "at_start(forall i: dot(v, y[i]) > 0)"], "show": [TENDS]},
    ),
    refuted={"instance": _HELD},
)

SEVERAL = {
    **HEADS,
    "letters": ["P[head]: measurable matrix; U[head]: matrix; S: operator; v: vector; lam, root: number"],
    "where": [*HEADS["where"][:2], "force(X, i) := sum(h in heads, j in upto(i): att(h, X, i, j)*U[h](X[j]))"],
    "given": ["root > 0", "root^2 == dim(E)", "forall a in vector: S(a) == sum(h in heads: U[h](a))"],
}
_CROSS = "4*(3 + 5*exp(1))/(11*(exp(1) - 1))"

formal(
    "CON-T4.5.i.R2",
    statement=model(
        SEVERAL,
        MOVING,
        BOUNDED_P,
        {
            "given": [
                "solves(auto, y)",
                "simple_top(S, v, lam)",
                "lam > 0",
                "at_start(forall i: dot(v, y[i]) > 0)",
            ],
            "show": ["forall i: tends(norm(y[i] - v), 0)"],
        },
    ),
    refuted={
        "instance": {
            "tokens": 2,
            "heads": 2,
            "dim": 4,
            "letters": {
                "P": [diagonal(0, 0, 1, 0), diagonal("-5/2", "-5/2", 0, 0)],
                "U": [
                    [[0, f"-{_CROSS}", 0, 0], [f"-{_CROSS}", 0, 0, 0], [0] * 4, [0] * 4],
                    [[1, _CROSS, 0, 0], [_CROSS, 0, 0, 0], [0] * 4, [0] * 4],
                ],
                "S": diagonal(1, 0, 0, 0),
                "v": TOP,
                "lam": 1,
                "root": 2,
                "K": 4,
                "y": [TOP, _SLANTED],
            },
        }
    },
)
