import importlib
import sys
from importlib.util import find_spec
from xml.etree import ElementTree

import pytest

from attnverify.verify.cache_folder import read_kept, write_kept
from attnverify.verify.report import kept_formulas, pictures
from attnverify.verify.report.kept_pictures import KeptPictures
from attnverify.verify.report.pictures import Picture, PictureError, available, drawn, picture, registered, svg
from attnverify.verify.report.statements import statement

needs_matplotlib = pytest.mark.skipif(not available(), reason="matplotlib is not installed")


def line():
    from matplotlib.figure import Figure

    figure = Figure(figsize=(2, 1))
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1])
    axes.set(xlabel="time", ylabel="<height>")
    return figure


LINE = Picture(("TST-1", "TST-2"), "a line", "a rising line", line)


def test_a_picture_is_registered_with_its_claims(monkeypatch):
    monkeypatch.setattr(pictures, "_PICTURES", [])
    assert picture("TST-1", "TST-2", caption="a line", description="a rising line")(line) is line
    assert registered() == [LINE]


@pytest.mark.parametrize(
    ("claims", "caption", "description"), [((), "c", "d"), (("TST-1",), " ", "d"), (("TST-1",), "c", "")]
)
def test_a_picture_without_words_is_refused(claims, caption, description):
    with pytest.raises(ValueError, match="at least one claim, a caption and a description"):
        picture(*claims, caption=caption, description=description)


def test_whether_pictures_can_be_drawn(monkeypatch):
    assert available() is (find_spec("matplotlib") is not None)
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    assert available() is False


@needs_matplotlib
def test_the_svg_is_deterministic_and_its_text_is_text():
    image = svg(LINE)
    root = ElementTree.fromstring(image)
    texts = {element.text for element in root.iter() if element.tag.endswith("text")}
    assert {"time", "<height>"} <= texts
    assert image == svg(LINE)
    assert "currentColor" in image
    assert "#010203" not in image
    assert "date" not in image.lower()


@needs_matplotlib
def test_only_pictures_of_the_ledgers_claims_are_drawn():
    other = Picture(("TST-9",), "c", "d", lambda: pytest.fail("not wanted"))
    found = drawn([LINE, other], ["TST-2", "TST-3"])
    assert list(found) == ["TST-2"]
    assert [item for item, _ in found["TST-2"]] == [LINE]


@needs_matplotlib
def test_a_picture_that_fails_is_named():
    def broken():
        raise RuntimeError("no ink\nat all")

    with pytest.raises(PictureError, match=r"^the picture broken of TST-1 cannot be drawn: RuntimeError: no ink$"):
        svg(Picture(("TST-1",), "c", "d", broken))


# Kept pictures.
MODULE = """
calls = []

def bars():
    from matplotlib.figure import Figure

    calls.append(1)
    figure = Figure()
    figure.subplots().bar([1, 2], [1, 2])
    return figure
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module of the test's own that draws."""
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "cache"))
    (tmp_path / "kept_bars.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("kept_bars")
    del sys.modules["kept_bars"]


def picture_kept_pictures(draw):
    return Picture(("TST-1",), "a caption", "a description", draw)


def test_what_is_kept_is_what_is_drawn(module):
    item = picture_kept_pictures(module.bars)
    drawn = pictures.svg(item)
    assert KeptPictures().svg(item) == drawn
    assert len(module.calls) == 2
    assert KeptPictures().svg(item) == drawn
    assert len(module.calls) == 2


def test_changed_code_draws_again(module, tmp_path, monkeypatch):
    item = picture_kept_pictures(module.bars)
    KeptPictures().svg(item)
    (tmp_path / "kept_bars.py").write_text(MODULE + "# more\n")
    KeptPictures().svg(item)
    assert len(module.calls) == 2
    monkeypatch.setattr("attnverify.verify.report.kept_pictures.engine_digest", lambda: "another")
    KeptPictures().svg(item)
    assert len(module.calls) == 3


def test_a_function_that_its_module_does_not_know_is_drawn_each_time(module):
    def bars():
        return module.bars()

    for _ in range(2):
        KeptPictures().svg(picture_kept_pictures(bars))
    assert len(module.calls) == 2


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"key": 3, "svg": "<svg></svg>"}'])
def test_a_damaged_picture_is_drawn_again(module, tmp_path, text):
    item = picture_kept_pictures(module.bars)
    drawn = KeptPictures().svg(item)
    (tmp_path / "cache" / "TST-1.bars.picture").write_text(text)
    assert KeptPictures().svg(item) == drawn
    assert len(module.calls) == 2


# Kept formulas.
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
    assert "<i>" in written


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
        assert "<i>" in statement(TEXT)
