"""Forged ledgers: what `attnverify recheck --against LEDGER.md` finds when everything is sealed again afterwards.

`make bench-forgeries`, or `python benchmarks/forgeries.py ledger.json LEDGER.md --count 5000 --seeds 0 1 --commands 2`,
rechecks the ledger once, draws so many mutations (`ledger_mutations.py`) and lists what was not found: harmless kinds
with their reasons, and anything else by itself, with exit code 1. So many of the first ones also meet the real command.

A forgery is compared with the ledger it was made of, line by line of the table, and only the claims it touches are
judged again, those they cite where what they say has changed. One that is not found so is rechecked whole.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

# Beside this file.
from ledger_mutations import Ledger, mutated, with_cited

from attnverify.verify.referee import proofs
from attnverify.verify.referee.files import read, read_tracked
from attnverify.verify.referee.judges import Judge, Judged
from attnverify.verify.referee.ledgers import Outcome, compare_with_tracked, recheck_ledger
from attnverify.verify.referee.records import seal
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

_Known = dict[str, list[tuple[Mapping[str, str], Judged]]]


class JudgedOnce(Judge):
    """Judges as the kernel does, but nothing twice.

    known : what was judged, by the data of the claim, each time with the statements that it cited; it is judged again
        where one of these says something else.
    """

    def __init__(self, known: _Known, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self._known = known

    def judged(self, id: str) -> Judged:
        """What the kernel says of the claim `id`, now or earlier."""
        earlier = self._known.setdefault(self._texts[id], [])
        for cited, found in earlier:
            if all(self._says(name) == says for name, says in cited.items()):
                return found
        found = super().judged(id)
        earlier.append(({name: self._says(name) for name in self._cited}, found))
        return found

    def _says(self, id: str) -> str:
        return _statement(self._texts[id]) if id in self._texts else ""


@cache
def _statement(text: str) -> str:
    return json.dumps(json.loads(text).get("statement"))


@contextmanager
def judging_once() -> Iterator[None]:
    """Whatever the kernel judges inside the block is judged once."""
    known: _Known = {}
    with patch.object(proofs, "Judge", partial(JudgedOnce, known)):
        yield


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
        """Whether a recheck of a forged copy fails: its table, the claims that were touched, or else anything."""
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
        return any(report.outcome is Outcome.FAILED for report in reports) or not self.passes(forged)


def command_finds(forged: Ledger, tracked: Path) -> bool:
    """Whether the real command, on a sealed file, finds the forgery."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.json"
        path.write_text(json.dumps({**forged, "seal": seal(forged)}))
        run = [sys.executable, "-m", "attnverify", "recheck", str(path), "--against", str(tracked)]
        return subprocess.run(run, capture_output=True, check=False).returncode == 1


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
    parser.add_argument("--commands", type=int, default=0)
    given = parser.parse_args()
    ledger: dict[str, Any] = read(given.ledger)
    ledger.pop("seal", None)
    found: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    with judging_once():
        recheck = Recheck(ledger, read_tracked(given.tracked))
        for number, (forged, what) in enumerate(_forgeries(ledger, given.count, given.seeds)):
            noticed = recheck.finds(forged)
            if number < given.commands and command_finds(forged, given.tracked) is not noticed:
                raise SystemExit(f"the command disagrees about {what}")
            if noticed:
                found[what.partition(":")[0]] += 1
            else:
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
