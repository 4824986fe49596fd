"""Fewer tokens: those that are nearly equal become one with a count.

A group of tokens within the angle delta becomes its normalised mean. What the others feel of the group changes in
second order of delta. Only where the dynamics does not tell the tokens of a group apart: not under causal attention.
"""

from __future__ import annotations

from typing import Any

from attnverify.stability.batches.arrays import namespace
from attnverify.stability.batches.dynamics import normalised


def near_tokens(counts: Any, gram: Any, angle: float) -> Any:
    """Which tokens are within the angle of each other : (B, m, m); every token is near itself.

    counts : (B, m); a token with a count of 0 is near no other. None where all counts are 1.
    """
    near = gram > 1 - angle * angle / 2
    if counts is not None:
        alive = counts > 0
        near = near & alive[:, None, :] & alive[:, :, None]
    place = namespace(gram).arange(gram.shape[2])
    return near | (place[:, None] == place[None, :])[None, ...]


def merged(X: Any, counts: Any, near: Any) -> tuple[Any, Any]:
    """X : (B, d, m) and counts : (B, m) with groups merged and those with a count first.

    near : of `near_tokens`. A token joins the first token near it, if that one joins no other. What is left over keeps
    a count of 0.
    """
    xp = namespace(X)
    place = xp.arange(X.shape[2])
    first = xp.argmax(xp.astype(near, xp.int8), axis=-1)
    leads = first == place
    target = xp.where(xp.take_along_axis(leads, first, axis=-1), first, place)
    joins = xp.astype(place[None, :, None] == target[:, None, :], X.dtype)
    total = xp.matmul(joins, counts[:, :, None])[:, :, 0]
    mean = xp.matmul(X * counts[:, None, :], xp.matrix_transpose(joins))
    kept = total > 0
    mean = normalised(xp.where(kept[:, None, :], mean, X))
    order = xp.argsort(xp.astype(~kept, xp.int8), axis=-1, stable=True)
    tokens = xp.take_along_axis(mean, xp.broadcast_to(order[:, None, :], mean.shape), axis=-1)
    return tokens, xp.take_along_axis(total, order, axis=-1)
