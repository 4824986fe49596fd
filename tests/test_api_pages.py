"""The API documentation: every public name has its place, the words of docstrings are kept, and nothing is fetched."""

import inspect
import re
import runpy
from pathlib import Path

import pytest

import attnverify.stability as st

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def pages():
    return runpy.run_path(str(ROOT / "docs/api/build.py"))


def test_a_docstring_keeps_its_words(pages):
    lines = "A sum over a < b of `x_i`.", "", "X : (N, d).", "Y : tokens", "    with |y| = 1.", "", "    code  here"
    text = "\n".join([*lines, "", "| a | b |", "| --- | --- |"])
    shown = pages["shown"](text)
    assert "a &lt; b" in shown
    assert "<code>x_i</code>" in shown
    assert "<p>X : (N, d).</p><p>Y : tokens with |y| = 1.</p>" in shown
    assert "<pre>    code  here</pre>" in shown
    assert "<td>a</td><td>b</td>" in shown
    assert "---" not in shown


def test_every_public_name_is_on_a_page_and_nothing_is_fetched(pages, tmp_path):
    pages["build"](tmp_path)
    faces = {"attnverify/stability.html": st} | {
        f"attnverify/stability/{name}.html": getattr(st, name) for name in ("states", "decrease", "strategies")
    }
    for page, module in faces.items():
        text = (tmp_path / page).read_text()
        names = [name for name in module.__all__ if not inspect.ismodule(getattr(module, name))]
        missing = [name for name in names if f'id="{name}"' not in text]
        assert missing == []
        assert not re.findall(r'(?:src|href)="https?://', text)
    assert 'id="claim"' in (tmp_path / "attnverify.html").read_text()
    assert "numpy.ndarray" not in (tmp_path / "attnverify/stability.html").read_text()
