"""A decided claim in a notebook: its statement, its verdict, and its proof with everything below the outline folded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import jinja2

from verify.referee.tracked import twin_word
from verify.report import proofs, relations
from verify.report.contents import Contents
from verify.report.glyphs import GLYPHS
from verify.report.prose import prose
from verify.report.rules import Rules
from verify.report.statements import statement

_LINK = re.compile(r"<a [^>]*>(.*?)</a>", re.DOTALL)


def cell(ledger: Mapping[str, Any], id: str) -> str:
    """HTML of one claim of a ledger, with no link and no style that would leave the cell.

    Raises KeyError for a claim that the ledger does not hold.
    """
    contents = Contents(ledger)
    entry = contents.by_id[id]
    rules = Rules(contents.entries)
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("verify.report"), autoescape=True, undefined=jinja2.StrictUndefined
    )
    environment.filters |= {
        "prose": lambda text, _="": prose(text, {}),
        "value": relations.value, "name": relations.name, "statement": statement,
        "tone": lambda verdict: verdict.replace(" ", "-"),
    }  # fmt: skip
    environment.globals |= {"contents": contents, "ledger": ledger, "rules": rules, "glyphs": GLYPHS}
    page = environment.get_template("cell.html").render(
        root="",
        entry=entry,
        paper=contents.papers[entry["paper"]],
        view=proofs.view(entry, {}, rules),
        word=twin_word(entry),
    )
    return _LINK.sub(r"\1", page)
