"""Table 1: the sizes of the models that the paper studies, as data."""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from verify.claim import Source, Twin
from verify.evidence import Evidence, open_
from verify.lazy import lazy
from verify.registry import claim, illustration
from verify.verdict import Verdict

sp = lazy("sympy")

# name -> (dimension, heads, layers), as the paper prints them
TABLE = {
    "ALBERT base": (768, 12, 12),
    "ALBERT large": (1024, 16, 24),
    "ALBERT xlarge": (2048, 16, 24),
    "ALBERT xxlarge": (4096, 64, 12),
    "BERT base": (768, 12, 12),
    "BERT large": (1024, 16, 24),
    "GPT2 small": (768, 12, 12),
    "GPT2 medium": (1024, 16, 24),
    "GPT2 large": (1280, 20, 36),
    "GPT2 xl": (1600, 25, 48),
    "GPT-Neo 125M": (768, 12, 12),
    "GPT-Neo 1.3B": (2048, 16, 24),
    "GPT-Neo 2.7B": (2560, 20, 32),
}


@claim(
    "POW-TAB1",
    title="Model sizes",
    statement=(
        "The thirteen published models of Table 1 have the dimensions, numbers of heads and numbers of layers that it"
        " prints; ALBERT and BERT attend fully and normalise after the block, the GPT models attend causally and"
        " normalise before it, those of GPT-Neo alternately to all and to near tokens. (The head dimensions that it"
        " implies: POW-TAB1.heads.)"
    ),
    source=Source(PAPER, "Table 1"),
    kind="experiment",
    hypotheses=("integer(d)", "integer(H)", "d >= 1", "H >= 1"),
    instance={"d": 4096, "H": 64},
    twin=Twin("16 heads for ALBERT xxlarge", {"heads": 16}),
    expected=Verdict.OPEN,
)
def published_sizes(heads: int = 64) -> Iterator[Evidence]:
    yield open_(
        "the published models",
        "none without their configuration files",
        f"needs the configuration files, of ALBERT xxlarge with {heads} heads; `attnverify model DIR --claims`"
        " compares the model in a folder with its row",
    )


@illustration(
    "POW-TAB1.heads",
    title="The head dimensions of the models in Table 1",
    statement=(
        "In each of the thirteen rows of Table 1 the number of heads divides the dimension; the head dimension is 128"
        " for ALBERT xlarge, GPT-Neo 1.3B and 2.7B, and 64 for all others."
    ),
    reading="from the dimensions and heads as printed",
    source=Source(PAPER, "Table 1"),
    kind="experiment",
    role="extension",
)
def model_sizes(heads: int = 64) -> Iterator[Evidence]:
    table = TABLE | {"ALBERT xxlarge": (4096, heads, 12)}
    wide = {"ALBERT xlarge", "GPT-Neo 1.3B", "GPT-Neo 2.7B"}
    pairs = {
        f"{name}: d / H": (sp.Rational(d, H), sp.Integer(128 if name in wide else 64))
        for name, (d, H, _) in table.items()
    }
    yield decide.identity(pairs, scope="the thirteen rows of the table as printed")
