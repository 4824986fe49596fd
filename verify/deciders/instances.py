"""Exact instances: a statement evaluated in exact arithmetic at a list of seeded random points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from attnverify.verify.deciders.witnesses import refutation
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.verdict import Rung


@dataclass(frozen=True)
class Trial:
    """One instance: whether the statement held there, and the data that would refute it if it did not.

    holds : decided exactly; None discards the instance (a hypothesis does not hold there).
    values, violates : the witness for the referee when `holds` is False.
    """

    holds: bool | None
    values: Mapping[str, Any]
    violates: Sequence[str] = ()


def exact_instances(
    trial: Callable[[np.random.Generator], Trial],
    *,
    scope: str,
    method: str,
    examples: int = 20,
    seed: int = 0,
    hypotheses: Sequence[str] = (),
) -> Evidence:
    """CERTIFIED at `examples` instances, REFUTED with the first exact witness, OPEN when every draw was discarded.

    The scope is the list of instances, so the evidence never covers a claim about all sizes: it cross-checks one.
    `trial` is called with a fresh generator seeded by (seed, number of the draw).
    """
    held = discarded = 0
    while held < examples and held + discarded < 20 * examples:
        outcome = trial(np.random.default_rng([seed, held + discarded]))
        if outcome.holds is None:
            discarded += 1
        elif outcome.holds:
            held += 1
        else:
            return refutation(
                outcome.values, outcome.violates, hypotheses=hypotheses, scope="an exact instance", method=method
            )
    if held < examples:
        reason = f"only {held} of {examples} instances satisfied the hypotheses, {discarded} were discarded"
        return open_(scope, method, reason, covers=False)
    # No certificate: at each listed instance it is the word of the tool that computed there, not that of a sample.
    reason = f"every one of {held} instances held exactly; {discarded} discarded, seed {seed}"
    return Evidence(Rung.CERTIFIED, f"{held} exact instances: {scope}", method, covers=False, reason=reason)
