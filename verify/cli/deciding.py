"""Deciding claims on the command line: the bar, the cache, interruption, and the report for a person.

Shared by `attnverify run` and `attnverify check`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ..cache import Cache
from ..claim import Claim, DeclarationError
from ..counting import counted
from ..decision import Decision
from ..ledger import fault
from ..referee.tracked import counts, twin_word
from ..runner import InterruptedRunError, decide_all, expected_seconds
from ..verdict import Verdict
from .claims import BadInput
from .plain_text import plain
from .proof_text import counterexample
from .stopping import INTERRUPTED

# As many missing proofs are judged in this process, and of as many claims it is looked up which are missing.
_FEW, _LOOKED_UP = 12, 200
OUTPUT_FILE = click.Path(dir_okay=False, allow_dash=True, path_type=Path)


def decisions(claims: list[Claim], *, seed: int, jobs: int | None, fresh: bool) -> dict[str, Decision]:
    """The decisions of the claims, with a bar where someone is watching; exit code INTERRUPTED when stopped."""
    cache = Cache(seed)
    watched = sys.stderr.isatty()
    missing = claims
    if not fresh and (watched or len(claims) <= _LOOKED_UP):
        missing = [claim for claim in claims if cache.get(claim) is None]
    # To start a worker takes as long as to judge some proofs. What draws or derives keeps a process of its own.
    if jobs is None and len(missing) <= _FEW and all(claim.form != "computed" for claim in missing):
        jobs = 0
    try:
        with _progress({claim.id: expected_seconds(claim, cache) for claim in missing} if watched else {}) as done:
            return decide_all(claims, cache, seed=seed, jobs=jobs, fresh=fresh, done=done)
    except InterruptedRunError as stopped:
        kept = len(stopped.decisions)
        click.echo(f"interrupted: {kept} of {counted(len(claims), 'claim')} finished and kept in the cache", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from stopped
    except DeclarationError as error:
        raise BadInput(str(error)) from error
    finally:
        if cache.unwritable:
            says = f"nothing is kept: {cache.unwritable}; ATTNVERIFY_CACHE may name a folder that can be written"
            click.echo(says, err=True)


@contextmanager
def _progress(seconds: Mapping[str, float]) -> Iterator[Callable[[Claim, Decision], None]]:
    """A bar on stderr where there is something to watch; gives what to call for each finished claim.

    seconds : what is expected of the claims, which the bar measures: some take a thousand times as long as others.
    """
    if not seconds:
        yield lambda claim, decision: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, speed_estimate_period=3600.0) as bar:
        task = bar.add_task("deciding", total=sum(seconds.values()))
        yield lambda claim, decision: bar.update(task, advance=seconds.get(claim.id, 0.0), description=claim.id)


def unexpected(ledger: Mapping[str, Any]) -> Iterator[str]:
    """One line for each claim that is not as it should be; where it came out false, the counterexample below it."""
    for entry in ledger["claims"]:
        found = fault(entry)
        if found:
            yield f"{entry['id']}: {found}"
            if Verdict(entry["verdict"]).fails:
                yield from counterexample(entry, "    ")


def report_lines(ledger: Mapping[str, Any], faults: list[str]) -> Iterator[str]:
    """The verdicts, how many there are of each, the twins, and the faults."""
    entries = ledger["claims"]
    width = max((len(entry["id"]) for entry in entries), default=0)
    for entry in entries:
        title, by = plain(entry["title"]), entry["checked_by"] or "nobody"
        yield f"{entry['id']:{width}}  {entry['verdict']:12}  {title}  [{by}]"
    yield ""
    for verdict, count in counts(ledger).items():
        yield f"{count:5}  {verdict}"
    words = Counter(twin_word(entry) for entry in entries)
    yield f"false twins: {', '.join(f'{count} {word}' for word, count in sorted(words.items())) or 'none'}"
    if faults:
        yield "\nnot as it should be:"
        yield from (f"  {line}" for line in faults)


def last_line(faults: list[str], seconds: float) -> str:
    """Whether all is as expected, and how long it took."""
    wrong = sum(not line.startswith(" ") for line in faults)
    minutes, rest = divmod(round(seconds), 60)
    return f"\n{f'{wrong} not as expected' if wrong else 'all as expected'}, in {minutes}:{rest:02}"
