"""Rechecking a file, be it a ledger or the record of one lemma, with the standard library alone."""

import os
from pathlib import Path

from . import lemmas
from .files import LedgerError, load, read, read_tracked
from .ledgers import Outcome, Report, compare_with_tracked, recheck_ledger


def recheck_file(path: Path, tracked: Path | None = None, jobs: int | None = None) -> list[Report]:
    """The reports on the file `path`; a ledger is compared with the table in the file `tracked` if there is one.

    jobs : how many processes judge the proofs, by default one per core; what is found does not depend on it.

    Raises LedgerError when one of the files cannot be read.
    """
    found, _ = load(path)
    if lemmas.is_record(found):
        if tracked is not None:
            raise LedgerError(f"{path}: is the record of a lemma; only a ledger is compared with a table")
        return [lemmas.recheck_record(found)]
    ledger = read(path)
    text = None if tracked is None else read_tracked(tracked)
    reports = recheck_ledger(ledger, os.cpu_count() or 1 if jobs is None else jobs)
    if text is not None and all(report.outcome is not Outcome.FAILED for report in reports):
        reports += compare_with_tracked(ledger, text)
    return reports
