"""The tracked ledger of the folder where a command runs: what it says the core accepts, and whether it is stale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..referee.files import LedgerError, read_tracked
from ..referee.tracked import by_the_core, differences

TRACKED = Path("LEDGER.md")
_LOCK = TRACKED.with_suffix(".lock")


def core_claims() -> set[str]:
    """The claims that the core accepted when the lock was written; none where there is no lock."""
    return by_the_core(_LOCK.read_text(encoding="utf-8", errors="replace")) if _LOCK.is_file() else set()


def left_by_the_core(ledger: Mapping[str, Any]) -> Iterator[str]:
    """One line for each claim that the core accepted when the lock was written, and does not accept now."""
    by = {entry["id"]: entry["checked_by"] for entry in ledger["claims"]}
    for id in sorted(core_claims() & by.keys()):
        if by[id] != "core":
            yield f"{id}: the core does not accept it, as it did when {_LOCK} was written"


def stale(ledger: Mapping[str, Any]) -> Iterator[str]:
    """One line where the tracked ledger is another one."""
    try:
        tracked = read_tracked(TRACKED)
    except LedgerError as error:
        yield f"{error}; `attnverify run --ledger {TRACKED}` writes it"
        return
    found = sorted(differences(ledger, tracked))
    if found:
        id, what = found[0]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        yield f"{TRACKED} is stale; `attnverify run --ledger {TRACKED}` rewrites it; {id}: {what}{more}"
