"""Limits of 100 000 states, 10 tokens in R^3, at most 500 layers of the attention map with a symmetric value matrix.

The plain way takes all layers, in batches of 500 states; it runs on a part of the states and is scaled.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
from measure import Row, exp_rate, timed

import attnverify.stability as st

STATES, PART, LAYERS, ALPHA = 100_000, 1000, 500, 1.0
SPECTRUM = (1.0, 0.5, 0.2)


def rows() -> Iterator[Row]:
    """One row for each logit matrix and way."""
    rng = np.random.default_rng(0)
    Q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    V = (Q * np.array(SPECTRUM)) @ Q.T
    V = (V + V.T) / 2
    v = np.linalg.eigh(V)[1][:, -1]
    X = st.draws.random_tokens(rng, STATES, 10, 3)
    # At most 2 s, and 0.5 s compiled, on a machine whose plain way takes 50 s.
    ways = {"NumPy": (False, 28.0)} | ({"kernel": (True, 100.0)} if find_spec("numba") else {})
    for label, P in (("0", 0 * V), ("I", np.eye(3)), ("2 I", 2 * np.eye(3)), ("4 V", 4 * V)):
        signs, slow = timed(lambda P=P: np.sign(plain(X[:PART], P, V) @ v))
        for name, (compiled, goal) in ways.items():
            st.batches.certified_limits(X[:9], P, V, ALPHA, compiled=compiled)
            found, fast = timed(
                lambda P=P, c=compiled: st.batches.certified_limits(X, P, V, ALPHA, steps=LAYERS, compiled=c), 3
            )
            certified = found.certified[:PART]
            wrong = int(np.sum(np.any(found.signs[:PART] != signs, axis=1) & certified))
            says = f"{100 * np.mean(found.certified):.2f} % certified, {wrong} wrong of {int(certified.sum())}"
            limit = float(np.sum(found.steps)) * 100 / exp_rate()
            yield Row(f"limits, P = {label}, {name}", slow * STATES / PART, fast, goal, limit, says)


def plain(X: Any, P: Any, V: Any) -> Any:
    """The states after all layers."""
    done = []
    for first in range(0, len(X), 500):
        Y = X[first : first + 500]
        for _ in range(LAYERS):
            E = np.exp(Y @ P @ Y.transpose(0, 2, 1))
            Z = Y + ALPHA * (E / E.sum(axis=-1, keepdims=True)) @ Y @ V.T
            Y = Z / np.linalg.norm(Z, axis=-1, keepdims=True)
        done.append(Y)
    return np.concatenate(done)
