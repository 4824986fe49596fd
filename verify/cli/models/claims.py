"""`attnverify model DIR --claims`: the claims about trained models, each decided for the model in DIR."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from ...verdict import Verdict
from ..claims import all_claims
from .loops import LoopOptions
from .view import Row, View

if TYPE_CHECKING:
    from attnverify.stability.transformers.model import TransformerModel

NOTE = (
    "TESTED and REFUTED are of this model, these prompts and this arithmetic; the claims themselves stay as the"
    " ledger has them. A null that does the same is no support"
)
# One of the claims has no declaration in the ledger.
UNDECLARED = {"PER-FIG1": "Histograms of the inner products of tokens drift to 1 with depth"}


def claims_view(model: TransformerModel, folder: Path, options: LoopOptions, header: Row) -> View:
    """One line a claim. Loops run in the arithmetic of `model`, spectra and alignments in float64."""
    from attnverify.stability.transformers.model import TransformerModel
    from attnverify.stability.transformers.runs import random_ids

    from .layer_decisions import layer_decisions
    from .loop_decisions import VARIANTS, loop_decisions
    from .loops import traces

    ids = random_ids(model, options.prompts, options.tokens, options.seed)
    exact = TransformerModel(folder)
    found = layer_decisions(exact, options.seed, ids) + loop_decisions(model, traces(model, VARIANTS, options))
    declared = {id: claim.statement for id, claim in all_claims(links=False).items()}
    rows: list[Row] = [
        {
            "claim": decision.id,
            "verdict": decision.verdict.value,
            "margin": decision.margin,
            "measured": decision.measured,
            "null": decision.null or None,
        }
        for decision in found
    ]
    counts = Counter(decision.verdict for decision in found)
    remarks = [NOTE, ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict])]
    more = {"statements": {row["claim"]: declared.get(row["claim"], UNDECLARED.get(row["claim"])) for row in rows}}
    return View(header, rows, remarks, more, wordy=True)
