"""The sizes of the models that arXiv 2605.25619 studies, as its Table 1 prints them."""

from __future__ import annotations

from attnverify.stability.transformers.configuration import Configuration

# family -> name -> (dimension, heads, layers)
PUBLISHED: dict[str, dict[str, tuple[int, int, int]]] = {
    "albert": {"base": (768, 12, 12), "large": (1024, 16, 24), "xlarge": (2048, 16, 24), "xxlarge": (4096, 64, 12)},
    "bert": {"base": (768, 12, 12), "large": (1024, 16, 24)},
    "gpt2": {"small": (768, 12, 12), "medium": (1024, 16, 24), "large": (1280, 20, 36), "xl": (1600, 25, 48)},
    "gpt_neo": {"125M": (768, 12, 12), "1.3B": (2048, 16, 24), "2.7B": (2560, 20, 32)},
}


def published_name(configuration: Configuration) -> str | None:
    """The name of the row with the family and dimension of a model; None if there is none. The rest may differ."""
    rows = PUBLISHED[configuration.family]
    return next((name for name, (d, _, _) in rows.items() if d == configuration.d), None)
