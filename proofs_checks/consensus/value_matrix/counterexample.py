"""Refutations of statements about trajectories: proved steps that make a finite witness contradict the conclusion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import verify.deciders as decide
from verify.evidence import Evidence, conjunction, open_
from verify.verdict import Verdict


def counterexample(
    steps: Mapping[str, Evidence],
    values: Mapping[str, Any],
    violates: Sequence[str],
    *,
    hypotheses: Sequence[str],
    scope: str,
    method: str,
) -> Iterator[Evidence]:
    """The argument, then the refutation by `values`; OPEN, and no refutation, where a step is not proved.

    steps : what leads from the relations `violates` to a trajectory that contradicts the conclusion.
    """
    argument = conjunction(steps, scope=scope)
    if argument.verdict is not Verdict.PROVED:
        yield open_(scope, method, f"a step of the argument is not proved: {argument.reason}")
        return
    yield argument.narrowed(f"why the witness contradicts the conclusion: {scope}")
    yield decide.refutation(values, violates, hypotheses=hypotheses, scope=scope, method=method)
