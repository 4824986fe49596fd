"""Looping a model: the misalignment E along many passes, for weights of the file, random, or drawn anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .progress import Steps
from .view import Row, View

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from attnverify.stability.transformers.model import TransformerModel
    from attnverify.stability.transformers.runs import Loop

# A level that E passes early, and the one below which the authors' arithmetic says nothing more.
LEVELS = (1e-1, 1e-2, 1e-3)


@dataclass(frozen=True)
class LoopOptions:
    """What `--loop` was asked for. std : of random weights, by default that of transformers' initialisation."""

    passes: int
    prompts: int = 5
    tokens: int = 50
    seed: int = 0
    stop: float = 1e-12
    biases: bool = True
    std: float = 0.02


def loops(model: TransformerModel, variants: Sequence[tuple[str, bool]], options: LoopOptions, header: Row) -> View:
    """One line a variant (weights, with feed-forward part): when E passes some levels, and where it ends."""
    found = traces(model, variants, options)
    rows = [
        {
            "weights": loop.weights,
            "feed-forward": "yes" if loop.feed_forward else "no",
            "E at the start": float(loop.trace[0]),
            **{f"pass with E < {level:g}": loop.first_below(level) for level in LEVELS},
            "E at the end": float(loop.trace[-1]),
            "passes": loop.passes,
            "stopped": "yes" if loop.stopped else "no",
        }
        for loop in found
    ]
    from attnverify.stability.transformers.runs import FLOAT16_FLOOR

    remarks = [
        f"a nonzero E below {FLOAT16_FLOOR:.2g} cannot come from cosines in float16, as those of the paper's script;"
        f" these are computed from differences in {model.dtype}",
        "random weights are the null of those of the file: consensus under both is no effect of training",
    ]
    more = {"traces": [{"weights": loop.weights, "feed_forward": loop.feed_forward, "E": loop.trace} for loop in found]}

    def draw() -> Figure:
        from attnverify.stability.pictures.models import loop_figure

        return loop_figure(found, title=str(header["model"]))

    return View(header, rows, remarks, more, draw)


def traces(model: TransformerModel, variants: Sequence[tuple[str, bool]], options: LoopOptions) -> list[Loop]:
    """The loops of the variants, one after the other, on the same prompts."""
    from attnverify.stability.transformers.runs import LoopedModel, loop, random_ids

    ids = random_ids(model, options.prompts, options.tokens, options.seed)
    found = []
    for weights, feed_forward in variants:
        drawn: dict[str, Any] = {"seed": options.seed, "std": options.std, "biases": options.biases}
        looped = LoopedModel(model, weights, feed_forward=feed_forward, **drawn)
        part = "" if feed_forward else " without feed-forward"
        steps = Steps(model.depth * options.passes, f"{weights}{part}, block")

        def watch(blocks: int, E: float, steps: Steps = steps) -> None:
            steps.step(f"E = {E:.2g}")

        found.append(loop(looped, ids, options.passes, stop=options.stop, watch=watch))
        steps.close()
    return found
