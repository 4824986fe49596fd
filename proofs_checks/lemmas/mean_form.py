"""A form at a sum of vectors, bounded by the length of the matrix and the lengths of the vectors."""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, have, leaf, rule, take

LENGTH = "forall b in vector: dot(V(b), V(b)) <= L^2*dot(b, b)"
WHOLE = "sum(i: u[i])"
SPREAD = "sum(i: sum(j: dot(u[i] - u[j], u[i] - u[j]))) >= 0"
IMAGE = f"norm(V({WHOLE})) <= L*norm({WHOLE})"
PRODUCT = f"dot(-{WHOLE}, V({WHOLE})) <= norm(-{WHOLE})*norm(V({WHOLE}))"
TWO: dict[str, Any] = {"tokens": 2, "dim": 2, "letters": {"V": [[1, 0], [0, -2]], "u": [[1, 1], [0, 1]], "L": 2}}

formal(
    "LEM-mean-form",
    title="A form at a sum is at least minus |V| N times the sum of the squared lengths",
    statement={
        "letters": ["V: matrix", "u[token]: vector", "L: number"],
        "given": ["L > 0", LENGTH],
        "show": [f"dot({WHOLE}, V({WHOLE})) >= -L*sum(j: 1)*sum(i: dot(u[i], u[i]))"],
    },
    proof=have(
        [
            (
                SPREAD,
                rule(
                    "positive sum",
                    rule(
                        "positive sum",
                        leaf("1: sq norm(u[s] - u[t])"),
                        e="fn(j: dot(u[s] - u[j], u[s] - u[j]))",
                        new={"x": "t"},
                    ),
                    e="fn(i: sum(j: dot(u[i] - u[j], u[i] - u[j])))",
                    new={"x": "s"},
                ),
            ),
            (
                IMAGE,
                rule(
                    "below the square",
                    KNOWN,
                    take(LENGTH, [WHOLE], leaf(f"1: dot(V({WHOLE}), V({WHOLE})) <= L^2*dot({WHOLE}, {WHOLE})")),
                    a=f"norm(V({WHOLE}))",
                    b=f"L*norm({WHOLE})",
                ),
            ),
            (PRODUCT, rule("Cauchy-Schwarz", u=f"-{WHOLE}", w=f"V({WHOLE})")),
        ],
        leaf(f"1: {PRODUCT}", f"1: norm({WHOLE}) >= 0; {IMAGE}", f"1/2: L > 0; {SPREAD}"),
    ),
    instance=TWO,
    twin=Variant(
        "without the number of vectors",
        {"-L*sum(j: 1)*sum": "-L*sum"},
        {**TWO, "letters": {**TWO["letters"], "u": [[0, 1], [0, 1]]}},
    ),
)
