"""`python -m verify.referee LEDGER.json`: recheck a ledger with nothing but the standard library."""

from __future__ import annotations

import sys
from pathlib import Path

from verify.referee.ledgers import LedgerError, Outcome, read, recheck_ledger, summary


def main(arguments: list[str]) -> int:
    """Print one line per claim and a count; 0 if nothing failed, 1 if something did, 2 if there is no ledger."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python -m verify.referee LEDGER.json", file=sys.stderr)
        return 2
    try:
        reports = recheck_ledger(read(Path(arguments[0])))
    except LedgerError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for line in summary(reports):
        print(line)
    return 1 if any(report.outcome is Outcome.FAILED for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
