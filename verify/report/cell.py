"""A claim in a notebook: its statement and its verdict, the outline of its proof, and everything else folded."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import jinja2

from ..argument import argument
from ..claim import Claim
from ..decision import Decision
from ..fingerprint import declaration
from ..ledger import build
from ..referee.tracked import twin_word
from . import proofs
from .glyphs import GLYPHS
from .prose import prose
from .rules import Rules
from .statements import statement, value
from .words import words

_LINK = re.compile(r"<a [^>]*>(.*?)</a>", re.DOTALL)
_ANCHOR = re.compile(r' id="[^"]*"')  # a notebook has many cells, and a page one of each


def cell(ledger: Mapping[str, Any], id: str) -> str:
    """HTML of one claim of a ledger, with no link and no style that would leave the cell.

    Raises KeyError for a claim that the ledger does not hold.
    """
    entries = {entry["id"]: entry for entry in ledger["claims"]}
    entry = entries[id]
    papers = {paper["name"]: paper["title"] for paper in ledger["papers"]}
    view = proofs.view(entry, {}, Rules(ledger["claims"]))
    return _written(entry, papers[entry["paper"]], view, word=twin_word(entry))


def declared_cell(claim: Claim) -> str:
    """HTML of a claim that nobody has decided here: what it says, and the verdict that it pins."""
    entry = {**declaration(claim), "verdict": "", "reason": claim.undecided}
    view = None
    if claim.formal is not None:
        view = proofs.declared(entry["formal"], claim.formal.instance)
    return _written(entry, claim.source.paper.title, view)


def decision_cell(claim: Claim, decision: Decision) -> str:
    """HTML of a decided claim, taking at its word what it rests on."""
    proof = decision.proof and replace(decision.proof, lemmas=())
    ledger = build([replace(claim, rests_on=())], {claim.id: replace(decision, proof=proof)}, seed=0)
    cited = claim.rests_on if decision.proof is None else decision.proof.lemmas
    ledger["claims"][0]["rests_on"] = list(cited)
    return cell(ledger, claim.id)


def _written(entry: Mapping[str, Any], paper: str, view: proofs.View | None, **found: Any) -> str:
    page = _template().render(
        root="", entry=entry, paper=paper, view=view, argument=argument(entry["argument"]), **{"word": ""} | found
    )
    return _ANCHOR.sub("", _LINK.sub(r"\1", page))


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("attnverify.verify.report"), autoescape=True, undefined=jinja2.StrictUndefined
    )
    filters: dict[str, Callable[..., Any]] = {
        "prose": lambda text, _="": prose(text, {}),
        "value": value, "statement": statement, "words": words,
        "tone": lambda verdict: verdict.replace(" ", "-"),
    }  # fmt: skip
    environment.filters |= filters
    environment.globals |= {"glyphs": GLYPHS}
    return environment.get_template("cell.html")
