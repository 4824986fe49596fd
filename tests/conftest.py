"""Fixtures of all tests: a registry of one's own, small claims, a folder of one's own."""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from attnverify.verify import formal, registry
from attnverify.verify.claim import Claim, Paper, Source, Twin
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.verdict import Verdict

PAPER = Paper("testing", "A paper for tests")


def tested(**changes: Any) -> Evidence:
    """Evidence of draws that speak for a claim."""
    return replace(Evidence(Verdict.TESTED, "9 draws", "NumPy: draws", "worst margin 1"), **changes)


def square(constant: int = 1) -> Evidence:
    """A check that tells its claim from its twin."""
    return tested() if constant == 1 else open_("9 draws", "NumPy: draws", "a negative margin")


@pytest.fixture(autouse=True)
def _forget_the_example() -> Iterator[None]:
    """The example file of claims is run from several folders, each of which joins the module search path."""
    path = list(sys.path)
    yield
    sys.path[:] = path
    sys.modules.pop("my_claims", None)


@pytest.fixture(name="tested")
def _tested() -> Callable[..., Evidence]:
    return tested


@pytest.fixture
def make() -> Callable[..., Claim]:
    """A claim of the test's own; fields that are not given are well-formed, and the check tells its twin apart."""

    def build(**changes: Any) -> Claim:
        fields: dict[str, Any] = {
            "id": "TST-1", "title": "A square", "statement": "(x + 1)^2 = x^2 + 2 x + 1 for positive x.",
            "source": Source(PAPER, "Lemma 1"), "kind": "identity",
            "twin": Twin("another constant", {"constant": 2}), "expected": Verdict.TESTED, "check": square,
            "module": __name__,
        }  # fmt: skip
        return Claim(**{**fields, **changes})

    return build


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> dict[str, Claim]:
    """An empty registry without entry points, for the time of one test."""
    claims: dict[str, Claim] = {}
    monkeypatch.setattr(registry, "_CLAIMS", claims)
    monkeypatch.setattr(formal, "_CLAIMS", {})
    monkeypatch.setattr(registry, "entry_points", lambda group: ())
    return claims


HEAD = """
from attnverify.verify import Evidence, Paper, Source, Twin, Verdict, claim, open_

PAPER = Paper("testing", "A paper for tests")

def declare(id, expected=Verdict.TESTED, **more):
    return claim(id, title="A square | " + id, statement="about squares", source=Source(PAPER, "Lemma 1"),
        kind="identity", twin=Twin("another constant", {"constant": 2}), expected=expected, **more)

def square(constant=1):
    return Evidence(Verdict.TESTED, "9 draws", "NumPy: draws") if constant == 1 else open_("9 draws", "NumPy", "r")
"""


@pytest.fixture
def project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_registry: dict[str, Claim]
) -> Iterator[Callable[[str], None]]:
    """A current folder of the test's own; call it with Python text that declares claims in its module `project_claims`.

    The text may use `declare(id, expected, ...)` and the check `square` of HEAD above. The module can be imported by
    worker processes.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(text: str) -> None:
        (tmp_path / "project_claims.py").write_text(HEAD + text)
        sys.modules.pop("project_claims", None)
        own_registry.clear()
        import_module("project_claims")

    yield write
    sys.modules.pop("project_claims", None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The worst margin that each property search has seen."""
    worst = [
        (report.nodeid, value)
        for report in terminalreporter.stats.get("passed", [])
        for name, value in report.user_properties
        if name == "worst margin"
    ]
    if worst:
        terminalreporter.section("worst margins of property searches")
        for nodeid, value in sorted(worst):
            terminalreporter.line(f"{value:<10.3g} {nodeid}")


ALONE = """
import importlib.metadata as metadata

whole = metadata.entry_points
metadata.entry_points = lambda **group: [point for point in whole(**group) if point.module != "proofs_checks"]
"""


@pytest.fixture
def without_papers(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Python processes that are started from here do not know the claims of the papers, which take a second to load.

    Gives the folder on the module search path that does it.
    """
    folder = tmp_path_factory.mktemp("alone")
    (folder / "sitecustomize.py").write_text(ALONE)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
    return folder


@pytest.fixture
def own_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_registry: dict[str, Claim]
) -> Iterator[Callable[..., Path]]:
    """Write a Python file of claims in a folder of its own: call it with Python text after HEAD, and a name."""
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)

    def write(text: str, name: str = "users_own_claims.py") -> Path:
        path = tmp_path / "own" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HEAD + text)
        return path

    yield write
    for name in [name for name in sys.modules if name not in before]:
        if str(getattr(sys.modules[name], "__file__", "") or "").startswith(str(tmp_path)):
            del sys.modules[name]
