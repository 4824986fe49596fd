"""`attnverify run`: decide claims and report."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from verify.cache import Cache
from verify.claim import Claim
from verify.cli.claims import BadInput, all_claims, select
from verify.cli.junit import junit
from verify.cli.report import write_report
from verify.decision import Decision
from verify.ledger import build, counts, first_difference, markdown
from verify.runner import InterruptedRunError, decide_all, with_premises

_FILE = click.Path(dir_okay=False, allow_dash=True, path_type=Path)
TRACKED = Path("LEDGER.md")


@click.command(short_help="Decide claims and compare with the pinned verdicts.")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--paper", metavar="NAME", help="Only the claims of this paper, and what they rest on.")
@click.option("--jobs", type=click.IntRange(min=0), help="Worker processes; by default one per core, 0 for none.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where random draws start.")
@click.option("--fresh", is_flag=True, help="Decide again even what is cached.")
@click.option("--json", "json_file", type=_FILE, metavar="FILE", help="Write the JSON ledger ('-' for stdout).")
@click.option("--junit", "junit_file", type=_FILE, metavar="FILE", help="Write a JUnit report ('-' for stdout).")
@click.option("--html", "html_folder", type=click.Path(path_type=Path), metavar="DIR", help="Write the report, a site.")
@click.option("--summary", "summary_file", type=_FILE, metavar="FILE", help="Write a summary in Markdown.")
@click.option("--badge", "badge_file", type=_FILE, metavar="FILE", help="Write a badge as SVG.")
@click.option("--ledger", "ledger_file", type=_FILE, metavar="FILE", help="Write the table of all claims.")
@click.option("--check", is_flag=True, help="Fail also when LEDGER.md in the current directory is stale.")
@click.pass_context
def run(
    context: click.Context,
    ids: tuple[str, ...],
    paper: str | None,
    jobs: int | None,
    seed: int,
    fresh: bool,
    json_file: Path | None,
    junit_file: Path | None,
    html_folder: Path | None,
    summary_file: Path | None,
    badge_file: Path | None,
    ledger_file: Path | None,
    check: bool,
) -> None:
    """Decide the claims ID (by default all), with the claims they rest on.

    Exits with 1 when a verdict is worse or better than its pinned one.
    """
    claims = all_claims()
    chosen = with_premises((claim.id for claim in select(claims, ids, paper)), claims)
    if len(chosen) < len(claims):
        for given, option in ((ledger_file is not None, "--ledger writes"), (check, "--check compares")):
            if given:
                raise BadInput(f"{option} the table of all claims; leave out the ids and --paper")
    ledger = build(chosen, _decisions(context, chosen, seed=seed, jobs=jobs, fresh=fresh), seed)
    faults = list(_unexpected(ledger))
    if check:
        faults.extend(_stale(markdown(ledger)))
    for file, text in (
        (json_file, lambda: json.dumps(ledger, indent=1) + "\n"),
        (junit_file, lambda: junit(ledger)),
        (ledger_file, lambda: markdown(ledger)),
        (summary_file, lambda: _summary(ledger)),
        (badge_file, lambda: _badge(ledger)),
    ):
        if file is not None:
            _write(file, text)
    piped = Path("-") in (json_file, junit_file, ledger_file, summary_file, badge_file)
    if html_folder is not None:
        click.echo(write_report(ledger, html_folder), err=piped)
    for line in _report(ledger, faults):
        click.echo(line, err=piped)
    context.exit(1 if faults else 0)


def _decisions(
    context: click.Context, claims: list[Claim], *, seed: int, jobs: int | None, fresh: bool
) -> dict[str, Decision]:
    try:
        with _progress(len(claims)) as done:
            return decide_all(claims, Cache(seed), seed=seed, jobs=jobs, fresh=fresh, done=done)
    except InterruptedRunError as stopped:
        kept = len(stopped.decisions)
        click.echo(f"interrupted: {kept} of {len(claims)} claims are finished and kept in the cache", err=True)
        context.exit(130)
    except OSError as error:
        raise BadInput(f"the cache cannot be written: {error}; set ATTNVERIFY_CACHE to a folder that can be") from error


@contextmanager
def _progress(total: int) -> Iterator[Callable[[Claim, Decision], None]]:
    """A bar on stderr when someone is watching; gives what to call for each finished claim."""
    if not sys.stderr.isatty():
        yield lambda claim, decision: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("deciding", total=total)
        yield lambda claim, decision: bar.update(task, advance=1, description=claim.id)


def _unexpected(ledger: Mapping[str, Any]) -> Iterator[str]:
    for entry in ledger["claims"]:
        if entry["verdict"] != entry["expected"]:
            found = f"{entry['verdict']}, expected {entry['expected']}"
            yield f"{entry['id']}: {found}{': ' if entry['reason'] else ''}{entry['reason']}"


def _stale(decided: str) -> Iterator[str]:
    try:
        tracked = TRACKED.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        yield f"{TRACKED} cannot be read here: {error.strerror}; `attnverify run --ledger {TRACKED}` writes it"
        return
    difference = first_difference(tracked, decided)
    if difference:
        yield f"{TRACKED} is stale; `attnverify run --ledger {TRACKED}` rewrites it; {difference}"


def _report(ledger: Mapping[str, Any], faults: list[str]) -> Iterator[str]:
    entries = ledger["claims"]
    width = max((len(entry["id"]) for entry in entries), default=0)
    for entry in entries:
        yield f"{entry['id']:{width}}  {entry['verdict']:9}  {entry['title']}  [{entry['checked_by'] or 'nobody'}]"
    yield ""
    for verdict, count in counts(ledger).items():
        yield f"{count:5}  {verdict}"
    resisted = [
        f"{entry['id']}: {item['method']}: {item['reason']}"
        for entry in entries
        for item in entry["evidence"]
        if entry["verdict"] != "OPEN" and item["verdict"] == "OPEN"
    ]
    for title, found in (("undecided beside a verdict", resisted), ("not as it should be", faults)):
        if found:
            yield f"\n{title}:"
            yield from (f"  {line}" for line in found)


def _summary(ledger: Mapping[str, Any]) -> str:
    from verify.report.summary import summary

    return summary(ledger)


def _badge(ledger: Mapping[str, Any]) -> str:
    from verify.report.summary import badge

    return badge(ledger)


def _write(file: Path, text: Callable[[], str]) -> None:
    if file == Path("-"):
        click.echo(text(), nl=False)
        return
    try:
        file.write_text(text(), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file}: cannot be written: {error.strerror}") from error
