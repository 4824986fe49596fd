"""The static site: every page of a report as text, and writing them into a folder."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from ..argument import argument
from ..kernel.judging import LEMMA
from ..referee.existence import of_ledger
from ..referee.tracked import twin_word
from ..roles import ROLES
from . import proofs
from .contents import MEANINGS, Contents
from .errata import errata
from .glossary import explained
from .glyphs import GLYPHS
from .models import models, notation
from .papers import Reading, name_of, together
from .pictures import Picture
from .prose import prose
from .rules import Rules
from .statements import statement, value
from .why import why
from .words import words

# The heading above a repaired statement says no more than the verdict on it.
_INSTEAD = {
    "PROVED": "What is true instead",
    "CERTIFIED": "What is certified instead",
    "ARGUED": "What is argued to be true instead",
    "TESTED": "What was tested instead",
    "REFUTED": "A repair that is refuted as well",
    "ARGUED FALSE": "A repair that is argued to be false as well",
    "OPEN": "A proposed repair, which is open",
}
_SEARCHED = "claims.js"
_BLANK_LINES = re.compile(r"\n\s*\n")
_API = "api"  # what `make docs` writes beside the report
_LOADER = jinja2.PackageLoader("attnverify.verify.report")
_COLUMNS = ("Claim", "Statement", "Source", "Kind", "Verdict", "Role")

Pictures = Mapping[str, Sequence[tuple[Picture, str]]]


class FolderError(ValueError):
    """The folder cannot become a report; one line says why."""


def pages(
    ledger: Mapping[str, Any], pictures: Pictures | None = None, missing: Sequence[str] = ()
) -> Iterator[tuple[str, str]]:
    """Path within the site and text of every file of the report of a complete `ledger`.

    pictures : the drawn pictures of the claims that have any.
    missing : ids of the claims whose pictures were left out.
    """
    contents = Contents(ledger)
    rules = Rules(contents.entries)
    environment = _environment(contents, rules)
    readings = {name: Reading(contents, name) for name in contents.papers}
    yield "index.html", environment.get_template("index.html").render(root="", readings=readings)
    row = environment.get_template("row.html")
    rows = {entry["id"]: Markup(row.render(entry=entry).strip()) for entry in contents.entries}
    searched = [(entry["paper"], rows[entry["id"]]) for entry in contents.entries]
    yield _SEARCHED, f"const CLAIMS = {json.dumps(searched, ensure_ascii=False)};\n"
    yield "graph.html", environment.get_template("graph.html").render(root="", levels=contents.levels)
    ids = [entry["id"] for entry in contents.entries]
    addresses = contents.addresses("")
    whys = {entry["id"]: why(contents, entry, addresses) for entry in contents.failing}
    for name, reading in readings.items():
        page = environment.get_template("paper.html").render(root="", reading=reading, rows=rows, whys=whys)
        yield f"paper-{name}.html", page
        if reading.summary:
            yield f"errata-{name}.md", errata(contents, reading)
    yield "models.html", environment.get_template("models.html").render(root="", papers=list(_models(contents)))
    template = environment.get_template("claim.html")
    others, solutions = together(contents.entries), of_ledger(contents.entries)
    for entry, before, after in zip(contents.entries, ["", *ids], [*ids[1:], ""], strict=False):
        id = entry["id"]
        shown = template.render(
            root="../", entry=entry, before=before, after=after, missing_pictures=id in missing, why=whys.get(id),
            paper=contents.papers[entry["paper"]],
            view=proofs.view(entry, addresses, rules),
            argument=argument(entry["argument"]),
            symbols=explained(entry["paper"], [entry["title"], entry["statement"], entry["reading"]]),
            others=[other["id"] for other in others.get(id, ())],
            solutions=solutions.get(id, ()),
            pictures=(pictures or {}).get(id, ()),
        )  # fmt: skip
        yield f"claims/{id}.html", shown
    yield "rules/index.html", environment.get_template("rules.html").render(root="../")
    ending = rules.conclusions(
        (entry["id"], text)
        for entry in contents.entries
        if entry["id"].startswith(LEMMA) and entry["verdict"] == "PROVED"
        for text in proofs.texts(entry["formal"]["show"])
    )
    yield "rules/conclusions.html", environment.get_template("conclusions.html").render(root="../", ending=ending)
    for rule in rules.theorems:
        yield f"rules/{rule.slug}.html", environment.get_template("rule.html").render(root="../", rule=rule)
    yield "style.css", _font() + _LOADER.get_source(environment, "style.css")[0]
    yield "script.js", _LOADER.get_source(environment, "script.js")[0]


def write(folder: Path, found: Iterator[tuple[str, str]]) -> None:
    """Write the files of a report into `folder`, which is new, empty, or holds an earlier report.

    Pages that the new report does not have are removed, so that no old verdict stays behind. Raises
    FolderError for a folder with anything else in it, and OSError when it cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise FolderError(f"{folder} is a file; a folder is needed")
    others = [path for path in folder.iterdir() if path.name != _API] if folder.is_dir() else []
    if others and not (folder / _SEARCHED).is_file():
        raise FolderError(f"{folder} holds other files; allowed are a new or empty folder and an earlier report")
    for name in ("claims", "rules"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for pattern in ("claims/*.html", "rules/*.html", "*.html", "errata-*.md", "ledger.json"):
        for page in folder.glob(pattern):
            page.unlink()
    for path, text in found:
        (folder / path).write_text(_BLANK_LINES.sub("\n", text), encoding="utf-8")


def _font() -> str:
    """The rule for the font of formulas, which it holds: a page that is opened as a file may fetch no font."""
    data = b64encode(files("attnverify.verify.report").joinpath("fonts/formulas.woff").read_bytes()).decode()
    return f'@font-face {{ font-family: "attnverify Formulas"; src: url(data:font/woff;base64,{data}); }}\n'


def _environment(contents: Contents, rules: Rules) -> jinja2.Environment:
    blanks: dict[str, Any] = {"trim_blocks": True, "lstrip_blocks": True, "keep_trailing_newline": True}
    environment = jinja2.Environment(loader=_LOADER, autoescape=True, undefined=jinja2.StrictUndefined, **blanks)
    addresses = {folder: contents.addresses(folder) for folder in ("", "claims/", "../claims/")}

    def linked(text: str, folder: str) -> Markup:
        return prose(text, addresses[folder])

    environment.filters |= {
        "prose": linked, "shortened": _shortened, "tone": lambda verdict: verdict.replace(" ", "-"),
        "value": value, "statement": statement, "words": words, "name_of": name_of,
    }  # fmt: skip
    environment.globals |= {
        "contents": contents, "ledger": contents.ledger, "rules": rules,
        "roles": ROLES, "twin_word": twin_word, "head": _head(),
        "glyphs": GLYPHS, "meanings": MEANINGS, "instead": _INSTEAD,
    }  # fmt: skip
    return environment


def _head() -> Markup:
    cells = [Markup('<th scope="col">{}').format(title) for title in _COLUMNS]
    return Markup("<tr>{}").format(Markup("").join(cells))


def _models(contents: Contents) -> Iterator[tuple[str, Mapping[str, str], list[Any], list[Any]]]:
    """Name, paper, equations and letters of every paper whose statements have any."""
    for name, paper in contents.papers.items():
        entries = [entry for entry in contents.entries if entry["paper"] == name]
        equations, letters = models(entries), notation(entries)
        if equations or letters:
            yield name, paper, equations, letters


def _shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
