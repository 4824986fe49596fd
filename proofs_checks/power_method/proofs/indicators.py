"""Section 2.2: the indicators, by cosines; what they do not depend on, and what Pearson correlation measures.

`one` is the vector of ones: its square is the dimension, and dot(one, x)/dim the mean of the coordinates of x.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal, model
from verify.tactics.build import have, intro, leaf

ONES: Part = {
    "spaces": ["E"],
    "letters": ["one, x, v: vector"],
    "where": [
        "mean(u) := dot(one, u)/dim(E)",
        "centred(u) := u - mean(u)*one",
        "cosine(u, w) := dot(u, w)/(norm(u)*norm(w))",
        "pearson(u, w) := dot(centred(u), centred(w))/(norm(centred(u))*norm(centred(w)))",
    ],
    "given": ["dot(one, one) == dim(E)", "dim(E) > 0"],
}
CENTRED = {"dim": 3, "letters": {"one": [1, 1, 1], "x": [1, 0, 2], "v": [3, -1, 1]}}
formal(
    "POW-EQ4.R2.repaired",
    statement=model(
        ONES,
        {
            "show": [
                "dot(one, centred(x)) == 0",
                "dot(centred(x), centred(v)) == dot(x, v) - dim(E)*mean(x)*mean(v)",
                "pearson(x, v) == cosine(centred(x), centred(v))",
                "mean(x) == 0 and mean(v) == 0 => pearson(x, v) == cosine(x, v)",
            ]
        },
    ),
    proof=[
        leaf(use=["dot(one, one) == dim(E)"]),
        leaf(use=["dot(one, one) == dim(E)"]),
        leaf(),
        intro(
            "",
            have(
                [
                    ("dot(one, x) == 0", leaf("eq dim(E): mean(x) == 0")),
                    ("dot(one, v) == 0", leaf("eq dim(E): mean(v) == 0")),
                ],
                leaf(use=["dot(one, x) == 0", "dot(one, v) == 0"]),
            ),
        ),
    ],
    instance=CENTRED,
    twin=Variant(
        "the means are subtracted once only",
        {"dim(E)*mean(x)*mean(v)": "mean(x)*mean(v)"},
        CENTRED,
    ),
)
