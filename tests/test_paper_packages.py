"""Packages of claims: what `attnverify new` writes, the guide that fills it, the example; each installed and used."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "paper.md").read_text()
PROGRAMS = {
    "attnverify": (sys.executable, "-m", "attnverify"),
    "pytest": (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
}
INSTALL = ["python", "-m", "pip", "install"]


class Place:
    """A folder in which commands are typed; what they install goes into a folder of its own.

    first : a folder of modules that come before all others.
    """

    def __init__(self, folder, first):
        self.first = first
        self.here, self.site = folder / "work", folder / "site"
        self.here.mkdir()
        self.environment = os.environ | {
            "ATTNVERIFY_CACHE": str(folder / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "COLUMNS": "110",
        }

    def type(self, line, code=0):
        """Run one line; returns what it prints."""
        words = shlex.split(line)
        if words[0] == "cd":
            self.here /= words[1]
            return ""
        if words[:4] == INSTALL:
            # As installed with -e: the metadata in one folder, the package as it is here in another.
            words = [sys.executable, *INSTALL[1:], "-q", "--no-deps", "--no-build-isolation", "--no-index"]
            words += ["--target", str(self.site), "."]
            self.environment["PYTHONPATH"] = os.pathsep.join(map(str, (self.first, self.here, self.site)))
        else:
            words = [*PROGRAMS[words[0]], *words[1:]]
        done = subprocess.run(
            words, cwd=self.here, env=self.environment, capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout


@pytest.fixture
def place(tmp_path, without_papers):
    return Place(tmp_path, without_papers)


def written(text):
    """What a guide says to write and to type, in order: pairs of a file, or None, and a text."""
    for language, file, block in re.findall(r"^```(\w*) ?(\S*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if file or not language:
            yield file or None, block


def test_the_guide_does_what_it_says(place):
    shown = {}
    for file, block in written(GUIDE):
        if file:
            path = place.here / file
            path.write_text((path.read_text() if path.exists() else "") + block)
            continue
        for line in block.splitlines():
            if line == "pytest":
                tests = place.here / "tests" / "test_mypaper.py"
                tests.write_text(tests.read_text().replace('"Lemma 1"', '"Lemma 1", "Lemma 6"'))
            shown[line] = place.type(line)
    assert shown["attnverify decide lemma.toml"].startswith("PROVED")
    assert "all as expected" in shown["attnverify run --paper mypaper"]
    assert "MYPAPER-L6  PROVED" in shown["attnverify run MYPAPER-L6"]
    assert "it is false at its instance" in shown["attnverify show MYPAPER-L6"]
    assert "7 passed" in shown["pytest"]
    assert "4 confirmed, 1 open" in shown["attnverify recheck ledger.json"]
    assert (place.here / "report" / "index.html").is_file()
    assert "2 proved, 1 certified, 1 refuted, 1 open" in (place.here / "badge.svg").read_text()


def test_a_refuted_variant_of_its_lemma(place):
    (lemma,) = (block for file, block in written(GUIDE) if file == "lemma.toml")
    (place.here / "strict.toml").write_text(lemma.replace('p[j]*x[j])) >= h"', 'p[j]*x[j])) > h"'))
    assert place.type("attnverify decide strict.toml", code=1).startswith("REFUTED")


def test_a_new_paper_has_one_claim_of_each_kind(place):
    place.type("attnverify new heat_kernel")
    assert not [path for path in place.here.rglob("*") if "mypaper" in path.name]
    place.type("cd heat_kernel")
    assert "mypaper" not in "".join(path.read_text() for path in place.here.rglob("*.*") if path.is_file()).lower()
    place.type("attnverify check heat_kernel/claims.proof --json ledger.json")
    claims = json.loads((place.here / "ledger.json").read_text())["claims"]
    assert [item["verdict"] for item in claims] == ["OPEN", "CERTIFIED", "PROVED", "REFUTED"]
    assert all(item["twin"]["rejected"] for item in claims if item["verdict"] in ("PROVED", "CERTIFIED"))


def test_what_its_readme_says_to_type_is_typed_in_the_guide_or_exists(place):
    place.type("attnverify new mypaper")
    typed = [
        line.partition(" #")[0].strip() for file, block in written(GUIDE) if not file for line in block.splitlines()
    ]
    readme = (place.here / "mypaper" / "README.md").read_text()
    commands = [line.partition(" #")[0].strip() for file, block in written(readme) for line in block.splitlines()]
    together = "attnverify run --paper mypaper --json ledger.json --html report --badge badge.svg"
    known = {*typed, "attnverify show MYPAPER-L1", *(f"attnverify run --paper mypaper {part}" for part in (
        "--json ledger.json", "--html report", "--badge badge.svg"))}  # fmt: skip
    assert together in typed
    assert set(commands) <= known


def test_the_workflow_of_a_new_paper_runs_these_commands(place):
    place.type("attnverify new mypaper")
    workflow = (place.here / "mypaper" / ".github" / "workflows" / "claims.yml").read_text()
    lines = re.findall(r"- run: (.*)", workflow)
    assert lines[1].startswith("attnverify run --paper mypaper --json ledger.json --html report --badge badge.svg")
    assert lines[2:] == ["attnverify recheck ledger.json", "pytest", "git diff --exit-code badge.svg"]


def test_the_example_package(place):
    place.here = ROOT / "examples" / "attention_statements"
    place.type("python -m pip install .")
    place.environment["PYTHONPATH"] = str(place.site)  # and the lemmas of attnverify, on which it rests
    place.here = place.site.parent
    run = "attnverify run --paper attention-statements --json ledger.json --html report --badge badge.svg"
    assert "all as expected" in place.type(run)
    claims = json.loads((place.here / "ledger.json").read_text())["claims"]
    own = [item for item in claims if item["paper"] == "attention-statements"]
    assert {item["verdict"] for item in own} == {"PROVED", "REFUTED"}
    assert len(own) == 24
    assert all(item["checked_by"] in ("core", "kernel") for item in claims)
    assert all(item["twin"]["rejected"] for item in own if item["verdict"] == "PROVED")
    assert {item["role"] for item in own} == {"extension", "repair"}  # no paper printed them
    assert f"{len(claims)} confirmed" in place.type("attnverify recheck ledger.json")
    assert (place.here / "report" / "claims" / "LIP-1.html").is_file()
    assert "refuted" in (place.here / "badge.svg").read_text()
