"""Sentences that mix words, TeX between dollar signs, plain symbols and claim ids, as HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

from .formulas import tex
from .statements import GREEK, lowered

_SIGNS = {">=": "≥", "<=": "≤", "!=": "≠", "->": "→", "+-": "±", "-": "−"}
# A letter that stands alone is a variable, unless it is a word, names a part as in "Appendix B", or an item as (b).
_LETTER = (
    r"(?<![\w.'’])(?<![\w-]-)(?<!Appendix\s)(?<!Section\s)(?<!\s\()(?<!^\()"
    r"(?:[B-HJ-Zb-z]|(?<==\s)[AI]|[AI](?=\s[=+-]))(?![\w_^]|\.\w)"
)
# Exact numbers in a printed list carry the quotes of their notation as texts.
_QUOTED = re.compile(r"(?<=[\[ ])'(-?[0-9][0-9/]*)'(?=[,\]])")
_CLOSING = frozenset(".,;:?!)")
_PLAIN = re.compile(
    r"(?P<id>\b[A-Z][A-Z0-9]*(?:-[A-Za-z0-9]+)+(?:\.[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)*)"
    r"|(?P<sign>>=|<=|!=|->|\+-|(?<=\s)-(?=\s)|(?<![\w)\]-])-(?=[\w(|]))"
    rf"|(?P<letter>{_LETTER})"
    rf"|(?<![\w\\])(?P<base>(?:{'|'.join(GREEK)})(?![A-Za-z])|[A-Za-z](?=[_^]))(?:_(?P<below>[A-Za-z]{{1,2}}\b|[0-9]+))?"
    r"(?:\^(?P<above>-?[0-9]+|[A-Za-z]\b|\+))?(?![\w^])"
)


def prose(text: str, pages: Mapping[str, str]) -> Markup:
    """`text` as HTML: formulas typeset, variables in italics, ids of claims linked.

    pages : the address of the page of every claim that has one.
    A text with an odd number of dollar signs holds no formulas.

    >>> print(prose("$x$ and lambda_1 >= 0, by A-1", {"A-1": "A-1.html"}))
    <math><mi>x</mi></math> and <i>λ₁</i> ≥ 0, by <a href="A-1.html">A-1</a>
    """
    parts = text.split("$")
    if len(parts) % 2 == 0:
        return _plain(text, pages)
    written = [_plain(parts[0], pages)]
    for formula, after in zip(parts[1::2], parts[2::2], strict=True):
        closing = after[:1] if after[:1] in _CLOSING else ""
        written += [_glued(tex(formula), closing), _plain(after[len(closing) :], pages)]
    return Markup("".join(written))


def _glued(formula: Markup, closing: str) -> Markup:
    """The formula with the sign after it, which a browser would otherwise put at the beginning of the next line."""
    last = formula.rfind("<math")
    if not closing or last < 0:
        return formula + closing
    return formula[:last] + Markup('<span class="glued">{}{}</span>').format(formula[last:], closing)


def _plain(text: str, pages: Mapping[str, str]) -> Markup:
    written, end = [], 0
    text = _QUOTED.sub(r"\1", text)
    for match in _PLAIN.finditer(text):
        written += [escape(text[end : match.start()]), _token(match, pages)]
        end = match.end()
    return Markup("".join([*written, escape(text[end:])]))


def _token(match: re.Match[str], pages: Mapping[str, str]) -> Markup:
    if match["id"]:
        if match["id"] not in pages:
            return escape(match["id"])
        return Markup('<a href="{}">{}</a>').format(pages[match["id"]], match["id"])
    if match["sign"]:
        return Markup(_SIGNS[match["sign"]])
    if match["letter"]:
        return Markup("<i>{}</i>").format(match["letter"])
    base, above = escape(GREEK.get(match["base"], match["base"])), (match["above"] or "").replace("-", "−")
    index = Markup("").join(map(lowered, match["below"] or ""))
    return Markup("<i>{}{}{}</i>").format(base, index, Markup("<sup>{}</sup>").format(above) if above else "")
