"""Lemma 1: every equilibrium of the Oja map is a consensus, bipartite or polygonal.

With m the sum of the tokens and g = V m, an equilibrium has g = <x_i, g> x_i for every token. If m is not zero neither
is g, so all tokens are on its line, and so is m; hence that line is one of eigenvectors.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import NONSINGULAR, OJA_CLASSES, TOKENS
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    cases,
    have,
    intro,
    leaf,
    lemma,
    rule,
    split,
    take,
    unfold,
    witness,
)

EQUILIBRIUM: Part = {
    "where": ["N := sum(j: 1)", "m := sum(j: x[j])", "g := V(m)", "G := dot(g, g)", "a(i) := dot(x[i], g)"],
    "given": ["alpha > 0", "forall i: norm(x[i] + alpha*V(sum(j: x[j])/sum(j: 1))) > 0", "fixed(oja, x)"],
}
"""No y_i is zero, so that the map is defined at x, and x is a fixed point."""

UNIT = TOKENS["given"][0]
STEP = "norm(x[t] + alpha/N*g)"
FIXED = "forall i: value(oja, x, i) == x[i]"
ALONG = "forall i: g == a(i)*x[i]"
SQUARE = "forall i: a(i)^2 == G"
BACK = "forall i: x[i] == a(i)/G*g"
PARALLEL = "forall i, j: dot(x[i], x[j])^2 == 1"
MEAN = "m == dot(m, g)/G*g"


def pull(then: Tree) -> Tree:
    """At an equilibrium V m is along every token."""
    along = take(
        FIXED,
        ["t"],
        have(
            [
                (
                    f"g == a(t)*x[t] and {STEP} == 1 + alpha/N*a(t) and g == ({STEP} - 1)/(alpha/N)*x[t]",
                    lemma("LEM-pull", x="x[t]", g="g", k="alpha/N"),
                )
            ],
            KNOWN,
        ),
    )
    return unfold("fixed(oja, x)", have([(ALONG, intro("t", along))], then))


NOT_ZERO = split(
    "g == 0 or g != 0", take(NONSINGULAR["given"][0], ["m"], rule("contradiction", P="m == 0", C="g != 0")), KNOWN
)
LENGTH = have(
    [("G == dot(g, a(t)*x[t])", lemma("LEM-same-dot", u="g", w="a(t)*x[t]", z="g"))],
    leaf("eq -1: G == dot(g, a(t)*x[t])"),
)
SOLVED = rule("equal vectors", leaf("eq -1/G: a(t)^2 == G", use=[UNIT]), u="x[t]", w="a(t)/G*g")
ONE = have(
    [("dot(x[s], x[t]) == dot(x[s], a(t)/G*g)", lemma("LEM-same-dot", u="x[t]", w="a(t)/G*g", z="x[s]"))],
    leaf(
        "eq dot(x[s], x[t]) + a(s)*a(t)/G: dot(x[s], x[t]) == dot(x[s], a(t)/G*g)",
        "eq a(t)^2/G^2: a(s)^2 == G",
        "eq 1/G: a(t)^2 == G",
    ),
)
AT_LEAST = "dot(m, g) != 0"
SOME_PULL = split(
    "dot(m, g) == 0 or dot(m, g) != 0",
    have(
        [
            ("dot(m, m) == dot(m, dot(m, g)/G*g)", lemma("LEM-same-dot", u="m", w="dot(m, g)/G*g", z="m")),
            (
                "m == 0",
                rule(
                    "equal vectors",
                    leaf("eq 1: dot(m, m) == dot(m, dot(m, g)/G*g)", "eq dot(m, g)/G: dot(m, g) == 0"),
                    u="m",
                    w="0",
                ),
            ),
        ],
        rule("contradiction", P="m == 0", C=AT_LEAST),
    ),
    KNOWN,
)
ON_ONE_LINE = "forall i, j: x[i] == x[j] or x[i] == -x[j]"
EIGEN = "forall i: exists l in number: V(x[i]) == l*x[i]"
EITHER = cases(
    "dot(x[s], x[t])",
    {
        "left": rule(
            "equal vectors",
            leaf("eq -2: dot(x[s], x[t])^2 == 1", use=[UNIT], times=["1 + dot(x[s], x[t])"]),
            u="x[s]",
            w="x[t]",
        )
    },
    {
        "right": rule(
            "equal vectors",
            leaf("eq -2: dot(x[s], x[t])^2 == 1", use=[UNIT], times=["1 - dot(x[s], x[t])"]),
            u="x[s]",
            w="-x[t]",
        )
    },
)


def off_polygonal(then: Tree) -> Tree:
    """Where m is not zero all tokens are on the line of g, which is one of eigenvectors."""
    kept = have(
        [("V(m) == V(dot(m, g)/G*g)", lemma("LEM-same-image", u="m", w="dot(m, g)/G*g", M="V"))],
        witness("G/dot(m, g)", lemma("LEM-line-kept", x="x[t]", g="g", a="a(t)", G="G", d="dot(m, g)")),
    )
    return have(
        [
            ("g != 0", NOT_ZERO),
            ("G > 0", rule("positive square", u="g")),
            (SQUARE, intro("t", LENGTH)),
            (BACK, intro("t", SOLVED)),
            (PARALLEL, intro("s,t", ONE)),
            (ON_ONE_LINE, intro("s,t", EITHER)),
            (
                "sum(j: x[j]) == sum(j: a(j)/G*g)",
                rule("equal vector sums", KNOWN, e="x", f="fn(j: a(j)/G*g)", new={"x": "t"}),
            ),
            (MEAN, KNOWN),
            (AT_LEAST, SOME_PULL),
            (EIGEN, intro("t", kept)),
        ],
        then,
    )


OPPOSITE = "exists i, j: x[i] == -x[j]"
EQUAL = intro(
    "s,t",
    split(
        "x[s] == x[t] or x[s] == -x[t]",
        KNOWN,
        have(
            [(OPPOSITE, witness("s", witness("t", KNOWN)))],
            rule("contradiction", P=OPPOSITE, C="x[s] == x[t]"),
        ),
    ),
)

SQUARE_STATE = {
    "tokens": 3,
    "dim": 2,
    "letters": {"V": [[2, 0], [0, -1]], "alpha": "1/2", "x": [[1, 0], [1, 0], [-1, 0]]},
}
CLASSES = "consensus(x) or bipartite(x) or polygonal(x)"
formal(
    "POW-L1",
    statement=model(V, OJA, NONSINGULAR, TOKENS, OJA_CLASSES, EQUILIBRIUM, {"show": CLASSES}),
    proof=pull(
        split(
            "m == 0 or m != 0",
            {"right": KNOWN},
            off_polygonal(
                {
                    "left": split(
                        f"({OPPOSITE}) or not ({OPPOSITE})",
                        {"right": both(KNOWN, KNOWN, KNOWN)},
                        {"left": both(EQUAL, KNOWN)},
                    )
                }
            ),
        )
    ),
    instance=SQUARE_STATE,
    twin=Variant("consensus and polygonal points only", {CLASSES: "consensus(x) or polygonal(x)"}, SQUARE_STATE),
)
