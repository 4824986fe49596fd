"""Remark 2.2 for any scale gamma: which tokens are in the image of layer normalisation, by the number k of zeros."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.layer_norm_few_zeros import NONE_MARKED, ONE_MARKED
from proofs_checks.consensus.proofs.layer_norm_scales import NORM, ZEROS
from proofs_checks.consensus.proofs.layer_norm_zeros import ALL_MARKED, MANY_MARKED
from verify.formal import formal, model
from verify.tactics.build import intro

IMAGE: dict[str, Any] = model(
    ZEROS,
    NORM,
    {
        "where": [
            "image(Y) := exists x0 in vector: rest(x0) != 0 and N(x0) == Y",
            "flat(Y) := forall j: z[j]*c(Y, j) == 0",
        ],
        "given": ["entries >= 2"],
    },
)
CASES = (
    ("k == 0", "total({0}) == 0 and squares({0}) == entries"),
    ("k == 1", "flat({0}) and squares({0}) + total({0})^2 == entries"),
    ("k >= 2", "flat({0}) and squares({0}) + total({0})^2/k <= entries"),
    ("k == entries", "{0} == beta"),
)
FAMILY = "forall {0} in vector: (image({0}) => {1}) and ({1} => image({0}))".format
EXACT = " and ".join(f"({case} => ({FAMILY('t', shape.format('t'))}))" for case, shape in CASES)
formal(
    "LEM-scales.exact",
    title="Which tokens are in the image of layer normalisation",
    statement=model(IMAGE, {"show": [f"{case} => ({FAMILY('y', shape.format('y'))})" for case, shape in CASES]}),
    proof=[intro("", tree) for tree in (NONE_MARKED, ONE_MARKED, MANY_MARKED, ALL_MARKED)],
)
