"""Counted experiments: how often something happens among seeded random runs, with an exact confidence interval."""

from __future__ import annotations

from typing import Any

import stability as st
from verify.evidence import Evidence, open_
from verify.lazy import lazy
from verify.verdict import Rung

np = lazy("numpy")

METHOD = "NumPy: seeded runs in double precision, 99% Clopper-Pearson interval"


def counted(
    outcomes: Any, *, scope: str, seed: int, at_least: float = 0.0, at_most: float = 1.0, covers: bool = True
) -> Evidence:
    """TESTED when the whole interval of the probability lies in [at_least, at_most], OPEN otherwise.

    outcomes : (runs,), whether it happened in each run.
    """
    happened, runs = int(np.sum(outcomes)), len(outcomes)
    low, high = st.decrease.fraction_interval(happened, runs)
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
    return Evidence(Rung.TESTED, scope, METHOD, covers=covers, certificate=certificate, reason=reason)
