"""POW-S2.discs: eigenvalues of F + rho u u^T, complex ones included, are in two discs; the angle of an eigenvector."""

from __future__ import annotations

from proofs_checks.lemmas.resolvent import UNIT
from proofs_checks.lemmas.steep_eigenvectors import BOUNDS, DEFINED, IMAGES, KEY, LETTERS_HERE, NEAR, TURNED
from proofs_checks.power_method import PAPER
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import Tree, absurd, cases, have, intro, leaf, lemma, rule, split

BOUND = "forall x in vector: dot(F(x), F(x)) <= m^2*dot(x, x)"
FAR = "s^2 + w^2 <= m^2"
A, B = "s^2 + w^2 - m^2 > 0", "(s - rho)^2 + w^2 - m^2 > 0"
SIZE = "dot(a, a) + dot(b, b)"


def positive(c: str, other: str) -> Tree:
    """A part that is not zero has a length."""
    square = f"dot({c}, {c}) > 0"
    return have([(square, rule("positive square", u=c))], leaf(f"1: {square}", f"1: dot({other}, {other}) >= 0"))


BEYOND = absurd(
    have(
        [
            (A, leaf("1: m^2 - (s^2 + w^2) < 0")),
            (B, leaf("1: m^2 - ((s - rho)^2 + w^2) < 0")),
            (f"{KEY} and rest >= 0", lemma("LEM-steered-form")),
            (f"{SIZE} > 0", split("a != 0 or b != 0", positive("a", "b"), positive("b", "a"))),
        ],
        leaf(
            f"1: {B}; {KEY}",
            f"1: {A}; {KEY}",
            "1: sq ((s - rho)^2 + w^2 - m^2)*dot(u, a)",
            "1: sq ((s - rho)^2 + w^2 - m^2)*dot(u, b)",
            "1: rest >= 0; sq s^2 + w^2 - m^2",
            times=["s^2 + w^2 - m^2", "(s - rho)^2 + w^2 - m^2", SIZE],
        ),
    )
)
TWO_DISCS = cases(
    "m^2 - (s^2 + w^2)",
    {"left": leaf("1: m^2 - (s^2 + w^2) >= 0")},
    {
        "right": cases(
            "m^2 - ((s - rho)^2 + w^2)",
            leaf("1: m^2 - ((s - rho)^2 + w^2) >= 0"),
            BEYOND,
        )
    },
)
APART = intro(
    "",
    have(
        [("rho^2 - 4*m^2 > 0", leaf("1: rho > 2*m; rho > 2*m", "4: rho > 2*m; m >= 0"))],
        leaf(f"2: {FAR}", f"2: {NEAR}", "1: sq 2*s - rho", "4: sq w", times=["rho^2 - 4*m^2"]),
    ),
)
ASIDE = "a - dot(u, a)*u"
ANGLE = intro(
    "",
    have(
        [
            IMAGES[0],
            BOUNDS[0],
            ("rho - m >= 0", leaf("1: rho > 2*m", "1: m >= 0")),
            f"dot({ASIDE}, {ASIDE}) >= 0",
        ],
        rule(
            "below the square",
            leaf("1: m >= 0; norm(a) >= 0"),
            leaf(
                f"1: {BOUNDS[0][0]}",
                "1: sq (s - rho)*dot(u, a)",
                f"1: dot({ASIDE}, {ASIDE}) >= 0; sq s - (rho - m)",
                f"2: dot({ASIDE}, {ASIDE}) >= 0; rho - m >= 0; s >= rho - m",
                use=[UNIT, IMAGES[0][0], "b == 0"],
            ),
            a=f"norm({ASIDE})*(rho - m)",
            b="m*norm(a)",
        ),
    ),
)
STATEMENT = {
    "letters": ["F: matrix", "u, a, b: vector", "m, rho, s, w: number"],
    "where": DEFINED,
    "given": [UNIT, "m >= 0", "rho > 2*m", BOUND, "a != 0 or b != 0", *TURNED],
    "show": [
        f"{FAR} or {NEAR}",
        f"not ({FAR} and {NEAR})",
        "b == 0 and s >= rho - m => norm(a - dot(u, a)*u)*(rho - m) <= m*norm(a)",
    ],
}
HERE = {
    "dim": 2,
    "letters": LETTERS_HERE,
}
formal(
    "POW-S2.discs",
    title="New principal eigenpair, w = u: where the eigenvalues are, and the angle",
    sentence=(
        r"Let $\|u\| = 1$, $\|F\| \le m$ and $\rho > 2m$. Every eigenvalue of $F + \rho uu^T$, complex ones included,"
        r" has $|z| \le m$ or $|z - \rho| \le m$, never both; the angle between u and a real eigenvector with"
        r" $z \ge \rho - m$ has $\sin\angle \le m/(\rho - m)$."
    ),
    reading="of POW-S2: everything but that there is exactly one eigenvalue in the disc about rho",
    source=Source(PAPER, "Section 2.3", reconstructed=True),
    kind="spectrum",
    statement=STATEMENT,
    proof=[TWO_DISCS, APART, ANGLE],
    instance=HERE,
    twin=Variant("in a disc of half the radius", {"(s - rho)^2 + w^2 <= m^2": "(s - rho)^2 + w^2 <= m^2/4"}, HERE),
)
