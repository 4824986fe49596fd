"""Table 1: the number of heads divides the dimension, and the head dimension is 64 or 128."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import leaf

ROWS = {
    "ALBERT base": (768, 12, 64),
    "ALBERT large": (1024, 16, 64),
    "ALBERT xlarge": (2048, 16, 128),
    "ALBERT xxlarge": (4096, 64, 64),
    "BERT base": (768, 12, 64),
    "BERT large": (1024, 16, 64),
    "GPT2": (768, 12, 64),
    "GPT2 medium": (1024, 16, 64),
    "GPT2 large": (1280, 20, 64),
    "GPT2 XL": (1600, 25, 64),
    "GPT-Neo 125M": (768, 12, 64),
    "GPT-Neo 1.3B": (2048, 16, 128),
    "GPT-Neo 2.7B": (2560, 20, 128),
}
"""Dimension, heads, and what the head dimension is said to be."""

formal(
    "POW-TAB1.heads",
    statement={"show": [f"{dimension} == {heads}*{each}" for dimension, heads, each in ROWS.values()]},
    proof=[leaf() for _ in ROWS],
    instance={},
    twin=Variant("16 heads for ALBERT xxlarge", {"4096 == 64*64": "4096 == 16*64"}, {}),
)
