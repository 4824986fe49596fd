"""Whether the alignment of tokens with the cumulative product F_l ... F_1 grows with depth, beyond what chance gives.

The correlations of one run follow each other, so that their spread says nothing about a trend. The null is the growth
in models of the same size with shuffled weights: large random weights grow as well, and by different amounts. A growth
is the model's own where it is above the bound that one more shuffled model would stay below with probability 0.99.

Source: arXiv 2605.25619, Section 3.2; the bound is Student's prediction bound for a normal sample.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from attnverify.stability.numbers import Array
from attnverify.stability.tables import counted
from attnverify.stability.transformers.alignment import LayerStep, scaled_product
from attnverify.stability.transformers.directions import eigen_directions
from attnverify.stability.transformers.spectrum import READINGS

LEAST_LAYERS = 4
# How many shuffled models, and the 0.99 quantile of Student's distribution with one degree of freedom less.
COPIES, QUANTILE = 8, 2.998


@dataclass(frozen=True)
class Growth:
    """How much the alignment grows, in units of what chance gives for one direction.

    own : of the model.  skipped : of the model with the skip connection.  null : of models with shuffled weights.
    """

    own: float
    skipped: float
    null: tuple[float, ...]

    @property
    def bound(self) -> float:
        """What one more shuffled model stays below with probability 0.99."""
        spread = float(np.std(self.null, ddof=1)) * math.sqrt(1 + 1 / len(self.null))
        return float(np.mean(self.null)) + QUANTILE * spread


def product_growth(layers: Iterable[LayerStep], depth: int, X: Array, *, skip: bool = False) -> float:
    """How much the mean correlation of tokens X : (B, N, d) with the principal direction of F_l ... F_1 grows.

    The mean over the last quarter of the `depth` layers minus that over the first, in units of what chance gives.
    skip : of (I + F_l) ... (I + F_1) instead. Raises ValueError below LEAST_LAYERS layers, ZeroDivisionError where a
    product is zero.
    """
    if depth < LEAST_LAYERS:
        raise ValueError(f"{counted(depth, 'layer')}; a trend needs at least {LEAST_LAYERS}")
    quarter, identity = depth // 4, np.eye(X.shape[-1])
    product, above = identity, []
    for number, layer in enumerate(layers):
        product = scaled_product((layer.F() + identity if skip else layer.F()) @ product)
        X, _ = layer.step(X)
        if number < quarter or number >= depth - quarter:
            directions = eigen_directions(product, READINGS["real part"])
            above.append(float(np.mean(directions.correlations(X)[..., 0]) / directions.levels()[0]))
    return (sum(above[quarter:]) - sum(above[:quarter])) / quarter
