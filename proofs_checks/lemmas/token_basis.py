"""An orthonormal basis with one vector for each token: coordinates, scalar products, sums of multiples."""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal, model
from verify.tactics.build import have, intro, leaf, lemma, rule, take

COMPLETE = "forall a in vector: a == sum(j: dot(b[j], a)*b[j])"
BASIS: dict[str, Any] = {
    "letters": ["b[token]: vector"],
    "given": ["forall i: dot(b[i], b[i]) == 1", "forall i, j: i != j => dot(b[i], b[j]) == 0", COMPLETE],
}
_STRETCHED: dict[str, Any] = {"tokens": 2, "dim": 2, "letters": {"b": [[1, 1], [1, -1]]}}


def _stretched(**letters: Any) -> dict[str, Any]:
    return {**_STRETCHED, "letters": {**_STRETCHED["letters"], **letters}}


formal(
    "LEM-basis.entries",
    title="The coordinates of a sum of multiples of basis vectors are the factors",
    statement=model(
        {"letters": BASIS["letters"], "given": BASIS["given"][:2]},
        {"letters": ["f[token]: number"], "show": ["forall i: dot(b[i], sum(j: f[j]*b[j])) == f[i]"]},
    ),
    proof=intro(
        "p",
        have(
            [
                (
                    "sum(j: f[j]*dot(b[p], b[j])) == f[p]*dot(b[p], b[p])",
                    rule(
                        "single term",
                        have(["dot(b[x], b[p]) == 0"], leaf("eq f[x]: dot(b[x], b[p]) == 0")),
                        e="fn(j: f[j]*dot(b[p], b[j]))",
                        y="p",
                        new={"x": "x"},
                    ),
                ),
            ],
            leaf("eq 1: sum(j: f[j]*dot(b[p], b[j])) == f[p]*dot(b[p], b[p])", "eq f[p]: dot(b[p], b[p]) == 1"),
        ),
    ),
    instance={"tokens": 2, "dim": 2, "letters": {"b": [[1, 0], [0, -1]], "f": [2, 3]}},
    twin=Variant("vectors that are orthogonal only", {BASIS["given"][0]: "forall i: b[i] != 0"}, _stretched(f=[2, 3])),
)
formal(
    "LEM-basis.product",
    title="Scalar products are sums over the coordinates",
    statement={
        "letters": ["b[token]: vector", "u, w: vector"],
        "given": [COMPLETE],
        "show": ["sum(j: dot(b[j], u)*dot(b[j], w)) == dot(u, w)"],
    },
    proof=take(
        COMPLETE,
        ["u"],
        have(
            [
                (
                    "dot(w, u) == dot(w, sum(j: dot(b[j], u)*b[j]))",
                    lemma("LEM-same-dot", u="u", w="sum(j: dot(b[j], u)*b[j])", z="w"),
                )
            ],
            leaf("eq -1: dot(w, u) == dot(w, sum(j: dot(b[j], u)*b[j]))"),
        ),
    ),
    instance={"tokens": 2, "dim": 2, "letters": {"b": [[1, 0], [0, -1]], "u": [2, 3], "w": [1, 1]}},
    twin=Variant(
        "half of every vector",
        {"dot(b[j], a)*b[j]": "dot(b[j], a)*b[j]/2"},
        _stretched(u=[2, 3], w=[1, 1]),
    ),
)
formal(
    "LEM-basis.equal",
    title="Vectors with the same coordinates are equal",
    statement={
        "letters": ["b[token]: vector", "u, w: vector"],
        "given": [COMPLETE, "forall i: dot(b[i], u) == dot(b[i], w)"],
        "show": ["u == w"],
    },
    proof=rule(
        "equal vectors",
        have(
            [
                (
                    "sum(j: dot(b[j], u - w)*dot(b[j], u - w)) == dot(u - w, u - w)",
                    lemma("LEM-basis.product", u="u - w", w="u - w"),
                ),
                (
                    "sum(j: dot(b[j], u - w)*dot(b[j], u - w)) == sum(j: 0)",
                    rule(
                        "equal sums",
                        have(
                            ["dot(b[x], u) == dot(b[x], w)"],
                            leaf("eq dot(b[x], u - w): dot(b[x], u) == dot(b[x], w)"),
                        ),
                        e="fn(j: dot(b[j], u - w)*dot(b[j], u - w))",
                        f="fn(j: 0)",
                        new={"x": "x"},
                    ),
                ),
            ],
            leaf(
                "eq -1: sum(j: dot(b[j], u - w)*dot(b[j], u - w)) == dot(u - w, u - w)",
                "eq 1: sum(j: dot(b[j], u - w)*dot(b[j], u - w)) == sum(j: 0)",
            ),
        ),
        u="u",
        w="w",
    ),
    instance={"tokens": 2, "dim": 2, "letters": {"b": [[1, 0], [0, -1]], "u": [2, 3], "w": [2, 3]}},
    twin=Variant(
        "the same sum of coordinates",
        {"forall i: dot(b[i], u) == dot(b[i], w)": "sum(i: dot(b[i], u)) == sum(i: dot(b[i], w))"},
        {"tokens": 2, "dim": 2, "letters": {"b": [[1, 0], [0, 1]], "u": [2, 3], "w": [3, 2]}},
    ),
)
