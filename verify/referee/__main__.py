"""`python -m verify.referee LEDGER.json`: recheck a ledger with nothing but the standard library."""

from __future__ import annotations

import sys
from pathlib import Path

from verify.referee.files import LedgerError
from verify.referee.ledgers import Outcome, printable, summary
from verify.referee.rechecking import recheck_file
from verify.referee.streams import OutputError, printing
from verify.referee.workers import collect_seldom


def main(arguments: list[str]) -> int:
    """Print one line per claim and a count.

    0 if nothing failed, 1 if something did, 2 if there is no ledger, 130 when interrupted, 141 when nobody reads on.
    """
    file, against, tracked = (*arguments, "", "", "")[:3]
    if not file or file.startswith("-") or len(arguments) not in (1, 3) or (against and against != "--against"):
        print("usage: python -m verify.referee LEDGER.json [--against LEDGER.md]", file=sys.stderr)
        return 2
    collect_seldom()
    try:
        reports = recheck_file(Path(file), Path(tracked) if tracked else None)
    except LedgerError as error:
        print(printable(f"error: {error}"), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    try:
        with printing():
            for line in summary(reports):
                print(line)
    except OutputError as ended:
        if ended.line:
            print(ended.line, file=sys.stderr)
        return ended.code
    return 1 if any(report.outcome is Outcome.FAILED for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
