"""What a run found, in files, and for other programs: JUnit XML, SARIF, annotations of GitHub, with file and line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from ..ledger import file_text
from ..referee.tracked import lock, table
from ..report.summary import badge, summary
from .output_files import STDOUT, write_text
from .proof_text import counterexample

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def write_outputs(ledger: Mapping[str, Any], faults: Sequence[str], files: Mapping[str, Path | None]) -> bool:
    """Write what was asked for of a ledger; whether something went to stdout."""
    made: dict[str, Callable[[], str]] = {
        "json_file": lambda: file_text(ledger), "junit_file": lambda: junit(ledger, faults),
        "sarif_file": lambda: sarif(ledger, faults), "ledger_file": lambda: table(ledger),
        "lock_file": lambda: lock(ledger), "summary_file": lambda: summary(ledger), "badge_file": lambda: badge(ledger),
    }  # fmt: skip
    for name, file in files.items():
        if file is not None:
            write_text(file, made[name]())
    return STDOUT in files.values()


def by_claim(faults: Sequence[str]) -> dict[str, str]:
    """What is wrong with each claim, from the lines that a run prints; the indented ones say more of the one before."""
    parts = (line.partition(": ") for line in faults if not line.startswith(" "))
    return {id: said for id, _, said in parts}


def place(entry: Mapping[str, Any]) -> tuple[str, int]:
    """File and line of a claim of a ledger; line 1 where none is known."""
    file, _, line = entry["place"].partition(", line ")
    return file, int(line or 1)


def junit(ledger: Mapping[str, Any], faults: Sequence[str]) -> str:
    """One test case per claim, with its verdict as a property; one that is not as it should be is a failure."""
    entries, wrong = ledger["claims"], by_claim(faults)
    failures = str(sum(entry["id"] in wrong for entry in entries))
    suite = ElementTree.Element("testsuite", name="attnverify", tests=str(len(entries)), failures=failures)
    for entry in entries:
        file, line = place(entry)
        seconds = f"{entry['evidence']['seconds'] if entry['evidence'] else 0:.3f}"
        case = ElementTree.SubElement(
            suite, "testcase", classname=entry["paper"], name=entry["id"], file=file, line=str(line), time=seconds
        )
        properties = ElementTree.SubElement(case, "properties")
        ElementTree.SubElement(properties, "property", name="verdict", value=entry["verdict"])
        if entry["id"] in wrong:
            failure = ElementTree.SubElement(case, "failure", message=wrong[entry["id"]])
            failure.text = "\n".join([wrong[entry["id"]], *counterexample(entry)])
        else:
            ElementTree.SubElement(case, "system-out").text = f"{entry['verdict']}: {entry['scope']}"
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def sarif(ledger: Mapping[str, Any], faults: Sequence[str]) -> str:
    """The claims that are not as they should be, in the Static Analysis Results Interchange Format 2.1.0."""
    results = []
    for entry, said in _wrong(ledger, faults):
        file, line = place(entry)
        where = {"physicalLocation": {"artifactLocation": {"uri": file}, "region": {"startLine": line}}}
        message = {"text": f"{entry['id']}: {said}"}
        results.append({"ruleId": "verdict", "level": "error", "message": message, "locations": [where]})
    rule = {"id": "verdict", "shortDescription": {"text": "The verdict on a claim is not the one that is demanded."}}
    driver = {"name": "attnverify", "version": version("attnverify"), "rules": [rule]}
    run = {"tool": {"driver": driver}, "results": results}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def github_lines(ledger: Mapping[str, Any], faults: Sequence[str]) -> Iterator[str]:
    """A line for each claim that is not as it should be, which GitHub shows beside its source; nothing elsewhere."""
    if os.environ.get("GITHUB_ACTIONS") != "true":
        return
    for entry, said in _wrong(ledger, faults):
        file, line = place(entry)
        text = f"{entry['id']}: {said}".replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
        yield f"::error file={file},line={line},title={entry['verdict']}::{text}"


def _wrong(ledger: Mapping[str, Any], faults: Sequence[str]) -> Iterator[tuple[Mapping[str, Any], str]]:
    wrong = by_claim(faults)
    yield from ((entry, wrong[entry["id"]]) for entry in ledger["claims"] if entry["id"] in wrong)
