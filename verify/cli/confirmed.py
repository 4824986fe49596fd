"""Whether the referee confirms a ledger. Which it confirmed last is kept, for as long as its code is the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ..cache_folder import cache_folder, read_kept, write_kept
from ..fingerprint import engine_digest, versions
from ..referee.ledgers import Outcome, Report, recheck_ledger
from ..referee.records import seal

_KEPT = 20


def unconfirmed(ledger: Mapping[str, Any]) -> list[Report]:
    """The claims of a ledger that `read` returned which the referee does not confirm."""
    content = json.dumps([engine_digest(), versions(), seal(ledger), ledger.get("seal")], sort_keys=True)
    key = hashlib.sha256(content.encode()).hexdigest()
    file = cache_folder() / "confirmed.ledgers"
    known: list[str] = []
    with suppress(OSError, ValueError):
        data = read_kept(file)
        known = [item for item in data if isinstance(item, str)] if isinstance(data, list) else []
    if key in known:
        return []
    failed = [found for found in recheck_ledger(ledger) if found.outcome is Outcome.FAILED]
    if not failed:
        with suppress(OSError):
            write_kept(file, [key, *known][:_KEPT])
    return failed
