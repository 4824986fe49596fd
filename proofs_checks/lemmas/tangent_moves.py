"""The tangent part of a pull moves little where a unit vector and the pull do."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import Tree, cases, have, leaf, lemma, rule, take

formal(
    "LEM-not-positive",
    title="What is at most every positive number is not positive",
    statement={"letters": ["a: number"], "given": ["forall e in number: e > 0 => a <= e"], "show": ["a <= 0"]},
    proof=cases(
        "-a",
        leaf("1: -a >= 0"),
        take(
            "forall e in number: e > 0 => a <= e",
            ["a/2"],
            have([("a/2 > 0", leaf("1/2: -a < 0"))], leaf("2: a <= a/2")),
        ),
    ),
)
formal(
    "LEM-norm-multiple",
    title="A multiple is no longer than a bound of the factor says",
    statement={
        "letters": ["u: vector; c, b: number"],
        "given": ["c <= b", "-c <= b"],
        "show": ["norm(c*u) <= b*norm(u)"],
    },
    proof=rule(
        "below the square",
        leaf("1/2: c <= b; norm(u) >= 0", "1/2: -c <= b; norm(u) >= 0"),
        leaf("1: c <= b; -c <= b; sq norm(u)"),
        a="norm(c*u)",
        b="b*norm(u)",
    ),
)
UNITS = ["dot(x, x) == 1", "dot(y, y) == 1"]


def multiple(u: str, w: str, of: str, bound: str, *terms: str) -> list[tuple[str, Tree]]:
    """The length of dot(u, w)*of; `terms` bound the product of the lengths of u and w."""
    ahead, behind = f"dot({u}, {w}) <= norm({u})*norm({w})", f"dot(-({u}), {w}) <= norm(-({u}))*norm({w})"
    return [
        (ahead, rule("Cauchy-Schwarz", u=u, w=w)),
        (behind, rule("Cauchy-Schwarz", u=f"-({u})", w=w)),
        (
            f"norm(dot({u}, {w})*({of})) <= {bound}*norm({of})",
            lemma(
                "LEM-norm-multiple", bounded(ahead, *terms), bounded(behind, *terms), u=of, c=f"dot({u}, {w})", b=bound
            ),
        ),
    ]


def bounded(cauchy: str, *terms: str) -> Tree:
    """A product of vectors by those of their lengths."""
    return leaf(f"1: {cauchy}", *terms, use=["norm(x) == 1", "norm(y) == 1"])


PARTS = ["p - dot(x, p)*x", "q - p", "dot(x, p - q)*x", "dot(x, q)*(x - y)", "dot(x - y, q)*y"]
SUMS = [" + ".join(f"({part})" for part in PARTS[:k]) for k in range(1, 6)]
TRIANGLES = [
    (f"norm({SUMS[k + 1]}) <= norm({SUMS[k]}) + norm({PARTS[k + 1]})", rule("triangle", u=SUMS[k], w=PARTS[k + 1]))
    for k in range(4)
]
formal(
    "LEM-tangent-moves",
    title="The tangent part of a pull moves little where the vector and the pull do",
    statement={
        "letters": ["x, y, p, q: vector; v, d: number"],
        "given": [*UNITS, "norm(x - y) <= d", "norm(p - q) <= v*d", "norm(q) <= v"],
        "show": ["norm(q - dot(y, q)*y) <= norm(p - dot(x, p)*x) + 4*v*d"],
    },
    proof=have(
        [
            ("norm(x) == 1", leaf(norms=["1"], use=UNITS)),
            ("norm(y) == 1", leaf(norms=["1"], use=UNITS)),
            ("v >= 0", leaf("1: norm(q) <= v", "1: norm(q) >= 0")),
            ("d >= 0", leaf("1: norm(x - y) <= d", "1: norm(x - y) >= 0")),
            ("v*d >= 0", leaf("1: v >= 0; d >= 0")),
            *multiple("x", "p - q", "x", "(v*d)", "1: norm(p - q) <= v*d"),
            *multiple("x", "q", "x - y", "v", "1: norm(q) <= v"),
            *multiple("x - y", "q", "y", "(v*d)", "1: norm(q) <= v; norm(x - y) >= 0", "1: norm(x - y) <= d; v >= 0"),
            *TRIANGLES,
        ],
        leaf(
            *(f"1: {fact}" for fact, _ in TRIANGLES),
            "1: norm(p - q) <= v*d",
            "1: norm(dot(x, p - q)*(x)) <= (v*d)*norm(x)",
            "1: norm(dot(x, q)*(x - y)) <= v*norm(x - y)",
            "1: v >= 0; norm(x - y) <= d",
            "1: norm(dot(x - y, q)*(y)) <= (v*d)*norm(y)",
            use=["norm(x) == 1", "norm(y) == 1"],
        ),
    ),
)
