"""Sentences that mix words, TeX between dollar signs, plain symbols and claim ids, as HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

from verify.report.formulas import tex
from verify.report.relations import GREEK

_SIGNS = {">=": "≥", "<=": "≤", "!=": "≠", "->": "→", "+-": "±"}
_PLAIN = re.compile(
    r"(?P<id>\b[A-Z][A-Z0-9]*-[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*)"
    r"|(?P<sign>>=|<=|!=|->|\+-)"
    rf"|(?<![\w\\])(?P<base>(?:{'|'.join(GREEK)})(?![A-Za-z])|[A-Za-z](?=[_^]))(?:_(?P<below>[A-Za-z]\b|[0-9]+))?"
    r"(?:\^(?P<above>-?[0-9]+|[A-Za-z]\b|\+))?(?![\w^])"
)


def prose(text: str, pages: Mapping[str, str]) -> Markup:
    """`text` as HTML: formulas typeset, ids of claims linked.

    pages : the address of the page of every claim that has one.
    A text with an odd number of dollar signs holds no formulas.

    >>> print(prose("$x$ and lambda_1 >= 0, by A-1", {"A-1": "A-1.html"}))
    <math><mi>x</mi></math> and <i>λ</i><sub>1</sub> ≥ 0, by <a href="A-1.html">A-1</a>
    """
    parts = text.split("$")
    if len(parts) % 2 == 0:
        return _plain(text, pages)
    written = [_plain(part, pages) if number % 2 == 0 else tex(part) for number, part in enumerate(parts)]
    return Markup("").join(written)


def _plain(text: str, pages: Mapping[str, str]) -> Markup:
    written, end = [], 0
    for match in _PLAIN.finditer(text):
        written += [escape(text[end : match.start()]), _token(match, pages)]
        end = match.end()
    return Markup("").join([*written, escape(text[end:])])


def _token(match: re.Match[str], pages: Mapping[str, str]) -> Markup:
    if match["id"]:
        if match["id"] not in pages:
            return escape(match["id"])
        return Markup('<a href="{}">{}</a>').format(pages[match["id"]], match["id"])
    if match["sign"]:
        return Markup(_SIGNS[match["sign"]])
    written = Markup("<i>{}</i>").format(GREEK.get(match["base"], match["base"]))
    for tag, part in (("sub", match["below"]), ("sup", match["above"])):
        if part:
            letter = Markup("<i>{}</i>").format(part) if part.isalpha() else part.replace("-", "−")
            written += Markup(f"<{tag}>{{}}</{tag}>").format(letter)
    return written
