"""Derivations are exported step by step, and coqc accepts them: a second judge."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from attnverify.verify.core.files import Section, sections
from attnverify.verify.core.terms import Refused
from attnverify.verify.rocq import anchor
from attnverify.verify.rocq.export import export
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
    with pytest.raises(Refused):
        export(damaged())


def test_every_step_is_a_lemma_and_nothing_is_searched() -> None:
    for section in ALL:
        text = export(section, ALL)
        steps = sum(line.startswith(b'["!') for line in section.lines)
        lemmas, theorems = (len(re.findall(rf"^{kind} ", text, re.MULTILINE)) for kind in ("Lemma", "Theorem"))
        assert lemmas + theorems == text.count("Qed.")
        assert theorems > 1 if b"!cite" in b"".join(section.lines) else (lemmas, theorems) == (steps, 1)
        assert not re.search(r"auto|nra|nia|firstorder|tauto|Admitted", text)


@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed: exports are not checked")
def test_coqc_accepts_exports_and_refuses_what_they_do_not_prove(tmp_path: Path) -> None:
    assert anchor.main() == 0
    cited = lemma()
    cases = [(s.name, export(s, ALL), 0) for s in ALL] + [("citing", export(citing(cited), [cited]), 0)]
    text = next(text for name, text, _ in cases if name == "unit_length")
    changed = text.replace("norm x0 = 1.\nProof using", "norm x0 = 2.\nProof using")
    assert changed != text
    for name, text, code in [*cases, ("changed", changed, 1)]:
        file = tmp_path / f"case_{len(list(tmp_path.iterdir()))}.v"
        file.write_text(text, encoding="utf-8")
        command = ["coqc", "-R", str(HERE), "Attn", str(file)]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
        assert done.returncode == code, (name, done.stderr)
