"""What the last run of all claims, and of papers, printed; it holds while nothing has changed that it depends on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attnverify.verify.cli import kept
from attnverify.verify.cli.tracked_ledger import core_claims
from attnverify.verify.fingerprint import core_digest, engine_digest, versions

if TYPE_CHECKING:
    from attnverify.verify.claim import Claim
    from attnverify.verify.decision import Decision


def read(seed: int, papers: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """The lines that were printed and the faults among them, or None."""
    try:
        lines, faults = kept.read(_name(papers), also(seed, papers))
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
    papers: Sequence[str],
    since: float,
) -> None:
    """Keep the lines of a run of all claims, or of those of `papers`.

    Nothing is kept where a decision crashed, which was not kept either and is to be made again.
    """
    if not any(decision.crashed or decision.twin.crashed for decision in decisions.values()):
        kept.keep(_name(papers), [list(lines), list(faults)], claims, since, also(seed, papers))


def _name(papers: Sequence[str]) -> str:
    return "papers.run" if papers else "claims.run"


def also(seed: int, papers: Sequence[str]) -> str:
    """What the lines depend on besides sources: the programs that judge, what the lock says, the seed, what is run."""
    return json.dumps([engine_digest(), core_digest(), versions(), sorted(core_claims()), seed, sorted(set(papers))])
