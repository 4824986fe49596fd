"""Products of vectors that are near two others."""

from verify.formal import formal
from verify.tactics.build import have, leaf, rule

formal(
    "LEM-near-products",
    title="The products of two vectors and of two near them, one of each kind a unit vector",
    statement={
        "letters": ["x, y, u, v: vector; s: number"],
        "given": [
            "dot(x, x) == 1",
            "dot(v, v) == 1",
            "norm(x - u) <= s",
            "norm(y - v) <= s",
        ],
        "show": ["dot(u, v) >= dot(x, y) - 2*s"],
    },
    proof=have(
        [
            ("dot(x - u, v) <= norm(x - u)*norm(v)", rule("Cauchy-Schwarz", u="x - u", w="v")),
            ("dot(x, y - v) <= norm(x)*norm(y - v)", rule("Cauchy-Schwarz", u="x", w="y - v")),
            ("norm(v) == 1", leaf(norms=["1"], use=["dot(v, v) == 1"])),
            ("norm(x) == 1", leaf(norms=["1"], use=["dot(x, x) == 1"])),
        ],
        leaf(
            "1: dot(x - u, v) <= norm(x - u)*norm(v)",
            "1: dot(x, y - v) <= norm(x)*norm(y - v)",
            "eq norm(x - u): norm(v) == 1",
            "eq norm(y - v): norm(x) == 1",
            "1: norm(x - u) <= s",
            "1: norm(y - v) <= s",
        ),
    ),
)
