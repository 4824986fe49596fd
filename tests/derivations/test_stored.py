"""Derivations beside a text: who accepted a claim is said of what the core finds there now."""

from __future__ import annotations

import json
import lzma
import os
import random
import shutil
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from attnverify.verify.cache_folder import cache_folder
from attnverify.verify.cli.recheck import _by_the_core
from attnverify.verify.core.files import Section, Statement, read, shows
from attnverify.verify.derivations import stored
from attnverify.verify.derivations.coverage import Library
from attnverify.verify.derivations.stored import Asked, Kept, Store, accepted, beside, closed, stated, write
from attnverify.verify.derivations.writing import statement_text
from attnverify.verify.referee.ledgers import Outcome, Report
from attnverify.verify.registry import load
from tests.core.corpus import damaged

ID = "LEM-right-angle"  # which cites a lemma


@pytest.fixture(scope="module")
def library() -> Library:
    from attnverify.verify.derivations.__main__ import Elaboration

    made = Elaboration([load()[ID], *(load()[lemma] for lemma in load()[ID].rests_on)])
    made.run(write=False)
    return made.library


@pytest.fixture
def text(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A text with the derivations of a claim and of what it cites beside it, and an empty cache."""
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "cache"))
    assert write(beside(tmp_path / "a.proof"), list(library.sections.values()))
    yield tmp_path / "a.proof"
    shutil.rmtree(tmp_path)


def asked(text: Path, id: str = ID, **changes: object) -> list[Asked]:
    formal = load()[id].formal
    assert formal is not None
    return [Asked(id, text, {**formal.statement, **changes})]


def test_what_shows_the_statement_is_accepted_with_and_without_the_cache(text: Path) -> None:
    for _ in range(2):
        assert accepted(asked(text), [text]) == {ID}
    assert accepted(asked(text), [text], fresh=True) == {ID}
    assert accepted([], [text]) == frozenset()


def test_another_statement_is_not_accepted_whatever_the_cache_says(text: Path) -> None:
    assert accepted(asked(text), [text]) == {ID}
    assert accepted(asked(text, show=["0 == 1"]), [text]) == frozenset()
    assert accepted([Asked(ID, text, asked(text)[0].data, "refute")], [text]) == frozenset()


def test_what_is_known_of_other_texts_stays(text: Path, library: Library) -> None:
    other = text.with_stem("b")
    write(beside(other), list(library.sections.values()))
    assert accepted(asked(other), [other]) == {ID}
    assert accepted(asked(text), [text]) == {ID}  # of these alone
    beside(text).unlink()
    kept = json.loads((cache_folder() / "core.accepted").read_text().partition("\n")[2])
    assert set(kept["texts"]) == {str(text), str(other)}


@pytest.fixture
def texts(text: Path, library: Library, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Three such texts, whose claims are not few."""
    monkeypatch.setattr(stored, "_FEW", 0)
    others = [text.with_stem(name) for name in ("b", "c")]
    for other in others:
        write(beside(other), list(library.sections.values()))
    return [text, *others]


def test_what_is_shown_does_not_depend_on_the_number_of_processes(texts: list[Path]) -> None:
    good, false, damaged = (asked(text)[0] for text in texts)
    false = replace(false, id="LEM-norm", data={**false.data, "show": ["0 == 1"]})
    beside(damaged.text).write_bytes(b"no archive")
    for jobs in (0, 2):
        assert accepted([good, false, replace(damaged, id="LEM-other")], texts, fresh=True, jobs=jobs) == {ID}


def dies(text: Path, claims: Sequence[Asked]) -> None:
    os._exit(1)


def test_what_a_dead_worker_was_to_judge_is_judged_here(texts: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "_work", dies)
    assert accepted([*asked(texts[0]), *asked(texts[1])], texts, jobs=2) == {ID}


def test_what_was_judged_before_an_interruption_is_kept(texts: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    find = stored._find

    def interrupted(store: Store, text: Path, claims: Sequence[Asked]) -> object:
        if text == texts[1]:
            raise KeyboardInterrupt
        return find(store, text, claims)

    monkeypatch.setattr(stored, "_find", interrupted)
    with pytest.raises(KeyboardInterrupt):
        accepted([*asked(texts[0]), *asked(texts[1])], texts)
    assert accepted(asked(texts[0]), texts) == {ID}
    kept = json.loads((cache_folder() / "core.accepted").read_text().partition("\n")[2])
    assert set(kept["texts"]) == {str(texts[0])}


def test_a_derivation_under_another_name_counts_for_nothing(text: Path, library: Library) -> None:
    found = library.sections[ID]
    head = found.lines[0].replace(ID.encode(), b"LEM-other")
    others = [section for id, section in library.sections.items() if id != ID]
    write(beside(text), [*others, Section("derivation", "LEM-other", "here", (head, *found.lines[1:]))])
    assert accepted(asked(text), [text]) == frozenset()


def test_what_it_cites_must_be_there(text: Path, library: Library) -> None:
    write(beside(text), [library.sections[ID]])
    assert len(library.sections) > 1
    assert accepted(asked(text), [text]) == frozenset()
    assert not Kept(Store([text]).checker)(library.sections[ID])
    assert Kept(library.checker)(library.sections[ID])


def test_what_it_cites_must_still_be_there_when_it_is_asked_again(text: Path, library: Library) -> None:
    lemma = text.with_stem("b")
    write(beside(text), [library.sections[ID]])
    write(beside(lemma), [section for id, section in library.sections.items() if id != ID])
    for _ in range(2):
        assert accepted(asked(text), [text, lemma]) == {ID}
    write(beside(lemma), [])
    assert accepted(asked(text), [text, lemma]) == frozenset()


@pytest.mark.parametrize("data", [b"", b"no archive", lzma.compress(b"["), b"\xfd7zXZ\x00" + bytes(20)])
def test_a_file_that_cannot_be_read_shows_nothing_and_is_made_anew(text: Path, library: Library, data: bytes) -> None:
    for broken in (data, beside(text).read_bytes()[:-100]):
        beside(text).write_bytes(broken)
        assert accepted(asked(text), [text]) == frozenset()
        assert write(beside(text), list(library.sections.values()))
        assert accepted(asked(text), [text]) == {ID}


def test_a_damaged_step_is_not_accepted(text: Path, library: Library) -> None:
    lines = list(library.sections[ID].lines)
    last = next(k for k in reversed(range(len(lines))) if lines[k].startswith(b'["!'))
    for broken in (lines[:last], [*lines[:-2], lines[-1]]):
        others = [section for id, section in library.sections.items() if id != ID]
        write(beside(text), [*others, Section("derivation", ID, "here", tuple(broken))])
        assert accepted(asked(text), [text]) == frozenset()


def test_a_file_is_the_same_for_the_same_derivations(text: Path, library: Library) -> None:
    before = beside(text).read_bytes()
    assert not write(beside(text), list(library.sections.values()))
    beside(text).write_bytes(lzma.compress(lzma.decompress(before), preset=1))  # by another liblzma
    assert not write(beside(text), list(library.sections.values()))
    assert write(beside(text), [])
    assert not beside(text).exists()
    assert not write(beside(text), [])


def test_a_derivation_stands_alone_with_what_it_cites(text: Path, tmp_path: Path) -> None:
    from attnverify.verify.core.__main__ import main

    wanted = stated(ID, asked(text)[0].data)
    assert wanted is not None
    store = Store([text])
    section = store.section(text, wanted)
    assert section is not None
    lines = [line for part in closed(section, store.checker) for line in part.lines]
    (tmp_path / "one.der").write_bytes(b"\n".join(lines) + b"\n")
    (tmp_path / "one.core").write_text(statement_text(wanted))
    assert len(read(tmp_path / "one.der")) == len(closed(section, store.checker))
    assert main([str(tmp_path / "one.der"), "--challenge", str(tmp_path / "one.core")]) == 0


@pytest.mark.deep
def test_twenty_thousand_damaged_derivations_of_the_claims_show_nothing_else() -> None:
    formals = [claim.formal for claim in load().values() if claim.formal]
    store, rng = Store(formal.text for formal in formals if formal.text), random.Random(5)
    whole = [result for result in store.checker.results() if result.lemma]
    if not whole:
        pytest.skip("no derivations lie beside the texts")
    for before in rng.choices(whole, k=20_000):
        checker = copy(store.checker)
        found = Section("derivation", "damaged", "test", tuple(damaged(before.section.lines, rng)))
        checker.sections = {**store.checker.sections, found.id: found}
        lemma, old = checker.result(found.id).lemma, before.lemma
        if lemma is None or old is None:
            continue
        same = (lemma.hypotheses, lemma.formula) == (old.hypotheses, old.formula)
        assert shows(lemma, Statement("claim", "x", old.formula)) is (same and not old.hypotheses)


@pytest.mark.parametrize(("id", "changed", "outcome"), [
    (ID, {}, Outcome.CONFIRMED), (ID, {"show": ["0 == 1"]}, Outcome.FAILED), ("LEM-of-nobody", {}, Outcome.FAILED)
])  # fmt: skip
def test_what_a_ledger_gives_to_the_core_is_shown_by_a_derivation(
    tmp_path: Path, id: str, changed: dict[str, list[str]], outcome: Outcome
) -> None:
    formal = load()[ID].formal
    assert formal is not None
    data = {"statement": {**formal.statement, **changed}}
    entry = {"id": id, "checked_by": "core", "verdict": "PROVED", "proof": {"data": data}}
    (tmp_path / "ledger.json").write_text(json.dumps({"claims": [entry]}))
    report = Report(id, "PROVED", Outcome.CONFIRMED, "kernel")  # whatever the kernel says
    assert [found.outcome for found in _by_the_core(tmp_path / "ledger.json", [report])] == [outcome]
