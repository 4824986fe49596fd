"""`attnverify run`: decide claims and report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic, time
from typing import Any

import click

from ..ledger import build, untrusted
from ..verdict import Verdict
from . import kept_run
from .claims import BadInput, all_claims, select, with_what_they_rest_on
from .deciding import OUTPUT_FILE, decisions, last_line, report_lines, unexpected
from .findings import github_lines, write_outputs
from .output_files import STDOUT, require_distinct
from .report import write_report
from .tracked_ledger import left_by_the_core, stale


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--paper", "papers", multiple=True, metavar="NAME", help="Only the claims of this paper, and what they rest on."
)
@click.option(
    "--require",
    type=click.Choice([verdict.value for verdict in Verdict]),
    metavar="VERDICT",
    help="Fail unless the named claims have this verdict, or one that says more for them; whatever is pinned.",
)
@click.option("--jobs", type=click.IntRange(min=0), help="Worker processes; by default one per core, 0 for none.")
@click.option("--seed", type=int, default=0, show_default=True, help="Where random draws start.")
@click.option("--fresh", is_flag=True, help="Decide again even what is cached.")
@click.option("--json", "json_file", type=OUTPUT_FILE, metavar="FILE", help="Write the JSON ledger ('-' for stdout).")
@click.option("--junit", "junit_file", type=OUTPUT_FILE, metavar="FILE", help="Write a JUnit report ('-' for stdout).")
@click.option("--sarif", "sarif_file", type=OUTPUT_FILE, metavar="FILE", help="Write what is wrong as SARIF.")
@click.option("--html", "html_folder", type=click.Path(path_type=Path), metavar="DIR", help="Write the report, a site.")
@click.option("--summary", "summary_file", type=OUTPUT_FILE, metavar="FILE", help="Write a summary in Markdown.")
@click.option("--badge", "badge_file", type=OUTPUT_FILE, metavar="FILE", help="Write a badge as SVG.")
@click.option("--ledger", "ledger_file", type=OUTPUT_FILE, metavar="FILE", help="Write the table and its lock.")
@click.option("--check", is_flag=True, help="Fail also when LEDGER.md in the current directory is stale.")
@click.pass_context
def run(
    context: click.Context,
    /,
    ids: tuple[str, ...],
    papers: tuple[str, ...],
    require: str | None,
    jobs: int | None,
    seed: int,
    fresh: bool,
    html_folder: Path | None,
    check: bool,
    **files: Path | None,
) -> None:
    """Decide the claims ID (by default all), with the claims they rest on.

    Exits with 1 when a verdict is worse or better than its pinned one; with --require PROVED when one of the claims ID
    is not PROVED, be it REFUTED as it is pinned. In a job of GitHub what is wrong is annotated at its file and line.
    """
    started, since = monotonic(), time()
    ledger_file = files["ledger_file"]
    files["lock_file"] = None if ledger_file in (None, STDOUT) else ledger_file.with_suffix(".lock")
    require_distinct(*files.values())
    # Of all claims or of papers, for a reader alone: the lines that were printed last, if nothing has changed since.
    alone = not (ids or require or any(files.values()) or html_folder or check)
    name = "papers.run" if papers else "claims.run"
    known = kept_run.read(name, seed, papers) if alone and not fresh else None
    if known is not None:
        lines, faults = known
        click.echo("\n".join([*lines, last_line(faults, monotonic() - started)]))
        context.exit(1 if faults else 0)
    claims = all_claims(links=not ids)  # those of claims that are decided are looked at then
    asked = [claim.id for claim in select(claims, ids, papers)]
    chosen = with_what_they_rest_on(asked, claims)
    if len(chosen) < len(claims) and (ledger_file is not None or check):
        does = "--check compares the table" if ledger_file is None else "--ledger writes the table"
        raise BadInput(f"{does} of all claims; leave out the ids and --paper")
    found = decisions(chosen, seed=seed, jobs=jobs, fresh=fresh)
    ledger = build(chosen, found, seed, jobs)
    faults = list(unexpected(ledger) if require is None else _short_of(Verdict(require), asked, ledger))
    faults.extend(left_by_the_core(ledger))
    if check:
        faults.extend(stale(ledger))
    piped = write_outputs(ledger, faults, files)
    if html_folder is not None:
        click.echo(write_report(ledger, html_folder), err=piped)
    lines = list(report_lines(ledger, faults))
    if alone:
        kept_run.keep(name, lines, faults, chosen, found, seed, papers, since)
    lines += github_lines(ledger, faults)
    click.echo("\n".join([*lines, last_line(faults, monotonic() - started)]), err=piped)
    context.exit(1 if faults else 0)


def _short_of(demand: Verdict, asked: Sequence[str], ledger: Mapping[str, Any]) -> Iterator[str]:
    """One line for each claim asked for whose verdict does not meet what is demanded, or is not to be trusted."""
    entries = {entry["id"]: entry for entry in ledger["claims"]}
    for id in asked:
        entry = entries[id]
        if not Verdict(entry["verdict"]).meets(demand):
            yield f"{id}: {entry['verdict']}, required {demand.value}"
        elif untrusted(entry):
            yield f"{id}: {untrusted(entry)}"
