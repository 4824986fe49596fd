from importlib.util import find_spec
from xml.etree import ElementTree

import pytest

from attnverify.verify.report import pictures
from attnverify.verify.report.pictures import Picture, PictureError, available, drawn, picture, registered, svg

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
