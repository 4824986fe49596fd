"""What the core believes is what is proved in Rocq: one table, printed; coqc accepts the proofs, where there is one."""

from __future__ import annotations

import re
import shutil

import pytest

from attnverify.verify.core.schemas import LITERATURE, SCHEMAS, rows
from attnverify.verify.core.terms import State
from attnverify.verify.rocq import anchor
from attnverify.verify.rocq.print import HERE, Printer, files, identifier, places, statements

# schemas that stand as axioms of Rocq: why, and where they are instantiated
HOLES = {
    "uniform law": "independent uniform vectors on [0, 1] need Haar's measure and an isomorphism of measures",
    "normal law": "independent normal vectors on [0, 1] need an isomorphism of measures",
}


def test_the_words_are_what_the_table_prints() -> None:
    printed = files()["Words.v"]
    assert (HERE / "Words.v").read_text(encoding="utf-8") == printed, "python -m attnverify.verify.rocq.print"


def test_every_schema_is_proved() -> None:
    stand, says = places(), statements()
    proved = {name for name, (_, kind) in stand.items() if kind == "Lemma"}
    unproved = {name for name in says if name not in proved}
    assert unproved <= {identifier(name) for name in {**LITERATURE, **HOLES}}
    assert all(stand[name] == ("Literature", "Axiom") for name in unproved)
    assert set(stand) <= set(says)
    for name in SCHEMAS:
        assert {n for n in says if re.fullmatch(rf"{re.escape(identifier(name))}(_[IV])?", n)}


def test_nothing_is_admitted_and_axioms_are_named_theorems() -> None:
    for file in HERE.glob("*.v"):
        text = re.sub(r"\(\*.*?\*\)", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        found = re.findall(
            r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Hypothesis|Abort|Unset)\b", text
        )
        assert set(found) <= ({"Axiom"} if file.name == "Literature.v" else set()), file.name
    for line in (HERE / "Literature.v").read_text(encoding="utf-8").splitlines():
        assert not line.startswith("Axiom") or re.fullmatch(r"Axiom (\w+) : says_\1\.", line)


@pytest.mark.parametrize(("formula", "text"), [
    ("not (p and x = x)", "~ (p /\\ x = x)"), ("not p and (p or p)", "~ p /\\ (p \\/ p)"),
    ("(p => p) => p", "(p -> p) -> p"), ("p = (p and p)", "p = (p /\\ p)"),
    ("(x + x)*inv(x*x) = x", "(x + x) * / (x * x) = x"), ("(x*x)*x <= x - x", "x * x * x <= x + (-1) * x"),
    ("x*x*x <= x", "x * (x * x) <= x"),
    ("(ex y:R. y < x) and p", "(exists x0 : R, x0 < x) /\\ p"),
    ("all y:R. ex z:R. y < z", "forall x0 : R, exists x1 : R, x0 < x1"),
    ("ae(\\t:R. t < x)", "ae (fun x0 : R => x0 < x)"),
])  # fmt: skip
def test_formulas_are_printed_as_rocq_reads_them(formula: str, text: str) -> None:
    schema = rows(f"test: x:R p:O. {formula}")["test"]
    state = State()
    assert Printer(state).text(schema(state, state.letter("x", "R"), state.letter("p", "O"))) == text


def test_axioms_are_read_from_what_coqc_prints() -> None:
    classic = "Axioms:\nClassical_Prop.classic : forall P, P \\/ ~ P\n"
    wendel = "Literature.Wendel\n  : says_Wendel\n"
    printed = anchor.axioms(f"x\n{classic}{classic}{wendel}new : 0 = 1\n")
    assert printed == [["Classical_Prop.classic"], ["Classical_Prop.classic", "Literature.Wendel", "new"]]
    assert anchor.foreign(*printed, theorems=True) == ["new"]
    assert anchor.foreign(*printed, theorems=False) == ["Literature.Wendel", "new"]


@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed: the proofs are not checked")
def test_coqc_accepts_the_proofs() -> None:
    assert anchor.main() == 0


@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed: exports are not checked")
def test_stored_derivations_are_judged(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert anchor.main() == 0
    monkeypatch.setattr(anchor, "STORED", ("POW-L14.count", "POW-L2", "of no claim"))
    assert anchor.stored() == 1
    assert "not accepted: of no claim\n" in capsys.readouterr().out
