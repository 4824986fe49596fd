"""Every equilibrium of the Oja map but the principal consensus has an eigenvalue above 1, for odd N or lambda_2 > 0.

alpha |V| < 1. By POW-L1 an equilibrium is a consensus, a bipartite or a polygonal point.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION
from proofs_checks.power_method.proofs.models import OJA, Part, V
from proofs_checks.power_method.proofs.oja_ascent import SHORT
from proofs_checks.power_method.proofs.oja_outside import EIGEN_V1, POSITIVE, TOP, UNIT_V1
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, obtain, rule, split, unfold, witness

SOME = "exists m in number: eigenvalue(V, v1, m)"
ODD = "exists n in size: sum(j: 1) == 2*n + 1"
SECOND = "exists m in number: eigenvalue(V, v1, m) and m > 0"
ODD_OR_SECOND = f"({ODD}) or ({SECOND})"
EIGENVECTOR = "exists w in vector: w != 0 and dot(v1, w) == 0 and V(w) == m*w"
ASSUMED: Part = {"letters": ASSUMPTION["letters"], "given": [*ASSUMPTION["given"], SOME, ODD_OR_SECOND]}
"""Assumption 1, two dimensions at least; the number of tokens is odd, or V has a second positive eigenvalue."""
UNIT = "forall i: dot(x[i], x[i]) == 1"
AT_REST: Part = {"letters": ["x[token]: vector"], "given": [UNIT, "fixed(oja, x)"]}
OUTSIDE = "outside_disc(oja, x)"


def second(then: Tree) -> Tree:
    """An eigenvector w of a second positive eigenvalue m, across v1."""
    return obtain(SECOND, "m", unfold("eigenvalue(V, v1, m)", obtain(EIGENVECTOR, "w", then)))


def opened(then: Tree) -> Tree:
    """What it says that v1 is the eigenvector of a simple top eigenvalue."""
    return unfold(TOP, then)


ZERO = "sum(j: x[j]) == 0"
OFF = "exists i, j: x[i] != x[j] and x[i] != -x[j]"
SPLIT = "exists d in state: (forall i: dot(x[i], d[i]) == 0) and sum(i: d[i]) == v1"
OFF_LINE = obtain(
    OFF,
    "s,o",
    have(
        [(SPLIT, lemma("LEM-split-tangent", w="v1", s="s", t="o"))],
        obtain(
            SPLIT,
            "d",
            lemma(
                "LEM-polygonal-outside",
                *[KNOWN] * 4,
                leaf("1: lam1 > 0", use=["sum(i: d[i]) == v1", EIGEN_V1, UNIT_V1]),
            ),
        ),
    ),
)
LINE = "forall i: x[i] == x[{0}] or x[i] == -x[{0}]".format
ON_ONE_LINE = (
    LINE("t"),
    intro(
        "p",
        split(
            "x[p] == x[t] or x[p] != x[t]",
            KNOWN,
            split(
                "x[p] == -x[t] or x[p] != -x[t]",
                KNOWN,
                have(
                    [(OFF, witness("p", witness("t", KNOWN)))],
                    rule("contradiction", P=OFF, C="x[p] == x[t] or x[p] == -x[t]"),
                ),
            ),
        ),
    ),
)


def uneven(token: str, then: Tree) -> Tree:
    """An odd number of tokens on one line has a sum other than zero."""
    return obtain(
        ODD, "n", have([(f"dot(x[{token}], sum(j: x[j])) != 0", lemma("LEM-odd-side", v=f"x[{token}]", n="n"))], then)
    )


BALANCED = "dot(x[t], sum(j: x[j])) == 0"
LARGE_ACROSS = obtain(
    POSITIVE.replace("dot(y,", "dot(x[t],"),
    "z",
    lemma(
        "LEM-polygonal-outside",
        KNOWN,
        KNOWN,
        intro(
            "p",
            split(
                "x[p] == x[t] or x[p] == -x[t]",
                leaf(use=["x[p] == x[t]", "dot(x[t], z) == 0"]),
                leaf(use=["x[p] == -x[t]", "dot(x[t], z) == 0"]),
            ),
        ),
        KNOWN,
        leaf("1: dot(z, V(z)) > 0; sum(j: 1) > 0; sum(j: 1) > 0"),
        d="fn(h: z)",
    ),
)
COLLINEAR = rule(
    "some element",
    have(
        [ON_ONE_LINE],
        split(
            ODD_OR_SECOND,
            uneven("t", have([(BALANCED, leaf(use=[ZERO]))], rule("contradiction", P=BALANCED, C=OUTSIDE))),
            second(
                have([(POSITIVE.replace("dot(y,", "dot(x[t],"), lemma("LEM-positive-across", y="x[t]"))], LARGE_ACROSS)
            ),
        ),
    ),
    C=OUTSIDE,
    new={"x": "t"},
)
formal(
    "LEM-polygonal-saddle",
    title="Every polygonal point of the Oja map has an eigenvalue above 1, for odd N or two positive eigenvalues",
    statement=model(V, OJA, SHORT, ASSUMED, AT_REST, {"given": [ZERO], "show": [OUTSIDE]}),
    proof=opened(split(f"({OFF}) or not ({OFF})", OFF_LINE, COLLINEAR)),
)
