"""Forged ledgers: what `attnverify recheck --against LEDGER.md` finds when everything is sealed again afterwards.

`make bench-forgeries`, or `python benchmarks/forgeries.py ledger.json LEDGER.md --count 5000 --seeds 0 1`, rechecks the
ledger once, draws so many mutations (`ledger_mutations.py`) and lists what was not found: harmless kinds with their
reasons, and anything else by itself, with exit code 1.

A forgery is compared with the ledger it was made of, line by line of the table, and only the claims it touches, with
those that they cite, are judged again: the tests see that a recheck of the whole ledger finds as much.
"""

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

# Beside this file.
from ledger_mutations import Ledger, mutated, with_cited

from attnverify.verify.referee.files import read, read_tracked
from attnverify.verify.referee.ledgers import Outcome, compare_with_tracked, recheck_ledger
from attnverify.verify.referee.tracked import lock

# Mutations that change neither a sentence nor a verdict and leave behind what is valid: patterns, and why it is.
HARMLESS = {
    r"\w+: place": "where the claim stands in the sources; nothing is decided or shown by it",
    r"(digit|sign): proof\.data\.(instance|refuted\.instance|twin\.instance)\..+|twin: instance\..+": (
        "another instance: it is evaluated, and everything given holds there, or the same is false, as before"
    ),
    r"tree: proof\..+|(digit|sign): proof\.data\.(proof|refuted)\..+": (
        "another proof of the same, which the kernel accepts: a bound letter with another name, an equal term"
    ),
    r"(digit|sign): evidence\.(reason|method)": "a remark beside a computation, which is not repeated",
    r"(digit|sign): argument": "words that a person must read; they join the same claims",
}


class Recheck:
    """Rechecks of forged copies of one ledger, which itself agrees with the tracked table and passes.

    Raises ValueError where it does not.
    """

    def __init__(self, ledger: Ledger, tracked: tuple[str, str]) -> None:
        self._ledger, self._tracked = ledger, tracked
        if not self.passes(ledger):
            raise ValueError("the ledger that is to be forged does not pass itself")

    def passes(self, ledger: Ledger) -> bool:
        """Whether a recheck of the whole ledger against the table finds nothing."""
        reports = recheck_ledger(ledger) + compare_with_tracked(ledger, self._tracked)
        return all(report.outcome is not Outcome.FAILED for report in reports)

    def finds(self, forged: Ledger) -> bool:
        """Whether a recheck of a forged copy fails: its table, or the claims that were touched, with what they cite."""
        old, new = self._ledger["claims"], forged["claims"]
        if len(old) != len(new):
            return True
        touched = [(one, other) for one, other in zip(old, new, strict=True) if one is not other and one != other]
        # The table is one line after the other, and its head counts what stands in them.
        before = lock({**forged, "claims": [one for one, _ in touched]})
        if before != lock({**forged, "claims": [other for _, other in touched]}):
            return True
        part = with_cited({claim["id"]: claim for claim in new}, [other["id"] for _, other in touched])
        reports = recheck_ledger({**forged, "claims": list(part.values())})
        return any(report.outcome is Outcome.FAILED for report in reports)


def changes(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Where two nested data differ, apart from digests, and what stands there."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in old:
            if "digest" not in key:
                yield from changes(old[key], new[key], f"{path}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, pair in enumerate(zip(old, new, strict=True)):
            yield from changes(*pair, f"{path}.{number}")
    elif old != new:
        yield f"{path}: {str(old)[:300]} -> {str(new)[:300]}"


def reason(what: str) -> str:
    """Why a mutation that was not found is harmless; empty where nothing is listed."""
    return next((why for pattern, why in HARMLESS.items() if re.fullmatch(pattern, what)), "")


def _forgeries(ledger: Ledger, count: int, seeds: Sequence[int]) -> Iterator[tuple[Ledger, str]]:
    for seed in seeds:
        draw = random.Random(seed)
        yield from (mutated(ledger, draw) for _ in range(count))


def main() -> int:
    """Draw mutations of a ledger, count what is found, and list what is not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ledger", type=Path)
    parser.add_argument("tracked", type=Path)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    given = parser.parse_args()
    ledger: dict[str, Any] = read(given.ledger)
    ledger.pop("seal", None)
    found: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    recheck = Recheck(ledger, read_tracked(given.tracked))
    for forged, what in _forgeries(ledger, given.count, given.seeds):
        if recheck.finds(forged):
            found[what.partition(":")[0]] += 1
            continue
        why = reason(what) or "NOT LISTED AS HARMLESS"
        missed[why] += 1
        pairs = zip(ledger["claims"], forged["claims"], strict=True)
        told = [change for one, other in pairs for change in changes(one, other, one["id"])]
        print(f"not found: {what}  [{why}]", *told, sep="\n    ", flush=True)
    print(f"{found.total() + missed.total()} mutations, {found.total()} found: {dict(found.most_common())}")
    for why, times in missed.most_common():
        print(f"{times:6} not found: {why}")
    return 1 if "NOT LISTED AS HARMLESS" in missed else 0


if __name__ == "__main__":
    sys.exit(main())
