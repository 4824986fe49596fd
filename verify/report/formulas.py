"""TeX formulas as MathML, readable without JavaScript: only what is understood, nothing that a page could execute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from xml.etree import ElementTree

from latex2mathml.converter import convert
from markupsafe import Markup, escape

# Number of parts of each element, None where any number is right; an element that is not listed is not written.
_PARTS = {
    "mi": 0, "mo": 0, "mn": 0, "mtext": 0, "mspace": 0, "mrow": None, "msqrt": None, "mstyle": None, "mpadded": None,
    "mfrac": 2, "msub": 2, "msup": 2, "mover": 2, "munder": 2, "mroot": 2, "msubsup": 3, "munderover": 3,
    "mtable": None, "mtr": None, "mtd": None,
}  # fmt: skip
_ATTRIBUTES = {
    "stretchy", "fence", "movablelimits", "width", "columnalign", "rowspacing", "columnspacing", "accent", "form",
    "lspace", "rspace",
}  # fmt: skip
_RELATIONS = frozenset("=<>≤≥≠≈∈∝≪≫→⟺⟹⟂⊥")
_TIGHT = frozenset("|‖/")
# A sign that follows one of these belongs to what comes after it, and stands close to it.
_SIGNS = frozenset("+−±∓")
_BEFORE_SIGN = _RELATIONS | frozenset("([{,")
# The converter takes these for letters.
_OPERATORS = frozenset("⟨⟩⌈⌉⌊⌋⟺⟹⟂⧵")
_WORD = re.compile(r"[A-Za-z][A-Za-z\s]+")
_OPENING = frozenset("([{")
_WITH_SCRIPTS = frozenset({"msub", "msup", "msubsup", "munder", "mover", "munderover"})
# Formulas with more symbols than this may be broken after a relation, so that they fit on a narrow screen.
_UNBROKEN = 14

# The only function name of LaTeX that the converter does not know.
_ARG = re.compile(r"\\arg(?![A-Za-z])")


class _UnreadableError(ValueError):
    """The formula holds something that is not known to be a formula."""


@lru_cache(maxsize=8192)
def tex(source: str) -> Markup:
    """The formula `source` as one inline `<math>`, or as several that follow each other where it may be broken.

    A text that is no formula in the TeX understood here stays visible as it is written.

    >>> print(tex("a^2"))
    <math><msup><mi>a</mi><mn>2</mn></msup></math>
    >>> print(tex(r"\\nonsense{x}"))
    <code>$\\nonsense{x}$</code>
    """
    try:
        rows = list(_broken(_children(ElementTree.fromstring(convert(_ARG.sub(r"\\mathrm{arg}", source))))))
        return Markup("").join(Markup("<math>{}</math>").format(_row(row)) for row in rows)
    except Exception:  # the converter and the parser raise whatever a hostile text provokes
        return Markup("<code>${}$</code>").format(source)


def _children(element: ElementTree.Element) -> list[ElementTree.Element]:
    """The parts of a row, rows within rows that only group taken apart, letters of an upright word put together."""
    parts: list[ElementTree.Element] = []
    for child in element:
        if _tag(child) == "mrow" and _is_word(child):
            word = ElementTree.Element("mi")
            word.text = "".join(letter.text or "" for letter in child)
            parts.append(word)
        else:
            parts.append(child)
    if len(parts) == 1 and _tag(parts[0]) == "mrow":
        return _children(parts[0])
    return parts


def _is_word(row: ElementTree.Element) -> bool:
    return len(row) > 1 and all(_tag(child) == "mi" and child.get("mathvariant") == "normal" for child in row)


def _broken(parts: list[ElementTree.Element]) -> Iterator[list[ElementTree.Element]]:
    """`parts` as one row, or as several that end with a relation."""
    if sum(1 for part in parts for _ in part.iter()) <= _UNBROKEN:
        yield parts
        return
    row: list[ElementTree.Element] = []
    for part in parts:
        row.append(part)
        if _tag(part) == "mo" and part.text in _RELATIONS and part is not parts[-1] and len(row) > 1:
            yield row
            row = []
    yield row


def _written(element: ElementTree.Element) -> Markup:
    tag = _tag(element)
    if tag not in _PARTS:
        raise _UnreadableError(tag)
    parts = _children(element)
    if _PARTS[tag] is not None and len(element) != (_PARTS[tag] or 0):
        raise _UnreadableError(tag)
    text = (element.text or "").strip() if tag != "mtext" else element.text or ""
    if text.startswith("\\"):
        raise _UnreadableError(text)
    if tag == "mrow" and len(parts) == 1:
        return _written(parts[0])
    if tag in _WITH_SCRIPTS:
        _tighten(element)
    fence = tag == "mi" and text in _OPERATORS
    if fence:
        tag = "mo"
    if tag in ("mi", "mn") and element.get("mathvariant") == "bold":
        text = _bold(text)
    attributes = {name: value for name, value in element.attrib.items() if name in _ATTRIBUTES}
    if tag == "mi" and len(text) == 1 and element.get("mathvariant") == "normal":
        attributes["mathvariant"] = "normal"
    if fence:
        attributes["stretchy"] = "false"
    if tag == "mo" and text in _TIGHT:
        # Without their dictionary form, which depends on what stands beside them, bars and slashes get stray spaces.
        attributes |= {"lspace": "0", "rspace": "0"}
    written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    inner = (_row(parts) if _PARTS[tag] is None else Markup("").join(map(_written, element))) or escape(text)
    return Markup(f"<{tag}{written}>{inner}</{tag}>")


def _tighten(element: ElementTree.Element) -> None:
    """Take the space around relations in indices and exponents, where formulas are set without it."""
    for script in element[1:]:
        for part in script.iter():
            if _tag(part) == "mo" and part.text in _RELATIONS:
                part.attrib.update(lspace="0", rspace="0")


def _row(parts: list[ElementTree.Element]) -> Markup:
    """The parts side by side, with a thin space between a word such as tanh or max and its neighbour."""
    written = Markup("")
    for number, part in enumerate(parts):
        before = parts[number - 1] if number else None
        after = parts[number + 1] if number + 1 < len(parts) else None
        word = _operator_word(part)
        if word is not None:
            # Their dictionary form would give them the wide spaces of a relation.
            word.set("lspace", "0" if before is None or _tag(before) == "mo" else ".17em")
            word.set("rspace", "0" if after is None or after.text in _OPENING else ".17em")
        if before is not None and {_tag(before), _tag(part)}.isdisjoint({"mo", "mspace", "mtr", "mtd"}):
            written += Markup('<mspace width=".17em"/>') if _is_long(before) or _is_long(part) else Markup("")
        if before is not None and part.text in _SIGNS and before.text in _BEFORE_SIGN:
            part.set("form", "prefix")
        written += _written(part)
    return written


def _operator_word(element: ElementTree.Element) -> ElementTree.Element | None:
    """The operator of a part such as max, also with an index, if it is a word."""
    while len(element) and _tag(element) in _WITH_SCRIPTS:
        element = element[0]
    return element if _tag(element) == "mo" and _WORD.fullmatch(element.text or "") else None


def _is_long(element: ElementTree.Element) -> bool:
    first = element if _tag(element) == "mi" or not len(element) else element[0]
    return _tag(first) == "mi" and len(first.text or "") > 1


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _bold(text: str) -> str:
    """Letters and digits from the bold mathematical alphabet, which browsers draw without any style."""

    def letter(match: re.Match[str]) -> str:
        code = ord(match[0])
        start, first = (0x1D7CE, 48) if code < 58 else (0x1D400, 65) if code < 91 else (0x1D41A, 97)
        return chr(start + code - first)

    return re.sub(r"[0-9A-Za-z]", letter, text)
