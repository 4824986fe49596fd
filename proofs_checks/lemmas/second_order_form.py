"""A form at a sum that is known up to the third order."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, have, leaf, rule, take

LENGTH = "forall b in vector: dot(V(b), V(b)) <= norm_of_V^2*dot(b, b)"
BOUNDED = ["norm_of_V > 0", LENGTH, "alpha > 0", "e < 1"]
REST = "(Q - alpha^2*R)"


def error(M: str, T: str, R: str, Q: str, s: str, n: str) -> str:
    """What W adds on the way from M to M + alpha T - alpha^2 R + Q, less its terms of first and second order."""
    after = f"({M} + (alpha*{T} + ({Q} - alpha^2*{R})))"
    return (
        f"(-1/(2*{n})*(dot({after}, V({after})) - dot({M}, V({M})))"
        f" - (-alpha*dot({s}, {T}) + alpha^2*dot({s}, {R}) - alpha^2/(2*{n})*dot({T}, V({T}))))"
    )


ERROR = error("M", "T", "R", "Q", "s", "n")


def image(of: str) -> tuple[str, Tree]:
    """The image under V is at most |V| times as long."""
    return f"norm(V({of})) <= norm_of_V*norm({of})", rule(
        "below the square",
        KNOWN,
        take(LENGTH, [of], leaf(f"1: dot(V({of}), V({of})) <= norm_of_V^2*dot({of}, {of})")),
        a=f"norm(V({of}))",
        b=f"norm_of_V*norm({of})",
    )


def product(u: str, w: str) -> tuple[str, Tree]:
    return f"dot({u}, {w}) <= norm({u})*norm({w})", rule("Cauchy-Schwarz", u=u, w=w)


def both_signs(u: str, w: str, bound: str, shorter: Steps, *terms: str) -> Steps:
    """A scalar product and its negative are at most a product of bounds of the two lengths."""
    plus, minus = product(u, w), product(f"-{u}", w)
    return [
        *shorter,
        plus,
        minus,
        (f"dot({u}, {w}) <= {bound}", leaf(f"1: {plus[0]}", *terms)),
        (f"-dot({u}, {w}) <= {bound}", leaf(f"1: {minus[0]}", *terms)),
    ]


E, CUBE = "e > 0", "7*n*alpha^3*norm_of_V^3"
SIZES: Steps = [
    (E, leaf("1: alpha > 0; norm_of_V > 0")),
    (
        f"norm({REST}) <= 8*n*e^2",
        have(
            [
                ("norm(Q + alpha^2*(-R)) <= norm(Q) + norm(alpha^2*(-R))", rule("triangle", u="Q", w="alpha^2*(-R)")),
                ("norm(alpha^2*(-R)) == alpha^2*norm(-R)", rule("norm scaled", u="-R", k="alpha^2")),
            ],
            leaf(
                "1: norm(Q + alpha^2*(-R)) <= norm(Q) + norm(alpha^2*(-R))",
                "eq 1: norm(alpha^2*(-R)) == alpha^2*norm(-R)",
                f"1: norm(Q) <= {CUBE}",
                "1: alpha > 0; alpha > 0; norm(R) <= n*norm_of_V^2",
                "7: n > 0; e > 0; e > 0; e < 1",
            ),
        ),
    ),
    *both_signs(
        "s",
        "Q",
        "7*n*e^3*norm_of_V",
        [],
        "1: norm(Q) >= 0; norm(s) <= norm_of_V",
        f"1: norm_of_V > 0; norm(Q) <= {CUBE}",
    ),
    image(REST),
    (
        f"norm(V({REST})) <= 8*n*norm_of_V*e^2",
        leaf(f"1: norm(V({REST})) <= norm_of_V*norm({REST})", f"1: norm_of_V > 0; norm({REST}) <= 8*n*e^2"),
    ),
    *both_signs(
        "T",
        f"V({REST})",
        "8*n^2*norm_of_V^2*e^2",
        [],
        f"1: norm(V({REST})) >= 0; norm(T) <= n*norm_of_V",
        f"1: n > 0; norm_of_V > 0; norm(V({REST})) <= 8*n*norm_of_V*e^2",
    ),
    *both_signs(
        REST,
        f"V({REST})",
        "64*n^2*norm_of_V*e^3",
        [],
        f"1: norm(V({REST})) >= 0; norm({REST}) <= 8*n*e^2",
        f"8: n > 0; e > 0; e > 0; norm(V({REST})) <= 8*n*norm_of_V*e^2",
        "64: n > 0; n > 0; norm_of_V > 0; e > 0; e > 0; e > 0; e < 1",
    ),
]


def side(sign: str, other: str) -> Tree:
    return leaf(
        f"1: {other}dot(s, Q) <= 7*n*e^3*norm_of_V",
        f"1: alpha > 0; 1/n > 0; {other}dot(T, V({REST})) <= 8*n^2*norm_of_V^2*e^2",
        f"1/2: 1/n > 0; {other}dot({REST}, V({REST})) <= 64*n^2*norm_of_V*e^3",
        use=["V(M) == n*s"],
    )


formal(
    "LEM-second-order-form",
    title="A form at a sum that is known up to the third order",
    statement={
        "letters": ["V: operator; M, s, T, R, Q: vector; n, alpha, norm_of_V: number"],
        "where": ["e := alpha*norm_of_V"],
        "given": [
            *BOUNDED,
            "n > 0",
            "V(M) == n*s",
            "norm(s) <= norm_of_V",
            "norm(T) <= n*norm_of_V",
            "norm(R) <= n*norm_of_V^2",
            f"norm(Q) <= {CUBE}",
        ],
        "show": f"abs({ERROR}) <= 47*n*norm_of_V*e^3",
    },
    proof=have(
        SIZES,
        rule("absolute at most", side("", "-"), side("-", ""), e=ERROR, b="47*n*norm_of_V*e^3"),
    ),
    instance={
        "dim": 1,
        "letters": {
            "V": [[1]],
            "M": [1],
            "s": [1],
            "T": [0],
            "R": [0],
            "Q": [0],
            "n": 1,
            "alpha": "1/2",
            "norm_of_V": 1,
        },
    },
)
