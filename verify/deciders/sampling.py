"""Searching for counterexamples among drawn instances; a found one counts only as an exact witness."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import isnan
from typing import Any
from unittest.mock import patch

import numpy as np
from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from hypothesis.strategies import SearchStrategy

from attnverify.verify.deciders.witnesses import refutation
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.verdict import Rung

METHOD = "hypothesis: property search"
_SHOWN = 400

Witness = Callable[[Any], tuple[dict[str, Any], Sequence[Any]] | None]


class _Count:
    """What happened to the drawn instances."""

    def __init__(self) -> None:
        self.tried = 0
        self.discarded = 0
        self.worst: Any = None
        self.instance: Any = None
        self.failing: list[Any] = []
        self.failed = False
        self.undecided = 0


def search(
    strategy: SearchStrategy[Any],
    margin: Callable[[Any], Any],
    *,
    scope: str,
    examples: int = 200,
    seed: int = 0,
    witness: Witness | None = None,
    covers: bool = True,
) -> Evidence:
    """Look for an instance with a negative margin.

    strategy : draws instances; the same seed draws the same ones.
    margin : instance -> a number (no bool) that must be >= 0; None discards the instance, NaN leaves it undecided.
    witness : failing instance -> (values, relations that contradict the conclusion), exact, or None.

    TESTED with counts and the worst margin; REFUTED when the referee confirms the witness of a failing instance; OPEN
    for a failure without a confirmed witness, for a NaN, and when nothing but discards was drawn.
    """
    count = _Count()
    _draw(strategy, margin, examples, seed, count)
    if count.undecided:
        return open_(scope, METHOD, f"{count.undecided} of the margins are not numbers", covers=covers)
    for instance in reversed(count.failing):
        exact = witness(instance) if witness is not None else None
        if exact is None:
            continue
        values, violates = exact
        found = refutation(values, violates, scope=scope, method=METHOD)
        if found.rung is Rung.REFUTED:
            return found
    if count.failing:
        where = _short(count.failing[-1])
        return open_(scope, METHOD, f"a margin of {count.worst} at {where}, without a confirmed witness", covers=covers)
    if count.tried == 0:
        return open_(scope, METHOD, f"all {count.discarded} drawn instances were discarded", covers=covers)
    certificate = {
        "kind": "sample",
        "examples": count.tried,
        "discarded": count.discarded,
        "seed": seed,
        "worst_margin": str(count.worst),
        "worst": {"instance": _short(count.instance)},
    }
    reason = f"{count.tried} instances, {count.discarded} discarded, worst margin {count.worst}"
    return Evidence(Rung.TESTED, scope, METHOD, covers=covers, certificate=certificate, reason=reason)


def _draw(
    strategy: SearchStrategy[Any], margin: Callable[[Any], Any], examples: int, start: int, count: _Count
) -> None:
    """Draw the instances; a failing one is shrunk by hypothesis, and every failing one met is kept."""

    def examine(instance: Any) -> None:
        found = margin(instance)
        if found is None:
            count.discarded += 1
            assume(False)
        if isinstance(found, (bool, np.bool_)):
            raise TypeError(f"a margin is {found}; a number is needed, since False would count as 0 and pass")
        if isinstance(found, float) and isnan(found):
            count.undecided += 1
            return
        if not count.failed:
            count.tried += 1
        if count.worst is None or found < count.worst:
            count.worst, count.instance = found, instance
        if not found >= 0:
            count.failed = True
            count.failing.append(instance)
            raise _NegativeMarginError

    property_ = seed(start)(
        settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=False,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
            print_blob=False,
        )(given(strategy)(examine))
    )
    with suppress(_NegativeMarginError, Unsatisfiable), _reproducible():  # both are in the count
        property_()


@contextmanager
def _reproducible() -> Iterator[None]:
    """The same draws in every process: hypothesis would also try constants of whatever modules are loaded."""
    try:
        with patch.object(providers, "_get_local_constants", Constants):
            providers.CONSTANTS_CACHE.cache.clear()
            yield
    finally:
        providers.CONSTANTS_CACHE.cache.clear()


class _NegativeMarginError(AssertionError):
    """A drawn instance failed; hypothesis shrinks it."""


def _short(instance: Any) -> str:
    shown = repr(instance)
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 3] + "..."
