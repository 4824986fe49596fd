"""Remark 4.6: a statement about the literature, recorded and not decided."""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.consensus import PAPER
from verify.claim import Source, Twin
from verify.evidence import Evidence, open_
from verify.registry import claim
from verify.verdict import Verdict


@claim(
    "CON-R4.6",
    title="No earlier result for U different from the identity",
    statement="To the authors' knowledge no earlier result treats the auto-regressive model with a value matrix not I.",
    source=Source(PAPER, "Remark 4.6"),
    kind="typo-check",
    hypotheses=("U == transpose(U)", "rows(U) == 2"),
    instance={"U": [[2, 0], [0, 1]]},
    twin=Twin("no symmetric U != I has an eigenvector, so that there is nothing to treat", {"vacuous": True}),
    expected=Verdict.OPEN,
)
def no_earlier_result(vacuous: bool = False) -> Iterator[Evidence]:
    scope, method = "the literature before the paper", "none: a statement about what others have written"
    if vacuous:
        yield decide.refutation(
            {"U": [[2, 0], [0, 1]], "v": [1, 0]}, ["U@v == 2*v"], scope="one matrix", method="exact example"
        )
        return
    yield open_(scope, method, "not a mathematical statement; no machine can decide it")
