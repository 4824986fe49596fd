"""What the notebooks name exists, and every theorem of the ledger is walked through in one of them."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import jupytext
import pytest
from nbformat import NotebookNode

from attnverify.verify.claim import Claim
from attnverify.verify.registry import load

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.py"))
PACKAGES = {"attnverify", "numpy", "matplotlib", "IPython"}
ID = re.compile(r"\b(?:POW|CON|PER)-[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*")
THEOREM = re.compile(r"POW-T\d|CON-T\d|CON-B\d")
# A reading or a repair is told beside the claim it belongs to.
VARIANT = re.compile(r"\.(?:R[A-Z0-9]|repaired)\b.*")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@cache
def cells(path: Path) -> list[NotebookNode]:
    return list(jupytext.read(path, fmt="py:percent").cells)


def declared(path: Path) -> list[str]:
    """The ids in the paragraph `Claims: ...` of the first cell."""
    paragraphs = cells(path)[0].source.split("\n\n")
    return [id for text in paragraphs if text.startswith("Claims: ") for id in ID.findall(text)]


def told(path: Path) -> set[str]:
    """The ids that the notebook speaks about, outside of that paragraph."""
    first, *rest = (cell.source for cell in cells(path))
    body = [text for text in first.split("\n\n") if not text.startswith("Claims: ")]
    return {id for text in [*body, *rest] for id in ID.findall(text)}


def covered(theorems: set[str], shown: set[str]) -> set[str]:
    """Those of `theorems` that occur among `shown`, themselves or by a reading or a repair."""
    return theorems & (shown | {VARIANT.sub("", id) for id in shown})


def step(claim: Claim) -> bool:
    """Whether the claim is a step of another one, told with it."""
    return claim.role == "extension" and claim.id.rpartition(".")[0] in load()


@each_notebook
def test_it_is_a_walkthrough_with_a_title(path):
    assert cells(path)[0].cell_type == "markdown"
    assert re.match(r"# \S", cells(path)[0].source)
    assert {cell.cell_type for cell in cells(path)} == {"markdown", "code"}
    assert jupytext.read(path).metadata["jupytext"]["text_representation"]["format_name"] == "percent"


@each_notebook
def test_its_claims_exist_and_each_is_spoken_about(path):
    ids = declared(path)
    assert ids
    assert len(ids) == len(set(ids))
    assert set(ids) - set(load()) == set()
    assert told(path) == set(ids)


def test_every_theorem_of_the_ledger_is_walked_through():
    claims = load()
    theorems = {VARIANT.sub("", id) for id, claim in claims.items() if THEOREM.match(id) and not step(claim)}
    assert len(theorems) == 50
    shown = {id for path in NOTEBOOKS for id in declared(path)}
    assert sorted(theorems - covered(theorems, shown)) == []


def test_a_theorem_that_is_left_out_is_missed():
    theorems = {"CON-T3.2", "CON-T3.2.a", "POW-T2.ae"}
    assert covered(theorems, {"CON-T3.2", "POW-T2.ae.repaired"}) == {"CON-T3.2", "POW-T2.ae"}


@each_notebook
def test_it_computes_nothing_of_its_own(path):
    tree = ast.parse(path.read_text())
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    foreign = {name.partition(".")[0] for name in names} - PACKAGES - sys.stdlib_module_names
    assert foreign == set()
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


@pytest.mark.parametrize("path", [*NOTEBOOKS, FOLDER / "README.md"], ids=lambda path: path.stem)
def test_the_files_it_links_to_exist(path):
    for link in LINK.findall(path.read_text()):
        assert (FOLDER / link).is_file(), link


def test_no_outputs_are_tracked():
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "notebooks"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    assert {Path(name).suffix for name in listed.stdout.splitlines()} == {".py", ".md"}


def test_the_table_lists_every_notebook_with_claims_of_it():
    table = (FOLDER / "README.md").read_text()
    rows = re.findall(r"^\| \[[^\]]+\]\((\w+\.py)\) \|.*\| ([^|]+) \|$", table, re.MULTILINE)
    assert [name for name, _ in rows] == [path.name for path in NOTEBOOKS]
    for name, claims in rows:
        listed = ID.findall(claims)
        assert listed
        assert set(listed) <= set(declared(FOLDER / name)), name


@each_notebook
def test_a_notebook_ends_with_exercises_and_references(path):
    (text,) = [cell.source for cell in cells(path) if cell.source.startswith("## Exercises")]
    exercises, references = text.split("## References")
    assert len(re.findall(r"^\d\. ", exercises, re.MULTILINE)) >= 3
    assert re.search(r"^- ", references, re.MULTILINE)
