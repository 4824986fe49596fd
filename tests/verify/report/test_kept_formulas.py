import pytest

from attnverify.verify.cache_folder import read_kept, write_kept
from attnverify.verify.report import kept_formulas
from attnverify.verify.report.statements import statement

TEXT = "dot(x, y)^2 <= dot(x, x)*dot(y, y)"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache of the test's own, and nothing written so far in this process."""
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path))
    monkeypatch.setattr(kept_formulas, "_known", {})
    return tmp_path


def another_process(monkeypatch):
    monkeypatch.setattr(kept_formulas, "_known", {})


def test_what_is_kept_is_what_was_written(folder, monkeypatch):
    with kept_formulas.kept():
        written = statement(TEXT)
    another_process(monkeypatch)
    with kept_formulas.kept():
        assert kept_formulas._known == {TEXT: written}
        assert statement(TEXT) == written
        assert hasattr(statement(TEXT), "__html__")
    assert "<var>" in written


def test_changed_code_writes_again(folder, monkeypatch):
    with kept_formulas.kept():
        statement(TEXT)
    another_process(monkeypatch)
    monkeypatch.setattr(kept_formulas, "engine_digest", lambda: "another")
    with kept_formulas.kept():
        assert not kept_formulas._known


@pytest.mark.parametrize("damage", ["", [], None, {"formulas": 1}])
def test_a_damaged_file_is_written_again(folder, monkeypatch, damage):
    with kept_formulas.kept():
        statement(TEXT)
    file = folder / "formulas.memory"
    write_kept(file, {"key": read_kept(file)["key"], **damage} if isinstance(damage, dict) else damage)
    another_process(monkeypatch)
    with kept_formulas.kept():
        assert not kept_formulas._known
        statement(TEXT)
    assert list(read_kept(file)["formulas"]) == [TEXT]


def test_a_folder_that_cannot_be_written_costs_no_formula(folder, monkeypatch):
    (folder / "file").write_text("")
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(folder / "file" / "cache"))
    with kept_formulas.kept():
        assert "<var>" in statement(TEXT)
