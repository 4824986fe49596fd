"""Builds the API documentation, offline pages for a browser: `make docs`, or `python docs/api/build.py FOLDER`.

The public faces are documented, not the files behind them. Docstrings are plain text with formulas in letters: they are
shown as they are written, paragraphs, one line per argument, tables, and indented blocks and examples as code.
"""

import inspect
import re
import sys
import warnings
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pdoc.doc
import pdoc.render
from markupsafe import Markup, escape

import attnverify

HERE = Path(__file__).parent
# Faces only: stability and its folders, the number types, the names for claims; no file of a folder.
MODULES = [
    "attnverify",
    r"!attnverify\.stability\.\w+\.\w+",
    r"!attnverify\.stability\.(expressions|tables)",
    r"!attnverify\.(?!stability\b)\w+",
]
_ARRAY = "numpy.ndarray[tuple[typing.Any, ...], numpy.dtype[typing.Any]]"
_FORMAT = inspect.formatannotation
_CODE = re.compile(r"`([^`]+)`")


def shown(docstring: str) -> Markup:
    """A docstring as HTML, its words unchanged."""
    return Markup("\n").join(_block(block) for block in re.split(r"\n\s*\n", docstring.strip("\n")) if block.strip())


def _block(block: str) -> Markup:
    lines = block.split("\n")
    if lines[0].startswith("| "):
        rows = [Markup("<tr>{}</tr>").format(_cells(line)) for line in lines if not line.startswith("| ---")]
        return Markup('<div class="scroll"><table>{}</table></div>').format(Markup("").join(rows))
    if lines[0].startswith((" ", ">>>")):
        return Markup("<pre>{}</pre>").format("\n".join(lines))
    items: list[str] = []
    for line in lines:
        starts = bool(re.match(r"^[\w*]+(, [\w*]+)* : ", line)) or line.startswith(("Raises ", "Source: "))
        if not items or starts:
            items.append(line.strip())
        else:
            items[-1] += " " + line.strip()
    return Markup("").join(Markup("<p>{}</p>").format(_words(item)) for item in items)


def _cells(line: str) -> Markup:
    return Markup("").join(Markup("<td>{}</td>").format(_words(cell.strip())) for cell in line.strip("| ").split(" | "))


def _words(text: str) -> Markup:
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))


def _annotation(annotation: Any, *rest: Any, **options: Any) -> str:
    """The type in the words of the source: an array of any shape and entries is an Array."""
    return _FORMAT(annotation, *rest, **options).replace(_ARRAY, "Array").replace("typing.", "")


def build(folder: Path) -> None:
    """Write the pages into `folder`."""
    for name in attnverify.__all__:  # loaded at first use; pdoc reads what is there
        vars(attnverify)[name] = getattr(attnverify, name)
    pdoc.render.env.filters["shown"] = shown
    pdoc.render.configure(template_directory=HERE, show_source=False, footer_text="attnverify")
    with (
        warnings.catch_warnings(),
        patch("inspect.formatannotation", _annotation),
        patch("pdoc.doc.formatannotation", _annotation),
    ):
        warnings.simplefilter("error")  # a name that does not load is no page
        warnings.filterwarnings("ignore", "Error parsing type annotation")
        pdoc.pdoc(*MODULES, output_directory=folder)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python docs/api/build.py FOLDER")
    build(Path(sys.argv[1]))
