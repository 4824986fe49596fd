"""POW-C3.gen.R2: an open set of matrices has two principal eigenvalues of equal modulus, a conjugate pair.

The matrices within 1/4 of a quarter turn of the plane have a negative discriminant.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from proofs_checks.power_method.proofs.models import Part
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    define,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    witness,
)

EIGEN = (
    "eigen(G, s, w) := exists a in vector, b in vector: (a != 0 or b != 0) and G(a) == s*a - w*b and G(b) == w*a + s*b"
)
EQUAL_TOPS = (
    "equal_tops(G) := exists s in number, w in number, x in number, z in number: (s != x or w != z)"
    " and eigen(G, s, w) and eigen(G, x, z) and"
    " (s^2 + w^2 == x^2 + z^2 and (forall p in number, q in number: eigen(G, p, q) => p^2 + q^2 <= s^2 + w^2)"
    " or s == x and (forall p in number, q in number: eigen(G, p, q) => p <= s))"
)
NEAR = "forall u in vector: norm({0}(u) - F(u)) <= e*norm(u)".format
SHOWN = f"exists G in matrix: ({NEAR('G')}) and not equal_tops(G)"
SPAN = "forall y in vector: y == dot(c, y)*c + dot(d, y)*d"
QUARTER_TURN = (
    "exists c in vector, d in vector: dot(c, c) == 1 and dot(d, d) == 1 and dot(c, d) == 0"
    f" and ({SPAN}) and F(c) == d and F(d) == -c"
)
FRAME = ["dot(c, c) == 1", "dot(d, d) == 1", "dot(c, d) == 0"]
ENTRIES = ["p1 := dot(c, H(c))", "q1 := dot(d, H(c))", "r1 := dot(c, H(d))", "t1 := dot(d, H(d))"]
ROOT = ["D1 := -q1*r1 - (p1 - t1)^2/4", "w1 := sqrt(D1)", "s1 := (p1 + t1)/2"]
USE = [*FRAME, "F(c) == d", "F(d) == -c", "e == 1/4"]


def entry(u: str, of: str, bound: str) -> tuple[str, Tree]:
    """A product with the difference of the matrices at a vector of the frame."""
    gap = f"H({of}) - F({of})"
    cauchy, length = f"dot({u}, {gap}) <= norm({u})*norm({gap})", f"norm({gap}) <= e*norm({of})"
    return bound, have(
        [
            (cauchy, rule("Cauchy-Schwarz", u=u, w=gap)),
            (length, take(NEAR("H"), [of], KNOWN)),
            (f"norm({u}) == 1", leaf(use=FRAME)),
            (f"norm({of}) == 1", leaf(use=FRAME)),
        ],
        leaf(f"1: {cauchy}", f"1: {length}", use=[*USE, f"norm({u}) == 1", f"norm({of}) == 1"]),
    )


SIZES: Steps = [
    entry("c", "c", "p1 <= 1/4"),
    entry("-c", "c", "-p1 <= 1/4"),
    entry("-d", "c", "q1 >= 3/4"),
    entry("c", "d", "-r1 >= 3/4"),
    entry("d", "d", "t1 <= 1/4"),
    entry("-d", "d", "-t1 <= 1/4"),
    ("p1 - t1 <= 1/2", leaf("1: p1 <= 1/4", "1: -t1 <= 1/4")),
    ("t1 - p1 <= 1/2", leaf("1: -p1 <= 1/4", "1: t1 <= 1/4")),
    (
        "D1 >= 1/2",
        leaf(
            "1: q1 >= 3/4; -r1 >= 3/4",
            "3/4: q1 >= 3/4",
            "3/4: -r1 >= 3/4",
            "1/4: p1 - t1 <= 1/2; t1 - p1 <= 1/2",
        ),
    ),
    ("D1 > 0", leaf("1: D1 >= 1/2", "1/2:")),
    ("w1 > 0", KNOWN),
    *[(f"H({y}) == dot(c, H({y}))*c + dot(d, H({y}))*d", take(SPAN, [f"H({y})"], KNOWN)) for y in "cd"],
]
X, Y = "(w1*c)", "((s1 - p1)*c - q1*d)"
LETTERS: Part = {"G": "H", "p": "p1", "q": "q1", "r": "r1", "t": "t1", "w": "w1"}


def pair(second: str, s: str, w: str) -> str:
    """A complex eigenvector X + i second of H."""
    return f"({X} != 0 or {second} != 0) and H({X}) == {s}*{X} - {w}*{second} and H({second}) == {w}*{X} + {s}*{second}"


BOTH = f"({pair(Y, 's1', 'w1')}) and ({pair(f'(-{Y})', 's1', '(-w1)')})"
PAIRS: Steps = [
    ("w1^2 == -q1*r1 - (p1 - t1)^2/4", leaf()),
    (BOTH, lemma("LEM-conjugate-pair", **LETTERS)),
    ("eigen(H, s1, w1)", witness(X, witness(Y, both(KNOWN, KNOWN, KNOWN)))),
    ("eigen(H, s1, -w1)", witness(X, witness(f"-{Y}", both(KNOWN, KNOWN, KNOWN)))),
]
SOME = "exists h in vector, k in vector: (h != 0 or k != 0) and H(h) == f1*h - g1*k and H(k) == g1*h + f1*k"


def rows(y: str, image: str) -> Steps:
    """The two components of the image of one part."""
    whole = f"dot(c, {y})*c + dot(d, {y})*d"
    found: Steps = [
        (f"{y} == {whole}", take(SPAN, [y], KNOWN)),
        (f"H({y}) == H({whole})", lemma("LEM-same-image", u=y, w=whole, M="H")),
    ]
    for u in "cd":
        found += [
            (f"dot({u}, H({y})) == dot({u}, H({whole}))", lemma("LEM-same-dot", u=f"H({y})", w=f"H({whole})", z=u)),
            (f"dot({u}, H({y})) == dot({u}, {image})", lemma("LEM-same-dot", u=f"H({y})", w=image, z=u)),
        ]
    return found


def row(u: str, y: str, image: str) -> Tree:
    """One of the four equations."""
    whole = f"dot(c, {y})*c + dot(d, {y})*d"
    return leaf(f"eq -1: dot({u}, H({y})) == dot({u}, H({whole}))", f"eq 1: dot({u}, H({y})) == dot({u}, {image})")


IMAGE_F, IMAGE_G = "f1*f - g1*g", "g1*f + f1*g"
AREA = "dot(c, f)^2 + dot(d, f)^2 + dot(c, g)^2 + dot(d, g)^2 > 0"


def long(y: str) -> Tree:
    """A vector that is not 0 has a component."""
    whole = f"dot(c, {y})*c + dot(d, {y})*d"
    other = "g" if y == "f" else "f"
    return have(
        [
            (f"dot({y}, {y}) > 0", rule("positive square", u=y)),
            (f"dot({y}, {y}) == dot({y}, {whole})", lemma("LEM-same-dot", u=y, w=whole, z=y)),
        ],
        leaf(
            f"1: dot({y}, {y}) > 0",
            f"eq 1: dot({y}, {y}) == dot({y}, {whole})",
            f"1: sq dot(c, {other})",
            f"1: sq dot(d, {other})",
        ),
    )


ONLY = "forall p in number, q in number: eigen(H, p, q) => p == s1 and q^2 == w1^2"
ONLY_PAIR = intro(
    "f1,g1,",
    obtain(
        SOME,
        "f,g",
        have(
            [*rows("f", IMAGE_F), *rows("g", IMAGE_G), (AREA, split("f != 0 or g != 0", long("f"), long("g")))],
            lemma(
                "LEM-complex-root",
                row("c", "f", IMAGE_F),
                row("c", "g", IMAGE_G),
                row("d", "f", IMAGE_F),
                row("d", "g", IMAGE_G),
                p="p1",
                q="q1",
                r="r1",
                t="t1",
                w="w1",
                x="f1",
                z="g1",
                a1="dot(c, f)",
                a2="dot(d, f)",
                b1="dot(c, g)",
                b2="dot(d, g)",
            ),
        ),
    ),
)
LARGEST = intro(
    "f1,g1,",
    have(
        ["eigen(H, f1, g1)", ("f1 == s1 and g1^2 == w1^2", take(ONLY, ["f1", "g1"], KNOWN))],
        leaf("eq 1: g1^2 == w1^2", use=["f1 == s1"]),
    ),
)
TOPS = (
    "equal_tops(H)",
    witness(
        "s1",
        witness(
            "w1", witness("s1", witness("-w1", both({"right": leaf()}, KNOWN, KNOWN, {"left": both(leaf(), LARGEST)})))
        ),
    ),
)
formal(
    "POW-C3.gen.R2",
    statement={
        "letters": ["F: matrix; e: number"],
        "where": [EIGEN, EQUAL_TOPS],
        "given": ["e > 0"],
        "show": [SHOWN],
    },
    refuted={
        "case": [QUARTER_TURN, "e == 1/4"],
        "proof": intro(
            "",
            obtain(
                QUARTER_TURN,
                "c,d",
                obtain(
                    SHOWN,
                    "H",
                    define(
                        [*ENTRIES, *ROOT],
                        have(
                            [*SIZES, *PAIRS, (ONLY, ONLY_PAIR), TOPS],
                            rule("contradiction", P="equal_tops(H)", C="1 <= 0"),
                        ),
                    ),
                ),
            ),
        ),
    },
    instance=plane({"F": [[0, -1], [1, 0]], "e": "1/4"}),
)
