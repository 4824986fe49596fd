"""Vectors along one line: what is a multiple of what, and when a linear map keeps the line."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import have, leaf, lemma, rule

formal(
    "LEM-scale",
    title="A multiple of a vector, solved for the vector",
    statement={"letters": ["u, w: vector; k: number"], "given": ["k != 0", "u == k*w"], "show": ["w == 1/k*u"]},
    proof=leaf(use=["u == k*w"]),
    instance={"dim": 2, "letters": {"u": [2, 4], "w": [1, 2], "k": 2}},
    twin=Variant(
        "the same multiple", {"w == 1/k*u": "w == k*u"}, {"dim": 2, "letters": {"u": [2, 4], "w": [1, 2], "k": 2}}
    ),
)

LINE = {"V": [[3, 0], [0, 1]], "g": [2, 0], "x": [1, 0], "a": 2, "G": 4, "d": "4/3"}
formal(
    "LEM-line-kept",
    title="A line that contains its image under a linear map is one of eigenvectors",
    statement={
        "letters": ["V: matrix; x, g: vector; a, G, d: number"],
        "given": ["x == a/G*g", "g == d/G*V(g)", "G != 0", "d != 0"],
        "show": ["V(x) == G/d*x"],
    },
    proof=have(
        [("V(g) == 1/(d/G)*g", lemma("LEM-scale", u="g", w="V(g)", k="d/G"))],
        leaf(use=["x == a/G*g", "V(g) == 1/(d/G)*g"]),
    ),
    instance={"dim": 2, "letters": LINE},
    twin=Variant("the eigenvalue d/G", {"G/d*x": "d/G*x"}, {"dim": 2, "letters": LINE}),
)

formal(
    "LEM-same-multiple",
    title="Multiples of equal vectors by one number are equal",
    statement={"letters": ["u, w: vector; k: number"], "given": ["u == w"], "show": ["k*u == k*w"]},
    proof=leaf(use=["u == w"]),
    instance={"dim": 2, "letters": {"u": [1, 2], "w": [1, 2], "k": 3}},
    twin=Variant(
        "opposite vectors", {"u == w": "u == -w"}, {"dim": 2, "letters": {"u": [1, 2], "w": [-1, -2], "k": 3}}
    ),
)

formal(
    "LEM-chain",
    title="Three equations in a row",
    statement={"letters": ["a, b, c, d: vector"], "given": ["a == b", "a == c", "c == d"], "show": ["d == b"]},
    proof=have(
        [
            ("dot(b - d, a) == dot(b - d, b)", lemma("LEM-same-dot", u="a", w="b", z="b - d")),
            ("dot(b - d, a) == dot(b - d, c)", lemma("LEM-same-dot", u="a", w="c", z="b - d")),
            ("dot(b - d, c) == dot(b - d, d)", lemma("LEM-same-dot", u="c", w="d", z="b - d")),
        ],
        rule(
            "equal vectors",
            leaf(
                "eq -1: dot(b - d, a) == dot(b - d, b)",
                "eq 1: dot(b - d, a) == dot(b - d, c)",
                "eq 1: dot(b - d, c) == dot(b - d, d)",
            ),
            u="d",
            w="b",
        ),
    ),
    instance={"dim": 1, "letters": {"a": [1], "b": [1], "c": [1], "d": [1]}},
    twin=Variant(
        "an opposite vector", {"c == d": "c == -d"}, {"dim": 1, "letters": {"a": [1], "b": [1], "c": [1], "d": [-1]}}
    ),
)

PULL = {"x": [1, 2], "g": [3, 6], "k": 2, "c": 7}
formal(
    "LEM-solved",
    title="A pull along a vector, solved for",
    statement={
        "letters": ["x, g: vector; k, c: number"],
        "given": ["k != 0", "x + k*g == c*x"],
        "show": ["g == (c - 1)/k*x"],
    },
    proof=have(
        [
            (
                "dot(k*g - (c - 1)*x, x + k*g) == dot(k*g - (c - 1)*x, c*x)",
                lemma("LEM-same-dot", u="x + k*g", w="c*x", z="k*g - (c - 1)*x"),
            )
        ],
        rule(
            "equal vectors",
            leaf("eq 1/k^2: dot(k*g - (c - 1)*x, x + k*g) == dot(k*g - (c - 1)*x, c*x)"),
            u="g",
            w="(c - 1)/k*x",
        ),
    ),
    instance={"dim": 2, "letters": PULL},
    twin=Variant("without the vector itself", {"(c - 1)/k*x": "c/k*x"}, {"dim": 2, "letters": PULL}),
)

formal(
    "LEM-same-norm",
    title="Equal vectors are equally long",
    statement={"letters": ["u, w: vector"], "given": ["u == w"], "show": ["norm(u) == norm(w)"]},
    proof=leaf(use=["u == w"]),
    instance={"dim": 1, "letters": {"u": [2], "w": [2]}},
    twin=Variant("twice as long", {"u == w": "u == 2*w"}, {"dim": 1, "letters": {"u": [2], "w": [1]}}),
)
