"""The verdict on a claim about trained models, for one model: TESTED, REFUTED or OPEN, with margin and null."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...verdict import Verdict


@dataclass(frozen=True)
class ModelDecision:
    """What one model says of a claim.

    id : of the claim.  verdict : TESTED if the model does as the claim says, REFUTED if it does not, OPEN if the claim
    is about other models or the measurement does not decide.  measured : in words, with figures.  margin : how far the
    measurement is from the other verdict, positive for TESTED, in the unit of the measurement.  null : the same
    measurement on random weights.
    """

    id: str
    verdict: Verdict
    measured: str
    margin: float | None = None
    null: str = ""


def decided(id: str, margin: float, measured: str, null: str = "") -> ModelDecision:
    """TESTED for a margin above 0, REFUTED for one below; OPEN where it is not a number."""
    if not math.isfinite(margin):
        return undecided(id, f"{measured}; the margin is {margin}", null)
    return ModelDecision(id, Verdict.TESTED if margin > 0 else Verdict.REFUTED, measured, margin, null)


def undecided(id: str, why: str, null: str = "") -> ModelDecision:
    """OPEN, because the claim is about other models, or because the measurement does not decide."""
    return ModelDecision(id, Verdict.OPEN, why, None, null)
