"""`python -m attnverify.verify.referee LEDGER.json`: recheck a ledger with nothing but the standard library."""

import sys
import traceback
from contextlib import suppress
from pathlib import Path

from .files import LedgerError
from .ledgers import Outcome, printable, summary
from .rechecking import recheck_file
from .streams import DEFECT, OutputError, printing
from .workers import collect_seldom


def main(arguments: list[str]) -> int:
    """Print one line per claim and a count.

    0 if nothing failed, 1 if something did, 2 if there is no ledger, 70 for a defect, 130 when interrupted, 141 when
    nobody reads on.
    """
    try:
        with printing():
            return _main(arguments)
    except OutputError as ended:
        if ended.line:
            with suppress(OSError):
                print(ended.line, file=sys.stderr)
        return ended.code
    except Exception:
        traceback.print_exc()
        return DEFECT


def _main(arguments: list[str]) -> int:
    file, against, tracked = (*arguments, "", "", "")[:3]
    if not file or file.startswith("-") or len(arguments) not in (1, 3) or (against and against != "--against"):
        print("usage: python -m attnverify.verify.referee LEDGER.json [--against LEDGER.md]", file=sys.stderr)
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
    for line in summary(reports):
        print(line)
    return 1 if any(report.outcome is Outcome.FAILED for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
