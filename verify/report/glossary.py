"""The symbols and terms of a paper, explained on the pages of the claims in whose words they occur.

A paper registers its glossary in a module that is imported with its claims, as it does with its pictures. No verdict
depends on it: the sentence that a verdict is about declares its own letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .statements import GREEK

_UPRIGHT = re.compile(r"\\(?:mathrm|text|operatorname)\{([A-Za-z-]+)\}")
_COMMAND = re.compile(r"\\[A-Za-z]+|[A-Za-z]|\d+|[^\s{}]")
_PROSE = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*|\d+|\S")


@dataclass(frozen=True)
class Symbol:
    """A symbol or a term.

    shown : as the reader sees it, formulas between dollar signs.
    says : what it means.
    keys : beginnings by which it is known in a text, written like it; `shown` where there are none.
    """

    shown: str
    says: str
    keys: tuple[str, ...] = ()


_GLOSSARIES: dict[str, list[Symbol]] = {}


def glossary(paper: str, symbols: Iterable[Symbol]) -> None:
    """Register the glossary of a paper, by the paper's name, in the order in which its symbols are to be shown.

    Raises ValueError where a symbol is shown without a meaning, or shown twice.
    """
    found = list(symbols)
    shown = [symbol.shown for symbol in found]
    for symbol in found:
        if not symbol.shown.strip() or not symbol.says.strip() or shown.count(symbol.shown) > 1:
            raise ValueError(f"the glossary of {paper}: {symbol.shown!r} needs one meaning")
    _GLOSSARIES[paper] = found


def explained(paper: str, texts: Iterable[str]) -> Sequence[Symbol]:
    """The symbols of a paper's glossary that occur in the texts."""
    words = [_words(text) for text in texts if text]
    return [symbol for symbol in _GLOSSARIES.get(paper, ()) if any(_occurs(symbol, said) for said in words)]


def _occurs(symbol: Symbol, words: str) -> bool:
    return any(_words(key) in words for key in symbol.keys or (symbol.shown,))


def _words(text: str) -> str:
    """The text as words with a space before and after each: of formulas every letter, command and sign is one.

    >>> _words(r"the heights $v^Ty_{ij}$ of P, lambda_2")
    ' the heights v ^ T y _ i j of P , \\\\lambda _ 2 '
    """
    words: list[str] = []
    for number, part in enumerate(text.split("$")):
        if number % 2:
            words += _COMMAND.findall(_UPRIGHT.sub(r"\\\1 ", part))
        else:
            words += map(_word, _PROSE.findall(part.replace("_", " _ ").replace("^", " ^ ")))
    return f" {' '.join(words)} "


def _word(word: str) -> str:
    if word in GREEK:
        return f"\\{word}"
    return word.lower() if len(word) > 2 else word
