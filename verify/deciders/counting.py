"""Counted experiments: how often something happens among seeded random runs, with an exact confidence interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scipy.special import betaincinv

from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.verdict import Rung

METHOD = "NumPy: seeded runs in double precision, 99% Clopper-Pearson interval"


def fraction_interval(successes: int, trials: int, confidence: float = 0.99) -> tuple[float, float]:
    """The Clopper-Pearson interval of a probability from `successes` in `trials` independent draws.

    Raises ValueError unless 0 <= successes <= trials, trials >= 1 and 0 < confidence < 1.

    >>> [round(end, 4) for end in fraction_interval(50, 100)]
    [0.3689, 0.6311]
    """
    if not 0 <= successes <= trials or trials < 1 or not 0 < confidence < 1:
        raise ValueError(
            f"successes = {successes}, trials = {trials}, confidence = {confidence}; needed: 0 <= successes <= trials,"
            " trials >= 1, 0 < confidence < 1"
        )
    tail = (1 - confidence) / 2
    low = betaincinv(successes, trials - successes + 1, tail) if successes else 0.0
    high = betaincinv(successes + 1, trials - successes, 1 - tail) if successes < trials else 1.0
    return float(low), float(high)


def counted(
    outcomes: Sequence[Any] | Any,
    *,
    scope: str,
    seed: int,
    at_least: float = 0.0,
    at_most: float = 1.0,
    covers: bool = True,
) -> Evidence:
    """For a claim about a share: how often something happened in independent runs, that are yours to make.

    outcomes : (runs,), whether it happened in each run.  seed : what the runs were drawn with.
    TESTED when the whole 99% interval of the probability lies in [at_least, at_most], OPEN otherwise.
    Raises ValueError where there are no runs.
    """
    happened, runs = sum(bool(outcome) for outcome in outcomes), len(outcomes)
    low, high = fraction_interval(happened, runs)
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
