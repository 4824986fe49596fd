"""How tokens align with the principal direction of every layer they pass: the indicators (4) to (7), with their errors.

Tokens of one prompt become equal with depth, so that many tokens are few samples: beside the standard deviation over
tokens, errors are given over prompts.

Source: arXiv 2605.25619, Sections 2.2 and 3.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from attnverify.stability.numbers import Array
from attnverify.stability.transformers.directions import Directions, eigen_directions


@dataclass(frozen=True)
class LayerStep:
    """One layer of a run.

    key : names its weights.  F : its matrix.  step : tokens -> (tokens, non-uniformity).  enter : what stands between
    the pass before and this layer, the final norm of a model that is fed its output; it belongs to no layer.
    """

    key: tuple[int, ...]
    F: Callable[[], Array]
    step: Callable[[Array], tuple[Array, float]]
    enter: Callable[[Array], Array] = lambda X: X


@dataclass(frozen=True)
class LayerAlignment:
    """What one layer does to the correlations of its tokens with the eigendirections of its own matrix.

    value : the principal eigenvalue.  correlation : mean with the principal direction, before the layer.
    level : what chance gives for it.  mean_correlation, mean_level : averages over all directions.
    increment, probability : equations (4), (5), or (6) for a plane, with standard errors over prompts and, of the
    increment, the standard deviation over tokens.  mean_increment, mean_probability : equation (7).
    nonuniformity : max |m A_ij - 1| of the attention weights.
    """

    value: complex
    correlation: float
    level: float
    mean_correlation: float
    mean_level: float
    increment: float
    increment_error: float
    increment_deviation: float
    probability: float
    probability_error: float
    mean_increment: float
    mean_probability: float
    nonuniformity: float


@dataclass(frozen=True)
class Passed:
    """A layer that was passed: what it did, and the tokens before and after it : (B, N, d)."""

    alignment: LayerAlignment
    directions: Directions
    F: Array
    before: Array
    after: Array


def run_layers(
    layers: Iterable[LayerStep], X: Array, key: Callable[[Array], Array], *, eigenspaces: bool = False
) -> Iterator[Passed]:
    """Send tokens X : (B, N, d) through the layers, and give what each of them does.

    key : what makes an eigenvalue principal, as in `READINGS`.  eigenspaces : how means over directions are taken.
    Layers that share their weights, one `LayerStep.key`, share the decomposition.
    """
    known: dict[tuple[int, ...], tuple[Array, Directions]] = {}
    for layer in layers:
        if layer.key not in known:
            F = layer.F()
            known = {**(known if len(known) < 4 else {}), layer.key: (F, eigen_directions(F, key))}
        F, directions = known[layer.key]
        X = layer.enter(X)
        after, nonuniformity = layer.step(X)
        alignment = layer_alignment(directions, X, after, nonuniformity, eigenspaces=eigenspaces)
        yield Passed(alignment, directions, F, X, after)
        X = after


def layer_alignment(
    directions: Directions, before: Array, after: Array, nonuniformity: float, *, eigenspaces: bool = False
) -> LayerAlignment:
    """The indicators of one layer for tokens before and after it : (B, N, d)."""
    old, new = directions.correlations(before), directions.correlations(after)
    change, grown = new - old, new > old
    levels = directions.levels()

    def over_directions(quantity: Array) -> float:
        return float(directions.mean(quantity, eigenspaces=eigenspaces))

    return LayerAlignment(
        complex(directions.values[0]),
        float(np.mean(old[..., 0])),
        float(levels[0]),
        over_directions(np.mean(old, axis=(0, 1))),
        over_directions(levels),
        float(np.mean(change[..., 0])),
        _error(np.mean(change[..., 0], axis=1)),
        float(np.std(change[..., 0])),
        float(np.mean(grown[..., 0])),
        _error(np.mean(grown[..., 0], axis=1)),
        over_directions(np.mean(change, axis=(0, 1))),
        over_directions(np.mean(grown, axis=(0, 1))),
        nonuniformity,
    )


class CumulativeProduct:
    """The product of the layer matrices so far, F_l ... F_1, as the layers are passed one by one; none is kept.

    key : what makes an eigenvalue principal.  skip : (I + F_l) ... (I + F_1) instead, which is what the tokens see.
    """

    def __init__(self, key: Callable[[Array], Array], *, skip: bool) -> None:
        self.key, self.skip = key, skip
        self._product: Array | None = None

    def correlation(self, layer: Passed) -> tuple[float, float]:
        """The mean correlation of the tokens with the principal direction after the next layer, and its level.

        Raises ZeroDivisionError where the product is zero.
        """
        factor = layer.F + np.eye(len(layer.F)) if self.skip else layer.F
        self._product = scaled_product(factor if self._product is None else factor @ self._product)
        directions = eigen_directions(self._product, self.key)
        return float(np.mean(directions.correlations(layer.after)[..., 0])), float(directions.levels()[0])


def scaled_product(product: Array) -> Array:
    """A product of layer matrices with norm 1. Raises ZeroDivisionError where it is zero: it has no directions."""
    norm = np.linalg.norm(product)
    if not 0 < norm < np.inf:
        raise ZeroDivisionError(f"the product of the layer matrices has norm {norm:g} and no principal direction")
    return np.asarray(product / norm)


def _error(samples: Array) -> float:
    """The standard error of the mean of independent samples; infinite for one sample."""
    return float(np.std(samples, ddof=1) / np.sqrt(len(samples))) if len(samples) > 1 else float("inf")
