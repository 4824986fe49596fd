"""A run as JUnit XML, for continuous integration services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree


def junit(ledger: Mapping[str, Any]) -> str:
    """One test case per claim; a verdict that differs from the pinned one is a failure."""
    entries = ledger["claims"]
    failures = sum(entry["verdict"] != entry["expected"] for entry in entries)
    suite = ElementTree.Element("testsuite", name="attnverify", tests=str(len(entries)), failures=str(failures))
    for entry in entries:
        seconds = sum(item["seconds"] for item in entry["evidence"])
        case = ElementTree.SubElement(
            suite, "testcase", classname=entry["paper"], name=entry["id"], time=f"{seconds:.3f}"
        )
        if entry["verdict"] != entry["expected"]:
            message = f"{entry['verdict']}, expected {entry['expected']}"
            ElementTree.SubElement(case, "failure", message=message).text = entry["reason"]
        else:
            ElementTree.SubElement(case, "system-out").text = f"{entry['verdict']}: {entry['scope']}"
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
