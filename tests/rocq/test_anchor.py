"""What the core believes is what is proved in Rocq: one table, printed; coqc accepts the proofs, where there is one."""

from __future__ import annotations

import re
import shutil

import pytest

from attnverify.verify.core.schemas import LITERATURE, SCHEMAS
from attnverify.verify.core.terms import State
from attnverify.verify.rocq import anchor
from attnverify.verify.rocq.print import HERE, Printer, files, identifier, places, statements

# schemas that stand as axioms of Rocq: why, and where they are instantiated
HOLES = {
    "uniform law": "independent uniform vectors on [0, 1] need Haar's measure and an isomorphism of measures",
    "normal law": "independent normal vectors on [0, 1] need an isomorphism of measures",
}
GENERATED = ("Words.v", "Statements.v", "Audit.v")


@pytest.mark.parametrize("name", GENERATED)
def test_generated_files_are_what_the_tables_print(name: str) -> None:
    assert (HERE / name).read_text(encoding="utf-8") == files()[name], "python -m attnverify.verify.rocq.print"


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


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda s, x, p: s.no(s.make("and", p, s.eq(x, x))), "~ (p /\\ x = x)"),
        (lambda s, x, p: s.make("and", s.no(p), s.make("or", p, p)), "~ p /\\ (p \\/ p)"),
        (lambda s, x, p: s.implies(s.implies(p, p), p), "(p -> p) -> p"),
        (lambda s, x, p: s.eq(p, s.both(p, p)), "p = (p /\\ p)"),
        (lambda s, x, p: s.eq(s.times(s.plus(x, x), s.make("inv", s.times(x, x))), x), "(x + x) * / (x * x) = x"),
        (lambda s, x, p: s.le(s.times(s.times(x, x), x), s.minus(x, x)), "x * x * x <= x + (-1) * x"),
        (lambda s, x, p: s.le(s.times(x, s.times(x, x)), x), "x * (x * x) <= x"),
        (lambda s, x, p: s.make("and", s.ex("R", lambda y: s.lt(y, x)), p), "(exists x0 : R, x0 < x) /\\ p"),
        (lambda s, x, p: s.all("R", lambda y: s.ex("R", lambda z: s.lt(y, z))), "forall x0 : R, exists x1 : R, x0 < x1"),  # noqa: E501
        (lambda s, x, p: s.make("ae", s.bind("R", lambda t: s.lt(t, x))), "ae (fun x0 : R => x0 < x)"),
    ],
)  # fmt: skip
def test_terms_are_printed_as_rocq_reads_them(make: object, text: str) -> None:
    state = State()
    assert callable(make)
    assert Printer(state).text(make(state, state.letter("x", "R"), state.letter("p", "O"))) == text


def test_axioms_are_read_from_what_coqc_prints() -> None:
    classic = "Axioms:\nClassical_Prop.classic : forall P, P \\/ ~ P\n"
    wendel = "Literature.Wendel\n  : says_Wendel\n"
    assert anchor.axioms(f"x\n{classic}{classic}{wendel}") == [
        ["Classical_Prop.classic"],
        ["Classical_Prop.classic", "Literature.Wendel"],
    ]
    assert anchor.foreign(f"x\n{classic}{classic}{wendel}") == []
    assert anchor.foreign(f"x\n{classic}{wendel}{classic}{wendel}new : 0 = 1\n") == ["Literature.Wendel", "new"]


@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed: the proofs are not checked")
def test_coqc_accepts_the_proofs() -> None:
    assert anchor.main() == 0
