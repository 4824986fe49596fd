"""What the README and the contributor guide mention exists."""

import re
from pathlib import Path

import pytest

from verify.cli import main
from verify.decision import decide
from verify.evidence import combine
from verify.registry import load
from verify.verdict import Verdict

ROOT = Path(__file__).parent.parent
TEXTS = {name: (ROOT / name).read_text() for name in ("README.md", "CONTRIBUTING.md")}


@pytest.mark.parametrize("name", TEXTS)
def test_claims_commands_files_and_make_targets_exist(name):
    text = TEXTS[name]
    assert set(re.findall(r"POW-[A-Za-z0-9.]*[A-Za-z0-9]", text)) <= set(load())
    assert set(re.findall(r"attnverify ([a-z]+)", text)) <= set(main.commands)
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"^make ([a-z]+)", text, re.MULTILINE)) <= targets
    for path in re.findall(r"`((?:verify|stability|proofs_checks|tests|benchmarks)/[\w./]+)`", text):
        assert (ROOT / path).exists(), path


def test_the_folders_of_the_paper_are_listed():
    listed = set(re.findall(r"^([a-z_]+)/ ", TEXTS["README.md"], re.MULTILINE))
    rooms = {"stability", "verify", "proofs_checks", "tests", "benchmarks"}
    parts = {path.parent.name for path in (ROOT / "proofs_checks/power_method").glob("*/__init__.py")}
    assert listed == rooms | parts


def test_the_smallest_claim_works_as_printed(own_registry):
    text = re.search(r"```python\n(.*?)```", TEXTS["CONTRIBUTING.md"], re.DOTALL)
    assert text
    exec(text[1], {"__name__": "printed"})
    decision = decide(own_registry["MY-L1"])
    assert combine(decision.evidence).verdict is Verdict.PROVED
    assert decision.twin.rejected


def test_the_walked_through_claim_is_the_declared_one():
    claim = load()["POW-L4.stable"]
    text = TEXTS["README.md"]
    assert f'title="{claim.title}"' in text
    assert claim.twin.says in text
    for name in claim.rests_on:
        assert f'"{name}"' in text
