"""The histogram of token cosines along the layers, beside that of shuffled weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .progress import Steps
from .view import Row, View

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from attnverify.stability.transformers.model import TransformerModel


def histogram(model: TransformerModel, depth: int, prompts: int, tokens: int, seed: int, header: Row) -> View:
    """One line a layer: mean and least cosine, and the share of pairs in the last bin, with the null."""
    from attnverify.stability.transformers.runs import BINS, cosine_histograms, random_ids

    ids, steps = random_ids(model, prompts, tokens, seed), Steps(2, "run")
    own = cosine_histograms(model, ids, depth)
    steps.step()
    null = cosine_histograms(model, ids, depth, shuffle=seed)
    steps.close()
    rows = [
        {
            "layer": found.layer,
            "mean cosine": found.mean,
            "least": found.least,
            "from 0.95": found.top,
            "null mean": other.mean,
            "null from 0.95": other.top,
        }
        for found, other in zip(own, null, strict=True)
    ]
    more = {
        "bins": BINS,
        "counts": {str(found.layer): found.counts for found in own},
        "counts of shuffled weights": {str(found.layer): found.counts for found in null},
    }
    remarks = [
        f"cosines of pairs i < j of {prompts} prompts of {tokens} random tokens; null: shuffled weights",
        "a row is taken after its layer, before the final norm, which stands between passes and belongs to no layer",
    ]

    def draw() -> Figure:
        from attnverify.stability.pictures.models import histogram_figure

        return histogram_figure(own, null, title=str(header["model"]))

    return View(header, rows, remarks, more, draw)
