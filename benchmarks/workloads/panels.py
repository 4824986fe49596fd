"""Phase diagrams of arXiv 2312.10794: 32 tokens, 300 layers, `near` after each; 4 inverse temperatures, 1024 starts.

The plain way is batched NumPy over all starts at once, in double precision, as one would write it.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
from measure import Row, exp_rate, product_rate, timed

import attnverify.stability as st

TOKENS, STARTS, LAYERS, STEP = 32, 1024, 300, 0.1
# The middles of four equal parts of [0.1, 9].
BETAS = (1.2, 3.4, 5.7, 7.9)


def plain(X: Any, beta: float) -> Any:
    """The mean of `near` after every layer."""
    curve = []
    for _ in range(LAYERS + 1):
        G = X @ X.transpose(0, 2, 1)
        curve.append((np.mean(G > 1 - 1e-3) * TOKENS - 1) / (TOKENS - 1))
        E = np.exp(beta * G)
        Y = X + STEP * (E / E.sum(axis=-1, keepdims=True)) @ X
        X = Y / np.linalg.norm(Y, axis=-1, keepdims=True)
    return np.array(curve)


def ours(X: Any, beta: float, **more: Any) -> Any:
    """The same curve."""
    return st.batches.observed(
        st.batches.Dynamics(beta=beta), X, STEP, LAYERS, st.batches.statistic("near"), **more
    ).mean(axis=1)


def rows() -> Iterator[Row]:
    """One row for each dimension and way, and their sums."""
    ways: dict[str, tuple[str, dict[str, Any], float]] = {
        "NumPy, double": ("d", {"compiled": False}, 5.0),
        "NumPy, single": ("f", {"compiled": False}, 5.0),
    }
    if find_spec("numba"):
        ways["kernel, double"] = ("d", {"compiled": True}, 8.0)
        ours(st.draws.random_tokens(np.random.default_rng(0), 2, 4, 2), 1.0, compiled=True)
    total = dict.fromkeys(ways, 0.0)
    plain_total = 0.0
    for d in (2, 8, 32, 128):
        X = st.draws.random_tokens(np.random.default_rng(d), STARTS, TOKENS, d)
        ours(X[:2].astype("f"), 1.0)
        curves = [timed(lambda beta=beta, X=X: plain(X, beta)) for beta in BETAS]
        slow = sum(spent for _, spent in curves)
        plain_total += slow
        for name, (dtype, more, _) in ways.items():
            found = [timed(lambda beta=beta, X=X, t=dtype, m=more: ours(X.astype(t), beta, **m)) for beta in BETAS]
            fast = sum(spent for _, spent in found)
            total[name] += fast
            error = max(float(np.max(np.abs(a - b))) for (a, _), (b, _) in zip(found, curves, strict=True))
            work = len(BETAS) * STARTS * (LAYERS + 1)
            limit = work * (4 * TOKENS**2 * min(d, TOKENS) / product_rate(dtype) + TOKENS**2 / exp_rate(dtype))
            yield Row(f"panel d = {d}, {name}", slow, fast, None, limit, f"{error:.0e} of the mean share")
    for name, (_, _, goal) in ways.items():
        yield Row(f"four panels, {name}", plain_total, total[name], goal or None)
