import importlib
import sys

import pytest

from attnverify.verify.report import pictures
from attnverify.verify.report.kept_pictures import KeptPictures
from attnverify.verify.report.pictures import Picture

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


def picture(draw):
    return Picture(("TST-1",), "a caption", "a description", draw)


def test_what_is_kept_is_what_is_drawn(module):
    item = picture(module.bars)
    drawn = pictures.svg(item)
    assert KeptPictures().svg(item) == drawn
    assert len(module.calls) == 2
    assert KeptPictures().svg(item) == drawn
    assert len(module.calls) == 2


def test_changed_code_draws_again(module, tmp_path, monkeypatch):
    item = picture(module.bars)
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
        KeptPictures().svg(picture(bars))
    assert len(module.calls) == 2


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"key": 3, "svg": "<svg></svg>"}'])
def test_a_damaged_picture_is_drawn_again(module, tmp_path, text):
    item = picture(module.bars)
    drawn = KeptPictures().svg(item)
    (tmp_path / "cache" / "TST-1.bars.picture").write_text(text)
    assert KeptPictures().svg(item) == drawn
    assert len(module.calls) == 2
