"""What a run or a page printed last; it holds while nothing has changed that it depends on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..fingerprint import core_digest, engine_digest, versions
from . import kept
from .tracked_ledger import core_claims

if TYPE_CHECKING:
    from ..claim import Claim
    from ..decision import Decision


def read(name: str, seed: int, more: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """The lines that were printed and the faults among them, or None."""
    try:
        lines, faults = kept.read(name, also(seed, more))
    except (TypeError, ValueError):
        return None
    texts = all(isinstance(found, list) and all(isinstance(line, str) for line in found) for found in (lines, faults))
    return (lines, faults) if texts else None


def keep(
    name: str,
    lines: Sequence[str],
    faults: Sequence[str],
    claims: Sequence[Claim],
    decisions: Mapping[str, Decision],
    seed: int,
    more: Sequence[str],
    since: float,
) -> None:
    """Keep what was printed of the decided claims.

    Nothing is kept where a decision crashed, which was not kept either and is to be made again.
    """
    if not any(decision.crashed or decision.twin.crashed for decision in decisions.values()):
        kept.keep(name, [list(lines), list(faults)], claims, since, also(seed, more))


def also(seed: int, more: Sequence[str]) -> str:
    """What it depends on besides sources: the programs that judge, what the lock says, the seed, what was asked for."""
    return json.dumps([engine_digest(), core_digest(), versions(), sorted(core_claims()), seed, sorted(set(more))])
