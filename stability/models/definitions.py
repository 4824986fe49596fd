"""The discrete maps as text, printed by the functions that are simulated: what `verify` reads as their definition."""

from __future__ import annotations

from typing import Any

import numpy as np

from attnverify.stability.expressions import SUMMED, TOKEN, Expression
from attnverify.stability.models import maps
from attnverify.stability.numbers import Array, exp

MAPS = ("oja", "attention", "layer", "causal")


def definition(name: str) -> str:
    """The image of token i under a map of `maps`, as text in the letters X, V, P, alpha (and mask).

    name : "oja", "attention" (one head), "layer" (several heads), "causal" (weights mask[i, j], of which the lower
        triangle of ones is one case). Raises ValueError for another name.
    """
    if name not in MAPS:
        raise ValueError(f"no map {name!r}; allowed are {', '.join(MAPS)}")
    X = _array(Expression("vector", "X[i]"), Expression("vector", f"X[{TOKEN}]")).reshape(2, 1)
    counts = _array(0, SUMMED)
    alpha = Expression("number", "alpha")
    V, P = Expression("operator", "V(_)"), Expression("operator", "dot(_, P(@))")
    if name == "oja":
        image = maps.oja_map(X, _matrix(V), alpha, counts=counts)
    elif name == "attention":
        image = maps.attention_map(X, _matrix(P), _matrix(V), alpha, counts=counts)
    elif name == "layer":
        heads = Expression("operator", "V[h](_)", ("h in heads",)), Expression("operator", "dot(_, P[h](@))")
        values, forms = (_matrix(operator)[np.newaxis] for operator in heads)
        image = maps.attention_map(X, forms, values, alpha, counts=counts)
    else:
        mask = _array(Expression("number", "mask[i, i]"), Expression("number", f"mask[i, {TOKEN}]"))
        odds = exp(maps.logits(X, _matrix(P))) * mask
        weights = maps.normalise_rows(odds, counts=counts)
        image = maps.normalise(maps.attention_step(X, weights, _matrix(V), alpha))
    return str(image[0, 0].text)


def _array(*entries: Any) -> Array:
    array = np.empty(len(entries), dtype=object)
    array[:] = entries
    return array


def _matrix(entry: Expression) -> Array:
    return _array(entry).reshape(1, 1)
