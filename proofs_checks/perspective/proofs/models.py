"""The flows of the paper as parts of statements: SA and USA, in any dimension, with any number of tokens."""

from __future__ import annotations

from typing import Any

Values = dict[str, Any]

WEIGHTS = {
    "letters": ["beta: number"],
    "where": [
        "n := sum(j: 1)",
        "e(X, i, j) := exp(beta*dot(X[i], X[j]))",
        "Z(X, i) := sum(k: e(X, i, k))",
        "tangent(base, pull) := pull - dot(base, pull)*base",
    ],
}
SPHERE = "on fn(X: forall i: dot(X[i], X[i]) == 1)"
SA = {"flows": [f"sa(X, i) = tangent(X[i], sum(j: e(X, i, j)*X[j])/Z(X, i)) {SPHERE}"]}
USA = {"flows": [f"usa(X, i) = tangent(X[i], sum(j: e(X, i, j)*X[j])/n) {SPHERE}"]}
STATE = {"letters": ["x[token]: vector"], "given": ["forall i: dot(x[i], x[i]) == 1"]}
UNIT = STATE["given"][0]
MOTION = {"letters": ["x[token]: moving vector"]}
ENERGY = {"where": ["E(X) := sum(i, j: e(X, i, j))/(2*beta*n^2)"], "given": ["beta != 0"]}

# exact unit vectors of the plane and of space
EAST, NORTH, WEST, SOUTH = [1, 0], [0, 1], [-1, 0], [0, -1]
SLOPE, STEEP, BACK = ["3/5", "4/5"], ["4/5", "3/5"], ["-3/5", "4/5"]
LOG2 = "log(2)"


def at(tokens: int = 3, dim: int = 2, **letters: Any) -> Values:
    """An instance: sizes and the values of the letters."""
    return {"tokens": tokens, "dim": dim, "letters": letters}


def still(*points: list[Any], **letters: Any) -> Values:
    """Tokens that rest at points of one dimension; an equilibrium where the statement wants a solution."""
    return at(len(points), len(points[0]), x=list(points), **letters)
