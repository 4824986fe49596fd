"""Seeded draws as evidence, worth TESTED at most: how often something happens, whether a margin is ever negative."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .evidence import Evidence, open_
from .verdict import Verdict

COUNTED = "NumPy: seeded runs in double precision, 99% Clopper-Pearson interval"
DRAWN = "NumPy: seeded draws in double precision"


def fraction_interval(successes: int, trials: int, confidence: float = 0.99) -> tuple[float, float]:
    """The Clopper-Pearson interval of a probability from `successes` in `trials` independent draws.

    Raises ValueError unless 0 <= successes <= trials, trials >= 1 and 0 < confidence < 1.

    >>> [round(end, 4) for end in fraction_interval(50, 100)]
    [0.3689, 0.6311]
    """
    from scipy.special import betaincinv

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
    outcomes: Sequence[Any] | Any, *, scope: str, seed: int, at_least: float = 0.0, at_most: float = 1.0
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
        return open_(scope, COUNTED, f"{reason}; not within [{at_least}, {at_most}]")
    return Evidence(Verdict.TESTED, scope, COUNTED, reason)


def observed(margins: Mapping[str, Any], *, scope: str, seed: int, said: str = "", method: str = DRAWN) -> Evidence:
    """TESTED when no margin of any run is negative, OPEN otherwise, also for a margin that is not a number.

    margins : what must not be negative -> its value in each run, (runs,).  said : what else was seen.
    Raises ValueError where there are no margins or no runs.
    """
    import numpy as np

    worst = {says: float(np.min(values)) for says, values in margins.items()}
    runs = min((len(values) for values in margins.values()), default=0)
    if runs == 0:
        raise ValueError("no runs; give one margin and one run at least")
    shown = "; ".join(f"{says}: worst margin {value:.3g}" for says, value in worst.items())
    reason = f"{runs} runs, seed {seed}. {shown}. {said}".strip()
    if not all(value >= 0 for value in worst.values()):
        return open_(scope, method, reason)
    return Evidence(Verdict.TESTED, scope, method, reason)


def drawn(
    margin: Callable[[int], float | None], *, scope: str, draws: int, seed: int, says: str = "the margin"
) -> Evidence:
    """As `observed`, of the margins at so many random numbers from 0 to 2^32 - 1, each the seed of a draw of its own.

    margin : number -> what must not be negative, or None for a draw that does not count; another one takes its place.
    OPEN where fewer than `draws` of four times as many count.
    """
    numbers = random.Random(seed)
    found: list[float] = []
    for _ in range(4 * draws):
        if len(found) == draws:
            break
        value = margin(numbers.getrandbits(32))
        if value is not None:
            found.append(value)
    if len(found) < draws:
        return open_(scope, DRAWN, f"only {len(found)} of {4 * draws} draws count")
    return observed({says: found}, scope=scope, seed=seed)
