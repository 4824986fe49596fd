"""What the README shows of one claim, its proof and its picture is what the package makes."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from click.testing import CliRunner

from attnverify.verify.cli import main
from attnverify.verify.cli.proof_text import steps_lines
from attnverify.verify.cli.show import page
from attnverify.verify.kernel.catalogue import LOGIC, THEOREMS
from attnverify.verify.proof_decision import decide_proof
from attnverify.verify.referee.tracked import by_the_core
from attnverify.verify.registry import load
from attnverify.verify.report import pictures

ROOT = Path(__file__).parent.parent
README, PROOFS, SYSTEMS = ((ROOT / name).read_text() for name in ("README.md", "docs/proofs.md", "docs/systems.md"))


def test_the_walked_through_claim_is_the_declared_one():
    section = PROOFS.split("\n## One claim, from statement to verdict\n")[1].split("\n## ")[0]
    (text,) = re.findall(r"```proof\n(.*?)```", section, re.DOTALL)
    (file,) = re.findall(r"`(proofs_checks/\S+\.proof)`", section)
    assert text in (ROOT / file).read_text()
    claim = load()["POW-L4.stable"]
    assert f'"{claim.twin.says}"' in text
    for name in decide_proof(claim).axioms:
        assert name in ("equal tokens", "indirect method, stable")


def test_the_proof_is_the_one_that_is_shown():
    (shown,) = re.findall(r"^   ```\n(.*?)^   ```", PROOFS, re.MULTILINE | re.DOTALL)
    steps = decide_proof(load()["POW-L4.stable"]).steps
    found = {" ".join(line.split()) for line in steps_lines(steps, 1000)}
    assert {" ".join(line.split()) for line in shown.splitlines()} <= found


NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@pytest.mark.skipif(not pictures.available(), reason="matplotlib is not installed")
def test_the_pictures_are_the_ones_that_are_drawn():
    specification = spec_from_file_location("draw", ROOT / "docs/draw.py")
    draw = module_from_spec(specification)
    specification.loader.exec_module(draw)
    shown = re.findall(r"\]\((?:docs/)?(\w+\.svg)\)", README + SYSTEMS)
    assert set(shown) == {file.name for file in draw.PICTURES}
    for file, function in draw.PICTURES.items():
        tracked, drawn = file.read_text(), draw.picture(function)
        assert NUMBER.sub("", tracked) == NUMBER.sub("", drawn)
        pairs = zip(NUMBER.findall(tracked), NUMBER.findall(drawn), strict=True)
        assert max(abs(float(a) - float(b)) for a, b in pairs) < 0.01


def lines(folder, names="*.py"):
    return sum(len(path.read_text().splitlines()) for path in (ROOT / folder).rglob(names))


def test_what_has_to_be_trusted_is_as_large_as_it_says():
    section = " ".join(README.split("\n## What has to be trusted\n")[1].split("\n## ")[0].split())
    core, tables, translator, kernel = (int(n) for n in re.findall(r"some (\d+)(?: lines)?", section))
    assert core == pytest.approx(lines("verify/core"), rel=0.05)
    assert tables == pytest.approx(lines("verify/core", "*.txt"), rel=0.05)
    assert translator == pytest.approx(lines("verify/derivations", "statement.py"), rel=0.05)
    assert kernel == pytest.approx(lines("verify/kernel"), rel=0.05)
    assert f"{len(LOGIC)} rules of logic and arithmetic" in section
    assert f"{len(THEOREMS)} theorems of the literature" in section


def test_the_lines_of_a_run_are_those_of_the_claims():
    (shown,) = re.findall(r"^```text\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    for line in shown.splitlines():
        id, verdict, title, by = re.split(r"  +", line)
        claim = load()[id]
        judge = "core" if id in by_the_core((ROOT / "LEDGER.lock").read_text()) else "kernel"
        assert (verdict, title, by) == (claim.expected.value, claim.title, f"[{judge}]")


def test_show_prints_the_trajectory_and_all_that_it_rests_on():
    motion = str(page("CON-T4.2", jobs=0))
    assert "y3 := ((u^2 - 25)*e1 - 10*u*e2)/(25 + u^2)" in motion
    assert "in all      3 claims beneath it; theorems: none, logic and arithmetic alone" in motion
    assert "instance    none is given: that everything given can hold" in str(page("LEM-norm", jobs=0))
    assert "monotone (LEM-barrier)" in str(page("LEM-leader.heights", jobs=0))
    shown = CliRunner().invoke(main, ["show", "Monotone"]).stdout
    assert "a theorem of the literature" in shown
    assert "premises    ae: rate(z) >= 0\nthen        always(z >= start(z))\nsource      An absolutely" in shown


def test_the_counts_are_those_of_the_ledger():
    verdicts, judges = (ROOT / "LEDGER.md").read_text().splitlines()[2:4]
    assert verdicts in README.splitlines()
    assert judges in README.splitlines()
