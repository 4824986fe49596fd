"""Floating-point trajectories run until they stand still, and the clusters of the states they reach."""

from __future__ import annotations

from typing import Any

import numpy as np

from attnverify.stability.blas_threads import one_blas_thread
from attnverify.stability.draws.uniform_tokens import random_tokens
from attnverify.stability.models.maps import attended_values, attention_map
from attnverify.stability.numbers import Array
from attnverify.stability.states.cluster_search import Candidate, same_state

STEPS = 2_000
STILL = 1e-13
TOGETHER = 1e-6


def settle(X: Array, P: Array, V: Array, alpha: float, *, causal: bool = False) -> Array:
    """Every state of the batch (..., N, d) after 2000 steps, or earlier when none of its tokens moves any more.

    Raises ZeroDivisionError where the map is undefined on the way, or beyond the range of floating point.
    """
    states = X.reshape(-1, *X.shape[-2:]).copy()
    moving = np.arange(len(states))
    with np.errstate(over="ignore", invalid="ignore"), one_blas_thread():
        for _ in range(STEPS):
            if not len(moving):
                break
            moved = attention_map(states[moving], P, V, alpha, causal=causal)
            still = np.max(np.abs(moved - states[moving]), axis=(-2, -1)) < STILL
            states[moving] = moved
            moving = moving[~still]
    return states.reshape(X.shape)


def settled_clusters(P: Array, V: Array, N: int, alpha: float, starts: int, seed: int = 0) -> list[Candidate]:
    """Candidates for attracting equilibria of full attention: where random starts settle, equal tokens taken together.

    P, V : (d, d), floating point.  States that agree up to the order of the tokens and their common sign occur once.
    """
    X = random_tokens(np.random.default_rng(seed), starts, N, V.shape[0])
    found: list[Candidate] = []
    for state in settle(X, P, V, alpha):
        candidate = _clustered(state, P, V)
        if len(candidate.tokens) > 1 and not any(same_state(candidate, known) for known in found):
            found.append(candidate)
    return sorted(found, key=lambda candidate: (len(candidate.tokens), candidate.tokens.round(6).reshape(-1).tolist()))


def _clustered(state: Array, P: Array, V: Array) -> Candidate:
    representatives: list[Any] = []
    counts: list[int] = []
    for x in state:
        for place, known in enumerate(representatives):
            if np.max(np.abs(x - known)) < TOGETHER:
                counts[place] += 1
                break
        else:
            representatives.append(x)
            counts.append(1)
    X, n = np.array(representatives), np.array(counts, dtype=float)
    nu = np.sum(X * attended_values(X, P, V, counts=n), axis=-1)
    return Candidate(X, nu, n)
