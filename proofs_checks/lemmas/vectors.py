"""Equal vectors may replace each other, whatever they are made of; sums over an orthonormal basis."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import enter, have, intro, leaf, lemma, rule, take

SHIFT = {"x": [1, 1], "y": [4, 10], "r": 2, "s": 2, "u": ["1/2", 2], "w": ["1/2", 2]}
LETTERS = {"u": [1, 2], "w": [1, 2], "z": [3, -1]}

formal(
    "LEM-same-dot",
    title="Scalar products with equal vectors are equal",
    statement={"letters": ["u, w, z: vector"], "given": ["u == w"], "show": "dot(z, u) == dot(z, w)"},
    proof=leaf(use=["u == w"]),
    instance={"dim": 2, "letters": LETTERS},
    twin=Variant(
        "equal lengths are enough",
        {"u == w": "dot(u, u) == dot(w, w)"},
        {"dim": 2, "letters": {**LETTERS, "w": [2, 1]}},
    ),
)

formal(
    "LEM-same-image",
    title="The images of equal vectors are equal",
    statement={"letters": ["u, w: vector", "M: matrix"], "given": ["u == w"], "show": "M(u) == M(w)"},
    proof=leaf(use=["u == w"]),
    instance={"dim": 2, "letters": {"u": [1, 2], "w": [1, 2], "M": [[1, 1], [0, 2]]}},
    twin=Variant(
        "equal lengths are enough",
        {"u == w": "dot(u, u) == dot(w, w)"},
        {"dim": 2, "letters": {"u": [1, 2], "w": [2, 1], "M": [[1, 1], [0, 2]]}},
    ),
)

COMPLETE = "forall a in vector: a == sum(k in direction: dot(b[k], a)*b[k])"
ROTATED = [["3/5", "4/5"], ["-4/5", "3/5"]]
formal(
    "LEM-Parseval",
    title="Parseval's identity for vectors along which every vector splits",
    statement={
        "letters": ["b[direction]: vector", "q, z: vector"],
        "given": [COMPLETE],
        "show": "sum(k in direction: dot(b[k], q)*dot(b[k], z)) == dot(q, z)",
    },
    proof=take(
        COMPLETE,
        ["q"],
        have(
            [
                (
                    "dot(z, q) == dot(z, sum(k in direction: dot(b[k], q)*b[k]))",
                    lemma("LEM-same-dot", u="q", w="sum(k in direction: dot(b[k], q)*b[k])"),
                )
            ],
            leaf("eq -1: dot(z, q) == dot(z, sum(k in direction: dot(b[k], q)*b[k]))"),
        ),
    ),
    instance={"dim": 2, "directions": 2, "letters": {"b": ROTATED, "q": [1, 2], "z": [3, -1]}},
    twin=Variant(
        "vectors of squared length 2",
        {"dot(b[k], a)*b[k]": "dot(b[k], a)*b[k]/2"},
        {"dim": 2, "directions": 2, "letters": {"b": [[1, 1], [-1, 1]], "q": [1, 2], "z": [3, -1]}},
    ),
)

formal(
    "LEM-same-combination",
    title="Combinations of equal vectors are equal",
    statement={
        "letters": ["u, w, z: vector", "k, l: number"],
        "given": ["u == w"],
        "show": "k*u + l*z == k*w + l*z",
    },
    proof=leaf(use=["u == w"]),
    instance={"dim": 2, "letters": {**LETTERS, "k": 2, "l": 3}},
    twin=Variant(
        "equal lengths are enough",
        {"u == w": "dot(u, u) == dot(w, w)"},
        {"dim": 2, "letters": {**LETTERS, "w": [2, 1], "k": 2, "l": 3}},
    ),
)

formal(
    "LEM-unit-scaled",
    title="A positive multiple has the same direction",
    statement={
        "letters": ["u: vector", "k: number"],
        "given": ["k > 0", "norm(u) > 0"],
        "show": "unit(u) == unit(k*u)",
    },
    proof=have(
        [("norm(k*u) == k*norm(u)", rule("norm scaled"))],
        leaf(use=["norm(k*u) == k*norm(u)"]),
    ),
    instance={"dim": 2, "letters": {"u": [3, 4], "k": 2}},
    twin=Variant("a multiple of either sign", {"k > 0": "k != 0"}, {"dim": 2, "letters": {"u": [3, 4], "k": -1}}),
)

formal(
    "LEM-same-shift",
    title="Equal vectors may replace each other in an affine map",
    statement={
        "letters": ["x, y, u, w: vector; r, s: number"],
        "given": ["y == r*(x + s*u)", "u == w"],
        "show": "y == r*(x + s*w)",
    },
    proof=leaf(use=["y == r*(x + s*u)", "u == w"]),
    instance={"dim": 2, "letters": SHIFT},
    twin=Variant(
        "the factor left out",
        {"y == r*(x + s*w)": "y == x + s*w"},
        {"dim": 2, "letters": SHIFT},
    ),
)

formal(
    "LEM-same-dot.now",
    title="Equal vectors have equal inner products, at almost every time",
    statement={
        "letters": ["u, w, z: measurable vector"],
        "show": ["almost_always(u == w => dot(z, u) == dot(z, w))"],
    },
    proof=enter("ae", intro("", leaf(use=["u == w"]))),
)

formal(
    "LEM-both-equal",
    title="Two things equal to a third are equal",
    statement={"letters": ["a, b, c: vector"], "given": ["a == b", "a == c"], "show": ["b == c"]},
    proof=have(["b == a", "c == a"], leaf(use=["b == a", "c == a"])),
    instance={"dim": 2, "letters": {"a": [1, 2], "b": [1, 2], "c": [1, 2]}},
    twin=Variant(
        "one of the two is equal",
        {"a == c": "dot(a, c) == 0"},
        {"dim": 2, "letters": {"a": [1, 2], "b": [1, 2], "c": [2, -1]}},
    ),
)

formal(
    "LEM-divided",
    title="Dividing a vector by a positive number",
    statement={"letters": ["k: number; u, w: vector"], "given": ["k*u == w", "k > 0"], "show": ["u == w/k"]},
    proof=have(["w == k*u"], leaf(use=["w == k*u"])),
    instance={"dim": 2, "letters": {"k": 2, "u": [1, 2], "w": [2, 4]}},
    twin=Variant(
        "multiplied instead", {"u == w/k": "u == k*w"}, {"dim": 2, "letters": {"k": 2, "u": [1, 2], "w": [2, 4]}}
    ),
)

formal(
    "LEM-same-chain",
    title="Vectors that equal the same vector are equal",
    statement={"letters": ["u, w, z: vector"], "given": ["u == w", "w == z"], "show": "u == z"},
    proof=leaf(use=["u == w", "w == z"]),
    instance={"dim": 2, "letters": {"u": [1, 2], "w": [1, 2], "z": [1, 2]}},
    twin=Variant(
        "equal lengths are enough",
        {"w == z": "dot(w, w) == dot(z, z)"},
        {"dim": 2, "letters": {"u": [1, 2], "w": [1, 2], "z": [2, 1]}},
    ),
)
