"""Counted experiments: how often something happens among seeded random runs, with an exact confidence interval."""

from __future__ import annotations

from typing import Any

import stability as st
from verify.evidence import Evidence, open_
from verify.lazy import lazy
from verify.verdict import Verdict

np = lazy("numpy")

METHOD = "NumPy: seeded runs in double precision, 99% Clopper-Pearson interval"
_NOISE = 1e-13


def counted(
    outcomes: Any, *, scope: str, seed: int, at_least: float = 0.0, at_most: float = 1.0, covers: bool = True
) -> Evidence:
    """TESTED when the whole interval of the probability lies in [at_least, at_most], OPEN otherwise.

    outcomes : (runs,), whether it happened in each run.
    """
    happened, runs = int(np.sum(outcomes)), len(outcomes)
    low, high = st.fraction_interval(happened, runs)
    reason = f"{happened} of {runs} runs, between {low:.4f} and {high:.4f} with 99% confidence; seed {seed}"
    if not at_least <= low <= high <= at_most:
        return open_(scope, METHOD, f"{reason}; not within [{at_least}, {at_most}]", covers=covers)
    margin = min(low - at_least, at_most - high)
    certificate = {
        "kind": "sample",
        "examples": runs,
        "discarded": 0,
        "seed": seed,
        "worst_margin": f"{margin:.6f}",
        "worst": {"happened": str(happened), "low": f"{low:.6f}", "high": f"{high:.6f}"},
    }
    return Evidence(Verdict.TESTED, scope, METHOD, covers=covers, certificate=certificate, reason=reason)


def settled(X: Any, layer: Any, steps: int, rng: Any) -> Any:
    """The states after `steps` layers, with rounding noise added in each.

    Without it a run can freeze on an exactly symmetric state that is unstable.
    """
    for _ in range(steps):
        X = layer(X)
        X = X + _NOISE * rng.normal(size=X.shape)
    return X


def spread(X: Any) -> Any:
    """The largest distance of two tokens in each run : (runs,)."""
    return np.max(np.linalg.norm(X[..., :, None, :] - X[..., None, :, :], axis=-1), axis=(-1, -2))


def aligned(X: Any, v: Any, tolerance: float = 1e-5) -> Any:
    """Whether all tokens of a run are within `tolerance` of v, or all of -v : (runs,)."""
    away = [np.max(np.linalg.norm(X - pole, axis=-1), axis=-1) for pole in (v, -v)]
    return np.minimum(*away) < tolerance


def bipartite(X: Any, v: Any, tolerance: float = 1e-5) -> Any:
    """Whether every token is within `tolerance` of v or -v, and both occur : (runs,)."""
    heights = X @ v
    rest = np.sqrt(np.clip(2 - 2 * np.abs(heights), 0, None))
    poles = np.any(heights > 0, axis=-1) & np.any(heights < 0, axis=-1)
    return np.all(rest < tolerance, axis=-1) & poles
