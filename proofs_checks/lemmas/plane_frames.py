"""A turned frame of a plane, and vectors of the plane with one part only."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, have, leaf, lemma, rule, split

_SPLIT = "dot(e1, u)*e1 + dot(e2, u)*e2"
_FRAME = ["dot(e1, e1) == 1", "dot(e2, e2) == 1", "dot(e1, e2) == 0"]
_TURNED = "dot(c*e1 + s*e2, u)*(c*e1 + s*e2) + dot(-s*e1 + c*e2, u)*(-s*e1 + c*e2)"
_LONG = "dot(u, u) == dot(dot(e1, u)*e1 + dot(e2, u)*e2, u)"

formal(
    "LEM-turned-frame",
    title="A vector of a plane in a turned frame",
    statement={
        "letters": ["e1, e2, u: vector; c, s: number"],
        "given": [*_FRAME, f"u == {_SPLIT}", "c^2 + s^2 == 1"],
        "show": [f"u == {_TURNED}"],
    },
    proof=have(
        [(_LONG, lemma("LEM-same-dot", u="u", w=_SPLIT, z="u"))],
        rule(
            "equal vectors",
            leaf(
                f"eq 1: {_LONG}",
                "eq (c^2 + s^2 - 1)*(dot(e1, u)^2 + dot(e2, u)^2): c^2 + s^2 == 1",
                use=_FRAME,
            ),
            u="u",
            w=_TURNED,
        ),
    ),
    instance={"dim": 2, "letters": {"e1": [1, 0], "e2": [0, 1], "u": [2, 1], "c": "3/5", "s": "4/5"}},
)

formal(
    "LEM-one-part.vector",
    title="A vector of a plane without a part along x is its part along n",
    statement={
        "letters": ["x, n, u: vector"],
        "given": ["u == dot(x, u)*x + dot(n, u)*n", "dot(x, u) == 0", "dot(n, n) == 1"],
        "show": ["u == dot(n, u)*n"],
    },
    proof=have(
        [
            (
                "dot(u, u) == dot(dot(x, u)*x + dot(n, u)*n, u)",
                lemma("LEM-same-dot", u="u", w="dot(x, u)*x + dot(n, u)*n", z="u"),
            )
        ],
        rule(
            "equal vectors",
            leaf(
                "eq 1: dot(u, u) == dot(dot(x, u)*x + dot(n, u)*n, u)",
                "eq dot(x, u): dot(x, u) == 0",
                "eq dot(n, u)^2: dot(n, n) == 1",
            ),
            u="u",
            w="dot(n, u)*n",
        ),
    ),
    instance={"dim": 2, "letters": {"x": [1, 0], "n": [0, 1], "u": [0, 3]}},
)

formal(
    "LEM-one-part.multiple",
    title="A multiple of a unit vector is no longer than a bound of the factor says",
    statement={
        "letters": ["n, u: vector; c, m: number"],
        "given": ["dot(n, n) == 1", "u == c*n", "c <= m", "-c <= m"],
        "show": ["norm(u) <= m"],
    },
    proof=rule(
        "below the square",
        leaf("1/2: c <= m", "1/2: -c <= m"),
        leaf("1: c <= m; -c <= m", use=["u == c*n", "dot(n, n) == 1"]),
        a="norm(u)",
        b="m",
    ),
    instance={"dim": 2, "letters": {"n": [0, 1], "u": [0, -3], "c": -3, "m": 4}},
)

_SIDES = ["k*n", "a*y + b*z"]
formal(
    "LEM-one-part.factor",
    title="The factor of a multiple of a unit vector, from another way to write it",
    statement={
        "letters": ["u, n, y, z: vector; a, b, k: number"],
        "given": ["dot(n, n) == 1", *[f"u == {side}" for side in _SIDES]],
        "show": ["k == a*dot(n, y) + b*dot(n, z)"],
    },
    proof=have(
        [(f"dot(n, u) == dot(n, {side})", lemma("LEM-same-dot", w=side, z="n")) for side in _SIDES],
        leaf(
            f"eq -1: dot(n, u) == dot(n, {_SIDES[0]})",
            f"eq 1: dot(n, u) == dot(n, {_SIDES[1]})",
            use=["dot(n, n) == 1"],
        ),
    ),
)

formal(
    "LEM-one-part.nonzero",
    title="A vector that is its part along n is zero where that part is",
    statement={
        "letters": ["u, n: vector"],
        "given": ["u == dot(n, u)*n", "u != 0"],
        "show": ["dot(n, u) != 0"],
    },
    proof=split(
        "dot(n, u) == 0 or dot(n, u) != 0",
        have(
            [
                ("dot(u, u) == dot(u, dot(n, u)*n)", lemma("LEM-same-dot", w="dot(n, u)*n", z="u")),
                ("dot(u, u) > 0", rule("positive square")),
            ],
            absurd(
                lemma(
                    "LEM-two-signs",
                    leaf("eq 1: dot(u, u) == dot(u, dot(n, u)*n)", "eq dot(n, u): dot(n, u) == 0"),
                    leaf("1: dot(u, u) > 0"),
                    a="-dot(u, u)",
                )
            ),
        ),
        KNOWN,
    ),
)
