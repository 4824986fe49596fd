"""Theorem 3.2 with other value matrices (CON-H.1): states at which V grows, and states that rest apart.

P is constant here, so bounded and uniformly continuous: it is the value matrices alone that break the theorem.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs_checks.consensus.proofs.instances import diagonal
from verify.formal import formal, model

Part = Mapping[str, Any]
# (6) with the value matrix of head h as valued(h, .), which the parts below define.
VALUED = {
    "spaces": ["E"],
    "letters": ["W: operator; P[head]: matrix; v: vector; root: number"],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))",
        "force(X, i) := sum(h in heads, j: att(h, X, i, j)*valued(h, X[j]))",
    ],
    "flows": ["six(X, i) = force(X, i) - dot(X[i], W(force(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)"],
    "given": ["positive_definite(W)", "root > 0", "root^2 == dim(E)", "dot(v, W(v)) == 1"],
}
_SKEW = "forall h in heads, a in vector: dot(a, U[h](a)) == 0"
_SYMMETRIC = "forall h in heads, a in vector, b in vector: dot(a, U[h](b)) == dot(U[h](a), b)"
_POSITIVE = "forall h in heads, a in vector: a != 0 => dot(a, U[h](a)) > 0"
_SAME = "forall h in heads, k in heads, a in vector: U[h](a) == U[k](a)"
LETTERS: Mapping[str, Part] = {
    "a": {"where": ["valued(h, a) := -a"]},
    "b": {
        "letters": ["U: operator"],
        "where": ["valued(h, a) := U(a)"],
        "given": ["positive_definite(U)", "forall m in number: U(v) - m*v != 0"],
    },
    "c": {
        "letters": ["U: matrix"],
        "where": ["valued(h, a) := U(a)"],
        "given": ["forall a in vector: dot(a, U(a)) == 0"],
    },
    "d": {
        "letters": ["U[head]: matrix"],
        "where": ["valued(h, a) := U[h](a)"],
        "given": ["exists h in heads, k in heads, a in vector: U[h](a) - U[k](a) != 0"],
    },
    "e.negative": {
        "letters": ["u[head]: number"],
        "where": ["valued(h, a) := u[h]*a"],
        "given": ["exists h in heads: u[h] < 0"],
    },
}
ANY_VALUE: Part = {"letters": ["U[head]: matrix"], "where": ["valued(h, a) := U[h](a)"]}
TRAJECTORY: Part = {
    "letters": ["y[token]: moving vector"],
    "given": ["solves(six, y)", "at_start(forall i: dot(v, y[i]) > 0)"],
}
CONSENSUS = "forall i, j: tends(norm(y[i] - y[j]), 0)"
STAYS = "always(forall i: dot(v, y[i]) > 0)"
_LOWEST: Part = {
    "letters": ["x[token]: vector; p: token"],
    "given": [
        "forall i: dot(x[i], W(x[i])) == 1",
        "forall i: dot(v, x[i]) > 0",
        "forall j: dot(v, x[p]) <= dot(v, x[j])",
    ],
    "show": ["dot(v, six(x, p)) >= 0"],
}
_NONE = [[0, 0], [0, 0]]
_STRETCH, _MORE = [[3, 0], [0, 1]], [[5, 0], [0, 1]]
_RIGHT_ANGLE = [[1, 0], [0, 1]]
_UPHILL = [["-3/5", "4/5"], ["-3/5", "4/5"]]
_GROWS: Mapping[str, tuple[Part, list[Any], int]] = {
    "a": ({}, _RIGHT_ANGLE, 1),
    "b": ({"U": _STRETCH}, _UPHILL, 1),
    "c": ({"U": [[0, -1], [1, 0]]}, [[0, 1], [0, 1]], 1),
    "d": ({"U": [_STRETCH, _MORE]}, _UPHILL, 2),
    "e.negative": ({"u": [1, -2]}, _RIGHT_ANGLE, 2),
}


def plane(heads: int, letters: Part, tokens: int = 2) -> dict[str, Any]:
    """The circle in the Euclidean metric, without logits where none are given."""
    values = {"W": diagonal(1, 1), "P": [_NONE] * heads, "v": ["3/5", "4/5"], "root": "sqrt(2)", **letters}
    return {"tokens": tokens, "heads": heads, "dim": 2, "letters": values}


for _letter, (_values, _state, _heads) in _GROWS.items():
    formal(
        f"CON-H.1.{_letter}.decrease",
        statement=model(LETTERS[_letter], VALUED, _LOWEST),
        refuted={"instance": plane(_heads, {**_values, "x": _state, "p": 0})},
    )

# (+-3/5, 4/5): the pair rests where the attraction, e^(-2 beta S^2) = 1/2, balances diag(3, 1).
_PAIR = [["3/5", "4/5"], ["-3/5", "4/5"]]
_BALANCE = diagonal("25/18*log(2)", "25/18*log(2)")
_RESTS = {"P": [_BALANCE], "v": ["5/13", "12/13"], "y": _PAIR}

formal(
    "CON-H.1.b",
    statement=model(LETTERS["b"], VALUED, TRAJECTORY, {"show": [CONSENSUS]}),
    refuted={"instance": plane(1, {**_RESTS, "U": _STRETCH})},
)

# With diag(2, 1) and diag(4, 1) in two heads the mean is the same.
formal(
    "CON-H.1.d",
    statement=model(LETTERS["d"], VALUED, TRAJECTORY, {"show": [CONSENSUS]}),
    refuted={"instance": plane(2, {**_RESTS, "P": [_BALANCE] * 2, "U": [[[2, 0], [0, 1]], [[4, 0], [0, 1]]]})},
)

# A rotation about the axis through the middle of the pair: what the tokens attend to is not moved.
_TURN = [[0, -1, 0], [1, 0, 0], [0, 0, 0]]
_ABOUT = {
    "W": diagonal(1, 1, 1),
    "P": [diagonal(0, 0, 0)],
    "v": ["2/3", "1/3", "2/3"],
    "root": "sqrt(3)",
    "y": [["3/5", 0, "4/5"], ["-3/5", 0, "4/5"]],
}

formal(
    "CON-H.1.c",
    statement=model(LETTERS["c"], VALUED, TRAJECTORY, {"show": [CONSENSUS]}),
    refuted={"instance": {"tokens": 2, "heads": 1, "dim": 3, "letters": {**_ABOUT, "U": _TURN}}},
)

_CONCLUSION = f"(({STAYS}) and ({CONSENSUS}))"
_HEADS = "forall h in heads, a in vector"

formal(
    "CON-H.1",
    statement=model(
        ANY_VALUE,
        VALUED,
        TRAJECTORY,
        {
            "show": [
                f"({_HEADS}: U[h](a) == -a) => {_CONCLUSION}",
                f"({_SAME}) and ({_SYMMETRIC}) and ({_POSITIVE}) => {_CONCLUSION}",
                f"({_SAME}) and ({_SKEW}) => {_CONCLUSION}",
                f"(exists h in heads, k in heads, a in vector: U[h](a) != U[k](a)) => {_CONCLUSION}",
                f"(forall h in heads: exists u in number: forall a in vector: U[h](a) == u*a) => {_CONCLUSION}",
            ]
        },
    ),
    refuted={"instance": {"tokens": 2, "heads": 1, "dim": 3, "letters": {**_ABOUT, "U": [_TURN]}}},
)

formal(
    "CON-G5.2.h",
    statement=model(ANY_VALUE, VALUED, TRAJECTORY, {"show": [CONSENSUS]}),
    refuted={"instance": plane(1, {**_RESTS, "U": [_STRETCH]})},
)
