"""Derivations are exported step by step, and coqc accepts them: a second judge."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from attnverify.verify.core.files import Checker, Section, sections
from attnverify.verify.core.terms import Refused
from attnverify.verify.rocq import anchor
from attnverify.verify.rocq.export import export, together
from attnverify.verify.rocq.print import HERE
from tests.core.writer import Proof

GOOD = Path(__file__).parents[1] / "core" / "good"
ALL = [s for file in sorted(GOOD.iterdir()) for s in sections(file.read_bytes(), file.name) if s.kind == "derivation"]


def lemma() -> Section:
    """Not i < i for a token i, under a hypothesis and with a letter that stays free."""
    p = Proof()
    i, q = p.state.letter("i", "I:token"), p.state.letter("q", "O")
    p.step("disch", p.step("mp", p.step("ax", "and", p.no(p.lt(i, i)), q), p.step("ax", "irrefl", i), p.assume(q)))
    return p.section("lemma")


def citing(cited: Section) -> Section:
    """The same of heads."""
    line = json.dumps(["!cite", cited.id, [["I:token", "I:head"]]]).encode()
    return Section("derivation", "citing", "test", (b'["derivation",2,"citing"]', line))


def damaged() -> Section:
    section = next(s for s in ALL if s.name == "unit_length")
    return Section(section.kind, section.name, "test", (*section.lines[:-1], b'["!mp",0,0]'))


def test_what_the_core_refuses_is_not_exported() -> None:
    section = damaged()
    with pytest.raises(Refused):
        export(section, Checker([section]))


def test_every_step_is_a_lemma_and_nothing_is_searched() -> None:
    library = Checker(ALL)
    for section in ALL:
        text = export(section, library)
        steps = sum(line.startswith(b'["!') for line in section.lines)
        assert len(re.findall(r"^Lemma s'", text, re.MULTILINE)) == steps
        assert len(re.findall(r"^(?:Lemma|Theorem) ", text, re.MULTILINE)) == text.count("Qed.")
        assert text.count("Theorem ") == 1
        tactics = re.findall(r"^Proof(?: using All)?\. (?:intros[^.]*\. )?(?:subst[^.]*\. )?(\w+)", text, re.MULTILINE)
        assert {*tactics} <= {"exact", "reflexivity", "numbers", "coordinates", "lra", "vanish"}


@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed: exports are not checked")
def test_coqc_accepts_exports_and_refuses_what_they_do_not_prove(tmp_path: Path) -> None:
    assert anchor.main() == 0
    cited = lemma()
    whole = together(Checker(ALL))
    changed = whole.replace("norm x0 = 1.\nProof using", "norm x0 = 2.\nProof using")
    assert changed != whole
    cases = [("good", whole, 0), ("citing", together(Checker([cited, citing(cited)])), 0), ("changed", changed, 1)]
    for name, text, code in cases:
        file = tmp_path / f"case_{len(list(tmp_path.iterdir()))}.v"
        file.write_text(text, encoding="utf-8")
        command = ["coqc", "-R", str(HERE), "Attn", str(file)]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
        assert done.returncode == code, (name, done.stderr)
