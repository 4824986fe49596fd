"""Evidence from a batch of seeded runs: every run has a margin, and the worst one is reported."""

from collections.abc import Mapping
from typing import Any

from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.lazy import lazy
from attnverify.verify.verdict import Rung

np = lazy("numpy")

METHOD = "NumPy: seeded runs in double precision, Runge-Kutta of order 4 projected at every step"


def observed(
    margins: Mapping[str, Any], *, scope: str, seed: int, said: str = "", method: str = METHOD, covers: bool = True
) -> Evidence:
    """TESTED when no margin of any run is negative, OPEN otherwise, also for a margin that is not a number.

    margins : what must not be negative -> its value in each run, (runs,).  said : what else was seen.
    """
    worst = {says: float(np.min(values)) for says, values in margins.items()}
    runs = len(next(iter(margins.values())))
    shown = "; ".join(f"{says}: worst margin {value:.3g}" for says, value in worst.items())
    reason = f"{runs} runs, seed {seed}. {shown}. {said}".strip()
    if not all(value >= 0 for value in worst.values()):
        return open_(scope, method, reason, covers=covers)
    certificate = {
        "kind": "sample",
        "examples": runs,
        "discarded": 0,
        "seed": seed,
        "worst_margin": f"{min(worst.values()):.3g}",
        "worst": {says: f"{value:.3g}" for says, value in worst.items()},
    }
    return Evidence(Rung.TESTED, scope, method, covers=covers, certificate=certificate, reason=reason)
