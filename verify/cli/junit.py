"""A run as JUnit XML, for continuous integration services."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

from verify.cli.certificate_text import counterexample
from verify.ledger import fault


def junit(ledger: Mapping[str, Any]) -> str:
    """One test case per claim; one that is not as it should be is a failure."""
    entries = ledger["claims"]
    failures = sum(bool(fault(entry)) for entry in entries)
    suite = ElementTree.Element("testsuite", name="attnverify", tests=str(len(entries)), failures=str(failures))
    for entry in entries:
        seconds = sum(item["seconds"] for item in entry["evidence"])
        case = ElementTree.SubElement(
            suite, "testcase", classname=entry["paper"], name=entry["id"], time=f"{seconds:.3f}"
        )
        if fault(entry):
            message = f"{entry['verdict']}, expected {entry['expected']}"
            ElementTree.SubElement(case, "failure", message=message).text = "\n".join(
                [fault(entry), *counterexample(entry)]
            )
        else:
            ElementTree.SubElement(case, "system-out").text = f"{entry['verdict']}: {entry['scope']}"
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"
