"""Refutations of statements about trajectories: proved steps that make a finite witness contradict the conclusion."""

from collections.abc import Mapping, Sequence
from typing import Any

import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus.refutations import completed
from attnverify.verify.evidence import Evidence, conjunction


def counterexample(
    steps: Mapping[str, Evidence],
    values: Mapping[str, Any],
    violates: Sequence[str],
    *,
    says: str,
    scope: str,
    method: str,
) -> Evidence:
    """The refutation by `values`, together with the argument; OPEN where a step of the argument is not proved.

    steps : what leads from the relations `violates` to a trajectory that contradicts the conclusion.
    says : what that trajectory does.
    """
    point = decide.refutation(values, violates, scope=scope, method=method)
    return completed(point, conjunction(steps, scope=scope), says)
