"""Between a point of height 0 and a higher one an ellipsoid has points as low as one wishes."""

from verify.formal import formal
from verify.tactics.build import both, define, have, leaf, rule, witness

_ON = ["dot(u, W(u)) == 1", "dot(z, W(z)) == 1"]
LOWER = "exists a in vector: dot(a, W(a)) == 1 and dot(v, a) > 0 and dot(v, a) < c*dot(v, z)"

formal(
    "LEM-lower-point",
    title="An ellipsoid has points of arbitrarily small positive height",
    statement={
        "letters": ["W: operator; u, v, z: vector; c: number"],
        "given": ["positive_definite(W)", *_ON, "dot(v, u) == 0", "dot(v, z) > 0", "c > 0"],
        "show": [LOWER],
    },
    proof=define(
        ["s := c/(2*(1 + c))", "m := u + s*z", "q := dot(m, W(m))"],
        have(
            [
                ("1/(1 + c) > 0", leaf()),
                ("s > 0", leaf("1/2: c > 0; 1/(1 + c) > 0")),
                ("1 - s > 0", leaf("1/2: 1/(1 + c) > 0", "1/2:")),
                ("dot(u + z, W(u + z)) >= 0", rule("nonnegative form", W="W", u="u + z")),
                ("q >= (1 - s)^2", leaf("1: s > 0; dot(u + z, W(u + z)) >= 0", use=_ON)),
                ("q > 0", leaf("1: q >= (1 - s)^2", "1: 1 - s > 0; 1 - s > 0")),
                (
                    "sqrt(q) >= 1 - s",
                    rule("below the square", leaf(), leaf("1: q >= (1 - s)^2"), a="1 - s", b="sqrt(q)"),
                ),
            ],
            witness(
                "m/sqrt(q)",
                both(
                    leaf(),
                    leaf("1: s > 0; dot(v, z) > 0; 1/sqrt(q) > 0", "eq -1/sqrt(q): dot(v, u) == 0"),
                    leaf(
                        "1: c > 0; sqrt(q) >= 1 - s; dot(v, z) > 0; 1/sqrt(q) > 0",
                        "1/2: c > 0; dot(v, z) > 0; 1/sqrt(q) > 0",
                        "eq 1/sqrt(q): dot(v, u) == 0",
                    ),
                ),
            ),
        ),
    ),
)
