"""What the last run of all claims printed; it holds while nothing has changed that a decision depends on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from verify.claim import Claim
from verify.cli import kept
from verify.decision import Decision
from verify.fingerprint import engine_digest, versions

_NAME = "claims.run"


def read(seed: int) -> tuple[list[str], list[str]] | None:
    """The lines that were printed and the faults among them, or None."""
    try:
        lines, faults = kept.read(_NAME, _also(seed))
    except (TypeError, ValueError):
        return None
    texts = all(isinstance(found, list) and all(isinstance(line, str) for line in found) for found in (lines, faults))
    return (lines, faults) if texts else None


def keep(
    lines: Sequence[str],
    faults: Sequence[str],
    claims: Sequence[Claim],
    decisions: Mapping[str, Decision],
    seed: int,
    since: float,
) -> None:
    """Keep the lines of a run of all claims, unless a decision crashed: what was not kept is to be decided again."""
    if not any(decision.crashed or decision.twin.crashed for decision in decisions.values()):
        kept.keep(_NAME, [list(lines), list(faults)], claims, since, _also(seed))


def _also(seed: int) -> str:
    return json.dumps([engine_digest(), versions(), seed])
